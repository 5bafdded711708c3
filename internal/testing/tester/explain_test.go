package tester_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// explanation is one way in which a model explains a trace: for each label the steps up to it.
type explanation struct {
	steps [][]explainedStep
	end   concrete
}

// explainedStep is a step with the state after it.
type explainedStep struct {
	name  string
	after *sts.Config
}

// maxExplanations bounds the explanations of a trace that are listed.
const maxExplanations = 2000

// explanations lists all ways to explain a trace; false if there are many, or steps lead round in a circle.
func (d *definition) explanations(trace []label) (out []explanation, all bool) {
	all = true
	var visit func(c concrete, done [][]explainedStep, now []explainedStep, seen []string)
	visit = func(c concrete, done [][]explainedStep, now []explainedStep, seen []string) {
		if len(done) == len(trace) {
			out = append(out, explanation{done, c})
			all = all && len(out) < maxExplanations
			return
		}
		if slices.Contains(seen, c.key()) {
			all = false
		}
		if !all {
			return
		}
		l := trace[len(done)]
		take := func(next concrete, m *sts.Move) {
			steps := append(slices.Clip(now), explainedStep{m.Name, next.config})
			visit(next, append(slices.Clip(done), steps), nil, nil)
		}
		d.taken(c, silentStep, func(_ []term.Value, m *sts.Move, next concrete) {
			visit(next, done, append(slices.Clip(now), explainedStep{m.Name, next.config}), append(slices.Clip(seen), c.key()))
		})
		switch {
		case l.isOutput() && len(c.due) > 0 && c.due[0].String() == l.text:
			visit(concrete{c.config, c.due[1:]}, append(slices.Clip(done), now), nil, nil)
		case l.isOutput():
			d.taken(c, func(m *sts.Move) bool { return m.Input == nil && len(m.Outputs) > 0 }, func(_ []term.Value, m *sts.Move, next concrete) {
				if next.due[0].String() == l.text {
					take(concrete{next.config, next.due[1:]}, m)
				}
			})
		case l.isInput():
			d.taken(c, func(m *sts.Move) bool { return m.Input == l.message.Channel }, func(input []term.Value, m *sts.Move, next concrete) {
				if term.SameValues(input, l.message.Values) {
					take(next, m)
				}
			})
		case d.quiet(c):
			visit(c, append(slices.Clip(done), now), nil, nil)
		}
	}
	for _, c := range d.starts() {
		visit(c, nil, nil, nil)
	}
	return out, all
}

// wantedSteps are the steps of the run that is to explain a trace by given explanations, each by its transition or its kind.
func wantedSteps(trace []label, explained int, list []explanation) []string {
	var out []string
	model := false // the last step is one of the model
	for i, l := range trace[:explained] {
		unique := !slices.ContainsFunc(list, func(e explanation) bool { return moveNames(e.steps[i]) != moveNames(list[0].steps[i]) })
		if unique {
			for _, s := range list[0].steps[i] {
				out, model = append(out, s.name), true
			}
		}
		isQuiet := l.message.Channel == nil
		switch {
		case isQuiet && (!unique || i+1 == len(trace) || !trace[i+1].isInput()):
			out, model = append(out, "silence"), false
		case isQuiet || unique && (len(list[0].steps[i]) > 0 || model):
		default:
			out, model = append(out, "open"), false
		}
	}
	if explained < len(trace) {
		out = append(out, "wrong")
	}
	return out
}

func moveNames(steps []explainedStep) string {
	var out []string
	for _, s := range steps {
		out = append(out, s.name)
	}
	return strings.Join(out, ",")
}

// checkEnd demands that the end of a run has the locations of all explanations, and values only where all agree.
func checkEnd(t *testing.T, system *sts.System, run *result.Trace, list []explanation, at string) {
	t.Helper()
	places := map[string]bool{}
	for _, e := range list {
		places[system.LocationName(e.end.config.Locations)] = true
	}
	last := run.Steps[len(run.Steps)-1]
	got := map[string]bool{}
	for _, row := range last.Locations {
		got[strings.Join(row, ", ")] = true
	}
	if last.Location != "" {
		got = map[string]bool{last.Location: true}
	}
	for p := range places {
		if !got[p] || last.Kind != result.StepWrong && len(got) != len(places) {
			t.Errorf("%s: the run ends in %v, its explanations in %v", at, got, places)
		}
	}
	values := map[string]result.Value{}
	for _, v := range run.Start.Variables {
		values[v.Name] = v.Value
	}
	for _, s := range run.Steps {
		for _, c := range s.Changes {
			if before := values[c.Variable]; before.Text != c.Before.Text {
				t.Errorf("%s: %s changes from %s, and it was %s", at, c.Variable, c.Before.Text, before.Text)
			}
			values[c.Variable] = c.After
		}
	}
	for _, v := range system.Variables() {
		for _, e := range list {
			if known := values[v.Name]; !known.Open && known.Text != v.Type.Format(v.In(e.end.config.Values)) {
				t.Errorf("%s: %s is said to be %s, and an explanation has %s", at, v.Name, known.Text, v.Type.Format(v.In(e.end.config.Values)))
			}
		}
	}
}

// checkExplanations explains random traces of a model, and compares the runs with all explanations.
func checkExplanations(t *testing.T, text string, random *rand.Rand, number int, count map[string]int) {
	model := load(t, text)
	d := newDefinition(t, model)
	tracker, err := ioco.NewTracker(model, testkit.Solver(t, smt.Config{}))
	d.check(err)
	alphabet := d.alphabet()
	for range number {
		trace := d.randomTrace(alphabet, random, 1+random.IntN(7))
		var seen []ioco.Observation
		for i, l := range trace {
			e := l.event(t, 0)
			seen = append(seen, ioco.Observation{Kind: e.Kind, Message: trace[i].message})
		}
		explained := len(trace)
		list, all := d.explanations(trace)
		if all && len(list) == 0 {
			explained--
			list, all = d.explanations(trace[:explained])
		}
		if !all || len(list) == 0 {
			count["unlisted"]++
			continue
		}
		run, err := tracker.Explain(t.Context(), nil, seen, 0)
		d.check(err)
		want := wantedSteps(trace, explained, list)
		if run == nil {
			t.Fatalf("%s is not explained; wanted is %s\n%s", traceText(trace), want, text)
		}
		var got []string
		for _, s := range run.Steps {
			got = append(got, s.Transition+string(s.Kind))
			count[string(s.Kind)]++
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s is explained by %s, wanted is %s\n%s", traceText(trace), got, want, text)
		}
		if len(run.Steps) > 0 {
			checkEnd(t, model, run, list, traceText(trace))
		}
		if t.Failed() {
			t.Fatal(text)
		}
	}
}

// TestExplanations: the run that explains what was observed has the steps that all explanations have in common, and says where there are
// several, as a search for all of them says.
func TestExplanations(t *testing.T) {
	number := 30
	if testkit.Long() {
		number = 1000
	}
	count := map[string]int{}
	random := rand.New(rand.NewPCG(1, 17))
	for name, text := range small {
		t.Run(name, func(t *testing.T) { checkExplanations(t, text, random, number, count) })
	}
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			seed := rapid.Uint64().Draw(r, "seed")
			checkExplanations(t, finiteMachine(r).text(""), rand.New(rand.NewPCG(seed, 17)), number, count)
		})
	})
	for _, kind := range []result.StepKind{"", result.StepOpen, result.StepSilence, result.StepWrong} {
		if count[string(kind)] < 20 {
			t.Errorf("%d steps of the kind %q are too few to mean something", count[string(kind)], kind)
		}
	}
	t.Log(count)
}

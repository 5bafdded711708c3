package tester_test

import (
	"fmt"
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
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// judged returns the verdict of the definition on a trace, and the number of labels that decide it: an input that is not fair makes it
// inconclusive, and so does a silence where the model may stay in a cycle of τ; any other label that is not possible is a failure, unless
// a state before has a step with a model error: the model does not say where it leads.
func (d *definition) judged(trace []label) (result.Verdict, int) {
	states, erred := d.initial(), false
	for i, l := range trace {
		next := d.after(states, l)
		erred = erred || slices.ContainsFunc(states, func(c concrete) bool { return d.errs(c, l) })
		switch {
		case l.isInput() && !d.fair(states, l), len(next) == 0 && l.text == quiescence.text && d.restless(states):
			return result.Inconclusive, i + 1
		case len(next) == 0 && erred:
			return result.Inconclusive, i + 1
		case len(next) == 0:
			return result.Fail, i + 1
		}
		states = next
	}
	return result.Pass, len(trace)
}

// errs reports whether a step without input, or with the given one, has a model error.
func (d *definition) errs(c concrete, l label) bool {
	if len(c.due) > 0 {
		return false
	}
	for _, m := range d.system.Possible(nil, c.config.Locations, c.config.Count) {
		if m.Input != nil && (!l.isInput() || m.Input != l.message.Channel) {
			continue
		}
		for _, params := range d.params(m) {
			if m.Input != nil && !term.SameValues(term.Pick(params, m.InputArgs), l.message.Values) {
				continue
			}
			step, err := d.in.Try(c.config, m, params)
			d.check(err)
			if step.Outcome == sts.Unsafe {
				return true
			}
		}
	}
	return false
}

// restless reports whether τ leads from one of the states back to it.
func (d *definition) restless(states []concrete) bool {
	for _, c := range states {
		var next []concrete
		d.taken(c, silentStep, func(_ []term.Value, _ *sts.Move, n concrete) { next = append(next, n) })
		if slices.ContainsFunc(d.closure(next), func(n concrete) bool { return n.key() == c.key() }) {
			return true
		}
	}
	return false
}

// randomTrace draws labels, most of them such that the model can do them, in any order: inputs come before outputs that are owed.
func (d *definition) randomTrace(alphabet []label, random *rand.Rand, length int) []label {
	var trace []label
	states := d.initial()
	for len(trace) < length {
		l := alphabet[random.IntN(len(alphabet))]
		next := d.after(states, l)
		if len(next) == 0 && random.IntN(20) > 0 {
			continue
		}
		trace = append(trace, l)
		if len(next) == 0 {
			break
		}
		states = next
	}
	return trace
}

// event returns a label as a line of a log.
func (l label) event(t testing.TB, line int) logs.Event {
	if l.message.Channel == nil {
		return logs.Event{Line: line, Kind: result.EventQuiescence}
	}
	kind := result.EventInput
	if l.isOutput() {
		kind = result.EventOutput
	}
	payload, err := l.message.Plain()
	if err != nil {
		t.Fatal(err)
	}
	return logs.Event{Line: line, Kind: kind, Channel: l.message.Channel.Name, Payload: payload}
}

// compareLogs checks random logs of a model, and compares verdict and line with those of the definition.
func compareLogs(t *testing.T, text string, random *rand.Rand, number int, count map[result.Verdict]int) {
	model := load(t, text)
	d, solver := newDefinition(t, model), testkit.Solver(t, smt.Config{})
	alphabet := d.alphabet()
	for range number {
		trace := d.randomTrace(alphabet, random, 1+random.IntN(8))
		want, line := d.judged(trace)
		got, at := result.Pass, len(trace)
		c := logs.NewChecker(model, func() (*ioco.Tracker, error) { return ioco.NewTracker(model, solver) },
			func(f result.LogFinding) { got, at = f.Verdict, f.Line }, logs.CheckOptions{})
		for i, l := range trace {
			if err := c.Take(t.Context(), l.event(t, i+1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got != want || at != line {
			t.Fatalf("%s: %s at line %d, the definition says %s at line %d\n%s", traceText(trace), got, at, want, line, text)
		}
		count[want]++
	}
}

func traceText(trace []label) string {
	var out []string
	for _, l := range trace {
		out = append(out, l.text)
	}
	return strings.Join(out, " ")
}

// TestLogsAgree: the verdicts on logs are those of the definition, on models that are easy to get wrong and on random ones.
func TestLogsAgree(t *testing.T) {
	logs := 40
	if testkit.Long() {
		logs = 1000
	}
	count := map[result.Verdict]int{}
	random := rand.New(rand.NewPCG(1, 13))
	for name, text := range small {
		t.Run(name, func(t *testing.T) { compareLogs(t, text, random, logs, count) })
	}
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			seed := rapid.Uint64().Draw(r, "seed")
			compareLogs(t, finiteMachine(r).text(""), rand.New(rand.NewPCG(seed, 13)), logs, count)
		})
	})
	for _, v := range []result.Verdict{result.Pass, result.Fail, result.Inconclusive} {
		if count[v] < 20 {
			t.Errorf("%d logs with the verdict %s are too few to mean something: %s", count[v], v, fmt.Sprint(count))
		}
	}
	t.Log(count)
}

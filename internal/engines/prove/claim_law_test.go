package prove_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// On random finite event systems every answer agrees with exhaustive enumeration, every reported step is a step of the system, and every
// claim reported to hold holds in all reachable states.
func TestAgreesWithEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := randomSystem(r)
		s := testkit.Compiled(r, text)
		report := check(r, s, smt.Config{})
		f := newFinite(r, s)
		for _, a := range report.Answers {
			want := prove.Proved
			if f.broken(a.Claim, a.Move) {
				want = prove.Broken
			}
			if a.Status != want {
				r.Fatalf("%s and %s: %s, want %s (%s)\n%s", a.Claim, moveName(a.Move), a.Status, want, a.Explain(), text)
			}
			if a.Step != nil {
				f.confirm(a, text)
			}
		}
		f.confirmVerdicts(report, text)
	})
}

func moveName(m *sts.Move) string {
	if m == nil {
		return "initialisation"
	}
	return m.Name
}

// finite is a finite system whose states are enumerated. It shares no code with the package but the interpreter.
type finite struct {
	t      *rapid.T
	system *sts.System
	in     *sts.Interpreter
	states []*sts.Config

	promised func(c *sts.Config, m *sts.Move, params []term.Value) bool // steps that are taken; nil is all
}

func newFinite(t *rapid.T, s *sts.System) *finite {
	f := &finite{t: t, system: s, in: sts.NewInterpreter(s)}
	var sorts []*term.Sort
	for _, slot := range s.Slots {
		sorts = append(sorts, slot.Sort)
	}
	f.rows(sorts, nil, func(row []term.Value) {
		f.states = append(f.states, &sts.Config{Locations: s.Initial(), Values: append([]term.Value(nil), row...)})
	})
	return f
}

// rows calls do with every row of values of the sorts.
func (f *finite) rows(sorts []*term.Sort, row []term.Value, do func([]term.Value)) {
	if len(row) == len(sorts) {
		do(row)
		return
	}
	for _, v := range sorts[len(row)].Values(1000) {
		f.rows(sorts, append(row, v), do)
	}
}

func (f *finite) holds(c *sts.Config, cond *term.Term) bool {
	holds, err := f.in.Holds(c, cond)
	if err != nil {
		f.t.Fatalf("%v", err)
	}
	return holds
}

// meets reports whether a state meets the invariant of a name, or all of them if the name is empty.
func (f *finite) meets(c *sts.Config, name string) bool {
	for _, inv := range f.system.Invariants {
		if name != "" && inv.Name != name {
			continue
		}
		for _, o := range inv.Safety {
			if !f.holds(c, o.Cond) {
				return false
			}
		}
		if !f.holds(c, inv.Cond) {
			return false
		}
	}
	return true
}

// steps calls do with the result of every attempt of a move from a state.
func (f *finite) steps(c *sts.Config, m *sts.Move, do func(sts.Step)) {
	var sorts []*term.Sort
	for _, p := range m.Params {
		sorts = append(sorts, p.Sort)
	}
	f.rows(sorts, nil, func(row []term.Value) {
		if f.promised != nil && !f.promised(c, m, row) {
			return
		}
		step, err := f.in.Try(c, m, row)
		if err != nil {
			f.t.Fatalf("%v", err)
		}
		do(step)
	})
}

// initial lists the initial states.
func (f *finite) initial() []*sts.Config {
	var out []*sts.Config
	for _, c := range f.states {
		start, err := f.in.Start(c.Values)
		if err != nil {
			f.t.Fatalf("%v", err)
		}
		if start.Equal(c) && f.holds(c, f.system.Assume) {
			out = append(out, c)
		}
	}
	return out
}

// broken reports whether some step of a move breaks a claim.
func (f *finite) broken(claim string, m *sts.Move) bool {
	broken := false
	if m == nil {
		for _, c := range f.initial() {
			broken = broken || !f.meets(c, claim)
		}
		return broken
	}
	for _, c := range f.states {
		if !f.meets(c, "") {
			continue
		}
		f.steps(c, m, func(s sts.Step) {
			broken = broken || claim == prove.Types && s.Outcome == sts.Unsafe ||
				claim != prove.Types && s.Outcome == sts.Done && !f.meets(s.Next, claim)
		})
	}
	return broken
}

// confirm takes a step that is said to break a claim.
func (f *finite) confirm(a prove.StepAnswer, text string) {
	if a.Move == nil {
		for _, c := range f.initial() {
			if c.Equal(a.Step.After) && !f.meets(c, a.Claim) {
				return
			}
		}
		f.t.Fatalf("%v is not an initial state that breaks %s\n%s", a.Step.After.Values, a.Claim, text)
	}
	step, err := f.in.Try(a.Step.Before, a.Move, a.Step.Params)
	ok := err == nil && f.meets(a.Step.Before, "")
	if a.Claim == prove.Types {
		ok = ok && step.Outcome == sts.Unsafe && a.Step.Violated == step.Violated
	} else {
		ok = ok && step.Outcome == sts.Done && step.Next.Equal(a.Step.After) && !f.meets(step.Next, a.Claim)
	}
	if !ok {
		f.t.Fatalf("%s from %v does not break %s: %v\n%s", a.Move.Name, a.Step.Before.Values, a.Claim, err, text)
	}
}

// confirmVerdicts checks that no run breaks a claim reported to hold.
func (f *finite) confirmVerdicts(r *prove.Report, text string) {
	wrong := map[string]bool{}
	f.reach(func(c *sts.Config) {
		for _, inv := range f.system.Invariants {
			wrong[inv.Name] = wrong[inv.Name] || !f.meets(c, inv.Name)
		}
	}, func(s sts.Step) {
		wrong[prove.Types] = wrong[prove.Types] || s.Outcome == sts.Unsafe
	})
	for _, v := range r.Verdicts {
		if v.Holds() && wrong[v.Claim] {
			f.t.Fatalf("%s is said to hold, but a run breaks it (%+v)\n%s", v.Claim, v.Proof, text)
		}
	}
}

// reach goes to all states that can be reached, and takes all steps from them.
func (f *finite) reach(state func(*sts.Config), step func(sts.Step)) {
	seen := map[string]bool{}
	var queue []*sts.Config
	add := func(c *sts.Config) {
		if key := fmt.Sprint(c.Locations, c.Values); !seen[key] {
			seen[key] = true
			queue = append(queue, c)
		}
	}
	for _, c := range f.initial() {
		add(c)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		state(c)
		for _, m := range f.system.Possible(nil, c.Locations, c.Count) {
			f.steps(c, m, func(s sts.Step) {
				step(s)
				if s.Outcome == sts.Done {
					add(s.Next)
				}
			})
		}
	}
}

// randomSystem writes a small event system over finite domains, with up to three invariants.
func randomSystem(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system Random\nvar x: 0..3 = 1\nvar y: -1..2\nvar ok: bool = false\nvar a: 0..2[2] = [0, 1]\n")
	g := &conditions{r: r, numbers: []string{"x", "y", "a[0]", "a[1]"}}
	for i := range rapid.IntRange(1, 3).Draw(r, "events") {
		fmt.Fprintf(&b, "event e%d: %s\n", i, g.event())
	}
	for i := range rapid.IntRange(1, 3).Draw(r, "invariants") {
		fmt.Fprintf(&b, "invariant i%d: %s or %s\n", i, g.condition(1), g.atom())
	}
	return b.String()
}

// conditions writes random expressions over given names.
type conditions struct {
	r       *rapid.T
	numbers []string
}

func (g *conditions) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(g.r, label)
}

func (g *conditions) event() string {
	out := ""
	own := &conditions{r: g.r, numbers: g.numbers}
	if rapid.Bool().Draw(g.r, "any") {
		own.numbers = append(own.numbers[:len(own.numbers):len(own.numbers)], "k", "k")
		out = "any k: 0..2 where " + own.condition(1) + " "
	}
	out += "when " + own.condition(1) + " do " + g.pick("target", "x := ", "y := ", "a[1] := ", "a[x % 2] := ", "a[y] := ") + own.number(1)
	if rapid.Bool().Draw(g.r, "second") {
		out += "; ok := " + own.condition(1)
	}
	return out
}

func (g *conditions) number(depth int) string {
	if depth == 0 || rapid.Bool().Draw(g.r, "leaf") {
		return g.pick("number", append([]string{"0", "1", "2"}, g.numbers...)...)
	}
	return "(" + g.number(depth-1) + " " + g.pick("operator", "+", "-", "*") + " " + g.number(depth-1) + ")"
}

func (g *conditions) condition(depth int) string {
	switch rapid.IntRange(0, 3).Draw(g.r, "condition") {
	case 0:
		return "ok"
	case 1:
		if depth > 0 {
			return "(" + g.condition(depth-1) + g.pick("connective", " and ", " or ") + g.condition(depth-1) + ")"
		}
	}
	return g.atom()
}

func (g *conditions) atom() string {
	return g.number(1) + g.pick("comparison", " < ", " <= ", " == ", " != ", " > ") + g.number(1)
}

package tester_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// The relation that a session can observe: i ioco s, where inputs come only after δ (the tester waits for outputs first) and
// only if every state of s after the trace accepts them (uioco). A system ignores an input that it has no step for.

// fair reports whether an input continues a trace of uioco: some state accepts it, and none refuses it.
func (d *definition) fair(states []concrete, l label) bool {
	return len(d.after(states, l)) > 0 && !slices.ContainsFunc(states, func(c concrete) bool { return d.refuses(c, l) })
}

// refuses reports whether a state can do neither an input nor τ. So a state that owes an output refuses every input.
func (d *definition) refuses(c concrete, l label) bool {
	steps := len(d.accepted(c, l))
	d.taken(c, silentStep, func([]term.Value, *sts.Move, concrete) { steps++ })
	return steps == 0
}

// afterInput is after for a system: a state without a step for the input stays where it is.
func (d *definition) afterInput(states []concrete, l label) []concrete {
	var out []concrete
	for _, s := range states {
		next := d.accepted(s, l)
		if len(next) == 0 {
			next = []concrete{s}
		}
		out = append(out, next...)
	}
	return d.closure(out)
}

// pair is where a trace leads in the model and in the system.
type pair struct {
	model, system []concrete
	inputs        int  // on the way
	quiet         bool // the last label was δ
}

func (p pair) key() string { return fmt.Sprint(p.quiet, "\n", keyOf(p.model), "\n", keyOf(p.system)) }

// maxPairs bounds the search; the models are so small that it is hardly ever met.
const maxPairs = 20000

// conforms decides by brute force whether a system conforms to a model, and if not, how many inputs show it at least.
func conforms(t testing.TB, model, system *sts.System) (ok bool, inputs int) {
	return conformsBut(t, model, system, func(label, map[string]label) bool { return true })
}

// conformsBut is conforms where only some failures count: counts is given what was observed, and what was allowed.
func conformsBut(t testing.TB, model, system *sts.System, counts func(observed label, allowed map[string]label) bool) (ok bool, inputs int) {
	m, s := newDefinition(t, model), newDefinition(t, system)
	alphabet := m.alphabet()
	work := []pair{{model: m.initial(), system: s.initial()}}
	seen := map[string]bool{}
	for len(work) > 0 {
		p := work[0]
		work = work[1:]
		if seen[p.key()] {
			continue
		}
		seen[p.key()] = true
		if len(seen) > maxPairs {
			t.Fatal("the model is too large to decide conformance by brute force")
		}
		allowed := m.out(p.model)
		for text, l := range s.out(p.system) {
			if _, ok := allowed[text]; !ok {
				if counts(l, allowed) {
					return false, p.inputs
				}
				continue
			}
			work = append(work, pair{m.after(p.model, l), s.after(p.system, l), p.inputs, text == quiescence.text})
		}
		for _, l := range alphabet {
			if p.quiet && l.isInput() && m.fair(p.model, l) {
				work = append(work, pair{m.after(p.model, l), s.afterInput(p.system, l), p.inputs + 1, false})
			}
		}
	}
	return true, 0
}

// TestDefinition: the brute force itself, on pairs whose answer everybody knows.
func TestDefinition(t *testing.T) {
	for _, c := range []struct {
		model, system string
		ok            bool
		inputs        int
	}{
		{single, single, true, 0}, {single, silent, false, 1}, {loop, loop, true, 0}, {loop, single, false, 2}, {single, loop, false, 2},
	} {
		if ok, inputs := conforms(t, load(t, c.model), load(t, c.system)); ok != c.ok || inputs != c.inputs {
			t.Errorf("conforms: %v with %d inputs, want %v with %d\n%s\n%s", ok, inputs, c.ok, c.inputs, c.model, c.system)
		}
	}
}

// machine is the text of a machine, a line for each transition.
type machine struct{ transitions []string }

func (m machine) text(start string) string {
	return "system R\ninput put(0..2)\ninput go()\noutput told(0..2)\noutput done()\nvar x: 0..2 = 0, y: 0..2" + start + "\ninitial l0\n" + strings.Join(m.transitions, "\n") + "\n"
}

// finiteMachine draws a machine whose variables and channels have finite domains. Steps without input lead to locations with
// larger numbers, so that it comes to rest.
func finiteMachine(r *rapid.T) machine {
	var m machine
	for i := range rapid.IntRange(2, 6).Draw(r, "transitions") {
		m.transitions = append(m.transitions, finiteTransition(r, i))
	}
	return m
}

func finiteTransition(r *rapid.T, number int) string {
	clauses := []string{
		"in put(x)", "in put(p) when p > 0 do x := (x + p) % 3", "in go when x < 2 do y := x out told(y)",
		"in put(p) when p == y out done(), told(p)", "in go out told((x + y) % 3)", "in put(p) when p <= y do y := p", "in go",
	}
	spontaneous := []string{"when x > 0 out told(x)", "when y < 2 do y := y + 1", "when x == y out done()", "do x := 0", "any k: 0..1 do x := k"}
	from := rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2}).Draw(r, "from")
	to, clause := from+1, rapid.SampledFrom(spontaneous).Draw(r, "spontaneous")
	if rapid.IntRange(0, 3).Draw(r, "kind") > 0 {
		to, clause = rapid.IntRange(0, 3).Draw(r, "to"), rapid.SampledFrom(clauses).Draw(r, "clause")
	}
	return fmt.Sprintf("t%d: l%d -> l%d %s", number, from, to, clause)
}

// mutant replaces a transition by another one.
func (m machine) mutant(r *rapid.T) machine {
	i := rapid.IntRange(0, len(m.transitions)-1).Draw(r, "mutated")
	out := machine{append([]string(nil), m.transitions...)}
	out.transitions[i] = finiteTransition(r, i)
	return out
}

// mutation is a model and a system that was made from it.
type mutation struct{ model, system string }

var mutations = rapid.Custom(func(r *rapid.T) mutation {
	m := finiteMachine(r)
	return mutation{m.text(""), m.mutant(r).text(" = 0")}
})

// sessions is the bound within which a fault must be found, with different choices in each session.
const sessions = 100

// TestMutants: a mutant that does not conform, as brute force decides, fails within the bound, and not before the number of
// inputs that it takes at least; one that conforms never fails. The mutants are always the same, so that the bound is met each
// time or never.
func TestMutants(t *testing.T) {
	mutants := 50
	if testkit.Long() {
		mutants = 200
	}
	conforming, caught := 0, 0
	for seed := range mutants {
		m := mutations.Example(seed)
		model, system := load(t, m.model), load(t, m.system)
		if ok, inputs := conforms(t, model, system); ok {
			conforming++
			if r := firstFailure(t, model, system, 3); r != nil {
				t.Errorf("a mutant that conforms failed: %s\n%v\n%s\n%s", r.Evidence, r.Trace, m.model, m.system)
			}
		} else {
			caught++
			if r := firstFailure(t, model, system, sessions); r == nil || len(tester.Inputs(r.Trace)) < inputs {
				t.Errorf("a mutant that %d inputs can show: %v\n%s\n%s", inputs, r, m.model, m.system)
			}
		}
	}
	if conforming < mutants/6 || caught < mutants/6 {
		t.Errorf("%d mutants conform and %d do not: too few to mean something", conforming, caught)
	}
}

// firstFailure runs sessions until one fails; nil if none does.
func firstFailure(t *testing.T, model, system *sts.System, sessions int) *tester.Report {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{})
	tracker, err := ioco.NewTracker(model, solver)
	if err != nil {
		t.Fatal(err)
	}
	for n := range sessions {
		options := tester.Options{Steps: 12, Strategy: tester.Random, Seed: int64(n)}
		if n%4 == 0 {
			options.Strategy = tester.Guided
		}
		s := tester.NewSession(tracker, simulated.New(system, model, uint64(n)), options)
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == result.Fail {
			return r
		}
	}
	return nil
}

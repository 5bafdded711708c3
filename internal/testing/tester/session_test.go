package tester_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

func load(t testing.TB, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatal(err)
	}
	if list.HasErrors() {
		t.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), text)
	}
	return m.System
}

func newTracker(t testing.TB, model *sts.System) *ioco.Tracker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{})
	tracker, err := ioco.NewTracker(model, solver)
	if err != nil {
		t.Fatal(err)
	}
	return tracker
}

func newSession(t testing.TB, model *sts.System, a sut.Adapter, options tester.Options) *tester.Session {
	t.Helper()
	return tester.NewSession(newTracker(t, model), a, options)
}

func verdict(t testing.TB, model, system string, steps int) *tester.Report {
	t.Helper()
	m := load(t, model)
	s := newSession(t, m, simulated.New(load(t, system), m, 1), tester.Options{Steps: steps})
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A stimulus that is answered once, never, or again and again.
const (
	single = "system S\ninput stimulus()\noutput response()\ninitial a\nask: a -> b in stimulus\nanswer: b -> c out response()\nagain: c -> c in stimulus\n"
	silent = "system S\ninput stimulus()\noutput response()\ninitial a\nask: a -> c in stimulus\nagain: c -> c in stimulus\n"
	loop   = "system S\ninput stimulus()\noutput response()\ninitial a\nask: a -> b in stimulus\nanswer: b -> a out response()\n"
)

// TestVerdictMatrix: model and system of a stimulus/response pair. A model that says nothing about a second response allows
// a system that gives it only where it may be silent, so (single, loop) fails once the second response comes; the pair
// where the tester does not stimulate again passes.
func TestVerdictMatrix(t *testing.T) {
	for _, c := range []struct {
		name, model, system string
		want                result.Verdict
	}{
		{"single, single", single, single, result.Pass},
		{"single, silent", single, silent, result.Fail},
		{"loop, loop", loop, loop, result.Pass},
		{"loop, single", loop, single, result.Fail},
	} {
		model := c.model
		if r := verdict(t, model, c.system, 5); r.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, r.Verdict, r.Evidence, c.want)
		}
	}
	once := strings.Replace(single, "again: c -> c in stimulus\n", "", 1)
	if r := verdict(t, once, loop, 5); r.Verdict != result.Pass {
		t.Errorf("single, loop: %s (%s), want pass", r.Verdict, r.Evidence)
	}
}

const counter = `system Counter
input add(0..9)
input ask()
output total(int)
var n: int = 0
initial s
add:   s -> s in add(x) do n := n + x
ask:   s -> s in ask out total(n)
reset: s -> s in add(x) when n > 20 do n := 0
`

// TestEvidence: a failure says what was observed and what was allowed instead, and is made short.
func TestEvidence(t *testing.T) {
	faulty := strings.Replace(counter, "do n := n + x", "do n := (if n + x > 5 then n else n + x)", 1)
	m := load(t, counter)
	s := newSession(t, m, simulated.New(load(t, faulty), m, 1), tester.Options{Steps: 200, Strategy: tester.Random, Seed: 5})
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != result.Fail || !strings.Contains(r.Evidence, "the system sent total(") || !strings.Contains(r.Evidence, "allowed was: total(") {
		t.Fatalf("%s: %s", r.Verdict, r.Evidence)
	}
	short, err := s.Shrink(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tester.Inputs(short.Trace)); short.Verdict != result.Fail || n > 3 || n >= len(tester.Inputs(r.Trace)) && n > 2 {
		t.Errorf("%d inputs after shrinking %d: %v", n, len(tester.Inputs(r.Trace)), short.Trace)
	}
}

// TestNondeterminismIsAllowed: a system may take any of the choices that the model leaves open.
func TestNondeterminismIsAllowed(t *testing.T) {
	model := `system Choice
input roll()
output face(int)
output luck()
var n: int = 0
initial s
roll: s -> t in roll
show: t -> s any k: 1..6 do n := k out face(n)
win:  t -> s out luck(), face(6)
`
	m := load(t, model)
	for seed := range uint64(5) {
		system := strings.Replace(model, "any k: 1..6", "any k: 0..0 where true", 1)
		system = strings.Replace(system, "n := k", "n := 3", 1)
		s := newSession(t, m, simulated.New(load(t, system), m, seed), tester.Options{Steps: 20, Strategy: tester.Random})
		if r, err := s.Run(t.Context()); err != nil || r.Verdict != result.Pass {
			t.Fatalf("%v %v", r, err)
		}
	}
	wrong := strings.Replace(model, "any k: 1..6", "any k: 0..0", 1)
	s := newSession(t, m, simulated.New(load(t, wrong), m, 1), tester.Options{Steps: 50, Strategy: tester.Random})
	r, err := s.Run(t.Context())
	if err != nil || r.Verdict != result.Fail {
		t.Fatalf("%v %v", r, err)
	}
	if !strings.Contains(r.Evidence, "the system sent face(0); allowed was: face(1..6), or luck()") {
		t.Errorf("evidence %q does not say what was open", r.Evidence)
	}
}

// TestPurposes: a purpose is reached, or may be, or is not.
func TestPurposes(t *testing.T) {
	model := counter + `purpose full = location s when n > 15
purpose never = location s when n < 0
purpose both = transitions add, ask
purpose order = sequence ask, *, add, ask
`
	hidden := `system Hidden
input go()
output done()
initial a
first: a -> b in go out done()
other: a -> c in go out done()
purpose left = location b
`
	for _, c := range []struct {
		model, purpose string
		want           result.Verdict
	}{
		{model, "full", result.Pass}, {model, "never", result.Inconclusive}, {model, "both", result.Pass}, {model, "order", result.Pass},
		{hidden, "left", result.WeakPass},
	} {
		m := load(t, c.model)
		var purpose *sts.Purpose
		for i := range m.Purposes {
			if m.Purposes[i].Name == c.purpose {
				purpose = &m.Purposes[i]
			}
		}
		s := newSession(t, m, simulated.New(m, m, 1), tester.Options{Steps: 60, Purpose: purpose, Seed: 2})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s, %v", c.purpose, r.Verdict, r.Evidence, c.want, err)
		}
	}
}

// TestTooMuchIsPossible: where the tracker cannot follow everything that is possible, it blames no system.
func TestTooMuchIsPossible(t *testing.T) {
	const total = "input ask()\noutput total(int)\nvar n: int = %d\ninitial s\nask: s -> t in ask\nanswer: t -> s out total(n)\n%s"
	counting := fmt.Sprintf(total, 0, "count: t -> t do n := n + 1\n")
	if r := verdict(t, counting, fmt.Sprintf(total, 1000, ""), 5); r.Verdict != result.Inconclusive || !strings.Contains(r.Evidence, "more than 500 states") {
		t.Errorf("%s: %s", r.Verdict, r.Evidence)
	}
	if r := verdict(t, counting, fmt.Sprintf(total, 5, ""), 5); r.Verdict != result.Pass {
		t.Errorf("%s: %s", r.Verdict, r.Evidence)
	}
	bits := ""
	for i := range 10 {
		bits += fmt.Sprintf("bit%d: t -> t when n < %d do n := n + %d\n", i, 1<<i, 1<<i)
	}
	wide := fmt.Sprintf(total, 0, bits)
	if r := verdict(t, wide, fmt.Sprintf(total, 2000, ""), 5); r.Verdict != result.Inconclusive || !strings.Contains(r.Evidence, "more than 500 states") {
		t.Errorf("%s: %s", r.Verdict, r.Evidence)
	}
}

// TestModelConformsToItself: a system that behaves as its model never fails, whatever the model.
func TestModelConformsToItself(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		model := randomMachine(r)
		m := load(t, model)
		s := newSession(t, m, simulated.New(m, m, rapid.Uint64().Draw(r, "seed")), tester.Options{Steps: 15, Strategy: rapid.SampledFrom(tester.Strategies).Draw(r, "strategy")})
		report, err := s.Run(t.Context())
		if err != nil {
			r.Fatal(err)
		}
		if report.Verdict != result.Pass {
			r.Fatalf("%s: %s\n%v\n%s", report.Verdict, report.Evidence, report.Trace, model)
		}
	})
}

// randomMachine writes a machine whose steps without input always lead on to a location with larger number, so that it
// comes to rest.
func randomMachine(r *rapid.T) string {
	text := "system R\ninput put(0..4)\ninput go()\noutput told(int)\noutput done()\nvar x: int = 0, y: int = 0\ninitial l0\n"
	clauses := []string{
		"in put(x)", "in put(p) when p > 1 do x := x + p", "in go when x < 6 do y := x out told(y)", "in put(p) when p == y out done(), told(p)",
		"in go out told(x + y)", "in put(p) when p <= y do y := p",
	}
	spontaneous := []string{"when x > 2 out told(x)", "when y < 3 do y := y + 1", "when x == y out done()", "do x := 0"}
	for i := range rapid.IntRange(2, 6).Draw(r, "transitions") {
		from := rapid.IntRange(0, 2).Draw(r, "from")
		if rapid.IntRange(0, 3).Draw(r, "kind") == 0 && from < 3 {
			text += "t" + string(rune('0'+i)) + ": l" + string(rune('0'+from)) + " -> l" + string(rune('1'+from)) + " " + rapid.SampledFrom(spontaneous).Draw(r, "clause") + "\n"
			continue
		}
		text += "t" + string(rune('0'+i)) + ": l" + string(rune('0'+from)) + " -> l" + string(rune('0'+rapid.IntRange(0, 3).Draw(r, "to"))) + " " + rapid.SampledFrom(clauses).Draw(r, "clause") + "\n"
	}
	return text
}

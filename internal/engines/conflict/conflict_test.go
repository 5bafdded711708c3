package conflict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func newSolver(t testkit.Failer) smt.Solver {
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Fatalf("no solver: %v", err)
	}
	return solver
}

// walk follows moves by their names, and attempts the last one.
func walk(t *testing.T, s *sts.System, names ...string) *path.Path {
	t.Helper()
	p := path.Begin(path.Knowledge{System: s})
	for i, name := range names {
		moves := p.Possible()
		k := slices.IndexFunc(moves, func(m *sts.Move) bool { return m.Name == name })
		if k < 0 {
			t.Fatalf("no move %s in step %d", name, i+1)
		}
		a, err := p.Attempt(context.Background(), moves[k], nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if i == len(names)-1 {
			return a
		}
		p = a
	}
	return nil
}

const counters = `system S
input a(x: int, y: int)
output b(x: int)
const least: int
assume least > 7
var n: int = 0
var m: int = 0
var k: int = 0
initial q
low: q -> r in a(x, y) when x < 3 and y > 100 do n := x; m := y
high: r -> q when n > 5 out b(n)
large: r -> q when n + m > 0 and m < 50 out b(n)
never: r -> q when k > 0 out b(n)
least: r -> q when n > least out b(n)
same: r -> q when n > 0 and m > 50 out b(n)
`

// TestConflict: the conflict has the conditions that matter, each with its step, and no others.
func TestConflict(t *testing.T) {
	testkit.NeedsSolver(t)
	for name, want := range map[string]string{
		"high":  "1 x@1 <= 2; 2 x@1 >= 6",
		"large": "1 y@1 >= 101; 2 y@1 <= 49",
		"never": "2 k >= 1 where k = 0",
		"least": "0 initially least@0 >= 8; 1 x@1 <= 2; 2 least@0 < x@1",
	} {
		t.Run(name, func(t *testing.T) {
			f := conflict.Finder{Solver: newSolver(t)}
			defer f.Solver.Close()
			core, err := f.Conflict(t.Context(), walk(t, testkit.LoadText(t, counters), "low", name))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range core.Conditions {
				got = append(got, string(rune('0'+c.Step))+" "+c.Text())
			}
			if text := strings.Join(got, "; "); text != want || !core.Minimal {
				t.Errorf("got %s (minimal: %t), want %s", text, core.Minimal, want)
			}
		})
	}
}

// TestPossible: an attempt that can succeed has a model.
func TestPossible(t *testing.T) {
	testkit.NeedsSolver(t)
	f := conflict.Finder{Solver: newSolver(t)}
	defer f.Solver.Close()
	answer, err := f.Check(t.Context(), walk(t, testkit.LoadText(t, counters), "low", "same"))
	if err != nil || answer.Status != smt.Sat || len(answer.Model) == 0 {
		t.Errorf("got %v %v with %d values, want sat", answer.Status, err, len(answer.Model))
	}
}

// TestQueriesAreBounded: with few queries the conflict is not small, and not marked as minimal.
func TestQueriesAreBounded(t *testing.T) {
	testkit.NeedsSolver(t)
	f := conflict.Finder{Solver: newSolver(t), Limit: 1}
	defer f.Solver.Close()
	core, err := f.Conflict(t.Context(), walk(t, testkit.LoadText(t, counters), "low", "high"))
	if err != nil || core.Minimal || len(core.Conditions) < 2 {
		t.Errorf("%v, minimal %t, %d conditions", err, core.Minimal, len(core.Conditions))
	}
}

// TestConflictLaw: after random paths of random models, the conditions of every conflict contradict each other, and those of a minimal one no
// longer do if any is left out.
func TestConflictLaw(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := newSolver(t)
	defer solver.Close()
	found := 0
	rapid.Check(t, func(r *rapid.T) {
		s := testkit.TryText(r, testkit.Model(r))
		if s == nil {
			return
		}
		f := conflict.Finder{Solver: solver}
		p := path.Begin(path.Knowledge{System: s})
		for range 4 {
			moves := p.Possible()
			if len(moves) == 0 {
				return
			}
			a, err := p.Attempt(t.Context(), rapid.SampledFrom(moves).Draw(r, "move"), nil, nil)
			if err != nil {
				r.Fatal(err)
			}
			answer, err := f.Check(t.Context(), a)
			if err != nil {
				r.Fatal(err)
			}
			if answer.Status == smt.Unsat {
				found++
				checkCore(r, f, a)
				return
			}
			p = a
		}
	})
	if found == 0 {
		t.Error("no conflict was found")
	}
}

func checkCore(r *rapid.T, f conflict.Finder, a *path.Path) {
	core, err := f.Conflict(context.Background(), a)
	if err != nil {
		r.Fatal(err)
	}
	var terms []*term.Term
	for _, c := range core.Conditions {
		terms = append(terms, c.Term)
	}
	if status := statusOf(r, f, terms); status != smt.Unsat {
		r.Errorf("the conflict %v is %s", terms, status)
	}
	for i := range terms {
		others := slices.Concat(terms[:i], terms[i+1:])
		if core.Minimal && len(others) > 0 && statusOf(r, f, others) != smt.Sat {
			r.Errorf("%v is minimal, but so is it without %s", terms, terms[i])
		}
	}
}

func statusOf(r *rapid.T, f conflict.Finder, conjuncts []*term.Term) smt.Status {
	answer, err := f.Solver.Check(context.Background(), smt.Query{Conjuncts: conjuncts})
	if err != nil {
		r.Fatal(err)
	}
	return answer.Status
}

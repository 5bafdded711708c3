package prove_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// counter is a loop that counts x up to 3 and copies it to y, with candidates of which some are inductive.
func counter(s *term.Store) (edges []prove.Edge, candidates, want []*term.Term) {
	x, y, n := s.Var("x", term.Int), s.Var("y", term.Int), s.Int
	after := func(by map[*term.Term]*term.Term) func(*term.Term) *term.Term {
		return func(c *term.Term) *term.Term { return s.Substitute(c, by) }
	}
	edges = []prove.Edge{
		{From: prove.Outside, After: after(map[*term.Term]*term.Term{x: n(0), y: n(0)})},
		{Premises: []*term.Term{s.Lt(x, n(3))}, After: after(map[*term.Term]*term.Term{x: s.Add(x, n(1)), y: x})},
	}
	want = []*term.Term{s.Le(x, n(3)), s.Le(n(0), x), s.Le(y, x), s.Le(y, n(3))}
	return edges, append([]*term.Term{s.Le(x, n(2)), s.Eq(x, y), s.Le(n(1), x), s.Le(y, n(1))}, want...), want
}

// The kept candidates do not depend on whether the solver can decide queries about many candidates.
func TestInductive(t *testing.T) {
	for name, undecided := range map[string]func(values []*term.Term) bool{
		"all decided":    func([]*term.Term) bool { return false },
		"single decided": func(values []*term.Term) bool { return len(values) > 0 },
	} {
		t.Run(name, func(t *testing.T) {
			z3 := solver(t)
			defer z3.Close()
			s := term.NewStore()
			edges, candidates, want := counter(s)
			queries := 0
			kept, err := prove.Inductive(s, edges, [][]*term.Term{candidates}, func(q smt.Query) (smt.Answer, error) {
				queries++
				if undecided(q.Values) {
					return smt.Answer{Status: smt.Unknown}, nil
				}
				return z3.Check(t.Context(), q)
			})
			if err != nil || !slices.Equal(kept[0], want) {
				t.Errorf("%v after %d queries: %v, want %v", err, queries, kept[0], want)
			}
		})
	}
}

// If the solver never decides, only candidates that follow syntactically are kept.
func TestInductiveUndecided(t *testing.T) {
	s := term.NewStore()
	edges, candidates, want := counter(s)
	kept, err := prove.Inductive(s, edges, [][]*term.Term{candidates}, func(smt.Query) (smt.Answer, error) {
		return smt.Answer{Status: smt.Unknown}, nil
	})
	if err != nil || !slices.Equal(kept[0], want[1:3]) {
		t.Errorf("%v, %v", err, kept)
	}
}

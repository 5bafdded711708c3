package mutate

import (
	"context"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// hurried is a solver that does not decide queries with a short time limit.
type hurried struct{ smt.Solver }

func (h hurried) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < time.Minute {
		return smt.Answer{Status: smt.Unknown, Reason: "no time"}, nil
	}
	return h.Solver.Check(ctx, q)
}

// A mutant that a quick proof leaves open is tried again with more time: the fates are those of a run without a limit.
func TestQuickProofsAreNotTheLast(t *testing.T) {
	needSolver(t)
	p := testkit.Mutants(t, `input add(n: int)
input ask()
output sum(n: int)
var total: int = 0
initial s
add: s -> s in add(n) when n >= 0 do total := total + n
ask: s -> s in ask when total >= 0 out sum(total)
`, 100)
	o := options(p.Original)
	o.Extend = false
	want, err := Run(t.Context(), p, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	newSolver := o.NewSolver
	o.NewSolver = func() (smt.Solver, error) {
		s, err := newSolver()
		return hurried{s}, err
	}
	limited, cancel := context.WithTimeout(t.Context(), 100*time.Hour)
	defer cancel()
	got, err := Run(limited, p, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	count := map[result.Fate]int{}
	for i, m := range p.Mutants {
		count[want.Fates[i].Status]++
		if a, b := want.Fates[i].Status, got.Fates[i].Status; a != b {
			t.Errorf("%s: %s, with a limit %s: %s", m.Words, a, b, got.Fates[i].Explain())
		}
	}
	t.Log(count)
	if count[result.FateEquivalent] == 0 || count[result.FateConforming] == 0 || count[result.FateUndecided] == 0 {
		t.Errorf("the fates %v are too few to mean something", count)
	}
}

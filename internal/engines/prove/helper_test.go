package prove_test

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// unreachable tries to prove all transitions unreachable.
func unreachable(t testkit.Failer, s *sts.System, options prove.Options) map[string]prove.Answer {
	t.Helper()
	return answers(t, s, solver(t), options)
}

func solver(t testkit.Failer) smt.Solver {
	t.Helper()
	z3, err := testkit.NewSolver()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return z3
}

func answers(t testkit.Failer, s *sts.System, z3 smt.Solver, options prove.Options) map[string]prove.Answer {
	t.Helper()
	defer z3.Close()
	found, err := prove.Unreachable(context.Background(), s, s.Transitions(), z3, options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	out := map[string]prove.Answer{}
	for _, a := range found {
		out[a.Transition.Name] = a
	}
	return out
}

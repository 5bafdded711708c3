package prove_test

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func check(t testkit.Failer, s *sts.System, config smt.Config) *prove.Report {
	t.Helper()
	solver := testkit.Solver(t, config)
	r, err := prove.CheckInvariants(context.Background(), s, solver)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// answer returns the answer about a claim and an event; the empty event is the initialisation.
func answer(t testkit.Failer, r *prove.Report, claim, event string) prove.StepAnswer {
	t.Helper()
	for _, a := range r.Answers {
		if a.Claim == claim && (a.Move == nil && event == "" || a.Move != nil && a.Move.Name == event) {
			return a
		}
	}
	t.Fatalf("there is no answer about %s and %s", claim, event)
	return prove.StepAnswer{}
}

// verdict returns the verdict about a claim.
func verdict(t testkit.Failer, r *prove.Report, claim string) prove.Verdict {
	t.Helper()
	for _, v := range r.Verdicts {
		if v.Claim == claim {
			return v
		}
	}
	t.Fatalf("there is no verdict about %s", claim)
	return prove.Verdict{}
}

// strengthened checks the claims, and tries to prove the open ones by other means.
func strengthened(t testkit.Failer, s *sts.System, config smt.Config, means prove.Means) *prove.Report {
	t.Helper()
	solver := testkit.Solver(t, config)
	r, err := prove.CheckInvariants(context.Background(), s, solver)
	if err == nil {
		err = r.Strengthen(context.Background(), s, solver, means)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

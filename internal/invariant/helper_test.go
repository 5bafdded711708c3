package invariant_test

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/invariant"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func check(t testkit.Failer, s *sts.System, config smt.Config) *invariant.Report {
	t.Helper()
	solver, err := smt.New(config)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer solver.Close()
	r, err := invariant.Check(context.Background(), s, solver)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// answer is that about a claim and an event; the empty event is the initialisation.
func answer(t testkit.Failer, r *invariant.Report, claim, event string) invariant.Answer {
	t.Helper()
	for _, a := range r.Answers {
		if a.Claim == claim && (a.Move == nil && event == "" || a.Move != nil && a.Move.Name == event) {
			return a
		}
	}
	t.Fatalf("there is no answer about %s and %s", claim, event)
	return invariant.Answer{}
}

// verdict is that about a claim.
func verdict(t testkit.Failer, r *invariant.Report, claim string) invariant.Verdict {
	t.Helper()
	for _, v := range r.Verdicts {
		if v.Claim == claim {
			return v
		}
	}
	t.Fatalf("there is no verdict about %s", claim)
	return invariant.Verdict{}
}

// strengthened checks, and tries to prove what is left open by other means.
func strengthened(t testkit.Failer, s *sts.System, config smt.Config, means invariant.Means) *invariant.Report {
	t.Helper()
	solver, err := smt.New(config)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer solver.Close()
	r, err := invariant.Check(context.Background(), s, solver)
	if err == nil {
		err = r.Strengthen(context.Background(), s, solver, means)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

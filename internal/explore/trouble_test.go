package explore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var errTrouble = errors.New("the log cannot be written")

// troubled is a solver that answers some queries in its own way.
type troubled struct {
	smt.Solver
	meddle func(smt.Query) (answer smt.Answer, err error, meddles bool)
}

func (s *troubled) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if answer, err, meddles := s.meddle(q); meddles {
		return answer, err
	}
	return s.Solver.Check(ctx, q)
}

// exploreTroubled explores a model with a solver that has the given trouble.
func exploreTroubled(t *testing.T, model string, options explore.Options, meddle func(smt.Query) (smt.Answer, error, bool)) (*sts.System, *explore.Tree, error) {
	t.Helper()
	s := testkit.LoadText(t, model)
	options.NewSolver = func() (smt.Solver, error) {
		works, err := smt.New(smt.Config{})
		return &troubled{Solver: works, meddle: meddle}, err
	}
	if options.Contracts == nil {
		options.Contracts = contractsNamed(s, "")
	}
	tree, err := explore.Run(t.Context(), s, options)
	return s, tree, err
}

// A search whose solver has trouble says so, also if the step can be taken all the same: whether the guard divides by zero was
// not answered.
func TestTroubleIsNotForgotten(t *testing.T) {
	asked := false
	_, tree, err := exploreTroubled(t, "system M\ninput put(int)\ninitial s\na: s -> t in put(p) when 10 / p > 1\nfinal t\n", explore.Options{},
		func(smt.Query) (smt.Answer, error, bool) {
			first := !asked
			asked = true
			return smt.Answer{}, errTrouble, first
		})
	if !errors.Is(err, errTrouble) {
		t.Errorf("error %v; found: %v", err, tree.Result().Findings)
	}
}

// closed reports whether a query is one closed formula, as the interpreter sends when it cannot enumerate a quantifier.
func closed(q smt.Query) bool { return len(q.Conjuncts) == 1 && len(q.Conjuncts[0].Vars()) == 0 }

const stuckModel = "system M\nvar x: int\ninitial s\na: s -> t when exists k: int :: k * k == x\nfinal t\n"

// Trouble while a deadlock is confirmed ends the search; a guard that is not decided leaves the deadlock open, with the reason.
func TestUndecidedDeadlocks(t *testing.T) {
	_, _, err := exploreTroubled(t, stuckModel, explore.Options{}, func(q smt.Query) (smt.Answer, error, bool) {
		return smt.Answer{}, errTrouble, closed(q)
	})
	if !errors.Is(err, errTrouble) {
		t.Errorf("trouble while a deadlock was confirmed: error %v", err)
	}
	_, tree, err := exploreTroubled(t, stuckModel, explore.Options{}, func(q smt.Query) (smt.Answer, error, bool) {
		return smt.Answer{Reason: "too hard"}, nil, closed(q)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Result().Unknown {
		if d.Transition == "deadlock in s" && strings.Contains(d.Reason, "too hard") {
			return
		}
	}
	t.Errorf("the deadlock that is not decided is not reported: %v", tree.Result().Unknown)
}

const outsideModel = `system M
extern Fee(n: int) -> int contract { behavior square: requires (exists k: int :: k * k == n) ensures result == n }
input put(int)
var x: int = 0
initial s
pay: s -> t in put(n) do x := Fee(n)
final t
`

// A call outside its contract that values do not confirm is reported as open, and trouble while it is confirmed ends the search.
func TestUndecidedCallsOutsideContracts(t *testing.T) {
	_, _, err := exploreTroubled(t, outsideModel, explore.Options{}, func(q smt.Query) (smt.Answer, error, bool) {
		return smt.Answer{}, errTrouble, closed(q)
	})
	if !errors.Is(err, errTrouble) {
		t.Errorf("trouble while a call was confirmed: error %v", err)
	}
	_, tree, err := exploreTroubled(t, outsideModel, explore.Options{}, func(q smt.Query) (smt.Answer, error, bool) {
		return smt.Answer{Reason: "too hard"}, nil, closed(q)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tree.Result().Unknown {
		if d.Transition == "pay" && strings.Contains(d.Reason, "behavior of Fee") {
			return
		}
	}
	t.Errorf("the call that is not decided is not reported: %v", tree.Result().Unknown)
}

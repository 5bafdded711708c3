package explore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
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
		works, err := testkit.NewSolver()
		return &troubled{Solver: works, meddle: meddle}, err
	}
	if options.Contracts == nil {
		options.Contracts = contractsNamed(s, "")
	}
	tree, err := explore.Run(t.Context(), s, options)
	return s, tree, err
}

// A search reports trouble of its solver even if the step can be taken: whether the guard divides by zero remains undecided.
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

// openFirst does not decide the first query of a kind, like a solver that gives up on it; it answers the others.
func openFirst(kind smt.Kind) func(smt.Query) (smt.Answer, error, bool) {
	asked := false
	return func(q smt.Query) (smt.Answer, error, bool) {
		if q.Kind != kind || asked {
			return smt.Answer{}, nil, false
		}
		asked = true
		return smt.Answer{Reason: "too hard"}, nil, true
	}
}

// An undecided query at one state does not hide a certain finding at a later one: the finding replaces it.
func TestOpenQueryHidesNoFinding(t *testing.T) {
	for _, c := range []struct {
		asked       smt.Kind
		kind, model string
	}{
		{asked: smt.Deadlock, kind: explore.Deadlock, model: "var x: int\nvar done: bool = false\ninitial s\nt: s -> s when not done and x != 7 do done := true\n"},
		{asked: smt.Deadlock, kind: explore.Deadlock, model: "feature F\nvar x: int\nvar n: int = 0\ninitial s\nt: s -> s when n < 1 and x != 7 do n := n + 1\nu: s -> s for F when n == 1 do n := 2\n"},
		{asked: smt.Obligation, kind: "division-by-zero", model: "var n: int = 0\ninput put(k: int)\ninitial s\nt: s -> s in put(k) when 10 / (k - n) > 1 do n := n + 1\n"},
		{asked: smt.Timelock, kind: explore.Timelock, model: "clock c\nvar n: int\ninitial s\nlocation s while c <= 3\nt: s -> s when n != 7 and c >= 3 and c <= 3 do n := 7\n"},
	} {
		model := "system M\n" + c.model
		_, tree, err := exploreTroubled(t, model, explore.Options{Strategy: explore.BreadthFirst, Depth: 3}, openFirst(c.asked))
		if err != nil {
			t.Fatalf("%v in\n%s", err, model)
		}
		found := false
		for _, f := range tree.Result().Findings {
			found = found || string(f.Kind) == c.kind
		}
		if !found || len(tree.Result().Unknown) > 0 {
			t.Errorf("found %v, open %v: the %s is certain at a later state of\n%s", tree.Result().Findings, tree.Result().Unknown, c.kind, model)
		}
	}
}

// A query that the solver never decides is reported once, and made a limited number of times.
func TestOpenQueryIsGivenUp(t *testing.T) {
	asked := 0
	_, tree, err := exploreTroubled(t, "system M\nvar x: int\nvar n: int = 0\ninitial s\nt: s -> s when x != 7 and n >= 0 do n := n + 1\n",
		explore.Options{Strategy: explore.BreadthFirst, Depth: 100, Workers: 1}, func(q smt.Query) (smt.Answer, error, bool) {
			if q.Kind == smt.Deadlock {
				asked++
			}
			return smt.Answer{Reason: "too hard"}, nil, q.Kind == smt.Deadlock
		})
	if err != nil || len(tree.Result().Unknown) != 1 || tree.Size() < 100 || asked < 2 || asked > 40 {
		t.Errorf("asked %d times at %d states, open %v: %v", asked, tree.Size(), tree.Result().Unknown, err)
	}
}

package explore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var errTrouble = errors.New("the log cannot be written")

// troubled is a solver with trouble at its first question.
type troubled struct {
	smt.Solver
	asked bool
}

func (s *troubled) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if !s.asked {
		s.asked = true
		return smt.Answer{}, errTrouble
	}
	return s.Solver.Check(ctx, q)
}

// TestTroubleIsNotForgotten: a search whose solver has trouble says so, also if the step can be taken all the same: whether the
// guard divides by zero was not answered.
func TestTroubleIsNotForgotten(t *testing.T) {
	s := testkit.LoadText(t, "system M\ninput put(int)\ninitial s\na: s -> t in put(p) when 10 / p > 1\nfinal t\n")
	newSolver := func() (smt.Solver, error) {
		works, err := smt.New(smt.Config{})
		return &troubled{Solver: works}, err
	}
	tree, err := explore.Run(t.Context(), s, explore.Options{NewSolver: newSolver})
	if !errors.Is(err, errTrouble) {
		t.Errorf("error %v; found: %v", err, tree.Result().Findings)
	}
}

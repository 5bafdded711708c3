package abstraction_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/abstraction"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// slow is a solver that needs long for the queries of proofs.
type slow struct{ smt.Solver }

func (s slow) Check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if q.Provisional {
		time.Sleep(200 * time.Millisecond)
	}
	return s.Solver.Check(ctx, q)
}

// Proofs of what tests do not cover do not take much longer than the work before them, however many queries they may send.
func TestProofsKeepProportion(t *testing.T) {
	var predicates []string
	for k := range 8 {
		predicates = append(predicates, fmt.Sprintf("x <= %d", 50*k+49))
	}
	s := testkit.LoadText(t, "var x: nat = 0\nvar y: nat = 0\npredicates P = { "+strings.Join(predicates, ", ")+` }
		event up: any n: 1..2 when x < 1000 do x := x + n
		event turn: when x > 0 do x, y := x - 1, y + 2
		event back: when y > 300 do x := 0`)
	session := open(t, s, abstraction.Options{Workers: 1, NewSolver: func() (smt.Solver, error) {
		z3, err := smt.New(smt.Config{})
		return slow{z3}, err
	}})
	begin := time.Now()
	a := abstract(t, session, s)
	reach, err := session.Reach(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Study(t.Context(), a, reach, abstraction.Plan{Repeat: 1}); err != nil {
		t.Fatal(err)
	}
	without := time.Since(begin)
	slowness := testkit.MeasureSlowness()
	defer slowness.End()
	begin = time.Now()
	if _, err := session.Study(t.Context(), a, reach, abstraction.Plan{Repeat: 1, Prove: 2000}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took.Seconds() > slowness.Factor()*(4*without+6*time.Second).Seconds() {
		t.Errorf("%s without proofs, %s with proofs", without, took)
	}
}

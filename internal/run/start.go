package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/smt"
)

// ErrNoInitialState is the error for assumptions that no initial state satisfies.
var ErrNoInitialState = errors.New("no initial state satisfies the assumptions of the model")

// FindStart returns a run without steps whose initial values satisfy the assumptions of the model. Values that the assumptions
// leave open are the defaults.
func (e *Executor) FindStart(ctx context.Context, solver smt.Solver) (*Witness, error) {
	values := DefaultStart(e.system)
	if e.system.Assume.IsTrue() {
		return e.Begin(values)
	}
	symbolic, free := e.system.StartSymbolic()
	assume := e.system.Apply(e.system.Assume, &symbolic)
	answer, err := solver.Check(ctx, smt.Query{Conjuncts: assume.Conjuncts(), Values: assume.Vars()})
	switch {
	case err != nil:
		return nil, err
	case answer.Status == smt.Unsat:
		return nil, ErrNoInitialState
	case answer.Status != smt.Sat:
		return nil, fmt.Errorf("cannot find an initial state: %s", answer.Reason)
	}
	return e.Begin(Values(answer.Model, free, values))
}

package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// ErrNoInitialState is the error for assumptions that no initial state satisfies.
var ErrNoInitialState = errors.New("no initial state satisfies the assumptions of the model")

// ErrBadStart is the model error that an initial value is undefined or out of range for some values of the frozen constants.
type ErrBadStart struct {
	Violated *sts.Obligation
	Start    *Witness // with these values; no run begins there
	values   string
}

func newErrBadStart(s *sts.System, violated *sts.Obligation, start *Witness) *ErrBadStart {
	var parts []string
	for name, v := range start.Initial(s) {
		parts = append(parts, name+" = "+v)
	}
	slices.Sort(parts)
	return &ErrBadStart{violated, start, strings.Join(parts, ", ")}
}

// Error names the position of the initial value, and the values for which it is wrong.
func (e *ErrBadStart) Error() string {
	p := e.Violated.Span.Position()
	return fmt.Sprintf("%s:%d:%d: %s: model error with %s", e.Violated.Span.FileName(), p.Line, p.Column, e.Violated.Text, e.values)
}

// FindStart returns a run without steps whose initial values satisfy the assumptions of the model. Values that the assumptions
// leave open are the defaults. If every start runs into a model error, the error is an *ErrBadStart.
func (e *Executor) FindStart(ctx context.Context, solver smt.Solver) (*Witness, error) {
	if e.system.Assume.IsTrue() {
		return e.Begin(DefaultStart(e.system))
	}
	start, err := e.startWith(ctx, solver, e.system.Assume)
	if errors.Is(err, ErrNoInitialState) && len(e.system.Start.Safety) > 0 {
		return e.startWith(ctx, solver, e.system.Start.Declared)
	}
	return start, err
}

// MustStart returns an error if no run of a system can begin: ErrNoInitialState or an *ErrBadStart. An undecided query is not an error.
func MustStart(ctx context.Context, s *sts.System, solver smt.Solver) error {
	decide := func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	_, err := NewExecutor(s, nil, decide).FindStart(ctx, solver)
	if errors.Is(err, ErrNoInitialState) || errors.As(err, new(*ErrBadStart)) {
		return err
	}
	return nil
}

// startWith begins with values that satisfy a condition.
func (e *Executor) startWith(ctx context.Context, solver smt.Solver, cond *term.Term) (*Witness, error) {
	symbolic, free := e.system.StartSymbolic()
	assume := e.system.Apply(cond, &symbolic)
	answer, err := solver.Check(ctx, smt.Query{Conjuncts: assume.Conjuncts(), Values: assume.Vars(), Kind: smt.Start})
	switch {
	case err != nil:
		return nil, err
	case answer.Status == smt.Unsat:
		return nil, ErrNoInitialState
	case answer.Status != smt.Sat:
		return nil, fmt.Errorf("cannot find an initial state: %s", answer.Reason)
	}
	return e.Begin(Values(answer.Model, free, DefaultStart(e.system)))
}

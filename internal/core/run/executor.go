package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The reasons for which a run cannot be followed.
var (
	ErrBlocked = errors.New("the interpreter does not follow the solver's model")
	ErrAssumed = errors.New("the initial values do not satisfy the assumptions of the model")
	ErrResults = errors.New("the run has two results of a function for the same arguments")
)

// Executor takes the steps of runs. It belongs to one goroutine.
type Executor struct {
	*sts.Interpreter
	system    *sts.System
	functions Functions // nil if no extern has a table or a runner
}

// NewExecutor makes an executor of s. Decide answers closed formulas that cannot be enumerated; it may be nil.
func NewExecutor(s *sts.System, functions Functions, decide func(*term.Term) (bool, error)) *Executor {
	e := &Executor{Interpreter: sts.NewInterpreter(s), system: s, functions: functions}
	e.Decide = decide
	return e
}

// Begin returns the run without steps for given values of the slots that start symbolic. They must satisfy the assumptions of
// the model; the error is an *ErrBadStart if they give another variable no initial value.
func (e *Executor) Begin(free []term.Value) (*Witness, error) {
	start, err := e.Start(free)
	if err != nil {
		return nil, err
	}
	switch violated, err := e.StartError(start); {
	case err != nil:
		return nil, err
	case violated != nil:
		return nil, newErrBadStart(e.system, violated, &Witness{Params: free, Config: start})
	}
	if assume := e.system.Assume; !assume.IsTrue() {
		if holds, err := e.Holds(start, assume); err != nil || !holds {
			return nil, errors.Join(ErrAssumed, err)
		}
	}
	return &Witness{Params: free, Config: start}, nil
}

// Extend returns the run with one more step, which must be possible.
func (e *Executor) Extend(ctx context.Context, w *Witness, m *sts.Move, params []term.Value) (*Witness, error) {
	next := &Witness{Parent: w, Move: m, Params: params}
	return next, e.Complete(ctx, next)
}

// ExtendOver is Extend for callers that no longer need the configuration of the run, which is overwritten by the one after the step.
func (e *Executor) ExtendOver(ctx context.Context, w *Witness, m *sts.Move, params []term.Value) (*Witness, error) {
	next := &Witness{Parent: w, Move: m, Params: params}
	return next, e.complete(ctx, next, e.TryOver)
}

// Complete takes the last step of a run, of which only the move and the parameters are known. Messages that wait in a queue and the real
// results of known functions replace the parameters that stand for them. If the step cannot be taken the run has no configuration after it.
// It does not write to the slice of parameters, which runs may share.
func (e *Executor) Complete(ctx context.Context, w *Witness) error { return e.complete(ctx, w, e.Try) }

func (e *Executor) complete(ctx context.Context, w *Witness, take attempt) error {
	step, err := e.last(ctx, w, take)
	w.Config, w.Outputs = step.Next, step.Outputs
	return err
}

// attempt takes a step from a configuration.
type attempt func(*sts.Config, *sts.Move, []term.Value) (sts.Step, error)

// Check is Complete for callers that only need to know whether the step can be taken: the run has no configuration after it.
func (e *Executor) Check(ctx context.Context, w *Witness) error {
	_, err := e.last(ctx, w, e.Attempt)
	return err
}

// last completes the parameters of the last step of a run, and takes it.
func (e *Executor) last(ctx context.Context, w *Witness, take attempt) (sts.Step, error) {
	before := w.Parent.Config
	if w.Move.Dequeue != nil {
		w.set(w.Move.DequeueArgs, before.Queues[w.Move.Dequeue.Queue].Items)
	}
	w.Config, w.Outputs, w.Calls = nil, nil, nil
	for i := range w.Move.Calls {
		if err := e.call(ctx, w, i); err != nil {
			w.Calls = nil
			return sts.Step{}, err
		}
	}
	step, err := take(before, w.Move, w.Params)
	if err == nil && step.Outcome != sts.Done {
		err = ErrBlocked
	}
	if err != nil {
		w.Calls = nil
		return sts.Step{}, err
	}
	return step, nil
}

// call finds the arguments of call i of the last step. If the function is known, its result replaces the one in the
// parameters; otherwise the one in the parameters must agree with earlier calls of the run.
func (e *Executor) call(ctx context.Context, w *Witness, i int) error {
	c := w.Move.Calls[i]
	args, err := e.CallArguments(w.Parent.Config, w.Move, w.Params, i)
	if err != nil {
		return err
	}
	if Known(e.functions, c.Extern) {
		result, ok, err := e.functions.Result(ctx, c.Extern, args)
		if err != nil || !ok {
			return &ErrNoResult{Extern: c.Extern.Name, Err: err}
		}
		w.set(c.Results, result)
	} else if before, ok := w.Result(c.Extern, args); ok && !term.SameValues(before, term.Pick(w.Params, c.Results)) {
		return ErrResults
	}
	w.Calls = append(w.Calls, args)
	return nil
}

// ErrNoResult is the error for a call whose result is not known and cannot be found.
type ErrNoResult struct {
	Extern string
	Err    error // why its function failed; nil if it is not allowed to run
}

// Error names the extern.
func (e *ErrNoResult) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("the result of %s is not known", e.Extern)
	}
	return fmt.Sprintf("the result of %s is not known: %v", e.Extern, e.Err)
}

func (e *ErrNoResult) Unwrap() error { return e.Err }

// NothingEnabled reports whether none of the given moves is enabled in a configuration; the error explains why a guard is undecided. A guard
// without a value, such as one with a division by zero, is reported as an error and not as a deadlock.
func (e *Executor) NothingEnabled(c *sts.Config, moves []*sts.Move) (bool, error) {
	for _, m := range moves {
		for _, defined := range m.Defined() {
			if holds, err := e.Holds(c, defined); err != nil || !holds {
				return false, err
			}
		}
		if holds, err := e.Enabled(c, m); err != nil || holds {
			return false, err
		}
	}
	return true, nil
}

// Replay takes the steps of a run again, from the beginning or after another run: prefix may be nil. It returns the new run.
func (e *Executor) Replay(ctx context.Context, prefix *Witness, steps []*Witness) (*Witness, error) {
	run := prefix
	for _, s := range steps {
		var err error
		if s.Move == nil {
			run, err = e.Begin(s.Params)
		} else {
			run, err = e.Extend(ctx, run, s.Move, s.Params)
		}
		if err != nil {
			return nil, err
		}
	}
	return run, nil
}

// Revise takes the steps of a run again with other parameters, given by step. The new run shares with the old one all steps before the
// first whose parameters change or that was not taken; they are not taken again. It also shares the parameters that stay as they are.
func (e *Executor) Revise(ctx context.Context, old []*Witness, params [][]term.Value) (*Witness, error) {
	same := 0
	for same < len(old) && old[same].Config != nil && term.SameValues(old[same].Params, params[same]) {
		same++
	}
	var prefix *Witness
	if same > 0 {
		prefix = old[same-1]
	}
	steps := make([]*Witness, len(old)-same)
	for i := range steps {
		steps[i] = &Witness{Move: old[same+i].Move, Params: params[same+i]}
	}
	return e.Replay(ctx, prefix, steps)
}

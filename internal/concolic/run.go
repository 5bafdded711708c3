package concolic

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Step is one concrete step: a move, and a value for each of its parameters.
type Step struct {
	Move   *sts.Move
	Params []term.Value
}

// Run is a concrete run: the run that it prolongs and the steps since. The first of a chain has no steps but the initial
// values. Many runs share their beginnings.
type Run struct {
	Parent *Run
	Steps  []Step
	Start  []term.Value // by slot, of the first of a chain
	Config flat.Config  // after the last step
	Length int          // steps from the initial configuration

	calls    *run.Witness // the steps that call externs
	verified atomic.Bool  // the interpreter has replayed it
	constant atomic.Pointer[sts.SymbolicState]
}

// All returns the steps from the initial configuration.
func (r *Run) All() []Step {
	out := make([]Step, r.Length)
	end := r.Length
	for s := r; s != nil; s = s.Parent {
		end -= len(s.Steps)
		copy(out[end:], s.Steps)
	}
	return out
}

// first returns the beginning of the chain.
func (r *Run) first() *Run {
	for r.Parent != nil {
		r = r.Parent
	}
	return r
}

// state returns the configuration of a run as a symbolic state of constants.
func (c *campaign) state(r *Run) *sts.SymbolicState {
	if known := r.constant.Load(); known != nil {
		return known
	}
	state := c.system.Constant(c.machine.Expand(r.Config))
	r.constant.Store(&state)
	return &state
}

// verify replays a run, from the initial configuration or from the end of a run that was replayed before, and demands that it
// ends in the configuration of the run.
func (w *walker) verify(ctx context.Context, r *Run) error {
	if r.verified.Load() {
		return nil
	}
	at, err := w.startOf(ctx, r)
	if err != nil {
		return err
	}
	for _, s := range r.Steps {
		if at, err = w.follow(ctx, at, s); err != nil {
			return err
		}
	}
	if !at.Config.Equal(w.campaign.machine.Expand(r.Config)) {
		return run.ErrBlocked
	}
	r.verified.Store(true)
	return nil
}

// startOf returns where the last piece of a run starts: in an initial configuration, or at the end of its parent.
func (w *walker) startOf(ctx context.Context, r *Run) (*run.Witness, error) {
	if r.Parent == nil {
		return w.executor.Begin(r.Start)
	}
	return w.end(r.Parent), w.verify(ctx, r.Parent)
}

// end returns the end of a run as a witness, of which only the steps that call externs are kept.
func (w *walker) end(r *Run) *run.Witness {
	return &run.Witness{Parent: r.calls, Config: w.campaign.machine.Expand(r.Config)}
}

// follow takes a step after a witness, of which only the steps that call externs are kept.
func (w *walker) follow(ctx context.Context, at *run.Witness, s Step) (*run.Witness, error) {
	next, err := w.replay(ctx, at, s)
	next.Parent = callsOf(at)
	return next, err
}

// callsOf returns the steps of a witness that call externs, if only the last one may be another.
func callsOf(at *run.Witness) *run.Witness {
	if len(at.Calls) == 0 {
		return at.Parent
	}
	return at
}

// replay takes a step after a witness; the externs that it calls must return what the parameters have.
func (w *walker) replay(ctx context.Context, at *run.Witness, s Step) (*run.Witness, error) {
	next, err := w.executor.Extend(ctx, at, s.Move, slices.Clone(s.Params))
	for _, c := range s.Move.Calls {
		if err == nil && !term.SameValues(term.Pick(next.Params, c.Results), term.Pick(s.Params, c.Results)) {
			err = run.ErrResults
		}
	}
	return next, err
}

// witness replays a whole run with its outputs, for storing it as a test.
func (w *walker) witness(ctx context.Context, r *Run) (*run.Witness, error) {
	at, err := w.executor.Begin(r.first().Start)
	for _, s := range r.All() {
		if err != nil {
			return nil, err
		}
		at, err = w.replay(ctx, at, s)
	}
	return at, err
}

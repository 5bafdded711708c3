package concolic

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Step is one concrete step: a move, and a value for each of its parameters.
type Step struct {
	Move   *sts.Move
	Params []term.Value
}

// Run is a concrete run, as the run that it prolongs and the steps since. The first of a chain has no steps but the initial
// values. Many runs share their beginnings.
type Run struct {
	Parent *Run
	Steps  []Step
	Start  []term.Value // by slot, of the first of a chain
	Config flat.Config  // after the last step
	Length int          // steps from the initial configuration

	assumed  *assumption
	verified atomic.Bool // the interpreter has replayed it
}

// assumption is a result of an extern that nothing is known of, which the run takes for granted: equal arguments must give
// equal results for the rest of the run.
type assumption struct {
	extern       *sts.Extern
	args, result []term.Value
	before       *assumption
}

func (a *assumption) find(x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	for ; a != nil; a = a.before {
		if a.extern == x && term.SameValues(a.args, args) {
			return a.result, true
		}
	}
	return nil, false
}

// All lists the steps from the initial configuration.
func (r *Run) All() []Step {
	out := make([]Step, r.Length)
	end := r.Length
	for s := r; s != nil; s = s.Parent {
		end -= len(s.Steps)
		copy(out[end:], s.Steps)
	}
	return out
}

// first is the beginning of the chain.
func (r *Run) first() *Run {
	for r.Parent != nil {
		r = r.Parent
	}
	return r
}

var errDiverged = errors.New("the interpreter does not follow the run")

// judge replays runs in the interpreter. It belongs to one goroutine.
type judge struct {
	campaign    *campaign
	interpreter *sts.Interpreter
}

// verify replays a run, from the initial configuration or from the end of a run that was replayed before, and demands that it
// ends where the run says.
func (j *judge) verify(r *Run) error {
	if r.verified.Load() {
		return nil
	}
	if r.Parent != nil {
		if err := j.verify(r.Parent); err != nil {
			return err
		}
	}
	end, err := j.follow(r)
	if err != nil {
		return err
	}
	if !end.Equal(j.campaign.machine.Expand(r.Config)) {
		return errDiverged
	}
	r.verified.Store(true)
	return nil
}

// follow makes the steps of the last piece of a run.
func (j *judge) follow(r *Run) (*sts.Config, error) {
	if r.Parent == nil {
		return j.begin(r)
	}
	w := &explore.Witness{Config: j.campaign.machine.Expand(r.Parent.Config)}
	assumed := r.Parent.assumed
	for _, s := range r.Steps {
		var err error
		if w, assumed, err = j.step(w, s, assumed); err != nil {
			return nil, err
		}
		w.Parent = nil // only the end is wanted
	}
	return w.Config, nil
}

// begin makes the initial configuration of a run and checks the assumptions of the model.
func (j *judge) begin(r *Run) (*sts.Config, error) {
	start, err := j.interpreter.Start(r.Start)
	if err != nil {
		return nil, err
	}
	if assume := j.campaign.system.Assume; !assume.IsTrue() {
		if holds, err := j.interpreter.Holds(start, assume); err != nil || !holds {
			return nil, fmt.Errorf("the initial values do not meet the assumptions of the model (%v)", err)
		}
	}
	return start, nil
}

// step makes one step and checks the calls in it.
func (j *judge) step(w *explore.Witness, s Step, assumed *assumption) (*explore.Witness, *assumption, error) {
	made, err := j.interpreter.Try(w.Config, s.Move, s.Params)
	switch {
	case err != nil:
		return nil, nil, err
	case made.Outcome != sts.Done:
		return nil, nil, errDiverged
	}
	next := &explore.Witness{Parent: w, Move: s.Move, Params: s.Params, Config: made.Next, Outputs: made.Outputs}
	for i, call := range s.Move.Calls {
		args, err := j.interpreter.CallArguments(w.Config, s.Move, s.Params, i)
		if err != nil {
			return nil, nil, err
		}
		next.Calls = append(next.Calls, args)
		if assumed, err = j.called(call, args, term.Pick(s.Params, call.Results), assumed); err != nil {
			return nil, nil, err
		}
	}
	return next, assumed, nil
}

// called checks the result of a call against what is known of the extern, or against what the run assumed before.
func (j *judge) called(call sts.Call, args, result []term.Value, assumed *assumption) (*assumption, error) {
	var known []term.Value
	ok := false
	if j.campaign.knows(call.Extern) {
		var err error
		if known, ok, err = j.campaign.options.Functions.Result(j.campaign.ctx, call.Extern, args); err != nil || !ok {
			return nil, fmt.Errorf("the result of %s is not known (%v)", call.Extern.Name, err)
		}
	} else if known, ok = assumed.find(call.Extern, args); !ok {
		return &assumption{call.Extern, args, result, assumed}, nil
	}
	if !term.SameValues(known, result) {
		return nil, fmt.Errorf("%s returns something else for these arguments", call.Extern.Name)
	}
	return assumed, nil
}

// witness replays a whole run with its outputs, for storing it as a test.
func (j *judge) witness(r *Run) (*explore.Witness, error) {
	start, err := j.begin(r.first())
	if err != nil {
		return nil, err
	}
	w, assumed := &explore.Witness{Params: r.first().Start, Config: start}, (*assumption)(nil)
	for _, s := range r.All() {
		if w, assumed, err = j.step(w, s, assumed); err != nil {
			return nil, err
		}
	}
	return w, nil
}

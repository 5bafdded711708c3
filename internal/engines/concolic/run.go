package concolic

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Step is one concrete step: a move, and a value for each of its parameters.
type Step struct {
	Move   *sts.Move
	Params []term.Value
}

// Run is a concrete run: the run that it prolongs and the steps since. The first of a chain has initial values and no steps. Many runs share
// their beginnings.
type Run struct {
	Parent *Run
	Start  []term.Value // by slot, of the first of a chain
	Length int          // steps from the initial configuration

	piece    piece        // the steps
	at       pages        // the configuration after the last step
	calls    *run.Witness // the steps that call externs
	verified atomic.Bool  // the interpreter has replayed it
}

// config returns the configuration after the last step.
func (r *Run) config() flat.Config { return r.at.config(nil) }

// All returns the steps from the initial configuration.
func (r *Run) All() []Step {
	out := make([]Step, r.Length)
	for ; r.Parent != nil; r = r.Parent {
		copy(out[r.Parent.Length:], r.piece.steps())
	}
	return out
}

// Last returns the moves of the last n steps, or of all if there are fewer.
func (r *Run) Last(n int) []*sts.Move {
	out := make([]*sts.Move, min(n, r.Length))
	for first := r.Length - len(out); r.Length > first; r = r.Parent {
		moves := r.piece.moves()
		copy(out[max(0, r.Parent.Length-first):], moves[max(0, first-r.Parent.Length):])
	}
	return out
}

// state returns the configuration of a run as a symbolic state of constants.
func (c *campaign) state(r *Run) *sts.SymbolicState {
	state := c.system.Constant(c.machine.Expand(r.config()))
	return &state
}

// verify replays a run, from the initial configuration or from the end of a run that was replayed before, and returns an error unless it ends
// in the configuration of the run.
func (w *walker) verify(ctx context.Context, r *Run) error {
	if r.verified.Load() {
		return nil
	}
	at, err := w.startOf(ctx, r)
	if err != nil {
		return err
	}
	for _, s := range r.piece.steps() {
		if at, err = w.follow(ctx, at, s); err != nil {
			return err
		}
	}
	w.compact = slices.Grow(w.compact[:0], r.at.words)[:r.at.words]
	if !r.at.equal(w.campaign.machine.CompactInto(at.Config, w.compact)) {
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
	err := w.verify(ctx, r.Parent)
	return &run.Witness{Parent: r.Parent.calls, Config: w.configOf(r.Parent)}, err
}

// end returns the end of a run as a witness, of which only the steps that call externs are kept.
func (w *walker) end(r *Run) *run.Witness {
	return &run.Witness{Parent: r.calls, Config: own(w.campaign.machine.Expand(r.config()), r)}
}

// own returns a copy of the configuration of a run, whose values steps may overwrite.
func own(c *sts.Config, r *Run) *sts.Config {
	if c != r.at.large {
		return c
	}
	return &sts.Config{Locations: c.Locations, Values: slices.Clone(c.Values), Queues: c.Queues}
}

// configOf returns the configuration at the end of a run. It is valid until the next call, as are the configurations after steps from it.
// Their memory is reused, since a model may have a thousand variables and many runs are replayed.
func (w *walker) configOf(r *Run) *sts.Config {
	if w.expanded == nil {
		w.expanded = w.campaign.machine.NewConfig()
	}
	config := r.at.config(w.unpaged[:0])
	w.unpaged = config.Words
	return own(w.campaign.machine.ExpandInto(config, w.expanded), r)
}

// follow takes a step after a witness, of which only the steps that call externs are kept; its configuration is overwritten.
func (w *walker) follow(ctx context.Context, at *run.Witness, s Step) (*run.Witness, error) {
	next, err := w.replay(ctx, at, s)
	next.Parent = callsOf(at)
	return next, err
}

// callsOf returns the steps of a witness that call externs, if all but the last are known to.
func callsOf(at *run.Witness) *run.Witness {
	if len(at.Calls) == 0 {
		return at.Parent
	}
	return at
}

// replay takes a step after a witness, whose configuration is overwritten; the externs that it calls must return what the parameters have.
func (w *walker) replay(ctx context.Context, at *run.Witness, s Step) (*run.Witness, error) {
	next, err := w.executor.ExtendOver(ctx, at, s.Move, slices.Clone(s.Params))
	for _, c := range s.Move.Calls {
		if err == nil && !term.SameValues(term.Pick(next.Params, c.Results), term.Pick(s.Params, c.Results)) {
			err = run.ErrResults
		}
	}
	return next, err
}

// replayer replays whole runs with their outputs, for storing them as tests. A common prefix of runs is replayed once. The configurations are
// not kept: a test does not need them, and a model may have a thousand variables.
type replayer struct {
	*walker
	known  map[*Run]*run.Witness
	config *sts.Config // after the last step that was replayed
}

// witness replays a run.
func (p *replayer) witness(ctx context.Context, r *Run) (*run.Witness, error) {
	var chain []*Run
	for ; r != nil && p.known[r] == nil; r = r.Parent {
		chain = append(chain, r)
	}
	at := p.known[r]
	if at != nil && len(chain) > 0 {
		p.config = p.configOf(r)
	}
	for _, r := range slices.Backward(chain) {
		var err error
		if at, err = p.piece(ctx, at, r); err != nil {
			return nil, err
		}
		p.known[r] = at
	}
	return at, nil
}

// piece replays the last piece of a run after the rest of it, which is nil for the first piece.
func (p *replayer) piece(ctx context.Context, at *run.Witness, r *Run) (*run.Witness, error) {
	if at == nil {
		first, err := p.executor.Begin(r.Start)
		if err != nil {
			return nil, err
		}
		p.config, first.Config = first.Config, nil
		return first, nil
	}
	for _, s := range r.piece.steps() {
		here := *at
		here.Config = p.config
		next, err := p.replay(ctx, &here, s)
		if err != nil {
			return nil, err
		}
		p.config = next.Config
		next.Parent, next.Config = at, nil
		at = next
	}
	return at, nil
}

package operations

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Finding the transitions that fire, in the keeping system. For a transition that was not found to fire, it looks for a run that fires it
// and violates an invariant: first a run whose other steps keep the invariants, then any run.

// fewStates bounds explorations for runs that may not exist.
const fewStates = 2000

// maxConcrete bounds the concrete states that are visited.
const maxConcrete = 200_000

// fire determines which transitions fire.
func (x *search) fire(ctx context.Context) error {
	x.kept = keep(x.system, nil)
	open := x.open()
	tree := x.options.Explore
	tree.Strategy, tree.Prune, tree.PathsOnly = explore.Cover, true, true
	reply, err := x.ask(ctx, reach.Question{System: x.kept.System, Goals: reach.Transitions(x.kept.of(open)), Tree: &tree, Failing: true, Every: x.allProducts,
		Depth: x.options.Depth})
	if errors.Is(err, run.ErrNoInitialState) || errors.Is(err, run.ErrAssumed) {
		return x.noStart(ctx)
	}
	if err != nil {
		return err
	}
	x.trees = reply.Trees
	for i := range reply.Answers {
		if a := &reply.Answers[i]; a.Run != nil {
			x.fires(ctx, open[i], a.Run)
		} else if !a.Open() || len(x.trees) > 0 {
			x.index[open[i].ID].Why = a.Why
		}
	}
	return unlessOver(ctx, x.breaking(ctx))
}

// ask runs the portfolio on a system that was made from the model.
func (x *search) ask(ctx context.Context, q reach.Question) (*reach.Reply, error) {
	q.NewSolver, q.Proofs, q.Hints, q.States, q.AnyProduct = x.options.NewSolver, reach.Brief(x.options.Queries), x.hints(), maxConcrete, true
	reply, err := reach.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	x.report.States += reply.States()
	x.report.Solver.Add(reply.Solver)
	x.report.Engines = result.AddUses(x.report.Engines, reply.Engines)
	return reply, nil
}

// unlessOver returns nil for an error that occurred because the time was up, since earlier results count.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// fires notes that a run of the keeping system fires a transition.
func (x *search) fires(ctx context.Context, t *sts.Transition, w *run.Witness) {
	o := x.index[t.ID]
	own, err := x.replay(ctx, w)
	if err != nil {
		o.Why = result.Why{Status: result.Unknown, Reason: "unknown: " + err.Error()}
		return
	}
	o.Why, o.run = result.Why{Status: result.Covered}, own
}

// hints are the invariants, which hold in all states of the keeping system.
func (x *search) hints() []*term.Term {
	var out []*term.Term
	for i := range x.system.Invariants {
		out = append(out, x.system.Holds(&x.system.Invariants[i]).Conjuncts()...)
	}
	return out
}

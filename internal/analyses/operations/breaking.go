package operations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// breaking looks for runs that fire transitions for which no run is known that keeps the invariants.
func (x *search) breaking(ctx context.Context) error {
	for _, t := range x.notFiring() {
		if w := x.violation(ctx, t); w != nil {
			if err := x.breaks(t, w); err != nil {
				return err
			}
		}
	}
	left := x.notFiring()
	if len(left) == 0 || len(x.system.Invariants) == 0 || ctx.Err() != nil {
		return nil
	}
	options := x.options.Explore
	options.Strategy, options.States, options.Enough = explore.Cover, min(fewStates, options.States), reach.TakesAll(left)
	tree, err := x.explore(ctx, x.system, options)
	if err != nil {
		return err
	}
	for _, t := range left {
		if hit := tree.Hits[t.ID]; hit != nil {
			if err := x.breaks(t, hit.Witness()); err != nil {
				return err
			}
		}
	}
	return nil
}

// notFiring lists the transitions that no run is known to fire, with the invariants or without. Transitions with a model error or a false
// guard are left out.
func (x *search) notFiring() []*sts.Transition {
	return x.list(func(o *Operation) bool {
		return o.Status != result.Covered && o.Status != result.OnlyThroughError && o.Breaking == nil && !o.Transition.Guard.IsFalse()
	})
}

// violation returns a run of the model whose last step fires a transition and breaks an invariant; nil if none was met.
func (x *search) violation(ctx context.Context, t *sts.Transition) *run.Witness {
	for _, m := range x.kept.Moves() {
		if !slices.Contains(m.Parts, x.kept.Transitions()[t.ID]) {
			continue
		}
		for i := range m.StepSafety {
			o := &m.StepSafety[i]
			for _, tree := range x.trees {
				if w := tree.Violation(o.Key()); w != nil && o.Kind == brokenInvariant {
					if own, err := x.follow(ctx, w); err == nil {
						return own
					}
				}
			}
		}
	}
	return nil
}

// breaks notes a run of the model that fires a transition; unless it keeps the invariants after all, it breaks one.
func (x *search) breaks(t *sts.Transition, w *run.Witness) error {
	o := x.index[t.ID]
	broken, err := x.firstBroken(w)
	switch {
	case err != nil:
		return err
	case broken == nil && settled(o.Status):
		return fmt.Errorf("%s: %w", t.Name, errContradiction)
	case broken == nil:
		o.Why, o.run = result.Why{Status: result.Covered}, w
		return nil
	}
	o.Breaking = broken
	if o.Status == result.Unreachable {
		o.Status, o.Reason = result.BreaksInvariant, "fires only in runs that break an invariant, otherwise "+o.Reason
	}
	return nil
}

// errContradiction is the error for a run that contradicts a proof. It indicates a defect of this program.
var errContradiction = errors.New("a run fires it, though that was proved impossible")

// noStart fills in the report for a model whose initial states all break an invariant. It returns an error if the model has no initial
// state at all.
func (x *search) noStart(ctx context.Context) error {
	options := x.options.Explore
	options.Strategy, options.States, options.Depth = explore.BreadthFirst, 1, 1
	tree, err := x.explore(ctx, x.system, options)
	if err != nil {
		return err
	}
	broken, err := x.firstBroken(tree.Root.Witness())
	if err != nil {
		return err
	}
	for i := range x.report.Operations {
		o := &x.report.Operations[i]
		o.Why = result.Why{Status: result.BreaksInvariant, Reason: "every initial state breaks an invariant", Proof: &result.Proof{Method: result.ByExploration}}
		o.Breaking = broken
	}
	return nil
}

package testgen

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// purposes makes each purpose of the model a goal, or only the one that the options name. A purpose of transitions is met by a
// path that takes all of them, in any order. A sequence may begin anywhere in a path; its entries follow each other directly,
// except where it has a star.
func (b *builder) purposes(ctx context.Context) (*goalSet, error) {
	g := b.newGoals()
	var whys []result.Why
	for _, p := range b.tree.System.Purposes {
		if b.options.Purpose != "" && p.Name != b.options.Purpose {
			continue
		}
		why, err := b.purpose(ctx, g, g.add(p.Name), p)
		if err != nil {
			return nil, err
		}
		whys = append(whys, why)
	}
	if len(whys) == 0 {
		return nil, b.noPurpose()
	}
	g.why = func(goal int) result.Why { return whys[goal] }
	return g, nil
}

func (b *builder) noPurpose() error {
	if b.options.Purpose != "" {
		return fmt.Errorf("the model has no purpose %q", b.options.Purpose)
	}
	return fmt.Errorf("the model declares no purpose")
}

// purpose notes where a purpose is met. The status is used if it is not met.
func (b *builder) purpose(ctx context.Context, g *goalSet, goal int, p sts.Purpose) (result.Why, error) {
	switch {
	case p.Kind != sts.ReachLocation:
		b.followPaths(g, goal, p)
	case p.Cond.IsTrue():
		b.reachLocation(g, goal, p)
	default:
		return b.reachCondition(ctx, g, goal, p)
	}
	return b.firstMissing(p.Transitions...), nil
}

// followPaths is met where a path has taken the last transition that the purpose needs.
func (b *builder) followPaths(g *goalSet, goal int, p sts.Purpose) {
	progress := make([]sts.Progress, b.tree.Size()) // by state
	for _, st := range b.tree.States() {
		before := p.Begin()
		progress[st.ID] = before
		if st.Parent != nil {
			before = progress[st.Parent.ID]
			progress[st.ID] = p.Advance(before, st.Move)
		}
		if p.Done(progress[st.ID]) && (st.Parent == nil || !p.Done(before)) {
			g.gain(st, goal)
		}
	}
}

// reachLocation is met at the location.
func (b *builder) reachLocation(g *goalSet, goal int, p sts.Purpose) {
	for _, st := range b.tree.States() {
		if st.Symbolic().Locations[p.Machine] == p.Location {
			g.gain(st, goal)
		}
	}
}

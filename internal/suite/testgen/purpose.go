package testgen

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
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

// purpose notes where a purpose is met. The status is for the case that it is not.
func (b *builder) purpose(ctx context.Context, g *goalSet, goal int, p sts.Purpose) (result.Why, error) {
	switch {
	case p.Kind == sts.ReachTransitions:
		b.reachTransitions(g, goal, p)
	case p.Kind == sts.FollowSequence:
		b.followSequence(g, goal, p)
	case p.Cond.IsTrue():
		b.reachLocation(g, goal, p)
	default:
		return b.reachCondition(ctx, g, goal, p)
	}
	return b.firstMissing(p.Transitions...), nil
}

// reachTransitions is met where the last of the transitions is taken.
func (b *builder) reachTransitions(g *goalSet, goal int, p sts.Purpose) {
	for _, st := range b.tree.States[1:] {
		if takesOne(st, p.Transitions) && takesAll(st, p.Transitions) {
			g.gain(st, goal)
		}
	}
}

// takesOne reports whether the last step of a path takes one of the transitions.
func takesOne(st *explore.State, wanted []*sts.Transition) bool {
	return slices.ContainsFunc(st.Move.Parts, func(t *sts.Transition) bool { return slices.Contains(wanted, t) })
}

// takesAll reports whether a path takes each of the transitions.
func takesAll(st *explore.State, wanted []*sts.Transition) bool {
	taken := map[*sts.Transition]bool{}
	for _, s := range st.Path()[1:] {
		for _, t := range s.Move.Parts {
			taken[t] = true
		}
	}
	return !slices.ContainsFunc(wanted, func(t *sts.Transition) bool { return t != nil && !taken[t] })
}

// followSequence is met where the last entry of the sequence is matched.
func (b *builder) followSequence(g *goalSet, goal int, p sts.Purpose) {
	matched := make([][]bool, len(b.tree.States)) // by state: the lengths of the beginnings of the sequence that end here
	for _, st := range b.tree.States {
		var before []bool
		if st.Parent != nil {
			before = matched[st.Parent.ID]
		}
		matched[st.ID] = advance(p.Transitions, before, st)
		if matched[st.ID][len(p.Transitions)] {
			g.gain(st, goal)
		}
	}
}

// advance matches one more step. The empty beginning ends everywhere, and what ends with a star goes on with any step.
func advance(sequence []*sts.Transition, before []bool, st *explore.State) []bool {
	out := make([]bool, len(sequence)+1)
	out[0] = true
	for i, t := range sequence {
		switch {
		case t == nil:
			out[i+1] = out[i] || before != nil && before[i+1]
		case before != nil && before[i] && slices.Contains(st.Move.Parts, t):
			out[i+1] = true
		}
	}
	return out
}

// reachLocation is met at the location.
func (b *builder) reachLocation(g *goalSet, goal int, p sts.Purpose) {
	for _, st := range b.tree.States {
		if st.Symbolic.Locations[p.Machine] == p.Location {
			g.gain(st, goal)
		}
	}
}

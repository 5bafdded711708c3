package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// target is a goal to be proved impossible: conditions at places.
type target struct {
	spots      []spot
	static     []*term.Term    // conditions over the slots alone that hold at all spots: they suggest candidates
	transition *sts.Transition // which must not be taken; nil of a goal
	length     int             // steps that meeting it takes: 0 of a state, 1 of a move
}

// spot is one way to meet a target.
type spot struct {
	place      int
	conditions []*term.Term // over the slots and over parameters
	possible   *term.Term   // over the slots: some parameters fulfil the conditions; nil if that is not known without quantifiers
}

// transitionTarget is that a transition can be taken.
func (p *prover) transitionTarget(t *sts.Transition) target {
	out := target{transition: t, static: p.static(t.Guard.Conjuncts()), length: 1}
	for _, e := range p.of[t] {
		s := spot{place: e.from, conditions: e.move.Conjuncts()}
		if !e.move.Enabled.HasQuantifier() {
			s.possible = e.move.Enabled
		}
		out.spots = append(out.spots, s)
	}
	return out
}

// goalTarget is that a goal can be met: at every place, or at those where its move begins.
func (p *prover) goalTarget(g Goal) target {
	conditions := p.system.Store.And(slices.Concat(p.promised(g.Move), g.When)...).Conjuncts()
	out := target{static: p.static(conditions)}
	if g.Move != nil {
		out.length = 1
	}
	s := spot{conditions: conditions}
	if len(out.static) == len(conditions) {
		s.possible = p.system.Store.And(conditions...)
	}
	for _, place := range p.sources(g.Move) {
		s.place = place
		out.spots = append(out.spots, s)
	}
	return out
}

// sources lists the places where a move begins; all if there is none.
func (g *graph) sources(m *sts.Move) []int {
	if m != nil {
		return g.starts[m]
	}
	all := make([]int, len(g.places))
	for i := range all {
		all[i] = i
	}
	return all
}

// static is the part of conditions that does not depend on the step.
func (p *prover) static(conditions []*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(conditions), func(c *term.Term) bool { return !p.flow.overSlots(c) || c.HasQuantifier() })
}

// takes reports whether a move takes the target's transition.
func (t *target) takes(m *sts.Move) bool {
	return t.transition != nil && slices.Contains(m.Parts, t.transition)
}

// excludedAt is the condition that the target is not met at a place, as far as that needs no quantifier.
func (t *target) excludedAt(place int, store *term.Store) []*term.Term {
	var out []*term.Term
	for _, s := range t.spots {
		if s.place == place && s.possible != nil {
			out = append(out, store.Not(s.possible))
		}
	}
	return out
}

// attempt is a target with the results about it.
type attempt struct {
	target
	Answer
	closed []openPath // the paths that a proof by k-induction has closed
}

// unsettled lists the attempts whose target is neither proved impossible nor known to be reached.
func unsettled(attempts []*attempt) []*attempt {
	return slices.DeleteFunc(slices.Clone(attempts), func(a *attempt) bool { return a.Proved || a.Reason == Taken })
}

package mutate

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// Local equivalence: a mutant behaves as the original if both begin in the same states and each changed move is taken under the same
// condition and then has the same effect. A step with a model error is not taken, but it differs from a disabled step: where one of them
// fails, the other must too. First for all values of the types; then only for states that satisfy the invariants of the control.

// sameMoves reports whether it is proved that all changed moves have the same meaning, given the invariants of each control. Where the
// controls are not known, nothing is proved.
func (q *querier) sameMoves(original *sts.System, m *mutant.Mutant, known *invariants) bool {
	if len(m.Changes.Mutant) != len(m.Changes.Original) || len(known.states) == 0 {
		return false
	}
	for name, move := range m.Changes.Original {
		other := m.Changes.Mutant[name]
		if other == nil || !sameShape(original, m.System, move, other) || !q.sameMove(original, m.System, move, other, known) {
			return false
		}
	}
	return true
}

// sameShape reports whether two moves lead from and to the same places and exchange messages on the same channels.
func sameShape(original, mutant *sts.System, m, other *sts.Move) bool {
	sameEnds := func(t, u *sts.Transition) bool {
		locations, others := original.Machines[t.Machine].Locations, mutant.Machines[u.Machine].Locations
		return t.Machine == u.Machine && locations[t.From].Name == others[u.From].Name && locations[t.To].Name == others[u.To].Name
	}
	return slices.EqualFunc(m.Parts, other.Parts, sameEnds) && channelName(m.Input) == channelName(other.Input) &&
		channelName(m.Dequeue) == channelName(other.Dequeue) && sameChannels(m.Outputs, other.Outputs) && sameChannels(m.Enqueue, other.Enqueue)
}

// sameMove proves that two moves of one shape have the same meaning in every control where the first may be taken.
func (q *querier) sameMove(original, mutant *sts.System, m, other *sts.Move, known *invariants) bool {
	for _, state := range known.states {
		if !slices.Contains(original.Possible(nil, state.Locations, state.Count), m) {
			continue
		}
		twin := *state
		var ok bool
		if twin.Locations, ok = joint.Translate(original, mutant, state.Locations); !ok {
			return false
		}
		received := payload(q.store, m.Input, 0)
		first := take(original, m, state, 0, received, unmarked)
		second := take(mutant, other, &twin, 0, received, markResults)
		if !q.sameEffect(&first, &second, known.of(state)) {
			return false
		}
	}
	return true
}

// sameEffect proves that two steps from one state are taken together and lead to the same, and run into model errors together.
func (q *querier) sameEffect(first, second *taken, hypotheses []*term.Term) bool {
	for _, wrong := range differences(first, second) {
		if !q.impossible(hypotheses, prove.Congruence(q.store, first.Calls(), second.Calls()), wrong) {
			return false
		}
	}
	return true
}

// differences are the ways in which two steps from one state can differ, each with its conditions: only one of them is taken, or runs into a
// model error, or they lead to different states or outputs.
func differences(first, second *taken) [][]*term.Term {
	s := first.Move.Guard.Store()
	conds, others := s.And(first.cond...), s.And(second.cond...)
	a, b := first.Effect(), second.Effect()
	different := s.Or(prove.Differ(s, a.State.Store, b.State.Store), prove.Differ(s, a.Outputs, b.Outputs), prove.Differ(s, waiting(a.State.Queues), waiting(b.State.Queues)))
	fails, otherFails := first.fails(s), second.fails(s)
	return [][]*term.Term{{conds, s.Not(others)}, {others, s.Not(conds)}, {conds, different}, {fails, s.Not(otherFails)}, {otherFails, s.Not(fails)}}
}

// waiting are all scalars in queues.
func waiting(queues []sts.Queue[*term.Term]) []*term.Term {
	var out []*term.Term
	for _, q := range queues {
		out = append(out, q.Items...)
	}
	return out
}

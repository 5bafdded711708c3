package mutate

import (
	"github.com/sextant-mbt/sextant/internal/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Local equivalence: a mutant behaves as the original if each changed move is taken under the same condition and then has the
// same effect. First for all values of the types; then only for states that satisfy the invariants of the control.

// sameMoves tells whether it is proved that all changed moves mean the same, given what is known of each control.
func (a *asker) sameMoves(c mutant.Changes, original, mutant *sts.System, known *invariants) bool {
	for name := range c.Mutant {
		if c.Original[name] == nil {
			return false
		}
	}
	for name, m := range c.Original {
		other := c.Mutant[name]
		if other == nil || !sameShape(original, mutant, m, other) || !a.sameMove(original, mutant, m, other, known) {
			return false
		}
	}
	return true
}

// sameShape tells whether two moves lead from and to the same places and exchange messages on the same channels.
func sameShape(original, mutant *sts.System, m, other *sts.Move) bool {
	for i, t := range m.Parts {
		locations, others := original.Machines[t.Machine].Locations, mutant.Machines[t.Machine].Locations
		u := other.Parts[i]
		if locations[t.From].Name != others[u.From].Name || locations[t.To].Name != others[u.To].Name {
			return false
		}
	}
	return len(m.Parts) == len(other.Parts) && channelName(m.Input) == channelName(other.Input) &&
		channelName(m.Dequeue) == channelName(other.Dequeue) && sameChannels(m.Outputs, other.Outputs) && sameChannels(m.Enqueue, other.Enqueue)
}

func channelName(c *sts.Channel) string {
	if c == nil {
		return ""
	}
	return c.Name
}

func sameChannels(a, b []sts.Message) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Channel.Name != b[i].Channel.Name {
			return false
		}
	}
	return true
}

// sameMove proves that two moves of one shape mean the same in every control where the first may be taken.
func (a *asker) sameMove(original, mutant *sts.System, m, other *sts.Move, known *invariants) bool {
	for _, state := range known.statesFor(original, m) {
		translated, ok := locationMap(original, mutant)(state.Locations)
		if !ok {
			return false
		}
		twin := state
		twin.Locations = translated
		var received []*term.Term
		if m.Input != nil {
			received = payload(a.store, m.Input, 0)
		}
		first := take(original, m, &state, 0, received, unmarked)
		second := take(mutant, other, &twin, 0, received, markResults)
		if !a.sameEffect(&first, &second, known.of(&state)) {
			return false
		}
	}
	return true
}

// sameEffect proves that two steps from one state are taken together and lead to the same.
func (a *asker) sameEffect(first, second *taken, hypotheses []*term.Term) bool {
	s := a.store
	conds, others := s.And(first.cond...), s.And(second.cond...)
	congruent := congruence(first, second)
	if !a.impossible(hypotheses, congruent, []*term.Term{conds, s.Not(others)}) ||
		!a.impossible(hypotheses, congruent, []*term.Term{others, s.Not(conds)}) {
		return false
	}
	different := s.Or(differ(s, first.effect.State.Store, second.effect.State.Store), differ(s, first.effect.Outputs, second.effect.Outputs),
		differ(s, waiting(first.effect.State.Queues), waiting(second.effect.State.Queues)))
	return a.impossible(hypotheses, congruent, []*term.Term{conds, different})
}

// waiting are all scalars in queues.
func waiting(queues []sts.Queue[*term.Term]) []*term.Term {
	var out []*term.Term
	for _, q := range queues {
		out = append(out, q.Items...)
	}
	return out
}

// of are the invariants of the control of a state whose store is any values.
func (k *invariants) of(state *sts.SymbolicState) []*term.Term {
	return k.at[control(state.Locations, state.Queues)]
}

// statesFor are states with any values, one for each control in which a move may be taken.
func (k *invariants) statesFor(s *sts.System, m *sts.Move) []sts.SymbolicState {
	var out []sts.SymbolicState
	for _, state := range k.states {
		if possible(s, m, state) {
			out = append(out, *state)
		}
	}
	return out
}

func possible(s *sts.System, m *sts.Move, state *sts.SymbolicState) bool {
	for _, other := range s.Possible(nil, state.Locations, state.Count) {
		if other == m {
			return true
		}
	}
	return false
}

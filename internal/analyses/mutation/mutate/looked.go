package mutate

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// looked has the moves whose guards the runs of a test look at: those that the control allows and that take the input that was sent. A mutant
// that differs in none of them has the same runs, so it need not be run.
type looked struct {
	moves map[string]bool
	open  bool // some of them have parameters that a test does not give, whose values depend on the other moves
}

// note notes a move.
func (l *looked) note(m *sts.Move) {
	if l != nil {
		l.moves[m.Name] = true
		l.open = l.open || slices.ContainsFunc(m.Params, func(p sts.Param) bool { return p.Kind != sts.Received })
	}
}

// sees reports whether a mutant may behave otherwise in these runs of the original.
func (l *looked) sees(original *sts.System, m *mutant.Mutant) bool {
	if l.open || m.Changes.Start {
		return true
	}
	for name := range m.Changes.Original {
		if l.moves[name] {
			return true
		}
	}
	for name, move := range m.Changes.Mutant {
		if before := m.Changes.Original[name]; l.moves[name] || before == nil || !sameOrigin(original, m.System, before, move) {
			return true
		}
	}
	return false
}

// sameOrigin reports whether two moves begin in the same places and take the same input.
func sameOrigin(original, mutant *sts.System, m, other *sts.Move) bool {
	return channelName(m.Input) == channelName(other.Input) && channelName(m.Dequeue) == channelName(other.Dequeue) &&
		slices.EqualFunc(m.Parts, other.Parts, func(t, u *sts.Transition) bool {
			return t.Machine == u.Machine && original.Machines[t.Machine].Locations[t.From].Name == mutant.Machines[u.Machine].Locations[u.From].Name
		})
}

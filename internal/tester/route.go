package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// routes say how far each location is from wanted transitions, and which are the nearest. They are asked for at every state of a
// search, and there are machines with thousands of transitions, most of them wanted at first; so a transition is named only
// where a state comes by.
type routes struct {
	wanted  []bool                // by transition
	steps   [][]int               // by machine and location: the transitions on the way to the source of a wanted one
	leaving []sts.Grouped         // by machine
	nearest [][][]*sts.Transition // by machine and location: wanted ones with the fewest steps; nil if not asked for yet
}

// maxNearest bounds how many of the nearest transitions are told for a location.
const maxNearest = 8

func newRoutes(s *sts.System, wanted []bool) *routes {
	r := &routes{wanted: wanted}
	for _, m := range s.Machines {
		r.steps = append(r.steps, m.Distances(func(t *sts.Transition) bool { return wanted[t.ID] }))
		r.leaving = append(r.leaving, m.Leaving())
		r.nearest = append(r.nearest, make([][]*sts.Transition, len(m.Locations)))
	}
	return r
}

// from lists the nearest wanted transitions from a location.
func (r *routes) from(machine, location int) []*sts.Transition {
	steps := r.steps[machine][location]
	if out := r.nearest[machine][location]; out != nil || steps == sts.FarAway {
		return out
	}
	var out []*sts.Transition
	for _, t := range r.leaving[machine].At(location) {
		switch {
		case steps == 0 && r.wanted[t.ID]:
			out = append(out, t)
		case steps > 0 && r.steps[machine][t.To] == steps-1:
			out = union(out, r.from(machine, t.To))
		}
	}
	out = out[:min(len(out), maxNearest)]
	r.nearest[machine][location] = out
	return out
}

// union appends what a list does not have.
func union(list, more []*sts.Transition) []*sts.Transition {
	for _, t := range more {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// rank is lower for better moves: 0 if it is wanted, else how far its target is from something wanted.
func (r *routes) rank(m *sts.Move) int {
	best := sts.FarAway
	for _, t := range m.Parts {
		if r.wanted[t.ID] {
			return 0
		}
		best = min(best, 1+r.steps[t.Machine][t.To])
	}
	return best
}

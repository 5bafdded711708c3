package plan

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Routes has the distance of each location from wanted transitions, and the nearest of them. They are needed at every state of a
// search, and machines can have thousands of transitions, most of them wanted at first; so the nearest ones are computed only for
// locations that a search visits.
type Routes struct {
	wanted  []bool                // by transition
	steps   [][]int               // by machine and location: the number of transitions to the source of a wanted one
	leaving []sts.Grouped         // by machine
	nearest [][][]*sts.Transition // by machine and location: wanted ones with the fewest steps; nil if not computed yet
}

// maxNearest bounds how many of the nearest transitions are kept for a location.
const maxNearest = 8

func newRoutes(s *sts.System, wanted []*sts.Transition) *Routes {
	r := &Routes{wanted: make([]bool, len(s.Transitions()))}
	for _, t := range wanted {
		r.wanted[t.ID] = true
	}
	for _, m := range s.Machines {
		r.steps = append(r.steps, m.Distances(func(t *sts.Transition) bool { return r.wanted[t.ID] }))
		r.leaving = append(r.leaving, m.Leaving())
		r.nearest = append(r.nearest, make([][]*sts.Transition, len(m.Locations)))
	}
	return r
}

// from returns the wanted transitions nearest to a location.
func (r *Routes) from(machine, location int) []*sts.Transition {
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
			for _, far := range r.from(machine, t.To) {
				if !slices.Contains(out, far) {
					out = append(out, far)
				}
			}
		}
	}
	out = out[:min(len(out), maxNearest)]
	r.nearest[machine][location] = out
	return out
}

// Rank is lower for better moves: 0 if the move is wanted, otherwise by the distance of its target from a goal.
func (r *Routes) Rank(m *sts.Move) int {
	best := sts.FarAway
	for _, t := range m.Parts {
		if r.wanted[t.ID] {
			return 0
		}
		best = min(best, 1+r.steps[t.Machine][t.To])
	}
	return best
}

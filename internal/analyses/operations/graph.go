package operations

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// graph has the distances in the graphs of the machines.
type graph struct {
	system *sts.System
	to     map[int][]int // by number of the transition, by location: the steps to where it begins
}

func newGraph(s *sts.System, transitions []*sts.Transition) *graph {
	g := &graph{system: s, to: map[int][]int{}}
	for _, t := range transitions {
		g.to[t.ID] = s.Machines[t.Machine].Distances(func(u *sts.Transition) bool { return u == t })
	}
	return g
}

// distance is the number of steps of its machine from a location to where a transition begins.
func (g *graph) distance(t *sts.Transition, from int) int { return g.to[t.ID][from] }

// mostExclusions bounds the pairs that are listed.
const mostExclusions = 1000

// excluding lists pairs of transitions of one machine of which neither can come after the other, by the graph.
func (g *graph) excluding(transitions []*sts.Transition) []Exclusion {
	var out []Exclusion
	for i, t := range transitions {
		for _, u := range transitions[:i] {
			if t.Machine != u.Machine || g.distance(t, u.To) < sts.FarAway || g.distance(u, t.To) < sts.FarAway {
				continue
			}
			if len(out) < mostExclusions {
				out = append(out, Exclusion{[2]*sts.Transition{u, t}, noRun(result.ByGraph, "no path in the graph leads from one to the other")})
			}
		}
	}
	return out
}

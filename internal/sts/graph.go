package sts

import "slices"

// Both searches visit each transition once: they are asked of machines with tens of thousands, some after every step that
// covers something.

// Reachable tells for each location whether the graph has a path to it, not looking at guards except those that are false
// as written.
func (m *Machine) Reachable() []bool {
	leaving := m.group(func(t *Transition) int { return t.From })
	reached := make([]bool, len(m.Locations))
	reached[m.Initial] = true
	for queue := []int{m.Initial}; len(queue) > 0; queue = queue[1:] {
		for _, t := range leaving.at(queue[0]) {
			if !reached[t.To] && !t.Guard.IsFalse() {
				reached[t.To] = true
				queue = append(queue, t.To)
			}
		}
	}
	return reached
}

// FarAway is the distance of locations from which nothing wanted can be reached.
const FarAway = 1 << 20

// Distances counts, for each location, the transitions on the way to the nearest source of a wanted transition.
func (m *Machine) Distances(wanted func(*Transition) bool) []int {
	entering := m.group(func(t *Transition) int { return t.To })
	out := slices.Repeat([]int{FarAway}, len(m.Locations))
	var queue []int
	for _, t := range m.Transitions {
		if out[t.From] != 0 && wanted(t) {
			out[t.From] = 0
			queue = append(queue, t.From)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, t := range entering.at(queue[0]) {
			if out[t.From] == FarAway {
				out[t.From] = out[t.To] + 1
				queue = append(queue, t.From)
			}
		}
	}
	return out
}

// grouped is the transitions of a machine in the order of one of their ends.
type grouped struct {
	first       []int // by location: where its transitions begin; one more for the end
	transitions []*Transition
}

func (m *Machine) group(end func(*Transition) int) grouped {
	first := make([]int, len(m.Locations)+1)
	for _, t := range m.Transitions {
		first[end(t)+1]++
	}
	for l := range m.Locations {
		first[l+1] += first[l]
	}
	next, sorted := slices.Clone(first), make([]*Transition, len(m.Transitions))
	for _, t := range m.Transitions {
		sorted[next[end(t)]] = t
		next[end(t)]++
	}
	return grouped{first, sorted}
}

func (g grouped) at(location int) []*Transition {
	return g.transitions[g.first[location]:g.first[location+1]]
}

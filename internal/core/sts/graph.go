package sts

import "slices"

// Searches of the graph visit each transition once: some machines have tens of thousands of transitions, and distances are recomputed after
// every step that increases coverage.

// GuardHasValue reports whether the guard has a value in every state, as written: no obligation is needed for it.
func (t *Transition) GuardHasValue() bool {
	return !slices.ContainsFunc(t.GuardSafety, func(o Obligation) bool { return !o.Cond.IsTrue() })
}

// Reachable reports for each location whether the graph has a path to it. It ignores guards, except those that are false as written.
func (m *Machine) Reachable() []bool {
	return m.ReachableWithout(func(t *Transition) bool { return t.Guard.IsFalse() })
}

// ReachableWithout reports for each location whether a path without dead transitions leads to it.
func (m *Machine) ReachableWithout(dead func(*Transition) bool) []bool {
	leaving := m.Leaving()
	reached := make([]bool, len(m.Locations))
	reached[m.Initial] = true
	for queue := []int{m.Initial}; len(queue) > 0; queue = queue[1:] {
		for _, t := range leaving.At(queue[0]) {
			if !reached[t.To] && !dead(t) {
				reached[t.To] = true
				queue = append(queue, t.To)
			}
		}
	}
	return reached
}

// FarAway is the distance of locations from which no wanted transition can be reached.
const FarAway = 1 << 20

// Distances counts, for each location, the transitions on the way to the nearest source of a wanted transition.
func (m *Machine) Distances(wanted func(*Transition) bool) []int {
	entering := m.Entering()
	out := slices.Repeat([]int{FarAway}, len(m.Locations))
	var queue []int
	for _, t := range m.Transitions {
		if out[t.From] != 0 && wanted(t) {
			out[t.From] = 0
			queue = append(queue, t.From)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, t := range entering.At(queue[0]) {
			if out[t.From] == FarAway {
				out[t.From] = out[t.To] + 1
				queue = append(queue, t.From)
			}
		}
	}
	return out
}

// Nearest finds distances as Distances does, for the locations that are asked for, while wanted transitions become fewer: what is near takes
// little work, and together the answers between two calls of Forget take at most about as much as Distances does.
type Nearest struct {
	machine *Machine
	wanted  func(*Transition) bool
	leaving Grouped
	all     []int // by location, if known for all
	never   []bool
	found   map[int]int // distances that are known
	seen    []int       // by location: the last search that came to it
	search  int
	work    int
}

// Nearest returns distances to wanted transitions. A transition that is not wanted must never be wanted again.
func (m *Machine) Nearest(wanted func(*Transition) bool) *Nearest {
	return &Nearest{machine: m, wanted: wanted, leaving: m.Leaving(), never: make([]bool, len(m.Locations)), found: map[int]int{},
		seen: make([]int, len(m.Locations))}
}

// Forget is called after transitions became unwanted.
func (n *Nearest) Forget() {
	n.all, n.work = nil, 0
	clear(n.found)
}

// Distance returns the distance of a location.
func (n *Nearest) Distance(location int) int {
	if n.never[location] {
		return FarAway
	}
	if n.all == nil && n.work > len(n.machine.Transitions) {
		n.all = n.machine.Distances(n.wanted)
	}
	if n.all != nil {
		return n.all[location]
	}
	distance, known := n.found[location]
	if !known {
		distance = n.find(location)
		n.found[location] = distance
	}
	return distance
}

// find searches from a location, the nearest first.
func (n *Nearest) find(location int) int {
	n.search++
	n.seen[location] = n.search
	level := []int{location}
	visited := level
	for distance := 0; len(level) > 0; distance++ {
		var next []int
		for _, l := range level {
			for _, t := range n.leaving.At(l) {
				n.work++
				if n.wanted(t) {
					return distance
				}
				if n.seen[t.To] != n.search && !n.never[t.To] {
					n.seen[t.To] = n.search
					next = append(next, t.To)
				}
			}
		}
		level, visited = next, append(visited, next...)
	}
	for _, l := range visited {
		n.never[l] = true
	}
	return FarAway
}

// Grouped holds the transitions of a machine, ordered by source or by target location.
type Grouped struct {
	first       []int // by location: where its transitions begin; one more for the end
	transitions []*Transition
}

// Leaving groups the transitions by the location that they lead from.
func (m *Machine) Leaving() Grouped { return m.group(func(t *Transition) int { return t.From }) }

// Entering groups the transitions by the location that they lead to.
func (m *Machine) Entering() Grouped { return m.group(func(t *Transition) int { return t.To }) }

func (m *Machine) group(end func(*Transition) int) Grouped {
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
	return Grouped{first, sorted}
}

// At lists the transitions of one location in their order.
func (g Grouped) At(location int) []*Transition {
	return g.transitions[g.first[location]:g.first[location+1]]
}

// Enqueues reports whether a transition sends to a queue.
func (t *Transition) Enqueues() bool {
	return slices.ContainsFunc(t.Sends, func(m Message) bool { return m.Channel.Capacity > 0 })
}

// Meetings returns the number of moves of a sender and a receiver that Link makes.
func (s *System) Meetings() int {
	type place struct {
		machine int
		channel *Channel
	}
	receivers, all := map[place]int{}, map[*Channel]int{}
	for _, m := range s.Machines {
		for _, t := range m.Transitions {
			if t.Receive != nil {
				receivers[place{t.Machine, t.Receive}] += 1 << len(t.Rivals)
				all[t.Receive] += 1 << len(t.Rivals)
			}
		}
	}
	out := 0
	for _, m := range s.Machines {
		for _, t := range m.Transitions {
			if sent := rendezvous(t); sent != nil && sent.Channel.Broadcast {
				out += s.audiences(t, sent.Channel)
			} else if sent != nil {
				out += (all[sent.Channel] - receivers[place{t.Machine, sent.Channel}]) << len(t.Rivals)
			}
		}
	}
	return out
}

// audiences returns the number of ways in which machines can receive what a transition broadcasts, up to a large number.
func (s *System) audiences(t *Transition, channel *Channel) int {
	out := 1 << len(t.Rivals)
	for i, m := range s.Machines {
		ways := 1
		for _, u := range m.Transitions {
			if i != t.Machine && u.Receive == channel {
				ways += 1 << len(u.Rivals)
			}
		}
		out = min(out*ways, FarAway)
	}
	return out
}

package testgen

import "slices"

// flow is a network in which units are sent from a source to a sink by the cheapest paths, one after the other: each new path may cancel
// units of an earlier one, so that the sum of the costs is the least for the number of units.
type flow struct {
	arcs    []arc // each arc is followed by its reverse
	leaving [][]int
	cost    []int // of the cheapest path to a node
	by      []int // the last arc of that path, or -1
	waiting []int // buffer of search
}

type arc struct {
	to, room, cost int
}

// many exceeds the capacity that any flow needs, and the cost of any path.
const many = 1 << 40

func newFlow(nodes int) *flow {
	return &flow{leaving: make([][]int, nodes), cost: make([]int, nodes), by: make([]int, nodes)}
}

// clear removes all arcs.
func (f *flow) clear() {
	f.arcs = f.arcs[:0]
	for i := range f.leaving {
		f.leaving[i] = f.leaving[i][:0]
	}
}

func (f *flow) connect(from, to, room, cost int) {
	f.leaving[from] = append(f.leaving[from], len(f.arcs))
	f.leaving[to] = append(f.leaving[to], len(f.arcs)+1)
	f.arcs = append(f.arcs, arc{to, room, cost}, arc{from, 0, -cost})
}

// send returns the cost of sending a number of units; false if the network does not have the capacity.
func (f *flow) send(source, sink, units int) (cost int, possible bool) {
	for range units {
		if f.search(source); f.cost[sink] == many {
			return 0, false
		}
		cost += f.cost[sink]
		for node := sink; node != source; {
			i := f.by[node]
			f.arcs[i].room--
			f.arcs[i^1].room++
			node = f.arcs[i^1].to
		}
	}
	return cost, true
}

// search finds the cheapest paths from the source. Reversed arcs have negative costs, so a node may be visited more than once.
func (f *flow) search(source int) {
	for i := range f.cost {
		f.cost[i] = many
	}
	f.cost[source] = 0
	f.waiting = append(f.waiting[:0], source)
	for next := 0; next < len(f.waiting); next++ {
		node := f.waiting[next]
		for _, i := range f.leaving[node] {
			a := f.arcs[i]
			if a.room == 0 || f.cost[node]+a.cost >= f.cost[a.to] {
				continue
			}
			f.cost[a.to], f.by[a.to] = f.cost[node]+a.cost, i
			if !slices.Contains(f.waiting[next+1:], a.to) {
				f.waiting = append(f.waiting, a.to)
			}
		}
	}
}

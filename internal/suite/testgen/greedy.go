package testgen

import "container/heap"

// offer is a path with the number of new goals that it had when it was last counted. That number only falls, so the best offer
// whose number is still right is the best of all, and the others need not be counted again.
type offer struct{ path, value int }

// market is a heap of offers, the best first: the one with the most new goals for its cost; of equal ones the shorter, then the
// earlier.
type market struct {
	forest
	offers []offer
}

func (m *market) Len() int      { return len(m.offers) }
func (m *market) Swap(i, j int) { m.offers[i], m.offers[j] = m.offers[j], m.offers[i] }
func (m *market) Push(x any)    { m.offers = append(m.offers, x.(offer)) }

// Pop removes the last element, as container/heap asks.
func (m *market) Pop() any {
	last := len(m.offers) - 1
	out := m.offers[last]
	m.offers = m.offers[:last]
	return out
}

// Less compares new goals per cost without fractions.
func (m *market) Less(i, j int) bool {
	x, y := m.offers[i], m.offers[j]
	a, b := x.value*m.cost(y.path), y.value*m.cost(x.path)
	switch {
	case a != b:
		return a > b
	case m.forest[x.path].depth != m.forest[y.path].depth:
		return m.forest[x.path].depth < m.forest[y.path].depth
	}
	return x.path < y.path
}

// greedy takes the best path again and again until nothing new is left.
func (f forest) greedy() []int {
	var chosen []int
	covered := map[int]bool{}
	m := &market{forest: f}
	for i := range f {
		m.offers = append(m.offers, offer{i, f.newGoals(i, covered)})
	}
	heap.Init(m)
	for m.Len() > 0 {
		best := &m.offers[0]
		now := f.newGoals(best.path, covered)
		switch {
		case now == 0:
			heap.Pop(m)
		case now < best.value:
			best.value = now
			heap.Fix(m, 0)
		default:
			chosen = append(chosen, best.path)
			for _, goal := range f.goals(best.path) {
				covered[goal] = true
			}
		}
	}
	return chosen
}

// newGoals counts the goals of a path that are not covered.
func (f forest) newGoals(i int, covered map[int]bool) int {
	n := 0
	for k := i; k >= 0; k = f[k].parent {
		for _, goal := range f[k].gains {
			if !covered[goal] {
				n++
			}
		}
	}
	return n
}

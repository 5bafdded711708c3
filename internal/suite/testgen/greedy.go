package testgen

import "github.com/sextant-mbt/sextant/internal/priority"

// offer is a path with the number of new goals that it had when it was last counted. That number only falls, so the best offer
// whose number is still right is the best of all, and the others need not be counted again.
type offer struct{ path, value int }

// better reports whether offer x is better than y: it has more new goals for its cost, or is shorter, or comes earlier.
func (f forest) better(x, y offer) bool {
	a, b := x.value*f.cost(y.path), y.value*f.cost(x.path) // without fractions
	switch {
	case a != b:
		return a > b
	case f[x.path].depth != f[y.path].depth:
		return f[x.path].depth < f[y.path].depth
	}
	return x.path < y.path
}

// greedy takes the best path again and again until nothing new is left.
func (f forest) greedy() []int {
	var chosen []int
	covered := map[int]bool{}
	offers := priority.New(f.better)
	for i := range f {
		offers.Push(offer{i, f.newGoals(i, covered)})
	}
	for offers.Len() > 0 {
		best := offers.Pop()
		now := f.newGoals(best.path, covered)
		switch {
		case now == 0:
		case now < best.value:
			offers.Push(offer{best.path, now})
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

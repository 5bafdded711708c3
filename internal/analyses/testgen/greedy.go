package testgen

import "github.com/sextant-mbt/sextant/internal/base/priority"

// offer is a path with the number of new goals that it had when it was last counted. That number only falls, so the best offer
// whose number is still right is the best of all, and the others need not be counted again.
type offer struct{ path, value int }

// better reports whether offer x is better than y: it has more new goals for its cost, or is shorter, or comes earlier.
func (f forest) better(x, y offer) bool {
	a, b := x.value*f.cost(y.path), y.value*f.cost(x.path) // avoids fractions
	switch {
	case a != b:
		return a > b
	case f[x.path].depth != f[y.path].depth:
		return f[x.path].depth < f[y.path].depth
	}
	return x.path < y.path
}

// greedy repeatedly takes the best path until nothing new is left. A path whose last step gains nothing is worse than its beginning.
func (f forest) greedy() []int {
	var chosen []int
	missing := make([]bool, f.countGoals())
	left := 0 // how many are missing
	offers := priority.New(f.better)
	values := make([]int, len(f))
	for i, n := range f {
		values[i] = len(n.gains)
		if n.parent >= 0 {
			values[i] += values[n.parent]
		}
		if len(n.gains) > 0 {
			offers.Push(offer{i, values[i]})
		}
		for _, goal := range n.gains {
			if !missing[goal] {
				missing[goal] = true
				left++
			}
		}
	}
	for left > 0 {
		best := offers.Pop()
		now := f.newGoals(best.path, missing)
		switch {
		case now == 0:
		case now < best.value:
			offers.Push(offer{best.path, now})
		default:
			chosen = append(chosen, best.path)
			for _, goal := range f.goals(best.path) {
				missing[goal] = false
			}
			left -= now
		}
	}
	return chosen
}

// countGoals returns a number above that of every goal.
func (f forest) countGoals() int {
	count := 0
	for _, n := range f {
		for _, goal := range n.gains {
			count = max(count, goal+1)
		}
	}
	return count
}

// newGoals counts the goals of a path that are missing.
func (f forest) newGoals(i int, missing []bool) int {
	n := 0
	for k := i; k >= 0; k = f[k].parent {
		for _, goal := range f[k].gains {
			if missing[goal] {
				n++
			}
		}
	}
	return n
}

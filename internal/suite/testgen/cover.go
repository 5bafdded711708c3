package testgen

import (
	"slices"
	"sort"
)

// node is a path of the forest, by its last step.
type node struct {
	parent int // index in the forest, -1 for the root
	depth  int
	gains  []int // goals reached with the last step and not before
}

// forest lists paths, parents before their children.
type forest []node

// choose picks paths that together cover every goal that some path of the forest covers. The most valuable come first.
func (f forest) choose() []int {
	f.keepFirst()
	chosen := f.withoutNeedless(f.greedy())
	return f.trimmed(chosen)
}

// keepFirst removes gains that an ancestor has already, and duplicates.
func (f forest) keepFirst() {
	for i := range f {
		kept := []int{}
		for _, goal := range f[i].gains {
			if !slices.Contains(kept, goal) && !f.gainedBefore(i, goal) {
				kept = append(kept, goal)
			}
		}
		f[i].gains = kept
	}
}

func (f forest) gainedBefore(i, goal int) bool {
	for k := f[i].parent; k >= 0; k = f[k].parent {
		if slices.Contains(f[k].gains, goal) {
			return true
		}
	}
	return false
}

// goals lists what a path covers, in the order in which it is gained.
func (f forest) goals(i int) []int {
	var ends []int
	for k := i; k >= 0; k = f[k].parent {
		ends = append(ends, k)
	}
	var out []int
	for k := len(ends) - 1; k >= 0; k-- {
		out = append(out, f[ends[k]].gains...)
	}
	return out
}

// cost is the number of steps, and one for starting the system.
func (f forest) cost(i int) int { return f[i].depth + 1 }

// counts says how many of the paths cover each goal.
func (f forest) counts(chosen []int) map[int]int {
	out := map[int]int{}
	for _, i := range chosen {
		for _, goal := range f.goals(i) {
			out[goal]++
		}
	}
	return out
}

// withoutNeedless drops paths whose goals others cover, the longest first.
func (f forest) withoutNeedless(chosen []int) []int {
	count := f.counts(chosen)
	order := append([]int(nil), chosen...)
	sort.SliceStable(order, func(a, b int) bool { return f[order[a]].depth > f[order[b]].depth })
	dropped := map[int]bool{}
	for _, i := range order {
		if !shared(f.goals(i), count) {
			continue
		}
		dropped[i] = true
		release(f.goals(i), count)
	}
	var out []int
	for _, i := range chosen {
		if !dropped[i] {
			out = append(out, i)
		}
	}
	return out
}

// trimmed cuts off last steps whose gains other paths cover too.
func (f forest) trimmed(chosen []int) []int {
	count := f.counts(chosen)
	out := make([]int, len(chosen))
	for k, i := range chosen {
		for f[i].parent >= 0 && shared(f[i].gains, count) {
			release(f[i].gains, count)
			i = f[i].parent
		}
		out[k] = i
	}
	return out
}

// shared tells whether another path covers each of the goals.
func shared(goals []int, count map[int]int) bool {
	for _, goal := range goals {
		if count[goal] < 2 {
			return false
		}
	}
	return true
}

func release(goals []int, count map[int]int) {
	for _, goal := range goals {
		count[goal]--
	}
}

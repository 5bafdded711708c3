package testgen

import (
	"cmp"
	"slices"
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
		gains := f[i].gains
		for k, goal := range gains {
			if slices.Contains(gains[:k], goal) || f.gainedBefore(i, goal) {
				f[i].gains = f.firstGains(i)
				break
			}
		}
	}
}

// firstGains lists the gains of a node that no ancestor has, each once.
func (f forest) firstGains(i int) []int {
	var kept []int
	for _, goal := range f[i].gains {
		if !slices.Contains(kept, goal) && !f.gainedBefore(i, goal) {
			kept = append(kept, goal)
		}
	}
	return kept
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
	if i < 0 {
		return nil
	}
	return append(f.goals(f[i].parent), f[i].gains...)
}

// cost is the number of steps, and one for starting the system.
func (f forest) cost(i int) int { return f[i].depth + 1 }

// counts is the number of paths that cover each goal.
func (f forest) counts(chosen []int) map[int]int {
	out := map[int]int{}
	for _, i := range chosen {
		for _, goal := range f.goals(i) {
			out[goal]++
		}
	}
	return out
}

// withoutNeedless drops paths whose goals others cover, starting with the longest.
func (f forest) withoutNeedless(chosen []int) []int {
	count := f.counts(chosen)
	order := slices.Clone(chosen)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f[b].depth, f[a].depth) })
	dropped := map[int]bool{}
	for _, i := range order {
		if shared(f.goals(i), count) {
			dropped[i] = true
			release(f.goals(i), count)
		}
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(i int) bool { return dropped[i] })
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

// shared reports whether another path covers each of the goals.
func shared(goals []int, count map[int]int) bool {
	return !slices.ContainsFunc(goals, func(goal int) bool { return count[goal] < 2 })
}

func release(goals []int, count map[int]int) {
	for _, goal := range goals {
		count[goal]--
	}
}

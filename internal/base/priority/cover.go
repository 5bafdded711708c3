package priority

// Cover chooses few sets that together have all elements of all sets, and returns their indices: it repeatedly takes the one with the most
// new elements for its cost, and the first among equals.
func Cover[E comparable](sets [][]E, cost func(set int) int) []int {
	var chosen []int
	covered, sizes, open := map[E]bool{}, make([]int, len(sets)), map[E]bool{}
	for i, set := range sets {
		sizes[i] = len(set)
		for _, e := range set {
			open[e] = true
		}
	}
	adds := func(set int) int {
		n := 0
		for _, e := range sets[set] {
			if !covered[e] {
				n++
			}
		}
		return n
	}
	CoverBy(sizes, cost, adds, func(set int) bool {
		chosen = append(chosen, set)
		for _, e := range sets[set] {
			covered[e] = true
		}
		return len(covered) < len(open)
	})
	return chosen
}

// CoverBy chooses sets as Cover does, where the sets are known to the caller only: sizes are their numbers of elements, and adds counts
// those that no chosen set has. That number can only decrease, so it is counted again only when the set comes to the front. Each chosen set
// goes to take, which reports whether there are elements left.
func CoverBy(sizes []int, cost, adds func(set int) int, take func(set int) bool) {
	type offer struct{ set, adds int }
	offers := New(func(a, b offer) bool {
		x, y := a.adds*cost(b.set), b.adds*cost(a.set) // avoids fractions
		return x > y || x == y && a.set < b.set
	})
	for i, size := range sizes {
		offers.Push(offer{i, size})
	}
	for offers.Len() > 0 {
		best := offers.Pop()
		switch now := adds(best.set); {
		case now == 0:
		case now < best.adds:
			offers.Push(offer{best.set, now})
		case !take(best.set):
			return
		}
	}
}

package priority

// Cover chooses few sets that together have all elements of all sets, and returns their indices: it repeatedly takes the one with the most
// new elements for its cost, and the first among equals. The number of new elements of a set can only decrease, so it is counted again only
// when the set comes to the front.
func Cover[E comparable](sets [][]E, cost func(set int) int) []int {
	type offer struct{ set, adds int }
	offers := New(func(a, b offer) bool {
		x, y := a.adds*cost(b.set), b.adds*cost(a.set) // avoids fractions
		return x > y || x == y && a.set < b.set
	})
	for i, set := range sets {
		offers.Push(offer{i, len(set)})
	}
	var chosen []int
	covered := map[E]bool{}
	for offers.Len() > 0 {
		best := offers.Pop()
		now := 0
		for _, e := range sets[best.set] {
			if !covered[e] {
				now++
			}
		}
		switch {
		case now == 0:
		case now < best.adds:
			offers.Push(offer{best.set, now})
		default:
			chosen = append(chosen, best.set)
			for _, e := range sets[best.set] {
				covered[e] = true
			}
		}
	}
	return chosen
}

package priority

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestQueue: elements leave in their order, also after the order was turned.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfDistinct(rapid.Int(), func(n int) int { return n }).Draw(t, "numbers")
		turned := rapid.Bool().Draw(t, "turned")
		down := false
		q := New(func(a, b int) bool { return (a < b) != down })
		for _, n := range numbers {
			q.Push(n)
		}
		down = turned
		q.Reorder()
		slices.Sort(numbers)
		if down {
			slices.Reverse(numbers)
		}
		var out []int
		for q.Len() > 0 {
			out = append(out, q.Pop())
		}
		if !slices.Equal(out, numbers) {
			t.Fatalf("got %v, want %v", out, numbers)
		}
	})
}

// TestCover: the chosen sets have all elements, each adds a new one, and each was the best choice when it was chosen.
func TestCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		element := rapid.IntRange(0, 20)
		sets := rapid.SliceOf(rapid.SliceOfDistinct(element, func(n int) int { return n })).Draw(t, "sets")
		cost := rapid.SliceOfN(rapid.IntRange(1, 5), len(sets), len(sets)).Draw(t, "cost")
		covered := map[int]bool{}
		adds := func(set []int) int {
			n := 0
			for _, e := range set {
				if !covered[e] {
					n++
				}
			}
			return n
		}
		for _, i := range Cover(sets, func(i int) int { return cost[i] }) {
			if adds(sets[i]) == 0 {
				t.Fatalf("set %d adds nothing", i)
			}
			for k, set := range sets {
				if adds(set)*cost[i] > adds(sets[i])*cost[k] {
					t.Fatalf("set %d was better than %d", k, i)
				}
			}
			for _, e := range sets[i] {
				covered[e] = true
			}
		}
		for i, set := range sets {
			if adds(set) > 0 {
				t.Fatalf("set %d is not covered", i)
			}
		}
	})
}

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

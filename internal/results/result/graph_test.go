package result

import (
	"fmt"
	"testing"
)

// chain is a graph of n places, each with an arrow to the next, and a loop at each.
func chain(n int) Graph {
	var g Graph
	for i := range n {
		id := fmt.Sprint(i)
		g.Places = append(g.Places, Place{ID: id})
		g.Arrows = append(g.Arrows, Arrow{From: id, To: id})
		if i > 0 {
			g.Arrows = append(g.Arrows, Arrow{From: fmt.Sprint(i - 1), To: id})
		}
	}
	return g
}

// What is around a place is found in both directions, and all of it once the radius is large enough.
func TestAround(t *testing.T) {
	g := chain(9)
	for radius, want := range map[int][2]int{0: {1, 1}, 1: {3, 5}, 2: {5, 9}, 4: {9, 17}, 100: {9, 17}} {
		part := g.Around("4", radius)
		if got := [2]int{len(part.Places), len(part.Arrows)}; got != want {
			t.Errorf("within %d steps there are %v places and arrows, want %v", radius, got, want)
		}
	}
	if part := g.Around("0", 2); len(part.Places) != 3 || part.Places[2].ID != "2" {
		t.Errorf("after the first place: %+v", part.Places)
	}
}

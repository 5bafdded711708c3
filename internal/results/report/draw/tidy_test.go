package draw

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// tolerance is for rounding.
const tolerance = 1e-6

// drawnForest is a random forest: any earlier row, or none, may be the parent.
func drawnForest(t *rapid.T) (parent []int, breadth []float64) {
	size := rapid.IntRange(0, 120).Draw(t, "size")
	reach := rapid.IntRange(1, 120).Draw(t, "reach") // small for deep trees, large for bushy ones
	for i := range size {
		lowest := max(-1, i-reach)
		if i > 0 {
			lowest = max(0, lowest)
		}
		parent = append(parent, rapid.IntRange(lowest, max(lowest, i-1)).Draw(t, "parent"))
		breadth = append(breadth, float64(rapid.IntRange(1, 50).Draw(t, "breadth")))
	}
	return parent, breadth
}

func TestTidyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parent, breadth := drawnForest(t)
		const gap = 3
		l := tidy(parent, breadth, gap)
		checkLevels(t, parent, l)
		checkCentred(t, parent, l)
		checkApart(t, breadth, gap, l)
		checkExtent(t, breadth, l)
	})
}

// checkLevels checks that a child is one level below its parent.
func checkLevels(t *rapid.T, parent []int, l layout) {
	for i, p := range parent {
		want := 0
		if p >= 0 {
			want = l.level[p] + 1
		}
		if l.level[i] != want {
			t.Fatalf("row %d is on level %d, not %d", i, l.level[i], want)
		}
	}
}

// checkCentred checks that a parent stands over the middle between its first and last child.
func checkCentred(t *rapid.T, parent []int, l layout) {
	children := make([][]int, len(parent))
	for i, p := range parent {
		if p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	for i, list := range children {
		if len(list) == 0 {
			continue
		}
		middle := (l.across[list[0]] + l.across[list[len(list)-1]]) / 2
		if math.Abs(l.across[i]-middle) > tolerance {
			t.Fatalf("row %d is at %g, its children are around %g", i, l.across[i], middle)
		}
	}
}

// checkApart checks that neighbours on a level do not overlap, and keep the order of their parents.
func checkApart(t *rapid.T, breadth []float64, gap float64, l layout) {
	for level := range l.levels {
		var rows []int
		for i := range breadth {
			if l.level[i] == level {
				rows = append(rows, i)
			}
		}
		slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(l.across[a], l.across[b]) })
		for k := 1; k < len(rows); k++ {
			left, right := rows[k-1], rows[k]
			free := l.across[right] - breadth[right]/2 - l.across[left] - breadth[left]/2
			if free < gap-tolerance {
				t.Fatalf("rows %d and %d are only %g apart", left, right, free)
			}
		}
	}
}

// checkExtent checks that all nodes are inside the drawing, and that it is no larger than they need.
func checkExtent(t *rapid.T, breadth []float64, l layout) {
	if len(breadth) == 0 {
		return
	}
	first, last := math.Inf(1), math.Inf(-1)
	for i, x := range l.across {
		first, last = min(first, x-breadth[i]/2), max(last, x+breadth[i]/2)
	}
	if math.Abs(first) > tolerance || math.Abs(last-l.extent) > tolerance {
		t.Fatalf("nodes are from %g to %g, the extent is %g", first, last, l.extent)
	}
}

// TestTidyIsTight checks that subtrees slide under each other: a wide leaf level does not push shallow siblings away.
func TestTidyIsTight(t *testing.T) {
	//      0
	//   1  2  3
	//   4     5 6 7
	l := tidy([]int{-1, 0, 0, 0, 1, 3, 3, 3}, []float64{2, 2, 2, 2, 2, 2, 2, 2}, 1)
	want := []float64{4, 1, 4, 7, 1, 4, 7, 10}
	for i := range want {
		if math.Abs(l.across[i]-want[i]) > tolerance {
			t.Fatalf("got %v, want %v", l.across, want)
		}
	}
}

// TestTidyKeepsOrder checks that siblings stand in the order of their rows.
func TestTidyKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parent, breadth := drawnForest(t)
		l := tidy(parent, breadth, 1)
		last := map[int]float64{}
		for i, p := range parent {
			if before, ok := last[p]; ok && l.across[i] <= before {
				t.Fatalf("row %d stands before an earlier sibling", i)
			}
			last[p] = l.across[i]
		}
	})
}

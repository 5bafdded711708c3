package testgen

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawForest makes a random forest with one root.
func drawForest(t *rapid.T) forest {
	f := forest{{parent: -1}}
	for i := 1; i < rapid.IntRange(1, 40).Draw(t, "nodes"); i++ {
		parent := rapid.IntRange(0, i-1).Draw(t, "parent")
		gains := rapid.SliceOfN(rapid.IntRange(0, 12), 0, 3).Draw(t, "gains")
		f = append(f, node{parent: parent, depth: f[parent].depth + 1, gains: gains})
	}
	f[0].gains = rapid.SliceOfN(rapid.IntRange(0, 12), 0, 2).Draw(t, "root")
	return f
}

// everything is the set of goals that some path covers.
func (f forest) everything() map[int]bool {
	out := map[int]bool{}
	for _, n := range f {
		for _, goal := range n.gains {
			out[goal] = true
		}
	}
	return out
}

func (f forest) isPrefix(a, b int) bool {
	for ; b >= 0; b = f[b].parent {
		if a == b {
			return true
		}
	}
	return false
}

// A suite covers what the tree covers, no test of it is needless, and none is the beginning of another.
func TestChooseLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawForest(t)
		want := f.everything()
		chosen := f.choose()
		count := f.counts(chosen)
		if len(count) != len(want) {
			t.Fatalf("%d goals are covered, the tree covers %d", len(count), len(want))
		}
		for k, i := range chosen {
			if shared(f.goals(i), count) {
				t.Errorf("path %d is needless", i)
			}
			for other, j := range chosen {
				if k != other && f.isPrefix(i, j) {
					t.Errorf("path %d is the beginning of path %d", i, j)
				}
			}
			if f[i].parent >= 0 && shared(f[i].gains, count) {
				t.Errorf("the last step of path %d brings nothing", i)
			}
		}
	})
}

// plainGreedy counts everything again for each choice.
func (f forest) plainGreedy() []int {
	var chosen []int
	missing := slices.Repeat([]bool{true}, f.countGoals())
	for {
		best, most := -1, 0
		for i := range f {
			value := f.newGoals(i, missing)
			a, b := value*(f.depthOr(best)+1), most*(f[i].depth+1)
			if value > 0 && (best < 0 || a > b || a == b && f[i].depth < f[best].depth) {
				best, most = i, value
			}
		}
		if best < 0 {
			return chosen
		}
		chosen = append(chosen, best)
		for _, goal := range f.goals(best) {
			missing[goal] = false
		}
	}
}

func (f forest) depthOr(i int) int {
	if i < 0 {
		return 0
	}
	return f[i].depth
}

func TestGreedyIsThePlainOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawForest(t)
		f.keepFirst()
		if got, want := f.greedy(), f.plainGreedy(); !slices.Equal(got, want) {
			t.Fatalf("chose %v, want %v", got, want)
		}
	})
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name string
		f    forest
		want []int
	}{
		{"nothing to cover", forest{{parent: -1}}, []int{}},
		{"only the start", forest{{parent: -1, gains: []int{0}}}, []int{0}},
		{"one long path covers all", forest{{parent: -1}, {0, 1, []int{0}}, {1, 2, []int{1}}, {0, 1, []int{1}}}, []int{2}},
		{"of equal paths the shorter", forest{{parent: -1}, {0, 1, nil}, {1, 2, []int{0}}, {0, 1, []int{0}}}, []int{3}},
		{"of equal paths the earlier", forest{{parent: -1}, {0, 1, []int{0}}, {0, 1, []int{0}}}, []int{1}},
		{"a goal that comes again is not gained twice", forest{{parent: -1}, {0, 1, []int{0}}, {1, 2, []int{0}}}, []int{1}},
		{"a first choice that the others make needless", forest{{parent: -1, gains: []int{0}}, {0, 1, []int{1}}}, []int{1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.f.choose(); !slices.Equal(got, test.want) {
				t.Errorf("chose %v, want %v", got, test.want)
			}
		})
	}
}

package concolic

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
)

// Test is a run that was chosen for a suite, and the transitions that no test before it takes.
type Test struct {
	Run    *Run
	Covers []string
}

// Suite chooses few runs that together take every transition that was reached: it repeatedly takes the one that adds the most, and the
// shorter one among equals.
func (o *Outcome) Suite() []Test {
	var runs []*Run
	seen := map[*Run]bool{}
	for _, h := range o.Hits {
		if h != nil && !seen[h.Run] {
			seen[h.Run] = true
			runs = append(runs, h.Run)
		}
	}
	slices.SortStableFunc(runs, func(a, b *Run) int { return cmp.Compare(a.Length, b.Length) })
	taken := make([][]int, len(runs))
	for i, r := range runs {
		taken[i] = o.taken(r)
	}
	var out []Test
	known := make([]bool, len(o.Hits))
	for _, i := range priority.Cover(taken, func(int) int { return 1 }) {
		test := Test{Run: runs[i]}
		for _, id := range taken[i] {
			if !known[id] {
				known[id] = true
				test.Covers = append(test.Covers, o.System.Transitions()[id].Name)
			}
		}
		out = append(out, test)
	}
	return out
}

// taken returns the transitions that a run takes, each once, in order.
func (o *Outcome) taken(r *Run) []int {
	var out []int
	there := make([]bool, len(o.Hits))
	for _, m := range r.Last(r.Length) {
		for _, t := range m.Parts {
			if !there[t.ID] {
				there[t.ID] = true
				out = append(out, t.ID)
			}
		}
	}
	return out
}

package concolic

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/sts"
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
	var out []Test
	c := newCoverage(o, runs)
	priority.CoverBy(c.sizes, func(int) int { return 1 }, func(i int) int { return c.adds(runs[i]) }, func(i int) bool {
		test := Test{Run: runs[i]}
		for _, id := range o.taken(runs[i]) {
			if !c.known[id] {
				c.known[id] = true
				c.open--
				test.Covers = append(test.Covers, o.System.Transitions()[id].Name)
			}
		}
		out = append(out, test)
		for r := runs[i]; r != nil && !c.done[r]; r = r.Parent {
			c.done[r] = true
		}
		return c.open > 0
	})
	return out
}

// coverage is what chosen runs take. Runs share their beginnings, so the transitions of each run are not kept: together they would be as many
// as the sum of the lengths of all runs.
type coverage struct {
	outcome *Outcome
	sizes   []int         // by run: the number of different transitions that it takes
	known   []bool        // by transition: a chosen run takes it
	open    int           // transitions of runs that are not known
	done    map[*Run]bool // chosen runs and their beginnings
	seen    []int         // by transition: the last count in which it occurred
	counts  int
}

func newCoverage(o *Outcome, runs []*Run) *coverage {
	c := &coverage{outcome: o, sizes: make([]int, len(runs)), known: make([]bool, len(o.Hits)), done: map[*Run]bool{}, seen: make([]int, len(o.Hits))}
	index, longer := map[*Run]int{}, map[*Run][]*Run{}
	linked := map[*Run]bool{}
	for i, r := range runs {
		for index[r] = i; r.Parent != nil && !linked[r]; r = r.Parent {
			linked[r] = true
			longer[r.Parent] = append(longer[r.Parent], r)
		}
	}
	var roots []*Run
	for r := range longer {
		if r.Parent == nil {
			roots = append(roots, r)
		}
	}
	for _, r := range roots {
		c.measure(r, index, longer)
	}
	return c
}

// measure counts the different transitions of a run without steps and of the runs that prolong it, depth first.
func (c *coverage) measure(root *Run, index map[*Run]int, longer map[*Run][]*Run) {
	times, different := make([]int, len(c.known)), 0
	type visit struct {
		run   *Run
		moves []*sts.Move
		left  bool
	}
	for work := []visit{{run: root}}; len(work) > 0; {
		v := &work[len(work)-1]
		if v.left {
			for _, m := range v.moves {
				for _, t := range m.Parts {
					if times[t.ID]--; times[t.ID] == 0 {
						different--
					}
				}
			}
			work = work[:len(work)-1]
			continue
		}
		v.left, v.moves = true, v.run.piece.moves()
		for _, m := range v.moves {
			for _, t := range m.Parts {
				if times[t.ID]++; times[t.ID] == 1 {
					different++
				}
				if c.seen[t.ID] == 0 {
					c.seen[t.ID] = -1
					c.open++
				}
			}
		}
		if i, chosen := index[v.run]; chosen {
			c.sizes[i] = different
		}
		for _, r := range longer[v.run] {
			work = append(work, visit{run: r})
		}
	}
}

// adds counts the transitions of a run that no chosen run takes.
func (c *coverage) adds(r *Run) int {
	c.counts++
	n := 0
	for ; r != nil && !c.done[r]; r = r.Parent {
		for _, m := range r.piece.moves() {
			for _, t := range m.Parts {
				if !c.known[t.ID] && c.seen[t.ID] != c.counts {
					c.seen[t.ID] = c.counts
					n++
				}
			}
		}
	}
	return n
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

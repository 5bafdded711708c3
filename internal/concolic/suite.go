package concolic

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/priority"
)

// Test is a run that was chosen for a suite, and the transitions that no test before it takes.
type Test struct {
	Run    *Run
	Covers []string
}

// candidate is a run that may come into a suite, with the transitions that it takes, each once, in order.
type candidate struct {
	run   *Run
	takes []int
	adds  int // how many of them no chosen run takes, when last counted
	order int
}

// Suite chooses few runs that together take every transition that was reached: again and again the one that adds the most, the
// shorter one among equals. What a run adds can only decrease, so it is counted again only when it comes to the front.
func (o *Outcome) Suite() []Test {
	waiting := priority.New(func(a, b *candidate) bool {
		return a.adds > b.adds || a.adds == b.adds && a.order < b.order
	})
	for _, c := range o.candidates() {
		waiting.Push(c)
	}
	var out []Test
	taken := make([]bool, len(o.Hits))
	for waiting.Len() > 0 {
		best := waiting.Pop()
		before := best.adds
		best.adds = len(best.left(taken))
		switch {
		case best.adds == 0:
		case best.adds < before:
			waiting.Push(best)
		default:
			out = append(out, o.test(best, taken))
		}
	}
	return out
}

// left returns the transitions that are not taken yet.
func (c *candidate) left(taken []bool) []int {
	return slices.DeleteFunc(slices.Clone(c.takes), func(id int) bool { return taken[id] })
}

// candidates returns the runs of the hits, shorter ones first.
func (o *Outcome) candidates() []*candidate {
	seen := map[*Run]bool{}
	var out []*candidate
	for _, h := range o.Hits {
		if h == nil || seen[h.Run] {
			continue
		}
		seen[h.Run] = true
		c := &candidate{run: h.Run}
		there := make([]bool, len(o.Hits))
		for _, s := range h.Run.All() {
			for _, t := range s.Move.Parts {
				if !there[t.ID] {
					there[t.ID] = true
					c.takes = append(c.takes, t.ID)
				}
			}
		}
		c.adds = len(c.takes)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *candidate) int { return cmp.Compare(a.run.Length, b.run.Length) })
	for i, c := range out {
		c.order = i
	}
	return out
}

// test adds a candidate to the suite.
func (o *Outcome) test(c *candidate, taken []bool) Test {
	t := Test{Run: c.run}
	for _, id := range c.left(taken) {
		taken[id] = true
		t.Covers = append(t.Covers, o.System.Transitions()[id].Name)
	}
	return t
}

package concolic

import (
	"cmp"
	"container/heap"
	"slices"
)

// Test is a run that was chosen for a suite, and the transitions that no test before it takes.
type Test struct {
	Run    *Run
	Covers []string
}

// Suite chooses few runs that together take every transition that was reached: again and again the one that adds the most, the
// shorter one among equals. What a run adds only becomes less, so it is counted anew only when it comes to the front.
func (o *Outcome) Suite() []Test {
	waiting := o.candidates()
	taken := make([]bool, len(o.Hits))
	for _, c := range waiting {
		c.adds = len(c.takes)
	}
	heap.Init(&waiting)
	var out []Test
	for len(waiting) > 0 {
		best := waiting[0]
		switch gain := best.gain(taken); {
		case gain == 0:
			heap.Pop(&waiting)
		case gain < best.adds:
			best.adds = gain
			heap.Fix(&waiting, 0)
		default:
			out = append(out, o.test(best, taken))
			heap.Pop(&waiting)
		}
	}
	return out
}

// candidates are runs that may come into a suite, as a heap: those that add the most first, among equals in their order.
type candidates []*candidate

func (c candidates) Len() int { return len(c) }

func (c candidates) Less(i, j int) bool {
	if c[i].adds != c[j].adds {
		return c[i].adds > c[j].adds
	}
	return c[i].order < c[j].order
}

func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

// Push adds a candidate, for package heap.
func (c *candidates) Push(x any) { *c = append(*c, x.(*candidate)) }

// Pop takes the last one, for package heap.
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// candidate is a run with the transitions that it takes, each once, in order.
type candidate struct {
	run   *Run
	takes []int
	adds  int // how many of them no chosen run takes, as far as it was counted
	order int
}

func (c *candidate) gain(taken []bool) int {
	n := 0
	for _, t := range c.takes {
		if !taken[t] {
			n++
		}
	}
	return n
}

// candidates lists the runs of the hits, shorter ones first.
func (o *Outcome) candidates() candidates {
	seen := map[*Run]bool{}
	var out candidates
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
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *candidate) int { return cmp.Compare(a.run.Length, b.run.Length) })
	for i, c := range out {
		c.order = i
	}
	return out
}

// test takes a candidate into the suite.
func (o *Outcome) test(c *candidate, taken []bool) Test {
	t := Test{Run: c.run}
	for _, id := range c.takes {
		if !taken[id] {
			taken[id] = true
			t.Covers = append(t.Covers, o.System.Transitions()[id].Name)
		}
	}
	return t
}

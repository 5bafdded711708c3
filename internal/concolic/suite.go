package concolic

import (
	"cmp"
	"slices"
)

// Test is a run that was chosen for a suite, and the transitions that no test before it takes.
type Test struct {
	Run    *Run
	Covers []string
}

// Suite chooses few runs that together take every transition that was reached: again and again the one that adds the most, the
// shorter one among equals.
func (o *Outcome) Suite() []Test {
	candidates := o.candidates()
	var out []Test
	taken := make([]bool, len(o.Hits))
	for {
		best, gain := -1, 0
		for i, c := range candidates {
			if n := c.gain(taken); n > gain {
				best, gain = i, n
			}
		}
		if best < 0 {
			return out
		}
		out = append(out, o.test(candidates[best], taken))
		candidates = slices.Delete(candidates, best, best+1)
	}
}

// candidate is a run with the transitions that it takes, each once, in order.
type candidate struct {
	run   *Run
	takes []int
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
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *candidate) int { return cmp.Compare(a.run.Length, b.run.Length) })
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

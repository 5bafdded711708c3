package testgen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// drawGraphs makes one or two machines without data; some of their steps are taken together.
func drawGraphs(t *rapid.T) *sts.System {
	var b strings.Builder
	b.WriteString("system Graphs\n")
	machines := rapid.IntRange(1, 2).Draw(t, "machines")
	if machines == 2 {
		b.WriteString("channel meet()\n")
	}
	place := rapid.SampledFrom([]string{"a", "b", "c"})
	for i, kind := range [][]string{{"", " out meet()"}, {"", " in meet()"}}[:machines] {
		fmt.Fprintf(&b, "machine m%d() {\ninitial a\n", i)
		for k := range rapid.IntRange(1, 4).Draw(t, "transitions") {
			label := rapid.SampledFrom(kind[:machines]).Draw(t, "label")
			fmt.Fprintf(&b, "t%d: %s -> %s%s\n", k, place.Draw(t, "from"), place.Draw(t, "to"), label)
		}
		fmt.Fprintf(&b, "}\ninstance i%d = m%d()\n", i, i)
	}
	return testkit.LoadText(t, b.String())
}

// situation is where the machines are, and which transitions were taken.
type situation struct {
	places [2]int
	taken  uint
}

// suites are the ways through all situations: a step, or the start of another test, costs one.
type suites struct {
	system *sts.System
	start  situation
	before map[situation][]situation
}

func newSuites(s *sts.System) *suites {
	x := &suites{system: s, before: map[situation][]situation{}}
	for i, m := range s.Machines {
		x.start.places[i] = m.Initial
	}
	x.before[x.start] = nil
	for waiting := []situation{x.start}; len(waiting) > 0; waiting = waiting[1:] {
		for _, next := range x.next(waiting[0]) {
			if _, known := x.before[next]; !known {
				waiting = append(waiting, next)
			}
			x.before[next] = append(x.before[next], waiting[0])
		}
	}
	return x
}

func (x *suites) next(at situation) []situation {
	again := x.start
	again.taken = at.taken
	out := []situation{again}
	for _, m := range x.system.Moves() {
		to, possible := at, true
		for _, part := range m.Parts {
			possible = possible && at.places[part.Machine] == part.From
			to.places[part.Machine] = part.To
			to.taken |= 1 << part.ID
		}
		if possible {
			out = append(out, to)
		}
	}
	return out
}

// everything is the set of all transitions that some test takes.
func (x *suites) everything() (out uint) {
	for at := range x.before {
		out |= at.taken
	}
	return out
}

// remaining is, for each situation, what it costs to take all that can be taken.
func (x *suites) remaining() map[situation]int {
	out := map[situation]int{}
	var waiting []situation
	for at := range x.before {
		if at.taken == x.everything() {
			out[at] = 0
			waiting = append(waiting, at)
		}
	}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		for _, before := range x.before[waiting[0]] {
			if _, known := out[before]; !known {
				out[before] = out[waiting[0]] + 1
				waiting = append(waiting, before)
			}
		}
	}
	return out
}

// TestImprovementIsNeverMissed: whatever was taken already, and wherever the machines are, no suite needs less than the bound of the graph.
func TestImprovementIsNeverMissed(t *testing.T) {
	exact := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawGraphs(t)
		x := newSuites(s)
		p := NewImprovement(s, Transitions, &Suite{})
		for i := range p.wanted {
			p.wanted[i] = x.everything()&(1<<i) != 0
		}
		for at, need := range x.remaining() {
			missing := slices.Clone(p.wanted)
			for i := range missing {
				missing[i] = missing[i] && at.taken&(1<<i) == 0
			}
			p.best = need + 2 // the test that is begun counts one
			if !p.useful(0, at.places[:], missing) {
				t.Fatalf("%v: a suite needs %d more, the graph says that it needs more than that", at, need)
			}
			if p.best = need + 1; !p.useful(0, at.places[:], missing) {
				exact++
			}
		}
	})
	if exact == 0 {
		t.Error("the bound is never the truth")
	}
}

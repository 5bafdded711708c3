package concolic

import (
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/keep"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestExtremes: the store keeps the runs after which a variable of a guard is largest and smallest, within its bound.
func TestExtremes(t *testing.T) {
	s := testkit.LoadText(t, "input go(x: int)\nvar n: int = 0\ninitial s\nset: s -> s in go(x) do n := x\nnever: s -> s in go(_) when n * n == 2\n")
	c := newCampaign(s, Options{})
	c.settle(&c.covered[0])
	st := c.store
	run := func(n int64) *Run { return &Run{at: paged(flat.Config{Words: []int64{0, n}}, &pages{})} }
	for n := range int64(2 * keep.MaxRecords) {
		st.add(run(n))
		st.add(run(-n))
	}
	random, seen := rand.New(rand.NewPCG(1, 2)), map[int64]bool{}
	for range 100 {
		o, ok := st.outpost(random)
		if !ok {
			t.Fatal("no extreme is kept")
		}
		n := o.Run.at.word(1)
		if seen[n] = true; max(n, -n) < keep.MaxRecords-keep.MaxPosts || max(n, -n) >= keep.MaxRecords {
			t.Errorf("%d is not among the last extremes", n)
		}
	}
	if !seen[keep.MaxRecords-1] || !seen[1-keep.MaxRecords] || len(seen) < 4 {
		t.Errorf("drawn were %v only", seen)
	}
	c.settle(&c.covered[1])
	if _, ok := st.outpost(random); ok {
		t.Error("a location where everything was taken has extremes to start from")
	}
}

// TestCountingTogether: a count that needs two machines, a queue and many right choices in a row.
func TestCountingTogether(t *testing.T) {
	testkit.Sequential(t)
	s := testkit.LoadText(t, "channel ask(int) fifo 2\nchannel reply(bool)\ninput tick(x: 0..99)\n"+
		"machine Client { var n: int = 0 initial idle ask: idle -> waiting in tick(x) out ask(x) good: waiting -> idle in reply(ok) when ok and n < 200 do n := n + 1 "+
		"bad: waiting -> idle in reply(ok) when not ok and n < 200 do n := 0 full: waiting -> idle in reply(_) when n == 200 do n := 0 }\n"+
		"machine Server { initial ready take: ready -> busy in ask(x) when x > 30 refuse: ready -> no in ask(x) when x <= 30 yes: busy -> ready out reply(true) deny: no -> ready out reply(false) }\n"+
		"instance client = Client\ninstance server = Server\n")
	for _, e := range []Engine{EC, Auto} {
		o := searchFor(t, s, Options{Engine: e, Seed: 1, Steps: 5_000_000})
		if m := missed(o); len(m) > 0 {
			t.Errorf("%s: not reached: %v", e, m)
		}
		mustReplay(t, o)
	}
}

// TestSettles: where counts are lost repeatedly, rediscovered dead ends do not count as progress, and the search ends.
func TestSettles(t *testing.T) {
	testkit.Sequential(t)
	s := testkit.LoadText(t, "input tick(x: 0..9)\nvar n: int = 0, m: int = 0\ninitial s\nup: s -> s in tick(x) when x < 5 and n < 20 do n := n + 1\n"+
		"reset: s -> s in tick(x) when x >= 5 and x <= 8 do n := 0\nboth: s -> s in tick(x) when x > 8 and m < 1000 do m := m + 2\n"+
		"dead: s -> s in tick(_) when n > 25 or m == 7\n")
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Inactivity: 2000, Steps: 20_000_000})
	if o.Stop != result.StopExhausted {
		t.Errorf("ended by %s after %d steps", o.Stop, o.Steps)
	}
}

package concolic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/keep"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

// TestGoals: the goal of a move has the conjuncts of its guard that are about the slots alone.
func TestGoals(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nvar x: int = 0, y: int = 0\ninitial s\nboth: s -> s in go(n) when x > 5 and n > y\ninput_only: s -> s in go(n) when n > x\n")
	p := &pumper{campaign: newCampaign(s, Options{})}
	g := p.newGoal(s.Moves()[0])
	if far := g.distance.At([]term.Value{term.IntValue(3), term.IntValue(9)}); far != 3 || !slices.Equal(g.slots, []int{0}) {
		t.Errorf("distance %v, slots %v", far, g.slots)
	}
	if p.newGoal(s.Moves()[1]) != nil {
		t.Error("a guard that needs inputs has a distance of the state alone")
	}
}

// TestPump: a counter to 1,000 whose loop leads through three locations, with an input that must be right in each.
func TestPump(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: 0..9999)\nvar count: int = 0\ninitial a\n"+
		"ab: a -> b in go(n) when n > 9000\nreset: a -> a in go(n) when n <= 9000 do count := 0\n"+
		"bc: b -> c in go(n) when n % 100 == 7 do count := count + 1\nlost: b -> a in go(n) when n % 100 != 7 do count := 0\n"+
		"ca: c -> a in go(_)\nfull: a -> d in go(_) when count == 1000\n")
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Steps: 200_000, Queries: 500})
	full := o.Hits[5]
	if full == nil || full.How != "repeated loop" || full.Run.Length < 3000 {
		t.Fatalf("full: %+v, missed %v, %d steps, %d queries, ended by %s", full, missed(o), o.Steps, o.Queries, o.Stop)
	}
	mustReplay(t, o)
}

// TestStoreIsBounded: of any number of configurations few are kept, and some for each location.
func TestStoreIsBounded(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nvar x: int = 0\ninitial s\nt: s -> u in go(x)\nback: u -> s in go(x)\n")
	o := searchFor(t, s, Options{Engine: EC, Seed: 1, Steps: 50_000, Inactivity: 50_000})
	c := o.campaign
	w, err := c.newWalker(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	for i := range 5000 {
		w.begin(c.store.root)
		if _, err := w.take(t.Context(), s.Moves()[0], []term.Value{term.IntValue(int64(i))}, "test"); err != nil {
			t.Fatal(err)
		}
		c.store.add(w.here())
	}
	for i, sh := range c.store.filled {
		if len(sh.walked.Runs) == 0 || len(sh.walked.Runs) > keep.PerRack || len(sh.passed.Runs) > keep.PerRack {
			t.Errorf("location %d has %d and %d configurations", i, len(sh.walked.Runs), len(sh.passed.Runs))
		}
	}
}

// TestUniform: drawn values belong to the sort, also at the ends of 64 bits.
func TestUniform(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 1))
	sorts := []*term.Sort{term.Bool, term.Int, term.Nat, term.Real, term.String, term.Range(-3, 3), term.Range(math.MinInt64, math.MaxInt64),
		term.Bits(8, true), term.Bits(64, false), term.Enum("e", "a", "b"), {Kind: term.KindInt, HasHigh: true, High: -7}}
	for _, v := range random.AllVariables() {
		sorts = append(sorts, v.Sort)
	}
	for _, s := range sorts {
		for range 200 {
			if v := draw.Uniform(source, s); !s.Contains(v) {
				t.Errorf("%s is no %s", v.Format(s), s)
			}
		}
	}
}

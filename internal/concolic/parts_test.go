package concolic

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// testWalker makes a walker for a model.
func testWalker(t testing.TB, text string) *walker {
	t.Helper()
	s := parse(t, text)
	c := &campaign{ctx: t.Context(), system: s, depends: Analyse(s)}
	return &walker{campaign: c}
}

func TestDistances(t *testing.T) {
	for _, row := range []struct {
		guard string
		x, y  int64
		want  float64
	}{
		{"x == 690", 0, 0, 690},
		{"x == 690", 690, 0, 0},
		{"x <= 5", 9, 0, 4},
		{"x > 5", 3, 0, 3},
		{"x > 5 and y == 1", 3, 4, 6},
		{"x > 5 or y == 1", 3, 4, 3},
		{"not (x == 1 and y == 1)", 1, 1, 1},
		{"x != y", 2, 2, 1},
		{"x < y", 2, 2, 1},
		{"x % 7 == 3", 12, 0, 2},
	} {
		w := testWalker(t, "input go(n: int)\nvar x: int = 0, y: int = 0, b: bool = false\ninitial s\nt: s -> s in go(n) when ("+row.guard+") and n > x\n")
		d := w.newDistance(w.system.Moves()[0])
		got := d.at([]term.Value{term.IntValue(row.x), term.IntValue(row.y), term.BoolValue(false)})
		if got != row.want {
			t.Errorf("%s at %d, %d: distance %v, want %v", row.guard, row.x, row.y, got, row.want)
		}
	}
	w := testWalker(t, "input go(n: int)\nvar x: int = 0\ninitial s\nt: s -> s in go(n) when n > x\n")
	if w.newDistance(w.system.Moves()[0]) != nil {
		t.Error("a guard that needs inputs has a distance of the state alone")
	}
}

// TestDistanceIsZeroWhereTrue: on random guards the distance is zero exactly where the conjuncts about slots are true.
func TestDistanceIsZeroWhereTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSystem(t)
		if s == nil {
			return
		}
		w := &walker{campaign: &campaign{system: s, depends: Analyse(s)}}
		start := randomStart(t, s)
		for _, m := range s.Moves() {
			d := w.newDistance(m)
			if d == nil {
				continue
			}
			holds := true
			for _, c := range m.Conjuncts() {
				if w.overSlots(c) && !c.HasQuantifier() {
					holds = holds && holdsAt(t, s, c, start)
				}
			}
			far := d.at(start.Values)
			if math.IsNaN(far) || far < 0 || (far == 0) != holds {
				t.Fatalf("%s: %t, but the distance is %v", m.Guard, holds, far)
			}
		}
	})
}

func holdsAt(t *rapid.T, s *sts.System, c *term.Term, at *sts.Config) bool {
	values := map[*term.Term]term.Value{}
	for i, slot := range s.Slots {
		values[slot.Term] = at.Values[i]
	}
	v, err := s.Store.Evaluate(c, values)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// TestPump: a counter to 1,000 whose loop leads through three locations, with an input that must be right in each.
func TestPump(t *testing.T) {
	s := parse(t, "input go(n: 0..9999)\nvar count: int = 0\ninitial a\n"+
		"ab: a -> b in go(n) when n > 9000\nreset: a -> a in go(n) when n <= 9000 do count := 0\n"+
		"bc: b -> c in go(n) when n % 100 == 7 do count := count + 1\nlost: b -> a in go(n) when n % 100 != 7 do count := 0\n"+
		"ca: c -> a in go(_)\nfull: a -> d in go(_) when count == 1000\n")
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Steps: 200_000, Queries: 500})
	full := o.Hits[5]
	if full == nil || full.How != "repeated loop" || full.Run.Length < 3000 {
		t.Fatalf("full: %+v, missed %v, %d steps, %d questions, ended by %s", full, missed(o), o.Steps, o.Queries, o.Stop)
	}
	mustReplay(t, o)
}

// TestStoreIsBounded: however many configurations come, few are kept, and of each location some.
func TestStoreIsBounded(t *testing.T) {
	s := parse(t, "input go(n: int)\nvar x: int = 0\ninitial s\nt: s -> u in go(x)\nback: u -> s in go(x)\n")
	o := searchFor(t, s, Options{Engine: EC, Seed: 1, Steps: 50_000, Inactivity: 50_000})
	c := o.campaign
	w, err := c.newWalker(3)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	for i := range 5000 {
		w.begin(c.store.root)
		if _, err := w.take(s.Moves()[0], []term.Value{term.IntValue(int64(i))}, "test"); err != nil {
			t.Fatal(err)
		}
		c.store.add(w.here())
	}
	for _, sh := range c.store.filled {
		if len(sh.runs) == 0 || len(sh.runs) > perLocation {
			t.Errorf("location %d has %d configurations", sh.location, len(sh.runs))
		}
	}
}

// TestUniform: what is drawn belongs to the sort, also at the ends of 64 bits.
func TestUniform(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	sorts := []*term.Sort{term.Bool, term.Int, term.Nat, term.Real, term.String, term.Range(-3, 3), term.Range(math.MinInt64, math.MaxInt64),
		term.Bits(8, true), term.Bits(64, false), term.Enum("e", "a", "b"), {Kind: term.KindInt, HasHigh: true, High: -7}}
	for _, v := range testkit.AllVariables() {
		sorts = append(sorts, v.Sort)
	}
	for _, s := range sorts {
		for range 200 {
			if v := uniform(random, s); !s.Contains(v) {
				t.Errorf("%s is no %s", v.Format(s), s)
			}
		}
	}
}

package prove_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// never are the transitions of the TCP example that only relations between variables exclude, and how that is proved.
var never = map[string]string{
	"ack_of_data": "by 1-induction: every path of 2 steps that ends with it contradicts a guard on it, or what always holds where it begins",
	"ack_of_syn":  "in established always ISS < SND_UNA",
}

func TestRelationalInvariantsAreFound(t *testing.T) {
	s := testkit.LoadExample(t, "tcp/tcp.sxt", nil)
	for name, a := range unreachable(t, s, prove.Options{}) {
		want, dead := never[name]
		if a.Proved != dead || dead && a.Explain() != want {
			t.Errorf("%s: proved %v by %q: %s", name, a.Proved, a.Method, a.Explain())
		}
	}
}

// What is proved of the TCP example agrees with all states that it has if numbers are small.
func TestRelationalProofsEqualExplicitStates(t *testing.T) {
	text, err := os.ReadFile(testkit.Example("tcp/tcp.sxt"))
	if err != nil {
		t.Fatal(err)
	}
	small := strings.NewReplacer("isn: nat", "isn: 0..2", "window: nat = 8", "window: nat = 2", "length: 1..8", "length: 1..2", "n: int", "n: 0..9",
		"clock(ticks) do", "clock(ticks) when ISS + ticks <= 3 do", "when SND_NXT + length <=", "when SND_NXT + length <= 7 and SND_NXT + length <=")
	s := testkit.LoadText(t, small.Replace(string(text)))
	taken := takenByAll(t, s, 100_000)
	proofs := unreachable(t, s, prove.Options{})
	for _, tr := range s.Transitions() {
		_, dead := never[tr.Name]
		if taken[tr.Name] == dead || proofs[tr.Name].Proved != dead {
			t.Errorf("%s: taken %v, proved unreachable %v", tr.Name, taken[tr.Name], proofs[tr.Name].Proved)
		}
	}
}

// takenByAll names the transitions that are taken from any state; all states must be at most limit.
func takenByAll(t *testing.T, s *sts.System, limit int) map[string]bool {
	t.Helper()
	in := sts.NewInterpreter(s)
	start, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	taken, seen := map[string]bool{}, map[string]bool{}
	for queue := []*sts.Config{start}; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		for _, m := range s.Possible(nil, c.Locations, c.Count) {
			eachRow(m.Params, func(params []term.Value) {
				step, err := in.Try(c, m, params)
				if err != nil || step.Outcome != sts.Done {
					return
				}
				taken[m.Name] = true
				if key := fmt.Sprint(step.Next.Locations, step.Next.Values); !seen[key] {
					seen[key] = true
					queue = append(queue, step.Next)
				}
			})
		}
		if len(seen) > limit {
			t.Fatalf("more than %d states", limit)
		}
	}
	return taken
}

// Sums that stay the same, chains of relations over places, and bounds from the text are found; relations that hold only in short runs are
// not accepted as invariants.
func TestRelations(t *testing.T) {
	for name, text := range map[string]string{
		"a sum that is kept": `
			input i(n: int)
			var here: int = 20, there: int = 0
			initial a
			give: a -> a in i(n) when n > 0 and n <= here do here := here - n; there := there + n
			take: a -> a in i(n) when n > 0 and n <= there do here := here + n; there := there - n
			dead: a -> a in i(n) when n > here and n <= 20 - there`,
		"a bound from the text": `
			input i(n: int)
			var low: int = 0, high: int = 0
			initial a
			up:   a -> a in i(n) when n > high and n <= low + 500 do high := n
			on:   a -> a in i(n) when low < n and n <= high do low := n
			dead: a -> a in i(n) when n > low + 500 and n <= high`,
		"over places": `
			input i(n: int)
			var x: int = 0, y: int = 0
			initial a
			ab:   a -> b in i(n) do x := n; y := n + 3
			bb:   b -> b in i(n) do x := x + n; y := y + n
			bc:   b -> c in i(_)
			cc:   c -> c in i(n) when n > 0 do y := y + n
			ca:   c -> a in i(_)
			dead: c -> a in i(n) when x + 3 > n and n > y`,
		"long runs differ": `
			input i(n: 0..9)
			var x: int = 0, y: int = 0
			initial a
			both:  a -> a in i(_) do x := x + 1; y := y + 1
			apart: a -> a in i(_) when x == 5000 do x := x + 1; y := y - 1
			far:   a -> a in i(n) when x > y + n`,
	} {
		t.Run(name, func(t *testing.T) {
			for name, a := range unreachable(t, testkit.LoadText(t, text), prove.Options{}) {
				if a.Proved != (name == "dead") {
					t.Errorf("%s: proved %v: %s", name, a.Proved, a.Explain())
				}
			}
		})
	}
}

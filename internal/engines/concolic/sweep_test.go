package concolic

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// maze has 3,885 configurations, of which one enables t3, 35 steps from the start. A wrong choice loses y, and every second choice is wrong;
// so a walk rarely gets far, and no variable grows on the way.
const maze = `
input left()
input right()
var x: 0..222 = 0, y: 0..222 = 0
initial s
t1: s -> s in left() when (x + y * y) % 2 == 0 do x, y := (5 * x + 2 * y + 1) % 223, (3 * x + y + 7) % 223
t2: s -> s in right() when (x + y * y) % 2 == 1 do x, y := (5 * x + 2 * y + 2) % 223, (3 * x + y + 8) % 223
t4: s -> s in left() when (x + y * y) % 2 == 1 do y := 0
t5: s -> s in right() when (x + y * y) % 2 == 0 do y := 0
t3: s -> e in left() when x == 201 and y == 57
`

// TestFewConfigurations: AUTO finds a deep target in a model with few configurations, by the shortest run. A long test searches all models with
// one and with two workers, others only the first.
func TestFewConfigurations(t *testing.T) {
	internal := strings.NewReplacer("input left()\ninput right()\n", "", " in left()", "", " in right()", "")
	for name, text := range map[string]string{
		"inputs without data": maze,
		"internal steps":      internal.Replace(maze),
		"an input of two values": strings.NewReplacer("input left()\ninput right()", "input go(left: bool)",
			"in left() when ", "in go(left) when left and ", "in right() when ", "in go(left) when not left and ").Replace(maze),
		"an input that is not read": strings.ReplaceAll(strings.Replace(maze, "input left()", "input left(n: int)", 1), "in left()", "in left(_)"),
	} {
		for seed := range seeds(1, 3) {
			for _, workers := range teams() {
				if workers == 1 && text != maze && !testkit.Long() {
					continue
				}
				s := testkit.LoadText(t, text)
				o := searchFor(t, s, Options{Engine: Auto, Seed: seed, Workers: workers, Inactivity: 1000, Steps: 500_000, NewSolver: hastySolver(s)})
				if m := missed(o); len(m) > 0 {
					t.Errorf("%s, seed %d: not reached: %v", name, seed, m)
					continue
				}
				if length := o.Hits[4].Run.Length; length != 36 {
					t.Errorf("%s, seed %d: t3 takes %d steps, want 36", name, seed, length)
				}
				mustReplay(t, o)
			}
		}
	}
}

// TestSweepIsForFewInputs: a model is swept if its inputs have few values that matter, and none of its moves calls a function.
func TestSweepIsForFewInputs(t *testing.T) {
	for text, want := range map[string]bool{
		"input go(n: 0..9, b: bool)\nvar x: int = 0\ninitial s\nt: s -> s in go(n, b) when b do x := n\n":                                true,
		"input go(n: int)\nvar x: int = 0\ninitial s\nt: s -> s in go(n) when n > x\n":                                                   false,
		"input go(n: 0..99, m: 0..99)\ninitial s\nt: s -> s in go(n, m) when n > m\n":                                                    false,
		"input go(n: int)\noutput show(n: int)\ninitial s\nt: s -> s in go(n) out show(n)\n":                                             true,
		"extern F(n: int) -> int\ninput go()\nvar x: int = 0\ninitial s\nt: s -> s in go() do x := F(x)\nu: s -> s in go() when x > 3\n": false,
		"channel q(int) fifo 2\ninput go()\ninitial s\nput: s -> s in go() out q(1)\ntake: s -> s in q(n) when n == 1\n":                 true,
	} {
		s := testkit.LoadText(t, text)
		w := &walker{system: s, campaign: newCampaign(s, Options{})}
		if got := w.newSweeper() != nil; got != want {
			t.Errorf("swept: %v, want %v, for\n%s", got, want, text)
		}
	}
}

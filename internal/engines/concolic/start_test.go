package concolic

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// frozenMachines have transitions that need another value of a frozen constant, or of a variable without initial value, than
// the first start has.
var frozenMachines = map[string]string{
	"queue": `
const k: 0..3
input go()
channel q(int) fifo 2
output done(x: int)
machine A { initial a  tell: a -> a2 in go() when k == 2 out q(k)  other: a -> a in go() when k != 2 }
machine B { initial b  got: b -> b in q(x) out done(x) }
instance a = A
instance b = B
`,
	"assumed": `
const low: 0..9
const high: 0..9
input go(n: 0..9)
var x: 0..9
assume low + 5 < high and x > low and x < high
initial s
near: s -> s in go(n) when n > low and n < high and x == high - 1
far:  s -> s in go(n) when n > high and low == 1
`,
	"tight": `
const a: int
const b: int
assume a + b == 100000 and a > 40000 and b > 40000
input go()
initial s
some:  s -> s in go()
equal: s -> s in go() when a % 7 == b % 5
`}

// TestInitialValuesVary: every engine uses different initial values and frozen constants, all of them within the assumptions.
func TestInitialValuesVary(t *testing.T) {
	testkit.Sequential(t)
	for name, text := range frozenMachines {
		for _, e := range []Engine{Rand, Cons, EC, Auto} {
			for seed := range int64(3) {
				o := searchFor(t, testkit.LoadText(t, text), Options{Engine: e, Seed: seed, Steps: 200_000, Queries: 2000})
				if m := missed(o); len(m) > 0 {
					t.Errorf("%s, %s, seed %d: not reached: %v", name, e, seed, m)
				}
				mustReplay(t, o)
			}
		}
	}
}

// TestStartsAreSolved: a target that needs one particular initial value out of 2 to the 32 is found backwards, also if a message is sent on
// the way.
func TestStartsAreSolved(t *testing.T) {
	s := "const k: int\nconst m: int\nassume m < k\ninput go(n: int)\nchannel q(int) fifo 2\nvar seen: int = 0\n" +
		"machine A { initial a first: a -> b in go(n) when k * 2 == n out q(m) }\n" +
		"machine B { initial c got: c -> d in q(x) do seen := x last: d -> d in go(n) when seen == 1000003 and n == k and k == 7654321 - seen }\n" +
		"instance a = A\ninstance b = B\n"
	for _, e := range []Engine{EC, Auto} {
		o := searchFor(t, testkit.LoadText(t, s), Options{Engine: e, Seed: 1, Steps: 200_000, Queries: 5000})
		if m := missed(o); len(m) > 0 {
			t.Errorf("%s: not reached: %v", e, m)
		}
		mustReplay(t, o)
	}
}

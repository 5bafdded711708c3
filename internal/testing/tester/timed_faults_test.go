package tester_test

import (
	"testing"
	"testing/synctest"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// vending is a model of a machine that gives money back when nobody goes on for half a minute.
const vending = `system Vending
input coin(n: 1..100)
input buy()
output shown(credit: int)
output bought()
output few()
output back()
clock x
var credit: int = 0
initial idle
location on while x <= 30
insert: idle -> on in coin(n) do credit := n; x := 0 out shown(credit)
coin: on -> on in coin(n) when credit + n <= 500 do credit := credit + n; x := 0 out shown(credit)
full: on -> on in coin(n) when credit + n > 500 do x := 0 out shown(credit)
buy: on -> idle in buy() when credit >= 250 do credit := 0 out bought()
few: on -> on in buy() when credit < 250 out few()
back: on -> idle when x >= 30 do credit := 0 out back()
`

// pairing is a model of a message that is one of a few for one of a few, and is acknowledged within half a second.
const pairing = `system Pairing
input publish(topic: string, text: string)
output sent(topic: string, text: string)
clock x
initial idle
location due while x <= 0.5
var s: string = "", p: string = ""
publish: idle -> due in publish(t, q) when t in {"a", "a.b", "a.*", "b.>", "c"} and q in {"", "x", "y", "1", "-1", "PING", "+OK", "end"} do s := t; p := q; x := 0
sent: due -> idle out sent(s, p)
`

// sum is a model of a number that must be exact.
const sum = `system Sum
input reset()
input inc()
input double()
input less()
input check()
output ok()
output no()
output gone()
clock x
var n: int = 0
initial on
location on while x <= 60
reset: on -> on in reset() do n := 0; x := 0 out ok()
inc: on -> on in inc() do n := n + 1; x := 0 out ok()
double: on -> on in double() when n < 200 do n := 2 * n; x := 0 out ok()
less: on -> on in less() do n := n - 3; x := 0 out ok()
check: on -> on in check() when n == 47 do n := 0; x := 0 out ok()
wrong: on -> on in check() when n != 47 do x := 0 out no()
gone: on -> on when x >= 59 do n := 0; x := 0 out gone()
`

// pings is a model of a system that answers, and says now and then that it lives.
const pings = `system Pings
input ping()
input count()
input stop()
output pong()
output total(n: int)
output alive()
clock x
var n: int = 0
initial on
location on while x <= 10.5
ping: on -> on in ping() do n := n + 1 out pong()
count: on -> on in count() out total(n)
stop: on -> on in stop() do n := 0 out pong()
alive: on -> on when x >= 10 do x := 0 out alive()
`

// post is a model of letters that are delivered one by one.
const post = `system Post
input put(n: 0..9)
input size()
output ok()
output is(n: int)
output delivered(n: int)
clock x
var letters: int[] = []
var letter: int = 0
initial idle
location on while x <= 3
first: idle -> on in put(n) do letters := [n]; x := 0 out ok()
put: on -> on in put(n) do letters := letters + [n] out ok()
size: on -> on in size() out is(len(letters))
deliver: on -> on when len(letters) > 1 and x >= 3 do letter := letters[0]; letters := letters[1:]; x := 0 out delivered(letter)
last: on -> idle when len(letters) == 1 and x >= 3 do letter := letters[0]; letters := [] out delivered(letter)
`

// session is a model of a session that expires.
const session = `system Session
input open()
input touch(n: 1..9)
input close()
output ok()
output expired()
clock x
var limit: int = 20
initial shut
location up while x <= limit
open: shut -> up in open() do x := 0; limit := 20 out ok()
touch: up -> up in touch(n) do x := 0; limit := (if limit + n > 60 then 60 else limit + n) out ok()
close: up -> shut in close() out ok()
expired: up -> shut when x >= limit out expired()
`

// timedRares are faults of systems with clocks that few tests show.
var timedRares = []rare{
	{"a limit of an amount", vending, [2]string{"credit >= 250 do", "credit >= 251 do"}, 300, 5},
	{"an amount at its limit", vending, [2]string{"credit + n <= 500", "credit + n <= 499"}, 300, 5},
	{"a pair of texts", pairing, [2]string{"out sent(s, p)", `out sent(s, if s == "b.>" and p == "+OK" then "OK" else p)`}, 300, 5},
	{"an exact number", sum, [2]string{"when n == 47 do n := 0; x := 0 out ok()", "when n == 47 do n := 1; x := 0 out no()"}, 300, 5},
	{"the ninth in a row", pings, [2]string{"do n := n + 1 out", "do n := (if n == 8 then 0 else n + 1) out"}, 1000, 4},
	{"a full queue", post, [2]string{"letters + [n]", "(if len(letters) > 16 then letters else letters + [n])"}, 1000, 5},
	{"a limit that grows", session, [2]string{"limit + n > 60 then 60", "limit + n > 60 then 60 else if limit + n == 60 then 61"}, 1000, 4},
	{"long after the end", session, [2]string{"expired: up", "late: shut -> shut when x >= 150 do x := 0 out expired()\nexpired: up"}, 300, 4},
}

// TestTimedRareFaults: faults of systems with clocks that few tests show are found within so many inputs, and right systems pass.
func TestTimedRareFaults(t *testing.T) {
	for _, f := range timedRares {
		f.hunt(t, func(t *testing.T, behaves, model *sts.System, o tester.Options) (r *tester.Report) {
			synctest.Test(t, func(t *testing.T) { r = run(t, model, simulated.NewClockwork(behaves, model, uint64(o.Seed)), o) })
			return r
		})
	}
}

// TestTimedPurpose: a purpose that needs a number is reached by a plan, and waits for what the system does by itself.
func TestTimedPurpose(t *testing.T) {
	model := load(t, sum+"purpose exact = sequence gone, *, check\n")
	for seed := range int64(5) {
		synctest.Test(t, func(t *testing.T) {
			r := run(t, model, simulated.NewClockwork(model, model, 1), tester.Options{Seed: seed, Steps: 200, Purpose: &model.Purposes[0]})
			t.Logf("%s after %d inputs %s", r.Verdict, r.Sent, r.Evidence)
			if r.Verdict != result.Pass {
				t.Errorf("seed %d: %s %s", seed, r.Verdict, r.Evidence)
			}
		})
	}
}

// TestSeedDecidesInstants: sessions with the same seed send the same inputs at the same instants.
func TestSeedDecidesInstants(t *testing.T) {
	model := load(t, vending)
	var traces [2]string
	for i := range traces {
		synctest.Test(t, func(t *testing.T) {
			r := run(t, model, simulated.NewClockwork(model, model, 1), tester.Options{Steps: 250, Seed: 7, Values: testgen.Boundaries(model)})
			for _, e := range r.Events() {
				traces[i] += e.At + " " + string(e.Kind) + " " + e.Message + "\n"
			}
		})
	}
	if traces[0] != traces[1] {
		t.Errorf("one sent\n%s\nand the other\n%s", traces[0], traces[1])
	}
}

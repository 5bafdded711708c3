package tester_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// dial is a model of a dial with a scale; faultyDial goes beyond it.
const (
	dial = `system Dial
input  turn(steps: int)
output shown(level: int)
initial still
turn: still -> still in turn(steps) out shown(min(10, steps))
`
	faultyDial = `system Dial
input  turn(steps: int)
output shown(level: int)
initial still
turn: still -> still in turn(steps) out shown(min(11, steps))
`
)

// mortal is a system that does not survive a number of starts: it is gone at the first input after.
type mortal struct {
	*simulated.System
	starts int
}

func (m *mortal) Reset(ctx context.Context) error {
	m.starts--
	return m.System.Reset(ctx)
}

func (m *mortal) Send(ctx context.Context, in sut.Message) error {
	if m.starts < 0 {
		return &sut.ErrSystem{Reason: "the system under test is gone"}
	}
	return m.System.Send(ctx, in)
}

// TestShrinkingKeepsTheFailure: a system that dies while its failure is made shorter does not hide what was found before, and
// its death does not count for the region of a value.
func TestShrinkingKeepsTheFailure(t *testing.T) {
	model, system := load(t, dial), load(t, faultyDial)
	for _, starts := range []int{1, 2, 3, 5, 8} {
		a := &mortal{System: simulated.New(system, model, 1), starts: starts}
		s := newSession(t, model, a, tester.Options{})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != result.Fail {
			t.Fatalf("%+v, %v", r, err)
		}
		short, err := s.Shrink(t.Context(), r)
		if err != nil || !strings.Contains(short.Evidence, "the system sent shown(11)") {
			t.Errorf("with %d starts: %q became %q, %v", starts, r.Evidence, short.Evidence, err)
		}
		a.starts = 3
		if regions, err := s.Regions(t.Context(), short); err != nil || len(regions) > 0 {
			t.Errorf("with %d starts: %+v, %v", starts, regions, err)
		}
	}
}

// bank is a model of an account from which no more can be taken than there is; faultyBank refuses to give back the last coin.
const (
	bank = `system Bank
input  deposit(n: 1..1000)
input  withdraw(n: 1..1000)
output has(n: int)
var balance: int = 0
initial open
deposit:  open -> open in deposit(n) do balance := balance + n out has(balance)
withdraw: open -> open in withdraw(n) when n <= balance do balance := balance - n out has(balance)
`
	rounded = "out has(max(balance, 1))\n"
)

// tickets is a model of an office that gives out numbers of its own choice, and serves the last of them.
const (
	tickets = `system Tickets
input  take()
input  serve(n: int)
output ticket(n: int)
output served(n: int)
var last: int = 0
initial open
take:  open -> open any k: int in take do last := k out ticket(k)
serve: open -> open in serve(n) when n == last and n > 0 out served(n)
`
	counting = `system Tickets
input  take()
input  serve(n: int)
output ticket(n: int)
output served(n: int)
var last: int = 0
initial open
take:  open -> open in take do last := last + 1 out ticket(last)
serve: open -> open in serve(n) out served(n + 1)
`
)

// seeded are models with a system that has a fault, and the inputs of the simplest test that shows it.
var seeded = []struct{ name, model, system, want string }{
	{"goes beyond the scale", dial, faultyDial, "turn(11)"},
	{"keeps the last coin", bank, strings.Replace(bank, "balance - n out has(balance)\n", "balance - n "+rounded, 1), "deposit(1) withdraw(1)"},
	{"follows the numbers of the system", tickets, counting, "take() serve(1)"},
	{"drops zeros", queue(""), queue("x != 0"), ""},
	{"counts no further", counter, strings.Replace(counter, "do n := n + x", "do n := min(n + x, 15)", 1), ""},
}

// TestShrunkFailureIsTheSame: a test that was made short fails in the same way as the one that was found, each time, and the model accepts
// its inputs. It is never longer, and shrinking it again changes nothing.
func TestShrunkFailureIsTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector changes whether the tester or the system is first, so that some failures are found late and do not come again")
	}
	for _, c := range seeded {
		model, system := load(t, c.model), load(t, c.system)
		found := 0
		for seed := range int64(8) {
			s := newSession(t, model, simulated.New(system, model, 1), tester.Options{Strategy: tester.Random, Steps: 400, Seed: seed})
			r, err := s.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == result.Fail {
				found++
				checkShrunk(t, s, r, c.name, c.want)
			}
		}
		if found == 0 {
			t.Errorf("%s: not found", c.name)
		}
	}
}

func checkShrunk(t *testing.T, s *tester.Session, r *tester.Report, name, want string) {
	t.Helper()
	start := time.Now()
	short, err := s.Shrink(t.Context(), r)
	if err != nil || short.Shrunk.Stop != result.StopDone {
		t.Fatalf("%s: %+v, %v", name, short.Shrunk, err)
	}
	took := time.Since(start)
	inputs := inputsText(short)
	if n := len(tester.Inputs(short.Trace)); n > len(tester.Inputs(r.Trace)) || want != "" && inputs != want {
		t.Errorf("%s: %d inputs became %s, want %q (%d runs, %v)", name, len(tester.Inputs(r.Trace)), inputs, want, short.Shrunk.Runs, took)
	}
	again, err := s.Replay(t.Context(), tester.Steps(short.Trace))
	if err != nil || again.Verdict != result.Fail || !again.SameFailure(r) || !short.SameFailure(r) {
		t.Errorf("%s: %s\n became %s\n replayed %s, %v", name, r.Evidence, short.Evidence, again.Evidence, err)
	}
	twice, err := s.Shrink(t.Context(), short)
	if err != nil || inputsText(twice) != inputs {
		t.Errorf("%s: shrunk again, %s became %s, %v", name, inputs, inputsText(twice), err)
	}
}

// inputsText prints the inputs and resets of a test.
func inputsText(r *tester.Report) string {
	var parts []string
	for _, step := range tester.Steps(r.Trace) {
		if step.Reset {
			parts = append(parts, "reset")
		} else {
			parts = append(parts, step.Input.String())
		}
	}
	return strings.Join(parts, " ")
}

// TestShrinkingIsCutShort: where the time is up, the report says so, and the best test until then is the result.
func TestShrinkingIsCutShort(t *testing.T) {
	model, system := load(t, counter), load(t, strings.Replace(counter, "do n := n + x", "do n := min(n + x, 15)", 1))
	s := newSession(t, model, simulated.New(system, model, 1), tester.Options{Strategy: tester.Random, Steps: 400, ShrinkTime: time.Nanosecond})
	r, err := s.Run(t.Context())
	if err != nil || r.Verdict != result.Fail {
		t.Fatalf("%s, %v", r.Verdict, err)
	}
	short, err := s.Shrink(t.Context(), r)
	if err != nil || short.Shrunk.Stop != result.StopTime || inputsText(short) != inputsText(r) {
		t.Errorf("%+v, %s, %v", short.Shrunk, inputsText(short), err)
	}
}

// quietStore is a model of a store that may say something about each value that is put into it, and its system never does; faultyStore
// forgets a value.
const (
	quietStore = `system Store
input  put(x: 0..999)
input  get()
output value(x: 0..999)
output noted()
var kept: 0..999 = 0
initial idle
put:   idle -> idle in put(x) do kept := x
heed:  idle -> busy in put(x) do kept := x
get:   idle -> idle in get() out value(kept)
noted: busy -> idle out noted()
`
	faultyStore = `system Store
input  put(x: 0..999)
input  get()
output value(x: 0..999)
output noted()
var kept: 0..999 = 0
initial idle
put:   idle -> idle in put(x) do kept := x
get:   idle -> idle in get() out value(if kept >= 70 and kept <= 75 then 0 else kept)
`
)

// patient is a system that needs a moment to answer, and where nothing comes it is waited for, in simulated time.
type patient struct{ *simulated.System }

func (p patient) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	m, came, err := p.System.Receive(ctx, wait)
	if came {
		wait = time.Millisecond
	}
	time.Sleep(wait)
	return m, came, err
}

// TestShrinkingDoesNotWait: where a failure does not depend on a silence, shrinking takes a small part of the time that a single run of the test
// with all its silences would.
func TestShrinkingDoesNotWait(t *testing.T) {
	model, system := load(t, quietStore), load(t, faultyStore)
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, model, patient{simulated.New(system, model, 1)}, tester.Options{Strategy: tester.Random, Wait: 2 * time.Second, Steps: 8000, Seed: 12})
		r, err := s.Run(t.Context())
		if err != nil || r.Verdict != result.Fail || len(tester.Inputs(r.Trace)) < 2000 {
			t.Fatalf("%s: %s, %d inputs, %v", r.Verdict, r.Evidence, len(tester.Inputs(r.Trace)), err)
		}
		begun, before := time.Now(), len(tester.Inputs(r.Trace))
		silences := strings.Count(inputsText(r), "put(")
		short, err := s.Shrink(t.Context(), r)
		if want := "put(70) get()"; err != nil || inputsText(short) != want || short.Repeats.Failed != 3 {
			t.Errorf("%s, %+v, %v; want %s", inputsText(short), short.Repeats, err, want)
		}
		took, patiently := time.Since(begun), time.Duration(silences)*2*time.Second
		if took > patiently/20 {
			t.Errorf("%d inputs with %d silences took %v", before, silences, took)
		}
		t.Logf("%d inputs with %d silences took %v and %d runs", before, silences, took, short.Shrunk.Runs)
	})
}

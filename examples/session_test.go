package examples

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant"
	"github.com/sextant-mbt/sextant/examples/session/peer"
	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// bubbled is a session in the bubble of a test, where time is simulated: a unit is an hour.
type bubbled struct {
	fault   string
	session *peer.Session
	outputs chan sextant.Message
}

func (b *bubbled) Reset(context.Context) error {
	if err := b.Close(); err != nil {
		return err
	}
	outputs := make(chan sextant.Message, 100)
	b.outputs = outputs
	b.session = peer.New(time.Hour, b.fault, func(channel string, values ...any) {
		outputs <- sextant.Message{Channel: channel, Payload: values}
	})
	return nil
}

func (b *bubbled) Close() error {
	if b.session != nil {
		b.session.Stop()
	}
	return nil
}

func (b *bubbled) Send(_ context.Context, in sextant.Message) error {
	switch in.Channel {
	case "open":
		b.session.Open()
	case "post":
		b.session.Post(int(in.Payload[0].(*big.Int).Int64()))
	case "ack":
		b.session.Ack()
	case "touch":
		b.session.Touch()
	case "close":
		b.session.Close()
	}
	return nil
}

func (b *bubbled) Receive(ctx context.Context, wait time.Duration) (sextant.Message, bool, error) {
	select {
	case m := <-b.outputs:
		return m, true, nil
	case <-time.After(wait):
		return sextant.Message{}, false, nil
	case <-ctx.Done():
		return sextant.Message{}, false, ctx.Err()
	}
}

// inBubble tests a session with simulated time.
func inBubble(t *testing.T, fault string, options sextant.TestOptions) *sextant.TestResult {
	t.Helper()
	testkit.NeedsSolver(t)
	options.TimeUnit = time.Hour
	var r *sextant.TestResult
	synctest.Test(t, func(t *testing.T) {
		m, err := sextant.Load("session/session.sxt")
		if err != nil {
			t.Fatal(err)
		}
		if r, err = m.Test(t.Context(), &bubbled{fault: fault}, options); err != nil {
			t.Fatal(err)
		}
	})
	return r
}

// TestSessionSimulated: a thousand steps with deadlines of hours take less than a second; a busy machine may be slower.
func TestSessionSimulated(t *testing.T) {
	begun := time.Now()
	r := inBubble(t, "", sextant.TestOptions{Steps: 1000, Seed: 1})
	if r.Verdict != sextant.Pass || len(r.Coverage.Missing) > 0 || r.Inputs < 500 {
		t.Errorf("%s: %s; %d inputs, not taken: %v", r.Verdict, r.Evidence, r.Inputs, r.Coverage.Missing)
	}
	if taken := time.Since(begun); taken > time.Minute {
		t.Errorf("it took %v", taken)
	} else {
		t.Logf("%d inputs, %v", r.Inputs, taken)
	}
}

// TestSessionSimulatedByDefault: the time for inputs is real time, so that the default options send many inputs where time is simulated, and
// find faults that show late.
func TestSessionSimulatedByDefault(t *testing.T) {
	if r := inBubble(t, "", sextant.TestOptions{Seed: 1}); r.Verdict != sextant.Pass || r.Inputs < 500 {
		t.Errorf("%s: %s; %d inputs", r.Verdict, r.Evidence, r.Inputs)
	}
	for _, fault := range []string{"drift", "stubborn", "endless"} {
		if r := inBubble(t, fault, sextant.TestOptions{Seed: 1}); r.Verdict != sextant.Fail {
			t.Errorf("%s: %s after %d inputs", fault, r.Verdict, r.Inputs)
		}
	}
}

// windows are what the evidence of each fault says was allowed instead: a window, or a silence.
var windows = map[string]string{
	"late":     "keepalive() from ",
	"early":    "keepalive() from ",
	"missing":  "keepalive() from ",
	"drift":    "keepalive() from ",
	"ghost":    "allowed was: silence",
	"linger":   "expired() from ",
	"hasty":    "silence up to ",
	"endless":  "expired() from ",
	"deaf":     "silence up to ",
	"flat":     "data(",
	"stubborn": "lost(",
	"timid":    "data(",
	"echo":     "keepalive() from ",
}

// TestSessionFaultsSimulated: each fault is found by a short test, and the evidence has the window.
func TestSessionFaultsSimulated(t *testing.T) {
	for _, f := range peer.Faults {
		t.Run(f.Name, func(t *testing.T) {
			r := shortest(t, f.Name)
			if want := windows[f.Name]; want == "" || r.Verdict != sextant.Fail || !strings.Contains(r.Evidence, want) {
				t.Errorf("%s: %s, want %q", r.Verdict, r.Evidence, want)
			}
			if len(r.Trace) > shortTest {
				t.Errorf("the test was not made short: it has %d steps", len(r.Trace))
			}
			t.Logf("%d inputs: %s", r.Inputs, r.Evidence)
		})
	}
}

// shortTest is the maximum number of steps of a short test.
const shortTest = 12

// shortest returns the first of a few runs whose failing test is short, otherwise the last one. Where two timers of the session end at the instant of
// an input, as happens in simulated time, their order differs from run to run; a test with such an instant does not always fail again, and stays long.
func shortest(t *testing.T, fault string) (r *sextant.TestResult) {
	t.Helper()
	for range 4 {
		if r = inBubble(t, fault, sextant.TestOptions{Steps: 2000, Seed: 1}); len(r.Trace) <= shortTest {
			break
		}
		t.Logf("a test of %d steps: %s", len(r.Trace), r.Evidence)
	}
	return r
}

// sessionTolerance is less than the distance between what a fault does and the window that it misses: 0.1 units less 0.05.
const sessionTolerance = 20 * time.Millisecond

// runSession tests the program in real time: a unit is a second.
func runSession(t *testing.T, system rig.SystemOptions, seed int64, options tester.Options, words string) *result.Run {
	t.Helper()
	return testTimed(t, "session/session.sxt", system, seed, options, words)
}

// testTimed tests a system in real time. A run that is inconclusive or flaky, because the machine is too busy, is
// repeated, and so is one that fails without some words in the evidence: a program that has to wait for a processor misses other windows,
// too. On a machine that is too busy for all of them, or for one of them to come to an end, nothing can be said.
func testTimed(t *testing.T, model string, system rig.SystemOptions, seed int64, options tester.Options, words string) *result.Run {
	t.Helper()
	for try := int64(0); ; try++ {
		r := testTimedOnce(t, model, system, seed+100*try, options)
		if r.Stop == result.StopTime && crowd.Factor() > 1 {
			t.Skipf("the machine is too busy: %d inputs in %v", r.Sent, timedLimit)
		}
		failsOtherwise := r.Verdict == result.Fail && !strings.Contains(r.Evidence, words)
		switch {
		case r.Verdict != result.Inconclusive && r.Verdict != result.Flaky && !failsOtherwise:
			return r
		case try == 3 && (r.Verdict == result.Inconclusive || failsOtherwise && crowd.Factor() > 1):
			t.Skipf("the machine is too busy: %s", r.Evidence)
		case try == 3:
			return r
		}
		t.Log(r.Evidence)
	}
}

// timedLimit is how long a run in real time may take: those that end on an idle machine do so in a fraction of that.
const timedLimit = 90 * time.Second

func testTimedOnce(t *testing.T, model string, system rig.SystemOptions, seed int64, options tester.Options) *result.Run {
	t.Helper()
	options.Seed, options.ShrinkTime = seed, time.Millisecond
	limited, cancel := context.WithTimeout(t.Context(), timedLimit)
	defer cancel()
	r, err := rig.Run(limited, load(t, model), rig.RunOptions{Options: options, SystemOptions: system})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSession: the program passes in real time, while other tests run. A long test repeats it 20 times.
func TestSession(t *testing.T) {
	t.Parallel()
	system := lineProgram(t, "./session/endpoint")("")
	seeds := int64(1)
	if testkit.Long() {
		seeds = 20
	}
	for seed := int64(1); seed <= seeds; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			if seeds > 1 {
				t.Parallel()
			}
			r := runSession(t, system, seed, tester.Options{Steps: 20}, "") // the tolerance is measured
			expectPass(t, fmt.Sprint("seed ", seed), r)
			t.Logf("%s: %d inputs, %d transitions", r.Verdict, r.Sent, r.Coverage.Transitions.Covered)
		})
	}
}

// TestSessionFaults: faults are found in real time, with the window in the evidence. A long test has all of them. "late" is among those: it
// misses its window by 50 ms, so repeats of its test say nothing whenever another program keeps it waiting for that long.
func TestSessionFaults(t *testing.T) {
	skipShort(t)
	t.Parallel()
	start := lineProgram(t, "./session/endpoint")
	for _, f := range peer.Faults {
		if !testkit.Long() && f.Name != "early" && f.Name != "missing" {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			r := runSession(t, start(f.Name), 1, tester.Options{Steps: 200, Tolerance: sessionTolerance}, windows[f.Name])
			if r.Verdict != result.Fail || !strings.Contains(r.Evidence, windows[f.Name]) {
				t.Errorf("%s: %s", r.Verdict, r.Evidence)
			}
			t.Logf("%d inputs: %s", r.Sent, r.Evidence)
		})
	}
}

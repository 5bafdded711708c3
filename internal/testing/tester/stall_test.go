package tester_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// heart is a model of a system that beats every second.
const heart = `system Heart
input start()
input stop()
output beat()
clock x
initial still
location beating while x <= 1.05
start: still -> beating in start() do x := 0
beat:  beating -> beating when x >= 0.95 do x := 0 out beat()
stop:  beating -> still in stop() when x <= 0.8
`

// beating is such a system in simulated time. The machine that it runs on is busy now and then: some beats come late since the system waits for
// a processor, which it tells.
type beating struct {
	model  *sts.System
	late   func(beat int) time.Duration // how late a beat is
	blames bool                         // the system waited for a processor when it was late
	next   time.Time                    // when the next beat is due; zero if none is
	beats  int
	waited time.Duration
}

func (b *beating) Reset(context.Context) error { b.next = time.Time{}; return nil }
func (b *beating) Close() error                { return nil }
func (b *beating) Waited() time.Duration       { return b.waited }

func (b *beating) Send(_ context.Context, m sut.Message) error {
	if b.next = (time.Time{}); m.Channel.Name == "start" {
		b.next = time.Now().Add(time.Second)
	}
	return nil
}

func (b *beating) Receive(_ context.Context, wait time.Duration) (sut.Message, bool, error) {
	late := b.late(b.beats)
	if rest := time.Until(b.next) + late; b.next.IsZero() || rest > wait {
		time.Sleep(wait)
		return sut.Message{}, false, nil
	} else {
		time.Sleep(rest)
	}
	if b.blames {
		b.waited += late
	}
	b.beats, b.next = b.beats+1, time.Now().Add(time.Second)
	m, err := sut.NewMessage(b.model, sts.Output, "beat", nil)
	return m, true, err
}

// TestStalls: what is late because the machine is busy is no failure, and does not matter if it is in time later. A system that is late by itself
// fails, and one that was late at last and not seen in time again leaves the verdict open.
func TestStalls(t *testing.T) {
	often := func(beat int) time.Duration {
		if beat%5 == 4 {
			return 300 * time.Millisecond
		}
		return 0
	}
	always := func(int) time.Duration { return 300 * time.Millisecond }
	for _, c := range []struct {
		name     string
		late     func(int) time.Duration
		blames   bool
		verdict  result.Verdict
		evidence string
	}{
		{"right", func(int) time.Duration { return 0 }, true, result.Pass, ""},
		{"busy", often, true, result.Pass, ""},
		{"always busy", always, true, result.Inconclusive, "but the machine was busy: a processor was waited for, up to 300ms"},
		{"late", often, false, result.Fail, "the tolerance was 1ms"},
		{"always late", always, false, result.Fail, "the tolerance was 1ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := load(t, heart)
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t, model, &beating{model: model, late: c.late, blames: c.blames}, tester.Options{Steps: 60, Seed: 1, Tolerance: time.Millisecond})
				r, err := s.Run(t.Context())
				if err != nil || r.Verdict != c.verdict || !strings.Contains(r.Evidence, c.evidence) {
					t.Errorf("%s: %s, %v; want %s: %s", r.Verdict, r.Evidence, err, c.verdict, c.evidence)
				}
				t.Logf("%d inputs, %d tests, tolerance %v: %s", r.Sent, r.Tests, r.Tolerance, r.Evidence)
			})
		})
	}
}

// slowBell is a system that answers each input after a time of its own.
type slowBell struct {
	model  *sts.System
	delays []time.Duration // of the answers, in order; 0 is at once
	due    time.Time
	owes   bool
}

func (b *slowBell) Reset(context.Context) error { b.owes = false; return nil }
func (b *slowBell) Close() error                { return nil }

func (b *slowBell) Send(context.Context, sut.Message) error {
	delay := time.Duration(0)
	if len(b.delays) > 0 {
		delay, b.delays = b.delays[0], b.delays[1:]
	}
	b.owes, b.due = true, time.Now().Add(delay)
	return nil
}

func (b *slowBell) Receive(_ context.Context, wait time.Duration) (sut.Message, bool, error) {
	rest := max(0, time.Until(b.due))
	if !b.owes || rest > wait {
		time.Sleep(wait)
		return sut.Message{}, false, nil
	}
	time.Sleep(rest)
	b.owes = false
	m, err := sut.NewMessage(b.model, sts.Output, "ring", []any{1})
	return m, true, err
}

// TestLateAnswers: an answer that comes when the system was taken for silent is late, and no failure; that none comes in seconds is one, unless
// all repeats are late.
func TestLateAnswers(t *testing.T) {
	const hour = time.Hour
	for _, c := range []struct {
		name     string
		delays   []time.Duration
		verdict  result.Verdict
		evidence string
	}{
		{"at once", nil, result.Pass, ""},
		{"late", []time.Duration{0, 700 * time.Millisecond}, result.Inconclusive, "the system sent ring(1) only after 700ms, when it was taken for silent; with --wait 1.1s it would have been in time"},
		{"silent", []time.Duration{0, hour, 0, hour, 0, hour, 0, hour, 0, hour}, result.Fail, "the system sent nothing; allowed was: ring(1)"},
		{"silent once", []time.Duration{0, hour}, result.Flaky, "the system sent nothing; allowed was: ring(1)"},
		{"silent, then late", append([]time.Duration{0, hour}, slices.Repeat([]time.Duration{0, 2 * time.Second}, 20)...), result.Inconclusive, "a busy machine may have caused this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := load(t, bell)
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t, model, &slowBell{model: model, delays: c.delays}, tester.Options{Steps: 10})
				r, err := s.Run(t.Context())
				if err == nil && r.Verdict == result.Fail {
					err = s.Confirm(t.Context(), r)
				}
				if err != nil || r.Verdict != c.verdict || !strings.Contains(r.Evidence, c.evidence) {
					t.Errorf("%s: %s, %+v, %v; want %s: %s", r.Verdict, r.Evidence, r.Repeats, err, c.verdict, c.evidence)
				}
			})
		})
	}
}

// TestUnknownWaits: on a busy machine, a failure in time of a system whose waiting for a processor is unknown leaves the verdict open, however often it
// is repeated; on an idle one, and where the system reports that it waited for something else, it is a failure.
func TestUnknownWaits(t *testing.T) {
	for _, c := range []struct {
		name    string
		factor  float64
		waited  time.Duration
		verdict result.Verdict
	}{
		{"idle", 1, 0, result.Fail},
		{"busy", 4, 0, result.Inconclusive},
		{"busy and measured", 4, time.Nanosecond, result.Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer tester.SetCrowd(c.factor)()
			model := load(t, heart)
			synctest.Test(t, func(t *testing.T) {
				always := func(int) time.Duration { return 300 * time.Millisecond }
				s := newSession(t, model, &beating{model: model, late: always, waited: c.waited}, tester.Options{Steps: 60, Seed: 1, Tolerance: time.Millisecond})
				r, err := s.Run(t.Context())
				if err == nil && r.Verdict == result.Fail {
					err = s.Confirm(t.Context(), r)
				}
				if err != nil || r.Verdict != c.verdict {
					t.Errorf("%s: %s, %+v, %v; want %s", r.Verdict, r.Evidence, r.Repeats, err, c.verdict)
				}
			})
		})
	}
}

// replaced is a system that another one replaces. It reports that it did not wait for a processor for long.
type replaced struct{ sut.Adapter }

func (*replaced) Waited() time.Duration { return time.Nanosecond }

// TestWrongOnce: an output of a system with clocks that is wrong once, and not in repeats, is flaky; on a busy machine it leaves the verdict open, since it may have
// crossed an input that was on its way for long.
func TestWrongOnce(t *testing.T) {
	model := load(t, vending)
	faulty := load(t, strings.Replace(vending, "out few()", "out bought()", 1))
	for factor, want := range map[float64]result.Verdict{1: result.Flaky, 4: result.Inconclusive} {
		defer tester.SetCrowd(factor)()
		synctest.Test(t, func(t *testing.T) {
			system := &replaced{simulated.NewClockwork(faulty, model, 1)}
			s := newSession(t, model, system, tester.Options{Steps: 60, Seed: 1, Tolerance: time.Millisecond})
			r, err := s.Run(t.Context())
			if err != nil || r.Verdict != result.Fail {
				t.Fatal(r, err)
			}
			system.Adapter = simulated.NewClockwork(model, model, 1)
			if err = s.Confirm(t.Context(), r); err != nil || r.Verdict != want || r.Repeats.Passed == 0 {
				t.Errorf("busy %g times: %s, %s, %+v, %v; want %s", factor, r.Verdict, r.Evidence, r.Repeats, err, want)
			}
		})
	}
}

package tester_test

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// heartbeat is a model of a system that sends a beat every ten seconds, up to half a second late, until it is stopped.
const heartbeat = `system Heartbeat
input start()
input stop()
output beat()
output stopped()
clock x
initial off
location on while x <= 10.5
start: off -> on in start() do x := 0
beat:  on -> on when x >= 10 do x := 0 out beat()
stop:  on -> off in stop() out stopped()
again: on -> on in start() do x := 0
`

// pulse is such a system; pause returns how long it waits after so many beats in a row, a negative time for ever.
type pulse struct {
	model *sts.System
	pause func(beats int) time.Duration
	beats int
	next  time.Time // of the next beat, zero for none
	owed  []string
}

func (h *pulse) Reset(context.Context) error {
	h.beats, h.next, h.owed = 0, time.Time{}, nil
	return nil
}

func (h *pulse) Close() error { return nil }

func (h *pulse) Send(_ context.Context, m sut.Message) error {
	h.beats, h.next = 0, time.Time{}
	if m.Channel.Name == "stop" {
		h.owed = append(h.owed, "stopped")
	} else {
		h.rest()
	}
	return nil
}

// rest sets when the next beat comes.
func (h *pulse) rest() {
	h.next = time.Time{}
	if d := h.pause(h.beats); d >= 0 {
		h.next = time.Now().Add(d)
	}
}

func (h *pulse) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if len(h.owed) > 0 {
		name := h.owed[0]
		h.owed = h.owed[1:]
		return h.message(name)
	}
	if h.next.IsZero() || time.Until(h.next) > wait {
		time.Sleep(wait)
		return sut.Message{}, false, ctx.Err()
	}
	time.Sleep(time.Until(h.next))
	h.beats++
	h.rest()
	return h.message("beat")
}

func (h *pulse) message(name string) (sut.Message, bool, error) {
	m, err := sut.Output(h.model, name, []any{})
	return m, true, err
}

const period = 10 * time.Second

// hearts are faults of such a system.
var hearts = map[string]func(beats int) time.Duration{
	"right": func(int) time.Duration { return period + 100*time.Millisecond },
	"wrong after the third": func(n int) time.Duration {
		if n >= 3 {
			return period + time.Second
		}
		return period
	},
	"drift": func(n int) time.Duration { return period + time.Duration(n)*90*time.Millisecond },
	"the fifth is missing": func(n int) time.Duration {
		if n >= 4 {
			return -1
		}
		return period
	},
}

// TestRepeatedWaits: faults that show when an output was awaited several times in a row are found with 60 inputs.
func TestRepeatedWaits(t *testing.T) {
	for name, pause := range hearts {
		t.Run(name, func(t *testing.T) {
			model, found := load(t, heartbeat), 0
			for seed := range int64(10) {
				synctest.Test(t, func(t *testing.T) {
					r := run(t, model, &pulse{model: model, pause: pause}, tester.Options{Seed: seed, Steps: 60})
					t.Logf("seed %d: %s after %d inputs %s", seed, r.Verdict, r.Sent, r.Evidence)
					if r.Verdict == result.Fail {
						found++
					}
				})
			}
			if right := name == "right"; right && found > 0 || !right && found < 9 {
				t.Errorf("%d of 10 seeds found it", found)
			}
		})
	}
}

// bucket is a model of a bucket of tokens, one more each second.
const bucket = `system Bucket
const eps = 0.000001
input take(n: 1..5)
output yes()
output no()
clock x
var tokens: real = 5
function level() -> real = min(5.0, tokens + x)
initial open
yes: open -> open in take(n) when level() + eps >= n do tokens := level() - n; x := 0 out yes()
no:  open -> open in take(n) when level() - eps < n out no()
`

// tokens is such a bucket that is filled at some rate.
type tokens struct {
	model *sts.System
	rate  float64
	level float64
	since time.Time
	owed  string
}

func (b *tokens) Reset(context.Context) error {
	b.level, b.since, b.owed = 5, time.Now(), ""
	return nil
}

func (b *tokens) Close() error { return nil }

func (b *tokens) Send(_ context.Context, m sut.Message) error {
	n, _ := m.Values[0].Small()
	b.level = math.Min(5, b.level+time.Since(b.since).Seconds()*b.rate)
	b.since, b.owed = time.Now(), "no"
	if b.level+1e-9 >= float64(n) {
		b.level, b.owed = b.level-float64(n), "yes"
	}
	return nil
}

func (b *tokens) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if b.owed == "" {
		time.Sleep(wait)
		return sut.Message{}, false, ctx.Err()
	}
	m, err := sut.Output(b.model, b.owed, []any{})
	b.owed = ""
	return m, true, err
}

// TestRates: a rate that is one in a hundred too high or too low is found in simulated time, and a right one passes.
func TestRates(t *testing.T) {
	model := load(t, bucket)
	for rate, least := range map[float64]int{1: 0, 1.01: 4, 0.99: 4} {
		found := 0
		for seed := range int64(5) {
			synctest.Test(t, func(t *testing.T) {
				r := run(t, model, &tokens{model: model, rate: rate}, tester.Options{Seed: seed, Steps: 400})
				t.Logf("rate %v, seed %d: %s after %d inputs %s", rate, seed, r.Verdict, r.Sent, r.Evidence)
				if r.Verdict == result.Fail {
					found++
				}
			})
		}
		if found < least || rate == 1 && found > 0 {
			t.Errorf("rate %v: %d of 5 seeds found it", rate, found)
		}
	}
}

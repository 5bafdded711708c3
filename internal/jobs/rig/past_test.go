package rig_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// meter is a model of a meter that is read once.
const meter = `system Meter
input  count(n: 0..9)
input  read()
output shown(n: int)
var total: int = 0
initial on
count: on -> on in count(n) do total := total + n
read:  on -> off in read out shown(total)
`

// leaky is a meter that does not forget all at a reset: if the total was 5 or more, the next reading is wrong by one.
type leaky struct {
	system *sts.System
	total  int64
	late   int64
	out    []sut.Message
}

func (l *leaky) Reset(context.Context) error {
	l.late = 0
	if l.total >= 5 {
		l.late = 1
	}
	l.total, l.out = 0, nil
	return nil
}

func (l *leaky) Send(_ context.Context, m sut.Message) error {
	if m.Channel.Name == "count" {
		n, _ := m.Values[0].Small()
		l.total += n
		return nil
	}
	for _, c := range l.system.Channels {
		if c.Direction == sts.Output {
			l.out = append(l.out, sut.Message{Channel: c, Values: []term.Value{term.IntValue(l.total + l.late)}})
		}
	}
	return nil
}

func (l *leaky) Receive(context.Context, time.Duration) (sut.Message, bool, error) {
	if len(l.out) == 0 {
		return sut.Message{}, false, nil
	}
	m := l.out[0]
	l.out = l.out[1:]
	return m, true, nil
}

func (l *leaky) Close() error { return nil }

// TestWrongAfterReset: a failure that needs what was done before a reset is reported with it, as short as it can be. The stored test does
// it too, so it fails again.
func TestWrongAfterReset(t *testing.T) {
	l := loadText(t, meter)
	system := &leaky{system: l.System}
	o := rig.RunOptions{Shrink: true, Backend: model.BackendDefaults(), Adapter: system}
	r, err := rig.Run(t.Context(), l, o)
	if err != nil || r.Verdict != result.Fail || len(r.Failures) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	var did []string
	for _, e := range r.Trace {
		if e.Kind == result.EventInput || e.Kind == result.EventReset {
			did = append(did, string(e.Kind)+" "+e.Message)
		}
	}
	want := []string{"input count(5)", "reset ", "input read()"}
	if strings.Join(did, ", ") != strings.Join(want, ", ") {
		t.Errorf("%q, want %q", did, want)
	}
	test := r.Failures[0].Test
	if len(test.Before) != 1 || len(test.Before[0]) != 1 || len(test.Inputs) != 1 {
		t.Errorf("stored: %+v", test)
	}
	system.total, system.late = 0, 0
	again, err := rig.Replay(t.Context(), l, test, rig.RunOptions{Backend: model.BackendDefaults(), Adapter: system})
	if err != nil || again.Verdict != result.Fail || !again.Repeats.Always() {
		t.Errorf("replayed: %s: %s, %v", again.Verdict, again.Evidence, err)
	}
}

// box is a model of a box that keeps two numbers; forgetful is one that does not keep zeros.
const (
	box = `system Box
input  put(n: 0..9)
input  take()
output took(n: int)
output empty()
var a: int[2] = [0, 0]
var n: 0..2 = 0
initial on
put:  on -> on in put(x) when n < 2 do a[n], n := x, n + 1
take: on -> on in take when n > 0 do a[0], a[1], n := a[1], 0, n - 1 out took(a[0])
none: on -> on in take when n == 0 out empty()
`
	forgetful = "put(x) when n < 2 and x != 0 do"
)

// TestShorterFailureOfAnotherKind: where a shorter test fails in another way while a failing test is made shorter, both are reported, the
// shorter first, and both fail again when they are replayed.
func TestShorterFailureOfAnotherKind(t *testing.T) {
	l := loadText(t, box)
	faulty := loadText(t, strings.Replace(box, "put(x) when n < 2 do", forgetful, 1)+"lose: on -> on in put(x) when n < 2 and x == 0\n")
	both := 0
	for seed := range int64(10) {
		o := rig.RunOptions{Shrink: true, Backend: model.BackendDefaults(), Adapter: simulated.New(faulty.System, l.System, 1)}
		o.Seed = seed
		r, err := rig.Run(t.Context(), l, o)
		if err != nil || r.Verdict != result.Fail {
			t.Fatalf("%+v, %v", r, err)
		}
		if len(r.Failures) == 2 {
			both++
			if r.Failures[0].Output == r.Failures[1].Output || len(r.Failures[0].Trace) >= len(r.Failures[1].Trace) {
				t.Errorf("seed %d: %s, %s", seed, r.Failures[0].Evidence, r.Failures[1].Evidence)
			}
		}
		for _, f := range r.Failures {
			again, err := rig.Replay(t.Context(), l, f.Test, rig.RunOptions{Backend: model.BackendDefaults(), Adapter: simulated.New(faulty.System, l.System, 1)})
			if err != nil || again.Verdict != result.Fail || again.Failures[0].Output != f.Output {
				t.Errorf("seed %d: %s, replayed %s: %s, %v", seed, f.Evidence, again.Verdict, again.Evidence, err)
			}
		}
	}
	if both == 0 {
		t.Error("no run showed both failures")
	}
}

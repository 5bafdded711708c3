package rig_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/rig"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
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

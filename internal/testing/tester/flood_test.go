package tester_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// fountain is a system that sends the same output without a pause, after an input or from the start. It ends with another output after so
// many, unless that is 0.
type fountain struct {
	system    *sts.System
	fromStart bool
	last      int

	on   bool
	sent int
}

func (f *fountain) Reset(context.Context) error {
	f.on, f.sent = f.fromStart, 0
	return nil
}

func (f *fountain) Send(context.Context, sut.Message) error {
	f.on = true
	return nil
}

func (f *fountain) Receive(context.Context, time.Duration) (sut.Message, bool, error) {
	if !f.on {
		return sut.Message{}, false, nil
	}
	n := 2
	if f.sent++; f.sent == f.last {
		n = 3
	}
	m, err := sut.Output(f.system, "ring", []any{n})
	return m, true, err
}

func (f *fountain) Close() error { return nil }

// The models of a fountain: it sends 2 again and again.
const (
	spring = "output ring(int)\ninitial idle\ntick: idle -> idle out ring(2)\n"
	basin  = "input push()\n" + spring + "push: idle -> idle in push\n"
	tap    = "input push()\noutput ring(int)\ninitial calm\nopen: calm -> idle in push\npush: idle -> idle in push\ntick: idle -> idle out ring(2)\n"
	clocks = "clock c\n" + basin
)

// TestFloods: outputs without a pause end a test, but they fail it only if the model does not allow one of them.
func TestFloods(t *testing.T) {
	for name, c := range map[string]struct {
		model  string
		system fountain
		want   result.Verdict
		stop   result.Stop
		sent   int
	}{
		"before the first input":      {basin, fountain{fromStart: true}, result.Inconclusive, result.StopFlood, 0},
		"after an input":              {tap, fountain{}, result.Pass, "", 10},
		"the model has no inputs":     {spring, fountain{fromStart: true}, result.Pass, result.StopFlood, 0},
		"with clocks":                 {clocks, fountain{fromStart: true}, result.Inconclusive, result.StopFlood, 0},
		"the last output is wrong":    {basin, fountain{fromStart: true, last: 900}, result.Fail, "", 0},
		"the first output after that": {basin, fountain{fromStart: true, last: 1001}, result.Inconclusive, result.StopFlood, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := load(t, c.model)
			c.system.system = m
			r, err := newSession(t, m, &c.system, tester.Options{Steps: 10, Wait: time.Second}).Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want || r.Stop != c.stop || r.Sent != c.sent {
				t.Errorf("%s, stop %q, %d inputs sent: %s; want %s, stop %q, %d inputs", r.Verdict, r.Stop, r.Sent, r.Evidence, c.want, c.stop, c.sent)
			}
			if flooded := strings.Contains(r.Evidence, "without a pause"); flooded != (r.Verdict == result.Inconclusive) {
				t.Errorf("%s: %s", r.Verdict, r.Evidence)
			}
		})
	}
}

// TestReplayOfFloods: a test that cannot go on because of a flood is inconclusive, and one that is over when the flood comes passes.
func TestReplayOfFloods(t *testing.T) {
	m := load(t, tap)
	in, err := sut.NewMessage(m, sts.Input, "push", nil)
	if err != nil {
		t.Fatal(err)
	}
	push := shrink.Step{Input: in}
	for _, c := range []struct {
		steps []shrink.Step
		want  result.Verdict
	}{{[]shrink.Step{push}, result.Pass}, {[]shrink.Step{push, push}, result.Inconclusive}} {
		r, err := newSession(t, m, &fountain{system: m}, tester.Options{}).Replay(t.Context(), c.steps)
		if err != nil || r.Verdict != c.want {
			t.Errorf("%d inputs: %s: %s, want %s (%v)", len(c.steps), r.Verdict, r.Evidence, c.want, err)
		}
	}
}

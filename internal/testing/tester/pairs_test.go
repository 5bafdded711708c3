package tester_test

import (
	"context"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// desk is a model with many pairs of transitions.
const desk = `system Desk
input open()
input shut()
input lift()
input lower()
input read()
input ring()
input lamp()
input dial(n: 0..9)
input send(n: 1..1000)
output ok()
output no()
output is(n: int)
var n: int = 0
initial shut
open: shut -> idle in open() out ok()
shutRing: shut -> shut in ring() out no()
shutLamp: shut -> shut in lamp() out ok()
shutRead: shut -> shut in read() out is(n)
lift: idle -> talk in lift() out ok()
lamp: idle -> idle in lamp() out ok()
read: idle -> idle in read() out is(n)
send: idle -> idle in send(m) when m <= 500 do n := m out ok()
much: idle -> idle in send(m) when m > 500 out no()
ring: idle -> talk in ring() out ok()
shut: idle -> shut in shut() out ok()
dial: talk -> talk in dial(m) do n := m out ok()
talkLamp: talk -> talk in lamp() out ok()
talkRead: talk -> talk in read() out is(n)
again: talk -> talk in ring() out no()
lower: talk -> idle in lower() out ok()
end: talk -> shut in shut() out ok()
`

// slip is a system that does not answer the second of two inputs that come one after the other.
type slip struct {
	*simulated.System
	first, second, last string
	slips               bool
}

func (s *slip) Reset(ctx context.Context) error {
	s.last, s.slips = "", false
	return s.System.Reset(ctx)
}

func (s *slip) Send(ctx context.Context, m sut.Message) error {
	s.slips = s.last == s.first && m.Channel.Name == s.second
	s.last = m.Channel.Name
	return s.System.Send(ctx, m)
}

func (s *slip) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	m, came, err := s.System.Receive(ctx, wait)
	return m, came && !s.slips, err
}

// TestPairs: of faults that show in one succession of two inputs only, most are found soon.
func TestPairs(t *testing.T) {
	model := load(t, desk)
	for steps, least := range map[int]int{100: 155, 200: 170} {
		found, all := 0, 0
		for _, first := range model.Channels {
			for _, second := range model.Channels {
				if !possible(model, first, second) {
					continue
				}
				for range 3 {
					all++
					a := &slip{System: simulated.New(model, model, 1), first: first.Name, second: second.Name}
					if r := run(t, model, a, tester.Options{Steps: steps, Seed: int64(all), Values: testgen.Boundaries(model)}); r.Verdict == result.Fail {
						found++
					}
				}
			}
		}
		if t.Logf("with %d inputs: %d of %d", steps, found, all); found < least {
			t.Errorf("with %d inputs %d of %d were found", steps, found, all)
		}
	}
}

// possible reports whether an input can follow another.
func possible(m *sts.System, first, second *sts.Channel) bool {
	for _, t := range m.Moves() {
		for _, u := range m.Moves() {
			if t.Input == first && u.Input == second && t.Parts[0].To == u.Parts[0].From {
				return true
			}
		}
	}
	return false
}

package play_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/chance/play"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// player plays a model, and is asked by the names of channels.
type player struct {
	*testing.T
	*play.System
	channels map[string]sut.Message
}

// newPlayer makes a player and begins a run.
func newPlayer(t *testing.T, model string, o play.Options) *player {
	t.Helper()
	s := testkit.LoadText(t, model)
	p := &player{T: t, System: play.New(s, s, o), channels: map[string]sut.Message{}}
	for _, c := range s.Channels {
		p.channels[c.Name] = sut.Message{Channel: c}
	}
	p.reset()
	return p
}

func (p *player) reset() {
	p.T.Helper()
	if err := p.System.Reset(p.T.Context()); err != nil {
		p.T.Fatal(err)
	}
}

func (p *player) send(name string) {
	p.T.Helper()
	if err := p.System.Send(p.T.Context(), p.channels[name]); err != nil {
		p.T.Fatal(err)
	}
}

// receive returns the next output as a text, or "silence".
func (p *player) receive(wait time.Duration) string {
	p.T.Helper()
	m, ok, err := p.System.Receive(p.T.Context(), wait)
	switch {
	case err != nil:
		p.T.Fatal(err)
	case !ok:
		return "silence"
	}
	return m.Channel.Name + "(" + value.Format(m.Channel.Payload, m.Values) + ")"
}

// after is a delay that does not depend on chance.
func after(delay float64) func(*rand.Rand, float64) float64 {
	return func(*rand.Rand, float64) float64 { return delay }
}

// An output comes when its delay is over, not before and not later. A wait that ends before leaves the delay as it is: the race goes on. A
// hasty system gives the same answers in no time.
func TestDelays(t *testing.T) {
	for _, hasty := range []bool{false, true} {
		t.Run(fmt.Sprint("hasty ", hasty), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPlayer(t, testkit.Protocol(2), play.Options{Hasty: hasty, Unit: time.Minute, Delay: after(5)})
				begin := time.Now()
				p.send("send")
				for _, wait := range []time.Duration{2 * time.Minute, 0, 2*time.Minute + 59*time.Second} {
					if got := p.receive(wait); got != "silence" {
						t.Fatalf("after %v: %s", time.Since(begin), got)
					}
				}
				if got := p.receive(time.Second); got == "silence" {
					t.Error("nothing came after the delay")
				}
				if took := time.Since(begin); !hasty && took != 5*time.Minute || hasty && took != 0 {
					t.Errorf("it took %v", took)
				}
				if got := p.receive(time.Hour); got != "silence" {
					t.Errorf("%s came without a request", got)
				}
			})
		})
	}
}

// What a run does depends only on the seed and the number of the run.
func TestRunsAreReproduced(t *testing.T) {
	runs := func(o play.Options, n int) []string {
		o.Hasty = true
		p := newPlayer(t, testkit.Protocol(2), o)
		var out []string
		for i := range n {
			if i > 0 {
				p.reset()
			}
			text := ""
			for range 20 {
				p.send("send")
				text += p.receive(200 * time.Millisecond)
			}
			out = append(out, text)
		}
		return out
	}
	all := runs(play.Options{Seed: 3}, 6)
	if again := runs(play.Options{Seed: 3}, 6); !slices.Equal(all, again) {
		t.Errorf("the same seed gives\n%q and\n%q", all, again)
	}
	if rest := runs(play.Options{Seed: 3, Runs: 2}, 4); !slices.Equal(all[2:], rest) {
		t.Errorf("after two runs come\n%q, want\n%q", rest, all[2:])
	}
	if other := runs(play.Options{Seed: 4}, 6); slices.Equal(all, other) || all[0] == all[1] {
		t.Errorf("other seeds and other runs are the same: %q", all)
	}
}

// Branches and winners of races come as often as the model says.
func TestFrequencies(t *testing.T) {
	const n = 2000
	for name, c := range map[string]struct {
		model string
		first float64 // probability of the output a
	}{
		"branches": {"output a()\noutput b()\ninitial s\ngo: s -> { 7/10: s out a(); 3/10: s out b() }\n", 0.7},
		"race":     {"output a()\noutput b()\ninitial s\none: s -> x rate 3\ntwo: s -> y rate 1\nsayA: x -> s out a()\nsayB: y -> s out b()\n", 0.75},
		"both":     {"output a()\noutput b()\ninitial s\none: s -> { 1/2: x; 1/2: y } rate 2\ntwo: s -> y rate 2\nsayA: x -> s out a()\nsayB: y -> s out b()\n", 0.25},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlayer(t, "system Dice\n"+c.model, play.Options{Seed: 5, Hasty: true})
			count := map[string]int{}
			for range n {
				count[p.receive(time.Hour)]++
			}
			low, high := statistics.Band(n, c.first, 0.001)
			if count["a()"] < low || count["a()"] > high || count["a()"]+count["b()"] != n {
				t.Errorf("%v, want %d to %d of a", count, low, high)
			}
		})
	}
}

// Delays are exponential with the sum of the rates.
func TestExponentialDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlayer(t, "system Bell\noutput ring()\ninitial s\none: s -> x rate 3\ntwo: s -> x rate 1\nsay: x -> s out ring()\n", play.Options{Seed: 2})
		var rate statistics.Rate
		for range 2000 {
			begin := time.Now()
			p.receive(time.Hour)
			rate.Add(time.Since(begin).Seconds(), true)
		}
		if p := rate.P(4); p < 0.001 {
			t.Errorf("the rate is %v, want 4 (P = %v)", rate.Estimate(), p)
		}
	})
}

// The scheduler is asked where the model leaves a choice, and what it chooses is done: outputs in the order of the model, values of any, and
// transitions that take an input.
func TestScheduler(t *testing.T) {
	const model = `system Choice
input go()
output a()
output b()
output value(int)
initial s
one: s -> t in go() out a(), b()
two: s -> u in go()
pick: u -> t any x: 0..3 out value(x)
`
	for choice, want := range map[int]string{0: "a() b() silence", 1: "value(1) silence silence"} {
		var asked []int
		p := newPlayer(t, model, play.Options{Hasty: true, Choose: func(_ *rand.Rand, n int) int {
			asked = append(asked, n)
			return choice
		}})
		p.send("go")
		if got := strings.Join([]string{p.receive(1), p.receive(1), p.receive(1)}, " "); got != want {
			t.Errorf("choice %d: %s, want %s", choice, got, want)
		}
		if wanted := map[int][]int{0: {2}, 1: {2, 4}}[choice]; !slices.Equal(asked, wanted) {
			t.Errorf("choice %d: asked for one of %v, want %v", choice, asked, wanted)
		}
	}
}

// An input ends a race: what it was about to do does not happen. An input that the model does not foresee changes nothing.
func TestInputsDuringARace(t *testing.T) {
	const model = `system Timer
input stop()
input start()
output ring()
initial off
begin: off -> on in start()
over: on -> loud rate 1
ring: loud -> off out ring()
stop: on -> off in stop()
`
	p := newPlayer(t, model, play.Options{Hasty: true, Delay: after(10)})
	p.send("stop") // is not foreseen
	p.send("start")
	p.receive(4 * time.Second)
	p.send("start") // is not foreseen: the race goes on
	if got := p.receive(6 * time.Second); got != "ring()" {
		t.Errorf("%s, want ring() after 10 s", got)
	}
	p.send("start")
	p.receive(9 * time.Second)
	p.send("stop")
	if got := p.receive(time.Hour); got != "silence" {
		t.Errorf("%s after the timer was stopped", got)
	}
}

// A wait ends when its context does.
func TestCancelledWait(t *testing.T) {
	for _, hasty := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			p := newPlayer(t, testkit.Protocol(2), play.Options{Hasty: hasty, Delay: after(1000)})
			p.send("send")
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			if hasty {
				cancel()
			}
			if _, ok, err := p.System.Receive(ctx, time.Hour); ok || !errors.Is(err, context.Canceled) {
				t.Errorf("hasty %v: %v, %v", hasty, ok, err)
			}
		})
	}
}

// A delay that is longer than times can be is as good as never.
func TestLongDelay(t *testing.T) {
	p := newPlayer(t, "system Slow\noutput a()\ninitial s\ngo: s -> x rate 1/1000000000000000\nsay: x -> s out a()\n", play.Options{Hasty: true})
	if got := p.receive(time.Hour); got != "silence" {
		t.Errorf("%s came at once", got)
	}
}

// Models that cannot be played are refused with an error.
func TestUnplayable(t *testing.T) {
	for want, model := range map[string]string{
		"internal steps in a row":     "output a()\ninitial s\nspin: s -> s\n",
		"has no initial value":        "var n: int\noutput a()\ninitial s\ngo: s -> s out a()\n",
		"choice x of go has type int": "output a(int)\ninitial s\ngo: s -> s any x: int out a(x)\n",
	} {
		s := testkit.LoadText(t, "system Odd\n"+model)
		if err := play.New(s, s, play.Options{Hasty: true}).Reset(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	s, m := testkit.LoadText(t, "system Loud\noutput a()\ninitial s\ngo: s -> s out a()\n"), testkit.LoadText(t, "system Other\noutput b()\ninitial s\ngo: s -> s out b()\n")
	p := play.New(s, m, play.Options{Hasty: true})
	if err := p.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Receive(t.Context(), time.Second); err == nil || !strings.Contains(err.Error(), "no channel a") {
		t.Errorf("%v, want the channel that the model does not have", err)
	}
}

package concolic

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// TestMessages: what a trail with messages leaves open in a configuration is true exactly if the interpreter can follow the path.
func TestMessages(t *testing.T) {
	for name, text := range queueMachines {
		t.Run(name, func(t *testing.T) {
			s := parse(t, text)
			followed, refused := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				start := randomWaiting(t, s)
				path := randomMessages(t, s, start)
				last, possible := trailOf(s, path)
				follows := followQueues(t, s, start, path)
				if holds := possible && leftHolds(t, s, last, start, path); holds != follows {
					t.Fatalf("what is left of the trail is %t, the interpreter says otherwise", holds)
				}
				if follows && len(path) > 1 {
					followed++
				} else {
					refused++
				}
			})
			if followed == 0 || refused == 0 {
				t.Errorf("%d paths were followed, %d refused: the test has no force", followed, refused)
			}
		})
	}
}

// randomWaiting draws a configuration in the initial locations with messages in its queues.
func randomWaiting(t *rapid.T, s *sts.System) *sts.Config {
	c := &sts.Config{Locations: s.Initial(), Queues: make([]sts.Queue[term.Value], s.Queues())}
	number := func() term.Value { return term.IntValue(rapid.Int64Range(0, 12).Draw(t, "number")) }
	for range s.Slots {
		c.Values = append(c.Values, number())
	}
	for _, ch := range s.Channels {
		if ch.Capacity == 0 {
			continue
		}
		for range rapid.IntRange(0, ch.Capacity).Draw(t, "waiting") {
			c.Queues[ch.Queue].Count++
			c.Queues[ch.Queue].Items = append(c.Queues[ch.Queue].Items, number())
		}
	}
	return c
}

// randomMessages draws up to five adjacent moves: any, as if queues never refused one, or mostly such that can be taken.
func randomMessages(t *rapid.T, s *sts.System, c *sts.Config) []Step {
	var out []Step
	at := s.Initial()
	tries := rapid.SampledFrom([]int{1, 10}).Draw(t, "tries")
	for range rapid.IntRange(1, 5).Draw(t, "steps") {
		var step Step
		for range tries {
			step = randomStep(t, s, at)
			if next := stepQueues(t, s, c, step); next != nil {
				c = next
				break
			}
		}
		out = append(out, step)
		at = step.Move.Target(at)
	}
	return out
}

// randomStep draws a move that starts at locations, with parameters.
func randomStep(t *rapid.T, s *sts.System, at []int) Step {
	var moves []*sts.Move
	for _, m := range s.Moves() {
		if startsThere(at, controlOf(s, m)) {
			moves = append(moves, m)
		}
	}
	step := Step{Move: rapid.SampledFrom(moves).Draw(t, "move")}
	for range step.Move.Params {
		step.Params = append(step.Params, term.IntValue(rapid.Int64Range(0, 9).Draw(t, "parameter")))
	}
	return step
}

// trailOf is the trail of a path.
func trailOf(s *sts.System, path []Step) (*trail, bool) {
	b := newBackward(&campaign{ctx: context.Background(), system: s, depends: Analyse(s)})
	last, possible := b.start(path[len(path)-1].Move)
	for i := len(path) - 2; i >= 0 && possible; i-- {
		last, possible = b.extend(last, path[i].Move)
	}
	return last, possible
}

// followQueues runs a path in the interpreter, and notes in it what the steps take from queues.
func followQueues(t *rapid.T, s *sts.System, c *sts.Config, path []Step) bool {
	for _, step := range path {
		if c = stepQueues(t, s, c, step); c == nil {
			return false
		}
	}
	return true
}

// stepQueues makes a step in the interpreter, and notes in it what it takes from a queue; nil if it cannot be made.
func stepQueues(t *rapid.T, s *sts.System, c *sts.Config, step Step) *sts.Config {
	m := step.Move
	if !startsThere(c.Locations, controlOf(s, m)) || !m.QueuesAllow(func(q int) int { return c.Queues[q].Count }) {
		return nil
	}
	for i, a := range m.DequeueArgs {
		step.Params[a] = c.Queues[m.Dequeue.Queue].Items[i]
	}
	made, err := sts.NewInterpreter(s).Try(c, m, step.Params)
	if err != nil {
		t.Fatal(err)
	}
	if made.Outcome != sts.Done {
		return nil
	}
	return made.Next
}

// leftHolds evaluates what a trail leaves open in a configuration.
func leftHolds(t *rapid.T, s *sts.System, tr *trail, start *sts.Config, path []Step) bool {
	c := &campaign{ctx: context.Background(), system: s, depends: Analyse(s), machine: flat.Compile(s)}
	c.store = newStore(c)
	c.store.add(&Run{Config: c.machine.Compact(start)})
	j := &jumper{walker: &walker{campaign: c}}
	starts := j.starts(tr)
	if len(starts) == 0 {
		return false
	}
	values := map[*term.Term]term.Value{}
	for i, piece := 0, tr; piece != nil; i, piece = i+1, piece.rest {
		for k, p := range piece.params {
			values[p] = path[i].Params[k]
		}
	}
	v, err := s.Store.Evaluate(s.Store.And(starts[0].left...), values)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// relay passes a number on through two queues; what it was is tested after it has arrived, and only after another went by.
const relay = `
channel first(int) fifo 3
channel second(int, bool) fifo 2
input go(x: 0..9999)
machine Source {
  initial s
  send: s -> s in go(x) out first(3 * x + 1)
}
machine Relay {
  initial r
  pass: r -> r in first(y) when y % 2 == 1 out second(y + 7, true)
  drop: r -> r in first(y) when y % 2 == 0 out second(0, false)
}
machine Sink {
  var last: int = 0, before: int = 0
  initial w
  take: w -> w in second(z, good) when good do before := last; last := z
  skip: w -> w in second(_, good) when not good
  pair: w -> done when last == 4472 and before == 2000
}
instance source = Source
instance relay = Relay
instance sink = Sink
`

// TestSignals: messages without payload have an order, too: A signals before it knows the right number, and B takes the signal
// before they meet.
func TestSignals(t *testing.T) {
	s := parse(t, "channel sig() fifo 2\nchannel meet()\ninput go(x: 0..99999999)\n"+
		"machine A { var k: int = 0 initial a0 first: a0 -> a1 in go(x) do k := 3 * x + 1 out sig() last: a1 -> a2 when k == 136703674 out meet() }\n"+
		"machine B { initial b0 take: b0 -> b1 in sig() met: b1 -> b2 in meet() }\ninstance a = A\ninstance b = B\n")
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Steps: 300_000, Queries: 3000})
	if m := missed(o); len(m) > 0 {
		t.Errorf("not reached: %v", m)
	}
	mustReplay(t, o)
}

// TestRelay: AUTO finds two inputs backwards through two queues, which no walk hits by chance.
func TestRelay(t *testing.T) {
	for _, workers := range []int{1, 2} {
		o := searchFor(t, parse(t, relay), Options{Engine: Auto, Seed: 1, Workers: workers, Inactivity: 500, Steps: 300_000, Queries: 5000})
		if m := missed(o); len(m) > 0 {
			t.Errorf("%d workers: not reached: %v", workers, m)
		}
		mustReplay(t, o)
	}
}

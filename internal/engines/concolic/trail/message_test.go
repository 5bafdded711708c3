package trail

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestMessages: the rest of the condition of a trail with messages in a configuration is true exactly if the interpreter can follow the path.
func TestMessages(t *testing.T) {
	for name, text := range testkit.QueueMachines {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, text)
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
			if testkit.Long() && (followed == 0 || refused == 0) { // with few draws one of both may be missing
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

// randomMessages draws up to five adjacent moves: any moves, regardless of queues, or mostly possible ones.
func randomMessages(t *rapid.T, s *sts.System, c *sts.Config) []concrete {
	var out []concrete
	at := s.Initial()
	tries := rapid.SampledFrom([]int{1, 10}).Draw(t, "tries")
	for range rapid.IntRange(1, 5).Draw(t, "steps") {
		var next concrete
		for range tries {
			next = randomStep(t, s, at)
			if after := stepQueues(t, s, c, next); after != nil {
				c = after
				break
			}
		}
		out = append(out, next)
		at = next.Move.Target(at)
	}
	return out
}

// randomStep draws a move that starts at locations, with parameters.
func randomStep(t *rapid.T, s *sts.System, at []int) concrete {
	var moves []*sts.Move
	for _, m := range s.Moves() {
		if standsAt(at, Control(s, m)) {
			moves = append(moves, m)
		}
	}
	next := concrete{Move: rapid.SampledFrom(moves).Draw(t, "move")}
	for range next.Move.Params {
		next.Params = append(next.Params, term.IntValue(rapid.Int64Range(0, 9).Draw(t, "parameter")))
	}
	return next
}

// trailOf is the trail of a path.
func trailOf(s *sts.System, path []concrete) (*Trail, bool) {
	b := NewBuilder(s, Analyse(s), nil)
	last, possible := b.Start(path[len(path)-1].Move)
	for i := len(path) - 2; i >= 0 && possible; i-- {
		last, possible = b.Extend(last, path[i].Move)
	}
	return last, possible
}

// followQueues runs a path in the interpreter, and notes in it the messages that the steps take from queues.
func followQueues(t *rapid.T, s *sts.System, c *sts.Config, path []concrete) bool {
	for _, step := range path {
		if c = stepQueues(t, s, c, step); c == nil {
			return false
		}
	}
	return true
}

// stepQueues takes a step in the interpreter, and notes in it the message that it takes from a queue; nil if it is not possible.
func stepQueues(t *rapid.T, s *sts.System, c *sts.Config, step concrete) *sts.Config {
	m := step.Move
	if !standsAt(c.Locations, Control(s, m)) || !m.QueuesAllow(func(q int) int { return c.Queues[q].Count }) {
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

// leftHolds evaluates the rest of the condition of a trail in a configuration.
func leftHolds(t *rapid.T, s *sts.System, tr *Trail, start *sts.Config, path []concrete) bool {
	residue := NewBuilder(s, Analyse(s), nil).Residue(tr)
	state := s.Constant(start)
	left, ok := residue.In(&state)
	if !ok || !standsAt(start.Locations, tr.Control) {
		return false
	}
	values := map[*term.Term]term.Value{}
	for i, piece := 0, tr; piece != nil; i, piece = i+1, piece.Rest {
		for k, p := range piece.Params {
			values[p] = path[i].Params[k]
		}
	}
	v, err := s.Store.Evaluate(s.Store.And(left...), values)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// standsAt reports whether machines are at the locations of a control.
func standsAt(locations, control []int) bool {
	for i, l := range control {
		if l >= 0 && locations[i] != l {
			return false
		}
	}
	return true
}

package ioco

import (
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// observation is an input (?), an output (!) or silence at an instant.
type observation struct {
	at   string
	what string
}

// feed gives observations to a tracker and returns the index of the first that the model does not allow, or -1.
func feed(t *testing.T, tracker *Tracker, list []observation) int {
	t.Helper()
	for i, o := range list {
		at, _ := new(big.Rat).SetString(o.at)
		tracker.At(at)
		var ok bool
		var err error
		switch o.what[0] {
		case '?':
			ok, err = tracker.AfterInput(t.Context(), sut.Message{Channel: channelOf(t, tracker, o.what[1:])})
		case '!':
			ok, err = tracker.AfterOutput(t.Context(), sut.Message{Channel: channelOf(t, tracker, o.what[1:])})
		default:
			ok, err = tracker.AfterQuiescence(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return i
		}
	}
	return -1
}

// What a timed system may do, and when.
func TestTimedObservations(t *testing.T) {
	cases := []struct {
		name string
		list []observation
		want int
	}{
		{"in time", []observation{{"3", "?press"}, {"3", "!dim"}, {"53", "!off"}}, -1},
		{"at the deadline", []observation{{"3", "?press"}, {"3", "!dim"}, {"63", "!off"}}, -1},
		{"late", []observation{{"3", "?press"}, {"3", "!dim"}, {"63.001", "!off"}}, 2},
		{"early", []observation{{"3", "?press"}, {"3", "!dim"}, {"52.9", "!off"}}, 2},
		{"silent in time", []observation{{"3", "?press"}, {"3", "!dim"}, {"60", "silence"}, {"62", "!off"}}, -1},
		{"missing", []observation{{"3", "?press"}, {"3", "!dim"}, {"60", "silence"}, {"63.5", "silence"}}, 3},
		{"the output of a step comes with it", []observation{{"3", "?press"}, {"4", "!dim"}}, 1},
		{"urgent", []observation{{"3", "?press"}, {"3", "!dim"}, {"7", "?press"}, {"7", "!bright"}, {"1000000", "silence"}}, -1},
		{"urgent and late", []observation{{"3", "?press"}, {"3", "!dim"}, {"7", "?press"}, {"7.1", "!bright"}}, 3},
		{"not accepted any more", []observation{{"3", "?press"}, {"3", "!dim"}, {"8", "?press"}}, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := feed(t, timedTracker(t, testkit.TimedLamp), c.list); got != c.want {
				t.Errorf("stopped at %d, want %d", got, c.want)
			}
		})
	}
}

// The time of internal steps is not known: what they make possible is.
func TestTimedInternalSteps(t *testing.T) {
	const model = `input go()
output done()
clock x, y
initial idle
location first while x <= 10, second while y <= 3
start: idle -> first in go() do x := 0
pass: first -> second when x >= 5 do y := 0
end: second -> idle when y >= 2 out done()
`
	for at, want := range map[string]int{"6.9": 1, "7": -1, "10": -1, "13": -1, "13.1": 1} {
		if got := feed(t, timedTracker(t, model), []observation{{"0", "?go"}, {at, "!done"}}); got != want {
			t.Errorf("done at %s: stopped at %d, want %d", at, got, want)
		}
	}
	if got := feed(t, timedTracker(t, model), []observation{{"0", "?go"}, {"12.9", "silence"}, {"13.1", "silence"}}); got != 2 {
		t.Errorf("silence: stopped at %d, want 2", got)
	}
	tracker := timedTracker(t, model)
	feed(t, tracker, []observation{{"1", "?go"}})
	future, err := tracker.Future(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(future.Outputs) != 1 || future.Outputs[0].Window.String() != "from 8.0 and up to 14.0" || future.Deadline.Cmp(big.NewRat(14, 1)) != 0 {
		t.Errorf("got %v, deadline %v", future.Outputs, future.Deadline)
	}
}

func timedTracker(t *testing.T, model string) *Tracker {
	t.Helper()
	return newTestTracker(t, testkit.LoadText(t, model))
}

func channelOf(t *testing.T, tracker *Tracker, name string) *sts.Channel {
	t.Helper()
	for _, c := range tracker.System.Channels {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no channel %s", name)
	return nil
}

// An output that is allowed only if it and the input before it were made at other instants, within the tolerance, is nearly allowed, and what
// follows is judged from there.
func TestTimedTolerance(t *testing.T) {
	for at, want := range map[string]bool{"52.6": true, "52.59": false, "63.5": true, "63.51": false} {
		tracker := timedTracker(t, testkit.TimedLamp)
		tracker.Tolerance = big.NewRat(1, 4)
		if got := feed(t, tracker, []observation{{"3", "?press"}, {"3.1", "!dim"}, {at, "!off"}}); got != 2 {
			t.Fatalf("off at %s: stopped at %d", at, got)
		}
		ok, err := tracker.Nearly(t.Context(), func() (bool, error) {
			return tracker.AfterOutput(t.Context(), sut.Message{Channel: channelOf(t, tracker, "off")})
		})
		if err != nil || ok != want {
			t.Errorf("off at %s is nearly allowed: %t, want %t (%v)", at, ok, want, err)
		}
		if !ok {
			continue
		}
		if got := feed(t, tracker, []observation{{"70", "?press"}, {"70", "!dim"}, {"120", "!off"}}); got != -1 {
			t.Errorf("after off at %s: stopped at %d", at, got)
		}
	}
}

// The evidence has windows of instants.
func TestTimedMenu(t *testing.T) {
	tracker := timedTracker(t, testkit.TimedLamp)
	feed(t, tracker, []observation{{"3", "?press"}, {"3", "!dim"}, {"64", "!off"}})
	menu, err := tracker.Menu(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "late; allowed was: off() from 53.0 and up to 63.0, or silence up to 63.0"
	if got := menu.Evidence("late"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An output that a step owes is due at the instant of the step.
func TestTimedMenuOfOwedOutputs(t *testing.T) {
	tracker := timedTracker(t, testkit.TimedLamp)
	feed(t, tracker, []observation{{"3", "?press"}, {"4", "!dim"}})
	menu, err := tracker.Menu(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "late; allowed was: dim() at 3.0"
	if got := menu.Evidence("late"); got != want || len(menu.Channels) != 1 {
		t.Errorf("got %q, want %q; channels %v", got, want, menu.Channels)
	}
}

// A state that was left by an internal step before an input comes does not refuse it, however many such steps there were.
func TestTimedInputsAfterInternalSteps(t *testing.T) {
	const model = `input go()
output done()
clock x, y
initial tick
location tick while x <= 1
step: tick -> tick when x == 1 do x := 0
go: tick -> busy in go() when y >= 90 do x := 0
location busy while x <= 1
done: busy -> tick do x := 0 out done()
`
	tracker := timedTracker(t, model)
	tracker.At(big.NewRat(201, 2))
	msg := sut.Message{Channel: channelOf(t, tracker, "go")}
	if ok, err := tracker.Accepts(t.Context(), msg); err != nil || !ok {
		t.Fatalf("accepted: %t, %v", ok, err)
	}
	if got := feed(t, tracker, []observation{{"100.5", "?go"}, {"101.25", "!done"}, {"300", "silence"}}); got != -1 {
		t.Errorf("stopped at %d", got)
	}
	if _, err := tracker.Future(t.Context()); err != nil { // it goes on for ever
		t.Fatal(err)
	}
	if got := feed(t, tracker, []observation{{"301", "!done"}}); got != 0 {
		t.Error("an output that is not allowed is followed")
	}
}

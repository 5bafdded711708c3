package ioco

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// observed makes a tracker that has followed channels without payload, in order; the name "quiescence" is a silence.
func observed(t *testing.T, model, trace string, follow func(*Tracker)) *Tracker {
	t.Helper()
	system := testkit.LoadText(t, model)
	tracker := newTestTracker(t, system)
	if follow != nil {
		follow(tracker)
	}
	for _, name := range strings.Fields(trace) {
		ok, err := true, error(nil)
		i := slices.IndexFunc(system.Channels, func(c *sts.Channel) bool { return c.Name == name })
		switch {
		case i < 0:
			ok, err = tracker.AfterQuiescence(t.Context())
		case system.Channels[i].Direction == sts.Input:
			ok, err = tracker.AfterInput(t.Context(), sut.Message{Channel: system.Channels[i]})
		default:
			ok, err = tracker.AfterOutput(t.Context(), sut.Message{Channel: system.Channels[i]})
		}
		if err != nil || !ok {
			t.Fatalf("%s is not possible: %v", name, err)
		}
	}
	return tracker
}

// Paths that lead to the same state are one possibility, and only what all of them take is certain.
func TestCertainOnMergedPaths(t *testing.T) {
	const head = "input go()\noutput x()\noutput y()\ninitial a\n"
	for _, c := range []struct{ name, model, trace, want string }{
		{"two internal steps", "one: a -> b\ntwo: a -> b\nx: b -> c out x()\n", "x", "x"},
		{"two steps with the same output", "one: a -> b out x()\ntwo: a -> b out x()\ny: b -> c out y()\n", "x y", "y"},
		{"two steps with the same input", "one: a -> b in go\ntwo: a -> b in go\ny: b -> c out y()\n", "go y", "y"},
		{"one step, or two", "one: a -> b\nleft: a -> l\nright: l -> b\nx: b -> c out x()\n", "x", "x"},
		{"a step after the state that is reached again late",
			"one: a -> b\nthree: b -> d\nleft: a -> l\nmiddle: l -> m\nright: m -> b\nx: d -> c out x()\n", "x", "three x"},
		{"one way has more", "one: a -> b\nback: b -> a\nx: b -> c out x()\n", "x", "one x"},
		{"a cycle with two ways", "one: a -> b\ntwo: a -> b\nback: b -> a\nx: b -> c out x()\n", "x", "x"},
		{"the initial state is reached from another",
			"one: a -> b in go out x()\ntwo: a -> d in go out x()\nthree: b -> d\ny: d -> c out y()\n", "go x y", "y"},
		{"later certainty stays", "one: a -> b\ntwo: a -> b\nx: b -> a out x()\nthree: a -> d out y()\n", "x y", "x three"},
		{"merged at quiescence", "go: a -> b in go\none: b -> c\ntwo: b -> c\n", "go quiescence", "go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, tr := range observed(t, head+c.model, c.trace, nil).Certain() {
				got = append(got, tr.Name)
			}
			want := strings.Fields(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("certain are %v, want %v", got, want)
			}
		})
	}
}

// A purpose is certainly reached only if every path that explains the observations reaches it.
func TestPurposesOnMergedPaths(t *testing.T) {
	const head = "input go()\noutput x()\noutput y()\ninitial a\n"
	const ways = "one: a -> b\ntwo: a -> b\nx: b -> c out x()\ny: c -> a out y()\n"
	for _, c := range []struct {
		name, model, trace string
		certain, possible  bool
	}{
		{"on one of two ways", ways + "purpose p = transitions one", "x", false, true},
		{"on both, at different times", ways + "purpose p = transitions one, two", "x y x y", false, true},
		{"on every way", ways + "purpose p = transitions x", "x", true, true},
		{"on no way", ways + "purpose p = transitions y", "x", false, false},
		{"a sequence by one of two ways", ways + "purpose p = sequence one, x", "x", false, true},
		{"a sequence by any way", ways + "purpose p = sequence *, x, *, x", "x y x", true, true},
		{"a sequence that a cycle may interrupt", "one: a -> b\nleft: b -> l\nright: l -> b\nx: b -> c out x()\npurpose p = sequence one, x", "x", false, true},
		{"a sequence that a cycle may contain", "one: a -> b\nleft: b -> l\nright: l -> b\nx: b -> c out x()\npurpose p = sequence right, x", "x", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tracker := observed(t, head+c.model+"\n", c.trace, func(t *Tracker) { t.Follow(&t.System.Purposes[0]) })
			certain, possible, err := tracker.Reached(t.Context())
			if err != nil || certain != c.certain || possible != c.possible {
				t.Errorf("certain %v, possible %v, %v; want %v, %v", certain, possible, err, c.certain, c.possible)
			}
		})
	}
}

package ioco

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"pgregory.net/rapid"
)

// The oracle of timed observations: a machine with two clocks, executed on a grid of half units. Its conditions are not strict and its
// constants are whole, and observations are made at half units, so that whatever is possible is possible on the grid.

// gridMachine is a machine with locations 0 to 2 and clocks x and y.
type gridMachine struct {
	while [3][2]int // by location and clock: the bound in units, -1 for none
	steps []gridStep
}

// gridStep is a transition. Label is "?a", "!o", "!p" or empty for an internal one.
type gridStep struct {
	from, to  int
	label     string
	low, high [2]int // of each clock in units, -1 for none
	reset     [2]bool
}

// gridState is a state; clocks are in half units.
type gridState struct {
	at     int
	clocks [2]int
}

func drawGrid(t *rapid.T) *gridMachine {
	m := &gridMachine{}
	bound := func(label string) int { return rapid.IntRange(-1, 3).Draw(t, label) }
	for l := range m.while {
		m.while[l] = [2]int{bound("while x"), -1}
		if rapid.Bool().Draw(t, "while y too") {
			m.while[l][1] = bound("while y")
		}
	}
	labels := []string{"?a", "!o", "!p", "", ""}
	for range rapid.IntRange(2, 6).Draw(t, "steps") {
		s := gridStep{from: rapid.IntRange(0, 2).Draw(t, "from"), to: rapid.IntRange(0, 2).Draw(t, "to"), label: rapid.SampledFrom(labels).Draw(t, "label")}
		for c := range 2 {
			s.low[c], s.high[c], s.reset[c] = bound("low"), bound("high"), rapid.Bool().Draw(t, "reset")
		}
		if s.label == "" && s.from >= s.to {
			s.label = "!o" // no cycle of internal steps, in which a tracker gets lost
		}
		m.steps = append(m.steps, s)
	}
	return m
}

// text writes the machine as a model.
func (m *gridMachine) text() string {
	var b strings.Builder
	b.WriteString("input a()\noutput o()\noutput p()\nclock x, y\ninitial l0\n")
	names := [2]string{"x", "y"}
	for l, bounds := range m.while {
		var parts []string
		for c, n := range bounds {
			if n >= 0 {
				parts = append(parts, fmt.Sprintf("%s <= %d", names[c], n))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(&b, "location l%d while %s\n", l, strings.Join(parts, " and "))
		}
	}
	for i, s := range m.steps {
		fmt.Fprintf(&b, "t%d: l%d -> l%d", i, s.from, s.to)
		var guard, do []string
		for c := range 2 {
			if s.low[c] >= 0 {
				guard = append(guard, fmt.Sprintf("%s >= %d", names[c], s.low[c]))
			}
			if s.high[c] >= 0 {
				guard = append(guard, fmt.Sprintf("%s <= %d", names[c], s.high[c]))
			}
			if s.reset[c] {
				do = append(do, names[c]+" := 0")
			}
		}
		if len(guard) > 0 {
			b.WriteString(" when " + strings.Join(guard, " and "))
		}
		if s.label == "?a" {
			b.WriteString(" in a()")
		}
		if len(do) > 0 {
			b.WriteString(" do " + strings.Join(do, "; "))
		}
		if strings.HasPrefix(s.label, "!") {
			b.WriteString(" out " + s.label[1:] + "()")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (m *gridMachine) valid(s gridState) bool {
	for c, n := range m.while[s.at] {
		if n >= 0 && s.clocks[c] > 2*n {
			return false
		}
	}
	return true
}

// after returns the states after the steps with a label that a state can take.
func (m *gridMachine) after(s gridState, label string) []gridState {
	var out []gridState
	for _, t := range m.steps {
		enabled := t.from == s.at && t.label == label
		next := gridState{t.to, s.clocks}
		for c := range 2 {
			enabled = enabled && (t.low[c] < 0 || s.clocks[c] >= 2*t.low[c]) && (t.high[c] < 0 || s.clocks[c] <= 2*t.high[c])
			if t.reset[c] {
				next.clocks[c] = 0
			}
		}
		if enabled && m.valid(next) {
			out = append(out, next)
		}
	}
	return out
}

// closure adds what internal steps lead to.
func (m *gridMachine) closure(states []gridState) []gridState {
	for i := 0; i < len(states); i++ {
		for _, next := range m.after(states[i], "") {
			if !slices.Contains(states, next) {
				states = append(states, next)
			}
		}
	}
	return states
}

// wait lets half units pass.
func (m *gridMachine) wait(states []gridState, halves int) []gridState {
	states = m.closure(states)
	for range halves {
		var later []gridState
		for _, s := range states {
			next := gridState{s.at, [2]int{min(s.clocks[0]+1, 20), min(s.clocks[1]+1, 20)}}
			if m.valid(next) && !slices.Contains(later, next) {
				later = append(later, next)
			}
		}
		states = m.closure(later)
	}
	return states
}

// follow returns the states after a label; "" is silence.
func (m *gridMachine) follow(states []gridState, label string) []gridState {
	if label == "" {
		return states
	}
	var out []gridState
	for _, s := range states {
		for _, next := range m.after(s, label) {
			if !slices.Contains(out, next) {
				out = append(out, next)
			}
		}
	}
	return out
}

// What a tracker allows at an instant is what the machine can do on the grid.
func TestTimedObservationsEqualGrid(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := testkit.Solver(t, smt.Config{})
	allowed, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawGrid(t)
		states := []gridState{{}}
		if !m.valid(states[0]) {
			t.Skip("it cannot begin")
		}
		tracker, text := gridTracker(t, m, solver)
		at := 0
		for range rapid.IntRange(1, 5).Draw(t, "observations") {
			halves, label := rapid.IntRange(0, 7).Draw(t, "halves"), rapid.SampledFrom([]string{"?a", "!o", "!p", ""}).Draw(t, "label")
			now := m.wait(states, halves)
			next := m.follow(now, label)
			tracker.At(big.NewRat(int64(at+halves), 2))
			ok, err := observe(t, tracker, label)
			if err != nil {
				t.Fatalf("%v", err)
			}
			if ok != (len(next) > 0) {
				t.Fatalf("%q at %d/2: allowed %t, on the grid %t\n%s", label, at+halves, ok, len(next) > 0, text)
			}
			if !ok {
				refused++
				continue // nothing was observed
			}
			allowed++
			states, at = next, at+halves
		}
	})
	if !testing.Short() && (allowed < 5 || refused < 5) {
		t.Errorf("only %d observations were allowed and %d refused", allowed, refused)
	}
}

func gridTracker(t *rapid.T, m *gridMachine, solver smt.Solver) (*Tracker, string) {
	text := m.text()
	tracker, err := NewTracker(testkit.LoadText(t, text), solver)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return tracker, text
}

// observe lets a tracker follow an observation.
func observe(t *rapid.T, tracker *Tracker, label string) (bool, error) {
	if label == "" {
		return tracker.AfterQuiescence(t.Context())
	}
	i := slices.IndexFunc(tracker.System.Channels, func(c *sts.Channel) bool { return c.Name == label[1:] })
	msg := sut.Message{Channel: tracker.System.Channels[i]}
	if label[0] == '?' {
		return tracker.AfterInput(t.Context(), msg)
	}
	return tracker.AfterOutput(t.Context(), msg)
}

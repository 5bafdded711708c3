package trial

import (
	"fmt"
	"slices"
)

// How long a tester with a limit in time made failures shorter. The time is that by the clock from when the fault showed until the failure was
// reported, in which it is also repeated, and the ranges of its values are looked for.

// Shrinking is what a tool took to make the failures of a fault shorter, over all seeds.
type Shrinking struct {
	Tool, System, Fault string
	Seconds             float64 // the most of a seed
	Limit               float64
	Lengths             []int // by seed
}

// overtime is how much longer than its limit shrinking may take.
const overtime = 1.0

// IsLate reports whether some seed took longer than its limit.
func (s Shrinking) IsLate() bool { return s.Seconds > s.Limit+overtime }

// newShrinking sums up the outcomes of one fault and tool; false if none has a limit.
func newShrinking(outcomes []Outcome) (Shrinking, bool) {
	var s Shrinking
	for _, o := range outcomes {
		if o.Limit == 0 {
			continue
		}
		s.Tool, s.System, s.Fault, s.Limit = o.Tool, o.System, o.Fault, o.Limit
		s.Seconds = max(s.Seconds, o.Shorter)
		s.Lengths = append(s.Lengths, o.Length)
	}
	return s, len(s.Lengths) > 0
}

// shrinkings returns a table of times, the longest first; none if no tool has a limit.
func (t *Table) shrinkings() [][]string {
	if len(t.Shrinking) == 0 {
		return nil
	}
	slices.SortStableFunc(t.Shrinking, func(a, b Shrinking) int { return int(1000 * (b.Seconds - a.Seconds)) })
	out := [][]string{{"tool", "system", "fault", "shorter after s", "limit s", "lengths"}}
	for _, s := range t.Shrinking {
		note := fmt.Sprintf("%.2f", s.Seconds)
		if s.IsLate() {
			note += " (too long)"
		}
		out = append(out, []string{s.Tool, s.System, s.Fault, note, fmt.Sprintf("%g", s.Limit), fmt.Sprint(s.Lengths)})
	}
	return out
}

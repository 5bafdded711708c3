package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// The past: a system may fail because a reset does not undo all earlier steps. So the steps before the last reset are kept, and a
// failure that is not reproduced by the test alone is repeated with them (confirm.go).

// maxPast bounds the steps that are kept.
const maxPast = 300

// keepPast adds the current trace to the past, and keeps it longer if it refutes products of a product line, since later failures may
// depend on that. Replays are not part of the past.
func (s *Session) keepPast(refutes bool) {
	steps := Steps(s.report.Trace)
	if s.replays || len(steps) == 0 {
		return
	}
	if refutes && len(s.telling)+len(steps) < maxPast {
		s.telling = append(append(s.telling, steps...), shrink.Step{Reset: true})
	}
	s.past = append(append(s.past, steps...), shrink.Step{Reset: true})
	for len(s.past) > maxPast {
		first := slices.IndexFunc(s.past, isReset)
		s.past = s.past[first+1:]
	}
}

// pastOf returns a copy of the past; none in a replay, which does not depend on it.
func (s *Session) pastOf() []shrink.Step {
	if s.replays {
		return nil
	}
	return slices.Concat(s.telling, s.past)
}

func isReset(step shrink.Step) bool { return step.Reset }

// hasReset reports whether a test resets the system.
func hasReset(steps []shrink.Step) bool { return slices.ContainsFunc(steps, isReset) }

// numbered sets the origin of each step to its index.
func numbered(steps []shrink.Step) []shrink.Step {
	out := slices.Clone(steps)
	for i := range out {
		out[i].Origin = i
	}
	return out
}

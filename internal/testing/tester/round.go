package tester

import (
	"context"
	"slices"
)

// Rounds of a session without a purpose: all transitions are covered, and then once more, since a fault may show only when a
// transition is taken for the second time, with other values, or on the way back. Then values are tried (values.go). If no path
// to the remaining transitions is found, values are tried at once. The remaining steps are spent in episodes (roam.go).

// overtime is the minimum number of inputs after everything is covered.
const overtime = 20

// saturated starts the next round when one is over, and records whether the session is complete; later inputs are additional.
func (s *Session) saturated(ctx context.Context) error {
	if s.options.Strategy == Random {
		return nil
	}
	ends := len(s.covered) == len(s.tracker.System.Transitions()) && !s.options.KeepGoing
	if ends && s.complete == 0 && !s.warms() {
		s.repeat()
	}
	if !s.values.Begun && !s.warms() && s.roundIsOver() {
		if err := s.tryValues(ctx); err != nil {
			return err
		}
	}
	s.report.Complete = ends && s.values.Begun
	return nil
}

// repeat starts to cover all transitions again.
func (s *Session) repeat() {
	s.complete = max(s.report.Sent, 1)
	clear(s.round)
	clear(s.choice.aimed)
	s.choice.plan, s.choice.over, s.choice.spent = nil, false, 0
	s.values.Begun = false
	s.tracker.Forget()
}

// roundIsOver reports whether nothing more can be done for transitions. The second round takes at least as many inputs as the
// first, and at most twice as many.
func (s *Session) roundIsOver() bool {
	if s.complete == 0 {
		return s.choice.over || s.coveredAll()
	}
	least := max(min(s.complete, warmMost), overtime)
	sent := s.report.Sent - s.complete
	if slices.ContainsFunc(s.tracker.System.Transitions(), s.wanted) && s.doubting() {
		return s.choice.over
	}
	return sent >= least && len(s.round) == len(s.tracker.System.Transitions()) || sent >= 2*least
}

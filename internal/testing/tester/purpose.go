package tester

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// wanted reports whether taking a transition contributes to the purpose, or to coverage if there is no purpose.
func (s *Session) wanted(t *sts.Transition) bool {
	p := s.options.Purpose
	switch {
	case p == nil:
		return (!s.round[t] || s.isDoubtful(t)) && s.choice.aimed[t] < plan.MaxAimed
	case p.Kind == sts.ReachLocation:
		return t.Machine == p.Machine && t.To == p.Location
	}
	return slices.Contains(p.Transitions, t) && (p.Kind == sts.FollowSequence || !s.covered[t])
}

// finished reports whether there are no more goals.
func (s *Session) finished(ctx context.Context) (bool, error) {
	if s.options.Purpose == nil {
		err := s.saturated(ctx)
		return s.options.Until == Covered && s.roams() || s.late(), err
	}
	certain, possible, err := s.tracker.Reached(ctx)
	s.weak = s.weak || possible
	if certain {
		s.report.Verdict = result.Pass
	}
	return certain, err
}

// judgePurpose sets the verdict of a session that did not fail by its purpose.
func (s *Session) judgePurpose(ctx context.Context) {
	switch {
	case s.report.Verdict != "" || s.options.Purpose == nil || s.replays:
	case s.weak:
		s.report.Verdict, s.report.Evidence = result.WeakPass, "the purpose may have been reached, but what was observed has another explanation too"
	default:
		s.report.Verdict, s.report.Evidence = result.Inconclusive, "the purpose "+s.options.Purpose.Name+" was not reached"+s.advice(ctx)
	}
}

// advice returns which choice of the system led away from a purpose, and what to try next.
func (s *Session) advice(ctx context.Context) string {
	text := ""
	if s.choice.diverged != "" {
		text += "; the system led away from it: " + s.choice.diverged
	}
	states, err := s.tracker.States(ctx)
	if err != nil {
		return text
	}
	next, err := s.search(ctx, states)
	if err != nil || next == nil {
		return text + "; no way to it was found from here, so another seed or more steps may help"
	}
	for i, m := range next.Moves {
		if m.Input != nil {
			return text + "; the next input to try is " + next.Inputs[i].String()
		}
	}
	return text + "; the system may reach it by itself"
}

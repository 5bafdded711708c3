package ioco

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Purposes: what a session is to reach. A purpose is certainly reached if every possibility reached it, and possibly if some
// did: the verdicts PASS and WeakPASS of the paper. A session that ends without is inconclusive.

// reached tells whether the purpose is certainly, or at least possibly, reached.
func (t *Tracker) reached(p *sts.Purpose) (certain, possible bool, err error) {
	states, err := t.settled()
	if err != nil {
		return false, false, err
	}
	certain = len(states) > 0
	for _, s := range states {
		own, surely, err := t.reaches(s, p)
		if err != nil {
			return false, false, err
		}
		possible = possible || own
		certain = certain && surely
	}
	return certain, possible, nil
}

// reaches tells whether one possibility can have reached a purpose, and whether it surely has.
func (t *Tracker) reaches(s possibility, p *sts.Purpose) (possible, certain bool, err error) {
	switch p.Kind {
	case sts.ReachLocation:
		return t.isAt(s, p)
	case sts.FollowSequence:
		done := follows(s.path.transitions(), p.Transitions)
		return done, done, nil
	}
	taken := s.path.transitions()
	for _, wanted := range p.Transitions {
		if !slices.Contains(taken, wanted) {
			return false, false, nil
		}
	}
	return true, true, nil
}

// isAt checks a location with its condition.
func (t *Tracker) isAt(s possibility, p *sts.Purpose) (possible, certain bool, err error) {
	if s.state.Locations[p.Machine] != p.Location || len(s.pending) > 0 {
		return false, false, nil
	}
	cond := t.system.Apply(p.Cond, &s.state)
	if possible, err = t.feasible(conjuncts(s.conds, []*term.Term{cond})); err != nil || !possible {
		return false, false, err
	}
	other, err := t.feasible(conjuncts(s.conds, []*term.Term{t.system.Store.Not(cond)}))
	return true, !other, err
}

// transitions lists a path from the start.
func (l *link) transitions() []*sts.Transition {
	var out []*sts.Transition
	for ; l != nil; l = l.before {
		out = append(out, l.move.Parts...)
	}
	slices.Reverse(out)
	return out
}

// finished tells whether there is nothing more to reach.
func (s *Session) finished() (bool, error) {
	if s.options.Purpose == nil {
		return s.saturated(), nil
	}
	certain, possible, err := s.tracker.reached(s.options.Purpose)
	s.weak = s.weak || possible
	if certain {
		s.report.Verdict = Pass
	}
	return certain, err
}

// overtime is how many inputs are sent at least after everything is covered.
const overtime = 10

// saturated tells whether all transitions are covered, and then once more: a fault may show only when a transition is taken for
// the second time, or on the way back. The second round takes at most twice as many inputs as the first. A random session uses
// all its steps.
func (s *Session) saturated() bool {
	all := len(s.tracker.system.Transitions())
	if len(s.covered) < all || s.options.Random {
		return false
	}
	if s.complete == 0 {
		s.complete = max(s.report.Sent, 1)
		clear(s.second)
		s.tracker.Forget()
	}
	sent := s.report.Sent - s.complete
	return sent >= overtime && len(s.second) == all || sent >= 2*max(s.complete, overtime)
}

// purposeVerdict is the verdict of a session that did not fail.
func (s *Session) purposeVerdict() {
	switch {
	case s.report.Verdict != "" || s.options.Purpose == nil:
	case s.weak:
		s.report.Verdict, s.report.Evidence = WeakPass, "the purpose may have been reached, but what was observed has another explanation too"
	default:
		s.report.Verdict, s.report.Evidence = Inconclusive, "the purpose "+s.options.Purpose.Name+" was not reached; more steps or another seed may do it"
	}
}

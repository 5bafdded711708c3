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
	for _, wanted := range p.Transitions {
		if !s.path.has(wanted) {
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

// wanted tells whether taking a transition helps the purpose, or coverage if there is no purpose.
func (s *Session) wanted(t *sts.Transition) bool {
	p := s.options.Purpose
	switch {
	case p == nil:
		return !s.lately[t] && s.choice.aimed[t] < maxAimed
	case p.Kind == sts.ReachLocation:
		return t.Machine == p.Machine && t.To == p.Location
	}
	return slices.Contains(p.Transitions, t) && (p.Kind == sts.FollowSequence || !s.covered[t])
}

// finished tells whether there is nothing more to reach.
func (s *Session) finished() (bool, error) {
	if s.options.Purpose == nil {
		return s.saturated()
	}
	certain, possible, err := s.tracker.reached(s.options.Purpose)
	s.weak = s.weak || possible
	if certain {
		s.report.Verdict = Pass
	}
	return certain, err
}

// purposeVerdict is the verdict of a session that did not fail.
func (s *Session) purposeVerdict() {
	switch {
	case s.report.Verdict != "" || s.options.Purpose == nil || s.replays:
	case s.weak:
		s.report.Verdict, s.report.Evidence = WeakPass, "the purpose may have been reached, but what was observed has another explanation too"
	default:
		s.report.Verdict, s.report.Evidence = Inconclusive, "the purpose "+s.options.Purpose.Name+" was not reached"+s.advice()
	}
}

// advice says which choice of the system led away from a purpose, and what to try next.
func (s *Session) advice() string {
	text := ""
	if s.choice.away != "" {
		text += "; the system led away from it: " + s.choice.away
	}
	states, err := s.tracker.settled()
	if err != nil {
		return text
	}
	next, err := s.search(states)
	if err != nil || next == nil {
		return text + "; no way to it was found from here, so another seed or more steps may do it"
	}
	for i, m := range next.moves {
		if m.Input != nil {
			return text + "; the next input to try is " + next.inputs[i].String()
		}
	}
	return text + "; the system may reach it by itself"
}

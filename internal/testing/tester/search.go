package tester

import (
	"context"
	"math"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// planStates bounds the states that a search visits, planRest how many inputs are chosen at random after a search without
// success; with each further one both are doubled, at most planPatience times. After planTotal states without success there is
// no search until something new is wanted. The queries of a session may cost planFirst in all, and planMore for each input that was sent
// (ioco.Tracker.Cost).
const (
	planStates   = 120
	planRest     = 4
	planPatience = 3
	planTotal    = 2000

	planFirst = 4000
	planMore  = 2
)

// aim returns what is wanted now.
func (s *Session) aim() *plan.Aim {
	if s.influence == nil {
		conditions := s.values.Conditions()
		if s.options.Purpose != nil && s.options.Purpose.Cond != nil {
			conditions = append(conditions, s.options.Purpose.Cond)
		}
		s.influence = s.tracker.System.Influence(conditions...)
	}
	a := plan.NewAim(s.tracker, s.options.Purpose, s.wanted, s.influence)
	if s.triesValues() {
		a.AtValues(&s.values)
	}
	return a
}

// search returns a plan from some states; nil if nothing better than they are was found.
func (s *Session) search(ctx context.Context, states []ioco.Possibility) (*plan.Plan, error) {
	limits := plan.Limits{States: planStates << min(s.choice.failures, planPatience), Cost: s.allowance()}
	found, err := plan.Search(ctx, s.aim(), states, s.drawing, limits)
	s.choice.spent += found.Visited
	s.cost += found.Cost
	s.choice.open = s.choice.open || found.Open
	return found.Plan, err
}

// allowance returns what searches may still cost.
func (s *Session) allowance() int {
	if s.options.Purpose != nil {
		return math.MaxInt
	}
	return planFirst + planMore*s.report.Sent - s.cost - s.drawing.Cost()
}

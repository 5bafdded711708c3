package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// planStates bounds the states that a search visits, planRest how many inputs are chosen at random after a search without success; with
// each further one both are doubled, at most planPatience times. After planTotal states without success no search until there is a new
// goal.
const (
	planStates   = 120
	planRest     = 4
	planPatience = 3
	planTotal    = 2000
)

// aim returns the current aim.
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

// search returns a plan from some states; nil if nothing better than these states was found.
func (s *Session) search(ctx context.Context, states []ioco.Possibility) (*plan.Plan, error) {
	limits := plan.Limits{States: planStates << min(s.choice.failures, planPatience), Cost: s.allowance()}
	found, err := plan.Search(ctx, s.aim(), states, s.drawing, limits)
	s.choice.spent += found.Visited
	s.cost += found.Cost
	s.choice.open = s.choice.open || found.Open
	return found.Plan, err
}

// scout looks for a plan by executing steps, from here and from the start, and reports whether it found one.
func (s *Session) scout(ctx context.Context) (bool, error) {
	states, err := s.tracker.Settled(ctx)
	if err != nil || len(states) != 1 || s.trials() <= 0 {
		return false, err
	}
	c, aim := &s.choice, s.aim()
	if c.plan = s.scouts.Search(aim, states[0].Config(), states[0].Path.Len(), s.trials()); c.plan == nil && s.hasSent() {
		if c.plan, err = s.scoutFromStart(ctx, aim); err != nil {
			return false, err
		}
		c.fresh = c.plan != nil
	}
	if c.plan == nil {
		return false, nil
	}
	s.succeed()
	return true, nil
}

// scoutFromStart is scout for a system that was reset.
func (s *Session) scoutFromStart(ctx context.Context, aim *plan.Aim) (*plan.Plan, error) {
	initial, err := s.tracker.Initial(ctx)
	if err != nil || len(initial) != 1 {
		return nil, err
	}
	return s.scouts.Search(aim, initial[0].Config(), initial[0].Path.Len(), s.trials()), nil
}

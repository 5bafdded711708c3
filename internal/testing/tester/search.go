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
func (pl *planner) aim() *plan.Aim {
	if pl.influence == nil {
		conditions := pl.progress.values.Conditions()
		if pl.options.Purpose != nil && pl.options.Purpose.Cond != nil {
			conditions = append(conditions, pl.options.Purpose.Cond)
		}
		pl.influence = pl.tracker.System.Influence(conditions...)
	}
	a := plan.NewAim(pl.tracker, pl.options.Purpose, pl.wanted, pl.influence)
	if pl.triesValues() {
		a.AtValues(&pl.progress.values)
	}
	return a
}

// search returns a plan from some states; nil if nothing better than these states was found.
func (pl *planner) search(ctx context.Context, states []ioco.Possibility) (*plan.Plan, error) {
	limits := plan.Limits{States: planStates << min(pl.choice.failures, planPatience), Cost: pl.expenses.allowance()}
	found, err := plan.Search(ctx, pl.aim(), states, pl.drawing, limits)
	pl.choice.spent += found.Visited
	pl.expenses.cost += found.Cost
	pl.choice.open = pl.choice.open || found.Open
	return found.Plan, err
}

// scout looks for a plan by executing steps, from here and from the start, and reports whether it found one.
func (pl *planner) scout(ctx context.Context) (bool, error) {
	states, err := pl.tracker.Settled(ctx)
	if err != nil || len(states) != 1 || pl.expenses.trials() <= 0 {
		return false, err
	}
	c, aim := &pl.choice, pl.aim()
	if c.plan = pl.scouts.Search(aim, pl.tracker.Present(&states[0]), states[0].Path.Len(), pl.expenses.trials()); c.plan == nil && pl.talk.hasSent() {
		if c.plan, err = pl.scoutFromStart(ctx, aim); err != nil {
			return false, err
		}
		c.fresh = c.plan != nil
	}
	if c.plan == nil {
		return false, nil
	}
	pl.succeed()
	return true, nil
}

// scoutFromStart is scout for a system that was reset.
func (pl *planner) scoutFromStart(ctx context.Context, aim *plan.Aim) (*plan.Plan, error) {
	initial, err := pl.tracker.Initial(ctx)
	if err != nil || len(initial) != 1 {
		return nil, err
	}
	return pl.scouts.Search(aim, pl.tracker.Present(&initial[0]), initial[0].Path.Len(), pl.expenses.trials()), nil
}

package tester

import (
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// choice is the state of the choice of inputs.
type choice struct {
	plan     *plan.Plan
	waits    int                     // number of waits for what the system does in it
	fresh    bool                    // the plan begins at the initial state, so the system must be reset first
	rest     int                     // number of inputs to choose at random before the next search
	failures int                     // number of consecutive searches without a plan
	spent    int                     // number of states that they visited
	open     bool                    // a search of this kind reached its bound: there may be more states
	over     bool                    // no search until there is a new goal
	aimed    map[*sts.Transition]int // number of plans that led to a transition
	diverged string                  // where the system deviated from a plan
}

// planner makes plans and follows them.
type planner struct {
	tracker  *ioco.Tracker
	options  *Options
	report   *Report
	drawing  *drawing.Drawing
	scouts   *plan.Scout
	progress *progress
	doubter  *doubter
	expenses *expenses
	talk     *conversation
	picker   *picker
	prospect *prospect

	choice    choice
	influence []bool // the slots that determine the possible steps; nil if not computed yet
}

// planned returns the next action of a plan. It drops a plan from which the system deviated, and makes a new one unless
// the last searches failed.
func (pl *planner) planned(ctx context.Context) (act, bool, error) {
	states, err := pl.tracker.Settled(ctx)
	if err != nil {
		return act{}, false, err
	}
	if a, ok, err := pl.followed(ctx, states); err != nil || ok {
		return a, ok, err
	}
	if pl.choice.rest > 0 || pl.choice.over || pl.exhausted() {
		pl.choice.rest--
		return act{}, false, nil
	}
	if err := pl.makePlan(ctx); err != nil || pl.choice.fresh {
		return act{}, false, err
	}
	return pl.followed(ctx, states)
}

// followed returns the next action of the current plan, if the system follows it and the model certainly accepts the input.
func (pl *planner) followed(ctx context.Context, states []ioco.Possibility) (a act, ok bool, err error) {
	p := pl.choice.plan
	if p == nil {
		return a, false, nil
	}
	if in, next := p.Next(states); next {
		if a, ok, err = pl.picker.planned(ctx, in); err != nil {
			return a, false, err
		}
	} else if a, ok = pl.awaited(p, states); ok {
		pl.choice.waits++
	}
	if !ok {
		pl.noteDivergence(p, states)
		pl.choice.plan = nil
	}
	return a, ok, nil
}

// awaited returns a wait for the move by which the system is to continue a plan in a system with clocks; false if the plan is over, or the system
// was waited for long enough.
func (pl *planner) awaited(p *plan.Plan, states []ioco.Possibility) (act, bool) {
	m, ok := p.Awaits(states)
	if !ok || pl.choice.waits >= maxAwaited {
		return act{}, false
	}
	for _, o := range pl.prospect.chances() {
		if o.Move == m {
			return pl.prospect.wait(o), true
		}
	}
	return act{}, false
}

// follows reports whether a plan is being followed.
func (pl *planner) follows() bool { return pl.choice.plan != nil && !pl.choice.fresh }

// exhausted reports whether the searches have used their budget for the inputs sent so far, so that no further search is made for now.
func (pl *planner) exhausted() bool {
	tired := pl.expenses.allowance() <= 0
	pl.choice.over = pl.choice.over || tired
	return tired
}

// makePlan searches from the current state, and if that reaches no goal, from the initial state, for which the system must be reset. If that
// fails too, it uses a path that only leads nearer to a goal. It first executes steps, which is fast, and uses the solver only if that finds
// nothing.
func (pl *planner) makePlan(ctx context.Context) error {
	c := &pl.choice
	c.open, c.waits = false, 0
	if found, err := pl.scout(ctx); err != nil || found {
		return err
	}
	if pl.progress.spare && pl.options.Purpose == nil {
		c.over = true // goals met before are not worth solver time
		return nil
	}
	states, err := pl.tracker.States(ctx)
	if err != nil {
		return err
	}
	if c.plan, err = pl.search(ctx, states); err != nil {
		return err
	}
	if !c.plan.Succeeds() && pl.talk.hasSent() {
		initial, err := pl.tracker.Initial(ctx)
		if err != nil {
			return err
		}
		start, err := pl.search(ctx, initial)
		if err != nil {
			return err
		}
		if start.Succeeds() {
			c.plan, c.fresh = start, true
		}
	}
	if c.plan == nil {
		c.rest = planRest << min(c.failures, planPatience)
	}
	if !c.plan.Succeeds() {
		c.failures++
		c.over = !c.open && pl.talk.hasSent() || c.spent > planTotal
		return nil
	}
	pl.succeed()
	return nil
}

// succeed records that a plan leads to a goal.
func (pl *planner) succeed() {
	pl.choice.failures, pl.choice.spent = 0, 0
	pl.countAim(pl.choice.plan)
}

// countAim counts that a plan leads to its last transitions, or to the value that it was made for.
func (pl *planner) countAim(p *plan.Plan) {
	if pl.triesValues() {
		pl.progress.values.AimAt(p.Value)
		return
	}
	for _, t := range p.Moves[len(p.Moves)-1].Parts {
		pl.choice.aimed[t]++
	}
}

// dropEnded drops a finished plan, and reports whether the system is to be probed after it, since values are being tried.
func (pl *planner) dropEnded(ctx context.Context) (probe bool, err error) {
	p := pl.choice.plan
	if p == nil || pl.choice.fresh || !pl.progress.values.Begun {
		return false, nil
	}
	states, err := pl.tracker.Settled(ctx)
	if err != nil {
		return false, err
	}
	if pl.goesOn(p, states) {
		return false, nil
	}
	pl.noteDivergence(p, states)
	pl.choice.plan = nil
	return p.Reaches && (pl.triesValues() || pl.progress.spare), nil
}

// noteDivergence records where the system deviated from the plan, for the evidence of a purpose.
func (pl *planner) noteDivergence(p *plan.Plan, states []ioco.Possibility) {
	trace := pl.report.Trace
	if len(states) == 0 || pl.options.Purpose == nil || len(trace) == 0 {
		return
	}
	awaited := p.Awaited(states[0].Path.Len() - p.From - 1)
	if len(awaited) == 0 {
		return
	}
	last := trace[len(trace)-1].result()
	if last.Kind == result.EventQuiescence && len(trace) > 1 {
		last = trace[len(trace)-2].result()
	}
	pl.choice.diverged = "after " + strings.TrimSpace(string(last.Kind)+" "+last.Message) + " the plan was to continue by " + strings.Join(awaited, ", ")
}

// planIsOver reports whether there is no plan for something else that goes on.
func (pl *planner) planIsOver(states []ioco.Possibility) bool {
	if pl.choice.plan == nil || pl.choice.fresh {
		return pl.choice.plan == nil
	}
	return !pl.goesOn(pl.choice.plan, states)
}

// goesOn reports whether a plan has a next action.
func (pl *planner) goesOn(p *plan.Plan, states []ioco.Possibility) bool {
	_, ok := p.Next(states)
	if !ok {
		_, ok = pl.awaited(p, states)
	}
	return ok
}

// wanted reports whether taking a transition contributes to the purpose, or to coverage if there is no purpose.
func (pl *planner) wanted(t *sts.Transition) bool {
	p := pl.options.Purpose
	switch {
	case p == nil:
		return (!pl.progress.round[t] || pl.doubter.isDoubtful(t)) && pl.choice.aimed[t] < plan.MaxAimed
	case p.Kind == sts.ReachLocation:
		return t.Machine == p.Machine && t.To == p.Location
	}
	return slices.Contains(p.Transitions, t) && (p.Kind == sts.FollowSequence || !pl.progress.covered[t])
}

// coveredAll reports whether every transition is covered, or given up.
func (pl *planner) coveredAll() bool {
	return !slices.ContainsFunc(pl.tracker.System.Transitions(), pl.wanted)
}

// triesValues reports whether values are aimed at.
func (pl *planner) triesValues() bool {
	return pl.progress.values.Begun && !pl.choice.over && !pl.progress.values.Tired() && pl.progress.values.AnyOpen()
}

// nearestFirst orders options: first goals, then those that lead nearer to a goal.
func (pl *planner) nearestFirst(ctx context.Context, options []option) ([]option, error) {
	states, err := pl.tracker.Settled(ctx)
	if err != nil || len(states) == 0 {
		return options, err
	}
	routes := pl.aim().Nearest(&states[0])
	ranks := make([]float64, len(options))
	for i, o := range options {
		if ranks[i] = sts.FarAway; o.Move != nil {
			ranks[i] = float64(routes.Rank(o.Move))
		}
	}
	return sortedBy(options, ranks), nil
}

// advice returns which choice of the system led away from a purpose, and what to try next.
func (pl *planner) advice(ctx context.Context) string {
	text := ""
	if pl.choice.diverged != "" {
		text += "; the system led away from it: " + pl.choice.diverged
	}
	states, err := pl.tracker.States(ctx)
	if err != nil {
		return text
	}
	next, err := pl.search(ctx, states)
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

// restarted drops a plan that does not begin at the initial state.
func (pl *planner) restarted() {
	if !pl.choice.fresh {
		pl.choice.plan = nil
	}
	pl.choice.fresh = false
}

// maxAwaited is the maximum number of waits for what the system does in a plan.
const maxAwaited = 8

// dropPlan drops the plan.
func (pl *planner) dropPlan() { pl.choice.plan, pl.choice.fresh = nil, false }

package plan

import (
	"context"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// Values to try: when the transitions are covered, a session with remaining steps tries values that often expose faults, such as
// a guard at its limit (Options.Values). Goals met while covering the transitions count, so the tracker records them along the
// paths. The others are aimed at like transitions, by searches and plans, each goal at most MaxAimed times. Many cannot be met
// at all, such as an amount that no coins make, which is expensive for the solver to prove; so the number of unsuccessful
// queries is bounded. The bound counts queries, not seconds, so the same seed gives the same inputs on a slow machine.

// maxRefuted bounds how many goals are compared with the guards of their moves, maxRefusals how many times in a row the solver may
// answer that a step does not meet a goal. valueLength bounds the moves of a plan for a value, as in suites of boundary values.
const (
	maxRefuted  = 1000
	maxRefusals = 200
	valueLength = 7
)

// goal is a value to try.
type goal struct {
	sts.Goal
	met     bool
	again   bool // it was met, and is to be met again
	refuted bool // it is infeasible
	aimed   int  // number of plans that led to it
}

// open reports whether the goal is still to be tried.
func (g *goal) open() bool { return (!g.met || g.again) && !g.refuted && g.aimed < MaxAimed }

// Again reopens the goals that were met.
func (v *Values) Again() {
	v.refusals = 0
	for i := range v.goals {
		if g := &v.goals[i]; g.met {
			g.again, g.aimed = true, 0
		}
	}
}

// Values are the values to try.
type Values struct {
	Begun    bool // they are aimed at
	goals    []goal
	refusals int // number of queries in a row without success
}

// NewValues returns goals, none of which is met.
func NewValues(goals []sts.Goal) Values {
	v := Values{goals: make([]goal, len(goals))}
	for i, g := range goals {
		v.goals[i].Goal = g
	}
	return v
}

// AnyOpen reports whether some goal is open.
func (v *Values) AnyOpen() bool {
	return slices.ContainsFunc(v.goals, func(g goal) bool { return g.open() })
}

// Conditions returns those of the open goals, once they are aimed at.
func (v *Values) Conditions() []*term.Term {
	var out []*term.Term
	for i := range v.goals {
		for _, step := range v.goals[i].Steps {
			if v.Begun && v.goals[i].open() {
				out = append(out, step.Cond)
			}
		}
	}
	return out
}

// Coverage counts the goals that were met, without those that contradict the guards. It is nil if the session ended before values
// were aimed at.
func (v *Values) Coverage() *result.ValueCoverage {
	if !v.Begun || len(v.goals) == 0 {
		return nil
	}
	out := &result.ValueCoverage{}
	for _, g := range v.goals {
		if g.met {
			out.Covered++
		}
		if g.met || !g.refuted {
			out.Total++
		}
	}
	return out
}

// Tired reports whether the limit of unsuccessful queries is reached.
func (v *Values) Tired() bool { return v.refusals >= maxRefusals }

// Met notes that a goal was met.
func (v *Values) Met(goal int) { v.goals[goal].met, v.goals[goal].again = true, false }

// AimAt counts that a plan leads to a goal.
func (v *Values) AimAt(goal int) { v.goals[goal].aimed++ }

// Refute checks unmet goals against the guards of their moves, within a budget. Conditions that calculate with texts are left out, since
// solvers rarely refute them.
func (v *Values) Refute(ctx context.Context, t *ioco.Tracker, most int) error {
	compared, before := 0, t.Cost()
	for i := range v.goals {
		g := &v.goals[i]
		if g.met || compared == maxRefuted || t.Cost()-before > most {
			continue
		}
		compared++
		possible, err := anyPossible(ctx, t, g.Steps)
		if err != nil {
			return err
		}
		g.refuted = !possible
	}
	return nil
}

// anyPossible reports whether one of the steps is consistent with the guard of its move in some state.
func anyPossible(ctx context.Context, t *ioco.Tracker, steps []sts.GoalStep) (bool, error) {
	for _, g := range steps {
		if t.CalculatesText(g.Cond) || t.CalculatesText(g.Move.Guard) {
			return true, nil
		}
		if _, ok, err := t.Feasible(ctx, nil, g.Cond, g.Move.Guard); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// valueAim is the aim of a search for values.
type valueAim struct {
	values *Values
	conds  map[*sts.Transition][]*term.Term // under which a transition meets something open
	found  int                              // the goal that a search came to
}

func newValueAim(v *Values) *valueAim {
	a := &valueAim{values: v, conds: map[*sts.Transition][]*term.Term{}}
	for i := range v.goals {
		for _, step := range v.goals[i].Steps {
			for _, t := range step.Move.Parts {
				if v.goals[i].open() {
					a.conds[t] = append(a.conds[t], step.Cond)
				}
			}
		}
	}
	return a
}

// reached reports whether the step to a state can meet an open goal, and if so, adds its condition to the state.
func (a *valueAim) reached(ctx context.Context, t *ioco.Tracker, p, before *ioco.Possibility, m *sts.Move) (bool, error) {
	open := slices.Clone(t.GoalsAt(m))
	open = slices.DeleteFunc(open, func(g ioco.GoalAt) bool { return !a.values.goals[g.Goal].open() })
	if len(open) == 0 {
		return false, nil
	}
	step, err := t.Step(ctx, before, m, nil)
	if err != nil {
		return false, err
	}
	for _, g := range open {
		conds, possible := term.Conjoin(p.Conds, []*term.Term{t.InStep(g.Cond, step, &before.State)})
		if !possible || a.values.Tired() {
			continue
		}
		answer, err := t.Ask(ctx, smt.Query{Conjuncts: conds})
		switch {
		case err != nil:
			return false, err
		case answer.Status == smt.Sat:
			p.Conds, a.found, a.values.refusals = conds, g.Goal, 0
			return true, nil
		case answer.Status == smt.Unsat:
			a.values.refusals++
		default: // more queries of this kind would take long
			a.values.refusals = maxRefusals
		}
	}
	return false, nil
}

// distance returns the branch distance of a state from meeting an open goal with a transition.
func (a *valueAim) distance(t *ioco.Tracker, tr *sts.Transition, p *ioco.Possibility) float64 {
	least := math.Inf(1)
	for _, cond := range a.conds[tr] {
		least = min(least, Distance(t.System, cond, &p.State))
	}
	return least
}

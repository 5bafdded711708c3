package tester

import (
	"context"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Values to try: when the transitions are covered, a session that has steps left tries values where mistakes gather, such as a
// guard at its limit (Options.Values). What was met on the way to the transitions counts, so the tracker records it along the
// paths. The rest is aimed at as transitions are, by searches and plans, each goal maxAimed times at most. Many cannot be met at
// all, such as an amount that no coins make, and the solver has to work hard to see that; so the queries without success are
// bounded. Queries are counted and not seconds: the same seed gives the same inputs on a slow machine.

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
	again   bool // it was met, and is to be met once more
	refuted bool // no step can meet it
	aimed   int  // number of plans that led to it
}

// open reports whether the goal is still to be tried.
func (g *goal) open() bool { return (!g.met || g.again) && !g.refuted && g.aimed < maxAimed }

// again opens the goals that were met.
func (v *values) again() {
	v.refusals = 0
	for i := range v.goals {
		if g := &v.goals[i]; g.met {
			g.again, g.aimed = true, 0
		}
	}
}

// values are the values to try.
type values struct {
	goals    []goal
	begun    bool // they are aimed at
	refusals int  // number of queries in a row without success
}

func newValues(goals []sts.Goal) values {
	v := values{goals: make([]goal, len(goals))}
	for i, g := range goals {
		v.goals[i].Goal = g
	}
	return v
}

// anyOpen reports whether there is a goal to be tried.
func (v *values) anyOpen() bool {
	return slices.ContainsFunc(v.goals, func(g goal) bool { return g.open() })
}

// conditions returns those of the open goals, once they are aimed at.
func (v *values) conditions() []*term.Term {
	var out []*term.Term
	for i := range v.goals {
		for _, step := range v.goals[i].Steps {
			if v.begun && v.goals[i].open() {
				out = append(out, step.Cond)
			}
		}
	}
	return out
}

// coverage counts the goals that were met, without those that contradict the guards. It is nil if the session ended before values
// were aimed at.
func (v *values) coverage() *result.ValueCoverage {
	if !v.begun || len(v.goals) == 0 {
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

// tired reports whether there were enough queries without success.
func (v *values) tired() bool { return v.refusals >= maxRefusals }

// tryValues begins to aim at values.
func (s *Session) tryValues(ctx context.Context) error {
	s.values.begun = true
	cost, err := s.tracker.Hastily(func() error { return s.refuteValues(ctx) })
	s.cost += cost
	if err != nil {
		return err
	}
	if s.values.anyOpen() {
		s.choice = choice{aimed: s.choice.aimed, diverged: s.choice.diverged}
		s.influence = nil
	}
	return nil
}

// refuteValues compares goals with the guards of their moves, as far as that costs no more than half of what searches may.
func (s *Session) refuteValues(ctx context.Context) error {
	compared, before := 0, s.tracker.Cost()
	for i := range s.values.goals {
		g := &s.values.goals[i]
		if g.met || compared == maxRefuted || s.tracker.Cost()-before > s.allowance()/2 {
			continue
		}
		compared++
		possible, err := s.anyPossible(ctx, g.Steps)
		if err != nil {
			return err
		}
		g.refuted = !possible
	}
	return nil
}

// anyPossible reports whether one of the steps agrees with the guard of its move, whatever the state.
func (s *Session) anyPossible(ctx context.Context, steps []sts.GoalStep) (bool, error) {
	for _, g := range steps {
		if _, ok, err := s.tracker.Feasible(ctx, nil, g.Cond, g.Move.Guard); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// triesValues reports whether values are aimed at.
func (s *Session) triesValues() bool {
	return s.values.begun && !s.choice.over && !s.values.tired() && s.values.anyOpen()
}

// valueAim is what a search for values wants.
type valueAim struct {
	values *values
	conds  map[*sts.Transition][]*term.Term // under which a transition meets something open
	found  int                              // the goal that a search came to
}

func (s *Session) valueAim() *valueAim {
	a := &valueAim{values: &s.values, conds: map[*sts.Transition][]*term.Term{}}
	for i := range s.values.goals {
		for _, step := range s.values.goals[i].Steps {
			for _, t := range step.Move.Parts {
				if s.values.goals[i].open() {
					a.conds[t] = append(a.conds[t], step.Cond)
				}
			}
		}
	}
	return a
}

// reached reports whether the step to a state can meet something open; then the condition for it is added to the state.
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
		if !possible || a.values.tired() {
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

// distance returns how far a state is from meeting something open with a transition.
func (a *valueAim) distance(t *ioco.Tracker, tr *sts.Transition, p *ioco.Possibility) float64 {
	least := math.Inf(1)
	for _, cond := range a.conds[tr] {
		least = min(least, branchDistance(t.System, cond, &p.State))
	}
	return least
}

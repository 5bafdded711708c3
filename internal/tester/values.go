package tester

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Values to try: when the transitions are covered, a session that has steps left tries values where mistakes gather, such as a
// guard at its limit (Options.Values). What was met on the way to the transitions counts, so the tracker notes it along the paths.
// The rest is aimed at as transitions are, by searches and plans, each goal maxAimed times at most. Many cannot be met at all, such
// as an amount that no coins make, and the solver has to work hard to see that; so not much is asked in vain. What is bounded is
// questions and not seconds: the same seed gives the same inputs on a slow machine.

// maxRefuted bounds how many goals are compared with the guards of their moves, maxVainQuestions how often in a row the solver says
// that a step does not meet a goal. valueLength bounds the moves of a plan for a value, as in suites of boundary values.
const (
	maxRefuted       = 1000
	maxVainQuestions = 200
	valueLength      = 7
)

// values is what a session knows of the values to try.
type values struct {
	goals   []sts.Goal
	met     []bool
	aimed   []int  // how often a plan led to each
	refuted []bool // no step can meet it
	begun   bool   // they are aimed at
	vain    int    // how many questions in a row had no for an answer
}

func newValues(goals []sts.Goal) values {
	return values{goals: goals, met: make([]bool, len(goals)), aimed: make([]int, len(goals)), refuted: make([]bool, len(goals))}
}

// isOpen tells whether a goal is still to be tried.
func (v *values) isOpen(goal int) bool {
	return !v.met[goal] && !v.refuted[goal] && v.aimed[goal] < maxAimed
}

// anyOpen tells whether there is a goal to be tried.
func (v *values) anyOpen() bool {
	for i := range v.goals {
		if v.isOpen(i) {
			return true
		}
	}
	return false
}

// conditions are those of the goals, once they are aimed at.
func (v *values) conditions() []*term.Term {
	var out []*term.Term
	for i := range v.goals {
		for _, step := range v.goals[i].Steps {
			if v.begun && v.isOpen(i) {
				out = append(out, step.Cond)
			}
		}
	}
	return out
}

// ValueCoverage is how many of the values to try were tried. Those that contradict the guards are not counted.
type ValueCoverage struct {
	Covered int
	Total   int
}

// coverage is nil if the session ended before values were aimed at.
func (v *values) coverage() *ValueCoverage {
	if !v.begun || len(v.goals) == 0 {
		return nil
	}
	out := &ValueCoverage{}
	for i := range v.goals {
		if v.met[i] {
			out.Covered++
		}
		if v.met[i] || !v.refuted[i] {
			out.Total++
		}
	}
	return out
}

// tryValues begins to aim at values.
func (s *Session) tryValues(ctx context.Context) error {
	s.values.begun = true
	asked := 0
	for i, g := range s.values.goals {
		if s.values.met[i] || asked == maxRefuted {
			continue
		}
		asked++
		possible, err := s.anyPossible(ctx, g.Steps)
		if err != nil {
			return err
		}
		s.values.refuted[i] = !possible
	}
	if s.values.anyOpen() {
		s.choice = choice{aimed: s.choice.aimed, away: s.choice.away}
		s.influence = nil
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

// triesValues tells whether values are aimed at.
func (s *Session) triesValues() bool {
	return s.values.begun && !s.choice.over && !s.values.tired() && s.values.anyOpen()
}

// tired tells whether enough was asked in vain.
func (v *values) tired() bool { return v.vain >= maxVainQuestions }

// valueAim is what a search for values wants.
type valueAim struct {
	values      *values
	transitions []*sts.Transition                // that meet what is open
	conds       map[*sts.Transition][]*term.Term // under which they do
	found       int                              // the goal that a search came to
}

func (s *Session) valueAim() *valueAim {
	a := &valueAim{values: &s.values, conds: map[*sts.Transition][]*term.Term{}}
	for i, g := range s.values.goals {
		if !s.values.isOpen(i) {
			continue
		}
		for _, step := range g.Steps {
			for _, t := range step.Move.Parts {
				a.conds[t] = append(a.conds[t], step.Cond)
			}
		}
	}
	for _, t := range s.tracker.System.Transitions() {
		if a.conds[t] != nil {
			a.transitions = append(a.transitions, t)
		}
	}
	return a
}

// reached tells whether the step to a state can meet something open; then the condition for it is added to the state.
func (a *valueAim) reached(ctx context.Context, t *ioco.Tracker, p, before *ioco.Possibility, m *sts.Move) (bool, error) {
	if !slices.ContainsFunc(t.GoalsAt(m), func(g ioco.GoalAt) bool { return a.values.isOpen(g.Goal) }) {
		return false, nil
	}
	step, err := t.Step(ctx, before, m, nil)
	if err != nil {
		return false, err
	}
	for _, g := range t.GoalsAt(m) {
		if !a.values.isOpen(g.Goal) {
			continue
		}
		conds, possible := term.Conjoin(p.Conds, []*term.Term{t.InStep(g.Cond, step, &before.State)})
		if !possible {
			continue
		}
		if ok, err := a.ask(ctx, t, conds); err != nil || ok {
			p.Conds, a.found = conds, g.Goal
			return ok, err
		}
	}
	return false, nil
}

// ask asks whether a step can meet a goal. If the solver gives up, that is the last question: more of this kind would take long.
func (a *valueAim) ask(ctx context.Context, t *ioco.Tracker, conds []*term.Term) (bool, error) {
	if a.values.tired() {
		return false, nil
	}
	answer, err := t.Solver.Check(ctx, smt.Query{Conjuncts: conds})
	switch answer.Status {
	case smt.Sat:
		a.values.vain = 0
	case smt.Unsat:
		a.values.vain++
	default:
		a.values.vain = maxVainQuestions
	}
	return answer.Status == smt.Sat, err
}

// distance is how far a state is from meeting something open with a transition.
func (a *valueAim) distance(t *ioco.Tracker, tr *sts.Transition, p *ioco.Possibility) float64 {
	least := branchDistance(t.System, a.conds[tr][0], &p.State)
	for _, cond := range a.conds[tr][1:] {
		least = min(least, branchDistance(t.System, cond, &p.State))
	}
	return least
}

package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// AnyPossible tells whether one of the steps fits the guard of its move, whatever the state.
func (t *Tracker) AnyPossible(ctx context.Context, steps []sts.GoalStep) (bool, error) {
	for _, g := range steps {
		if ok, err := t.Feasible(ctx, Conjuncts(nil, []*term.Term{g.Cond, g.Move.Guard})); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// spot is a step that meets a goal on values: the number of the goal, and the condition over slots and parameters.
type GoalAt struct {
	Goal int
	Cond *term.Term
}

// watch makes the tracker note which goals are met; nil makes it note none.
func (t *Tracker) Watch(goals []sts.Goal) {
	t.spots = nil
	if len(goals) == 0 {
		return
	}
	t.spots = make([][]GoalAt, len(t.System.Moves()))
	for i, g := range goals {
		for _, step := range g.Steps {
			t.spots[step.Move.ID] = append(t.spots[step.Move.ID], GoalAt{i, step.Cond})
		}
	}
}

// spotsOf are the goals that a move may meet.
func (t *Tracker) GoalsAt(m *sts.Move) []GoalAt {
	if t.spots == nil {
		return nil
	}
	return t.spots[m.ID]
}

// met are the goals that a step surely meets.
func (t *Tracker) met(m *sts.Move, st *sts.SymbolicState, params []*term.Term) []int {
	var out []int
	for _, g := range t.GoalsAt(m) {
		if t.InStep(g.Cond, m, st, params).IsTrue() {
			out = append(out, g.Goal)
		}
	}
	return out
}

// inStep is a condition over slots and parameters for a certain step.
func (t *Tracker) InStep(cond *term.Term, m *sts.Move, st *sts.SymbolicState, params []*term.Term) *term.Term {
	by := t.System.Bindings(cond, st)
	for i, p := range m.Params {
		by[p.Term] = params[i]
	}
	return t.System.Store.Substitute(cond, by)
}

// certainlyMet are the goals on values that every possibility has met.
func (t *Tracker) CertainGoals() []int {
	if len(t.now) == 0 {
		return nil
	}
	out := t.now[0].Path.metGoals()
	for _, p := range t.now[1:] {
		out = out.and(p.Path.metGoals())
	}
	return slices.Collect(out.all())
}

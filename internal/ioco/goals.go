package ioco

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// GoalAt is a step that meets a goal on values: the number of the goal, and the condition over slots and parameters.
type GoalAt struct {
	Goal int
	Cond *term.Term
}

// Watch makes the tracker note which goals are met; without goals it notes none.
func (t *Tracker) Watch(goals []sts.Goal) {
	t.goals = make([][]GoalAt, len(t.System.Moves()))
	for i, g := range goals {
		for _, step := range g.Steps {
			t.goals[step.Move.ID] = append(t.goals[step.Move.ID], GoalAt{i, step.Cond})
		}
	}
}

// GoalsAt returns the watched goals that a move may meet.
func (t *Tracker) GoalsAt(m *sts.Move) []GoalAt {
	if t.goals == nil {
		return nil
	}
	return t.goals[m.ID]
}

// metBy returns the watched goals that a step certainly meets.
func (t *Tracker) metBy(step *sts.SymbolicStep, from *sts.SymbolicState) []int {
	var out []int
	for _, g := range t.GoalsAt(step.Move) {
		if t.InStep(g.Cond, step, from).IsTrue() {
			out = append(out, g.Goal)
		}
	}
	return out
}

// InStep applies a condition over slots and parameters to a step from a state.
func (t *Tracker) InStep(cond *term.Term, step *sts.SymbolicStep, from *sts.SymbolicState) *term.Term {
	by := t.System.Bindings(cond, from)
	for i, p := range step.Move.Params {
		by[p.Term] = step.Params[i]
	}
	return t.System.Store.Substitute(cond, by)
}

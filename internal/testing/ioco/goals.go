package ioco

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// GoalAt is a step that meets a goal on values: the number of the goal, and the condition over slots and parameters.
type GoalAt struct {
	Goal int
	Cond *term.Term
}

// Watch makes the tracker note which goals are met; without goals it notes none.
func (t *Tracker) Watch(goals []sts.Goal) {
	t.goals, t.tests = make([][]GoalAt, len(t.System.Moves())), make([]*goalTest, len(t.System.Moves()))
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

// goalTest is the conditions of the watched goals of a move, compiled.
type goalTest struct {
	frame  *term.Frame
	inputs []term.Value // buffer
}

// metIn returns the watched goals that a step from a configuration meets. The parameters of the step are in t.params.
func (t *Tracker) metIn(p *Possibility, m *sts.Move) []int {
	var open []int
	for i, g := range t.GoalsAt(m) {
		if !p.past.Met.Has(g.Goal) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	test := t.goalTest(m)
	test.inputs = append(append(test.inputs[:0], p.config.Values...), t.params...)
	if err := test.frame.Run(test.inputs); err != nil {
		return nil
	}
	var met []int
	for _, i := range open {
		if test.frame.Bool(i) {
			met = append(met, t.goals[m.ID][i].Goal)
		}
	}
	return met
}

// goalTest returns the test for the goals of a move, made when first used.
func (t *Tracker) goalTest(m *sts.Move) *goalTest {
	if t.tests[m.ID] == nil {
		var conds []*term.Term
		for _, g := range t.goals[m.ID] {
			conds = append(conds, g.Cond)
		}
		inputs := t.System.SlotTerms()
		for _, p := range m.Params {
			inputs = append(inputs, p.Term)
		}
		t.tests[m.ID] = &goalTest{frame: t.System.Store.Compile(conds, inputs).NewFrame()}
	}
	return t.tests[m.ID]
}

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

// watch is what the tester wants to know of steps: which goals they meet, and how far a purpose has come.
type watch struct {
	system  *sts.System
	goals   [][]GoalAt   // by move: the watched goals that it may meet
	tests   []*goalTest  // by move: its watched goals, compiled; nil if not yet
	purpose *sts.Purpose // whose progress is followed
}

// Watch makes the tracker note which goals are met; without goals it notes none.
func (w *watch) Watch(goals []sts.Goal) {
	w.goals, w.tests = make([][]GoalAt, len(w.system.Moves())), make([]*goalTest, len(w.system.Moves()))
	for i, g := range goals {
		for _, step := range g.Steps {
			w.goals[step.Move.ID] = append(w.goals[step.Move.ID], GoalAt{i, step.Cond})
		}
	}
}

// GoalsAt returns the watched goals that a move may meet.
func (w *watch) GoalsAt(m *sts.Move) []GoalAt {
	if w.goals == nil {
		return nil
	}
	return w.goals[m.ID]
}

// metBy returns the watched goals that a step certainly meets.
func (w *watch) metBy(step *sts.SymbolicStep, from *sts.SymbolicState) []int {
	var out []int
	for _, g := range w.GoalsAt(step.Move) {
		if w.InStep(g.Cond, step, from).IsTrue() {
			out = append(out, g.Goal)
		}
	}
	return out
}

// InStep applies a condition over slots and parameters to a step from a state.
func (w *watch) InStep(cond *term.Term, step *sts.SymbolicStep, from *sts.SymbolicState) *term.Term {
	by := w.system.Bindings(cond, from)
	for i, p := range step.Move.Params {
		by[p.Term] = step.Params[i]
	}
	return w.system.Store.Substitute(cond, by)
}

// goalTest is the conditions of the watched goals of a move, compiled.
type goalTest struct {
	frame  *term.Frame
	inputs []term.Value // buffer
}

// metIn returns the watched goals that a step from a configuration meets.
func (w *watch) metIn(p *Possibility, m *sts.Move, params []term.Value) []int {
	var open []int
	for i, g := range w.GoalsAt(m) {
		if !p.past.Met.Has(g.Goal) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	test := w.goalTest(m)
	test.inputs = append(append(test.inputs[:0], p.config.Values...), params...)
	if err := test.frame.Run(test.inputs); err != nil {
		return nil
	}
	var met []int
	for _, i := range open {
		if test.frame.Bool(i) {
			met = append(met, w.goals[m.ID][i].Goal)
		}
	}
	return met
}

// goalTest returns the test for the goals of a move, made when first used.
func (w *watch) goalTest(m *sts.Move) *goalTest {
	if w.tests[m.ID] == nil {
		var conds []*term.Term
		for _, g := range w.goals[m.ID] {
			conds = append(conds, g.Cond)
		}
		inputs := w.system.SlotTerms()
		for _, p := range m.Params {
			inputs = append(inputs, p.Term)
		}
		w.tests[m.ID] = &goalTest{frame: w.system.Store.Compile(conds, inputs).NewFrame()}
	}
	return w.tests[m.ID]
}

package explore

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Contracts: definition 6 of paper 2. A step whose calls are under contract has one symbolic transition for each combination of behaviours;
// each adds the precondition and the postcondition of its behaviours to π. The paper requires disjoint behaviours; where they overlap, a call
// must satisfy all that apply.

// noChoice is the choice of behaviours where no contract is in force.
var noChoice = [][]*sts.Behavior{nil}

// combinations lists the choices of behaviours for the calls of a move: one empty choice if no contract is in force.
func (w *worker) combinations(m *sts.Move) [][]*sts.Behavior {
	out := noChoice
	for i, c := range m.Calls {
		k := w.search.options.Contracts[c.Extern]
		if k == nil || w.summarised(c.Extern) {
			continue
		}
		var next [][]*sts.Behavior
		for _, choice := range out {
			for b := range k.Behaviors {
				extended := make([]*sts.Behavior, len(m.Calls))
				copy(extended, choice)
				extended[i] = &k.Behaviors[b]
				next = append(next, extended)
			}
		}
		out = next
	}
	return out
}

// addBehavior adds the conditions of the behaviour chosen for call i.
func (x *stepping) addBehavior(i int, call sts.SymbolicCall) {
	if x.behaviors == nil || x.behaviors[i] == nil {
		return
	}
	for _, cond := range x.binding(call.Extern, x.behaviors[i]) {
		x.added = append(x.added, x.system.Instantiate(call, cond).Conjuncts()...)
	}
}

// binding lists the conditions on a call that follows b.
func (w *worker) binding(x *sts.Extern, b *sts.Behavior) []*term.Term {
	return append([]*term.Term{b.Pre, b.Post}, w.search.options.Contracts[x].Others(w.system.Store, b)...)
}

// meetsContracts reports whether the calls of the last step of a witness follow the chosen behaviours.
func (x *stepping) meetsContracts(w *run.Witness) (bool, error) {
	for i, b := range x.behaviors {
		if b == nil {
			continue
		}
		call := w.Move.Calls[i]
		values := map[*term.Term]term.Value{}
		for k, v := range call.Extern.Inputs {
			values[v] = w.Calls[i][k]
		}
		for k, v := range call.Extern.Output {
			values[v] = w.Params[call.Results[k]]
		}
		for k, slot := range x.system.Slots {
			values[slot.Term] = w.Parent.Config.Values[k]
		}
		for _, cond := range x.binding(call.Extern, b) {
			if holds, err := x.evaluate(cond, values); err != nil || !holds {
				return false, err
			}
		}
	}
	return true, nil
}

// evaluate computes a condition; quantifiers that cannot be enumerated go to the solver.
func (w *worker) evaluate(cond *term.Term, values map[*term.Term]term.Value) (bool, error) {
	f := w.system.Store.Compile([]*term.Term{cond}, cond.Vars()).NewFrame()
	f.Decide = w.executor.Decide
	inputs := make([]term.Value, len(cond.Vars()))
	for i, v := range cond.Vars() {
		inputs[i] = values[v]
	}
	err := f.Run(inputs)
	return f.Bool(0), err
}

// behaviorNames formats the behaviours of a state's step, as in "[low]".
func behaviorNames(st *State) string {
	var names []string
	for _, b := range st.Behaviors() {
		if b != nil {
			names = append(names, b.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// Package admit finds the products of a product line that admit a concrete run.
package admit

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Run returns the products that can take the steps of a run with the same values, and send what it sends. The run is executed once more with
// all its values except those of the features, which stay open: its guards then become a condition over features. A function is called with
// the same arguments, since its result is the same only then.
func Run(system *sts.System, w *run.Witness) products.Set {
	return Reaching(system, w, system.Store.True())
}

// Reaching returns the products that admit a run, as Run does, and for which a condition over slots holds at its end.
func Reaching(system *sts.System, w *run.Witness, cond *term.Term) products.Set {
	steps := w.Steps()
	state := system.Constant(steps[0].Config)
	for i, slot := range system.Slots {
		if slot.Feature {
			state.Store[i] = system.Store.Var(slot.Name+"@0", slot.Sort)
		}
	}
	a := admission{system: system, state: &state}
	a.openStart(steps[0].Config)
	for depth, step := range steps[1:] {
		a.take(step, depth)
	}
	return products.Set{Cond: system.Store.And(append(a.needs, system.Apply(cond, a.state))...)}
}

// Product returns the product that a run was found for.
func Product(system *sts.System, w *run.Witness) products.Product {
	var out products.Product
	start := w.Steps()[0].Config
	for i, slot := range system.Slots {
		if slot.Feature {
			out = append(out, start.Values[i].Bool())
		}
	}
	return out
}

// Takes reports whether the interpreter takes the steps of a run as those of another product, with the same values and outputs.
func Takes(ctx context.Context, executor *run.Executor, system *sts.System, w *run.Witness, p products.Product) bool {
	steps := w.Steps()
	params := make([][]term.Value, len(steps))
	for i, s := range steps {
		params[i] = slices.Clone(s.Params)
	}
	feature := 0
	for i, slot := range system.Slots {
		if slot.Feature {
			params[0][i] = term.BoolValue(p[feature])
			feature++
		}
	}
	taken, err := executor.Revise(ctx, steps, params)
	if err != nil {
		return false
	}
	return slices.EqualFunc(taken.Steps(), steps, func(a, b *run.Witness) bool { return term.SameValues(a.Outputs, b.Outputs) })
}

// admission is the condition that the steps so far impose on a product, and the state that they lead to, over features.
type admission struct {
	system *sts.System
	state  *sts.SymbolicState
	needs  []*term.Term
}

// openStart turns initial values that depend on features into terms over them, and adds the assumptions about initial states.
func (a *admission) openStart(config *sts.Config) {
	store := a.system.Store
	open, free := a.system.StartSymbolic()
	by := map[*term.Term]*term.Term{}
	for i, v := range free {
		if v != nil && !a.system.Slots[i].Feature {
			by[v] = store.Const(v.Sort(), config.Values[i])
		}
	}
	for i, t := range open.Store {
		a.state.Store[i] = store.Substitute(t, by)
	}
	a.needs = append(a.needs, a.system.Apply(a.system.Assume, a.state))
}

// take adds the conditions of a step: its guard, that it has a value, equal arguments of functions, and equal outputs.
func (a *admission) take(w *run.Witness, depth int) {
	store := a.system.Store
	known := map[int]*term.Term{}
	for i, p := range w.Move.Params {
		known[i] = store.Const(p.Sort, w.Params[i])
	}
	step := a.system.Step(w.Move, a.state, depth, known)
	effect := step.Effect()
	a.needs = append(a.needs, step.Needs()...)
	for i, out := range effect.Outputs {
		a.needs = append(a.needs, store.Eq(out, store.Const(out.Sort(), w.Outputs[i])))
	}
	for i, arguments := range effect.Calls {
		for k, t := range arguments {
			a.needs = append(a.needs, store.Eq(t, store.Const(t.Sort(), w.Calls[i][k])))
		}
	}
	a.state = &effect.State
}

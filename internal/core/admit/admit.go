// Package admit finds the products of a product line that admit a concrete run.
package admit

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Run returns the products that can take the steps of a run with the same values, and send what it sends. The run is executed again with all
// its values except those of the features, which stay open, so that its guards become a condition over features. A function is called with
// the same arguments, since its result is the same only then.
func Run(system *sts.System, w *run.Witness) products.Set {
	return Reaching(system, w, system.Store.True())
}

// Reaching returns the products that admit a run, as Run does, and for which a condition over slots holds at its end.
func Reaching(system *sts.System, w *run.Witness, cond *term.Term) products.Set {
	steps := w.Steps()
	p := start(system, steps[0].Config)
	for _, step := range steps[1:] {
		p = take(p, step)
	}
	return products.Set{Cond: system.Store.And(append(path.Terms(p.All()), system.Apply(cond, &p.State))...)}
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

// start returns the path without moves whose initial values are terms over features, and the assumptions about them.
func start(system *sts.System, config *sts.Config) *path.Path {
	store := system.Store
	open, free := system.StartSymbolic()
	by := map[*term.Term]*term.Term{}
	for i, v := range free {
		if v != nil && !system.Slots[i].Feature {
			by[v] = store.Const(v.Sort(), config.Values[i])
		}
	}
	state := system.Constant(config)
	for i, t := range open.Store {
		state.Store[i] = store.Substitute(t, by)
	}
	return path.From(path.Knowledge{System: system}, state).With(system.Apply(system.Assume, &state), path.Origin{Kind: path.Initially})
}

// take adds a step: its guard, that it has a value, equal arguments of functions, and equal outputs.
func take(p *path.Path, w *run.Witness) *path.Path {
	store := p.System.Store
	known := map[int]*term.Term{}
	for i, param := range w.Move.Params {
		known[i] = store.Const(param.Sort, w.Params[i])
	}
	p, _ = p.Take(context.Background(), w.Move, known) // this context never ends
	same := func(terms []*term.Term, values []term.Value) {
		for i, t := range terms {
			p = p.With(store.Eq(t, store.Const(t.Sort(), values[i])), path.Origin{})
		}
	}
	same(p.Outputs, w.Outputs)
	for i, call := range p.Calls {
		same(call.Args, w.Calls[i])
	}
	return p
}

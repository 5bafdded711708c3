package mutate

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/mutation/mutant"
)

// The proofs that a mutant is harmless, cheapest first.

// treeStates bounds the trees from which states are taken, unless the options say otherwise.
const treeStates = 2000

// prepareProofs explores the original and finds invariants, if there are survivors.
func (r *run) prepareProofs(ctx context.Context) error {
	if len(r.survivors()) == 0 {
		return nil
	}
	options := r.options.Explore
	options.NewSolver = r.options.NewSolver
	options.Workers = r.options.Workers
	if options.States == 0 {
		options.States = treeStates
	}
	for _, strategy := range []explore.Strategy{explore.Cover, explore.BreadthFirst} {
		options.Strategy = strategy
		tree, err := explore.Run(ctx, r.result.Population.Original, options)
		if err != nil {
			return err
		}
		r.trees = append(r.trees, tree)
		r.result.Solver.Add(tree.Solver)
	}
	var err error
	r.known, err = findInvariants(ctx, r.result.Population.Original, r.trees[1], r.workers[0].solver)
	return err
}

// asks is a new asker of the worker.
func (w *worker) asks(ctx context.Context) asker {
	original := w.result.Population.Original
	a := asker{ctx: ctx, store: original.Store, solver: w.solver, real: map[string]bool{}}
	for _, x := range original.Externs {
		a.real[x.Name] = w.options.Functions != nil && w.options.Functions.Knows(x)
	}
	return a
}

// prove tries to prove that a mutant is harmless.
func (w *worker) prove(ctx context.Context, i int) error {
	p := w.result.Population
	m := p.Mutants[i]
	a := w.asks(ctx)
	fate := &w.result.Fates[i]
	fate.Reason = "no test of the suite kills it, and no proof that it is harmless was found"
	if a.sameMoves(m.Changes, p.Original, m.System, w.known.withoutConditions()) {
		*fate = Fate{Status: Equivalent, Reason: "the changed transition means the same for all values of the types"}
		return a.err
	}
	if a.sameMoves(m.Changes, p.Original, m.System, w.known) {
		*fate = Fate{Status: Equivalent, Reason: "the changed transition means the same in every state that can be reached, by invariants of its location"}
		return a.err
	}
	if a.err != nil {
		return a.err
	}
	return w.proveByProduct(a, m, fate)
}

// proveByProduct tries the inductive product argument: first that the mutant conforms, with equalities or with all relations,
// then that both follow each other strictly.
func (w *worker) proveByProduct(a asker, m *mutant.Mutant, fate *Fate) error {
	original := w.result.Population.Original
	forth := product{asker: a, specification: original, implementation: m.System, known: w.known, onSpecification: true, equalities: true}
	conforms := forth.simulates()
	if !conforms {
		forth.equalities = false
		conforms = forth.simulates()
	}
	if !conforms {
		return forth.err
	}
	*fate = Fate{Status: Conforming, Reason: "the original allows all that the mutant does, by induction over their product"}
	back := product{asker: a, specification: m.System, implementation: original, known: w.known, strict: true, equalities: forth.equalities}
	forth.strict = true
	if forth.simulates() && back.simulates() {
		*fate = Fate{Status: Equivalent, Reason: "original and mutant follow each other step by step, by induction over their product"}
	}
	return errors.Join(forth.err, back.err)
}

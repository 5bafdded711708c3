package mutate

import (
	"cmp"
	"context"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The proofs that a mutant is harmless, cheapest first.

// treeStates bounds the trees from which states are taken, unless the options say otherwise.
const treeStates = 2000

// prepareProofs explores the original and finds invariants, if there are survivors.
func (r *runner) prepareProofs(ctx context.Context) error {
	if len(r.survivors()) == 0 {
		return nil
	}
	options := r.options.Explore
	options.NewSolver = r.options.NewSolver
	options.Workers, options.PathsOnly, options.ErrorFree = r.options.Workers, true, true
	if options.States == 0 {
		options.States = treeStates
	}
	shared, cancel := share(ctx, 0.25, 1, 1)
	defer cancel()
	for _, strategy := range []explore.Strategy{explore.Cover, explore.BreadthFirst} {
		options.Strategy = strategy
		tree, err := explore.Run(shared, r.result.Population.Original, options)
		if err != nil {
			return err
		}
		r.trees = append(r.trees, tree)
		r.result.Solver.Add(tree.Solver)
	}
	var err error
	q := r.workers[0].querier(shared)
	if r.known, err = findInvariants(r.result.Population.Original, r.trees[1], &q); used(ctx, shared) {
		r.known, err = &invariants{}, nil
	}
	return err
}

// querier makes a querier that uses the worker's solver.
func (w *worker) querier(ctx context.Context) querier {
	return newQuerier(ctx, w.result.Population.Original, w.solver, w.options.Functions, w.answers)
}

// proveHarmless tries to prove that a mutant is harmless.
func proveHarmless(ctx context.Context, w *worker, i int) error {
	proved, q := w.proof(ctx, i)
	return w.settle(i, proved, &q)
}

// proveQuickly is proveHarmless with little time. Results that more time may change are left open.
func proveQuickly(ctx context.Context, w *worker, i int) error {
	proved, q := w.proof(ctx, i)
	if q.err == nil && proved.Status != result.FateEquivalent && (ctx.Err() != nil || q.undecided > 0) {
		w.result.Fates[i].Late = true
		return nil
	}
	return w.settle(i, proved, &q)
}

// proof returns the fate of a mutant that is proved harmless, or an obstacle. All proofs but the enumeration need that it begins in the same states as the original.
func (w *worker) proof(ctx context.Context, i int) (proved Fate, q querier) {
	m := w.result.Population.Mutants[i]
	q, w.ideas[i] = w.querier(ctx), nil
	if !m.Changes.Start {
		before := w.solver.Stats()
		proved = w.byInduction(&q, m)
		w.uses.note(w.asked(result.InductionEngine, proved.Status != "", before))
	}
	if proved.Status == "" && q.err == nil {
		proved = w.byEnumeration(ctx, i, proved)
	}
	return proved, q
}

// byInduction proves that the changed moves mean the same, or that the product of mutant and original is a simulation.
func (w *worker) byInduction(q *querier, m *mutant.Mutant) Fate {
	switch original := w.result.Population.Original; {
	case q.sameMoves(original, m, w.known.withoutConditions()):
		return Fate{Status: result.FateEquivalent, Reason: SameMeaning}
	case q.sameMoves(original, m, w.known):
		return Fate{Status: result.FateEquivalent, Reason: SameWhereReached}
	}
	return w.byProduct(q, m)
}

// settle notes how an attempt to prove a mutant harmless has ended.
func (w *worker) settle(i int, proved Fate, q *querier) error {
	fate := &w.result.Fates[i]
	w.ended[i] = q.err == nil
	switch {
	case q.err != nil:
		return q.err
	case proved.Status != "":
		*fate = proved
	case fate.Reason == NoDifference: // a quick search came first
		fate.Obstacle = proved.Obstacle
		fate.Undecided, fate.Tables = fate.Undecided+q.undecided, fate.Tables+q.tables
		return nil
	case fate.Reason != NotRun:
		fate.Reason, fate.Obstacle, fate.Late = NotProved, proved.Obstacle, false
	}
	fate.Undecided, fate.Doubt, fate.Tables = q.undecided, q.doubt, q.tables
	return nil
}

// maxIdeas is the number of differences that an enumeration keeps as runs to try.
const maxIdeas = 5

// tooManyPairs is why joint states are no longer enumerated.
var tooManyPairs = statespace.Refuse(result.TooManyStates, "there are too many joint states")

// byEnumeration enumerates all joint states, if that is possible; otherwise the fate is unchanged. The runs to differences are kept, to be
// tried.
func (w *worker) byEnumeration(ctx context.Context, i int, fate Fate) Fate {
	if w.space == nil || w.space.IsGivenUp() {
		w.uses.note(result.EngineUse{Engine: result.StatesEngine, Goals: 1, Refusal: cmp.Or(w.refusal, tooManyPairs)})
		return fate
	}
	before := w.solver.Stats()
	found, pairs := w.space.Compare(ctx, enumerable(w.result.Population.Mutants[i]), func(d joint.Difference) bool {
		w.ideas[i] = append(w.ideas[i], d)
		return len(w.ideas[i]) == maxIdeas
	})
	use := w.asked(result.StatesEngine, found == joint.Equivalent || found == joint.Conforming, before)
	use.States = pairs
	w.uses.note(use)
	switch detail := text.Count(pairs, "pair"); found {
	case joint.Equivalent:
		return Fate{Status: result.FateEquivalent, Reason: Enumerated, Detail: detail + ", and the other way round"}
	case joint.Erring:
		return Fate{Status: result.FateUndecided, Reason: OwnError, Detail: detail}
	case joint.Conforming:
		return Fate{Status: result.FateConforming, Reason: Enumerated, Detail: detail}
	}
	return fate
}

// enumerable is a mutant for an enumeration.
func enumerable(m *mutant.Mutant) joint.Mutant {
	return joint.Mutant{System: m.System, Replaced: m.Changes.Original, Changed: m.Changes.Mutant}
}

// byProduct tries the inductive product argument: first that the mutant conforms, with equalities or with all relations, then that
// both follow each other strictly.
func (w *worker) byProduct(q *querier, m *mutant.Mutant) Fate {
	original := w.result.Population.Original
	forth := product{querier: q, specification: original, implementation: m.System, known: w.known, onSpecification: true}
	if !forth.simulates() {
		forth.allRelations = true
		if !forth.simulates() {
			return Fate{Obstacle: forth.obstacle}
		}
	}
	back := product{querier: q, specification: m.System, implementation: original, known: w.known, strict: true, allRelations: forth.allRelations}
	forth.strict = true
	if forth.simulates() && back.simulates() {
		return Fate{Status: result.FateEquivalent, Reason: MutuallySimulated}
	}
	return Fate{Status: result.FateConforming, Reason: Simulated}
}

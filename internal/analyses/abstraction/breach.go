package abstraction

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Checking the invariant: whether initial states satisfy it and steps preserve it. Tests do not depend on the result, since musts are
// claimed for states that satisfy the invariant, before and after; but if the invariant is not preserved, the paths of may transitions do
// not prove unreachability.

// Breach is how a state that does not satisfy the invariant is reached: an initial state, or a step from one that satisfies it.
type Breach struct {
	Move    *sts.Move    // nil for an initial state
	Example *run.Witness // ends with such a state, possibly after a delay; nil if the solver did not decide
	Reason  string       // why there is no example
}

// findBreaches looks for moves that do not preserve the invariant, and for initial states that do not satisfy it.
func (s *Session) findBreaches(ctx context.Context, a *Abstraction) error {
	moves := append(slices.Clone(s.system.Moves()), nil)
	found := make([][]Breach, len(moves))
	err := s.each(ctx, CheckingInvariants, len(moves), func(ctx context.Context, w *worker, i int) (err error) {
		found[i], err = w.breach(ctx, moves[i])
		return err
	})
	a.Breaches = slices.Concat(found...)
	return err
}

// breach looks for a step of a move that breaks the invariant, or for an initial state if the move is nil.
func (w *worker) breach(ctx context.Context, m *sts.Move) ([]Breach, error) {
	if m == nil {
		symbolic, free := w.system.StartSymbolic()
		formula := []*term.Term{w.system.Apply(w.system.Assume, &symbolic)}
		return w.findBreach(ctx, m, formula, w.model.apply(w.model.invariant, &symbolic), func(values smt.Model) (*run.Witness, error) {
			return w.executor.Begin(run.Values(values, free, run.DefaultStart(w.system)))
		})
	}
	n := *w.model.moves[m.ID]
	n.source = &source{state: sts.SymbolicState{Locations: slices.Clone(w.system.Initial()), Store: w.model.slots}}
	for _, t := range m.Parts {
		n.source.state.Locations[t.Machine] = t.From
	}
	formula := slices.Concat(w.model.states, m.Standing(), n.needs)
	return w.findBreach(ctx, m, formula, n.invariant, func(values smt.Model) (*run.Witness, error) {
		return w.take(ctx, &n, values, nil)
	})
}

// findBreach looks for a solution of a formula after which the invariant does not hold, and executes it.
func (w *worker) findBreach(ctx context.Context, m *sts.Move, formula, invariant []*term.Term, execute func(smt.Model) (*run.Witness, error)) ([]Breach, error) {
	conjuncts, possible := term.Conjoin(formula, []*term.Term{w.store.Not(w.store.And(invariant...))})
	if !possible {
		return nil, nil
	}
	answer, err := w.check(ctx, conjuncts, term.Variables(conjuncts))
	if err != nil || answer.Status == smt.Unsat {
		return nil, err
	}
	b := Breach{Move: m, Reason: answer.Reason}
	if answer.Status == smt.Sat {
		b.Example, err = execute(answer.Model)
		if err == nil {
			b.Example, err = w.breaking(b.Example)
		}
		if err != nil {
			return []Breach{{Move: m, Reason: err.Error()}}, ctx.Err()
		}
	}
	return []Breach{b}, nil
}

// breaking returns a run with the delay after which a declared invariant does not hold in its last state.
func (w *worker) breaking(end *run.Witness) (*run.Witness, error) {
	for i := range w.system.Invariants {
		wait, err := w.executor.BreaksAfter(end.Config, &w.system.Invariants[i], nil)
		if err != nil {
			return nil, err
		}
		if wait != nil {
			return end.Waiting(wait), nil
		}
	}
	return nil, errReplay
}

package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
)

// For the conditions of a possibility a witness is kept: values of variables that make all of them true. A new condition that the
// witness satisfies, perhaps after one value is moved to where the condition turns, needs no solver; nor does one that leaves a variable
// no value. The solver decides the rest.

// decideAll reports whether conditions can hold together, where it is known of some that they can, and returns a witness. What the
// solver cannot decide counts as possible, so that no system is blamed for it.
func (k *knowledge) decideAll(ctx context.Context, known, conds []*term.Term, w witness.Witness) (witness.Witness, bool, error) {
	fresh := slices.DeleteFunc(slices.Clone(conds), func(c *term.Term) bool { return slices.Contains(known, c) })
	if len(fresh) == 0 {
		return w, true, nil
	}
	store := k.System.Store
	if !w.Lost {
		failed := w.Violated(store, fresh)
		if failed == nil {
			return w, true, nil
		}
		if moved, ok := w.Moved(store, failed, conds); ok {
			return moved, true, nil
		}
	}
	if witness.IsEmpty(conds) {
		return w, false, nil
	}
	answer, err := k.Ask(ctx, smt.Query{Conjuncts: conds, Values: term.Variables(conds)})
	switch {
	case err != nil || answer.Status == smt.Unsat:
		return w, false, err
	case answer.Status != smt.Sat:
		return witness.Witness{Lost: true}, true, nil
	}
	return witness.Witness{Values: answer.Model}, true, nil
}

// mayHold reports whether conditions can hold in a possibility.
func (k *knowledge) mayHold(ctx context.Context, p *Possibility, more ...*term.Term) (bool, error) {
	conds, ok := term.Conjoin(p.Conds, more)
	if !ok {
		return false, nil
	}
	if k.slow {
		return k.check(ctx, conds)
	}
	_, ok, err := k.decideAll(ctx, p.Conds, conds, p.witness)
	return ok, err
}

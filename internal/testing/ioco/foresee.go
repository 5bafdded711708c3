package ioco

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Inputs that not all products foresee. A tester does not send them, but a log may have them, since others sent them. The products that do
// not say what happens then are not followed any more: they are neither refuted by what comes, nor do they explain it. The others are.

// Foresee reports whether the model says what happens after an input. In a product line some product has to say it, and those that do not
// are not followed any more.
func (l *lineup) Foresee(ctx context.Context, msg sut.Message) (bool, error) {
	fair, err := l.Accepts(ctx, msg)
	if fair || err != nil || l.family == nil {
		return fair, err
	}
	fair, err = l.followForeseeing(ctx, msg)
	if errors.Is(err, products.ErrOpen) {
		return false, nil
	}
	return fair, err
}

// Unforeseen reports whether there are products that are not followed because they do not say what happens after an input.
func (l *lineup) Unforeseen() bool { return l.unsaid != nil }

// followForeseeing restricts the tracker to the products that accept an input, and reports whether there are any. If that is not known,
// nothing changes.
func (l *lineup) followForeseeing(ctx context.Context, msg sut.Message) (bool, error) {
	line := l.family.line
	able, known, err := l.foreseeing(ctx, msg)
	if err != nil || !known {
		return false, err
	}
	before, err := l.explaining(ctx)
	if err != nil {
		return false, err
	}
	if !before.Exact {
		before.Set = l.family.left
	}
	next, err := l.ofProducts(ctx, able)
	if err != nil || len(next) == 0 {
		return false, err
	}
	unsaid := line.Minus(before.Set, able)
	if l.unsaid != nil {
		unsaid = line.Union(unsaid, products.Set{Cond: l.unsaid})
	}
	l.now, l.settled, l.cycle, l.unsaid = next, nil, "", unsaid.Cond
	return true, nil
}

// foreseeing returns the products that accept an input in some state and refuse it in none; known is not set if there may be others.
func (l *lineup) foreseeing(ctx context.Context, msg sut.Message) (able products.Set, known bool, err error) {
	states, err := l.settle(ctx)
	if err != nil {
		return able, false, err
	}
	line := l.family.line
	accepting, refusing, known := line.None(), line.None(), true
	for i := range states {
		accepts, refuses, err := l.reactions(ctx, &states[i], msg)
		if err != nil {
			return able, false, err
		}
		some, err := l.productsWith(ctx, &states[i], accepts, accepting)
		if err != nil {
			return able, false, err
		}
		others, err := l.productsWith(ctx, &states[i], refuses, refusing)
		if err != nil {
			return able, false, err
		}
		accepting, refusing = line.Union(accepting, some.Set), line.Union(refusing, others.Set)
		known = known && some.Exact && others.Exact
	}
	return line.Minus(accepting, refusing), known && l.lost == "", nil
}

// productsWith returns the products of a possibility for which a condition can hold, without looking for those that are known.
func (l *lineup) productsWith(ctx context.Context, p *Possibility, cond *term.Term, known products.Set) (products.Projection, error) {
	if cond.IsFalse() {
		return products.Projection{Set: l.family.line.None(), Exact: true}, nil
	}
	if cond.IsTrue() {
		return l.productsOf(ctx, p, known)
	}
	with := *l.symbolic(p)
	with.config, with.Conds, with.witness = nil, slices.Concat(p.Conds, cond.Conjuncts()), witness.Witness{Lost: true}
	return l.productsOf(ctx, &with, known)
}

// ofProducts returns what is possible now with some products.
func (l *lineup) ofProducts(ctx context.Context, set products.Set) ([]Possibility, error) {
	var out []Possibility
	for _, p := range l.now {
		ok, err := l.restrict(ctx, &p, set)
		if err != nil {
			return nil, err
		}
		if ok {
			l.reduce(&p)
			out = append(out, p)
		}
	}
	return out, nil
}

// restrict restricts a possibility to some products, and reports whether it has any of them.
func (l *lineup) restrict(ctx context.Context, p *Possibility, set products.Set) (bool, error) {
	if p.config != nil {
		return l.family.line.Has(set, l.productOf(p)), nil
	}
	store, by := l.System.Store, map[*term.Term]*term.Term{}
	for i, slot := range l.System.Slots {
		if slot.Feature { // the variable may have been replaced by what is known of it
			by[store.Var(slot.Name+"@0", slot.Sort)] = p.State.Store[i]
		}
	}
	return l.narrow(ctx, p, store.Substitute(set.Cond, by).Conjuncts()...)
}

package ladder

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// splitWork bounds the work after which sets that no engine has decided are no longer split, as a multiple of the queries of a proof.
const splitWork = 20

// halve splits a set of products for which no engine has an answer, and runs the engines on both parts. The set is split by a feature that
// the property names, and if there is none, by any feature in which products differ. It reports false if there is one product, or the work is
// too much.
func (c *climb) halve(ctx context.Context, e *Entry, set products.Set, known handover) (bool, error) {
	if c.work > splitWork*c.options.Queries {
		return false, nil
	}
	for _, feature := range c.splitters() {
		on, off := c.line.Intersect(set, products.Set{Cond: feature}), c.line.Minus(set, products.Set{Cond: feature})
		for _, part := range []products.Set{on, off} {
			if none, err := c.empty(ctx, part); err != nil || none {
				on = products.Set{}
			}
		}
		if on.Cond == nil {
			continue
		}
		if err := c.follow(ctx, e, on, 0, known); err != nil {
			return true, err
		}
		return true, c.follow(ctx, e, off, 0, known)
	}
	return false, nil
}

// splitters lists the variables of the features, first of those that the property names.
func (c *climb) splitters() []*term.Term {
	named := map[*term.Term]bool{}
	for _, v := range term.Variables([]*term.Term{c.system.Holds(c.property)}) {
		named[v] = true
	}
	var first, others []*term.Term
	for _, f := range c.system.Features() {
		if named[f.Slot] {
			first = append(first, f.Var)
		} else {
			others = append(others, f.Var)
		}
	}
	return append(first, others...)
}

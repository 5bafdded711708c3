package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Product lines. Features are variables whose value is open, so the tracker follows all products at once, and what is observed narrows them
// as it narrows everything else that the model leaves open. An observation fails only if no product allows it. The system is the same
// product in all its tests: a product that does not explain one of them is not followed in those after it.
//
// A product that the observations exclude may still not be refuted: states may have been left out, a model error or a cycle of internal
// steps may excuse what was observed, and instants are known up to a tolerance. Then the products that are left explain the test, and there
// may be others; these are followed in the tests that come.

// family is what is known of the product that the system is, by the tests that are over.
type family struct {
	line  *products.Line
	left  products.Set // those that are not refuted
	sure  products.Set // those that explain every test
	exact bool         // left and sure are equal
}

// newFamily returns nil for a system that is no product line.
func newFamily(system *sts.System, solver smt.Solver) *family {
	line := products.Of(system, solver)
	if line == nil {
		return nil
	}
	return &family{line: line, left: line.All(), sure: line.All(), exact: true}
}

// Family is what a tracker knows of the product that a system is.
type Family struct{ known family }

// ForgetProducts makes every product possible again, at the initial states, and returns what was known before.
func (t *Tracker) ForgetProducts() Family {
	if t.family == nil {
		return Family{}
	}
	before := Family{*t.family}
	*t.family = family{line: t.family.line, left: t.family.line.All(), sure: t.family.line.All(), exact: true}
	t.Reset()
	return before
}

// RecallProducts goes back to the initial states and to what was known of the product.
func (t *Tracker) RecallProducts(before Family) {
	if t.family != nil {
		*t.family = before.known
		t.Reset()
	}
}

// Restart goes back to the initial states after a test of the same system. It reports whether the test has refuted products.
func (t *Tracker) Restart(ctx context.Context) (refuted bool, err error) {
	if t.family != nil {
		left := t.family.left
		if err := t.endTest(ctx); err != nil {
			return false, err
		}
		refuted = t.family.left != left
	}
	t.Reset()
	return refuted, nil
}

// endTest adds what the present test shows to what is known of the product.
func (t *Tracker) endTest(ctx context.Context) error {
	f := t.family
	found, err := t.explaining(ctx)
	if err != nil {
		return err
	}
	if all, err := f.line.Within(ctx, f.left, found.Set); err != nil {
		return err
	} else if found.Exact && !all {
		f.left = found.Set
	}
	f.sure, f.exact = f.line.Intersect(f.sure, found.Set), f.exact && found.Exact
	return nil
}

// Products returns the products that explain everything that was observed in this test and those before it; nil if the system is no product
// line.
func (t *Tracker) Products(ctx context.Context) (*result.Products, error) {
	if t.family == nil {
		return nil, nil
	}
	found, err := t.explaining(ctx)
	if err != nil {
		return nil, err
	}
	f := t.family
	return f.line.Result(ctx, f.line.Intersect(f.sure, found.Set), f.exact && found.Exact && !t.Unforeseen()), nil
}

// IsProductLine reports whether the system is a product line.
func (t *Tracker) IsProductLine() bool { return t.family != nil }

// leaveOnly restricts an initial state to the products that are not refuted.
func (t *Tracker) leaveOnly(first *Possibility) {
	if t.family == nil {
		return
	}
	all, ok := term.Conjoin(first.Conds, t.family.left.Cond.Conjuncts())
	if !ok {
		return
	}
	first.Conds = all
	if !t.slow {
		t.settleValues(first, nil)
	}
}

// explaining returns the products that explain the present test.
func (t *Tracker) explaining(ctx context.Context) (products.Projection, error) {
	line := t.family.line
	out := products.Projection{Set: line.None(), Exact: true}
	for i := range t.now {
		found, err := t.productsOf(ctx, &t.now[i], out.Set)
		if err != nil {
			return out, err
		}
		out.Set, out.Exact = line.Union(out.Set, found.Set), out.Exact && found.Exact
	}
	all, err := line.Within(ctx, t.family.left, out.Set)
	if err != nil || all {
		out.Exact = all // there is no product that could be missing
		return out, err
	}
	vague, err := t.isVague(ctx)
	if err != nil || vague {
		out.Exact = false
		return out, err
	}
	none, err := line.Empty(ctx, out.Set)
	out.Exact = out.Exact && !none
	return out, err
}

// isVague reports whether a product that does not explain what was observed may still not be refuted by it.
func (t *Tracker) isVague(ctx context.Context) (bool, error) {
	if t.lost != "" || t.excused || t.System.Timed() && t.Tolerance != nil && t.Tolerance.Sign() > 0 {
		return true, nil
	}
	excuse, err := t.ModelError(ctx)
	return excuse != "", err
}

// productsOf returns the products of a possibility, without looking for those that are known.
func (t *Tracker) productsOf(ctx context.Context, p *Possibility, known products.Set) (products.Projection, error) {
	line := t.family.line
	if p.config != nil {
		return products.Projection{Set: line.Only(t.productOf(p)), Exact: true}, nil
	}
	conds := append([]*term.Term{}, p.Conds...)
	for i, slot := range t.System.Slots {
		if slot.Feature { // the variable may have been replaced by what is known of it
			conds = append(conds, t.System.Store.Eq(t.System.Store.Var(slot.Name+"@0", slot.Sort), p.State.Store[i]))
		}
	}
	return line.Project(ctx, products.Condition{Conjuncts: conds, Calls: p.Calls, Feasible: !p.witness.Lost && len(p.Calls) == 0}, known)
}

// productOf returns the product of a possibility in which nothing is open.
func (t *Tracker) productOf(p *Possibility) products.Product {
	var out products.Product
	for i, slot := range t.System.Slots {
		if slot.Feature {
			out = append(out, p.config.Values[i].Bool())
		}
	}
	return out
}

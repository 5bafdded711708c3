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

// lineup tells which products explain what was observed.
type lineup struct {
	*follower
	*foresight
}

// Family is what a tracker knows of the product that a system is.
type Family struct{ known family }

// ForgetProducts makes every product possible again, at the initial states, and returns what was known before.
func (l *lineup) ForgetProducts() Family {
	if l.family == nil {
		return Family{}
	}
	before := Family{*l.family}
	*l.family = family{line: l.family.line, left: l.family.line.All(), sure: l.family.line.All(), exact: true}
	l.Reset()
	return before
}

// RecallProducts goes back to the initial states and to what was known of the product.
func (l *lineup) RecallProducts(before Family) {
	if l.family != nil {
		*l.family = before.known
		l.Reset()
	}
}

// Restart goes back to the initial states after a test of the same system. It reports whether the test has refuted products.
func (l *lineup) Restart(ctx context.Context) (refuted bool, err error) {
	if l.family != nil {
		left := l.family.left
		if err := l.endTest(ctx); err != nil {
			return false, err
		}
		refuted = l.family.left != left
	}
	l.Reset()
	return refuted, nil
}

// endTest adds what the present test shows to what is known of the product.
func (l *lineup) endTest(ctx context.Context) error {
	f := l.family
	found, err := l.explaining(ctx)
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
func (l *lineup) Products(ctx context.Context) (*result.Products, error) {
	if l.family == nil {
		return nil, nil
	}
	found, err := l.explaining(ctx)
	if err != nil {
		return nil, err
	}
	f := l.family
	return f.line.Result(ctx, f.line.Intersect(f.sure, found.Set), f.exact && found.Exact && !l.Unforeseen()), nil
}

// IsProductLine reports whether the system is a product line.
func (l *lineup) IsProductLine() bool { return l.family != nil }

// leaveOnly restricts an initial state to the products that are not refuted.
func (f *follower) leaveOnly(first *Possibility) {
	if f.family == nil {
		return
	}
	all, ok := term.Conjoin(first.Conds, f.family.left.Cond.Conjuncts())
	if !ok {
		return
	}
	first.Conds = all
	if !f.slow {
		f.settleValues(first, nil)
	}
}

// explaining returns the products that explain the present test.
func (l *lineup) explaining(ctx context.Context) (products.Projection, error) {
	line := l.family.line
	out := products.Projection{Set: line.None(), Exact: true}
	for i := range l.now {
		found, err := l.productsOf(ctx, &l.now[i], out.Set)
		if err != nil {
			return out, err
		}
		out.Set, out.Exact = line.Union(out.Set, found.Set), out.Exact && found.Exact
	}
	all, err := line.Within(ctx, l.family.left, out.Set)
	if err != nil || all {
		out.Exact = all // there is no product that could be missing
		return out, err
	}
	vague, err := l.isVague(ctx)
	if err != nil || vague {
		out.Exact = false
		return out, err
	}
	none, err := line.Empty(ctx, out.Set)
	out.Exact = out.Exact && !none
	return out, err
}

// isVague reports whether a product that does not explain what was observed may still not be refuted by it.
func (l *lineup) isVague(ctx context.Context) (bool, error) {
	if l.lost != "" || l.excused || l.System.Timed() && l.Tolerance != nil && l.Tolerance.Sign() > 0 {
		return true, nil
	}
	excuse, err := l.ModelError(ctx)
	return excuse != "", err
}

// productsOf returns the products of a possibility, without looking for those that are known.
func (l *lineup) productsOf(ctx context.Context, p *Possibility, known products.Set) (products.Projection, error) {
	line := l.family.line
	if p.config != nil {
		return products.Projection{Set: line.Only(l.productOf(p)), Exact: true}, nil
	}
	conds := append([]*term.Term{}, p.Conds...)
	for i, slot := range l.System.Slots {
		if slot.Feature { // the variable may have been replaced by what is known of it
			conds = append(conds, l.System.Store.Eq(l.System.Store.Var(slot.Name+"@0", slot.Sort), p.State.Store[i]))
		}
	}
	return line.Project(ctx, products.Condition{Conjuncts: conds, Calls: p.Calls, Feasible: !p.witness.Lost && len(p.Calls) == 0}, known)
}

// productOf returns the product of a possibility in which nothing is open.
func (l *lineup) productOf(p *Possibility) products.Product {
	var out products.Product
	for i, slot := range l.System.Slots {
		if slot.Feature {
			out = append(out, p.config.Values[i].Bool())
		}
	}
	return out
}

// Package products computes with sets of products of a product line.
//
// Vocabulary:
//
//	feature     a Boolean that never changes while a system exists
//	product     a value for each feature
//	line        the features and which products are valid
//	Set         a set of valid products, as a condition over features
//	cube        a set of products that is given by the values of some features
//	projection  the products for which a condition over features and other variables has a solution
//
// A set is a term, so operations on sets are operations on terms, and 2^n products are never listed. Whether a set is empty is decided by
// truth tables if there are few features. Otherwise it is decided by splitting on features, since the constructors of terms simplify, and by the
// solver where that would take too many splits.
package products

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Feature is a feature with the variable that stands for it in conditions.
type Feature struct {
	Name string
	Var  *term.Term
}

// Line is a product line. It belongs to one goroutine at a time.
type Line struct {
	Features []Feature
	Valid    *term.Term // over the variables of the features

	store    *term.Store
	solver   smt.Solver
	tables   *tables             // nil if there are many features
	decided  map[*term.Term]bool // conditions over features: whether they have a solution
	formulas map[*term.Term]string
	work     int // splits so far, and queries, which count as many
}

// New makes a line. The solver may be nil if there are few features, as in tests.
func New(features []Feature, valid *term.Term, solver smt.Solver) *Line {
	return &Line{Features: features, Valid: valid, store: valid.Store(), solver: solver, tables: newTables(features), decided: map[*term.Term]bool{}, formulas: map[*term.Term]string{}}
}

// Of returns the line of a system, over the values of features in symbolic execution; nil if the system has no features.
func Of(system *sts.System, solver smt.Solver) *Line {
	var features []Feature
	for _, f := range system.Features() {
		features = append(features, Feature{Name: f.Name, Var: f.Var})
	}
	if len(features) == 0 {
		return nil
	}
	return New(features, system.ProductCondition(system.Valid), solver)
}

// Set is a set of valid products: those that make the condition true.
type Set struct{ Cond *term.Term }

// All returns the set of all valid products.
func (l *Line) All() Set { return Set{l.store.True()} }

// None returns the empty set.
func (l *Line) None() Set { return Set{l.store.False()} }

// Union returns the products that are in one of the sets.
func (l *Line) Union(sets ...Set) Set { return Set{l.store.Or(conditions(sets)...)} }

// Intersect returns the products that are in all of the sets.
func (l *Line) Intersect(sets ...Set) Set { return Set{l.store.And(conditions(sets)...)} }

// Minus returns the products of a that are not in b.
func (l *Line) Minus(a, b Set) Set { return Set{l.store.And(a.Cond, l.store.Not(b.Cond))} }

func conditions(sets []Set) []*term.Term {
	out := make([]*term.Term, len(sets))
	for i, s := range sets {
		out[i] = s.Cond
	}
	return out
}

// Empty reports whether there is no valid product in a set.
func (l *Line) Empty(ctx context.Context, a Set) (bool, error) {
	possible, err := l.possible(ctx, l.store.And(l.Valid, a.Cond))
	return !possible, err
}

// Within reports whether all products of a are in b.
func (l *Line) Within(ctx context.Context, a, b Set) (bool, error) {
	return l.Empty(ctx, l.Minus(a, b))
}

// Equal reports whether two sets have the same products.
func (l *Line) Equal(ctx context.Context, a, b Set) (bool, error) {
	within, err := l.Within(ctx, a, b)
	if err != nil || !within {
		return false, err
	}
	return l.Within(ctx, b, a)
}

// ErrOpen is wrapped by the errors of conditions over features that the solver could not decide.
var ErrOpen = errors.New("a condition over features could not be decided")

const (
	maxSplits  = 2000    // to decide a condition without the solver
	maxDecided = 1 << 17 // conditions whose answers are kept

	workOfQuery = 100 // a query to the solver counts as this many splits
)

// possible reports whether a condition over features has a solution.
func (l *Line) possible(ctx context.Context, cond *term.Term) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if possible, decided := l.tables.possible(cond); decided {
		return possible, nil
	}
	if len(l.decided) > maxDecided {
		clear(l.decided)
	}
	budget := maxSplits
	if l.solver == nil {
		budget = 1 << 30
	}
	if possible, decided := l.split(cond, &budget); decided {
		return possible, nil
	}
	return l.ask(ctx, cond)
}

// ask decides a condition over features with the solver.
func (l *Line) ask(ctx context.Context, cond *term.Term) (bool, error) {
	if l.solver == nil {
		return false, fmt.Errorf("%w: there is no solver", ErrOpen)
	}
	l.work += workOfQuery
	answer, err := l.solver.Check(ctx, smt.Query{Conjuncts: cond.Conjuncts()})
	switch {
	case err != nil:
		return false, err
	case answer.Status == smt.Unknown:
		return false, fmt.Errorf("%w: %s", ErrOpen, answer.Reason)
	}
	l.decided[cond] = answer.Status == smt.Sat
	return answer.Status == smt.Sat, nil
}

// split decides a condition by giving values to one variable after the other. It gives up when the budget is spent.
func (l *Line) split(cond *term.Term, budget *int) (possible, decided bool) {
	if cond.IsConst() {
		return cond.IsTrue(), true
	}
	if known, ok := l.decided[cond]; ok {
		return known, true
	}
	l.work++
	if *budget--; *budget < 0 {
		return false, false
	}
	next := nextFeature(cond)
	if next == nil { // closed, but not decided: the solver is asked
		return false, false
	}
	on, off := l.halves(cond, next)
	if possible, decided = l.split(on, budget); decided && !possible {
		possible, decided = l.split(off, budget)
	}
	if decided {
		l.decided[cond] = possible
	}
	return possible, decided
}

// nextFeature chooses the variable to split on, nil if there is none: one of a conjunct with the fewest, so that conjuncts that are nearly
// decided come first.
func nextFeature(cond *term.Term) *term.Term {
	if len(cond.Vars()) == 0 {
		return nil
	}
	fewest := cond.Vars()
	for _, c := range cond.Conjuncts() {
		if n := len(c.Vars()); n > 0 && n < len(fewest) {
			fewest = c.Vars()
		}
	}
	return fewest[0]
}

// halves returns a condition with a feature on, and with it off.
func (l *Line) halves(cond, feature *term.Term) (on, off *term.Term) {
	return l.with(cond, feature, true), l.with(cond, feature, false)
}

// with returns a condition with a value for a feature.
func (l *Line) with(cond, feature *term.Term, on bool) *term.Term {
	if !cond.Mentions(feature) {
		return cond
	}
	return l.store.Substitute(cond, map[*term.Term]*term.Term{feature: l.store.Truth(on)})
}

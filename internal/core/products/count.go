package products

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Product is a value for each feature of the line.
type Product []bool

// maxCounted bounds the work of counting: the number of conditions that are split.
const maxCounted = 1 << 16

// Count returns the number of products of a set, counted by splitting on features: a feature that a condition does not mention doubles
// the number. It reports false if that takes too long.
func (l *Line) Count(a Set) (*big.Int, bool) {
	c := counter{line: l, known: map[countKey]*big.Int{}}
	n := c.count(l.store.And(l.Valid, a.Cond), 0)
	return n, n != nil
}

type countKey struct {
	cond *term.Term
	from int
}

type counter struct {
	line  *Line
	known map[countKey]*big.Int
}

// count returns the number of values of the features from an index on that make a condition true; nil if the work is too much.
func (c *counter) count(cond *term.Term, from int) *big.Int {
	features := c.line.Features
	if cond.IsFalse() {
		return new(big.Int)
	}
	next := from
	for next < len(features) && !cond.Mentions(features[next].Var) {
		next++
	}
	factor := new(big.Int).Lsh(big.NewInt(1), uint(next-from))
	if next == len(features) {
		return factor
	}
	key := countKey{cond, next}
	if c.known[key] == nil {
		if len(c.known) >= maxCounted {
			return nil
		}
		on, off := c.line.halves(cond, features[next].Var)
		a := c.count(on, next+1)
		b := c.count(off, next+1)
		if a == nil || b == nil {
			return nil
		}
		c.known[key] = a.Add(a, b)
	}
	return factor.Mul(factor, c.known[key])
}

// List returns the products of a set in ascending order, at most limit of them.
func (l *Line) List(ctx context.Context, a Set, limit int) ([]Product, error) {
	var out []Product
	var walk func(cond *term.Term, p Product) error
	walk = func(cond *term.Term, p Product) error {
		if possible, err := l.possible(ctx, cond); err != nil || !possible || len(out) >= limit {
			return err
		}
		if len(p) == len(l.Features) {
			out = append(out, slices.Clone(p))
			return nil
		}
		on, off := l.halves(cond, l.Features[len(p)].Var)
		if err := walk(off, append(p, false)); err != nil {
			return err
		}
		return walk(on, append(p, true))
	}
	err := walk(l.store.And(l.Valid, a.Cond), nil)
	return out, err
}

// Only returns the set that has only one product.
func (l *Line) Only(p Product) Set {
	var parts []*term.Term
	for i, f := range l.Features {
		parts = append(parts, l.literal(f.Var, p[i]))
	}
	return Set{l.store.And(parts...)}
}

// Choose returns the set of some of all valid products, which are in the order of List: those for whose index in reports true. Its condition
// is a decision tree over the features, which is small if few features decide.
func (l *Line) Choose(all []Product, in func(i int) bool) Set {
	return Set{l.choose(all, in, 0)}
}

// choose returns the condition for products that agree on the features before one.
func (l *Line) choose(all []Product, in func(i int) bool, feature int) *term.Term {
	chosen := 0
	for i := range all {
		if in(i) {
			chosen++
		}
	}
	switch {
	case chosen == 0:
		return l.store.False()
	case chosen == len(all):
		return l.store.True()
	}
	middle := slices.IndexFunc(all, func(p Product) bool { return p[feature] })
	if middle <= 0 { // they agree on this feature, too
		return l.choose(all, in, feature+1)
	}
	off := l.choose(all[:middle], in, feature+1)
	on := l.choose(all[middle:], func(i int) bool { return in(middle + i) }, feature+1)
	return l.store.Ite(l.Features[feature].Var, on, off)
}

// literal is the condition that a feature has a value.
func (l *Line) literal(feature *term.Term, on bool) *term.Term {
	if on {
		return feature
	}
	return l.store.Not(feature)
}

// Has reports whether a set has a product.
func (l *Line) Has(a Set, p Product) bool {
	by := map[*term.Term]*term.Term{}
	for i, f := range l.Features {
		by[f.Var] = l.store.Truth(p[i])
	}
	return l.store.Substitute(l.store.And(l.Valid, a.Cond), by).IsTrue()
}

// Names returns the features that a product has.
func (l *Line) Names(p Product) []string {
	out := []string{}
	for i, f := range l.Features {
		if p[i] {
			out = append(out, f.Name)
		}
	}
	return out
}

// Describe writes a product as its features, as in {SA, Logging}.
func (l *Line) Describe(p Product) string { return "{" + strings.Join(l.Names(p), ", ") + "}" }

package products

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A set is shown as a disjunction of cubes. Each cube is a prime implicant: all its valid products are in the set, and this is no longer so
// if a literal is dropped. Invalid products count as either: they are the don't-cares of the minimisation. The cubes are found one by one:
// the first product that no cube has yet, in an order that prefers features to be on, becomes a cube by dropping literals, negations first.
// So the text depends on the set and not on the condition that it was computed as. At the end cubes that others cover are left out: the cover
// is irredundant. The complement is treated likewise, and gives a conjunction of disjunctions; the shorter text wins.

// The texts of the full and the empty set.
const (
	AllProducts = result.AllProducts
	NoProduct   = result.NoProduct
)

// maxCubes bounds the cubes of a cover; a set that needs more is shown by its condition.
const maxCubes = 64

// maxWork bounds the work for the cover of a set; a set that needs more is shown by its condition, too.
const maxWork = 20_000

// literal is a feature, by its index, with a value.
type literal struct {
	feature int
	on      bool
}

type cube []literal

// Formula returns a short formula over features for a set, in the notation of models, or the words for all products and for none.
func (l *Line) Formula(ctx context.Context, a Set) (string, error) {
	if known, ok := l.formulas[a.Cond]; ok {
		return known, nil
	}
	text, err := l.formula(ctx, a)
	if err == nil {
		l.formulas[a.Cond] = text
	}
	return text, err
}

func (l *Line) formula(ctx context.Context, a Set) (string, error) {
	if empty, err := l.Empty(ctx, a); err != nil || empty {
		return NoProduct, err
	}
	rest := l.Minus(l.All(), a)
	if empty, err := l.Empty(ctx, rest); err != nil || empty {
		return AllProducts, err
	}
	inside, ok, err := l.cover(ctx, a)
	if err != nil {
		return "", err
	}
	outside, okOutside, err := l.cover(ctx, rest)
	switch {
	case err != nil:
		return "", err
	case !ok && !okOutside:
		return l.Text(a), nil
	case !ok || okOutside && size(outside) < size(inside):
		return l.text(outside, true), nil
	}
	return l.text(inside, false), nil
}

// Cubes returns a small cover of a set by cubes, as sets; one for each way in which a product can belong to the set.
func (l *Line) Cubes(ctx context.Context, a Set) ([]Set, error) {
	cover, ok, err := l.cover(ctx, a)
	if err != nil || !ok {
		return []Set{a}, err
	}
	out := make([]Set, len(cover))
	for i, c := range cover {
		out[i] = Set{l.condition(c)}
	}
	return out, nil
}

// cover finds an irredundant cover by prime implicants. It reports false if there would be too many.
func (l *Line) cover(ctx context.Context, a Set) ([]cube, bool, error) {
	var out []cube
	rest, limit := a, l.work+maxWork
	for {
		first, found, err := l.first(ctx, rest)
		if err != nil {
			return nil, false, err
		}
		if !found {
			break
		}
		if len(out) == maxCubes || l.work > limit {
			return nil, false, nil
		}
		c, err := l.widen(ctx, first, a)
		if err != nil {
			return nil, false, err
		}
		out = append(out, c)
		rest = l.Minus(rest, Set{l.condition(c)})
	}
	out, err := l.irredundant(ctx, a, out)
	return out, true, err
}

// first returns the first product of a set, if there is one: features are on if they can be.
func (l *Line) first(ctx context.Context, a Set) (Product, bool, error) {
	cond := l.store.And(l.Valid, a.Cond)
	possible, err := l.possible(ctx, cond)
	if err != nil || !possible {
		return nil, false, err
	}
	out := make(Product, len(l.Features))
	for i, f := range l.Features {
		on, off := l.halves(cond, f.Var)
		if out[i], err = l.possible(ctx, on); err != nil {
			return nil, false, err
		}
		if cond = off; out[i] {
			cond = on
		}
	}
	return out, true, nil
}

// widen drops literals of a product as long as all products of the cube are in the set: negations first, later features first.
func (l *Line) widen(ctx context.Context, p Product, a Set) (cube, error) {
	var c cube
	for i, on := range p {
		c = append(c, literal{i, on})
	}
	order := slices.Clone(c)
	slices.SortStableFunc(order, func(x, y literal) int {
		if x.on != y.on {
			return cmp.Compare(rank(x), rank(y))
		}
		return cmp.Compare(y.feature, x.feature)
	})
	for _, drop := range order {
		wider := slices.DeleteFunc(slices.Clone(c), func(x literal) bool { return x == drop })
		within, err := l.Within(ctx, Set{l.condition(wider)}, a)
		if err != nil {
			return nil, err
		}
		if within {
			c = wider
		}
	}
	return c, nil
}

func rank(x literal) int {
	if x.on {
		return 1
	}
	return 0
}

// irredundant leaves out cubes that the others cover.
func (l *Line) irredundant(ctx context.Context, a Set, cubes []cube) ([]cube, error) {
	for i := len(cubes) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(cubes), i, i+1)
		within, err := l.Within(ctx, a, Set{l.union(others)})
		if err != nil {
			return nil, err
		}
		if within {
			cubes = others
		}
	}
	return cubes, nil
}

func (l *Line) union(cubes []cube) *term.Term {
	parts := make([]*term.Term, len(cubes))
	for i, c := range cubes {
		parts[i] = l.condition(c)
	}
	return l.store.Or(parts...)
}

func (l *Line) condition(c cube) *term.Term {
	parts := make([]*term.Term, len(c))
	for i, x := range c {
		parts[i] = l.literal(l.Features[x.feature].Var, x.on)
	}
	return l.store.And(parts...)
}

// size is the number of literals.
func size(cubes []cube) int {
	n := 0
	for _, c := range cubes {
		n += len(c)
	}
	return n
}

// text writes a disjunction of conjunctions, or its negation as a conjunction of disjunctions.
func (l *Line) text(cubes []cube, negated bool) string {
	inner, outer := " and ", " or "
	if negated {
		inner, outer = outer, inner
	}
	parts := make([]string, len(cubes))
	for i, c := range cubes {
		words := make([]string, len(c))
		for k, x := range c {
			words[k] = l.Features[x.feature].Name
			if x.on == negated {
				words[k] = "not " + words[k]
			}
		}
		parts[i] = strings.Join(words, inner)
		if len(cubes) > 1 && len(c) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, outer)
}

// Text returns the condition of a set as it was computed, with the names of features.
func (l *Line) Text(a Set) string {
	by := map[*term.Term]*term.Term{}
	for _, f := range l.Features {
		by[f.Var] = l.store.Var(f.Name, term.Bool)
	}
	return l.store.Substitute(a.Cond, by).String()
}

package products

import (
	"context"
	"fmt"
)

// Samples: few products that meet a list of goals. A goal is a set of products, and one product of the set meets it.

// Sample returns few products so that every set that is not empty has one of them. It is greedy: each product meets the first goal that
// is left, and as many of the others, in order, as are compatible with it.
func (l *Line) Sample(ctx context.Context, goals []Set) ([]Product, error) {
	var out []Product
	left, err := l.possibleGoals(ctx, goals)
	for err == nil && len(left) > 0 {
		var p Product
		if p, err = l.meeting(ctx, left); err != nil {
			break
		}
		out = append(out, p)
		rest := left[:0]
		for _, g := range left {
			if !l.Has(g, p) {
				rest = append(rest, g)
			}
		}
		left = rest
	}
	return out, err
}

// possibleGoals leaves out the goals without a product.
func (l *Line) possibleGoals(ctx context.Context, goals []Set) ([]Set, error) {
	var out []Set
	for _, g := range goals {
		empty, err := l.Empty(ctx, g)
		if err != nil {
			return nil, err
		}
		if !empty {
			out = append(out, g)
		}
	}
	return out, nil
}

// meeting returns a product with few features that meets the first goal and as many of the others as are compatible with it.
func (l *Line) meeting(ctx context.Context, goals []Set) (Product, error) {
	chosen := l.All()
	for _, g := range goals {
		both := l.Intersect(chosen, g)
		empty, err := l.Empty(ctx, both)
		if err != nil {
			return nil, err
		}
		if !empty {
			chosen = both
		}
	}
	found, err := l.List(ctx, chosen, 1)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// MaxCombinations bounds the combinations that a sample by strength has to meet.
const MaxCombinations = 50_000

// Combinations returns the goals of t-wise sampling: a set of products for each choice of values of t features, where t is the
// strength.
func (l *Line) Combinations(strength int) ([]Set, error) {
	if strength < 1 || strength > len(l.Features) {
		return nil, fmt.Errorf("the strength of a sample must be between 1 and the number of features, which is %d", len(l.Features))
	}
	out := []Set{}
	var choose func(from, left int, chosen Set) bool
	choose = func(from, left int, chosen Set) bool {
		if left == 0 {
			out = append(out, chosen)
			return len(out) <= MaxCombinations
		}
		for i := from; i+left <= len(l.Features); i++ {
			for _, on := range []bool{true, false} {
				if !choose(i+1, left-1, l.Intersect(chosen, Set{l.literal(l.Features[i].Var, on)})) {
					return false
				}
			}
		}
		return true
	}
	if !choose(0, strength, l.All()) {
		return nil, fmt.Errorf("a sample of strength %d has more than %d combinations of values to meet; choose a smaller one", strength, MaxCombinations)
	}
	return out, nil
}

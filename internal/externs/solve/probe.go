package solve

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Probes look for inputs without a surrogate of the function: next to known rows, or away from all of them.

// keep requires that the longest possible prefix of the calls consists of known rows, and that the others follow their surrogates, if they
// have any.
func keep(ctx context.Context, t *search, _ int) []*term.Term {
	agreement := append(t.formulas.agreement(t.calls), t.novelty())
	for k := len(t.calls) - 1; k > 0; k-- {
		known := t.formulas.sums(t.calls[:k])
		for _, more := range [][]*term.Term{t.shapeOf(t.calls[k:], fit{}), nil} {
			conjuncts := slices.Concat(known, more)
			if answer, err := t.sat(ctx, slices.Concat(conjuncts, agreement)...); err == nil && answer.Status == smt.Sat {
				return conjuncts
			}
		}
	}
	return nil
}

// near looks for one call with an input that differs from its latest row in one numeric argument, by at most a little.
func near(_ context.Context, t *search, round int) []*term.Term {
	c, ok := t.probed(round)
	if !ok {
		return nil
	}
	rows := c.rows()
	if len(rows) == 0 {
		return nil
	}
	latest := rows[len(rows)-1]
	reach := big.NewRat(int64(1+round%8), 1)
	var parts []*term.Term
	for i, a := range c.Args {
		if !numeric(a.Sort()) {
			continue
		}
		value := latest.Args[i].Rat()
		parts = append(parts, t.within(a, new(big.Rat).Sub(value, reach), new(big.Rat).Add(value, reach)))
	}
	if len(parts) == 0 {
		return nil
	}
	return append(parts, t.shapeOf(t.others(c), fit{trusted: true})...)
}

// others returns the calls except c.
func (t *search) others(c call) []call {
	return slices.DeleteFunc(slices.Clone(t.calls), func(d call) bool { return d.Results[0] == c.Results[0] })
}

// bisect looks for an input in the middle third between two neighbouring rows whose results lie on both sides of where a
// demand of ψ turns. It is for functions of one number.
func bisect(_ context.Context, t *search, _ int) []*term.Term {
	for _, c := range t.calls {
		demands := t.demandsOn(c)
		if len(c.Args) != 1 || !numeric(c.Args[0].Sort()) || len(demands) == 0 || !numeric(c.Results[0].Sort()) {
			continue
		}
		var cases []*term.Term
		for _, d := range demands {
			cases = append(cases, t.brackets(c, t.turn(d, c.Results[0]))...)
		}
		if len(cases) > 0 {
			return append([]*term.Term{t.store.Or(cases...)}, t.shapeOf(t.others(c), fit{})...)
		}
	}
	return nil
}

// brackets returns the middles between neighbouring rows on both sides of a constant.
func (t *search) brackets(c call, turn *term.Term) []*term.Term {
	if turn == nil || !turn.IsConst() {
		return nil
	}
	rows := sorted(c.rows())
	var out []*term.Term
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		below, above := term.CompareInt(a.Result[0], turn.Value()), term.CompareInt(b.Result[0], turn.Value())
		if below == above || below*above > 0 {
			continue
		}
		low, high := a.Args[0].Rat(), b.Args[0].Rat()
		third := new(big.Rat).Mul(new(big.Rat).Sub(high, low), big.NewRat(1, 3))
		out = append(out, t.within(c.Args[0], new(big.Rat).Add(low, third), new(big.Rat).Sub(high, third)))
	}
	return out
}

// far looks for one call with a numeric argument that is far from those of all its rows, further each round, on alternating
// sides.
func far(_ context.Context, t *search, round int) []*term.Term {
	c, ok := t.probed(round)
	if !ok {
		return nil
	}
	rows := c.rows()
	distance := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(4), big.NewInt(int64(3+round%20)), nil))
	var cases []*term.Term
	for i, a := range c.Args {
		if numeric(a.Sort()) {
			cases = append(cases, t.beyond(a, rows, i, distance, round%2 == 0))
		}
	}
	if len(cases) == 0 {
		return nil
	}
	return append([]*term.Term{t.store.Or(cases...)}, t.shapeOf(t.others(c), fit{})...)
}

// beyond is the condition that an argument is further than distance above (or below) that of every row, but not very much further.
func (t *search) beyond(a *term.Term, rows []table.Row, i int, distance *big.Rat, above bool) *term.Term {
	low, high := extent(rows, i)
	twice := new(big.Rat).Mul(distance, big.NewRat(2, 1))
	if above {
		return t.within(a, new(big.Rat).Add(high, distance), new(big.Rat).Add(high, twice))
	}
	return t.within(a, new(big.Rat).Sub(low, twice), new(big.Rat).Sub(low, distance))
}

// probed returns the call that a round varies: those whose results matter to ψ, one after the other.
func (t *search) probed(round int) (call, bool) {
	var matter []call
	for _, c := range t.calls {
		if c.function.runner != nil && t.matters(c) {
			matter = append(matter, c)
		}
	}
	if len(matter) == 0 {
		return call{}, false
	}
	return matter[round%len(matter)], true
}

// matters reports whether the result of a call occurs in ψ or in the arguments of another call.
func (t *search) matters(c call) bool {
	return len(t.demandsOn(c)) > 0 || slices.ContainsFunc(t.calls, func(d call) bool { return d.dependsOn(c) })
}

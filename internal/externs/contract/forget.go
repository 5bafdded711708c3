package contract

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Elimination of existential variables. An integer that occurs with factor 1 or -1 in comparisons and equations of integers is eliminated
// completely: an equation gives its value, and of comparisons each lower bound must not exceed each upper bound. Other variables stay, bound
// by a quantifier over just the conditions that they occur in.

// forget projects conditions to the variables to keep, and returns the conjuncts: there are values of the others that satisfy the conditions.
// Conditions that are not connected with the variables to keep must be satisfiable, and are left out.
func forget(s *term.Store, conditions []*term.Term, keep map[*term.Term]bool) []*term.Term {
	conjuncts, satisfiable := term.Conjoin(conditions)
	if !satisfiable {
		return []*term.Term{s.False()}
	}
	for changed := true; changed; {
		changed = false
		for _, v := range others(conjuncts, keep) {
			if fewer, ok := eliminate(s, conjuncts, v); ok {
				conjuncts, _ = term.Conjoin(fewer)
				changed = true
			}
		}
	}
	return quantified(s, conjuncts, keep)
}

// others are the variables of terms that are eliminated.
func others(terms []*term.Term, keep map[*term.Term]bool) []*term.Term {
	return slices.DeleteFunc(term.Variables(terms), func(v *term.Term) bool { return keep[v] })
}

// quantified binds the variables that are left: each group of conditions that share some gets one quantifier.
func quantified(s *term.Store, conjuncts []*term.Term, keep map[*term.Term]bool) []*term.Term {
	var out []*term.Term
	done := map[*term.Term]bool{}
	for _, t := range conjuncts {
		bound := others([]*term.Term{t}, keep)
		if len(bound) == 0 {
			out = append(out, t)
			continue
		}
		if done[t] {
			continue
		}
		group := groupOf(conjuncts, bound, keep)
		for _, member := range group {
			done[member] = true
		}
		if slices.ContainsFunc(term.Variables(group), func(v *term.Term) bool { return keep[v] }) {
			out = append(out, s.Exists(others(group, keep), s.And(group...)))
		}
	}
	return out
}

// groupOf returns the conditions that are connected with bound variables by variables that are not kept.
func groupOf(conjuncts, bound []*term.Term, keep map[*term.Term]bool) []*term.Term {
	for {
		group := Mentioning(conjuncts, bound)
		wider := others(group, keep)
		if len(wider) == len(bound) {
			return group
		}
		bound = wider
	}
}

// domain is the condition that a number is of a sort.
func domain(s *term.Store, t *term.Term, sort *term.Sort) []*term.Term {
	if sort.Kind != term.KindInt {
		return nil
	}
	var out []*term.Term
	if sort.HasLow {
		out = append(out, s.Le(s.Int(sort.Low), t))
	}
	if sort.HasHigh {
		out = append(out, s.Le(t, s.Int(sort.High)))
	}
	return out
}

// maxPairs bounds the comparisons that take the place of a variable.
const maxPairs = 16

// eliminate returns conditions without an integer variable that are equivalent for the other variables, if that is simple.
func eliminate(s *term.Store, conjuncts []*term.Term, v *term.Term) ([]*term.Term, bool) {
	if v.Sort().Kind != term.KindInt {
		return nil, false
	}
	for i, c := range conjuncts {
		if low, high, ok := solved(s, c, v); ok && low == high {
			return replaced(s, slices.Concat(conjuncts[:i], conjuncts[i+1:]), v, low), true
		}
	}
	lows, highs := sortBounds(s, v.Sort())
	var rest []*term.Term
	for _, c := range conjuncts {
		if !c.Mentions(v) {
			rest = append(rest, c)
			continue
		}
		low, high, ok := solved(s, c, v)
		if !ok {
			return nil, false
		}
		lows, highs = appendSome(lows, low), appendSome(highs, high)
	}
	for _, low := range lows {
		for _, high := range highs {
			rest = append(rest, s.Le(low, high))
		}
	}
	return rest, len(lows)*len(highs) <= maxPairs
}

func appendSome(list []*term.Term, t *term.Term) []*term.Term {
	if t == nil {
		return list
	}
	return append(list, t)
}

// replaced puts a value in for a variable.
func replaced(s *term.Store, conjuncts []*term.Term, v, value *term.Term) []*term.Term {
	out := domain(s, value, v.Sort())
	for _, c := range conjuncts {
		out = append(out, s.Substitute(c, map[*term.Term]*term.Term{v: value}))
	}
	return out
}

// sortBounds are the bounds of the integers of a sort.
func sortBounds(s *term.Store, sort *term.Sort) (lows, highs []*term.Term) {
	if sort.HasLow {
		lows = append(lows, s.Int(sort.Low))
	}
	if sort.HasHigh {
		highs = append(highs, s.Int(sort.High))
	}
	return lows, highs
}

// solved solves a comparison of integers for a variable with the factor 1 or -1: it returns the lower or the upper bound that
// the comparison gives, or, for an equation, the value as both.
func solved(s *term.Store, c, v *term.Term) (low, high *term.Term, ok bool) {
	compares := c.Op() == term.OpLe || c.Op() == term.OpLt || c.Op() == term.OpEq
	if !compares || !c.Mentions(v) || c.Args()[0].Sort().Kind != term.KindInt {
		return nil, nil, false
	}
	difference := s.Sub(c.Args()[1], c.Args()[0]) // >= 0, > 0 or == 0
	if c.Op() == term.OpLt {
		difference = s.Sub(difference, s.Int(1))
	}
	rest := s.Substitute(difference, map[*term.Term]*term.Term{v: s.Int(0)})
	plus := s.Sub(difference, s.Add(rest, v)) == s.Int(0)
	if rest.Mentions(v) || !plus && s.Sub(difference, s.Sub(rest, v)) != s.Int(0) {
		return nil, nil, false
	}
	switch {
	case c.Op() == term.OpEq && plus:
		return s.Neg(rest), s.Neg(rest), true
	case c.Op() == term.OpEq:
		return rest, rest, true
	case plus:
		return s.Neg(rest), nil, true
	}
	return nil, rest, true
}

// equation records that a variable is the name of a term.
type equation struct{ name, term *term.Term }

// shorter writes the names of terms in a condition, where it then mentions fewer variables.
func shorter(s *term.Store, t *term.Term, equations []equation) *term.Term {
	switch t.Op() {
	case term.OpAnd:
		parts := slices.Clone(t.Args())
		for i, a := range parts {
			parts[i] = shorter(s, a, equations)
		}
		return s.And(parts...)
	case term.OpExists:
		return s.Exists(t.Bound(), shorter(s, t.Body(), equations))
	case term.OpLe, term.OpLt, term.OpEq:
		for _, e := range equations {
			t = shortened(s, t, e)
		}
	}
	return t
}

// shortened writes the name of a number in a comparison, if it then mentions fewer variables.
func shortened(s *term.Store, t *term.Term, e equation) *term.Term {
	left, right := t.Args()[0], t.Args()[1]
	if kind := left.Sort().Kind; kind != term.KindInt || e.term.Sort().Kind != kind {
		return t
	}
	best := t
	for _, sides := range [][2]*term.Term{
		{s.Add(left, s.Sub(e.name, e.term)), right}, {left, s.Add(right, s.Sub(e.name, e.term))},
	} {
		if other := compare(s, t.Op(), sides[0], sides[1]); len(other.Vars()) < len(best.Vars()) {
			best = other
		}
	}
	return best
}

func compare(s *term.Store, op term.Op, a, b *term.Term) *term.Term {
	switch op {
	case term.OpLe:
		return s.Le(a, b)
	case term.OpLt:
		return s.Lt(a, b)
	}
	return s.Eq(a, b)
}

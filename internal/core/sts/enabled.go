package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// enabled is the condition over the state under which some parameters make the guard true.
func (s *System) enabled(m *Move) *term.Term {
	return s.Some(ParamTerms(m.Params), m.Conjuncts())
}

// Some is the condition under which some values of the bound variables make all conditions true. Where a variable occurs in one conjunct
// only, and that conjunct can be made true by choosing it (x > e, x != e, x == e with x an unbounded number), the conjunct is dropped. Then
// numbers that occur linearly are eliminated, case by case where there are alternatives; what remains is quantified. Most guards end up
// without a quantifier.
func (s *System) Some(bound, conditions []*term.Term) *term.Term {
	return s.some(bound, conditions, maxCases)
}

// maxCases bounds the number of alternatives that are treated one by one.
const maxCases = 16

func (s *System) some(bound, conditions []*term.Term, cases int) *term.Term {
	conjuncts := append([]*term.Term(nil), conditions...)
	for dropped := true; dropped; {
		dropped = false
		for _, v := range bound {
			if i := soleUse(conjuncts, v); i >= 0 && satisfiableBy(conjuncts[i], v) {
				conjuncts = append(conjuncts[:i], conjuncts[i+1:]...)
				dropped = true
			}
		}
	}
	var free, quantified []*term.Term
	for _, c := range s.eliminate(bound, conjuncts) {
		if c.Mentions(bound...) {
			quantified = append(quantified, c)
		} else {
			free = append(free, c)
		}
	}
	if each := s.caseByCase(bound, quantified, cases); each != nil {
		return s.Store.And(append(free, each)...)
	}
	return s.Store.And(append(free, s.exists(bound, s.Store.And(quantified...)))...)
}

// caseByCase is the condition that some values make all conditions true, as a disjunction over the alternatives of a condition; nil if there
// are no alternatives, or too many, or if a quantifier remains.
func (s *System) caseByCase(bound, conditions []*term.Term, cases int) *term.Term {
	for i, c := range conditions {
		alternatives := s.alternatives(c)
		if len(alternatives) < 2 || len(alternatives) > cases {
			continue
		}
		parts := make([]*term.Term, len(alternatives))
		for k, a := range alternatives {
			with := slices.Concat(conditions[:i], a.Conjuncts(), conditions[i+1:])
			if parts[k] = s.some(bound, with, cases/len(alternatives)); parts[k].HasQuantifier() {
				return nil
			}
		}
		return s.Store.Or(parts...)
	}
	return nil
}

// alternatives are conditions of which one must hold if c does.
func (s *System) alternatives(c *term.Term) []*term.Term {
	switch {
	case c.Op() == term.OpOr:
		return c.Args()
	case c.Op() == term.OpNot && c.Args()[0].Op() == term.OpAnd:
		var out []*term.Term
		for _, a := range c.Args()[0].Args() {
			out = append(out, s.Store.Not(a))
		}
		return out
	}
	return nil
}

// Simplified eliminates the numbers of quantifiers that could not be eliminated before the state was known: conditions on where other
// machines are have folded, and so have those on the elements of collections.
func (s *System) Simplified(cond *term.Term) *term.Term {
	if !cond.HasQuantifier() {
		return cond
	}
	var out []*term.Term
	for _, c := range cond.Conjuncts() {
		if c.Op() == term.OpExists {
			c = s.Some(c.Bound(), c.Body().Conjuncts())
		}
		out = append(out, c)
	}
	return s.Store.And(out...)
}

// maxInstances bounds how many instances of a parameter of a small finite sort are written out instead of quantified.
const maxInstances = 64

// exists quantifies, writing out variables of small finite sorts.
func (s *System) exists(bound []*term.Term, body *term.Term) *term.Term {
	var rest []*term.Term
	instances := int64(1)
	for _, v := range bound {
		values := v.Sort().Values(maxInstances)
		if values == nil || instances*int64(len(values)) > maxInstances || !body.Mentions(v) {
			rest = append(rest, v)
			continue
		}
		instances *= int64(len(values))
		parts := make([]*term.Term, len(values))
		for i, x := range values {
			parts[i] = s.Store.Substitute(body, map[*term.Term]*term.Term{v: s.Store.Const(v.Sort(), x)})
		}
		body = s.Store.Or(parts...)
	}
	return s.Store.Exists(rest, body)
}

// soleUse is the index of the only conjunct that mentions v, or -1.
func soleUse(conjuncts []*term.Term, v *term.Term) int {
	found := -1
	for i, c := range conjuncts {
		if c.Mentions(v) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// satisfiableBy reports whether an atom can always be made true by choosing v: v is an unbounded number that occurs linearly,
// with factor one for an equation of integers.
func satisfiableBy(c, v *term.Term) bool {
	sort := v.Sort()
	if sort.HasLow || sort.HasHigh || sort.Kind != term.KindInt && sort.Kind != term.KindReal {
		return false
	}
	atom := c
	if c.Op() == term.OpNot {
		atom = c.Args()[0]
	}
	switch atom.Op() {
	case term.OpLe, term.OpLt, term.OpEq:
		return linearIn(atom, v, atom == c && atom.Op() == term.OpEq && sort.Kind == term.KindInt)
	}
	return false
}

// linearIn reports whether v occurs once, as a summand of one side, with a constant factor (one if unit is set).
func linearIn(atom, v *term.Term, unit bool) bool {
	count := 0
	for _, side := range atom.Args() {
		summands := []*term.Term{side}
		if side.Op() == term.OpAdd {
			summands = side.Args()
		}
		for _, t := range summands {
			switch {
			case t == v:
				count++
			case t.Op() == term.OpMul && t.Args()[0].IsConst() && t.Args()[1] == v && !unit:
				count++
			case t.Mentions(v):
				return false
			}
		}
	}
	return count == 1
}

// Defined returns the conditions over the slots under which the guard has a value whatever the parameters are: the obligations of
// the guard that do not depend on parameters.
func (m *Move) Defined() []*term.Term {
	var out []*term.Term
	for _, o := range m.GuardSafety {
		if !slices.ContainsFunc(m.Params, func(p Param) bool { return o.Cond.Mentions(p.Term) }) {
			out = append(out, o.Cond)
		}
	}
	return out
}

package opaque

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// congruence adds that two parts which are replaced by variables are equal if they differ in scalars that are equal: whether k and j are keys
// of a map is the same if k and j are.
func (k *knowledge) congruence() {
	groups, order := map[*term.Term][]occurrence{}, []*term.Term{}
	seen := map[*term.Term]bool{}
	for _, f := range k.formulas {
		k.store.Rewrite(f, func(t *term.Term) *term.Term {
			if !isOpaque(t) {
				return nil
			}
			if seen[t] {
				return t
			}
			seen[t] = true
			pattern := k.pattern(t)
			if groups[pattern.form] == nil {
				order = append(order, pattern.form)
			}
			groups[pattern.form] = append(groups[pattern.form], pattern)
			return t
		})
	}
	for _, form := range order {
		for i, a := range groups[form] {
			for _, b := range groups[form][:i] {
				k.same(a, b)
			}
		}
	}
}

// occurrence is a term that a form has with certain scalars.
type occurrence struct {
	term, form *term.Term
	scalars    []*term.Term
}

// same adds that two occurrences of a form are equal if their scalars are.
func (k *knowledge) same(a, b occurrence) {
	s := k.store
	parts := []*term.Term{s.Eq(a.term, b.term)}
	for i := range a.scalars {
		parts = append(parts, s.Not(s.Eq(a.scalars[i], b.scalars[i])))
	}
	if cond := s.Or(parts...); !cond.IsTrue() && k.facts < 2*maxFacts {
		k.facts++
		k.formulas = append(k.formulas, cond)
	}
}

// isOpaque reports whether a scalar term queries tuples or collections, so that it is replaced.
func isOpaque(t *term.Term) bool {
	return t.HasLists() && (t.Op() >= term.OpTuple || t.Binds() || t.Op() == term.OpEq && !t.Args()[0].Sort().IsScalar())
}

// pattern takes the largest scalar parts out of a term that is replaced. Under binders these are the variables.
func (k *knowledge) pattern(t *term.Term) occurrence {
	p := &patterns{store: k.store, holes: map[*term.Term]*term.Term{}}
	return occurrence{t, p.form(t), p.scalars}
}

// patterns takes scalars out of a term.
type patterns struct {
	store   *term.Store
	scalars []*term.Term
	holes   map[*term.Term]*term.Term // by scalar: the variable in its place
}

// form is a term with holes for its largest scalar parts.
func (p *patterns) form(t *term.Term) *term.Term {
	if t.Binds() {
		by := map[*term.Term]*term.Term{}
		for _, v := range t.Vars() {
			if v.Sort().IsScalar() {
				by[v] = p.hole(v)
			}
		}
		return p.store.Substitute(t, by)
	}
	return p.store.Rewrite(t, func(u *term.Term) *term.Term {
		switch {
		case u == t:
			return nil
		case u.Sort().IsScalar():
			return p.hole(u)
		case u.Op() == term.OpVar || u.IsConst():
			return u
		}
		return p.form(u)
	})
}

// hole is a variable in the place of a scalar. Constants have one, too.
func (p *patterns) hole(scalar *term.Term) *term.Term {
	if known := p.holes[scalar]; known != nil {
		return known
	}
	hole := p.store.Var(fmt.Sprintf("hole %d", len(p.scalars)), scalar.Sort().Base())
	p.scalars, p.holes[scalar] = append(p.scalars, scalar), hole
	return hole
}

// replaced returns the formulas, with variables in the place of queries of collections.
func (k *knowledge) replaced() []*term.Term {
	var out []*term.Term
	for _, f := range k.formulas {
		out = append(out, k.store.Rewrite(f, k.replacement).Conjuncts()...)
	}
	return out
}

// replacement is the variable for a term that is replaced, and nil for others.
func (k *knowledge) replacement(t *term.Term) *term.Term {
	if !isOpaque(t) {
		return nil
	}
	sort := t.Sort()
	if t.Op() == term.OpSize {
		sort = term.Nat
	}
	return k.store.Var(fmt.Sprintf("list %d", t.ID()), sort)
}

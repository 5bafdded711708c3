package smt

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/opaque"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Collections. No solver sees a collection: variables of tuples and collections are taken apart into scalar variables before a query, with up
// to a number of elements; then every operation on them is one on scalars (package term). Where a query has no solution with so few elements,
// more are tried. If there is none with the last limit either, that is not a proof, and the answer is unknown, unless sizes are bounded by
// the sorts of the variables or by conjuncts such as len(s) <= 3, or conditions about scalars that follow from the query have no solution
// (package opaque).

// limits are the numbers of elements that are tried, in turn.
var limits = []int{4, 16, 64}

// apartSolver is a Solver that takes collections apart for the next one.
type apartSolver struct {
	Solver
	weakener opaque.Weakener
	known    map[apartKey]term.Apart
	replaced map[*term.Term]replaced // by conjunct: queries share most of theirs
}

// replaced is a conjunct with the parts of its variables in their place.
type replaced struct {
	parts  []*term.Term // by variable of the conjunct; nil if it is not taken apart
	result *term.Term
}

type apartKey struct {
	variable *term.Term
	most     int64 // its greatest size, or -1
	limit    int
}

// Check passes queries without collections on as they are.
func (s *apartSolver) Check(ctx context.Context, q Query) (Answer, error) {
	hasLists := func(t *term.Term) bool { return t.HasLists() }
	if !slices.ContainsFunc(q.Conjuncts, hasLists) && !slices.ContainsFunc(q.Values, hasLists) {
		return s.Solver.Check(ctx, q)
	}
	split := slicer{&limitedSolver{s}}
	return split.Check(ctx, q)
}

// limitedSolver answers queries with collections, up to the limits.
type limitedSolver struct{ *apartSolver }

// Check tries one limit after the other. If the first does not decide the query, it also tries the query weakened to scalars.
func (s *limitedSolver) Check(ctx context.Context, q Query) (Answer, error) {
	var answer Answer
	for i, limit := range limits {
		var final bool
		var err error
		if answer, final, err = s.within(ctx, q, limit); err != nil || final && answer.Status != Unknown {
			return answer, err
		}
		if i == 0 {
			if without, err := s.without(ctx, q); err != nil || without.Status == Unsat {
				return without, err
			}
		}
		if final {
			break
		}
		if q.Refute && !areBounded(q.Conjuncts) {
			answer.Untried = true
			break
		}
	}
	return answer, nil
}

// areBounded reports whether the sizes of all collections in conjuncts are bounded: then some number of elements is sufficient.
func areBounded(conjuncts []*term.Term) bool {
	sizes := boundedSizes(conjuncts)
	return !slices.ContainsFunc(term.Variables(conjuncts), func(v *term.Term) bool {
		sort := v.Sort()
		if most, ok := sizes[v]; ok {
			sort = sort.Narrowed(max(most, 0))
		}
		return !sort.BoundsSizes()
	})
}

// without answers a weaker query, in which collections are unconstrained. Only the answer unsat is conclusive.
func (s *apartSolver) without(ctx context.Context, q Query) (Answer, error) {
	conjuncts, ok := term.Conjoin(s.weakener.Weaken(q.Conjuncts))
	if !ok {
		return Answer{Status: Unsat}, nil
	}
	weaker := q
	weaker.Values, weaker.Conjuncts = nil, conjuncts
	return s.Solver.Check(ctx, weaker)
}

// within answers a query with collections of up to a number of elements, and reports whether a greater number cannot change the answer.
func (s *apartSolver) within(ctx context.Context, q Query, limit int) (Answer, bool, error) {
	t := s.takeApart(q, limit)
	if slices.ContainsFunc(t.query.Conjuncts, (*term.Term).HasLists) {
		return Answer{Reason: "a collection has too many elements for the solver"}, true, nil
	}
	answer, err := s.Solver.Check(ctx, t.query)
	switch {
	case err != nil:
		return answer, true, err
	case answer.Status == Sat && t.certainty.Sat:
		answer.Model, err = t.model(q.Values, answer.Model)
		return answer, true, err
	case answer.Status == Unsat && t.certainty.Unsat:
		return answer, true, nil
	case answer.Status == Unknown:
		return answer, true, nil
	}
	return Answer{Reason: fmt.Sprintf("collections of more than %d elements were not tried", limit)}, false, nil
}

// takenApart is a query without collections, with the meaning of its variables.
type takenApart struct {
	query     Query
	parts     map[*term.Term]term.Apart
	certainty term.Certainty
}

func (s *apartSolver) takeApart(q Query, limit int) *takenApart {
	t := &takenApart{query: q, parts: map[*term.Term]term.Apart{}, certainty: term.Certainty{Sat: true, Unsat: true}}
	t.query.Conjuncts, t.query.Values = nil, nil
	by := map[*term.Term]*term.Term{}
	sizes := boundedSizes(q.Conjuncts)
	for _, c := range q.Conjuncts {
		if !c.HasLists() {
			t.query.Conjuncts = append(t.query.Conjuncts, c)
			continue
		}
		for _, v := range c.Vars() {
			s.addVariable(t, v, sizes, limit, by)
		}
		c = c.Store().BoundApart(s.replace(c, by), limit, true, &t.certainty)
		t.query.Conjuncts = append(t.query.Conjuncts, c.Conjuncts()...)
	}
	for _, v := range q.Values {
		s.addVariable(t, v, sizes, limit, by)
		t.query.Values = append(t.query.Values, t.scalars(v)...)
	}
	return t
}

// replace puts parts in the place of the variables of a conjunct.
func (s *apartSolver) replace(c *term.Term, by map[*term.Term]*term.Term) *term.Term {
	parts := make([]*term.Term, len(c.Vars()))
	for i, v := range c.Vars() {
		parts[i] = by[v]
	}
	if known, ok := s.replaced[c]; ok && slices.Equal(known.parts, parts) {
		return known.result
	}
	if len(s.replaced) >= maxKnown || s.replaced == nil {
		s.replaced = map[*term.Term]replaced{}
	}
	result := c.Store().Substitute(c, by)
	s.replaced[c] = replaced{parts, result}
	return result
}

// addVariable takes a variable apart when it first occurs; its condition comes before the conjunct that mentions it.
func (s *apartSolver) addVariable(t *takenApart, v *term.Term, sizes sizes, limit int, by map[*term.Term]*term.Term) {
	if _, met := t.parts[v]; met || v.Sort().IsScalar() {
		return
	}
	apart := s.apart(v, sizes, limit)
	t.parts[v], by[v] = apart, apart.Term
	t.certainty.Unsat = t.certainty.Unsat && apart.Exact
	t.query.Conjuncts = append(t.query.Conjuncts, apart.Cond.Conjuncts()...)
}

// maxKnown bounds the number of variables and of conjuncts whose parts the solver remembers.
const maxKnown = 10_000

// apart takes a variable apart, whose size the conjuncts may bound.
func (s *apartSolver) apart(v *term.Term, sizes sizes, limit int) term.Apart {
	k, sort := apartKey{v, -1, limit}, v.Sort()
	if bound, ok := sizes[v]; ok && bound <= int64(limits[len(limits)-1]) {
		k.most = max(bound, 0)
		k.limit = max(limit, int(k.most))
		sort = sort.Narrowed(k.most)
	}
	known, ok := s.known[k]
	if !ok {
		if len(s.known) >= maxKnown || s.known == nil {
			s.known = map[apartKey]term.Apart{}
		}
		known = v.Store().TakeApart(v, sort, k.limit)
		s.known[k] = known
	}
	return known
}

// scalars are the scalar variables of a variable.
func (t *takenApart) scalars(v *term.Term) []*term.Term {
	if apart, ok := t.parts[v]; ok {
		return apart.Vars
	}
	return []*term.Term{v}
}

// model assembles the values of variables from those of their parts.
func (t *takenApart) model(vars []*term.Term, scalars Model) (Model, error) {
	if len(vars) == 0 {
		return nil, nil
	}
	out := Model{}
	for _, v := range vars {
		apart, ok := t.parts[v]
		if !ok {
			out[v] = scalars[v]
			continue
		}
		var err error
		if out[v], err = v.Store().Evaluate(apart.Term, scalars); err != nil {
			return nil, err
		}
	}
	return out, nil
}

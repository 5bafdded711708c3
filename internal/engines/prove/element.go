package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Candidates about the contents of collections: that a condition holds for all elements, keys or values, also of nested collections. Rows do
// not cover these. An invariant about one collection often needs such a condition about the collection that its elements come from. The
// conditions are taken from
//
//	guards      of moves that insert a value: if the guard bounds a parameter, the same bound may hold for all elements
//	claims      a condition on the elements of one collection, or on a variable, is tried for the elements of the others
//	lengths     compared with each other, and with variables
//	runs        the numbers in the model's text that no sample exceeds, as bounds of elements and of lengths
//
// Samples refute most candidates. A candidate that the solver does not decide within a short time is dropped.

// view is a part of the collections of a state, which may occur many times: an element, a key, a value, or a component of one of them.
type view struct {
	term *term.Term                            // over the slots, and variables that range over collections
	all  func(condition *term.Term) *term.Term // the condition that one over the term holds for all that the view shows
}

// maxNested is the maximum nesting depth of collections that is considered.
const maxNested = 3

// whole is the view of a slot.
func whole(slot sts.Slot) view {
	return view{slot.Term, func(condition *term.Term) *term.Term { return condition }}
}

// within lists a view with those of its components and elements.
func (v view) within(depth int) []view {
	s, kind, out := v.term.Store(), v.term.Sort(), []view{v}
	if kind.Kind == term.KindTuple {
		for i := range kind.Parts {
			out = append(out, v.component(i).within(depth)...)
		}
	}
	if !kind.IsCollection() || depth == maxNested {
		return out
	}
	element := v.element(depth)
	out = append(out, element.within(depth+1)...)
	if kind.Kind == term.KindMap {
		out = append(out, view{s.Get(v.term, element.term), element.all}.within(depth+1)...)
	}
	return out
}

// component is the view of a component of a tuple.
func (v view) component(i int) view { return view{v.term.Store().Part(v.term, i), v.all} }

// element is the view of the elements of a collection; of a map, of its keys.
func (v view) element(depth int) view {
	s, c := v.term.Store(), v.term
	if c.Sort().Kind == term.KindMap {
		c = s.Keys(c)
	}
	x := bound(c, depth)
	return view{x, func(condition *term.Term) *term.Term { return v.all(s.All(c, x, condition)) }}
}

// bound is a variable that ranges over the elements of a collection. No variable of a model has such a name.
func bound(c *term.Term, depth int) *term.Term {
	return c.Store().Var(fmt.Sprintf("%c'0", "xyz"[depth]), c.Sort().Parts[0].Base())
}

// byElements proposes conditions on the contents of collections, if there are any, together with the claims that may need them.
func (p *prover) byElements(ctx context.Context, attempts []*attempt) error {
	left := unsettled(attempts)
	var views []view
	for _, slot := range p.system.Slots {
		if slot.Sort.IsCollection() {
			views = append(views, whole(slot).within(0)...)
		}
	}
	if len(left) == 0 || len(views) == 0 {
		return nil
	}
	claims := distinct(slices.Concat(contradictions(p.system.Store, left), p.hints))
	conditions := distinct(slices.Concat(claims, p.inserted(), transferred(claims, views), p.lengths(views)))
	numbers := p.numbers()
	unknown, queries := p.unknown, p.options.Queries
	p.guessing, p.options.Queries = true, min(queries, p.queries+guessQueries)
	err := p.induce(ctx, func(place int) []*term.Term {
		out := p.everywhere(conditions)(place)
		for _, v := range views {
			out = append(out, p.sampledBounds(v, place, numbers)...)
		}
		return differing(out)
	})
	p.guessing, p.options.Queries = false, queries
	switch {
	case errors.Is(err, errUnknown), errors.Is(err, errQueries) && p.queries < queries:
		p.unknown = unknown // only the guesses are given up
		return nil
	case err != nil:
		return err
	}
	return p.settle(ctx, attempts)
}

// guessQueries bounds the queries about guesses.
const guessQueries = 400

// transferred instantiates for views the conditions of claims on the elements of a collection, or on a variable, of the same sort.
func transferred(claims []*term.Term, views []view) []*term.Term {
	var out []*term.Term
	say := func(cond, of *term.Term) {
		for _, v := range views {
			if v.term.Sort().Same(of.Sort()) && v.term != of {
				out = append(out, renamed(v.all(cond.Store().Substitute(cond, map[*term.Term]*term.Term{of: v.term})), 0))
			}
		}
	}
	for _, c := range claims {
		if c.Op() == term.OpAll {
			for _, part := range c.Args()[2].Conjuncts() {
				say(part, c.Args()[1])
			}
		}
		for _, slot := range c.Vars() {
			say(c, slot)
		}
	}
	return out
}

// differing leaves out conditions that differ from one before them only in the names of bound variables.
func differing(conditions []*term.Term) []*term.Term {
	seen := map[*term.Term]bool{}
	return slices.DeleteFunc(slices.Clone(conditions), func(c *term.Term) bool {
		c = renamed(c, 0)
		defer func() { seen[c] = true }()
		return seen[c]
	})
}

// renamed gives the variables that go over all elements at the root of a condition the names that they have in views.
func renamed(cond *term.Term, depth int) *term.Term {
	if cond.Op() != term.OpAll || depth == maxNested {
		return cond
	}
	s, c, x := cond.Store(), cond.Args()[0], cond.Args()[1]
	y := bound(c, depth)
	return s.All(c, y, renamed(s.Substitute(cond.Args()[2], map[*term.Term]*term.Term{x: y}), depth+1))
}

// lengths compares the lengths of the collections that slots hold with each other, and with the integers that slots hold.
func (p *prover) lengths(views []view) []*term.Term {
	s := p.system.Store
	var numbers, out []*term.Term
	for _, slot := range p.system.Slots {
		if slot.Sort.Kind == term.KindInt {
			numbers = append(numbers, slot.Term)
		}
	}
	for _, v := range views {
		if !p.flow.slots.Has(v.term) {
			continue
		}
		size := s.Size(v.term)
		for _, other := range numbers[:min(len(numbers), maxPairs)] {
			out = append(out, Comparisons(s, size, other)...)
		}
		numbers = append(numbers, size)
	}
	return out
}

// sampledBounds proposes the closest bounds of a number, or of the length of a collection, that samples do not refute at a place.
func (p *prover) sampledBounds(v view, place int, numbers []int64) []*term.Term {
	s, t := p.system.Store, v.term
	if t.Sort().IsCollection() {
		t = s.Size(t)
	}
	if t.Sort().Kind != term.KindInt || len(p.sampler.ByPlace[place]) == 0 {
		return nil
	}
	count := len(numbers)
	atLeast := func(i int) *term.Term { return v.all(s.Le(s.Int(numbers[count-1-i]), t)) }
	atMost := func(i int) *term.Term { return v.all(s.Le(t, s.Int(numbers[i]))) }
	var out []*term.Term
	for _, bound := range []func(int) *term.Term{atLeast, atMost} {
		if i := sort.Search(count, func(i int) bool { return !p.sampler.Refutes(place, bound(i)) }); i < count && !bound(i).IsConst() {
			out = append(out, bound(i))
		}
	}
	return out
}

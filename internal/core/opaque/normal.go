package opaque

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Normal forms. An equation expresses an operation on a changed collection by operations on the collection before the change: the size of
// insert(c, e) is that of c, or one more. It is applied to a term whose arguments have their normal forms, and its result is brought to
// normal form in turn. So what is left are operations on collections that are not changed, or whose change has no equation. Bodies of binders
// have normal forms too, and their variables have names that depend on the body only, so that equal bodies are one term.

// normalizer brings terms to normal form.
type normalizer struct {
	store  *term.Store
	known  map[*term.Term]*term.Term
	depths map[*term.Term]int // of binders in terms
	budget int                // how many terms may still be visited; the others are left unchanged
}

func newNormalizer(s *term.Store) *normalizer {
	return &normalizer{store: s, known: map[*term.Term]*term.Term{}, depths: map[*term.Term]int{}}
}

// equations by the operation at the root: each returns an equal term, or nil if none applies.
var equations = map[term.Op]func(*normalizer, *term.Term) *term.Term{
	term.OpSize: (*normalizer).size, term.OpHas: (*normalizer).has, term.OpFind: (*normalizer).find,
	term.OpAt: (*normalizer).at, term.OpGet: (*normalizer).get,
	term.OpAll: (*normalizer).all, term.OpExists: (*normalizer).exists, term.OpFold: (*normalizer).fold, term.OpEq: (*normalizer).equal,
	term.OpKeys: (*normalizer).keys, term.OpToSet: (*normalizer).toSet, term.OpJoin: (*normalizer).join,
	term.OpFilter: (*normalizer).filter, term.OpEach: (*normalizer).each,
}

// normal is the normal form of a term, which is equal to it.
func (n *normalizer) normal(t *term.Term) *term.Term {
	if !t.HasLists() {
		return t
	}
	if out := n.known[t]; out != nil {
		return out
	}
	if n.budget--; n.budget < 0 {
		return t
	}
	out := n.parts(t)
	if out == t {
		out = n.step(t)
	}
	if out != t {
		out = n.normal(out)
	}
	if n.budget >= 0 {
		n.known[t] = out
	}
	return out
}

// step applies an equation to a term whose arguments have their normal forms.
func (n *normalizer) step(t *term.Term) *term.Term {
	equation := equations[t.Op()]
	if equation == nil {
		return t
	}
	if args := t.Args(); args[0].Op() == term.OpIte && args[0].Sort().IsCollection() {
		choice := args[0].Args()
		return n.store.Ite(choice[0], n.over(t, choice[1]), n.over(t, choice[2]))
	}
	if out := equation(n, t); out != nil {
		return out
	}
	return t
}

// over is an operation on another collection.
func (n *normalizer) over(t, collection *term.Term) *term.Term {
	args := t.Args()
	switch t.Op() {
	case term.OpFilter, term.OpEach, term.OpAll:
		return n.bind(t.Op(), collection, args[1], args[2])
	case term.OpFold:
		return n.store.Fold(collection, args[1], args[2], args[3], args[4])
	}
	return n.store.Rewrite(t, func(u *term.Term) *term.Term {
		switch u {
		case t:
			return nil
		case args[0]:
			return collection
		}
		return u
	})
}

// bind makes a filter, a map or a condition on all elements.
func (n *normalizer) bind(op term.Op, collection, x, body *term.Term) *term.Term {
	switch op {
	case term.OpFilter:
		return n.store.Filter(collection, x, body)
	case term.OpEach:
		return n.store.Each(collection, x, body)
	}
	return n.store.All(collection, x, body)
}

// parts is a term with the normal forms of its arguments.
func (n *normalizer) parts(t *term.Term) *term.Term {
	args := t.Args()
	switch t.Op() {
	case term.OpExists, term.OpForall:
		bound, body := n.scope(t.Bound(), n.normal(t.Body()), (*term.Term).Sort)
		if t.Op() == term.OpExists {
			return n.store.Exists(bound, body)
		}
		return n.store.Forall(bound, body)
	case term.OpFilter, term.OpEach, term.OpAll:
		bound, body := n.scope(args[1:2], n.normal(args[2]), baseSort)
		return n.bind(t.Op(), n.normal(args[0]), bound[0], body)
	case term.OpFold:
		bound, next := n.scope(args[2:4], n.normal(args[4]), baseSort)
		return n.store.Fold(n.normal(args[0]), n.normal(args[1]), bound[0], bound[1], next)
	}
	return n.store.Rewrite(t, func(u *term.Term) *term.Term {
		if u == t {
			return nil
		}
		return n.normal(u)
	})
}

// baseSort is the sort of a variable without bounds: elements have the bounds of their collection, whatever those of the variable
// are.
func baseSort(v *term.Term) *term.Sort { return v.Sort().Base() }

// scope gives bound variables names that depend on the body only.
func (n *normalizer) scope(bound []*term.Term, body *term.Term, sort func(*term.Term) *term.Sort) ([]*term.Term, *term.Term) {
	out, by := make([]*term.Term, len(bound)), map[*term.Term]*term.Term{}
	for i, v := range bound {
		out[i] = n.store.Var(fmt.Sprintf("bound %d.%d", n.depth(body), i), sort(v))
		out[i] = n.fresh(out[i], []*term.Term{body}, bound)
		by[v] = out[i]
	}
	return out, n.store.Substitute(body, by)
}

// fresh is a variable that terms do not mention, unless it is one of those that are free to use.
func (n *normalizer) fresh(v *term.Term, terms, free []*term.Term) *term.Term {
	for !slices.Contains(free, v) && slices.ContainsFunc(terms, func(t *term.Term) bool { return t.Mentions(v) }) {
		v = n.store.Var(v.Name()+"'", v.Sort())
	}
	return v
}

// under prepares a body for terms that come under its bound variable: it is renamed if they mention one of that name.
func (n *normalizer) under(x, body *term.Term, moved ...*term.Term) (renamed, inner *term.Term) {
	if !slices.ContainsFunc(moved, func(t *term.Term) bool { return t.Mentions(x) }) {
		return x, body
	}
	renamed = n.fresh(x, append(moved, body), nil)
	return renamed, n.instance(body, x, renamed)
}

// instance is a body with a term for its bound variable.
func (n *normalizer) instance(body, x, value *term.Term) *term.Term {
	return n.store.Substitute(body, map[*term.Term]*term.Term{x: value})
}

// depth is the number of binders that are within each other in a term.
func (n *normalizer) depth(t *term.Term) int {
	if !t.HasLists() && !t.HasQuantifier() {
		return 0
	}
	if known, ok := n.depths[t]; ok {
		return known
	}
	deepest := 0
	for _, a := range t.Args() {
		deepest = max(deepest, n.depth(a))
	}
	if t.Binds() {
		deepest++
	}
	n.depths[t] = deepest
	return deepest
}

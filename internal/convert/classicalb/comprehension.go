package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// generated is a collection that is gone over, the variable for its elements, and a condition on them. The names that a
// comprehension of B binds are the variable, or the parts of it.
type generated struct {
	variable syntax.Name
	over     syntax.Expr
	cond     syntax.Expr
	kind     *kind // of the elements
}

// generate opens a scope with one or two names that the conjuncts bind, and calls use in it.
func (t *translation) generate(n *node, bound []token, conjuncts []*node, use func(generated) (syntax.Expr, *kind)) (syntax.Expr, *kind) {
	if len(bound) > 2 {
		t.refuse(n.at, "a set of tuples of more than two parts", "")
		return wrong()
	}
	sc := t.newScope(bound)
	t.scopes = append(t.scopes, sc)
	defer t.leave(sc, true)
	rest := t.findSets(sc, conjuncts)
	if rest == nil && len(conjuncts) > 0 || len(sc.order) != len(bound) {
		return wrong()
	}
	g, ok := t.goOver(n, sc)
	if !ok {
		return wrong()
	}
	if g.variable.Text != sc.order[0].name {
		defer t.taken.Free(g.variable.Text)
	}
	conds := []syntax.Expr{g.cond}
	for _, c := range rest {
		conds = append(conds, t.condition(c))
	}
	g.cond = convert.And(conds...)
	return use(g)
}

// findSets finds the collection that each name of a scope is in, and returns the other conjuncts; nil if one is not found.
func (t *translation) findSets(sc *scope, conjuncts []*node) []*node {
	rest := []*node{}
	for _, c := range conjuncts {
		s, in := t.typed(c, func(s *symbol) bool { return sc.symbols[s.Text] == s && s.over == nil })
		if s == nil {
			rest = append(rest, c)
			continue
		}
		e, k := t.value(in, nil)
		switch {
		case k.base == mapping:
			g := t.asRelation(graph{e, k})
			e, k = g.e, g.kind
		case k.base == open:
			return nil
		case k.base != aSet:
			t.mismatch(in, k, setOf(openKind))
			return nil
		}
		s.over, s.kind = e, k.elem
	}
	for _, s := range sc.order {
		if s.over != nil {
			continue
		}
		t.infer([]*symbol{s}, rest)
		t.demandTypes([]*symbol{s})
		all := t.universe(s.kind)
		if all == nil {
			t.list.ErrorHint(diag.CodeImportType, s.At, "write "+s.Text+" : SET with a finite set", "the values of %s are not limited", s)
			return nil
		}
		s.over = display(all...)
	}
	return rest
}

// goOver is the generator for the names of a scope: over the collection of the only name, or over the pairs of two.
func (t *translation) goOver(n *node, sc *scope) (generated, bool) {
	x := sc.order[0]
	if len(sc.order) == 1 {
		return generated{variable: syntax.Name{Text: x.name}, over: x.over, kind: x.kind}, true
	}
	y := sc.order[1]
	k := pairOf(x.kind, y.kind)
	g := generated{variable: syntax.Name{Text: t.taken.Give("p", t.names)}, kind: k}
	p := convert.Name(g.variable.Text)
	left, isListed := x.over.(*syntax.SetExpr)
	right, both := y.over.(*syntax.SetExpr)
	all := t.universe(k)
	switch {
	case isListed && both && len(left.Elems)*len(right.Elems) <= maxUniverse:
		all = t.products(k, left.Elems, right.Elems)
	case all != nil:
		g.cond = convert.And(in(field(p, leftField), x.over), in(field(p, rightField), y.over))
	default:
		t.refuse(n.at, "a set of pairs of so many elements", "")
		return g, false
	}
	g.over = display(all...)
	x.instead, y.instead = field(p, leftField), field(p, rightField)
	return g, true
}

// comprehension translates {x | P} and {x, y | P}. Where a function is expected, or P is y = e, it is a mapping.
func (t *translation) comprehension(n *node, hint *kind) (syntax.Expr, *kind) {
	conjuncts := n.args[0].conjuncts()
	if len(n.bound) == 2 && (hint == nil || hint.base == mapping) {
		if value, rest := definesLast(n.bound, conjuncts); value != nil {
			return t.lambda(n, n.bound[:1], rest, value, hint)
		}
	}
	return t.generate(n, n.bound, conjuncts, func(g generated) (syntax.Expr, *kind) {
		if g.cond == nil {
			return g.over, setOf(g.kind)
		}
		return &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: g.variable, Over: g.over, Cond: g.cond}, setOf(g.kind)
	})
}

// definesLast finds the conjunct y = e of {x, y | P}, where e does not use y; nil if there is none, or y is in other conjuncts
// but y : SET.
func definesLast(bound []token, conjuncts []*node) (value *node, rest []*node) {
	y := bound[1].Text
	for _, c := range conjuncts {
		switch {
		case value == nil && c.op == "=" && c.args[0].isName(y) && !mentions(c.args[1], y):
			value = c.args[1]
		case mentions(c, y):
			return nil, nil
		default:
			rest = append(rest, c)
		}
	}
	return value, rest
}

// mentions reports whether a name occurs in an expression.
func mentions(n *node, name string) bool {
	if n.isName(name) {
		return true
	}
	for _, a := range n.args {
		if mentions(a, name) {
			return true
		}
	}
	return false
}

// lambda translates %x.(P | e) and %(x, y).(P | e).
func (t *translation) lambda(n *node, bound []token, conjuncts []*node, value *node, hint *kind) (syntax.Expr, *kind) {
	return t.generate(n, bound, conjuncts, func(g generated) (syntax.Expr, *kind) {
		var wanted *kind
		if hint != nil && hint.base == mapping {
			wanted = hint.elem
		}
		e, k := t.value(value, wanted)
		if wanted != nil {
			e, k = t.typedValue(t.coerced(value, e, k, wanted), k, wanted), wanted
		}
		key := convert.Name(g.variable.Text)
		return &syntax.ComprehensionExpr{Kind: syntax.MapComprehension, Variable: g.variable, Key: key, Over: g.over, Element: e, Cond: g.cond},
			mappingOf(g.kind, k)
	})
}

// sum translates SIGMA(x).(P | e).
func (t *translation) sum(n *node) (syntax.Expr, *kind) {
	return t.generate(n, n.bound, n.args[0].conjuncts(), func(g generated) (syntax.Expr, *kind) {
		e := t.want(n.args[1], numberKind)
		return call("sum", &syntax.ComprehensionExpr{Kind: syntax.BareComprehension, Variable: g.variable, Over: g.over, Element: e, Cond: g.cond}), numberKind
	})
}

package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// generated is a collection that is iterated, the variable for its elements, and a condition on them. The names that a comprehension of B
// binds are the variable, or the parts of it.
type generated struct {
	variable syntax.Name
	over     syntax.Expr
	cond     syntax.Expr
	kind     *Kind // of the elements
}

// generate opens a scope with one or two names that the conjuncts bind, and calls use in it.
func (t *Translator) generate(n *source.Node, bound []source.Token, conjuncts []*source.Node, use func(generated) (syntax.Expr, *Kind)) (syntax.Expr, *Kind) {
	if len(bound) > 2 {
		t.Refuse(n.At, "a set of tuples of more than two parts", "")
		return wrong()
	}
	sc := t.newScope(bound)
	t.Enter(sc)
	defer t.Leave(sc, true)
	rest := t.findSets(sc, conjuncts)
	if rest == nil && len(conjuncts) > 0 || len(sc.Order) != len(bound) {
		return wrong()
	}
	g, ok := t.goOver(n, sc)
	if !ok {
		return wrong()
	}
	if g.variable.Text != sc.Order[0].Name {
		defer t.Taken.Free(g.variable.Text)
	}
	conds := []syntax.Expr{g.cond}
	for _, c := range rest {
		conds = append(conds, t.Condition(c))
	}
	g.cond = convert.And(conds...)
	return use(g)
}

// findSets finds the collection that each name of a scope is in, and returns the other conjuncts; nil if one is not found.
func (t *Translator) findSets(sc *Scope, conjuncts []*source.Node) []*source.Node {
	rest := []*source.Node{}
	for _, c := range conjuncts {
		s, in := t.typed(c, func(s *Symbol) bool { return sc.Symbols[s.Text] == s && s.over == nil })
		if s == nil {
			rest = append(rest, c)
			continue
		}
		e, k := t.value(in, nil)
		switch {
		case k.Base == Mapping:
			g := t.asRelation(graph{e, k})
			e, k = g.e, g.kind
		case k.Base == Open:
			return nil
		case k.Base != Set:
			t.mismatch(in, k, setOf(OpenKind))
			return nil
		}
		s.over, s.Kind = e, k.Elem
	}
	for _, s := range sc.Order {
		if s.over != nil {
			continue
		}
		t.Infer([]*Symbol{s}, rest)
		t.DemandTypes([]*Symbol{s})
		all := t.universe(s.Kind)
		if all == nil {
			t.List.ErrorHint(diag.CodeImportType, s.At, "write "+s.Text+" : SET with a finite set", "the values of %s are not limited", s)
			return nil
		}
		s.over = display(all...)
	}
	return rest
}

// goOver is the generator for the names of a scope: over the collection of the only name, or over the pairs of two.
func (t *Translator) goOver(n *source.Node, sc *Scope) (generated, bool) {
	x := sc.Order[0]
	if len(sc.Order) == 1 {
		return generated{variable: syntax.Name{Text: x.Name}, over: x.over, kind: x.Kind}, true
	}
	y := sc.Order[1]
	k := pairOf(x.Kind, y.Kind)
	g := generated{variable: syntax.Name{Text: t.Taken.Give("p", t.Names)}, kind: k}
	p := convert.Name(g.variable.Text)
	left, isListed := x.over.(*syntax.SetExpr)
	right, both := y.over.(*syntax.SetExpr)
	all := t.universe(k)
	switch {
	case isListed && both && len(left.Elems)*len(right.Elems) <= MaxUniverse:
		all = t.products(k, left.Elems, right.Elems)
	case all != nil:
		g.cond = convert.And(in(field(p, leftField), x.over), in(field(p, rightField), y.over))
	default:
		t.Refuse(n.At, "a set of pairs of so many elements", "")
		return g, false
	}
	g.over = display(all...)
	x.Instead, y.Instead = field(p, leftField), field(p, rightField)
	return g, true
}

// comprehension translates {x | P} and {x, y | P}. Where a function is expected, or P is y = e, it is a mapping.
func (t *Translator) comprehension(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	conjuncts := n.Args[0].Conjuncts()
	if len(n.Bound) == 2 && (hint == nil || hint.Base == Mapping) {
		if value, rest := definesLast(n.Bound, conjuncts); value != nil {
			return t.lambda(n, n.Bound[:1], rest, value, hint)
		}
	}
	return t.generate(n, n.Bound, conjuncts, func(g generated) (syntax.Expr, *Kind) {
		if g.cond == nil {
			return g.over, setOf(g.kind)
		}
		return &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: g.variable, Over: g.over, Cond: g.cond}, setOf(g.kind)
	})
}

// definesLast finds the conjunct y = e of {x, y | P}, where e does not use y; nil if there is none, or y is in other conjuncts
// but y : SET.
func definesLast(bound []source.Token, conjuncts []*source.Node) (value *source.Node, rest []*source.Node) {
	y := bound[1].Text
	for _, c := range conjuncts {
		switch {
		case value == nil && c.Op == "=" && c.Args[0].IsName(y) && !mentions(c.Args[1], y):
			value = c.Args[1]
		case mentions(c, y):
			return nil, nil
		default:
			rest = append(rest, c)
		}
	}
	return value, rest
}

// mentions reports whether a name occurs in an expression.
func mentions(n *source.Node, name string) bool {
	if n.IsName(name) {
		return true
	}
	for _, a := range n.Args {
		if mentions(a, name) {
			return true
		}
	}
	return false
}

// lambda translates %x.(P | e) and %(x, y).(P | e).
func (t *Translator) lambda(n *source.Node, bound []source.Token, conjuncts []*source.Node, value *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	return t.generate(n, bound, conjuncts, func(g generated) (syntax.Expr, *Kind) {
		var wanted *Kind
		if hint != nil && hint.Base == Mapping {
			wanted = hint.Elem
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
func (t *Translator) sum(n *source.Node) (syntax.Expr, *Kind) {
	return t.generate(n, n.Bound, n.Args[0].Conjuncts(), func(g generated) (syntax.Expr, *Kind) {
		e := t.Want(n.Args[1], NumberKind)
		return Call("sum", &syntax.ComprehensionExpr{Kind: syntax.BareComprehension, Variable: g.variable, Over: g.over, Element: e, Cond: g.cond}), NumberKind
	})
}

package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// graph is a relation or a mapping in the model, with the parts of its elements. Iteration over a mapping yields its arguments, over a
// relation its pairs.
type graph struct {
	e    syntax.Expr
	kind *Kind
}

// left is the left part of an element.
func (g graph) left(x syntax.Expr) syntax.Expr {
	if g.kind.Base == Mapping {
		return x
	}
	return field(x, leftField)
}

// right is the right part of an element.
func (g graph) right(x syntax.Expr) syntax.Expr {
	if g.kind.Base == Mapping {
		return index(g.e, x)
	}
	return field(x, rightField)
}

// parts are the kinds of the left and the right parts.
func (g graph) parts() (left, right *Kind) {
	if g.kind.Base == Mapping {
		return g.kind.Left, g.kind.Elem
	}
	return g.kind.Elem.Left, g.kind.Elem.Elem
}

// graph translates a relation or a mapping; false if it is something else, which is reported.
func (t *Translator) graph(n *source.Node, hint *Kind) (graph, bool) {
	var e syntax.Expr
	var k *Kind
	if hint == nil && isPair(n) {
		e, k = t.listedMapping(n, nil)
	} else {
		e, k = t.value(n, hint)
	}
	switch {
	case k.Base == Mapping || k.isRelation():
		t.Copied(e, 1, n.At)
		return graph{e, k}, true
	case k.isEmpty() && hint != nil && (hint.Base == Mapping || hint.isRelation()):
		return graph{e, hint}, true
	case k.Base == Function:
		t.Refuse(n.At, "such a use of "+n.String()+", whose arguments are numbers,", "")
	case k.Base != Open:
		t.Refuse(n.At, n.String()+", which is "+k.String()+", as a relation", "")
	}
	return graph{}, false
}

// isPair reports whether n is {x |-> y}, which is a function whatever x is.
func isPair(n *source.Node) bool {
	return n.Op == source.OpSet && len(n.Args) == 1 && n.Args[0].Op == "|->"
}

// selected is a graph restricted by a condition on its elements.
func (t *Translator) selected(g graph, cond func(x syntax.Expr) syntax.Expr) (syntax.Expr, *Kind) {
	if g.kind.Base == Mapping {
		return t.restricted(g.e, g.right, cond), g.kind
	}
	return t.filter(g.e, cond), g.kind
}

// restriction translates A <| r, A <<| r, r |> A and r |>> A.
func (t *Translator) restriction(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	r, by := n.Args[1], n.Args[0]
	if n.Op == "|>" || n.Op == "|>>" {
		r, by = by, r
	}
	g, ok := t.graph(r, hint)
	if !ok {
		return wrong()
	}
	left, right := g.parts()
	return t.selected(g, func(x syntax.Expr) syntax.Expr {
		var cond syntax.Expr
		if n.Op == "<|" || n.Op == "<<|" {
			cond = t.Member(g.left(x), left, by)
		} else {
			cond = t.Member(g.right(x), right, by)
		}
		if n.Op == "<<|" || n.Op == "|>>" {
			return convert.Not(convert.OrTrue(cond))
		}
		return cond
	})
}

// leftParts is a collection with the left parts of a graph.
func (t *Translator) leftParts(g graph) syntax.Expr {
	if g.kind.Base == Mapping {
		return g.e
	}
	return t.image(g.e, g.left, nil)
}

// domain translates dom(r).
func (t *Translator) domain(n *source.Node) (syntax.Expr, *Kind) {
	g, ok := t.graph(n.Args[1], nil)
	if !ok {
		return wrong()
	}
	left, _ := g.parts()
	if g.kind.Base == Mapping {
		return Call("keys", g.e), setOf(left)
	}
	return t.leftParts(g), setOf(left)
}

// codomain translates ran(r), also of a sequence.
func (t *Translator) codomain(n *source.Node) (syntax.Expr, *Kind) {
	if e, k := t.quietly(n.Args[1]); k.Base == Sequence {
		return Call("set", e), setOf(k.Elem)
	}
	g, ok := t.graph(n.Args[1], nil)
	if !ok {
		return wrong()
	}
	_, right := g.parts()
	return t.image(g.e, g.right, nil), setOf(right)
}

// imageOf translates r[A]. That of an inverse, r~[A], are the left parts.
func (t *Translator) imageOf(n *source.Node) (syntax.Expr, *Kind) {
	r, inverse := n.Args[0], n.Args[0].Op == "~"
	if inverse {
		r = r.Args[0]
	}
	g, ok := t.graph(r, nil)
	if !ok || len(n.Args) != 2 {
		return wrong()
	}
	left, right := g.parts()
	if inverse {
		return t.image(g.e, g.left, func(x syntax.Expr) syntax.Expr { return t.Member(g.right(x), right, n.Args[1]) }), setOf(left)
	}
	return t.image(g.e, g.right, func(x syntax.Expr) syntax.Expr { return t.Member(g.left(x), left, n.Args[1]) }), setOf(right)
}

// inverse translates r~, which is a relation.
func (t *Translator) inverse(n *source.Node) (syntax.Expr, *Kind) {
	g, ok := t.graph(n.Args[0], nil)
	if !ok {
		return wrong()
	}
	left, right := g.parts()
	k := pairOf(right, left)
	return t.image(g.e, func(x syntax.Expr) syntax.Expr { return t.pairExpr(k, g.right(x), g.left(x)) }, nil), setOf(k)
}

// asRelation is a graph as a set of pairs.
func (t *Translator) asRelation(g graph) graph {
	if g.kind.Base != Mapping {
		return g
	}
	k := g.kind.pairs()
	return graph{t.image(g.e, func(x syntax.Expr) syntax.Expr { return t.pairExpr(k.Elem, x, g.right(x)) }, nil), k}
}

// graphKind is the kind that is expected of n where a mapping of kind k is: {a |-> b, c |-> d} may be a relation that is no function.
func (t *Translator) graphKind(n *source.Node, k *Kind) *Kind {
	if k.Base == Mapping && t.mayRepeatKeys(n) {
		return k.pairs()
	}
	return k
}

// mayRepeatKeys reports whether an expression is made of pairs whose left parts may be equal.
func (t *Translator) mayRepeatKeys(n *source.Node) bool {
	switch n.Op {
	case source.OpSet:
		return len(n.Args) > 1 && !t.distinctKeys(n)
	case `\/`, `/\`, "-", `\`, "<+", "<|", "<<|", "|>", "|>>":
		return slices.ContainsFunc(n.Args, t.mayRepeatKeys)
	}
	return false
}

// override translates r <+ s.
func (t *Translator) override(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	g, ok := t.graph(n.Args[0], hint)
	if !ok {
		return wrong()
	}
	wanted := g.kind
	if hint == nil || hint.Base != Mapping {
		wanted = t.graphKind(n.Args[1], g.kind)
	}
	e, k := t.value(n.Args[1], wanted)
	if g.kind.Base == Mapping && g.kind.same(k) {
		return convert.Binary("+", g.e, e), g.kind
	}
	g = t.asRelation(g)
	by := t.Want(n.Args[1], g.kind)
	t.Copied(by, 1, n.At)
	kept := t.filter(g.e, func(x syntax.Expr) syntax.Expr {
		return convert.Not(in(g.left(x), t.image(by, g.left, nil)))
	})
	return convert.Binary("+", kept, by), g.kind
}

// composed translates (r ; s). Where a function is expected and r is one, s is too.
func (t *Translator) composed(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	r, ok := t.graph(n.Args[0], nil)
	if !ok {
		return wrong()
	}
	left, between := r.parts()
	var wanted *Kind
	if hint != nil && hint.Base == Mapping && r.kind.Base == Mapping {
		wanted = mappingOf(between, hint.Elem)
	}
	s, ok := t.graph(n.Args[1], wanted)
	if !ok {
		return wrong()
	}
	_, right := s.parts()
	if r.kind.Base == Mapping && s.kind.Base == Mapping {
		value := func(x syntax.Expr) syntax.Expr { return index(s.e, r.right(x)) }
		return t.restricted(r.e, value, func(x syntax.Expr) syntax.Expr { return in(r.right(x), s.e) }), mappingOf(left, right)
	}
	k := pairOf(left, right)
	all := t.universe(k)
	if all == nil {
		t.Refuse(n.At, "a composition of relations over so many elements", "")
		return wrong()
	}
	r, s = t.asRelation(r), t.asRelation(s)
	return t.filter(display(all...), func(p syntax.Expr) syntax.Expr {
		return t.fresh("a", func(a syntax.Expr, aName syntax.Name) syntax.Expr {
			return t.fresh("b", func(b syntax.Expr, bName syntax.Name) syntax.Expr {
				cond := convert.And(convert.Binary("==", r.left(a), field(p, leftField)), convert.Binary("==", r.right(a), s.left(b)),
					convert.Binary("==", s.right(b), field(p, rightField)))
				return &syntax.QuantifierExpr{Params: []syntax.Param{{Name: aName, Over: r.e}, {Name: bName, Over: s.e}}, Body: cond}
			})
		})
	}), setOf(k)
}

// product translates A * B: a mapping if B is {e}, which becomes a relation where one is expected.
func (t *Translator) product(n *source.Node, x syntax.Expr, k, hint *Kind) (syntax.Expr, *Kind) {
	b := n.Args[1]
	if b.Op == source.OpSet && len(b.Args) == 1 && (hint == nil || hint.Base == Mapping || hint.isRelation()) {
		var elem *Kind
		if hint != nil {
			_, elem = graph{kind: hint}.parts()
		}
		value, got := t.value(b.Args[0], elem)
		if elem != nil {
			value, got = t.typedValue(t.coerced(b.Args[0], value, got, elem), got, elem), elem
		}
		constant := func(syntax.Expr) syntax.Expr { return value }
		return t.restricted(x, constant, func(syntax.Expr) syntax.Expr { return nil }), mappingOf(k.Elem, got)
	}
	y, other := t.Expr(b)
	if other.Base != Set {
		if other.Base != Open {
			t.Refuse(b.At, b.String()+", which is "+other.String()+", in a product of sets", "")
		}
		return wrong()
	}
	both := pairOf(k.Elem, other.Elem)
	left, isListed := x.(*syntax.SetExpr)
	if right, ok := y.(*syntax.SetExpr); ok && isListed {
		if all := t.products(both, left.Elems, right.Elems); all != nil || len(left.Elems)*len(right.Elems) == 0 {
			return display(all...), setOf(both)
		}
	}
	all := t.universe(both)
	if all == nil {
		t.Refuse(n.At, "a product of sets with so many elements", "")
		return wrong()
	}
	return t.filter(display(all...), func(p syntax.Expr) syntax.Expr {
		return convert.And(in(field(p, leftField), x), in(field(p, rightField), y))
	}), setOf(both)
}

// setOperation translates unions, intersections and differences, where x of kind k is the left side.
func (t *Translator) setOperation(n *source.Node, x syntax.Expr, k, hint *Kind) (syntax.Expr, *Kind) {
	if k.isEmpty() {
		_, k = t.value(n.Args[1], hint)
		x = t.Want(n.Args[0], k)
	}
	if k.Base == Mapping {
		wanted := k
		if n.Op != `\/` || hint == nil || hint.Base != Mapping {
			wanted = t.graphKind(n.Args[1], k)
		}
		y, other := t.value(n.Args[1], wanted)
		switch {
		case other.Base == Mapping || other.isEmpty():
			return t.mappingOperation(n, x, y, k)
		case other.isRelation() && n.Op != `\/` && other.same(k.pairs()):
			return t.selectedBy(n, graph{x, k}, y)
		}
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	if k.Base != Set {
		if k.Base != Open {
			t.Refuse(n.At, "the operator "+n.Op+" on "+plural(k), "")
		}
		return wrong()
	}
	y := t.Want(n.Args[1], k)
	return convert.Binary(map[string]string{`\/`: "+", `/\`: "&", "-": "-", `\`: "-"}[n.Op], x, y), k
}

// selectedBy translates f /\ r and f - r for a mapping f and a relation r.
func (t *Translator) selectedBy(n *source.Node, f graph, r syntax.Expr) (syntax.Expr, *Kind) {
	t.Copied(f.e, 1, n.At)
	return t.selected(f, func(key syntax.Expr) syntax.Expr {
		cond := in(t.pairExpr(f.kind.pairs().Elem, key, f.right(key)), r)
		if n.Op == `/\` {
			return cond
		}
		return convert.Not(cond)
	})
}

func (t *Translator) mappingOperation(n *source.Node, x, y syntax.Expr, k *Kind) (syntax.Expr, *Kind) {
	if n.Op == `\/` {
		return t.join(k, x, y), k
	}
	t.Copied(x, 1, n.At)
	t.Copied(y, 2, n.At)
	return t.selected(graph{x, k}, func(key syntax.Expr) syntax.Expr {
		both := convert.And(in(key, y), convert.Binary("==", index(y, key), index(x, key)))
		if n.Op == `/\` {
			return both
		}
		return convert.Not(both)
	})
}

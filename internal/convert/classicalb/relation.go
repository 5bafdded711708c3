package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// graph is a relation or a mapping in the model, with what its elements are made of. A mapping is gone over by its arguments, a
// relation by its pairs.
type graph struct {
	e    syntax.Expr
	kind *kind
}

// left is the left part of an element.
func (g graph) left(x syntax.Expr) syntax.Expr {
	if g.kind.base == mapping {
		return x
	}
	return field(x, leftField)
}

// right is the right part of an element.
func (g graph) right(x syntax.Expr) syntax.Expr {
	if g.kind.base == mapping {
		return index(g.e, x)
	}
	return field(x, rightField)
}

// parts are the kinds of the left and the right parts.
func (g graph) parts() (left, right *kind) {
	if g.kind.base == mapping {
		return g.kind.left, g.kind.elem
	}
	return g.kind.elem.left, g.kind.elem.elem
}

// graph translates a relation or a mapping; false if it is something else, which is reported.
func (t *translation) graph(n *node, hint *kind) (graph, bool) {
	e, k := t.value(n, hint)
	switch {
	case k.base == mapping || k.isRelation():
		t.copied(e, 1, n.at)
		return graph{e, k}, true
	case k.isEmpty() && hint != nil && (hint.base == mapping || hint.isRelation()):
		return graph{e, hint}, true
	case k.base == function:
		t.refuse(n.at, "such a use of "+n.String()+", whose arguments are numbers,", "")
	case k.base != open:
		t.refuse(n.at, n.String()+", which is "+k.String()+", as a relation", "")
	}
	return graph{}, false
}

// selected is what remains of a graph under a condition on its elements.
func (t *translation) selected(g graph, cond func(x syntax.Expr) syntax.Expr) (syntax.Expr, *kind) {
	if g.kind.base == mapping {
		return t.restricted(g.e, g.right, cond), g.kind
	}
	return t.filter(g.e, cond), g.kind
}

// restriction translates A <| r, A <<| r, r |> A and r |>> A.
func (t *translation) restriction(n *node, hint *kind) (syntax.Expr, *kind) {
	r, by := n.args[1], n.args[0]
	if n.op == "|>" || n.op == "|>>" {
		r, by = by, r
	}
	g, ok := t.graph(r, hint)
	if !ok {
		return wrong()
	}
	left, right := g.parts()
	return t.selected(g, func(x syntax.Expr) syntax.Expr {
		var cond syntax.Expr
		if n.op == "<|" || n.op == "<<|" {
			cond = t.member(g.left(x), left, by)
		} else {
			cond = t.member(g.right(x), right, by)
		}
		if n.op == "<<|" || n.op == "|>>" {
			return convert.Not(convert.OrTrue(cond))
		}
		return cond
	})
}

// domain translates dom(r).
func (t *translation) domain(n *node) (syntax.Expr, *kind) {
	g, ok := t.graph(n.args[1], nil)
	if !ok {
		return wrong()
	}
	left, _ := g.parts()
	if g.kind.base == mapping {
		return call("keys", g.e), setOf(left)
	}
	return t.image(g.e, g.left, nil), setOf(left)
}

// codomain translates ran(r), also of a sequence.
func (t *translation) codomain(n *node) (syntax.Expr, *kind) {
	if e, k := t.quietly(n.args[1]); k.base == sequence {
		return call("set", e), setOf(k.elem)
	}
	g, ok := t.graph(n.args[1], nil)
	if !ok {
		return wrong()
	}
	_, right := g.parts()
	return t.image(g.e, g.right, nil), setOf(right)
}

// imageOf translates r[A]. That of an inverse, r~[A], are the left parts.
func (t *translation) imageOf(n *node) (syntax.Expr, *kind) {
	r, inverse := n.args[0], n.args[0].op == "~"
	if inverse {
		r = r.args[0]
	}
	g, ok := t.graph(r, nil)
	if !ok || len(n.args) != 2 {
		return wrong()
	}
	left, right := g.parts()
	if inverse {
		return t.image(g.e, g.left, func(x syntax.Expr) syntax.Expr { return t.member(g.right(x), right, n.args[1]) }), setOf(left)
	}
	return t.image(g.e, g.right, func(x syntax.Expr) syntax.Expr { return t.member(g.left(x), left, n.args[1]) }), setOf(right)
}

// inverse translates r~, which is a relation.
func (t *translation) inverse(n *node) (syntax.Expr, *kind) {
	g, ok := t.graph(n.args[0], nil)
	if !ok {
		return wrong()
	}
	left, right := g.parts()
	k := pairOf(right, left)
	return t.image(g.e, func(x syntax.Expr) syntax.Expr { return t.pairExpr(k, g.right(x), g.left(x)) }, nil), setOf(k)
}

// asRelation is a graph as a set of pairs.
func (t *translation) asRelation(g graph) graph {
	if g.kind.base != mapping {
		return g
	}
	k := g.kind.pairs()
	return graph{t.image(g.e, func(x syntax.Expr) syntax.Expr { return t.pairExpr(k.elem, x, g.right(x)) }, nil), k}
}

// override translates r <+ s.
func (t *translation) override(n *node, hint *kind) (syntax.Expr, *kind) {
	g, ok := t.graph(n.args[0], hint)
	if !ok {
		return wrong()
	}
	e, k := t.value(n.args[1], g.kind)
	if g.kind.base == mapping && g.kind.same(k) {
		return convert.Binary("+", g.e, e), g.kind
	}
	g = t.asRelation(g)
	by := t.want(n.args[1], g.kind)
	t.copied(by, 1, n.at)
	kept := t.filter(g.e, func(x syntax.Expr) syntax.Expr {
		return convert.Not(in(g.left(x), t.image(by, g.left, nil)))
	})
	return convert.Binary("+", kept, by), g.kind
}

// composed translates (r ; s).
func (t *translation) composed(n *node) (syntax.Expr, *kind) {
	r, ok := t.graph(n.args[0], nil)
	s, ok2 := t.graph(n.args[1], nil)
	if !ok || !ok2 {
		return wrong()
	}
	left, _ := r.parts()
	_, right := s.parts()
	if r.kind.base == mapping && s.kind.base == mapping {
		value := func(x syntax.Expr) syntax.Expr { return index(s.e, r.right(x)) }
		return t.restricted(r.e, value, func(x syntax.Expr) syntax.Expr { return in(r.right(x), s.e) }), mappingOf(left, right)
	}
	k := pairOf(left, right)
	all := t.universe(k)
	if all == nil {
		t.refuse(n.at, "a composition of relations over so many elements", "")
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

// product translates A * B: a mapping if B is {e}.
func (t *translation) product(n *node, x syntax.Expr, k, hint *kind) (syntax.Expr, *kind) {
	b := n.args[1]
	if b.op == opSet && len(b.args) == 1 && (hint == nil || hint.base == mapping) {
		var elem *kind
		if hint != nil {
			elem = hint.elem
		}
		value, got := t.value(b.args[0], elem)
		if elem != nil {
			value, got = t.typedValue(t.coerced(b.args[0], value, got, elem), got, elem), elem
		}
		constant := func(syntax.Expr) syntax.Expr { return value }
		return t.restricted(x, constant, func(syntax.Expr) syntax.Expr { return nil }), mappingOf(k.elem, got)
	}
	y, other := t.expr(b)
	if other.base != aSet {
		if other.base != open {
			t.refuse(b.at, b.String()+", which is "+other.String()+", in a product of sets", "")
		}
		return wrong()
	}
	both := pairOf(k.elem, other.elem)
	left, isListed := x.(*syntax.SetExpr)
	if right, ok := y.(*syntax.SetExpr); ok && isListed {
		if all := t.products(both, left.Elems, right.Elems); all != nil || len(left.Elems)*len(right.Elems) == 0 {
			return display(all...), setOf(both)
		}
	}
	all := t.universe(both)
	if all == nil {
		t.refuse(n.at, "a product of sets with so many elements", "")
		return wrong()
	}
	return t.filter(display(all...), func(p syntax.Expr) syntax.Expr {
		return convert.And(in(field(p, leftField), x), in(field(p, rightField), y))
	}), setOf(both)
}

// setOperation translates unions, intersections and differences, where x of kind k is the left side.
func (t *translation) setOperation(n *node, x syntax.Expr, k, hint *kind) (syntax.Expr, *kind) {
	if k.isEmpty() {
		_, k = t.value(n.args[1], hint)
		x = t.want(n.args[0], k)
	}
	if k.base == mapping {
		if y, other := t.value(n.args[1], k); other.base == mapping || other.isEmpty() {
			return t.mappingOperation(n, x, y, k)
		}
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	if k.base != aSet {
		if k.base != open {
			t.refuse(n.at, "the operator "+n.op+" on "+plural(k), "")
		}
		return wrong()
	}
	y := t.want(n.args[1], k)
	return convert.Binary(map[string]string{`\/`: "+", `/\`: "&", "-": "-", `\`: "-"}[n.op], x, y), k
}

func (t *translation) mappingOperation(n *node, x, y syntax.Expr, k *kind) (syntax.Expr, *kind) {
	if n.op == `\/` {
		return t.join(k, x, y), k
	}
	t.copied(x, 1, n.at)
	t.copied(y, 2, n.at)
	return t.selected(graph{x, k}, func(key syntax.Expr) syntax.Expr {
		both := convert.And(in(key, y), convert.Binary("==", index(y, key), index(x, key)))
		if n.op == `/\` {
			return both
		}
		return convert.Not(both)
	})
}

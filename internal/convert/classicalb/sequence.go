package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Sequences of B are numbered from 1, those of the language from 0.

// listedSequence translates [a, b].
func (t *translation) listedSequence(n *node, hint *kind) (syntax.Expr, *kind) {
	if t.tooLong(len(n.args), n.at) {
		return wrong()
	}
	out := &syntax.ArrayExpr{}
	k := openKind
	if hint != nil && hint.base == sequence {
		k = hint.elem
	}
	for i, a := range n.args {
		if i == 0 && k.base == open {
			var e syntax.Expr
			e, k = t.expr(a)
			out.Elems = append(out.Elems, e)
			continue
		}
		out.Elems = append(out.Elems, t.want(a, k))
	}
	return out, sequenceOf(k)
}

// sequenceOperators are the functions of B on a sequence, with their values.
var sequenceOperators = map[string]func(s syntax.Expr) syntax.Expr{
	"size":  func(s syntax.Expr) syntax.Expr { return call("len", s) },
	"first": func(s syntax.Expr) syntax.Expr { return call("first", s) },
	"last":  func(s syntax.Expr) syntax.Expr { return call("last", s) },
	"rev":   func(s syntax.Expr) syntax.Expr { return call("reverse", s) },
	"tail":  func(s syntax.Expr) syntax.Expr { return &syntax.SliceExpr{X: s, Low: convert.Integer(1)} },
	"front": func(s syntax.Expr) syntax.Expr {
		return &syntax.SliceExpr{X: s, High: convert.Minus(call("len", s), convert.Integer(1))}
	},
}

// onSequence translates size(s) and the like.
func (t *translation) onSequence(name string, n *node, hint *kind) (syntax.Expr, *kind) {
	var wanted *kind
	if hint != nil && hint.base == sequence {
		wanted = hint
	}
	s, k := t.sequence(n.args[1], wanted)
	if k.base != sequence {
		return wrong()
	}
	t.copied(s, 1, n.at)
	out := sequenceOperators[name](s)
	switch name {
	case "size":
		return out, numberKind
	case "first", "last":
		return out, k.elem
	}
	return out, k
}

// sequence translates an expression that must be a sequence.
func (t *translation) sequence(n *node, hint *kind) (syntax.Expr, *kind) {
	e, k := t.value(n, hint)
	switch {
	case k.base == sequence:
		return e, k
	case k.isEmpty():
		return &syntax.ArrayExpr{}, sequenceOf(openKind)
	case k.base != open:
		t.refuse(n.at, n.String()+", which is "+k.String()+", as a sequence", "write s : seq(SET) for the type of a sequence")
	}
	return wrong()
}

// extended translates s <- x and x -> s.
func (t *translation) extended(n *node, hint *kind) (syntax.Expr, *kind) {
	of, element := n.args[0], n.args[1]
	if n.op == "->" {
		of, element = element, of
	}
	s, k := t.sequence(of, hint)
	if k.base != sequence {
		return wrong()
	}
	x, elem := t.value(element, k.elem)
	if k.elem.base == open {
		k = sequenceOf(elem)
	}
	x = t.coerced(element, x, elem, k.elem)
	one := &syntax.ArrayExpr{Elems: []syntax.Expr{x}}
	if n.op == "->" {
		return convert.Binary("+", one, s), k
	}
	return convert.Binary("+", s, one), k
}

// concatenated translates s ^ u.
func (t *translation) concatenated(n *node, hint *kind) (syntax.Expr, *kind) {
	x, k := t.sequence(n.args[0], hint)
	if k.base != sequence {
		return wrong()
	}
	y, other := t.sequence(n.args[1], k)
	if k.elem.base == open {
		k = other
	}
	if other.base != open && !k.same(other) {
		t.mismatch(n.args[1], other, k)
	}
	return convert.Binary("+", x, y), k
}

// isInSequence is the condition that s is in seq(A), seq1(A) or iseq(A).
func (t *translation) isInSequence(name string, e syntax.Expr, k *kind, elements *node) syntax.Expr {
	t.copied(e, 2, elements.at)
	cond := t.every(e, func(x syntax.Expr) syntax.Expr { return t.member(x, k.elem, elements) })
	if name == "seq1" || name == "iseq1" {
		cond = convert.And(cond, convert.Binary(">", call("len", e), convert.Integer(0)))
	}
	if name == "iseq" || name == "iseq1" || name == "perm" {
		cond = convert.And(cond, convert.Binary("==", call("len", call("set", e)), call("len", e)))
	}
	if name == "perm" {
		all := t.want(elements, setOf(k.elem))
		cond = convert.And(cond, convert.Binary("==", call("set", e), all))
	}
	return cond
}

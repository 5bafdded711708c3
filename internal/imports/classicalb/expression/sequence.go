package expression

import (
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Sequences of B are numbered from 1, those of the language from 0.

// listedSequence translates [a, b].
func (t *Translator) listedSequence(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	if t.TooLong(len(n.Args), n.At) {
		return wrong()
	}
	out := &syntax.ArrayExpr{}
	k := OpenKind
	if hint != nil && hint.Base == Sequence {
		k = hint.Elem
	}
	for i, a := range n.Args {
		if i == 0 && k.Base == Open {
			var e syntax.Expr
			e, k = t.Expr(a)
			out.Elems = append(out.Elems, e)
			continue
		}
		out.Elems = append(out.Elems, t.Want(a, k))
	}
	return out, sequenceOf(k)
}

// sequenceOperators are the functions of B on a sequence, with their values.
var sequenceOperators = map[string]func(s syntax.Expr) syntax.Expr{
	"size":  func(s syntax.Expr) syntax.Expr { return Call("len", s) },
	"first": func(s syntax.Expr) syntax.Expr { return Call("first", s) },
	"last":  func(s syntax.Expr) syntax.Expr { return Call("last", s) },
	"rev":   func(s syntax.Expr) syntax.Expr { return Call("reverse", s) },
	"tail":  func(s syntax.Expr) syntax.Expr { return &syntax.SliceExpr{X: s, Low: convert.Integer(1)} },
	"front": func(s syntax.Expr) syntax.Expr {
		return &syntax.SliceExpr{X: s, High: convert.Minus(Call("len", s), convert.Integer(1))}
	},
}

// onSequence translates size(s) and the like.
func (t *Translator) onSequence(name string, n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	var wanted *Kind
	if hint != nil && hint.Base == Sequence {
		wanted = hint
	}
	s, k := t.sequence(n.Args[1], wanted)
	if k.Base != Sequence {
		return wrong()
	}
	t.Copied(s, 1, n.At)
	out := sequenceOperators[name](s)
	switch name {
	case "size":
		return out, NumberKind
	case "first", "last":
		return out, k.Elem
	}
	return out, k
}

// sequence translates an expression that must be a sequence.
func (t *Translator) sequence(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	e, k := t.value(n, hint)
	switch {
	case k.Base == Sequence:
		return e, k
	case k.isEmpty():
		return &syntax.ArrayExpr{}, sequenceOf(OpenKind)
	case k.Base != Open:
		t.Refuse(n.At, n.String()+", which is "+k.String()+", as a sequence", "write s : seq(SET) for the type of a sequence")
	}
	return wrong()
}

// extended translates s <- x and x -> s.
func (t *Translator) extended(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	of, element := n.Args[0], n.Args[1]
	if n.Op == "->" {
		of, element = element, of
	}
	s, k := t.sequence(of, hint)
	if k.Base != Sequence {
		return wrong()
	}
	x, elem := t.value(element, k.Elem)
	if k.Elem.Base == Open {
		k = sequenceOf(elem)
	}
	x = t.coerced(element, x, elem, k.Elem)
	one := &syntax.ArrayExpr{Elems: []syntax.Expr{x}}
	if n.Op == "->" {
		return convert.Binary("+", one, s), k
	}
	return convert.Binary("+", s, one), k
}

// concatenated translates s ^ u.
func (t *Translator) concatenated(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	x, k := t.sequence(n.Args[0], hint)
	if k.Base != Sequence {
		return wrong()
	}
	y, other := t.sequence(n.Args[1], k)
	if k.Elem.Base == Open {
		k = other
	}
	if other.Base != Open && !k.same(other) {
		t.mismatch(n.Args[1], other, k)
	}
	return convert.Binary("+", x, y), k
}

// isInSequence is the condition that s is in seq(A), seq1(A) or iseq(A).
func (t *Translator) isInSequence(name string, e syntax.Expr, k *Kind, elements *source.Node) syntax.Expr {
	t.Copied(e, 2, elements.At)
	cond := t.every(e, func(x syntax.Expr) syntax.Expr { return t.Member(x, k.Elem, elements) })
	if name == "seq1" || name == "iseq1" {
		cond = convert.And(cond, convert.Binary(">", Call("len", e), convert.Integer(0)))
	}
	if name == "iseq" || name == "iseq1" || name == "perm" {
		cond = convert.And(cond, convert.Binary("==", Call("len", Call("set", e)), Call("len", e)))
	}
	if name == "perm" {
		all := t.Want(elements, setOf(k.Elem))
		cond = convert.And(cond, convert.Binary("==", Call("set", e), all))
	}
	return cond
}

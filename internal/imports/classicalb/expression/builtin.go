package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// call translates f(i) and bool(P).
func (t *Translator) call(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	f := n.Args[0]
	if f.Op == source.OpName && t.Lookup(f.Text) == nil {
		return t.builtin(f, n, hint)
	}
	x, k := t.Expr(f)
	switch {
	case k.Base == Mapping:
		return index(x, t.argument(n, k.Left)), k.Elem
	case k.Base == Sequence && len(n.Args) == 2:
		return index(x, convert.Minus(t.Want(n.Args[1], NumberKind), convert.Integer(1))), k.Elem
	case k.isRelation():
		return t.onlyResult(n, graph{x, k})
	case k.Base == Function && len(n.Args) == 2:
		return &syntax.IndexExpr{X: x, Index: k.Index(t.Want(n.Args[1], NumberKind))}, k.Elem
	case k.Base == Function:
		t.Refuse(n.At, "a function of several arguments", "")
	case k.Base != Open:
		t.List.Errorf(diag.CodeImportType, f.At, "%s is %s, not a function", f, k)
	}
	return wrong()
}

// argument translates the argument of a function; several of them are a pair.
func (t *Translator) argument(n *source.Node, k *Kind) syntax.Expr {
	arg := n.Args[1]
	for _, a := range n.Args[2:] {
		arg = &source.Node{Op: "|->", At: n.At, Args: []*source.Node{arg, a}}
	}
	return t.Want(arg, k)
}

// onlyResult translates r(x) for a relation with one result for x, which is found if it is a number or a value of BOOL.
func (t *Translator) onlyResult(n *source.Node, g graph) (syntax.Expr, *Kind) {
	left, right := g.parts()
	at := t.argument(n, left)
	results := t.image(g.e, g.right, func(x syntax.Expr) syntax.Expr { return convert.Binary("==", g.left(x), at) })
	if right.Base == Number {
		return Call("min", results), right
	}
	t.Refuse(n.At, "the application of "+n.Args[0].String()+", which is a relation,", "write A +-> B for the type of a function")
	return wrong()
}

// builtins are functions of B that are known by name; those that cannot be imported are rejected.
var builtins = scan.Words("union inter UNION INTER PI perm succ pred closure closure1 iterate prj1 prj2 conc struct rec fnc rel MU CHOOSE floor ceiling real")

// builtin translates the call of a function that B has a name for.
func (t *Translator) builtin(f, n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	switch {
	case len(n.Args) != 2:
	case f.Text == "bool":
		return t.Want(n.Args[1], PredicateKind), TruthKind
	case f.Text == "card":
		return t.size(n)
	case f.Text == "min", f.Text == "max":
		numbers, k := t.value(n.Args[1], setOf(NumberKind))
		numbers = t.typedValue(t.coerced(n.Args[1], numbers, k, setOf(NumberKind)), k, setOf(NumberKind))
		return Call(f.Text, numbers), NumberKind
	case f.Text == "dom":
		return t.domain(n)
	case f.Text == "ran":
		return t.codomain(n)
	case f.Text == "id":
		return t.identity(n)
	case f.Text == "succ", f.Text == "pred":
		return convert.Binary(map[string]string{"succ": "+", "pred": "-"}[f.Text], t.Want(n.Args[1], NumberKind), convert.Integer(1)), NumberKind
	case sequenceOperators[f.Text] != nil:
		return t.onSequence(f.Text, n, hint)
	}
	if builtins[f.Text] || t.spaceName(n) != "" || sequenceOperators[f.Text] != nil {
		t.Refuse(n.At, f.Text+"(...) here", "")
	} else {
		t.Undefined(f)
	}
	return wrong()
}

// size translates card(A), also of a relation or function.
func (t *Translator) size(n *source.Node) (syntax.Expr, *Kind) {
	e, k := t.Expr(n.Args[1])
	switch k.Base {
	case Set, Mapping, Sequence:
		return Call("len", e), NumberKind
	case Open:
		return wrong()
	}
	t.mismatch(n.Args[1], k, setOf(OpenKind))
	return wrong()
}

// identity translates id(A), as a mapping.
func (t *Translator) identity(n *source.Node) (syntax.Expr, *Kind) {
	e, k := t.Expr(n.Args[1])
	if k.Base != Set {
		if k.Base != Open {
			t.mismatch(n.Args[1], k, setOf(OpenKind))
		}
		return wrong()
	}
	same := func(x syntax.Expr) syntax.Expr { return x }
	return t.restricted(e, same, func(syntax.Expr) syntax.Expr { return nil }), mappingOf(k.Elem, k.Elem)
}

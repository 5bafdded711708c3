package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// call translates f(i) and bool(P).
func (t *translation) call(n *node, hint *kind) (syntax.Expr, *kind) {
	f := n.args[0]
	if f.op == opName && t.lookup(f.text) == nil {
		return t.builtin(f, n, hint)
	}
	x, k := t.expr(f)
	switch {
	case k.base == mapping:
		return index(x, t.argument(n, k.left)), k.elem
	case k.base == sequence && len(n.args) == 2:
		return index(x, convert.Minus(t.want(n.args[1], numberKind), convert.Integer(1))), k.elem
	case k.isRelation():
		return t.onlyResult(n, graph{x, k})
	case k.base == function && len(n.args) == 2:
		return &syntax.IndexExpr{X: x, Index: k.index(t.want(n.args[1], numberKind))}, k.elem
	case k.base == function:
		t.refuse(n.at, "a function of several arguments", "")
	case k.base != open:
		t.list.Errorf(diag.CodeImportType, f.at, "%s is %s, not a function", f, k)
	}
	return wrong()
}

// argument translates the argument of a function; several of them are a pair.
func (t *translation) argument(n *node, k *kind) syntax.Expr {
	arg := n.args[1]
	for _, a := range n.args[2:] {
		arg = &node{op: "|->", at: n.at, args: []*node{arg, a}}
	}
	return t.want(arg, k)
}

// onlyResult translates r(x) for a relation with one result for x, which is found if it is a number or a value of BOOL.
func (t *translation) onlyResult(n *node, g graph) (syntax.Expr, *kind) {
	left, right := g.parts()
	at := t.argument(n, left)
	results := t.image(g.e, g.right, func(x syntax.Expr) syntax.Expr { return convert.Binary("==", g.left(x), at) })
	if right.base == number {
		return call("min", results), right
	}
	t.refuse(n.at, "the application of "+n.args[0].String()+", which is a relation,", "write A +-> B for the type of a function")
	return wrong()
}

// builtins are functions of B that are known by name; those that cannot be imported are refused.
var builtins = scan.Words("union inter UNION INTER PI perm succ pred closure closure1 iterate prj1 prj2 conc struct rec fnc rel MU CHOOSE floor ceiling real")

// builtin translates the call of a function that B has a name for.
func (t *translation) builtin(f, n *node, hint *kind) (syntax.Expr, *kind) {
	switch {
	case len(n.args) != 2:
	case f.text == "bool":
		return t.want(n.args[1], predicateKind), truthKind
	case f.text == "card":
		return t.size(n)
	case f.text == "min", f.text == "max":
		return call(f.text, t.want(n.args[1], setOf(numberKind))), numberKind
	case f.text == "dom":
		return t.domain(n)
	case f.text == "ran":
		return t.codomain(n)
	case f.text == "id":
		return t.identity(n)
	case f.text == "succ", f.text == "pred":
		return convert.Binary(map[string]string{"succ": "+", "pred": "-"}[f.text], t.want(n.args[1], numberKind), convert.Integer(1)), numberKind
	case sequenceOperators[f.text] != nil:
		return t.onSequence(f.text, n, hint)
	}
	if builtins[f.text] || t.spaceName(n) != "" || sequenceOperators[f.text] != nil {
		t.refuse(n.at, f.text+"(...) here", "")
	} else {
		t.undefined(f)
	}
	return wrong()
}

// size translates card(A), also of a relation or function.
func (t *translation) size(n *node) (syntax.Expr, *kind) {
	e, k := t.expr(n.args[1])
	switch k.base {
	case aSet, mapping, sequence:
		return call("len", e), numberKind
	case open:
		return wrong()
	}
	t.mismatch(n.args[1], k, setOf(openKind))
	return wrong()
}

// identity translates id(A), as a mapping.
func (t *translation) identity(n *node) (syntax.Expr, *kind) {
	e, k := t.expr(n.args[1])
	if k.base != aSet {
		if k.base != open {
			t.mismatch(n.args[1], k, setOf(openKind))
		}
		return wrong()
	}
	same := func(x syntax.Expr) syntax.Expr { return x }
	return t.restricted(e, same, func(syntax.Expr) syntax.Expr { return nil }), mappingOf(k.elem, k.elem)
}

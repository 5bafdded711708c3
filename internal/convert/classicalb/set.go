package classicalb

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/text"
)

// typeNames are the sets that B has names for.
var typeNames = map[string]bool{"NAT": true, "NAT1": true, "NATURAL": true, "NATURAL1": true, "INT": true, "INTEGER": true, "BOOL": true}

// typing is what a set says about its members.
type typing struct {
	typ     syntax.Type
	kind    *kind
	exact   bool // the type has the members of the set and no others
	natural bool
}

func named(name string) syntax.Type { return &syntax.NamedType{Name: name} }

// typeOf is the type of the members of a set; false if it was refused.
func (t *translation) typeOf(set *node) (typing, bool) {
	switch set.op {
	case opName:
		return t.namedSet(set)
	case "..":
		return t.rangeType(set), true
	case opSet:
		return t.elementType(set)
	case "-", `\`, `/\`, `\/`:
		return t.typeOfBoth(set)
	case "-->":
		return t.functionType(set)
	}
	t.refuse(set.at, "the set "+text.Clip(set.at.Text(), 40), "write a range, an enumerated set, or 1..n --> SET for a function")
	return typing{kind: openKind}, false
}

func (t *translation) namedSet(set *node) (typing, bool) {
	s := t.lookup(set.text)
	switch {
	case s != nil && s.use == isSet:
		return typing{typ: named(s.name), kind: &kind{base: member, set: set.text}, exact: true}, true
	case s != nil:
		t.errorf(diag.CodeImportType, set.at, "%s is not a set", text.Clip(set.text, 40))
		return typing{kind: openKind}, false
	}
	switch set.text {
	case "NAT", "NATURAL":
		return typing{typ: named("nat"), kind: numberKind, exact: true, natural: true}, true
	case "NAT1", "NATURAL1":
		return typing{typ: named("nat"), kind: numberKind, natural: true}, true
	case "INT", "INTEGER":
		return typing{typ: named("int"), kind: numberKind, exact: true}, true
	case "BOOL":
		return typing{typ: named("bool"), kind: truthKind, exact: true}, true
	}
	t.undefined(set)
	return typing{kind: openKind}, false
}

// rangeType is a range if the bounds are constant, else int.
func (t *translation) rangeType(set *node) typing {
	low, high := t.want(set.args[0], numberKind), t.want(set.args[1], numberKind)
	if t.isFixed(set.args[0]) && t.isFixed(set.args[1]) {
		return typing{typ: &syntax.RangeType{Low: low, High: high}, kind: numberKind, exact: true, natural: t.isNatural(set.args[0])}
	}
	return typing{typ: named("int"), kind: numberKind, natural: t.isNatural(set.args[0])}
}

// isFixed tells whether an expression has numbers and constants with a value only.
func (t *translation) isFixed(n *node) bool {
	if n.op == opName {
		s := t.lookup(n.text)
		return s != nil && s.use == isConstant
	}
	return !slices.ContainsFunc(n.args, func(a *node) bool { return !t.isFixed(a) })
}

// elementType is the type of the first of some elements.
func (t *translation) elementType(set *node) (typing, bool) {
	if len(set.args) == 0 {
		t.refuse(set.at, "the empty set", "")
		return typing{kind: openKind}, false
	}
	_, k := t.expr(set.args[0])
	switch k.base {
	case number:
		return typing{typ: named("int"), kind: k}, true
	case truth:
		return typing{typ: named("bool"), kind: k}, true
	case member:
		return typing{typ: named(t.lookup(k.set).name), kind: k}, true
	case open:
		return typing{kind: k}, false
	}
	t.refuse(set.at, "a set of such elements", "")
	return typing{kind: openKind}, false
}

// typeOfBoth is the type for a difference, an intersection or a union.
func (t *translation) typeOfBoth(set *node) (typing, bool) {
	a, ok := t.typeOf(set.args[0])
	if !ok || set.op != `\/` {
		a.exact = false
		return a, ok
	}
	out := typing{typ: a.typ, kind: a.kind}
	if a.kind.base == number {
		out.typ = named("int")
	}
	return out, true
}

// maxBound is the longest text of a bound of a function's arguments: it stands in every index.
const maxBound = 100

func (t *translation) functionType(set *node) (typing, bool) {
	domain, results := set.args[0], set.args[1]
	if domain.op != ".." || !t.isFixed(domain.args[0]) || !t.isFixed(domain.args[1]) {
		t.refuse(domain.at, "a function whose arguments are no range with constant bounds", "write f : 1..n --> SET, with a constant n that has a value")
		return typing{kind: openKind}, false
	}
	elem, ok := t.typeOf(results)
	if !ok {
		return elem, false
	}
	k := &kind{base: function, low: t.want(domain.args[0], numberKind), high: t.want(domain.args[1], numberKind), elem: elem.kind}
	if len(syntax.ExprString(k.low)) > maxBound || len(syntax.ExprString(k.high)) > maxBound {
		t.errorf(diag.CodeImportTooLarge, domain.at, "the bounds of a function have more than %d characters", maxBound)
		return typing{kind: openKind}, false
	}
	return typing{typ: &syntax.ArrayType{Elem: elem.typ, Length: length(k)}, kind: k, exact: elem.exact}, true
}

// beyond is what membership in a set says of e beyond the type that the set gave it; nil if that is all.
func (t *translation) beyond(e syntax.Expr, y typing, set *node) syntax.Expr {
	switch {
	case y.exact:
		return nil
	case set.op == "-" || set.op == `\` || set.op == `/\`:
		left, _ := t.typeOf(set.args[0])
		right := truthOf(t.member(e, y.kind, set.args[1]))
		if set.op != `/\` {
			right = not(right)
		}
		return and(t.beyond(e, left, set.args[0]), right)
	}
	return t.member(e, y.kind, set)
}

// membership translates e : SET and e /: SET.
func (t *translation) membership(n *node) syntax.Expr {
	e, k := t.expr(n.args[0])
	cond := truthOf(t.member(e, k, n.args[1]))
	if n.op == "/:" {
		return not(cond)
	}
	return cond
}

// member is the condition under which e, of kind k, is in a set; nil is true.
func (t *translation) member(e syntax.Expr, k *kind, set *node) syntax.Expr {
	switch set.op {
	case "..":
		t.demand(k, numberKind, set)
		if !t.copied(e, 1, set.at) {
			return nil
		}
		return and(binary("<=", t.want(set.args[0], numberKind), e), binary("<=", e, t.want(set.args[1], numberKind)))
	case opSet:
		return t.oneOf(e, k, set)
	case "-", `\`, `/\`, `\/`:
		return t.combined(e, k, set)
	case "-->":
		return t.results(e, k, set)
	}
	y, ok := t.typeOf(set)
	if ok {
		t.demand(k, y.kind, set)
	}
	switch set.text {
	case "NAT", "NATURAL":
		return binary(">=", e, numeral(zero))
	case "NAT1", "NATURAL1":
		return binary(">=", e, numeral(big.NewInt(1)))
	}
	return nil
}

// demand reports a set whose members are of another kind.
func (t *translation) demand(got, want *kind, set *node) {
	if !want.same(got) {
		t.errorf(diag.CodeImportType, set.at, "%s cannot be in %s, whose members are %s", got, text.Clip(set.at.Text(), 40), plural(want))
	}
}

func plural(k *kind) string {
	switch k.base {
	case number:
		return "numbers"
	case truth:
		return "values of BOOL"
	case member:
		return "those of " + k.set
	}
	return "functions"
}

// oneOf is membership in a list of elements.
func (t *translation) oneOf(e syntax.Expr, k *kind, set *node) syntax.Expr {
	if len(set.args) == 0 {
		return &syntax.BoolExpr{Value: false}
	}
	if t.tooLong(len(set.args), set.at) || !t.copied(e, len(set.args)-1, set.at) {
		return nil
	}
	var out syntax.Expr
	for _, a := range set.args {
		equal := binary("==", e, t.want(a, k))
		if out == nil {
			out = equal
		} else {
			out = binary("or", out, equal)
		}
	}
	return out
}

// combined is membership in a difference, an intersection or a union.
func (t *translation) combined(e syntax.Expr, k *kind, set *node) syntax.Expr {
	if !t.copied(e, 1, set.at) {
		return nil
	}
	x, y := t.member(e, k, set.args[0]), t.member(e, k, set.args[1])
	switch set.op {
	case `/\`:
		return and(x, y)
	case `\/`:
		return binary("or", truthOf(x), truthOf(y))
	}
	return and(x, not(truthOf(y)))
}

// results says of a function that all its results are in a set.
func (t *translation) results(e syntax.Expr, k *kind, set *node) syntax.Expr {
	y, ok := t.typeOf(set)
	if !ok {
		return nil
	}
	t.demand(k, y.kind, set)
	if y.kind.base != function || k.base != function {
		return nil
	}
	i := space{}.give("i", t.names, t.taken)
	element := &syntax.IndexExpr{X: e, Index: index(y.kind, nameOf(i))}
	t.taken[i] = true
	body := t.member(element, y.kind.elem, set.args[1])
	delete(t.taken, i)
	if body == nil {
		return nil
	}
	return &syntax.QuantifierExpr{Forall: true, Params: []syntax.Param{parameter(i, &syntax.RangeType{Low: y.kind.low, High: y.kind.high})}, Body: body}
}

func parameter(name string, typ syntax.Type) syntax.Param {
	return syntax.Param{Name: syntax.Name{Text: name}, Type: typ}
}

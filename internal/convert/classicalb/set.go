package classicalb

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// typing is what a set implies for its members.
type typing struct {
	typ     syntax.Type // nil if the set was refused
	kind    *kind
	exact   bool // the type has the members of the set and no others
	natural bool
}

// refused is the typing of a set that cannot be imported; that was reported.
var refused = typing{kind: openKind}

func (y typing) ok() bool { return y.typ != nil }

// inexact is a typing of a set that lacks some values of the type.
func (y typing) inexact() typing {
	y.exact, y.natural = false, false
	return y
}

func named(name string) syntax.Type { return &syntax.NamedType{Name: name} }

var (
	natural  = typing{typ: named("nat"), kind: numberKind, exact: true, natural: true}
	atLeast1 = typing{typ: named("nat"), kind: numberKind, natural: true}
	integer  = typing{typ: named("int"), kind: numberKind, exact: true}
)

// namedSets are the sets that B has names for.
var namedSets = map[string]typing{"NAT": natural, "NATURAL": natural, "NAT1": atLeast1, "NATURAL1": atLeast1,
	"INT": integer, "INTEGER": integer, "BOOL": {typ: named("bool"), kind: truthKind, exact: true},
	"STRING": {typ: named("string"), kind: textKind, exact: true}}

// typeOf is the type of the members of a set.
func (t *translation) typeOf(set *node) typing {
	switch set.op {
	case opName:
		return t.namedSet(set)
	case "..":
		return t.rangeType(set)
	case opSet:
		return t.elementType(set)
	case "-", `\`, `/\`, `\/`:
		return t.combinedType(set)
	case "<->":
		return t.relationType(set)
	case "*":
		return t.productType(set)
	}
	if name := t.spaceName(set); name != "" {
		return t.spaceType(name, set)
	}
	if arrows[set.op] {
		if set.op == "-->" && t.arrays && set.args[0].op == ".." && t.isFixed(set.args[0]) {
			return t.functionType(set)
		}
		return t.mappingType(set)
	}
	return t.valueType(set)
}

func (t *translation) namedSet(set *node) typing {
	s := t.lookup(set.text)
	switch known, ok := namedSets[set.text]; {
	case s != nil && s.use == isSet:
		return typing{typ: named(s.name), kind: &kind{base: member, set: set.text}, exact: true}
	case s != nil && s.alias != nil:
		return t.typeOf(s.alias)
	case s != nil:
		return t.valueType(set)
	case ok:
		return known
	default:
		t.undefined(set)
	}
	return refused
}

// bounds translates low..high.
func (t *translation) bounds(set *node) *syntax.RangeType {
	return &syntax.RangeType{Low: t.want(set.args[0], numberKind), High: t.want(set.args[1], numberKind)}
}

// rangeType is a range if the bounds are constant, else int.
func (t *translation) rangeType(set *node) typing {
	out := typing{typ: t.bounds(set), kind: numberKind, exact: t.isFixed(set), natural: t.isNatural(set.args[0])}
	if !out.exact {
		out.typ = named("int")
	}
	return out
}

// isFixed reports whether an expression has only numbers and constants with a value.
func (t *translation) isFixed(n *node) bool {
	if n.op == opName {
		s := t.lookup(n.text)
		return s != nil && s.use == isConstant
	}
	return !slices.ContainsFunc(n.args, func(a *node) bool { return !t.isFixed(a) })
}

// elementType is the type of the first of some elements.
func (t *translation) elementType(set *node) typing {
	if len(set.args) == 0 {
		t.refuse(set.at, "the empty set as a type", "")
		return refused
	}
	_, k := t.expr(set.args[0])
	if k.base == open || k.base == predicate {
		return refused
	}
	return typing{typ: t.typeFor(k), kind: k}
}

// combinedType is the type for a difference, an intersection or a union.
func (t *translation) combinedType(set *node) typing {
	first := set.args[0]
	if first.op == opSet && len(first.args) == 0 {
		first = set.args[1]
	}
	out := t.typeOf(first)
	out.exact = false
	if set.op == `\/` {
		out.natural = false
		if out.ok() && out.kind.base == number {
			out.typ = named("int")
		}
	}
	return out
}

// maxBound is the maximum length of the text of a bound of a function's arguments: it is repeated in every index.
const maxBound = 100

func (t *translation) functionType(set *node) typing {
	domain := set.args[0]
	elem := t.typeOf(set.args[1])
	if !elem.ok() {
		return elem
	}
	bounds := t.bounds(domain)
	if len(print.Expr(bounds.Low)) > maxBound || len(print.Expr(bounds.High)) > maxBound {
		t.list.Errorf(diag.CodeImportTooLarge, domain.at, "the bounds of a function have more than %d characters", maxBound)
		return refused
	}
	return typing{typ: &syntax.ArrayType{Elem: elem.typ, Length: convert.Count(bounds.Low, bounds.High)},
		kind: &kind{base: function, domain: bounds, elem: elem.kind}, exact: elem.exact}
}

// beyond is the condition of membership of e in a set that its type, which the set gave, does not imply; nil is true.
func (t *translation) beyond(e syntax.Expr, y typing, set *node) syntax.Expr {
	switch {
	case y.exact:
		return nil
	case set.op == "-" || set.op == `\` || set.op == `/\`:
		left := t.typeOf(set.args[0])
		right := convert.OrTrue(t.member(e, y.kind, set.args[1]))
		if set.op != `/\` {
			right = convert.Not(right)
		}
		return convert.And(t.beyond(e, left, set.args[0]), right)
	}
	return t.member(e, y.kind, set)
}

// membership translates e : SET and e /: SET.
func (t *translation) membership(n *node) syntax.Expr {
	var cond syntax.Expr
	done := false
	if n.args[0].op == "|->" {
		cond, done = t.pairMembership(n.args[0], n.args[1])
	}
	if !done {
		e, k := t.value(n.args[0], t.expected(n.args[1]))
		cond = t.member(e, k, n.args[1])
	}
	cond = convert.OrTrue(cond)
	if n.op == "/:" {
		return convert.Not(cond)
	}
	return cond
}

// expected is the kind of what is in a set of functions or of sequences, which {} and {a |-> b} may be; nil for other sets.
func (t *translation) expected(set *node) *kind {
	if !arrows[set.op] && t.spaceName(set) == "" {
		return nil
	}
	return t.typeOf(set).kind
}

// member is the condition under which e, of kind k, is in a set; nil is true.
func (t *translation) member(e syntax.Expr, k *kind, set *node) syntax.Expr {
	switch set.op {
	case "..":
		t.demand(k, numberKind, set)
		if !t.copied(e, 1, set.at) {
			return nil
		}
		bounds := t.bounds(set)
		return convert.And(convert.Binary("<=", bounds.Low, e), convert.Binary("<=", e, bounds.High))
	case opSet:
		return t.oneOf(e, k, set)
	case "-", `\`, `/\`, `\/`:
		return t.combined(e, k, set)
	case "*":
		if k.base == pair {
			return t.memberOfProduct(field(e, leftField), field(e, rightField), k, set)
		}
	case "<->":
		if k.base == mapping || k.isRelation() {
			return t.memberOfRelations(e, k, set)
		}
	case opName:
		return t.memberOfNamed(e, k, set)
	}
	name := t.spaceName(set)
	switch {
	case k.base == open:
		return nil
	case name != "":
		return t.memberOfSpace(name, e, k, set)
	case arrows[set.op] && k.base == function:
		return t.results(e, k, set)
	case arrows[set.op] && k.base == mapping:
		t.demand(k, t.asMaps(set).kind, set)
		return t.memberOfArrow(e, k, set)
	case arrows[set.op]:
		t.demand(k, t.asMaps(set).kind, set)
		return nil
	}
	return t.memberOfValue(e, k, set)
}

// asMaps is the typing of a set in which functions are maps.
func (t *translation) asMaps(set *node) typing {
	arrays := t.arrays
	t.arrays = false
	defer func() { t.arrays = arrays }()
	return t.typeOf(set)
}

// memberOfNamed is membership in a set that has a name.
func (t *translation) memberOfNamed(e syntax.Expr, k *kind, set *node) syntax.Expr {
	s := t.lookup(set.text)
	switch {
	case s != nil && s.alias != nil:
		return t.member(e, k, s.alias)
	case s != nil && s.use != isSet:
		return t.memberOfValue(e, k, set)
	}
	t.demand(k, t.typeOf(set).kind, set)
	switch {
	case s != nil:
	case set.text == "NAT" || set.text == "NATURAL":
		return convert.Binary(">=", e, convert.Integer(0))
	case set.text == "NAT1" || set.text == "NATURAL1":
		return convert.Binary(">=", e, convert.Integer(1))
	}
	return nil
}

// demand reports a set whose members are of another kind.
func (t *translation) demand(got, want *kind, set *node) {
	if !want.same(got) {
		t.list.Errorf(diag.CodeImportType, set.at, "%s cannot be in %s, whose members are %s", got, set, plural(want))
	}
}

// oneOf is membership in a list of elements.
func (t *translation) oneOf(e syntax.Expr, k *kind, set *node) syntax.Expr {
	if len(set.args) == 0 {
		return convert.Bool(false)
	}
	if t.tooLong(len(set.args), set.at) || !t.copied(e, len(set.args)-1, set.at) {
		return nil
	}
	var alternatives []syntax.Expr
	for _, a := range set.args {
		alternatives = append(alternatives, convert.Binary("==", e, t.want(a, k)))
	}
	return convert.Or(alternatives...)
}

// combined is membership in a difference, an intersection or a union.
func (t *translation) combined(e syntax.Expr, k *kind, set *node) syntax.Expr {
	if !t.copied(e, 1, set.at) {
		return nil
	}
	x, y := t.member(e, k, set.args[0]), t.member(e, k, set.args[1])
	switch set.op {
	case `/\`:
		return convert.And(x, y)
	case `\/`:
		return convert.Or(convert.OrTrue(x), convert.OrTrue(y))
	}
	return convert.And(x, convert.Not(convert.OrTrue(y)))
}

// results is the condition that all results of a function are in a set.
func (t *translation) results(e syntax.Expr, k *kind, set *node) syntax.Expr {
	arrays := t.arrays
	t.arrays = true
	y := t.typeOf(set)
	t.arrays = arrays
	t.demand(k, y.kind, set)
	if y.kind.base != function || k.base != function {
		return nil
	}
	i := t.taken.Give("i", t.names)
	body := t.member(&syntax.IndexExpr{X: e, Index: y.kind.index(convert.Name(i))}, y.kind.elem, set.args[1])
	t.taken.Free(i)
	if body == nil {
		return nil
	}
	return forAll(i, y.kind.domain, body)
}

// forAll is forall name: typ :: body.
func forAll(name string, typ syntax.Type, body syntax.Expr) syntax.Expr {
	return &syntax.QuantifierExpr{Forall: true, Params: []syntax.Param{parameter(name, typ)}, Body: body}
}

func parameter(name string, typ syntax.Type) syntax.Param {
	return syntax.Param{Name: syntax.Name{Text: name}, Type: typ}
}

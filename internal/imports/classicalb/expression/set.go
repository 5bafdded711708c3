package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Typing is the kind and type of the members of a set.
type Typing struct {
	Type    syntax.Type // nil if the set was refused
	Kind    *Kind
	Exact   bool // the type has the members of the set and no others
	Natural bool
}

// refused is the typing of a set that cannot be imported; that was reported.
var refused = Typing{Kind: OpenKind}

// Known reports whether the set can be imported.
func (y Typing) Known() bool { return y.Type != nil }

// inexact is a typing of a set that lacks some values of the type.
func (y Typing) inexact() Typing {
	y.Exact, y.Natural = false, false
	return y
}

func named(name string) syntax.Type { return &syntax.NamedType{Name: name} }

var (
	natural  = Typing{Type: named("nat"), Kind: NumberKind, Exact: true, Natural: true}
	atLeast1 = Typing{Type: named("nat"), Kind: NumberKind, Natural: true}
	integer  = Typing{Type: named("int"), Kind: NumberKind, Exact: true}
)

// namedSets are the sets that B has names for.
var namedSets = map[string]Typing{"NAT": natural, "NATURAL": natural, "NAT1": atLeast1, "NATURAL1": atLeast1,
	"INT": integer, "INTEGER": integer, "BOOL": {Type: named("bool"), Kind: TruthKind, Exact: true},
	"STRING": {Type: named("string"), Kind: TextKind, Exact: true}}

// TypeOf is the type of the members of a set.
func (t *Translator) TypeOf(set *source.Node) Typing {
	switch set.Op {
	case source.OpName:
		return t.namedSet(set)
	case "..":
		return t.rangeType(set)
	case source.OpSet:
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
	if arrows[set.Op] {
		if set.Op == "-->" && t.Arrays && set.Args[0].Op == ".." && t.isFixed(set.Args[0]) {
			return t.functionType(set)
		}
		return t.mappingType(set)
	}
	return t.valueType(set)
}

func (t *Translator) namedSet(set *source.Node) Typing {
	s := t.Lookup(set.Text)
	switch known, ok := namedSets[set.Text]; {
	case s != nil && s.Use == IsSet:
		return Typing{Type: named(s.Name), Kind: &Kind{Base: Member, Set: set.Text}, Exact: true}
	case s != nil && s.Alias != nil:
		return t.TypeOf(s.Alias)
	case s != nil:
		return t.valueType(set)
	case ok:
		return known
	default:
		t.Undefined(set)
	}
	return refused
}

// Bounds translates low..high.
func (t *Translator) Bounds(set *source.Node) *syntax.RangeType {
	return &syntax.RangeType{Low: t.Want(set.Args[0], NumberKind), High: t.Want(set.Args[1], NumberKind)}
}

// rangeType is a range if the bounds are constant and it is not empty, else int.
func (t *Translator) rangeType(set *source.Node) Typing {
	out := Typing{Type: t.Bounds(set), Kind: NumberKind, Exact: t.isFixed(set) && !t.isEmptyRange(set), Natural: t.IsNatural(set.Args[0])}
	if !out.Exact {
		out.Type = named("int")
	}
	return out
}

// isEmptyRange reports whether a range has known bounds and no numbers.
func (t *Translator) isEmptyRange(set *source.Node) bool {
	low, high := t.Constant(set.Args[0]), t.Constant(set.Args[1])
	return low != nil && high != nil && low.Cmp(high) > 0
}

// isFixed reports whether an expression has only numbers and constants with a value.
func (t *Translator) isFixed(n *source.Node) bool {
	if n.Op == source.OpName {
		s := t.Lookup(n.Text)
		return s != nil && s.Use == IsConstant
	}
	return !slices.ContainsFunc(n.Args, func(a *source.Node) bool { return !t.isFixed(a) })
}

// elementType is the type of the first of some elements.
func (t *Translator) elementType(set *source.Node) Typing {
	if len(set.Args) == 0 {
		t.Refuse(set.At, "the empty set as a type", "")
		return refused
	}
	_, k := t.Expr(set.Args[0])
	if k.Base == Open || k.Base == Predicate {
		return refused
	}
	return Typing{Type: t.TypeFor(k), Kind: k}
}

// combinedType is the type for a difference, an intersection or a union.
func (t *Translator) combinedType(set *source.Node) Typing {
	first := set.Args[0]
	if first.Op == source.OpSet && len(first.Args) == 0 {
		first = set.Args[1]
	}
	out := t.TypeOf(first)
	out.Exact = false
	if set.Op == `\/` {
		out.Natural = false
		if out.Known() && out.Kind.Base == Number {
			out.Type = named("int")
		}
	}
	return out
}

// maxBound is the maximum length of the text of a bound of a function's arguments: it is repeated in every index.
const maxBound = 100

func (t *Translator) functionType(set *source.Node) Typing {
	domain := set.Args[0]
	elem := t.TypeOf(set.Args[1])
	if !elem.Known() {
		return elem
	}
	bounds := t.Bounds(domain)
	if len(print.Expr(bounds.Low)) > maxBound || len(print.Expr(bounds.High)) > maxBound {
		t.List.Errorf(diag.CodeImportTooLarge, domain.At, "the bounds of a function have more than %d characters", maxBound)
		return refused
	}
	return Typing{Type: &syntax.ArrayType{Elem: elem.Type, Length: convert.Count(bounds.Low, bounds.High)},
		Kind: &Kind{Base: Function, Domain: bounds, Elem: elem.Kind}, Exact: elem.Exact}
}

// Beyond is the condition of membership of e in a set that its type, which the set gave, does not imply; nil is true.
func (t *Translator) Beyond(e syntax.Expr, y Typing, set *source.Node) syntax.Expr {
	switch {
	case y.Exact:
		return nil
	case set.Op == "-" || set.Op == `\` || set.Op == `/\`:
		left := t.TypeOf(set.Args[0])
		right := convert.OrTrue(t.Member(e, y.Kind, set.Args[1]))
		if set.Op != `/\` {
			right = convert.Not(right)
		}
		return convert.And(t.Beyond(e, left, set.Args[0]), right)
	}
	return t.Member(e, y.Kind, set)
}

// membership translates e : SET and e /: SET.
func (t *Translator) membership(n *source.Node) syntax.Expr {
	var cond syntax.Expr
	done := false
	if n.Args[0].Op == "|->" {
		cond, done = t.pairMembership(n.Args[0], n.Args[1])
	}
	if !done {
		e, k := t.value(n.Args[0], t.expected(n.Args[1]))
		cond = t.Member(e, k, n.Args[1])
	}
	cond = convert.OrTrue(cond)
	if n.Op == "/:" {
		return convert.Not(cond)
	}
	return cond
}

// expected is the kind of the members of a set of functions or of sequences, which {} and {a |-> b} may be; nil for other sets.
func (t *Translator) expected(set *source.Node) *Kind {
	if !arrows[set.Op] && t.spaceName(set) == "" {
		return nil
	}
	return t.TypeOf(set).Kind
}

// Member is the condition under which e, of kind k, is in a set; nil is true.
func (t *Translator) Member(e syntax.Expr, k *Kind, set *source.Node) syntax.Expr {
	switch set.Op {
	case "..":
		t.Demand(k, NumberKind, set)
		if !t.Copied(e, 1, set.At) {
			return nil
		}
		bounds := t.Bounds(set)
		return convert.And(convert.Binary("<=", bounds.Low, e), convert.Binary("<=", e, bounds.High))
	case source.OpSet:
		return t.oneOf(e, k, set)
	case "-", `\`, `/\`, `\/`:
		return t.combined(e, k, set)
	case "*":
		if k.Base == Pair {
			return t.memberOfProduct(field(e, leftField), field(e, rightField), k, set)
		}
	case "<->":
		if k.Base == Mapping || k.isRelation() {
			return t.memberOfRelations(e, k, set)
		}
	case source.OpName:
		return t.memberOfNamed(e, k, set)
	}
	name := t.spaceName(set)
	switch {
	case k.Base == Open:
		return nil
	case name != "":
		return t.memberOfSpace(name, e, k, set)
	case arrows[set.Op] && k.Base == Function:
		return t.results(e, k, set)
	case arrows[set.Op] && k.Base == Mapping:
		t.Demand(k, t.asMaps(set).Kind, set)
		return t.memberOfArrow(e, k, set)
	case arrows[set.Op]:
		t.Demand(k, t.asMaps(set).Kind, set)
		return nil
	}
	return t.memberOfValue(e, k, set)
}

// asMaps is the typing of a set in which functions are maps.
func (t *Translator) asMaps(set *source.Node) Typing {
	arrays := t.Arrays
	t.Arrays = false
	defer func() { t.Arrays = arrays }()
	return t.TypeOf(set)
}

// memberOfNamed is membership in a set that has a name.
func (t *Translator) memberOfNamed(e syntax.Expr, k *Kind, set *source.Node) syntax.Expr {
	s := t.Lookup(set.Text)
	switch {
	case s != nil && s.Alias != nil:
		return t.Member(e, k, s.Alias)
	case s != nil && s.Use != IsSet:
		return t.memberOfValue(e, k, set)
	}
	t.Demand(k, t.TypeOf(set).Kind, set)
	switch {
	case s != nil:
	case set.Text == "NAT" || set.Text == "NATURAL":
		return convert.Binary(">=", e, convert.Integer(0))
	case set.Text == "NAT1" || set.Text == "NATURAL1":
		return convert.Binary(">=", e, convert.Integer(1))
	}
	return nil
}

// Demand reports an error for a set whose members are of another kind.
func (t *Translator) Demand(got, want *Kind, set *source.Node) {
	if !want.same(got) {
		t.List.Errorf(diag.CodeImportType, set.At, "%s cannot be in %s, whose members are %s", got, set, plural(want))
	}
}

// oneOf is membership in a list of elements.
func (t *Translator) oneOf(e syntax.Expr, k *Kind, set *source.Node) syntax.Expr {
	if len(set.Args) == 0 {
		return convert.Bool(false)
	}
	if t.TooLong(len(set.Args), set.At) || !t.Copied(e, len(set.Args)-1, set.At) {
		return nil
	}
	var alternatives []syntax.Expr
	for _, a := range set.Args {
		alternatives = append(alternatives, convert.Binary("==", e, t.Want(a, k)))
	}
	return convert.Or(alternatives...)
}

// combined is membership in a difference, an intersection or a union.
func (t *Translator) combined(e syntax.Expr, k *Kind, set *source.Node) syntax.Expr {
	if !t.Copied(e, 1, set.At) {
		return nil
	}
	x, y := t.Member(e, k, set.Args[0]), t.Member(e, k, set.Args[1])
	switch set.Op {
	case `/\`:
		return convert.And(x, y)
	case `\/`:
		return convert.Or(convert.OrTrue(x), convert.OrTrue(y))
	}
	return convert.And(x, convert.Not(convert.OrTrue(y)))
}

// results is the condition that all results of a function are in a set.
func (t *Translator) results(e syntax.Expr, k *Kind, set *source.Node) syntax.Expr {
	arrays := t.Arrays
	t.Arrays = true
	y := t.TypeOf(set)
	t.Arrays = arrays
	t.Demand(k, y.Kind, set)
	if y.Kind.Base != Function || k.Base != Function {
		return nil
	}
	i := t.Taken.Give("i", t.Names)
	body := t.Member(&syntax.IndexExpr{X: e, Index: y.Kind.Index(convert.Name(i))}, y.Kind.Elem, set.Args[1])
	t.Taken.Free(i)
	if body == nil {
		return nil
	}
	return ForAll(i, y.Kind.Domain, body)
}

// ForAll is forall name: typ :: body.
func ForAll(name string, typ syntax.Type, body syntax.Expr) syntax.Expr {
	return &syntax.QuantifierExpr{Forall: true, Params: []syntax.Param{Parameter(name, typ)}, Body: body}
}

// Parameter is name: typ.
func Parameter(name string, typ syntax.Type) syntax.Param {
	return syntax.Param{Name: syntax.Name{Text: name}, Type: typ}
}

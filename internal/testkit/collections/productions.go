package collections

import (
	"fmt"
	"slices"
	"strings"
)

// production draws an expression of a type, with operands of a depth.
type production struct {
	draw  func(d *drawer, t *Type, depth int, known bool) Expression
	suits func(v, t *Type) bool // says which variables make it likely, for an expression of type t; nil is always likely
}

// The productions: general ones for all types, and specific ones by the kind of the type.
var (
	general   []production
	specifics map[Kind][]production
)

func init() { // here, since the productions refer to these lists
	general = []production{{drawElement, isListOf}, {drawConditional, nil}, {drawLookup, isMapTo}, {drawLookupOr, isMapTo}, {drawValue, isOptional}, {drawValueOr, isOptional},
		{drawEnd, isListOf}, {drawCase, hasCases}, {drawFold, isList}, {drawAscribed, nil}}
	specifics = map[Kind][]production{
		Int: {{drawLength, isAnyCollection}, {drawArithmetic, nil}, {drawAggregate, isNumbers}, {drawCount, isAnyCollection}, {drawAggregated, isAnyCollection},
			{drawIndexOf, isList}, {drawExtreme, nil}, {drawRecordField, isA(pair)}, {drawUnionField, isA(reply)}, {drawTextNumber, isText}},
		Bool: {{drawComparison, nil}, {drawMembership, isAnyCollection}, {drawLogic, nil}, {drawQuantifier, isAnyCollection}, {drawEquality, nil}, {drawNegation, nil},
			{drawSubset, isSet}, {drawIs, isA(reply)}, {drawIsNone, isAnyOptional}, {drawIsPresent, isAnyOptional}, {drawRecordField, isA(pair)}, {drawTextTest, isText}},
		String: {{drawJoin, nil}, {drawTextPart, nil}},
		Sequence: {{drawAppend, nil}, {drawListing, nil}, {drawConcatenation, nil}, {drawSlice, nil}, {drawInsertAt, nil}, {drawRemoveAt, nil}, {drawReverse, nil},
			{drawFilter, nil}, {drawMapping, nil}, {drawFill, nil}, {drawSorted, nil}, {drawInsertSorted, nil}},
		Set: {{drawInsert, nil}, {drawListing, nil}, {drawAlgebra, nil}, {drawRemove, nil}, {drawSetOf, isListOfElements}, {drawKeys, isMapOfElements}, {drawFilter, nil},
			{drawMapping, isAnyCollection}},
		Map:      {{drawMapInsert, nil}, {drawMapListing, nil}, {drawOverride, nil}, {drawRemove, nil}, {drawMapMapping, nil}},
		Optional: {{drawPresent, nil}}, Record: {{drawRecord, nil}}, Union: {{drawUnion, nil}}, Array: {{drawArray, nil}},
	}
}

func isListOf(v, t *Type) bool         { return v.Kind == Sequence && v.Elem.same(t) }
func isMapTo(v, t *Type) bool          { return v.Kind == Map && v.Elem.same(t) }
func isOptional(v, t *Type) bool       { return v.Kind == Optional && v.Elem.same(t) }
func hasCases(v, _ *Type) bool         { return v.Kind == Optional || v.Kind == Union }
func isList(v, _ *Type) bool           { return v.Kind == Sequence }
func isSet(v, _ *Type) bool            { return v.Kind == Set }
func isAnyCollection(v, _ *Type) bool  { return v.isCollection() }
func isAnyOptional(v, _ *Type) bool    { return v.Kind == Optional }
func isNumbers(v, _ *Type) bool        { return (v.Kind == Sequence || v.Kind == Set) && v.Elem.Kind == Int }
func isListOfElements(v, t *Type) bool { return v.Kind == Sequence && v.Elem.same(t.Elem) }
func isMapOfElements(v, t *Type) bool  { return v.Kind == Map && v.Key.same(t.Elem) }

func isA(declared *Type) func(v, t *Type) bool {
	return func(v, _ *Type) bool { return v == declared }
}

// productions are the productions that some variable in scope suits; sometimes all.
func (d *drawer) productions(t *Type) []production {
	choices := specifics[t.Kind]
	if t.depth() < 2 && (len(choices) == 0 || d.IntN(3) == 0) {
		choices = general
	}
	if d.IntN(8) == 7 {
		return choices
	}
	return slices.DeleteFunc(slices.Clone(choices), func(p production) bool {
		return p.suits != nil && !slices.ContainsFunc(d.scope, func(v variable) bool { return p.suits(v.typ, t) })
	})
}

// collection draws a collection whose members have a type.
func (d *drawer) collection(elem *Type, depth int) (Expression, *Type) {
	t := d.likely(func(t *Type) *Type { return t }, func(t *Type) bool { return t.isCollection() && t.ranged().same(elem) },
		sequenceOf(elem), setOf(elem), mapOf(elem, integer))
	return d.expression(t, depth, false), t
}

// likely draws one of some types, or more likely what part makes of the type of a variable in scope that suits.
func (d *drawer) likely(part func(*Type) *Type, suits func(*Type) bool, choices ...*Type) *Type {
	var scope []*Type
	for _, v := range d.scope {
		if suits(v.typ) {
			scope = append(scope, part(v.typ).Base())
		}
	}
	if len(scope) > 0 && d.IntN(4) > 0 {
		choices = scope
	}
	return d.pickType(choices...)
}

func drawConditional(d *drawer, t *Type, depth int, known bool) Expression {
	branches := d.operands(t, 2, depth, known)
	return &conditional{d.expression(boolean, depth, true), branches[0], branches[1]}
}

func drawElement(d *drawer, t *Type, depth int, _ bool) Expression {
	s := sequenceOf(t)
	if t.Kind == Int && d.IntN(6) == 0 {
		s = arrayOf(t, 2)
	}
	return apply("index", "%s[%s]", at, d.expression(s, depth, false), d.expression(integer, depth, true))
}

func drawEnd(d *drawer, t *Type, depth int, _ bool) Expression {
	s := d.expression(sequenceOf(t), depth, false)
	if d.IntN(2) == 0 {
		return apply("first", "first(%s)", first, s)
	}
	return apply("last", "last(%s)", last, s)
}

// keyed draws a map to a type, and a key.
func (d *drawer) keyed(t *Type, depth int) (m, key Expression) {
	k := d.likely(func(t *Type) *Type { return t.Key }, func(u *Type) bool { return u.Kind == Map && u.Elem.same(t) }, integer, colour, text)
	return d.expression(mapOf(k, t), depth, false), d.expression(k, depth, true)
}

func drawLookup(d *drawer, t *Type, depth int, _ bool) Expression {
	m, key := d.keyed(t, depth)
	return apply("lookup", "%s[%s]", lookup, m, key)
}

func drawLookupOr(d *drawer, t *Type, depth int, _ bool) Expression {
	m, key := d.keyed(t, depth)
	return &fallback{"get of a map", []Expression{m, key}, lookup, d.expression(t, depth, true)}
}

func drawValue(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Kind == Optional {
		return d.leaf(t, known)
	}
	return apply("value", "value(%s)", valueOf, d.expression(optional(t), depth, false))
}

func drawValueOr(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Kind == Optional {
		return d.leaf(t, known)
	}
	return &fallback{"get of an optional", []Expression{d.expression(optional(t), depth, false)}, valueOf, d.expression(t, depth, true)}
}

func drawAscribed(d *drawer, t *Type, depth int, _ bool) Expression {
	return d.ascribed(t, d.expression(t, depth, true))
}

func drawFold(d *drawer, t *Type, depth int, known bool) Expression {
	over := d.likely((*Type).ranged, func(t *Type) bool { return t.Kind == Sequence }, integer, reply, pair)
	s := sequenceOf(over)
	if t.isCollection() && d.IntN(2) == 0 {
		return d.collecting(t, s, depth)
	}
	f := &fold{accumulator: d.fresh("total"), typ: t, initial: d.expression(t, depth, false), generator: generator{d.fresh("x"), d.expression(s, depth, false), s, nil}}
	f.body = d.bind([]string{f.accumulator, f.generator.variable}, []*Type{t, over}, true, func() Expression { return d.expression(t, depth, true) })
	return f
}

// collecting draws a fold that begins with an empty collection, into which something is put: that tells its type.
func (d *drawer) collecting(t, s *Type, depth int) Expression {
	empty := map[Kind]Value{Sequence: List{}, Set: elements(nil), Map: Entries{}}[t.Kind]
	f := &fold{accumulator: d.fresh("total"), typ: t, initial: constant{empty, t}, generator: generator{d.fresh("x"), d.expression(s, depth, false), s, nil}}
	total := variable{f.accumulator, t, true}
	f.body = d.bind([]string{f.generator.variable}, []*Type{s.Elem}, true, func() Expression { return d.grown(t, total, depth) })
	if d.IntN(2) == 0 {
		condition := d.bind([]string{f.accumulator, f.generator.variable}, []*Type{t, s.Elem}, true, func() Expression { return d.expression(boolean, depth, true) })
		f.body = &conditional{condition, f.body, total}
	}
	return f
}

// drawCase draws a case of a union or an optional value. Alternatives are left out sometimes.
func drawCase(d *drawer, t *Type, depth int, known bool) Expression {
	alternatives, of := reply.Alternatives, reply
	if d.IntN(2) == 0 {
		of = optional(d.optionalType())
		alternatives = []Alternative{{"none", nil}, {"some", []Field{{"value", of.Elem}}}}
	}
	c := &caseOf{of: d.expression(of, depth, false)}
	hasElse := d.IntN(3) == 0
	for _, a := range alternatives {
		if d.IntN(5) > 0 || !hasElse && len(c.arms) == 0 {
			c.arms = append(c.arms, d.arm(a, t, depth, known))
		}
	}
	if hasElse {
		c.arms = append(c.arms, arm{value: d.expression(t, depth, known)})
	}
	return c
}

// arm draws an arm for an alternative.
func (d *drawer) arm(a Alternative, t *Type, depth int, known bool) arm {
	out := arm{alternative: a.Name, fields: a.Fields}
	var types []*Type
	for i, f := range a.Fields {
		out.names = append(out.names, d.pick(f.Name, fmt.Sprint("y", i, "at", d.depth), ""))
		types = append(types, f.Type)
	}
	out.value = d.bind(out.names, types, true, func() Expression { return d.expression(t, depth, known) })
	return out
}

func drawLength(d *drawer, _ *Type, depth int, _ bool) Expression {
	s, _ := d.collection(d.memberType(), depth)
	if d.IntN(8) == 0 {
		s = d.expression(text, depth, false)
	}
	return apply("len", "len(%s)", total(length), s)
}

func drawArithmetic(d *drawer, _ *Type, depth int, _ bool) Expression {
	operator := d.pick("+", "-", "*", "+", "-", "/", "%")
	return apply(operator, "(%s "+strings.ReplaceAll(operator, "%", "%%")+" %s)", arithmetic(operator), d.expression(integer, depth, true), d.expression(integer, depth, true))
}

func drawExtreme(d *drawer, _ *Type, depth int, _ bool) Expression {
	function := d.pick("min", "max")
	return apply("min of two", function+"(%s, %s)", func(v []Value) (Value, Failure) { return aggregate(function, v) },
		d.expression(integer, depth, true), d.expression(integer, depth, true))
}

func drawIndexOf(d *drawer, _ *Type, depth int, _ bool) Expression {
	t := d.memberType()
	return apply("indexOf", "indexOf(%s, %s)", total(indexOf), d.expression(sequenceOf(t), depth, false), d.expression(t, depth, true))
}

func drawAggregate(d *drawer, _ *Type, depth int, _ bool) Expression {
	function := d.pick("sum", "min", "max")
	s := d.expression(d.pickType(sequenceOf(integer), setOf(integer)), depth, false)
	return apply(function, function+"(%s)", func(v []Value) (Value, Failure) { return aggregate(function, members(v[0])) }, s)
}

// generator draws a variable that ranges over a collection.
func (d *drawer) generator(elem *Type, depth int) generator {
	over, t := d.collection(elem, depth)
	if bounds := boundsOf(over); bounds != nil {
		t = bounds
	}
	return generator{variable: d.fresh("x"), over: over, typ: t}
}

// inside draws an expression in which the variable of g may occur.
func (d *drawer) inside(g generator, t *Type, depth int, known bool) Expression {
	return d.bind([]string{g.variable}, []*Type{g.typ.ranged()}, boundsOf(g.over) == nil, func() Expression { return d.expression(t, depth, known) })
}

// condition draws a condition on the variable of g.
func (d *drawer) condition(g generator, depth int) Expression {
	return d.inside(g, boolean, depth, true)
}

// memberType draws the type of members of a collection.
func (d *drawer) memberType() *Type {
	return d.likely((*Type).ranged, (*Type).isCollection, integer, reply, pair, colour, text, sequenceOf(integer))
}

// optionalType draws a type whose values may be absent.
func (d *drawer) optionalType() *Type {
	return d.likely(func(t *Type) *Type { return t.Elem }, func(t *Type) bool { return t.Kind == Optional }, integer, pair, sequenceOf(integer))
}

func drawCount(d *drawer, _ *Type, depth int, _ bool) Expression {
	g := d.generator(d.memberType(), depth)
	g.condition = d.condition(g, depth)
	return &comprehension{construct: "count", function: "count", kind: Sequence, generator: g}
}

func drawAggregated(d *drawer, _ *Type, depth int, _ bool) Expression {
	function := d.pick("sum", "min", "max")
	g := d.generator(d.memberType(), depth)
	if d.IntN(2) == 0 {
		g.condition = d.condition(g, depth)
	}
	return &comprehension{construct: function + " for", function: function, kind: Sequence, element: d.inside(g, integer, depth, true), generator: g}
}

func drawJoin(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("+ of strings", "(%s + %s)", total(joined), d.expression(t, depth, true), d.expression(t, depth, true))
}

// drawRecordField draws the field of a record that has the type.
func drawRecordField(d *drawer, t *Type, depth int, _ bool) Expression {
	i := slices.IndexFunc(pair.Fields, func(f Field) bool { return f.Type.same(t) })
	return apply("field", "%s."+pair.Fields[i].Name, recordField(i), d.expression(pair, depth, false))
}

// drawUnionField draws a number that is a field of an alternative.
func drawUnionField(d *drawer, _ *Type, depth int, _ bool) Expression {
	a := reply.Alternatives[1+d.IntN(len(reply.Alternatives)-1)]
	return apply("field of a union", "%s."+a.Fields[0].Name, unionField(a.Name, 0), d.expression(reply, depth, false))
}

package collections

import (
	"fmt"
	"strings"
)

// operands draws a number of expressions of a type. If it is not known, one of them tells it.
func (d *drawer) operands(t *Type, n, depth int, known bool) []Expression {
	out := make([]Expression, n)
	teller := d.teller(n, known)
	for i := range out {
		out[i] = d.expression(t, depth, i != teller)
	}
	return out
}

// teller draws which of n expressions tells the type of all; -1 if it is known.
func (d *drawer) teller(n int, known bool) int {
	if known {
		return -1
	}
	return d.IntN(n)
}

// slots is the format of n operands.
func slots(n int) string { return strings.TrimSuffix(strings.Repeat("%s, ", n), ", ") }

// drawListing draws [a, b] or {a, b}; without elements only where the type is known.
func drawListing(d *drawer, t *Type, depth int, known bool) Expression {
	if !known && isAmbiguous(t) {
		return d.ascribed(t, drawListing(d, t, depth, true))
	}
	n := d.IntN(3)
	if !known {
		n++
	}
	operands := d.operands(t.Elem, n, depth, known)
	if t.Kind == Set {
		return literal(t, apply("set", "{"+slots(n)+"}", total(set), operands...))
	}
	return literal(t, apply("sequence", "["+slots(n)+"]", total(list), operands...))
}

// literal marks a collection whose elements are written out: their types have no bounds.
func literal(t *Type, e Expression) Expression {
	e.(*operation).literal = true
	return typed(t.Base(), e)
}

func drawArray(d *drawer, t *Type, depth int, known bool) Expression {
	if !known {
		return d.ascribed(t, drawArray(d, t, depth, true))
	}
	return apply("array", "["+slots(t.Most)+"]", total(list), d.operands(t.Elem, t.Most, depth, true)...)
}

func drawFill(d *drawer, t *Type, depth int, known bool) Expression {
	if !known && isAmbiguous(t) {
		return d.leaf(t, false)
	}
	n := 1 + d.IntN(3)
	e := apply("fill", fmt.Sprintf("[%%s; %d]", n), total(func(v []Value) Value {
		out := List{}
		for range n {
			out = append(out, v[0])
		}
		return out
	}), d.expression(t.Elem, depth, known))
	e.(*operation).literal = true
	return e
}

func drawConcatenation(d *drawer, t *Type, depth int, known bool) Expression {
	a, b, sum := d.summands(t, depth)
	return typed(sum, apply("+ of sequences", "(%s + %s)", total(concatenate), a, b))
}

func drawSlice(d *drawer, t *Type, depth int, _ bool) Expression {
	s, bounds := d.owner(t, depth)
	bounds = bounds.anyLength()
	switch d.IntN(3) {
	case 0:
		return typed(bounds, apply("slice from", "%s[%s:]", sliceFrom, s, d.expression(integer, depth, true)))
	case 1:
		return typed(bounds, apply("slice to", "%s[:%s]", sliceTo, s, d.expression(integer, depth, true)))
	}
	return typed(bounds, apply("slice", "%s[%s:%s]", sliceBoth, s, d.expression(integer, depth, true), d.expression(integer, depth, true)))
}

func drawAppend(d *drawer, t *Type, depth int, _ bool) Expression {
	if d.IntN(4) == 0 {
		return d.grown(t, constant{List{}, t}, depth)
	}
	s, bounds := d.owner(t, depth)
	return typed(bounds.anyLength(), apply("append", "append(%s, %s)", total(appended), s, d.element(t.Elem, bounds.Elem, depth)))
}

func drawInsertAt(d *drawer, t *Type, depth int, _ bool) Expression {
	s, bounds := d.owner(t, depth)
	i := d.expression(integer, depth, true)
	return &operation{construct: "insertAt", format: "insertAt(%s, %s, %s)", apply: insertAt, typ: bounds.anyLength(),
		operands: []Expression{s, i, d.element(t.Elem, bounds.Elem, depth)}, carried: 1}
}

func drawRemoveAt(d *drawer, t *Type, depth int, _ bool) Expression {
	s, bounds := d.owner(t, depth)
	return typed(bounds, apply("removeAt", "removeAt(%s, %s)", removeAt, s, d.expression(integer, depth, true)))
}

func drawReverse(d *drawer, t *Type, depth int, _ bool) Expression {
	s, bounds := d.owner(t, depth)
	return typed(bounds, apply("reverse", "reverse(%s)", total(reversed), s))
}

// drawSorted draws a sorted sequence, of numbers or strings.
func drawSorted(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Elem.Kind != Int && t.Elem.Kind != String {
		return drawReverse(d, t, depth, known)
	}
	s, bounds := d.owner(d.pickType(t, setOf(t.Elem)), depth)
	return typed(sequenceOf(bounds.Elem), apply("sorted", "sorted(%s)", total(sorted), s))
}

func drawInsertSorted(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Elem.Kind != Int && t.Elem.Kind != String {
		return drawAppend(d, t, depth, known)
	}
	s, bounds := d.owner(t, depth)
	return typed(bounds.anyLength(), apply("insertSorted", "insertSorted(%s, %s)", total(insertSorted), s, d.element(t.Elem, bounds.Elem, depth)))
}

// source draws what a comprehension of type t goes over: a sequence has an order, so it comes of a sequence.
func (d *drawer) source(t, elem *Type, depth int) generator {
	g := d.generator(elem, depth)
	if t.Kind == Sequence && g.typ.Kind != Sequence {
		g.typ = sequenceOf(elem)
		g.over = d.expression(g.typ, depth, false)
	}
	return g
}

// drawFilter draws [x in s : c] or {x in s : c}.
func drawFilter(d *drawer, t *Type, depth int, _ bool) Expression {
	g := d.source(t, t.Elem, depth)
	g.condition = d.condition(g, depth)
	c := &comprehension{construct: "filter", kind: t.Kind, generator: g}
	if bounds := boundsOf(g.over); bounds != nil {
		c.typ = sequenceOf(bounds.ranged())
		if t.Kind == Set {
			c.typ = setOf(bounds.ranged())
		}
	}
	return c
}

// drawMapping draws [f(x) for x in s : c] or {f(x) for x in s : c}.
func drawMapping(d *drawer, t *Type, depth int, known bool) Expression {
	g := d.source(t, d.memberType(), depth)
	if d.IntN(2) == 0 {
		g.condition = d.condition(g, depth)
	}
	return &comprehension{construct: "for " + kindName(t), kind: t.Kind, element: d.inside(g, t.Elem, depth, false), generator: g}
}

func drawAlgebra(d *drawer, t *Type, depth int, _ bool) Expression {
	operator := d.pick("+", "-", "&")
	f := map[string]func([]Value) Value{"+": union, "-": difference, "&": intersection}[operator]
	if operator == "+" {
		a, b, sum := d.summands(t, depth)
		return typed(sum, apply("+ of sets", "(%s + %s)", total(f), a, b))
	}
	a, bounds := d.owner(t, depth)
	return typed(bounds, apply(operator+" of sets", "(%s "+operator+" %s)", total(f), a, d.expression(t, depth, true)))
}

func drawInsert(d *drawer, t *Type, depth int, _ bool) Expression {
	if d.IntN(4) == 0 {
		return d.grown(t, constant{elements(nil), t}, depth)
	}
	s, bounds := d.owner(t, depth)
	return typed(bounds, apply("insert", "insert(%s, %s)", total(setInsert), s, d.element(t.Elem, bounds.Elem, depth)))
}

// drawRemove removes an element of a set or a key of a map.
func drawRemove(d *drawer, t *Type, depth int, _ bool) Expression {
	f := setRemove
	if t.Kind == Map {
		f = mapRemove
	}
	s, bounds := d.owner(t, depth)
	return typed(bounds, apply("remove from "+kindName(t), "remove(%s, %s)", total(f), s, d.expression(t.ranged(), depth, true)))
}

func drawSetOf(d *drawer, t *Type, depth int, _ bool) Expression {
	s, bounds := d.owner(sequenceOf(t.Elem), depth)
	return typed(setOf(bounds.Elem), apply("set of a sequence", "set(%s)", total(setFrom), s))
}

func drawKeys(d *drawer, t *Type, depth int, _ bool) Expression {
	m, bounds := d.owner(mapOf(t.Elem, integer), depth)
	return typed(setOf(bounds.Key), apply("keys", "keys(%s)", total(setFrom), m))
}

// drawMapListing draws {k: v, l: w}; without entries only where the type is known.
func drawMapListing(d *drawer, t *Type, depth int, known bool) Expression {
	if !known && isAmbiguous(t) {
		return d.ascribed(t, drawMapListing(d, t, depth, true))
	}
	n := d.IntN(3)
	if !known {
		n++
	}
	var operands []Expression
	keys, values := d.operands(t.Key, n, depth, known), d.operands(t.Elem, n, depth, known)
	for i := range n {
		operands = append(operands, keys[i], values[i])
	}
	return literal(t, apply("map", "{"+strings.TrimSuffix(strings.Repeat("%s: %s, ", n), ", ")+"}", total(entries), operands...))
}

func drawMapInsert(d *drawer, t *Type, depth int, _ bool) Expression {
	if d.IntN(4) == 0 {
		return d.grown(t, constant{Entries{}, t}, depth)
	}
	m, bounds := d.owner(t, depth)
	return typed(bounds, apply("insert into a map", "insert(%s, %s, %s)", total(mapInsert), m, d.element(t.Key, bounds.Key, depth), d.element(t.Elem, bounds.Elem, depth)))
}

func drawOverride(d *drawer, t *Type, depth int, _ bool) Expression {
	a, b, sum := d.summands(t, depth)
	return typed(sum, apply("+ of maps", "(%s + %s)", total(override), a, b))
}

// drawMapMapping draws {k: f(k) for k in s : c}. Over a set the keys are its elements, since the order of a set is not defined; over a
// sequence they are any.
func drawMapMapping(d *drawer, t *Type, depth int, known bool) Expression {
	g := d.generator(t.Key, depth)
	if d.IntN(2) == 0 {
		g.condition = d.condition(g, depth)
	}
	c := &comprehension{construct: "for a map", kind: Map, key: variable{name: g.variable, typ: t.Key}, generator: g}
	if g.typ.Kind == Sequence && d.IntN(2) == 0 {
		c.key = d.inside(g, t.Key, depth, false)
	}
	c.element = d.inside(g, t.Elem, depth, false)
	return c
}

// drawPresent draws a value where an optional one is required, or none.
func drawPresent(d *drawer, t *Type, depth int, known bool) Expression {
	if !known {
		return d.ascribed(t, drawPresent(d, t, depth, true))
	}
	return apply("present", "%s", total(present), d.expression(t.Elem, depth, true))
}

func drawRecord(d *drawer, t *Type, depth int, _ bool) Expression {
	format, operands := d.made(t.Fields, depth)
	return apply("record", t.Name+format, total(func(v []Value) Value { return Fields(v) }), operands...)
}

func drawUnion(d *drawer, t *Type, depth int, _ bool) Expression {
	a := t.Alternatives[d.IntN(len(t.Alternatives))]
	format, operands := d.made(a.Fields, depth)
	if len(a.Fields) == 0 && d.IntN(2) == 0 {
		format = ""
	}
	return apply("alternative", a.Name+format, total(func(v []Value) Value { return Variant{a.Name, v} }), operands...)
}

// made draws values for fields.
func (d *drawer) made(fields []Field, depth int) (format string, operands []Expression) {
	var parts []string
	for _, f := range fields {
		parts = append(parts, f.Name+": %s")
		operands = append(operands, bounded{d.expression(f.Type.Base(), depth, true), f.Type})
	}
	return "{" + strings.Join(parts, ", ") + "}", operands
}

// grown puts something into a collection whose type is not known, or that has no bounds: what is put into it tells its type.
func (d *drawer) grown(t *Type, c Expression, depth int) Expression {
	element := func(t *Type) Expression { return d.expression(t, depth, false) }
	switch {
	case t.Kind == Map:
		return typed(t.Base(), apply("insert into a map", "insert(%s, %s, %s)", total(mapInsert), c, element(t.Key), element(t.Elem)))
	case t.Kind == Set:
		return typed(t.Base(), apply("insert", "insert(%s, %s)", total(setInsert), c, element(t.Elem)))
	case d.IntN(2) == 0:
		return apply("+ of sequences", "(%s + [%s])", total(appended), c, element(t.Elem))
	}
	return typed(t.Base(), apply("append", "append(%s, %s)", total(appended), c, element(t.Elem)))
}

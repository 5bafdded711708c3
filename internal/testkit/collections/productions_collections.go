package collections

import (
	"fmt"
	"strings"
)

// operands draws a number of expressions of a type.
func (d *drawer) operands(t *Type, n, depth int, known bool) []Expression {
	out := make([]Expression, n)
	for i := range out {
		out[i] = d.expression(t, depth, known)
	}
	return out
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
		return apply("set", "{"+slots(n)+"}", total(set), operands...)
	}
	return apply("sequence", "["+slots(n)+"]", total(list), operands...)
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
	n := d.IntN(4)
	return apply("fill", fmt.Sprintf("[%%s; %d]", n), total(func(v []Value) Value {
		out := List{}
		for range n {
			out = append(out, v[0])
		}
		return out
	}), d.expression(t.Elem, depth, known))
}

func drawConcatenation(d *drawer, t *Type, depth int, known bool) Expression {
	return apply("+ of sequences", "(%s + %s)", total(concatenate), d.expression(t, depth, false), d.expression(t, depth, true))
}

func drawSlice(d *drawer, t *Type, depth int, _ bool) Expression {
	s := d.expression(t, depth, false)
	switch d.IntN(3) {
	case 0:
		return apply("slice from", "%s[%s:]", sliceFrom, s, d.expression(integer, depth, true))
	case 1:
		return apply("slice to", "%s[:%s]", sliceTo, s, d.expression(integer, depth, true))
	}
	return apply("slice", "%s[%s:%s]", sliceBoth, s, d.expression(integer, depth, true), d.expression(integer, depth, true))
}

func drawAppend(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("append", "append(%s, %s)", total(appended), d.expression(t, depth, false), d.expression(t.Elem, depth, true))
}

func drawInsertAt(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("insertAt", "insertAt(%s, %s, %s)", insertAt, d.expression(t, depth, false), d.expression(integer, depth, true), d.expression(t.Elem, depth, true))
}

func drawRemoveAt(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("removeAt", "removeAt(%s, %s)", removeAt, d.expression(t, depth, false), d.expression(integer, depth, true))
}

func drawReverse(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("reverse", "reverse(%s)", total(reversed), d.expression(t, depth, false))
}

// drawSorted draws a sorted sequence, of numbers or strings.
func drawSorted(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Elem.Kind != Int && t.Elem.Kind != String {
		return drawReverse(d, t, depth, known)
	}
	return apply("sorted", "sorted(%s)", total(sorted), d.expression(d.pickType(t, setOf(t.Elem)), depth, false))
}

func drawInsertSorted(d *drawer, t *Type, depth int, known bool) Expression {
	if t.Elem.Kind != Int && t.Elem.Kind != String {
		return drawAppend(d, t, depth, known)
	}
	return apply("insertSorted", "insertSorted(%s, %s)", total(insertSorted), d.expression(t, depth, false), d.expression(t.Elem, depth, true))
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
	return &comprehension{construct: "filter", kind: t.Kind, generator: g}
}

// drawMapping draws [f(x) for x in s : c] or {f(x) for x in s : c}.
func drawMapping(d *drawer, t *Type, depth int, known bool) Expression {
	g := d.source(t, d.memberType(), depth)
	if d.IntN(2) == 0 {
		g.condition = d.condition(g, depth)
	}
	return &comprehension{construct: "for " + kindName(t), kind: t.Kind, element: d.inside(g, t.Elem, depth, known && !isAmbiguous(t.Elem)), generator: g}
}

func drawAlgebra(d *drawer, t *Type, depth int, _ bool) Expression {
	operator := d.pick("+", "-", "&")
	f := map[string]func([]Value) Value{"+": union, "-": difference, "&": intersection}[operator]
	return apply(operator+" of sets", "(%s "+operator+" %s)", total(f), d.expression(t, depth, false), d.expression(t, depth, true))
}

func drawInsert(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("insert", "insert(%s, %s)", total(setInsert), d.expression(t, depth, false), d.expression(t.Elem, depth, true))
}

// drawRemove removes an element of a set or a key of a map.
func drawRemove(d *drawer, t *Type, depth int, _ bool) Expression {
	f := setRemove
	if t.Kind == Map {
		f = mapRemove
	}
	return apply("remove from "+kindName(t), "remove(%s, %s)", total(f), d.expression(t, depth, false), d.expression(t.ranged(), depth, true))
}

func drawSetOf(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("set of a sequence", "set(%s)", total(setFrom), d.expression(sequenceOf(t.Elem), depth, false))
}

func drawKeys(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("keys", "keys(%s)", total(setFrom), d.expression(mapOf(t.Elem, integer), depth, false))
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
	for range n {
		operands = append(operands, d.expression(t.Key, depth, known), d.expression(t.Elem, depth, known))
	}
	return apply("map", "{"+strings.TrimSuffix(strings.Repeat("%s: %s, ", n), ", ")+"}", total(entries), operands...)
}

func drawMapInsert(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("insert into a map", "insert(%s, %s, %s)", total(mapInsert), d.expression(t, depth, false), d.expression(t.Key, depth, true), d.expression(t.Elem, depth, true))
}

func drawOverride(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("+ of maps", "(%s + %s)", total(override), d.expression(t, depth, false), d.expression(t, depth, true))
}

// drawMapMapping draws {k: f(k) for k in s : c}. Over a set the keys are its elements, since the order of a set is not defined; over a
// sequence they are any.
func drawMapMapping(d *drawer, t *Type, depth int, known bool) Expression {
	g := d.generator(t.Key, depth)
	if d.IntN(2) == 0 {
		g.condition = d.condition(g, depth)
	}
	c := &comprehension{construct: "for a map", kind: Map, key: variable{g.variable, t.Key}, generator: g}
	if g.typ.Kind == Sequence && d.IntN(2) == 0 {
		c.key = d.inside(g, t.Key, depth, false)
	}
	c.element = d.inside(g, t.Elem, depth, known && !isAmbiguous(t.Elem))
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

package collections

import "fmt"

func drawComparison(d *drawer, _ *Type, depth int, _ bool) Expression {
	operator, t := d.pick("<", "<=", ">", ">="), d.pickType(integer, integer, integer, text)
	return apply(operator, "(%s "+operator+" %s)", comparison(operator), d.expression(t, depth, true), d.expression(t, depth, true))
}

func drawLogic(d *drawer, t *Type, depth int, _ bool) Expression {
	return &logic{d.pick("and", "or", "=>"), d.expression(t, depth, true), d.expression(t, depth, true)}
}

func drawNegation(d *drawer, t *Type, depth int, _ bool) Expression {
	return apply("not", "(not %s)", total(negated), d.expression(t, depth, true))
}

func drawEquality(d *drawer, _ *Type, depth int, _ bool) Expression {
	t := d.anyType()
	a, b := d.expression(t, depth, false), d.expression(t, depth, true)
	if d.IntN(2) == 0 {
		return apply("==", "(%s == %s)", total(equalTo), a, b)
	}
	return apply("!=", "(%s != %s)", total(differentTo), a, b)
}

func drawMembership(d *drawer, _ *Type, depth int, _ bool) Expression {
	elem := d.memberType()
	s, t := d.collection(elem, depth)
	return apply("in "+kindName(t), "(%s in %s)", total(isMember), d.expression(elem, depth, false), s)
}

func kindName(t *Type) string {
	return map[Kind]string{Sequence: "a sequence", Set: "a set", Map: "a map"}[t.Kind]
}

func drawSubset(d *drawer, _ *Type, depth int, _ bool) Expression {
	t := setOf(d.memberType())
	return apply("subset", "(%s <= %s)", total(isSubset), d.expression(t, depth, false), d.expression(t, depth, true))
}

func drawIs(d *drawer, _ *Type, depth int, _ bool) Expression {
	name := reply.Alternatives[d.IntN(len(reply.Alternatives))].Name
	return apply("is", "(%s is "+name+")", isAlternative(name), d.expression(reply, depth, false))
}

func drawIsNone(d *drawer, _ *Type, depth int, _ bool) Expression {
	t := optional(d.optionalType())
	return apply("== none", "(%s == none)", total(isNone), d.expression(t, depth, false))
}

// drawIsPresent compares an optional value with one that is always present.
func drawIsPresent(d *drawer, _ *Type, depth int, _ bool) Expression {
	t := d.optionalType()
	return apply("== of an optional", "(%s == %s)", total(func(v []Value) Value { return equal(v[0], Option{true, v[1]}) }),
		d.expression(optional(t), depth, false), d.expression(t, depth, true))
}

func drawQuantifier(d *drawer, _ *Type, depth int, _ bool) Expression {
	g := d.generator(d.memberType(), depth)
	q := &quantifier{forall: d.IntN(2) == 0, generator: g}
	names, types := []string{g.variable}, []*Type{g.typ.ranged()}
	if d.IntN(4) == 0 {
		q.second, q.secondOf = fmt.Sprint("k", d.depth), within(0, 1)
		names, types = append(names, q.second), append(types, q.secondOf)
	}
	q.body = d.bind(names, types, boundsOf(g.over) == nil, func() Expression { return d.expression(boolean, depth, true) })
	return q
}

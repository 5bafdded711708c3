package classicalb

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// definedness is whether an expression has a value.
type definedness uint8

const (
	hasValue   definedness = iota
	noFunction             // a union of functions is none: the model may have an error there
	undefined              // some part has no value in B
)

// context has the values of names, and the definedness found so far.
type context struct {
	names map[string]meaning
	state *definedness
}

// with is the context in which names have other values.
func (c context) with(values map[string]meaning) context {
	names := maps.Clone(c.names)
	maps.Copy(names, values)
	return context{names, c.state}
}

// undefined marks an expression as having no value; it returns some value nevertheless.
func (c context) undefined(value meaning) meaning {
	*c.state = undefined
	return value
}

// drawn is a random expression: its text in B, and its value there.
type drawn struct {
	text     string
	of       func(context) meaning
	variable string // that it is assigned to; empty for a predicate
}

func (d drawn) evaluate(names map[string]meaning) (meaning, definedness) {
	var state definedness
	out := d.of(context{names, &state})
	return out, state
}

func (d drawn) holds(c context) bool { return d.of(c).text == "TRUE" }

// fixed is an expression with a certain value.
func fixed(text string, value meaning) drawn {
	return drawn{text: text, of: func(context) meaning { return value }}
}

// unary and binary are expressions on others; $ in the text stands for one of them.
func unary(text string, x drawn, f func(c context, x meaning) meaning) drawn {
	return drawn{text: fill(text, x), of: func(c context) meaning { return f(c, x.of(c)) }}
}

func binary(text string, x, y drawn, f func(x, y meaning) meaning) drawn {
	return drawn{text: fill(text, x, y), of: func(c context) meaning { return f(x.of(c), y.of(c)) }}
}

// partial is a binary expression that may be undefined.
func partial(text string, x, y drawn, f func(c context, x, y meaning) meaning) drawn {
	return drawn{text: fill(text, x, y), of: func(c context) meaning { return f(c, x.of(c), y.of(c)) }}
}

func fill(text string, parts ...drawn) string {
	for _, p := range parts {
		text = strings.Replace(text, "$", p.text, 1)
	}
	return text
}

// drawing draws expressions of the types of variablesOf.
type drawing struct {
	r     *rapid.T
	start map[string]meaning  // the values of variables
	bound map[string][]string // the names that quantifiers and comprehensions bind, by type
	count int                 // of bound names
}

func (g *drawing) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.r, "choice") }

// elementOf are the types of the elements of sets and sequences, and of the right parts of relations.
var elementOf = map[string]string{"numbers": "number", "members": "member", "sequence": "number", "word": "member",
	"relation": "number", "function": "number", "links": "member", "successor": "member"}

// literal is a constant of a type, with at least a number of elements: where the type of {} cannot be seen, it is refused.
func (g *drawing) literal(typ string, least int) drawn {
	switch typ {
	case "number":
		n := rapid.IntRange(-2, 4).Draw(g.r, "number")
		return fixed(fmt.Sprintf("(%d)", n), aNumber(n))
	case "truth":
		b := rapid.Bool().Draw(g.r, "truth")
		return fixed(aTruth(b).text, aTruth(b))
	case "member":
		name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(g.r, "member")
		return fixed(name, meaning{text: name})
	}
	var elems []drawn
	for range rapid.IntRange(least, 3).Draw(g.r, "elements") {
		elems = append(elems, g.literal(elementOf[typ], 0))
	}
	return g.collect(typ, elems)
}

// collect is a constant collection of elements; the left parts of relations are drawn, those of functions are distinct.
func (g *drawing) collect(typ string, elems []drawn) drawn {
	var texts []string
	var values []meaning
	for i, e := range elems {
		text, value := e.text, e.of(context{})
		if isGraph(typ) {
			left := g.literal("member", 0)
			if isFunctional(typ) {
				left = fixed("abc"[i:i+1], meaning{text: "abc"[i : i+1]})
			}
			text, value = "("+left.text+" |-> "+text+")", aPair(left.of(context{}), value)
		}
		texts, values = append(texts, text), append(values, value)
	}
	if typ == "sequence" || typ == "word" {
		return fixed("["+strings.Join(texts, ", ")+"]", theSequence(values...))
	}
	return fixed("{"+strings.Join(texts, ", ")+"}", theSet(values...))
}

func isGraph(typ string) bool { return typ == "relation" || typ == "links" || isFunctional(typ) }

func isFunctional(typ string) bool { return typ == "function" || typ == "successor" }

// name is a variable or a bound name of a type.
func (g *drawing) name(typ string) drawn {
	names := slices.Clone(g.bound[typ])
	for _, v := range variablesOf {
		if v.typ == typ {
			names = append(names, strings.Fields(v.names)...)
		}
	}
	name := rapid.SampledFrom(names).Draw(g.r, "name")
	return drawn{text: name, of: func(c context) meaning { return c.names[name] }}
}

// expression draws one of a type, of at most a number of levels.
func (g *drawing) expression(typ string, depth int) drawn {
	switch k := g.pick(6); {
	case depth == 0 && k < 4 || k == 0:
		return g.name(typ)
	case depth == 0 || k == 1:
		return g.literal(typ, 1)
	}
	switch typ {
	case "number":
		return g.number(depth - 1)
	case "truth":
		return unary("bool($)", g.predicate(depth-1), func(_ context, x meaning) meaning { return x })
	case "member":
		return g.member(depth - 1)
	case "numbers", "members":
		return g.set(typ, depth-1)
	case "sequence", "word":
		return g.sequence(typ, depth-1)
	case "function", "successor":
		return g.function(typ, depth-1)
	}
	return g.relation(typ, depth-1)
}

// any draws one of several types.
func (g *drawing) any(depth int, types ...string) drawn {
	return g.expression(rapid.SampledFrom(types).Draw(g.r, "type"), depth)
}

// binding calls inner with a new name of a type, and returns the name.
func (g *drawing) binding(typ string, inner func()) string {
	name := fmt.Sprint("x", g.count)
	g.count++
	outer := g.bound
	g.bound = maps.Clone(outer)
	if g.bound == nil {
		g.bound = map[string][]string{}
	}
	g.bound[typ] = append(slices.Clone(g.bound[typ]), name)
	inner()
	g.bound = outer
	return name
}

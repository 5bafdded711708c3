package collections

import (
	"fmt"
	"strings"
)

// Case is a random expression over some variables of small finite types.
type Case struct {
	Type       *Type // of the expression
	Expression Expression

	variables   []variable
	ascriptions map[string]*Type
	known       bool // the expression may need a context that says its type
}

// DrawCase draws an expression whose operators are nested up to depth, over up to four variables with at most so many combinations of
// values.
func DrawCase(source Source, depth, combinations int) *Case {
	return newCase(source, depth, drawVariables(source, combinations))
}

// DrawOpenCase is DrawCase for variables with any number of values, such as strings: it has no Environments.
func DrawOpenCase(source Source, depth int) *Case {
	var variables []variable
	for i := range 1 + source.IntN(4) {
		types := finite
		if source.IntN(3) == 0 {
			types = open
		}
		variables = append(variables, variable{name: fmt.Sprint("v", i), typ: types[source.IntN(len(types))]})
	}
	return newCase(source, depth, variables)
}

func newCase(source Source, depth int, variables []variable) *Case {
	d := newDrawer(source, variables)
	c := &Case{variables: d.scope, Type: d.anyType(), known: d.IntN(2) == 0, ascriptions: d.ascriptions}
	c.Expression = d.expression(c.Type, depth, c.known)
	d.ascriptions[ascription(c.Type)] = c.Type
	return c
}

// finite are the types of variables in cases, and of inputs.
var finite = []*Type{within(0, 2), upTo(2, within(0, 1)), setOf(within(0, 2)), mapOf(within(0, 1), within(0, 1)), optional(within(0, 2)), reply, pair, colour,
	upTo(3, within(0, 2)), mapOf(colour, upTo(1, within(0, 2))), upTo(2, optional(within(0, 1))), upTo(1, reply), setOf(pair), upTo(1, upTo(2, within(0, 1))),
	optional(upTo(1, within(0, 1))), setOf(upTo(1, within(0, 1))), mapOf(within(0, 1), optional(within(0, 1))), arrayOf(within(0, 1), 2), mapOf(pair, setOf(within(0, 0)))}

// open are more types of variables in cases without limits.
var open = []*Type{text, integer, upTo(2, text), setOf(text), mapOf(text, within(0, 2)), optional(text), sequenceOf(integer), setOf(integer), sequenceOf(pair)}

func drawVariables(source Source, combinations int) []variable {
	var out []variable
	for i := range 1 + source.IntN(4) {
		t := finite[source.IntN(len(finite))]
		if size := len(All(t)); size <= combinations {
			combinations /= size
			out = append(out, variable{name: fmt.Sprint("v", i), typ: t})
		}
	}
	return out
}

// Values draws values for the variables.
func (c *Case) Values(source Source) *Env {
	d := newDrawer(source, nil)
	var env *Env
	for _, v := range c.variables {
		env = env.With(v.name, v.typ, d.value(v.typ, 0))
	}
	return env
}

// Environments lists all values of the variables.
func (c *Case) Environments() []*Env {
	out := []*Env{nil}
	for _, v := range c.variables {
		var next []*Env
		for _, value := range All(v.typ) {
			for _, env := range out {
				next = append(next, env.With(v.name, v.typ, value))
			}
		}
		out = next
	}
	return out
}

// Declarations is the text that declares the types and functions of the case.
func (c *Case) Declarations() string { return declarations() + functions(c.ascriptions) }

// Variables declares the variables. Those that env binds have initial values.
func (c *Case) Variables(env *Env) string {
	var b strings.Builder
	for _, v := range c.variables {
		fmt.Fprintf(&b, "var %s: %s", v.name, v.typ)
		if bound := env.find(v.name); bound != nil {
			b.WriteString(" = " + Literal(bound.value, v.typ))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Input declares an input that carries the variables, and returns how a transition receives them.
func (c *Case) Input() (declaration, receive string) {
	var types, names []string
	for _, v := range c.variables {
		types = append(types, v.typ.String())
		names = append(names, v.name)
	}
	return "input put(" + strings.Join(types, ", ") + ")\n", "in put(" + strings.Join(names, ", ") + ")"
}

// Operand is the expression where the context does not say its type; variables that env binds are written as their values.
func (c *Case) Operand(env *Env) string {
	if c.known {
		return ascription(c.Type) + "(" + c.Expression.Text(env) + ")"
	}
	return c.Expression.Text(env)
}

// Equation is the condition that the variables have the values that env gives them.
func (c *Case) Equation(env *Env) string {
	parts := []string{"true"}
	for _, v := range c.variables {
		parts = append(parts, v.name+" == "+Literal(env.find(v.name).value, v.typ))
	}
	return strings.Join(parts, " and ")
}

// Any draws a value of the type of the expression.
func (c *Case) Any(source Source) Value { return newDrawer(source, nil).value(c.Type, 0) }

package collections

import (
	"fmt"
	"slices"
)

// DrawModel draws a random model.
func DrawModel(source Source) *Model { return drawModel(source, stored, received) }

// DrawChoices draws a random model of few states whose variables are optional values and unions, and predicates for it.
func DrawChoices(source Source) *Model {
	m := drawModel(source, choices, choices)
	d := newDrawer(source, m.scope())
	d.ascriptions = m.ascriptions
	for range 1 + d.IntN(2) {
		m.predicates = append(m.predicates, d.operator(boolean, 2, true))
	}
	return m
}

// drawModel draws a model with variables and inputs of some types.
func drawModel(source Source, stored, received []*Type) *Model {
	m := &Model{}
	isClosed := source.IntN(4) == 0
	m.declare(source, stored, isClosed)
	d := newDrawer(source, m.scope())
	m.ascriptions = d.ascriptions
	if !isClosed {
		for range 1 + d.IntN(2) {
			m.inputs = append(m.inputs, received[d.IntN(len(received))])
		}
	}
	for i := range 3 + d.IntN(3) {
		m.steps = append(m.steps, m.transition(d, i, isClosed))
	}
	for _, t := range m.steps {
		t.isElse = t.isElse && m.hasSibling(t)
	}
	for range d.IntN(3) {
		m.invariants = append(m.invariants, d.operator(boolean, 2, true))
	}
	return m
}

// stored are the types of variables. Those that are infinite cannot start with any value.
var stored = []*Type{upTo(3, within(0, 2)), sequenceOf(within(0, 2)), setOf(within(0, 2)), mapOf(within(0, 2), within(0, 2)), optional(within(0, 2)), reply, within(0, 3), pair,
	upTo(2, pair), upTo(2, reply), mapOf(colour, upTo(2, within(0, 1))), setOf(colour), upTo(2, optional(within(0, 1))), optional(upTo(2, within(0, 1))),
	upTo(2, setOf(within(0, 1))), mapOf(within(0, 1), setOf(within(0, 1))), mapOf(within(0, 1), pair), setOf(upTo(1, within(0, 1))), arrayOf(within(0, 1), 2), mapOf(colour, reply), upTo(2, upTo(2, within(0, 1)))}

// choices are the types of models of optional values and unions; some have no zero.
var choices = []*Type{optional(within(0, 2)), optional(within(1, 2)), reply, optional(colour), optional(pair), arrayOf(optional(within(2, 3)), 2), within(0, 2), colour}

// received are the types of inputs.
var received = []*Type{within(0, 2), upTo(2, within(0, 1)), setOf(within(0, 1)), optional(within(0, 2)), mapOf(within(0, 1), within(0, 1)), reply, pair, colour,
	upTo(1, optional(within(0, 1))), setOf(colour), upTo(1, reply)}

// declare draws one to three variables.
func (m *Model) declare(source Source, stored []*Type, isClosed bool) {
	d := newDrawer(source, nil)
	for i := range 1 + d.IntN(3) {
		v := stateVariable{variable: variable{name: fmt.Sprint("v", i), typ: stored[d.IntN(len(stored))]}}
		if isClosed || !isFinite(v.typ) || d.IntN(5) > 0 || len(All(v.typ)) > 100 {
			v.initial = d.value(v.typ, 0)
		}
		m.variables = append(m.variables, v)
	}
}

func isFinite(t *Type) bool {
	return (t.Kind != Sequence || t.Bounded) && (t.Elem == nil || isFinite(t.Elem)) && (t.Key == nil || isFinite(t.Key))
}

func (m *Model) scope() []variable {
	var out []variable
	for _, v := range m.variables {
		out = append(out, v.variable)
	}
	return out
}

// transition draws transition i; the first one leaves the initial location.
func (m *Model) transition(d *drawer, i int, isClosed bool) *transition {
	outer := *d
	defer func() { *d = outer }()
	t := &transition{name: fmt.Sprint("t", i), from: d.IntN(2) * min(i, 1), to: d.IntN(2), input: -1}
	if !isClosed && d.IntN(5) == 0 {
		t.chosen = d.pickType(within(0, 2), colour, upTo(1, within(0, 1)))
		d.declare("k", t.chosen)
		if d.IntN(2) == 0 {
			t.where = d.operator(boolean, 2, true)
		}
	}
	if !isClosed && d.IntN(2) == 0 {
		t.input = d.IntN(len(m.inputs))
		d.declare("p", m.inputs[t.input])
	}
	switch d.IntN(5) {
	case 0:
	case 1:
		t.isElse = t.where == nil && m.elseAllowed(t)
	default:
		t.guard = d.operator(boolean, 2, true)
	}
	for range 1 + d.IntN(5)/3 {
		t.assignments = append(t.assignments, m.assignment(d))
	}
	if d.IntN(3) == 0 {
		t.shown = d.expression(integer, 2, true)
	}
	return t
}

// declare adds a variable to the scope, with a function for its type.
func (d *drawer) declare(name string, t *Type) {
	d.scope = append(d.scope[:len(d.scope):len(d.scope)], variable{name: name, typ: t})
	d.ascriptions[ascription(t)] = t
}

// elseAllowed reports whether there is no "when else" for the same location and input yet: two of them would exclude each other.
func (m *Model) elseAllowed(t *transition) bool {
	return !slices.ContainsFunc(m.steps, func(u *transition) bool { return u.isElse && u.from == t.from && u.input == t.input })
}

// hasSibling reports whether there is another transition for the same location and input: "when else" needs one.
func (m *Model) hasSibling(t *transition) bool {
	return slices.ContainsFunc(m.steps, func(u *transition) bool { return u != t && u.from == t.from && u.input == t.input })
}

// assignment draws an assignment to a variable or a part of one.
func (m *Model) assignment(d *drawer) assignment {
	v := m.variables[d.IntN(len(m.variables))].variable
	a := assignment{variable: v, typ: v.typ}
	for d.IntN(3) == 0 {
		step, inner := d.access(a.typ)
		if inner == nil {
			break
		}
		a.path, a.typ = append(a.path, step), inner
	}
	a.value = d.operator(a.typ.Base(), 2, true)
	return a
}

// access draws a step into values of a type, and the type of what it leads to; nil if there is none.
func (d *drawer) access(t *Type) (access, *Type) {
	switch t.Kind {
	case Array, Sequence:
		return access{index: d.expression(integer, 1, true), of: t}, t.Elem
	case Map:
		return access{index: d.expression(t.Key.Base(), 1, true), of: t}, t.Elem
	case Record:
		f := t.Fields[d.IntN(len(t.Fields))]
		return access{field: f.Name, of: t}, f.Type
	case Union:
		fields := t.Alternatives[1+d.IntN(len(t.Alternatives)-1)].Fields
		f := fields[d.IntN(len(fields))]
		return access{field: f.Name, of: t}, f.Type
	}
	return access{}, nil
}

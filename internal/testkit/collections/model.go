package collections

import (
	"fmt"
	"strings"
)

// Model is a model of one machine whose variables are collections, optional values and unions.
type Model struct {
	variables   []stateVariable
	inputs      []*Type // what channels put0, put1 and so on carry
	steps       []*transition
	invariants  []Expression
	predicates  []Expression
	ascriptions map[string]*Type
}

// stateVariable is a variable with its initial value; one without starts with any value of its type.
type stateVariable struct {
	variable
	initial Value
}

// transition leads from a location to another. What it chooses is called k, what it receives p.
type transition struct {
	name        string
	from, to    int
	chosen      *Type      // nil if nothing is chosen
	where       Expression // with chosen, or nil
	input       int        // index into the inputs of the model, or -1
	guard       Expression // nil is true
	isElse      bool
	assignments []assignment
	shown       Expression // a number for the tester, or nil
}

// assignment is x[i].f := value.
type assignment struct {
	variable variable
	path     []access
	value    Expression
	typ      *Type // of what is assigned
}

// access is a step into a value: an index, a key, or a field.
type access struct {
	index Expression // nil for a field
	field string
	of    *Type // what it is a step into
}

// Constructs calls f with the name of each construct in the model.
func (m *Model) Constructs(f func(construct string)) {
	for _, t := range m.steps {
		visit(f, t.where, t.guard, t.shown)
		for _, a := range t.assignments {
			f(fmt.Sprint("assignment of depth ", len(a.path)))
			visit(f, a.value)
		}
	}
	visit(f, m.invariants...)
	for _, t := range m.inputs {
		f("input of type " + t.String())
	}
}

// HasElse reports whether a transition is taken where no other is.
func (m *Model) HasElse() bool {
	for _, t := range m.steps {
		if t.isElse {
			return true
		}
	}
	return false
}

// IsClosed reports whether there is exactly one initial state, and nothing is received or chosen: every symbolic state is a concrete one.
func (m *Model) IsClosed() bool {
	for _, v := range m.variables {
		if v.initial == nil {
			return false
		}
	}
	for _, t := range m.steps {
		if t.input >= 0 || t.chosen != nil {
			return false
		}
	}
	return true
}

// Text is the model in the language.
func (m *Model) Text() string {
	var b strings.Builder
	b.WriteString("system C\n" + declarations() + functions(m.ascriptions) + "output show(int)\n")
	for i, t := range m.inputs {
		fmt.Fprintf(&b, "input put%d(%s)\n", i, t)
	}
	for _, v := range m.variables {
		fmt.Fprintf(&b, "var %s: %s", v.name, v.typ)
		if v.initial != nil {
			b.WriteString(" = " + Literal(v.initial, v.typ))
		}
		b.WriteString("\n")
	}
	b.WriteString("initial l0\n")
	for _, t := range m.steps {
		b.WriteString(t.text() + "\n")
	}
	for i, e := range m.invariants {
		fmt.Fprintf(&b, "invariant i%d: %s\n", i, e.Text(nil))
	}
	var predicates []string
	for _, e := range m.predicates {
		predicates = append(predicates, e.Text(nil))
	}
	if len(predicates) > 0 {
		fmt.Fprintf(&b, "predicates P = { %s }\n", strings.Join(predicates, ", "))
	}
	return b.String()
}

func (t *transition) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: l%d -> l%d", t.name, t.from, t.to)
	if t.chosen != nil {
		fmt.Fprintf(&b, " any k: %s", t.chosen)
	}
	if t.where != nil {
		fmt.Fprintf(&b, " where (%s)", t.where.Text(nil))
	}
	if t.input >= 0 {
		fmt.Fprintf(&b, " in put%d(p)", t.input)
	}
	switch {
	case t.isElse:
		b.WriteString(" when else")
	case t.guard != nil:
		fmt.Fprintf(&b, " when %s", t.guard.Text(nil))
	}
	for i, a := range t.assignments {
		b.WriteString([]string{" do ", "; "}[min(i, 1)] + a.text())
	}
	if t.shown != nil {
		fmt.Fprintf(&b, " out show(%s)", t.shown.Text(nil))
	}
	return b.String()
}

func (a assignment) text() string {
	out := a.variable.name
	for _, step := range a.path {
		if step.index == nil {
			out += "." + step.field
		} else {
			out += "[" + step.index.Text(nil) + "]"
		}
	}
	return out + " := " + a.value.Text(nil)
}

// TypeOf is the type of variable i.
func (m *Model) TypeOf(i int) *Type { return m.variables[i].typ }

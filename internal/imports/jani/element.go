package jani

import (
	"encoding/json"
	"math/big"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// element is an automaton in the composition.
type element struct {
	name      string
	scope     *scope
	locations map[string]int
	members   []string // names of the locations in the model
	variable  *variable
	edges     []*edge
	byAction  map[string][]*edge
	automaton *document.Value // its definition
}

// edge is a step of an element.
type edge struct {
	from         int
	action       string // empty: it does not synchronise
	rate         *operand
	guard        operand
	destinations []destination
	at           *document.Value
}

// destination is one outcome of an edge.
type destination struct {
	to          int
	weight      operand
	assignments []assignment
}

// assignment is made together with the others of the same index, after those of smaller ones.
type assignment struct {
	index    int
	variable *variable
	value    operand
	at       *document.Value
}

// at is the condition of being in a location.
func (e *element) at(index int) operand {
	if e.variable == nil {
		return truthOperand(true)
	}
	return operand{expr: convert.Binary("==", convert.Name(e.variable.name), convert.Name(e.members[index])), kind: truth}
}

// readElements reads the automata that the composition has; its elements may use one several times.
func (c *converter) readElements() {
	automata := map[string]*document.Value{}
	for _, at := range c.items(c.root.Get("automata")) {
		name := c.text(at.Get("name"))
		if automata[name] != nil {
			at.Wrong(c.list, diag.CodeImportName, "", "the automaton %q is declared twice", convert.Clip(name))
		}
		automata[name] = at
	}
	c.addAssumption(c.root.Get("restrict-initial"), c.globals)
	for _, at := range c.items(c.root.Get("system").Get("elements")) {
		name := c.text(at.Get("automaton"))
		if automata[name] == nil {
			at.Wrong(c.list, diag.CodeImportName, "", "there is no automaton %q", convert.Clip(name))
			continue
		}
		if len(at.Get("input-enable").Items()) > 0 {
			at.Get("input-enable").Wrong(c.list, diag.CodeImportUnsupported, "", "input-enable is not imported")
		}
		c.elements = append(c.elements, c.readElement(name, automata[name]))
	}
	if len(c.elements) == 0 {
		c.root.Get("system").Wrong(c.list, diag.CodeImportValue, "", "the composition needs at least one automaton")
	}
	for _, e := range c.elements {
		c.markTransient(e)
	}
	for _, e := range c.elements {
		c.readEdges(e)
	}
}

// addAssumption notes a restriction of the initial states.
func (c *converter) addAssumption(at *document.Value, s *scope) {
	if at.Missing {
		return
	}
	if v := c.want(at.Get("exp"), s, truth); !v.is(true) {
		c.assumptions = append(c.assumptions, v)
	}
}

func (c *converter) readElement(name string, at *document.Value) *element {
	e := &element{name: name, scope: newScope(c.globals), locations: map[string]int{}, byAction: map[string][]*edge{}, automaton: at}
	c.readVariables(at.Get("variables"), e.scope)
	for _, l := range c.items(at.Get("locations")) {
		if _, taken := e.locations[c.text(l.Get("name"))]; taken {
			l.Wrong(c.list, diag.CodeImportName, "", "the location occurs twice")
		}
		if !l.Get("time-progress").Missing {
			l.Get("time-progress").Wrong(c.list, diag.CodeImportUnsupported, "", "conditions on the progress of time are not imported")
		}
		e.locations[l.Get("name").Text()] = len(e.locations)
	}
	c.placeElement(e, at)
	c.addAssumption(at.Get("restrict-initial"), e.scope)
	return e
}

// placeElement makes the variable that holds the location of an element, if it has several.
func (c *converter) placeElement(e *element, at *document.Value) {
	locations := at.Get("locations").Items()
	var initial []int
	for _, l := range c.items(at.Get("initial-locations")) {
		if i, ok := c.locationOf(e, l); ok {
			initial = append(initial, i)
		}
	}
	if len(initial) == 0 {
		at.Wrong(c.list, diag.CodeImportState, "", "the automaton needs an initial location")
		return
	}
	if len(locations) < 2 {
		return
	}
	for _, l := range locations {
		e.members = append(e.members, c.names.Give(l.Get("name").Text()))
	}
	e.variable = &variable{name: c.names.Give("at_" + e.name), kind: truth, at: at}
	e.variable.typ = c.names.Give("Location_" + e.name)
	c.variables = append(c.variables, e.variable)
	if len(initial) == 1 {
		e.variable.initial = &operand{expr: convert.Name(e.members[initial[0]]), kind: truth}
		return
	}
	any := truthOperand(false)
	for _, i := range initial {
		any = connect("∨", any, e.at(i))
	}
	c.assumptions = append(c.assumptions, any)
}

// locationOf finds a location by its name.
func (c *converter) locationOf(e *element, at *document.Value) (int, bool) {
	i, ok := e.locations[at.Text()]
	if !ok {
		at.Wrong(c.list, diag.CodeImportState, "", "the automaton %q has no location %q", convert.Clip(e.name), convert.Clip(at.Text()))
	}
	return i, ok
}

// markTransient finds what gives values to transient variables.
func (c *converter) markTransient(e *element) {
	at := e.automaton
	for i, l := range at.Get("locations").Items() {
		for _, v := range c.items(l.Get("transient-values")) {
			if t := c.transientOf(e, v.Get("ref")); t != nil {
				t.values = append(t.values, transientValue{e, i, c.want(v.Get("value"), e.scope, t.kind)})
			}
		}
	}
	for _, edge := range at.Get("edges").Items() {
		for _, d := range edge.Get("destinations").Items() {
			for _, a := range d.Get("assignments").Items() {
				if b, ok := e.scope.find(a.Get("ref").Text()); ok && b.transient != nil {
					b.transient.assigned = true
				}
			}
		}
	}
}

func (c *converter) transientOf(e *element, at *document.Value) *transient {
	b, ok := e.scope.find(at.Text())
	if !ok || b.transient == nil {
		at.Wrong(c.list, diag.CodeImportName, "", "%q is no transient variable", convert.Clip(at.Text()))
		return nil
	}
	return b.transient
}

func (c *converter) readEdges(e *element) {
	for _, item := range c.items(e.automaton.Get("edges")) {
		from, _ := c.locationOf(e, item.Get("location"))
		out := &edge{from: from, action: item.Get("action").Text(), guard: truthOperand(true), at: item}
		if g := item.Get("guard"); !g.Missing {
			out.guard = c.want(g.Get("exp"), e.scope, truth)
		}
		if r := item.Get("rate"); !r.Missing {
			rate := c.want(r.Get("exp"), e.scope, real)
			out.rate = &rate
			if !c.timed {
				r.Wrong(c.list, diag.CodeImportValue, "", "models of type %s have no rates", c.root.Get("type").Text())
			}
		}
		for _, d := range c.items(item.Get("destinations")) {
			out.destinations = append(out.destinations, c.readDestination(e, d))
		}
		if len(out.destinations) == 0 {
			item.Wrong(c.list, diag.CodeImportValue, "", "an edge needs at least one destination")
		}
		e.edges = append(e.edges, out)
		e.byAction[out.action] = append(e.byAction[out.action], out)
	}
}

func (c *converter) readDestination(e *element, at *document.Value) destination {
	to, _ := c.locationOf(e, at.Get("location"))
	out := destination{to: to, weight: numberOperand(big.NewRat(1, 1), real)}
	if p := at.Get("probability"); !p.Missing {
		out.weight = c.want(p.Get("exp"), e.scope, real)
	}
	for _, a := range c.items(at.Get("assignments")) {
		b, ok := e.scope.find(c.text(a.Get("ref")))
		switch {
		case !ok || b.variable == nil && b.transient == nil:
			a.Get("ref").Wrong(c.list, diag.CodeImportName, diag.DidYouMean(a.Get("ref").Text(), e.scope.candidates()), "%q is no variable", convert.Clip(a.Get("ref").Text()))
		case b.transient != nil:
		default:
			out.assignments = append(out.assignments, assignment{c.assignmentIndex(a.Get("index")), b.variable, c.want(a.Get("value"), e.scope, b.variable.kind), a})
		}
	}
	return out
}

func (c *converter) assignmentIndex(at *document.Value) int {
	if at.Missing {
		return 0
	}
	n, ok := at.Data.(json.Number)
	index, err := strconv.Atoi(string(n))
	if !ok || err != nil {
		c.missing(at, "a number")
	}
	return index
}

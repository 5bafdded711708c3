package jani

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// transition is a combination of edges that happen together.
type transition struct {
	name     string
	guard    operand
	rate     *operand
	branches []branch
	at       *document.Value
}

// branch is a combination of destinations.
type branch struct {
	weight operand
	rounds [][]assignment // those of one round are made at once
}

// part is an edge of an element.
type part struct {
	*element
	*edge
}

// compose makes the transitions of the composition.
func (c *converter) compose() {
	names := convert.NewNames()
	for _, e := range c.elements {
		for _, x := range e.edges {
			if x.action == "" {
				c.combine(names, "step", []part{{e, x}})
			}
		}
	}
	syncs := c.root.Get("system").Get("syncs")
	if syncs.Missing && len(c.elements) == 1 {
		for _, x := range c.elements[0].edges {
			if x.action != "" {
				c.combine(names, x.action, []part{{c.elements[0], x}})
			}
		}
		return
	}
	for _, at := range c.items(syncs) {
		c.synchronise(names, at)
	}
}

// synchronise makes the transitions of one synchronisation vector.
func (c *converter) synchronise(names *convert.Names, at *document.Value) {
	vector := c.items(at.Get("synchronise"))
	if len(vector) != len(c.elements) {
		at.Wrong(c.list, diag.CodeImportValue, "", "the vector has %d entries for %d automata", len(vector), len(c.elements))
		return
	}
	name := at.Get("result").Text()
	var lists [][]part
	for i, action := range vector {
		if action.Data == nil {
			continue
		}
		var list []part
		if action.Text() != "" {
			for _, x := range c.elements[i].byAction[action.Text()] {
				list = append(list, part{c.elements[i], x})
			}
		}
		lists = append(lists, list)
		if name == "" {
			name = action.Text()
		}
	}
	if len(lists) > 0 {
		c.product(lists, c.possibilities(lists), nil, nil, func(parts []part) { c.combine(names, name, parts) })
	}
}

// product visits the combinations of one edge of each list, as long as there is no error. Those whose guards exclude each other are left out
// early, as soon as the edges chosen so far leave no values of variables.
func (c *converter) product(lists [][]part, possible [][]valuations, chosen []part, left valuations, visit func([]part)) {
	if c.list.HasErrors() {
		return
	}
	if len(lists) == 0 {
		visit(slices.Clone(chosen))
		return
	}
	for i, p := range lists[0] {
		if p.guard.is(false) {
			continue
		}
		if rest, some := left.meet(possible[0][i]); some {
			c.product(lists[1:], possible[1:], append(chosen, p), rest, visit)
		}
	}
}

// combine makes the transition of some edges.
func (c *converter) combine(names *convert.Names, name string, parts []part) {
	t := &transition{guard: truthOperand(true), at: parts[0].edge.at}
	for _, p := range parts {
		t.guard = connect("∧", t.guard, connect("∧", p.element.at(p.from), p.guard))
		if p.rate != nil {
			c.multiplyRate(t, p)
		}
	}
	if t.guard.is(false) {
		return
	}
	t.guard = t.guard.withoutRepeats()
	if c.markovian && t.rate == nil {
		t.at.Wrong(c.list, diag.CodeImportValue, "", "an edge of a model of type ctmc needs a rate")
		return
	}
	c.branch(t, parts, branch{weight: numberOperand(ratOne, integer)})
	if len(c.transitions) >= maxTransitions {
		t.at.Wrong(c.list, diag.CodeImportTooLarge, "", "the composition has more than %d combinations of edges", maxTransitions)
		return
	}
	if t.rate != nil {
		positive := compare(">", *t.rate, numberOperand(ratZero, t.rate.kind))
		if positive.is(false) {
			return
		}
		t.guard = connect("∧", t.guard, positive)
	}
	t.name = names.Give(name)
	c.places[t.name] = t.at.Span
	c.transitions = append(c.transitions, t)
}

// multiplyRate adds the rate of a part. Together, rates are multiplied, as in chains whose automata synchronise.
func (c *converter) multiplyRate(t *transition, p part) {
	switch {
	case t.rate == nil:
		t.rate = p.rate
	case c.markovian:
		rate := arithmetic("*", *t.rate, *p.rate)
		t.rate = &rate
	default:
		p.edge.at.Wrong(c.list, diag.CodeImportUnsupported, "", "edges with rates synchronise, which has no meaning in models of type ma")
	}
}

// branch adds the combinations of destinations that begin with given ones.
func (c *converter) branch(t *transition, parts []part, b branch) {
	if c.list.HasErrors() || b.weight.isNumber(0) {
		return
	}
	if len(parts) == 0 {
		if c.branches++; c.branches > maxBranches {
			t.at.Wrong(c.list, diag.CodeImportTooLarge, "", "the composition has more than %d combinations of destinations", maxBranches)
		}
		t.branches = append(t.branches, b)
		return
	}
	p := parts[0]
	for _, d := range p.destinations {
		next := branch{weight: arithmetic("*", b.weight, d.weight)}
		all := slices.Clone(d.assignments)
		if d.to != p.from {
			all = append(all, assignment{variable: p.variable, value: operand{expr: convert.Name(p.members[d.to])}, at: p.edge.at})
		}
		next.rounds = c.assign(b.rounds, all)
		c.branch(t, parts[1:], next)
	}
}

// assign adds an assignment to its round, in a copy.
func (c *converter) assign(rounds [][]assignment, more []assignment) [][]assignment {
	type target struct {
		index    int
		variable *variable
	}
	taken := map[target]bool{}
	var out [][]assignment
	for _, round := range rounds {
		out = append(out, slices.Clone(round))
		for _, a := range round {
			taken[target{a.index, a.variable}] = true
		}
	}
	for _, a := range more {
		if taken[target{a.index, a.variable}] {
			a.at.Wrong(c.list, diag.CodeImportValue, "", "%q is assigned twice at the same time", convert.Clip(a.variable.name))
		}
		taken[target{a.index, a.variable}] = true
		i, known := slices.BinarySearchFunc(out, a.index, func(round []assignment, index int) int { return cmp.Compare(round[0].index, index) })
		if !known {
			out = slices.Insert(out, i, nil)
		}
		out[i] = append(out[i], a)
	}
	return out
}

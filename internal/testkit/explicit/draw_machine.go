package explicit

import (
	"fmt"
	"math/rand/v2"
)

// DrawMachine draws a random machine of B.
func DrawMachine(seed uint64) *Machine {
	d := &machineDrawer{Rand: rand.New(rand.NewPCG(seed, 2)), Machine: &Machine{starts: map[string]within{}, variables: []string{"x", "y"}}}
	if d.IntN(2) == 0 {
		n := 1 + d.IntN(4)
		d.constants = append(d.constants, constant{"n", n, n, true})
	}
	if d.IntN(3) == 0 {
		d.constants = append(d.constants, constant{"m", 0, 2, false})
	}
	if d.IntN(3) == 0 {
		d.size = 2
	}
	d.declare()
	for i := range 2 + d.IntN(4) {
		d.operations = append(d.operations, operationOf{fmt.Sprint("e", i), d.substitution(2, d.names())})
	}
	return d.Machine
}

type machineDrawer struct {
	*rand.Rand
	*Machine
	bound bool // k is bound by ANY
}

// declare draws the invariant, whose first conjuncts give the types, and the initial values.
func (d *machineDrawer) declare() {
	for _, v := range d.variables {
		d.invariants = append(d.invariants, d.set(name(v)))
		low := d.IntN(3)
		d.starts[v] = within{low: number(low), high: number(low + d.IntN(4)/3)}
	}
	if d.size > 0 {
		d.invariants = append(d.invariants, mapping{"f", d.size, d.set(nil)})
		d.starts["f"] = within{low: number(d.IntN(2))}
	}
	if d.IntN(2) == 0 {
		d.invariants = append(d.invariants, formula{operation{"or", d.predicate(0), d.predicate(1)}})
	}
}

// set draws a set of numbers.
func (d *machineDrawer) set(of expression) within {
	switch d.IntN(6) {
	case 0:
		return within{of: of, low: number(0), set: "NAT"}
	case 1:
		return within{of: of, low: number(1), set: "NAT1"}
	case 2:
		return within{of: of, set: "INT"}
	case 3:
		return within{of: of, low: number(-2), high: number(4)}
	}
	return within{of: of, low: number(0), high: number(2 + d.IntN(4))}
}

// substitution draws one that writes some of the free variables.
func (d *machineDrawer) substitution(depth int, free []string) substitution {
	if depth == 0 || len(free) == 0 {
		return d.write(free)
	}
	sub := func() substitution { return d.substitution(depth-1, free) }
	switch d.IntN(9) {
	case 0:
		return branches{"IF", []expression{d.predicate(1), nil}, []substitution{sub(), sub()}}
	case 1:
		return branches{"IF", []expression{d.predicate(1), d.predicate(0)}, []substitution{sub(), sub()}}
	case 2, 3:
		return branches{"SELECT", []expression{d.guard()}, []substitution{sub()}}
	case 4:
		return branches{"SELECT", []expression{d.predicate(1), d.predicate(0), nil}, []substitution{sub(), sub(), sub()}}
	case 5:
		return branches{"CHOICE", nil, []substitution{sub(), sub()}}
	case 6:
		return d.any(depth, free)
	case 7:
		cut := d.IntN(len(free) + 1)
		return parallel{d.substitution(depth-1, free[:cut]), d.substitution(depth-1, free[cut:])}
	}
	return d.write(free)
}

// any binds k, which hides another k.
func (d *machineDrawer) any(depth int, free []string) substitution {
	outer := d.bound
	d.bound = true
	defer func() { d.bound = outer }()
	return choiceOfValue{"k", 1 + d.IntN(3), d.guard(), d.substitution(depth-1, free)}
}

func (d *machineDrawer) write(free []string) substitution {
	if len(free) == 0 {
		return skip{}
	}
	switch v := free[d.IntN(len(free))]; {
	case v == "f":
		return assignment{variable: v, argument: d.risky(), becomes: d.risky()}
	case d.IntN(5) == 0:
		return choiceOfMember{v, number(d.IntN(2)), d.leaf()}
	default:
		return assignment{variable: v, becomes: d.risky()}
	}
}

// risky draws a number that may have a model error.
func (d *machineDrawer) risky() expression {
	switch d.IntN(5) {
	case 0:
		return ratio{d.integer(0), d.leaf()}
	case 1:
		if d.size > 0 {
			return application{"f", d.size, d.leaf()}
		}
	}
	return d.integer(1)
}

func (d *machineDrawer) integer(depth int) expression {
	if depth > 0 {
		switch d.IntN(4) {
		case 0, 1:
			right := d.leaf()
			operator := []string{"+", "-", "*"}[d.IntN(3)]
			if operator == "*" {
				right = number(d.IntN(4)) // products of variables are hard for solvers
			}
			return formula{operation{operator, d.integer(depth - 1), right}}
		case 2:
			return rest{d.integer(depth - 1), number(2 + d.IntN(3))}
		}
	}
	return d.leaf()
}

func (d *machineDrawer) leaf() expression {
	choices := []expression{number(d.IntN(4)), name("x"), name("y"), name("x"), name("y")}
	for _, c := range d.constants {
		choices = append(choices, name(c.name))
	}
	if d.bound {
		choices = append(choices, name("k"), name("k"))
	}
	return choices[d.IntN(len(choices))]
}

// guard draws a predicate that may have a model error.
func (d *machineDrawer) guard() expression {
	if d.IntN(4) == 0 {
		return d.comparison(d.risky())
	}
	return d.predicate(1)
}

// predicate draws a predicate without model errors.
func (d *machineDrawer) predicate(depth int) expression {
	if depth > 0 {
		switch d.IntN(4) {
		case 0:
			return formula{operation{[]string{"and", "or"}[d.IntN(2)], d.predicate(depth - 1), d.predicate(depth - 1)}}
		case 1:
			return negation{d.predicate(depth - 1)}
		}
	}
	return d.comparison(d.integer(1))
}

func (d *machineDrawer) comparison(left expression) expression {
	return formula{operation{[]string{"==", "!=", "<", ">="}[d.IntN(4)], left, d.leaf()}}
}

package term

// Equations between variables. Those among the conjuncts form classes of equal variables, each with a representative; an equation between two
// variables is known if they are in one class, or if an equation between members of their classes is known.

// equalities holds the known equations between variables.
type equalities struct {
	parent map[*Term]*Term   // of variables that are not the representatives of their classes
	truth  map[[2]*Term]bool // of equations between representatives
}

// isEquation reports whether a condition is an equation between variables.
func isEquation(c *Term) bool {
	return c.op == OpEq && c.args[0].op == OpVar && c.args[1].op == OpVar
}

// reset forgets everything, and builds the classes from conjuncts.
func (e *equalities) reset(conjuncts []*Term) {
	clear(e.parent)
	clear(e.truth)
	for _, c := range conjuncts {
		if !isEquation(c) {
			continue
		}
		if a, b := e.class(c.args[0]), e.class(c.args[1]); a != b {
			e.parent[a] = b
		}
	}
}

// class is the representative of a variable. The path to it is shortened each time.
func (e *equalities) class(v *Term) *Term {
	for e.parent[v] != nil {
		if next := e.parent[e.parent[v]]; next != nil {
			e.parent[v] = next
		}
		v = e.parent[v]
	}
	return v
}

// pair has the representatives of the sides of an equation, in a fixed order.
func (e *equalities) pair(c *Term) [2]*Term {
	a, b := e.class(c.args[0]), e.class(c.args[1])
	if b.id < a.id {
		a, b = b, a
	}
	return [2]*Term{a, b}
}

// value is the truth value of an equation between variables, if it is known.
func (e *equalities) value(c *Term) (value, known bool) {
	if len(e.parent) == 0 || !isEquation(c) {
		return false, false
	}
	pair := e.pair(c)
	if pair[0] == pair[1] {
		return true, true
	}
	value, known = e.truth[pair]
	return value, known
}

// note notes the truth value of an equation between variables.
func (e *equalities) note(c *Term, value bool) {
	if len(e.parent) > 0 && isEquation(c) {
		e.truth[e.pair(c)] = value
	}
}

package linear

import (
	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// search looks for a solution of the facts and clauses, or for a refutation.
func (d *Decider) search() (outcome, *certificate.Node) {
	if d.nodes++; d.nodes > maxNodes {
		return undecided, nil
	}
	switch found, conflict := d.solve(); found {
	case contradictory:
		return contradictory, d.contradiction(conflict)
	case undecided:
		return undecided, nil
	}
	if n := d.fractional(); n >= 0 {
		if d.cuts < maxCuts {
			if made, found, proof := d.cut(n); made {
				return found, proof
			}
		}
		return d.branch(n)
	}
	d.met = d.met[:0]
	d.work += workPerNode + 2*len(d.clauses)
	for i := range d.clauses {
		if !d.holds(d.clauses[i].literal) {
			return d.split(d.clauses[i])
		}
	}
	return consistent, nil
}

// contradiction is the refutation by a conflict of facts.
func (d *Decider) contradiction(c conflict) *certificate.Node {
	return &certificate.Node{Rule: certificate.Contradiction, Sum: d.terms(c)}
}

func (d *Decider) terms(c conflict) []certificate.Term {
	out := make([]certificate.Term, len(c))
	for i, s := range c {
		out[i] = certificate.Term{Premise: d.premise(s.fact), Numerator: s.factor.over, Denominator: s.factor.under}
	}
	return out
}

// premise is the premise of a fact; the bounds of sorts have negative numbers.
func (d *Decider) premise(fact int) certificate.Premise {
	if fact >= 0 {
		return d.facts[fact]
	}
	kind := certificate.Lowest
	if fact%2 == 0 {
		kind = certificate.Highest
	}
	return certificate.Premise{Kind: kind, Variable: d.variables[(-fact-1)/2]}
}

// under searches with one more fact, which is derived, or with assumptions.
func (d *Decider) under(state func() conflict) (outcome, *certificate.Node) {
	before, derived, assumed := d.mark(), d.derived, d.assumed
	if c := state(); c != nil {
		proof := d.contradiction(c)
		d.back(before)
		d.derived, d.assumed = derived, assumed
		return contradictory, proof
	}
	found, proof := d.search()
	if found != consistent {
		d.back(before)
		d.derived, d.assumed = derived, assumed
	}
	return found, proof
}

// derive states a bound that a branch or a cut derives.
func (d *Decider) derive(limit func(n int, to amount, fact int) conflict, n int, to rational) func() conflict {
	return func() conflict {
		fact := d.fact(certificate.Premise{Kind: certificate.Derived, Number: d.derived})
		d.derived++
		return limit(n, exactly(to), fact)
	}
}

// branch searches with an integer below and above the fraction that it has.
func (d *Decider) branch(n int) (outcome, *certificate.Node) {
	at := d.unknowns[n].amount
	below := at.number.floor()
	if at.number.isWhole() && at.steps.sign() < 0 {
		below--
	}
	tries := []func() conflict{d.derive(d.limitHigh, n, whole(below)), d.derive(d.limitLow, n, whole(below+1))}
	node := &certificate.Node{Rule: certificate.Branch, Variable: d.variables[n], Bound: below}
	return d.each(node, tries, func(proof *certificate.Node) bool { return lift(proof, d.derived, 0) })
}

// each searches with each alternative of a node. A refutation that does not need the alternative refutes the node.
func (d *Decider) each(node *certificate.Node, tries []func() conflict, lifted func(*certificate.Node) bool) (outcome, *certificate.Node) {
	for _, try := range tries {
		found, proof := d.under(try)
		if found != contradictory {
			return found, nil
		}
		if lifted(proof) {
			return contradictory, proof
		}
		node.Below = append(node.Below, proof)
	}
	return contradictory, node
}

// split searches with each alternative of a clause.
func (d *Decider) split(c clause) (outcome, *certificate.Node) {
	node := &certificate.Node{Rule: certificate.Split, Literal: c.literal, Source: c.source}
	condition := c.literal.Condition
	if condition.Op() == term.OpEq && condition.Args()[0].Sort().Kind != term.KindBool {
		return d.splitApart(node)
	}
	var tries []func() conflict
	for _, literals := range certificate.Alternatives(c.literal) {
		tries = append(tries, func() conflict { return d.assume(literals) })
	}
	return d.each(node, tries, func(proof *certificate.Node) bool { return lift(proof, -1, d.assumed+1) })
}

// assume states the literals of an alternative.
func (d *Decider) assume(literals []certificate.Literal) conflict {
	d.assumed++
	for _, l := range literals {
		if c := d.state(l, -d.assumed); c != nil {
			return c
		}
	}
	return nil
}

// splitApart searches with the left side of an equation that does not hold below the right one, and above it.
func (d *Decider) splitApart(node *certificate.Node) (outcome, *certificate.Node) {
	c := d.comparisons[node.Literal.Condition]
	low, high, _, _ := c.bounds(false)
	halves := [2]func() conflict{
		func() conflict { return d.limitHigh(c.unknown, high, d.fact(d.nextDerived())) },
		func() conflict { return d.limitLow(c.unknown, low, d.fact(d.nextDerived())) },
	}
	switch {
	case c.constant: // both sides are the same
		absurd := func() conflict { return conflict{{d.fact(d.nextDerived()), one}} }
		halves = [2]func() conflict{absurd, absurd}
	case c.swapped:
		halves[0], halves[1] = halves[1], halves[0]
	}
	return d.each(node, halves[:], func(proof *certificate.Node) bool { return lift(proof, d.derived, 0) })
}

func (d *Decider) nextDerived() certificate.Premise {
	d.derived++
	return certificate.Premise{Kind: certificate.Derived, Number: d.derived - 1}
}

// lift takes a refutation out of the alternative of a node, which has derived the inequality with a number, or assumed with another. It
// reports whether that can be done, since the refutation uses neither. Numbers of those derived and assumed below become smaller by one.
func lift(n *certificate.Node, derived, assumed int) bool {
	if uses(n, derived, assumed) {
		return false
	}
	renumber(n, derived, assumed)
	return true
}

func uses(n *certificate.Node, derived, assumed int) bool {
	if assumed > 0 && n.Rule == certificate.Split && n.Source == -assumed {
		return true
	}
	for _, t := range n.Sum {
		if t.Kind == certificate.Derived && t.Number == derived || assumed > 0 && t.Kind == certificate.Stated && t.Source == -assumed {
			return true
		}
	}
	for _, b := range n.Below {
		if uses(b, derived, assumed) {
			return true
		}
	}
	return false
}

func renumber(n *certificate.Node, derived, assumed int) {
	if assumed > 0 && n.Rule == certificate.Split && n.Source < -assumed {
		n.Source++
	}
	for i := range n.Sum {
		t := &n.Sum[i]
		if derived >= 0 && t.Kind == certificate.Derived && t.Number > derived {
			t.Number--
		}
		if assumed > 0 && t.Kind == certificate.Stated && t.Source < -assumed {
			t.Source++
		}
	}
	for _, b := range n.Below {
		renumber(b, derived, assumed)
	}
}

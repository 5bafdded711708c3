package certificate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxNodes bounds the refutations that are checked.
const maxNodes = 100_000

// Check returns an error unless a refutation shows that the conditions have no solution within the sorts of their variables.
func Check(conditions []*term.Term, root *Node) error {
	c := checker{conditions: conditions}
	return c.check(root)
}

// checker goes through a refutation.
type checker struct {
	conditions []*term.Term
	derived    []*inequality // of the branches and cuts above
	assumed    [][]Literal   // by the splits above
	nodes      int
}

func (c *checker) check(n *Node) error {
	if c.nodes++; c.nodes > maxNodes {
		return errors.New("the refutation is too large")
	}
	switch n.Rule {
	case Contradiction:
		sum, err := c.sum(n.Sum)
		if err == nil && !sum.isAbsurd() {
			return errors.New("a sum is no contradiction")
		}
		return err
	case Cut:
		return c.cut(n)
	case Branch:
		return c.branch(n)
	case Split:
		return c.split(n)
	}
	return errors.New("there is no such rule")
}

// sum adds premises with their factors.
func (c *checker) sum(terms []Term) (*inequality, error) {
	out := &inequality{}
	for _, t := range terms {
		if t.Numerator <= 0 || t.Denominator <= 0 {
			return nil, errors.New("a factor is not positive")
		}
		p, err := c.premise(t.Premise)
		if err != nil {
			return nil, err
		}
		out.plus(p, fraction(t.Numerator, t.Denominator))
	}
	return out, nil
}

func (c *checker) premise(p Premise) (*inequality, error) {
	switch p.Kind {
	case Stated:
		return c.stated(p)
	case Lowest, Highest:
		return bound(p.Variable, p.Kind == Highest)
	case Derived:
		if p.Number >= 0 && p.Number < len(c.derived) {
			return c.derived[p.Number], nil
		}
	}
	return nil, errors.New("there is no such premise")
}

// stated returns half of a comparison. The negation of an equation is stated by halves, as an assumption of a split.
func (c *checker) stated(p Premise) (*inequality, error) {
	if !c.holds(p.Source, p.Literal) {
		return nil, errors.New("a premise does not follow from its source")
	}
	if l := p.Literal; l.Condition.Op() == term.OpEq && !l.Value {
		return nil, errors.New("the negation of an equation is no inequality")
	}
	return comparison(p.Literal, p.Above)
}

// holds reports whether a literal is part of a condition, or of an assumption.
func (c *checker) holds(source int, l Literal) bool {
	switch {
	case source >= 0 && source < len(c.conditions):
		return hasPart(Literal{c.conditions[source], true}, l)
	case source < 0 && source >= -len(c.assumed):
		return slices.ContainsFunc(c.assumed[-source-1], func(assumed Literal) bool { return hasPart(assumed, l) })
	}
	return false
}

// hasPart reports whether a literal is one of those whose conjunction another one is.
func hasPart(whole, part Literal) bool {
	if whole == part {
		return true
	}
	switch op := whole.Condition.Op(); {
	case op == term.OpNot:
		return hasPart(Literal{whole.Condition.Args()[0], !whole.Value}, part)
	case op == term.OpAnd && whole.Value, op == term.OpOr && !whole.Value:
		return slices.ContainsFunc(whole.Condition.Args(), func(a *term.Term) bool { return hasPart(Literal{a, whole.Value}, part) })
	}
	return false
}

// below checks a node under one more inequality.
func (c *checker) below(n *Node, s *inequality) error {
	c.derived = append(c.derived, s)
	defer func() { c.derived = c.derived[:len(c.derived)-1] }()
	return c.check(n)
}

func (c *checker) cut(n *Node) error {
	sum, err := c.sum(n.Sum)
	if err != nil {
		return err
	}
	if len(n.Below) != 1 {
		return errors.New("a cut has one node below")
	}
	sum.normalise()
	return c.below(n.Below[0], sum)
}

func (c *checker) branch(n *Node) error {
	v := n.Variable
	if len(n.Below) != 2 || v.Op() != term.OpVar || v.Sort().Kind == term.KindReal || !isNumber(v.Sort()) || n.Bound == math.MaxInt64 {
		return errors.New("a branch has two nodes below, for an integer")
	}
	if err := c.below(n.Below[0], atMost(v, n.Bound)); err != nil {
		return err
	}
	return c.below(n.Below[1], atLeast(v, n.Bound+1))
}

func (c *checker) split(n *Node) error {
	if !c.holds(n.Source, n.Literal) {
		return errors.New("a disjunction does not follow from its source")
	}
	if l := n.Literal; l.Condition.Op() == term.OpEq && !l.Value && l.Condition.Args()[0].Sort().Kind != term.KindBool {
		return c.apart(n)
	}
	alternatives := Alternatives(n.Literal)
	if alternatives == nil || len(alternatives) != len(n.Below) {
		return fmt.Errorf("a split has %d nodes below for %d alternatives", len(n.Below), len(alternatives))
	}
	for i, assumed := range alternatives {
		c.assumed = append(c.assumed, assumed)
		err := c.check(n.Below[i])
		if c.assumed = c.assumed[:len(c.assumed)-1]; err != nil {
			return err
		}
	}
	return nil
}

// apart checks a split by which of two numbers that differ is greater.
func (c *checker) apart(n *Node) error {
	if len(n.Below) != 2 {
		return errors.New("numbers that differ are split into two")
	}
	for i, below := range n.Below {
		half, err := comparison(n.Literal, i == 1)
		if err == nil {
			err = c.below(below, half)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Alternatives returns the literals of which each alternative of a disjunctive literal consists; nil if it is not one. A literal that is false has
// no alternatives.
func Alternatives(l Literal) [][]Literal {
	args := l.Condition.Args()
	switch op := l.Condition.Op(); {
	case op == term.OpConst && l.Condition.IsTrue() != l.Value:
		return [][]Literal{}
	case op == term.OpOr && l.Value, op == term.OpAnd && !l.Value:
		out := make([][]Literal, len(args))
		for i, a := range args {
			out[i] = []Literal{{a, l.Value}}
		}
		return out
	case op == term.OpEq && args[0].Sort().Kind == term.KindBool:
		return [][]Literal{{{args[0], true}, {args[1], l.Value}}, {{args[0], false}, {args[1], !l.Value}}}
	case op == term.OpIte && l.Condition.Sort().Kind == term.KindBool:
		return [][]Literal{{{args[0], true}, {args[1], l.Value}}, {{args[0], false}, {args[2], l.Value}}}
	}
	return nil
}

package contract

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// What an inferred behaviour means for the function alone. The axioms of a call concern one run along its path: there are inputs for which
// the function gives a result with which the path can continue. For the function, this is a demand
//
//	D(x, y) = exists G :: x == arguments and y == result and Ax
//
// on inputs x and result y. If the path allows a single input, the function has to satisfy D for it: that is a behaviour of a
// contract like any other. If it allows several, D has to hold for at least one of them; the function is free for the others.

// Duty is what a function must satisfy: a contract, for every input, and demands, each for at least one input: one that satisfies the
// precondition, and whose result satisfies the postcondition.
type Duty struct {
	Contract sts.Contract
	Some     []sts.Behavior
}

// Empty reports whether any function will do.
func (d Duty) Empty() bool { return d.Behaviors() == 0 }

// Behaviors returns the number of behaviours of both kinds.
func (d Duty) Behaviors() int { return len(d.Contract.Behaviors) + len(d.Some) }

// Duty converts the demands of calls to a duty of the function, in terms of its formal parameters. Equal demands are merged, and those that
// any result satisfies are left out.
func (c *Checker) Duty(ctx context.Context, x *sts.Extern, inferred []Inferred) (Duty, error) {
	d := Duty{Contract: sts.Contract{Name: "inferred"}}
	known := map[[2]*term.Term]bool{}
	for _, r := range inferred {
		if r.Call.Extern != x {
			continue
		}
		b, quantifier, err := c.demand(ctx, r)
		if err != nil {
			return d, err
		}
		if key := [2]*term.Term{b.Pre, b.Post}; quantifier == result.NoDemand || known[key] {
			continue
		} else {
			known[key] = true
		}
		list := &d.Some
		if quantifier == result.Every {
			list = &d.Contract.Behaviors
		}
		b.Name = fmt.Sprintf("demand%d", len(known))
		*list = append(*list, b)
	}
	return d, nil
}

// demand returns D as a behaviour: the conditions on the inputs as the precondition, the others as the postcondition. If the
// path allows a single input, the precondition is that this is the input.
func (c *Checker) demand(ctx context.Context, r Inferred) (sts.Behavior, result.Quantifier, error) {
	s := c.System.Store
	b := sts.Behavior{Pre: s.True(), Post: s.True(), Span: r.Call.Extern.Span}
	conjuncts, err := c.essential(ctx, c.project(r))
	if err != nil {
		return b, result.NoDemand, err
	}
	inputs := setOf(r.Call.Extern.Inputs)
	for _, t := range conjuncts {
		if within(t, inputs) {
			b.Pre = s.And(b.Pre, t)
		} else {
			b.Post = s.And(b.Post, t)
		}
	}
	if b.Post.IsTrue() {
		return b, result.NoDemand, nil
	}
	only, err := c.onlyInput(ctx, r.Call.Extern, conjuncts)
	if only == nil || err != nil {
		return b, result.Some, err
	}
	b.Pre, b.Post = c.fixed(r.Call.Extern, only, b.Post)
	return b, result.Every, nil
}

// fixed is a behaviour for one input: that it is the input, and a condition for it.
func (c *Checker) fixed(x *sts.Extern, args []term.Value, post *term.Term) (*term.Term, *term.Term) {
	s := c.System.Store
	by, parts := map[*term.Term]*term.Term{}, []*term.Term{}
	for i, v := range x.Inputs {
		by[v] = s.Const(v.Sort(), args[i])
		parts = append(parts, s.Eq(v, by[v]))
	}
	return s.And(parts...), s.Substitute(post, by)
}

// onlyInput returns the input that conditions allow, if it is known that there is just one.
func (c *Checker) onlyInput(ctx context.Context, x *sts.Extern, conjuncts []*term.Term) ([]term.Value, error) {
	conjuncts = c.System.InNormalForm(conjuncts)
	answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: conjuncts, Values: x.Inputs})
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	args := ValuesOf(x.Inputs, answer.Model)
	same, _ := c.fixed(x, args, c.System.Store.True())
	other := c.System.Store.Not(same)
	if other.IsFalse() {
		return args, nil
	}
	answer, err = c.Solver.Check(ctx, smt.Query{Conjuncts: c.System.InNormalForm(append(slices.Clip(conjuncts), other.Conjuncts()...))})
	if err != nil || answer.Status != smt.Unsat {
		return nil, err
	}
	return args, nil
}

// project returns the conjuncts of D, over the formal parameters and the result.
func (c *Checker) project(r Inferred) []*term.Term {
	x, s := r.Call.Extern, c.System.Store
	by := map[*term.Term]*term.Term{}
	for i, f := range r.Call.Results {
		by[f] = x.Output[i]
	}
	var conjuncts []*term.Term
	for i, a := range r.Call.Args {
		if a.Op() == term.OpVar && by[a] == nil {
			by[a] = x.Inputs[i]
			conjuncts = append(conjuncts, domain(s, x.Inputs[i], a.Sort())...)
		}
	}
	var equations []equation
	for i, a := range r.Call.Args {
		if e := (equation{x.Inputs[i], s.Substitute(a, by)}); e.name != e.term {
			equations = append(equations, e)
			conjuncts = append(conjuncts, s.Eq(e.name, e.term))
		}
	}
	for _, axiom := range r.Axioms {
		conjuncts = append(conjuncts, shorter(s, s.Substitute(axiom, by), equations))
	}
	return forget(s, conjuncts, setOf(slices.Concat(x.Inputs, x.Output)))
}

package contract

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Checker answers queries about contracts and paths.
type Checker struct {
	System   *sts.System
	Solver   smt.Solver
	Doing    string                // the work, such as checking, in its progress
	Progress func(result.Progress) // is called after each part of the work; may be nil
}

// refutation is a condition on inputs that must not be satisfiable, and a description of the inputs that satisfy it.
type refutation struct {
	condition *term.Term
	text      func(smt.Model) string
}

// always is the same text for all inputs.
func always(text string) func(smt.Model) string { return func(smt.Model) string { return text } }

// CheckContract checks the properties of one contract, for constants that satisfy the assumptions of the model.
func (c *Checker) CheckContract(ctx context.Context, x *sts.Extern, k *sts.Contract) (result.ContractCheck, error) {
	r := result.ContractCheck{Extern: x.Name, Contract: k.Name, Behaviors: len(k.Behaviors)}
	store, assumed := c.System.Store, c.assumptions()
	answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: assumed})
	if err != nil || answer.Status == smt.Unsat {
		none := result.Property{Decision: result.Undecided, Evidence: "no constants satisfy the assumptions of the model"}
		r.Disjoint, r.Complete, r.Satisfiable = none, none, none
		return r, err
	}
	complete := []refutation{{store.Not(k.Applies(store)), always("no behavior applies")}}
	if r.Disjoint, err = c.property(ctx, x, assumed, c.overlaps(k)); err != nil {
		return r, err
	}
	if r.Complete, err = c.property(ctx, x, assumed, complete); err != nil {
		return r, err
	}
	r.Satisfiable, err = c.property(ctx, x, assumed, c.unmet(x, k))
	return r, err
}

// assumptions returns the assumptions of the model on initial states, over frozen constants and variables without initial values.
func (c *Checker) assumptions() []*term.Term {
	assumed, satisfiable := term.Conjoin([]*term.Term{c.initially(c.System.Assume)})
	if !satisfiable {
		return []*term.Term{c.System.Store.False()}
	}
	return assumed
}

// initially puts initial values into a condition.
func (c *Checker) initially(t *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, slot := range c.System.Slots {
		if slot.Init != nil {
			by[slot.Term] = slot.Init
		}
	}
	return c.System.Store.Substitute(t, by)
}

// overlaps refute that a contract is disjoint.
func (c *Checker) overlaps(k *sts.Contract) []refutation {
	var out []refutation
	for i, b := range k.Behaviors {
		for j, a := range k.Behaviors[:i] {
			both := fmt.Sprintf("%s and %s both apply", a.NumberedTitle(j), b.NumberedTitle(i))
			out = append(out, refutation{c.System.Store.And(a.Pre, b.Pre), always(both)})
		}
	}
	return out
}

// unmet refute that a contract is satisfiable: inputs for which no result satisfies one postcondition, or all that apply.
func (c *Checker) unmet(x *sts.Extern, k *sts.Contract) []refutation {
	s := c.System.Store
	var out []refutation
	for i, b := range k.Behaviors {
		without := s.And(b.Pre, s.Not(s.Exists(x.Output, b.Post)))
		out = append(out, refutation{without, always(b.NumberedTitle(i) + " applies, but no result satisfies its postcondition")})
	}
	together := s.And(k.Applies(s), s.Not(s.Exists(x.Output, k.Promise(s))))
	if slices.ContainsFunc(c.overlaps(k), func(r refutation) bool { return !r.condition.IsFalse() }) {
		out = append(out, refutation{together, func(m smt.Model) string {
			return text.And(c.applying(k, m)) + " apply, but no result satisfies their postconditions together"
		}})
	}
	return out
}

// applying names the behaviours that apply in a model.
func (c *Checker) applying(k *sts.Contract, m smt.Model) []string {
	var out []string
	for i, b := range k.Behaviors {
		if v, err := c.System.Store.Evaluate(c.initially(b.Pre), m); err != nil || v.Bool() {
			out = append(out, b.NumberedTitle(i))
		}
	}
	return out
}

// property holds if no input satisfies a refutation.
func (c *Checker) property(ctx context.Context, x *sts.Extern, assumed []*term.Term, refutations []refutation) (result.Property, error) {
	for _, r := range refutations {
		condition := c.initially(r.condition)
		if condition.IsFalse() {
			continue
		}
		values := term.Variables(x.Inputs, assumed, []*term.Term{condition})
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: c.System.InNormalForm(slices.Concat(assumed, condition.Conjuncts())), Values: values})
		switch {
		case err != nil:
			return result.Property{}, err
		case answer.Status == smt.Unknown:
			return result.Property{Decision: result.Undecided, Evidence: answer.Reason}, nil
		case answer.Status == smt.Sat:
			call := value.FormatCall(x, ValuesOf(x.Inputs, answer.Model))
			return result.Property{Decision: result.No, Evidence: "for " + call + " " + r.text(answer.Model) + frozenValues(c.System, answer.Model)}, nil
		}
	}
	return result.Property{Decision: result.Yes}, nil
}

// frozenValues prints the values of frozen constants in a model.
func frozenValues(s *sts.System, model smt.Model) string {
	text := ""
	for _, v := range s.Vars {
		for _, c := range v.Components() {
			if words, ok := c.FormatModel(s.SlotTerms(), model); ok && v.Frozen {
				text += ", with " + c.Name + " = " + words
			}
		}
	}
	return text
}

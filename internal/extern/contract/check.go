package contract

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Checker answers queries about contracts and paths.
type Checker struct {
	System *sts.System
	Solver smt.Solver
}

// refutation is a condition on inputs that must not be satisfiable, and a description of the inputs that satisfy it.
type refutation struct {
	condition *term.Term
	text      string
}

// CheckContract checks the properties of one contract.
func (c *Checker) CheckContract(ctx context.Context, x *sts.Extern, k *sts.Contract) (result.ContractCheck, error) {
	r := result.ContractCheck{Extern: x.Name, Contract: k.Name, Behaviors: len(k.Behaviors)}
	store, none := c.System.Store, c.System.Store.True()
	var overlaps, unmet []refutation
	for i, b := range k.Behaviors {
		name := BehaviorName(b, i)
		for j, a := range k.Behaviors[:i] {
			overlaps = append(overlaps, refutation{store.And(a.Pre, b.Pre), fmt.Sprintf("%s and %s both apply", BehaviorName(a, j), name)})
		}
		none = store.And(none, store.Not(b.Pre))
		without := store.And(b.Pre, store.Not(store.Exists(x.Output, b.Post)))
		unmet = append(unmet, refutation{without, name + " applies, but no result satisfies its postcondition"})
	}
	for _, p := range []struct {
		property    *result.Property
		refutations []refutation
	}{{&r.Disjoint, overlaps}, {&r.Complete, []refutation{{none, "no behavior applies"}}}, {&r.Satisfiable, unmet}} {
		var err error
		if *p.property, err = c.property(ctx, x, p.refutations); err != nil {
			return r, err
		}
	}
	return r, nil
}

// property holds if no input satisfies a refutation.
func (c *Checker) property(ctx context.Context, x *sts.Extern, refutations []refutation) (result.Property, error) {
	for _, r := range refutations {
		if r.condition.IsFalse() {
			continue
		}
		values := term.Variables(x.Inputs, []*term.Term{r.condition})
		answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: r.condition.Conjuncts(), Values: values})
		switch {
		case err != nil:
			return result.Property{}, err
		case answer.Status == smt.Unknown:
			return result.Property{Decision: result.Undecided, Evidence: answer.Reason}, nil
		case answer.Status == smt.Sat:
			call := value.FormatCall(x, valuesOf(x.Inputs, answer.Model))
			return result.Property{Decision: result.No, Evidence: "for " + call + " " + r.text + frozenValues(c.System, answer.Model)}, nil
		}
	}
	return result.Property{Decision: result.Yes}, nil
}

// valuesOf returns the values of variables in a model.
func valuesOf(vars []*term.Term, model smt.Model) []term.Value {
	out := make([]term.Value, len(vars))
	for i, v := range vars {
		out[i] = model[v]
	}
	return out
}

// frozenValues prints the values of frozen constants in a model.
func frozenValues(s *sts.System, model smt.Model) string {
	text := ""
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			slot := s.Slots[v.First+i]
			if value, ok := model[slot.Term]; ok && v.Frozen {
				text += ", with " + slot.Name + " = " + value.Format(slot.Sort)
			}
		}
	}
	return text
}

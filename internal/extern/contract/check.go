package contract

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Verdict is the answer to a question about a contract.
type Verdict string

// The verdicts.
const (
	Yes       Verdict = "yes"
	No        Verdict = "no"
	Undecided Verdict = "unknown"
)

// Property is a verdict with what shows it.
type Property struct {
	Verdict  Verdict `json:"verdict"`
	Evidence string  `json:"evidence,omitempty"` // a counterexample, or why it is unknown
}

// Report is what is to be said about one contract.
type Report struct {
	Extern      string   `json:"extern"`
	Contract    string   `json:"contract"`
	Behaviors   int      `json:"behaviors"`
	Disjoint    Property `json:"disjoint"`
	Complete    Property `json:"complete"`
	Satisfiable Property `json:"satisfiable"`
}

// Sound tells whether nothing is wrong: disjoint and satisfiable. An incomplete contract is allowed by definition 2.
func (r Report) Sound() bool { return r.Disjoint.Verdict != No && r.Satisfiable.Verdict != No }

// Checker answers questions about contracts and paths.
type Checker struct {
	System *sts.System
	Solver smt.Solver
}

// CheckContract checks one contract.
func (c *Checker) CheckContract(ctx context.Context, x *sts.Extern, k *sts.Contract) (Report, error) {
	r := Report{Extern: x.Name, Contract: k.Name, Behaviors: len(k.Behaviors)}
	for _, check := range []struct {
		property *Property
		run      func(context.Context, *sts.Extern, *sts.Contract) (Property, error)
	}{{&r.Disjoint, c.disjoint}, {&r.Complete, c.complete}, {&r.Satisfiable, c.satisfiable}} {
		p, err := check.run(ctx, x, k)
		if err != nil {
			return r, err
		}
		*check.property = p
	}
	return r, nil
}

// disjoint looks for an input that two preconditions admit.
func (c *Checker) disjoint(ctx context.Context, x *sts.Extern, k *sts.Contract) (Property, error) {
	for i := range k.Behaviors {
		for j := range k.Behaviors[:i] {
			a, b := k.Behaviors[j], k.Behaviors[i]
			p, err := c.refute(ctx, x, c.System.Store.And(a.Pre, b.Pre), fmt.Sprintf("%s and %s both apply", BehaviorName(a, j), BehaviorName(b, i)))
			if err != nil || p.Verdict != Yes {
				return p, err
			}
		}
	}
	return Property{Verdict: Yes}, nil
}

// complete looks for an input that no precondition admits.
func (c *Checker) complete(ctx context.Context, x *sts.Extern, k *sts.Contract) (Property, error) {
	none := c.System.Store.True()
	for _, b := range k.Behaviors {
		none = c.System.Store.And(none, c.System.Store.Not(b.Pre))
	}
	return c.refute(ctx, x, none, "no behavior applies")
}

// satisfiable looks for an input that a precondition admits but for which the postcondition allows no output.
func (c *Checker) satisfiable(ctx context.Context, x *sts.Extern, k *sts.Contract) (Property, error) {
	for i, b := range k.Behaviors {
		without := c.System.Store.And(b.Pre, c.System.Store.Not(c.System.Store.Exists(x.Output, b.Post)))
		p, err := c.refute(ctx, x, without, fmt.Sprintf("%s applies, but no result satisfies its postcondition", BehaviorName(b, i)))
		if err != nil || p.Verdict != Yes {
			return p, err
		}
	}
	return Property{Verdict: Yes}, nil
}

// refute asks for an input that satisfies bad: none makes the property hold.
func (c *Checker) refute(ctx context.Context, x *sts.Extern, bad *term.Term, what string) (Property, error) {
	if bad.IsFalse() {
		return Property{Verdict: Yes}, nil
	}
	wanted := append(append([]*term.Term(nil), x.Inputs...), bad.Vars()...)
	answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: bad.Conjuncts(), Values: unique(wanted)})
	switch {
	case err != nil:
		return Property{}, err
	case answer.Status == smt.Unsat:
		return Property{Verdict: Yes}, nil
	case answer.Status == smt.Unknown:
		return Property{Verdict: Undecided, Evidence: answer.Reason}, nil
	}
	args := make([]term.Value, len(x.Inputs))
	for i, v := range x.Inputs {
		args[i] = answer.Model[v]
	}
	return Property{Verdict: No, Evidence: "for " + value.FormatCall(x, args) + " " + what + frozenValues(c.System, answer.Model)}, nil
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

func unique(vars []*term.Term) []*term.Term {
	seen := map[*term.Term]bool{}
	var out []*term.Term
	for _, v := range vars {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

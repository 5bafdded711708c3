package contract

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Called restricts a choice to the externs that moves of a system call.
func Called(s *sts.System, choice Choice) Choice {
	out := Choice{}
	for _, m := range s.Moves() {
		for _, c := range m.Calls {
			if choice[c.Extern] != nil {
				out[c.Extern] = choice[c.Extern]
			}
		}
	}
	return out
}

// Unkeepable returns the contracts of a choice that no function can keep, as far as the solver decides it: for some input no result is
// allowed. Results obtained with such a contract may hold for no function at all, unless guards exclude such inputs.
func (c *Checker) Unkeepable(ctx context.Context, choice Choice) ([]result.Unkeepable, error) {
	var out []result.Unkeepable
	assumed := c.assumptions()
	for i, x := range c.System.Externs {
		c.Tell(CheckingKeepable, i, len(c.System.Externs), "")
		k := choice[x]
		if k == nil {
			continue
		}
		p, err := c.property(ctx, x, assumed, c.unmet(x, k))
		if err != nil {
			return out, err
		}
		if p.Decision != result.No {
			continue
		}
		u := result.Unkeepable{Extern: x.Name, Contract: k.Name, Evidence: p.Evidence, Transitions: []string{}}
		if u.Transitions, err = c.callers(ctx, x, k); err != nil {
			return out, err
		}
		out = append(out, u)
	}
	return out, nil
}

// callers names the moves whose guards do not exclude that they call a function with an input for which its contract allows no result. It
// does not check whether they are reached with it.
func (c *Checker) callers(ctx context.Context, x *sts.Extern, k *sts.Contract) ([]string, error) {
	s := c.System.Store
	impossible := s.And(k.Applies(s), s.Not(s.Exists(x.Output, k.Promise(s))))
	out := []string{}
	for _, m := range c.System.Moves() {
		for _, call := range m.Calls {
			if call.Extern != x || slices.Contains(out, m.Name) {
				continue
			}
			by := map[*term.Term]*term.Term{}
			for i, v := range x.Inputs {
				by[v] = call.Args[i]
			}
			conjuncts, satisfiable := term.Conjoin(c.aboutConstants(), []*term.Term{m.Guard, s.Substitute(impossible, by)})
			if !satisfiable {
				continue
			}
			answer, err := c.Solver.Check(ctx, smt.Query{Conjuncts: c.System.InNormalForm(conjuncts)})
			if err != nil {
				return out, err
			}
			if answer.Status != smt.Unsat {
				out = append(out, m.Name)
			}
		}
	}
	return out, nil
}

// aboutConstants returns the assumptions that hold in every state: those over frozen constants.
func (c *Checker) aboutConstants() []*term.Term {
	frozen := map[*term.Term]bool{}
	for _, v := range c.System.Vars {
		for i := range v.Type.Size() {
			frozen[c.System.Slots[v.First+i].Term] = v.Frozen
		}
	}
	return slices.DeleteFunc(slices.Clone(c.System.Assume.Conjuncts()), func(t *term.Term) bool { return !within(t, frozen) })
}

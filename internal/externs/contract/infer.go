package contract

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Contract inference: definition 10. For each call (p, (t1, ..., tn), f) on a path with condition φ:
//
//	G    the variables related to those of the call: Rel_φ(Occ(t1, ..., tn) ∪ {f})
//	Ax   the part of φ that mentions them: Clean_G(φ)
//	Pre  x1 = t1 and ... and xn = tn
//	Post x(n+1) = f
//
// The variables in G become frozen constants and Ax their axioms. Rel and Clean treat a quantified conjunct as an atom
// whose occurrences are its free variables, as the footnote of the paper demands: bound variables relate
// nothing outside.

// Inferred is one behaviour that a call demands.
type Inferred struct {
	Call   sts.SymbolicCall
	Step   int // the index of the move that calls
	Path   *path.Path
	Name   string       // of the path, or of what a machine does in it
	Frozen []*term.Term // G
	Axioms []*term.Term // Ax, as conjuncts
	Pre    *term.Term   // over Extern.Inputs and G
	Post   *term.Term   // over Extern.Output and G
}

// Infer computes the behaviours that the calls of distinguished paths demand, in the order of paths and calls.
func (c *Checker) Infer(paths []*path.Path) []Inferred {
	var out []Inferred
	for _, p := range paths {
		conditions := path.Terms(p.All())
		for _, q := range p.Steps() {
			for _, call := range q.Calls {
				out = append(out, c.infer(p, q.Depth-1, call, conditions))
			}
		}
	}
	return out
}

func (c *Checker) infer(p *path.Path, step int, call sts.SymbolicCall, conditions []*term.Term) Inferred {
	s := c.System.Store
	related := Related(conditions, slices.Concat(call.Args, call.Results))
	r := Inferred{Call: call, Step: step, Path: p, Name: p.Name(), Frozen: related, Axioms: Mentioning(conditions, related), Pre: s.True(), Post: s.True()}
	for i, x := range call.Extern.Inputs {
		r.Pre = s.And(r.Pre, s.Eq(x, call.Args[i]))
	}
	for i, x := range call.Extern.Output {
		r.Post = s.And(r.Post, s.Eq(x, call.Results[i]))
	}
	return r
}

// Preserves checks theorem 1 by running it: with the inferred behaviours as contracts and the axioms as assumptions, each
// path, renamed once more, must be feasible.
func (c *Checker) Preserves(ctx context.Context, paths []*path.Path, inferred []Inferred) (bool, string, error) {
	var axioms []*term.Term
	for _, r := range inferred {
		axioms = append(axioms, r.Axioms...)
	}
	for i, p := range paths {
		c.Tell(Preserving, i, len(paths), "")
		again := p.Renamed(fmt.Sprintf("'%d", i+1), nil)
		q := smt.Query{Conjuncts: slices.Concat(axioms, path.Terms(again.All()))}
		for _, call := range again.AllCalls() {
			q.Conjuncts = append(q.Conjuncts, c.someBehavior(call, inferred))
		}
		answer, err := c.Solver.Check(ctx, q)
		if err != nil || answer.Status != smt.Sat {
			return false, fmt.Sprintf("%s is %s with the inferred contracts %s", p.Name(), answer.Status, answer.Reason), err
		}
	}
	return true, "", nil
}

// someBehavior is the condition that a call follows one of the inferred behaviours of its function.
func (c *Checker) someBehavior(call sts.SymbolicCall, inferred []Inferred) *term.Term {
	var cases []*term.Term
	for _, r := range inferred {
		if r.Call.Extern == call.Extern {
			cases = append(cases, c.System.Instantiate(call, c.System.Store.And(r.Pre, r.Post)))
		}
	}
	if cases == nil {
		return c.System.Store.True() // its contract is in the condition of the path
	}
	return c.System.Store.Or(cases...)
}

package prove

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Intervals tries the cheapest proof that a goal is impossible: with the rows of each place, and those hints that are inductive together with
// them. It also returns the invariants of places that it has found, whether there is a proof or not. Errors are those of Unreachable.
func Intervals(ctx context.Context, system *sts.System, goal Goal, hints []*term.Term, solver smt.Solver, options Options) (Answer, []Clause, error) {
	p := newProver(system, solver, options)
	p.hints = distinct(hints)
	a := &attempt{target: p.goalTarget(goal)}
	err := p.byRows(ctx, []*attempt{a})
	if a.Reason = boundOf(ctx, err); err != nil && a.Reason == "" {
		return a.Answer, nil, err
	}
	a.Queries = p.queries
	if a.Proved {
		a.Invariant = p.clauses(p.support(ctx, p.grounds(ctx, a)))
	}
	var known []fact
	for place, f := range p.invariants.known {
		for _, c := range f.list {
			known = append(known, fact{place: place, cond: c})
		}
	}
	return a.Answer, p.clauses(known), nil
}

// byRows computes the rows, and keeps what they and the hints propose as far as it is inductive.
func (p *prover) byRows(ctx context.Context, attempts []*attempt) error {
	if len(p.edges)*len(p.system.Slots) > p.options.Work {
		return errSize
	}
	if err := p.flow.run(ctx); err != nil {
		return err
	}
	return p.stage(ctx, p.rowsAndHints, attempts)
}

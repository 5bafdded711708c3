package invariants

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/statespace"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// enumerate visits all concrete states of a system; nil if they cannot be enumerated, or are too many.
func enumerate(ctx context.Context, s *sts.System, solver smt.Solver) (*statespace.Space, error) {
	options := statespace.UsualBounds(s)
	options.Symmetry = len(s.Features()) == 0 && statespace.IsSymmetric(s)
	options.Decide = func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	space, err := statespace.Search(ctx, s, options)
	if errors.As(err, new(*statespace.Refusal)) {
		return nil, nil
	}
	if err != nil || space.Stop != result.StopExhausted {
		return nil, err
	}
	return space, nil
}

// settleByStates decides what proofs have left open: a run breaks it, or it holds in all states.
func (c *checking) settleByStates(space *statespace.Space) {
	addRuns(c.result, c.found, space.Result(), len(space.PerDepth)-1)
	c.provedByExploration()
}

// provedByExploration makes what proofs have left open hold, unless a run or an initial value breaks it. All states that can be reached were visited.
func (c *checking) provedByExploration() {
	for i := range c.result.Verdicts {
		if v := &c.result.Verdicts[i]; !c.found.Verdicts[i].Holds() && v.Run == nil && v.Verdict != result.InvariantBroken {
			provedByStates(c.result, v)
		}
	}
}

// provedByStates makes an invariant one that holds, because no state that can be reached violates it.
func provedByStates(r *result.Invariants, v *result.InvariantVerdict) {
	v.Verdict, v.Proof, v.Reason = result.InvariantHolds, &result.Proof{Method: result.ByExploration}, ""
	for k := range r.Steps {
		if step := &r.Steps[k]; step.Invariant == v.Invariant {
			step.Answer, step.Reason, step.Example = result.AnswerProved, "", nil
		}
	}
}

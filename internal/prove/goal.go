package prove

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Goal is a situation that is to be proved impossible: a move that begins where conditions hold, or any state where they do.
type Goal struct {
	Move *sts.Move    // nil is any state
	When []*term.Term // over the slots and the parameters of the move
}

// Impossible tries to prove of each goal that no run meets it. Hints are conditions over the slots that may hold everywhere;
// they are proposed as candidates and need not be true. The invariant of an answer is self-contained: the initial states meet it,
// every move keeps it, and it alone contradicts the goal or, of k-induction, the paths to it. Errors are as of Unreachable.
func Impossible(ctx context.Context, system *sts.System, goals []Goal, hints []*term.Term, solver smt.Solver, options Options) ([]Answer, error) {
	p := newProver(ctx, system, solver, options)
	p.hints = distinct(hints)
	attempts := make([]*attempt, len(goals))
	for i, g := range goals {
		a := &attempt{target: p.goalTarget(g)}
		if len(a.spots) == 0 {
			a.Proved, a.Method, a.Reason = true, ByGraph, "no path in the graph leads to where it begins"
		}
		attempts[i] = a
	}
	answers, err := p.prove(attempts)
	if err != nil {
		return nil, err
	}
	for i, a := range attempts {
		if a.Proved {
			answers[i].Invariant = p.clausesOf(p.support(p.grounds(a)))
		}
	}
	return answers, nil
}

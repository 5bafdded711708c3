package prove

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// k-induction, strengthened by the invariants, path by path. If some run takes the target, it has a first state in which the target can be
// taken. The k steps before it follow some path of the graph, in whose states the target cannot be taken, and begin in a state that satisfies
// the invariant of its place. If the condition of every such path contradicts that invariant, no run has k steps before the target; runs with
// fewer begin in an initial state, and are excluded where a path reaches the initial place. Paths are extended backwards one step at a time,
// and only where they are not closed yet, so k differs from path to path; the k of the proof is the largest.
//
// A shortest run to the target has no step that returns to the same place and changes no variable in the rest of the path: the run would be
// possible without it. So paths are not extended by such steps.
//
// The condition of a path is the weakest precondition of the target's guard: going backwards over a move, variables are
// replaced by the values it assigns, and its guard is added, with parameters of its own.

// openPath is a path backwards from the target: where it begins, and the condition under which it can be followed.
type openPath struct {
	place      int
	conditions []*term.Term
	steps      int // before the target
}

// induct tries to close all paths to a target; k is the length of the longest.
func (p *prover) induct(ctx context.Context, a *attempt) error {
	var open []openPath
	for _, s := range a.spots {
		open = append(open, openPath{place: s.place, conditions: s.conditions})
	}
	a.closed = nil
	k := 0
	for followed := 0; len(open) > 0; followed++ {
		at := open[0]
		open = open[1:]
		if followed >= p.options.Paths {
			a.Reason, a.Paths = OpenPaths, followed
			return nil
		}
		k = max(k, at.steps)
		closed, err := p.closed(ctx, at)
		if err != nil {
			return err
		}
		if closed {
			a.closed = append(a.closed, at)
			continue
		}
		if a.Reason, err = p.obstacle(ctx, at); err != nil || a.Reason != "" {
			a.Steps = at.steps + a.length
			return err
		}
		open = append(open, p.extend(at, &a.target)...)
	}
	a.Proved, a.Method, a.K = true, result.ByKInduction, k
	return nil
}

// obstacle returns why a path that is not closed is not extended: it may begin in an initial state, or is too long.
func (p *prover) obstacle(ctx context.Context, at openPath) (Reason, error) {
	if at.place == 0 {
		never, err := p.unsat(ctx, p.atStart(at.conditions))
		if err != nil {
			return "", err
		}
		if !never {
			return OpenFromStart, nil
		}
	}
	if at.steps >= p.options.Depth {
		return OpenTooLong, nil
	}
	return "", nil
}

// closed reports whether the condition of a path contradicts the invariant where it begins.
func (p *prover) closed(ctx context.Context, at openPath) (bool, error) {
	if p.invariants.neverEntered(at.place) {
		return true, nil
	}
	return p.unsat(ctx, p.invariants.strengthen(at.place, at.conditions))
}

// atStart instantiates conditions for an initial state.
func (p *prover) atStart(conditions []*term.Term) []*term.Term {
	start, _ := p.system.StartSymbolic()
	out := []*term.Term{p.system.Apply(p.system.Assume, &start)}
	for _, c := range conditions {
		out = append(out, p.system.Apply(c, &start))
	}
	return out
}

// extend prolongs a path by one step backwards in all ways, to states in which the target is not met.
func (p *prover) extend(from openPath, t *target) []openPath {
	var out []openPath
	for _, e := range p.into[from.place] {
		back := p.back(e.move, from.steps+1)
		if t.takes(e.move) || e.from == e.to && !slices.ContainsFunc(from.conditions, back.Changes) { // it changes nothing that the path mentions
			continue
		}
		conditions := append(p.before(back, from.conditions), t.excludedAt(e.from, p.system.Store)...)
		out = append(out, openPath{e.from, conditions, from.steps + 1})
	}
	return out
}

// back is a move some steps before the target.
func (p *prover) back(m *sts.Move, step int) *path.Back {
	key := backKey{m.ID, step}
	if p.backs[key] == nil {
		p.backs[key] = path.NewBack(p.system, m, func(param sts.Param) string { return fmt.Sprintf("%s@-%d", param.Name, step) })
	}
	return p.backs[key]
}

// backKey names a move some steps before a target.
type backKey struct{ move, step int }

// before is the condition before a move under which it can be taken and conditions hold after it.
func (p *prover) before(b *path.Back, conditions []*term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range slices.Concat(b.Own(p.premises(b.Move)...), b.Before(conditions)) {
		out = append(out, c.Conjuncts()...)
	}
	return out
}

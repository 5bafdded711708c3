package prove

import (
	"context"
	"fmt"
	"slices"

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
		path := open[0]
		open = open[1:]
		if followed >= p.options.Paths {
			a.Reason, a.Paths = OpenPaths, followed
			return nil
		}
		k = max(k, path.steps)
		closed, err := p.closed(ctx, path)
		if err != nil {
			return err
		}
		if closed {
			a.closed = append(a.closed, path)
			continue
		}
		if a.Reason, err = p.obstacle(ctx, path); err != nil || a.Reason != "" {
			a.Steps = path.steps + a.length
			return err
		}
		open = append(open, p.extend(path, &a.target)...)
	}
	a.Proved, a.Method, a.K = true, result.ByKInduction, k
	return nil
}

// obstacle returns why a path that is not closed is not extended: it may begin in an initial state, or is too long.
func (p *prover) obstacle(ctx context.Context, path openPath) (Reason, error) {
	if path.place == 0 {
		never, err := p.unsat(ctx, p.atStart(path.conditions))
		if err != nil {
			return "", err
		}
		if !never {
			return OpenFromStart, nil
		}
	}
	if path.steps >= p.options.Depth {
		return OpenTooLong, nil
	}
	return "", nil
}

// closed reports whether the condition of a path contradicts the invariant where it begins.
func (p *prover) closed(ctx context.Context, path openPath) (bool, error) {
	if p.invariants.neverEntered(path.place) {
		return true, nil
	}
	return p.unsat(ctx, p.invariants.strengthen(path.place, path.conditions))
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
func (p *prover) extend(path openPath, t *target) []openPath {
	var out []openPath
	for _, e := range p.into[path.place] {
		if t.takes(e.move) || p.idle(e, path.conditions) {
			continue
		}
		conditions := append(p.before(e.move, path.conditions, path.steps+1), t.excludedAt(e.from, p.system.Store)...)
		out = append(out, openPath{e.from, conditions, path.steps + 1})
	}
	return out
}

// idle reports whether an edge changes nothing that a path mentions.
func (p *prover) idle(e *edge, conditions []*term.Term) bool {
	updates := p.system.Assigned(e.move.Updates)
	return e.from == e.to && !slices.ContainsFunc(conditions, func(c *term.Term) bool { return touches(c, updates) })
}

// before is the condition before a move under which it can be taken and conditions hold after it.
func (p *prover) before(m *sts.Move, conditions []*term.Term, step int) []*term.Term {
	store := p.system.Store
	fresh := map[*term.Term]*term.Term{}
	for _, param := range m.Params {
		fresh[param.Term] = store.Var(fmt.Sprintf("%s@-%d", param.Name, step), param.Sort)
	}
	updates := p.system.Assigned(m.Updates)
	for slot, v := range updates {
		updates[slot] = replace(store, v, fresh)
	}
	var out []*term.Term
	for _, c := range p.premises(m) {
		out = append(out, replace(store, c, fresh).Conjuncts()...)
	}
	for _, c := range conditions {
		out = append(out, replace(store, c, updates).Conjuncts()...)
	}
	return out
}

package prove

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// k-induction, strengthened by the invariants, path by path. If some run takes the target, it has a first state in which the
// target can be taken. The k steps before it follow some path of the graph, in whose states the target cannot be taken, and
// begin in a state that satisfies the invariant of its place. If the condition of every such path contradicts that invariant,
// no run has k steps before the target; runs with fewer begin in an initial state, and are excluded where a path comes to the
// initial place. Paths are extended backwards one step at a time, and only where they are not closed yet, so k differs from
// path to path; the k of the proof is the largest.
//
// A shortest run to the target has no step that comes back to the place and changes nothing that the rest of the path speaks of:
// the rest could have followed without it. So paths are not extended by such steps.
//
// The condition of a path is the weakest precondition of the target's guard: going backwards over a move, variables are
// replaced by the values it assigns, and its guard is added, with parameters of its own.

// openPath is a path backwards from the target: where it begins, and the condition under which it can be followed.
type openPath struct {
	place      int
	conditions []*term.Term
	steps      int // before the target
}

// induct tries to close all paths to a target; k is the length of the longest. If it fails, reason says why.
func (p *prover) induct(a *attempt) (k int, reason string, err error) {
	var open []openPath
	for _, s := range a.spots {
		open = append(open, openPath{place: s.place, conditions: s.conditions})
	}
	for asked := 0; len(open) > 0; asked++ {
		path := open[0]
		open = open[1:]
		if asked >= p.options.Paths {
			return 0, fmt.Sprintf("%d paths that lead to it were followed backwards, some are still open", asked), nil
		}
		k = max(k, path.steps)
		closed, err := p.closed(path)
		if err != nil {
			return 0, "", err
		}
		if closed {
			a.closed = append(a.closed, path)
			continue
		}
		if path.place == 0 {
			begins, err := p.begins(path)
			if err != nil || begins {
				return 0, "a path of " + text.Count(path.steps+a.length, "step") + " from the beginning could not be excluded", err
			}
		}
		if path.steps >= p.options.Depth {
			return 0, "a path of " + text.Count(path.steps+a.length, "step") + " to it could not be excluded", nil
		}
		open = append(open, p.extend(path, &a.target)...)
	}
	return k, "", nil
}

// closed tells whether the condition of a path contradicts the invariant where it begins.
func (p *prover) closed(path openPath) (bool, error) {
	if p.neverEntered(path.place) {
		return true, nil
	}
	return p.unsat(p.strengthen(path.place, path.conditions))
}

// begins tells whether a path may begin in an initial state.
func (p *prover) begins(path openPath) (bool, error) {
	start, _ := p.system.StartSymbolic()
	conditions := []*term.Term{p.system.Apply(p.system.Assume, &start)}
	for _, c := range path.conditions {
		conditions = append(conditions, p.system.Apply(c, &start))
	}
	never, err := p.unsat(conditions)
	return !never, err
}

// extend goes one step back in all ways, to states in which the target is not met.
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

// idle tells whether an edge changes nothing that a path speaks of.
func (p *prover) idle(e *edge, conditions []*term.Term) bool {
	updates := p.updates(e.move)
	return e.from == e.to && !slices.ContainsFunc(conditions, func(c *term.Term) bool { return touches(c, updates) })
}

// before is the condition before a move under which it can be taken and conditions hold after it.
func (p *prover) before(m *sts.Move, conditions []*term.Term, step int) []*term.Term {
	store := p.system.Store
	fresh := map[*term.Term]*term.Term{}
	for _, param := range m.Params {
		fresh[param.Term] = store.Var(fmt.Sprintf("%s@-%d", param.Name, step), param.Sort)
	}
	updates := map[*term.Term]*term.Term{}
	for _, u := range m.Updates {
		updates[p.system.Slots[u.Slot].Term] = store.Substitute(u.Value, fresh)
	}
	var out []*term.Term
	for _, c := range p.premises(m) {
		out = append(out, store.Substitute(c, fresh).Conjuncts()...)
	}
	for _, c := range conditions {
		out = append(out, store.Substitute(c, updates).Conjuncts()...)
	}
	return out
}

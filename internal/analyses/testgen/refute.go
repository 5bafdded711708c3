package testgen

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Why goals on values are not met: proved by their own conditions, proved by the whole tree, or one of the bounds.

// refute determines whether a goal contradicts the guards of the transitions that could meet it, whatever the state.
func (w *walker) refute(ctx context.Context, g *valueGoal) error {
	if g.why.Status != "" || w.b.options.Solver == nil {
		return nil
	}
	for _, y := range g.ways {
		conds := []*term.Term{y.cond, y.take.Guard}
		if while := w.b.tree.System.Machines[y.take.Machine].Locations[y.take.From].While; while != nil {
			conds = append(conds, while)
		}
		if possible, err := smt.Possible(ctx, w.b.options.Solver, nil, conds...); err != nil || possible {
			return err
		}
	}
	g.why, g.excluded = result.Why{Status: result.Unreachable, Reason: "proved infeasible: it contradicts the guard"}, true
	if g.beyond == nil {
		return nil
	}
	possible, err := smt.Possible(ctx, w.b.options.Solver, nil, g.beyond)
	if err == nil && possible {
		g.why = notTestable("no other transition can be taken there")
	}
	return err
}

// excluded reports whether it is known that no test meets a goal: by its own conditions, or because there is no more to explore.
func (w *walker) excluded(goal int) bool {
	g := w.goals[goal]
	return g.excluded || g.why.Status == "" && g.doubt == "" && g.queries <= maxQueries && w.b.exhausted()
}

// why returns the reason why a goal was not met.
func (w *walker) why(goal int) result.Why {
	g := w.goals[goal]
	var about result.Why
	if g.about != nil {
		about = w.b.missing[g.about.Name]
	}
	switch {
	case g.why.Status != "":
		return g.why
	case about.Status != "" && g.beyond == nil:
		return about.Prefixed(g.about.Name + " is ")
	case g.doubt != "":
		return unknown(g.doubt)
	case g.queries > maxQueries:
		return result.Why{Status: result.NotReached, Reason: fmt.Sprintf("none of the %d shortest paths to it has such values", maxQueries)}
	}
	return w.b.bound()
}

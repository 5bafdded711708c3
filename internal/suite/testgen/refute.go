package testgen

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Why goals on values are not met: proved by their own conditions, proved by the whole tree, or one of the bounds.

// refute finds out whether a goal contradicts the guards of those that could meet it, whatever the state.
func (w *walker) refute(goal int) error {
	g := &w.goals[goal]
	if g.why.Status != "" || w.options.Solver == nil {
		return nil
	}
	for _, y := range g.ways {
		possible, err := w.possible(y.cond, y.take.Guard)
		if err != nil || possible {
			return w.unlessTimeIsUp(err)
		}
	}
	g.why, g.excluded = result.Why{Status: result.Unreachable, Reason: "proved infeasible: it contradicts the guard"}, true
	if g.beyond != nil {
		possible, err := w.possible(g.beyond)
		if err != nil {
			return w.unlessTimeIsUp(err)
		}
		if possible {
			g.why = notTestable("no other transition can be taken there")
		}
	}
	return nil
}

// possible tells whether conditions can hold together; what is not decided counts as possible.
func (w *walker) possible(conds ...*term.Term) (bool, error) {
	all := w.tree.System.Store.And(conds...)
	if all.IsConst() {
		return all.IsTrue(), nil
	}
	answer, err := w.options.Solver.Check(w.ctx, smt.Query{Conjuncts: all.Conjuncts()})
	return answer.Status != smt.Unsat, err
}

// excluded tells whether it is known that no test meets a goal: by its own conditions, or because there is no more to explore.
func (w *walker) excluded(goal int) bool {
	g := w.goals[goal]
	return g.excluded || g.why.Status == "" && w.doubts[goal] == "" && w.asked[goal] <= maxQuestions && w.exhausted()
}

// why says why a goal was not met.
func (w *walker) why(goal int) result.Why {
	g := w.goals[goal]
	switch {
	case g.why.Status != "":
		return g.why
	case w.missing[g.about.Name].Status != "" && g.beyond == nil:
		return w.missing[g.about.Name].Prefixed(g.about.Name + " is ")
	case w.doubts[goal] != "":
		return result.Why{Status: result.Unknown, Reason: "unknown: " + w.doubts[goal]}
	case w.asked[goal] > maxQuestions:
		return result.Why{Status: result.NotReached, Reason: fmt.Sprintf("none of the %d shortest paths to it has such values", maxQuestions)}
	}
	return w.bound()
}

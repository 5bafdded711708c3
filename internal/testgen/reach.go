package testgen

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// maxQuestions bounds how often the solver is asked for one purpose.
const maxQuestions = 1000

// reachCondition looks for a run that ends in the location of a purpose with values that meet its condition, shortest paths
// first.
func (b *builder) reachCondition(ctx context.Context, g *goalSet, goal int, p sts.Purpose) (reason string, err error) {
	questions, open := 0, ""
	for _, st := range b.tree.States {
		if st.Symbolic.Locations[p.Machine] != p.Location {
			continue
		}
		if questions++; questions > maxQuestions {
			return fmt.Sprintf("none of the %d shortest paths to its location meets its condition", maxQuestions), nil
		}
		witness, doubt, err := b.meet(ctx, st, p.Cond)
		switch {
		case err != nil && ctx.Err() != nil:
			return "not reached before the time was up", nil
		case err != nil:
			return "", err
		case witness != nil:
			g.runs = append(g.runs, run{st, witness, goal})
			return "", nil
		}
		if open == "" {
			open = doubt
		}
	}
	if open != "" {
		return "unknown: " + open, nil
	}
	return b.bound(), nil
}

// meet finds a run along the path of st that meets a condition at its end: that of the state, or one from the solver. What
// functions return is not the solver's to choose, so a path with calls has only its own run. The text says what stayed open.
func (b *builder) meet(ctx context.Context, st *explore.State, cond *term.Term) (*explore.Witness, string, error) {
	if holds, err := b.interpreter.Holds(st.Witness.Config, cond); err == nil && holds {
		return st.Witness, "", nil
	}
	goal := b.tree.System.Apply(cond, &st.Symbolic)
	switch {
	case goal.IsFalse():
		return nil, "", nil
	case hasCalls(st):
		return nil, "the path to it calls externs, and its condition does not hold in the run that was found", nil
	case b.options.Solver == nil:
		return nil, "there is no solver", nil
	}
	return b.solve(ctx, st, goal)
}

func hasCalls(st *explore.State) bool {
	for ; st != nil; st = st.Parent {
		if len(st.Calls) > 0 {
			return true
		}
	}
	return false
}

// solve asks the solver for values of the path of st, and runs the path with them.
func (b *builder) solve(ctx context.Context, st *explore.State, goal *term.Term) (*explore.Witness, string, error) {
	query := smt.Query{Conjuncts: append(st.Condition(), goal.Conjuncts()...)}
	query.Values = b.tree.System.Store.And(query.Conjuncts...).Vars()
	answer, err := b.options.Solver.Check(ctx, query)
	switch {
	case err != nil:
		return nil, "", err
	case answer.Status == smt.Unsat:
		return nil, "", nil
	case answer.Status != smt.Sat:
		return nil, answer.Reason, nil
	}
	witness, err := st.Follow(b.interpreter, answer.Model)
	if err != nil {
		return nil, err.Error(), nil
	}
	return witness, "", nil
}

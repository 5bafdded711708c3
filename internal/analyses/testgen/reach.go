package testgen

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxQueries is the maximum number of states at which the solver is queried for one goal.
const maxQueries = 500

// reachCondition looks for a run that ends in the location of a purpose with values that satisfy its condition, shortest paths
// first. In a timed model they may satisfy it after some time in the location.
func (b *builder) reachCondition(ctx context.Context, g *goalSet, goal int, p sts.Purpose) (result.Why, error) {
	queries, open := 0, ""
	for _, st := range b.tree.States() {
		if st.Symbolic().Locations[p.Machine] != p.Location {
			continue
		}
		if queries++; queries > maxQueries {
			return result.Why{Status: result.NotReached, Reason: fmt.Sprintf("none of the %d shortest paths to its location meets its condition", maxQueries)}, nil
		}
		witness, doubt, err := b.runMeeting(ctx, st, b.someTime(p.Cond, st.Symbolic()))
		switch {
		case err != nil && ctx.Err() != nil:
			return outOfTime, nil
		case err != nil:
			return result.Why{}, err
		case witness != nil:
			wait, err := b.waitFor(ctx, p.Cond, witness)
			g.addRun(st, witness, goal, wait)
			return result.Why{}, err
		}
		if open == "" {
			open = doubt
		}
	}
	if open != "" {
		return unknown(open), nil
	}
	return b.bound(), nil
}

// outOfTime is the reason for a goal that is not covered because the time was up.
var outOfTime = result.Why{Status: result.NotReached, Reason: "not reached within the time limit"}

func unknown(reason string) result.Why {
	return result.Why{Status: result.Unknown, Reason: "unknown: " + reason}
}

// runMeeting finds a run along the path of st that satisfies conditions over the variables of the path: that of the state, or one from the
// solver, with the known functions run for it. The text describes the undecided part.
func (b *builder) runMeeting(ctx context.Context, st *explore.State, conds []*term.Term) (*run.Witness, string, error) {
	goal := b.tree.System.Store.And(conds...)
	switch {
	case goal.IsFalse():
		return nil, "", nil
	case b.meetsAlready(st, goal):
		return st.Witness(), "", nil
	case b.options.Solver == nil:
		return nil, "there is no solver", nil
	}
	return b.solve(ctx, st, goal)
}

// meetsAlready reports whether a condition holds in the run that the exploration found.
func (b *builder) meetsAlready(st *explore.State, goal *term.Term) bool {
	values := map[*term.Term]term.Value{}
	steps := st.Witness().Steps()
	for i, s := range st.Path() {
		for k, p := range s.Params() {
			if p != nil && p.Op() == term.OpVar && (i == 0 || s.Move.Params[k].Kind != sts.Dequeued) {
				values[p] = steps[i].Params[k]
			}
		}
	}
	holds, err := b.tree.System.Store.Evaluate(goal, values)
	return err == nil && holds.Bool()
}

// solve queries the solver for values of the path of st, and runs the path with them; other variables keep their old values.
func (b *builder) solve(ctx context.Context, st *explore.State, goal *term.Term) (*run.Witness, string, error) {
	query := smt.Query{Conjuncts: append(st.Condition(), goal.Conjuncts()...), Calls: b.calls(st)}
	query.Values = term.Variables(query.Conjuncts)
	for _, c := range query.Calls {
		query.Values = append(append(query.Values, c.Results...), term.Variables(c.Args)...)
	}
	answer, err := b.check(ctx, query)
	switch {
	case err != nil:
		return nil, "", err
	case answer.Status == smt.Unsat:
		return nil, "", nil
	case answer.Status != smt.Sat:
		return nil, answer.Reason, nil
	}
	witness, err := st.Follow(ctx, b.executor, answer.Model)
	if err != nil {
		return nil, err.Error(), ctx.Err()
	}
	return witness, "", nil
}

// In one query functions are called only a few times, and the solver gets little work, since there are many goals and no input meets some
// of them. The time limit is for slow functions.
const (
	callAttempts = 10
	callWork     = 20 * time.Millisecond
	callsLimit   = 3 * time.Second
)

// check queries the solver.
func (b *builder) check(ctx context.Context, query smt.Query) (smt.Answer, error) {
	if len(query.Calls) == 0 {
		return b.options.Solver.Check(ctx, query)
	}
	query.Attempts, query.Work = callAttempts, smt.WorkIn(callWork)
	limited, cancel := crowd.WithTimeout(ctx, callsLimit)
	defer cancel()
	answer, err := b.options.Solver.Check(limited, query)
	if limited.Err() != nil && ctx.Err() == nil && answer.Status != smt.Sat {
		return smt.Answer{Reason: fmt.Sprintf("the functions on the way were tried for %v", callsLimit)}, nil
	}
	return answer, err
}

// calls are κ of a state, as far as a table or a runner knows the functions.
func (b *builder) calls(st *explore.State) []smt.Call {
	var out []smt.Call
	for _, s := range st.Path() {
		out = append(out, run.SolverCalls(b.tree.Options.Functions, s.Calls())...)
	}
	return out
}

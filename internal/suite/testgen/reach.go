package testgen

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// maxQuestions bounds how often the solver is asked for one goal.
const maxQuestions = 500

// reachCondition looks for a run that ends in the location of a purpose with values that meet its condition, shortest paths
// first.
func (b *builder) reachCondition(ctx context.Context, g *goalSet, goal int, p sts.Purpose) (result.Why, error) {
	questions, open := 0, ""
	for _, st := range b.tree.States {
		if st.Symbolic.Locations[p.Machine] != p.Location {
			continue
		}
		if questions++; questions > maxQuestions {
			return result.Why{Status: result.NotReached, Reason: fmt.Sprintf("none of the %d shortest paths to its location meets its condition", maxQuestions)}, nil
		}
		witness, doubt, err := b.meet(ctx, st, p.Cond)
		switch {
		case err != nil && ctx.Err() != nil:
			return result.Why{Status: result.NotReached, Reason: "not reached before the time was up"}, nil
		case err != nil:
			return result.Why{}, err
		case witness != nil:
			g.addRun(st, witness, goal)
			return result.Why{}, nil
		}
		if open == "" {
			open = doubt
		}
	}
	if open != "" {
		return result.Why{Status: result.Unknown, Reason: "unknown: " + open}, nil
	}
	return b.bound(), nil
}

// meet finds a run along the path of st that meets a condition over the state at its end. The text says what stayed open.
func (b *builder) meet(ctx context.Context, st *explore.State, cond *term.Term) (*explore.Witness, string, error) {
	return b.runMeeting(ctx, st, b.tree.System.Apply(cond, &st.Symbolic).Conjuncts())
}

// runMeeting finds a run along the path of st that meets conditions over the variables of the path: that of the state, or one
// from the solver, with the functions that are known run for it. The text says what stayed open.
func (b *builder) runMeeting(ctx context.Context, st *explore.State, conds []*term.Term) (*explore.Witness, string, error) {
	goal := b.tree.System.Store.And(conds...)
	switch {
	case goal.IsFalse():
		return nil, "", nil
	case b.meetsAlready(st, goal):
		return st.Witness, "", nil
	case b.options.Solver == nil:
		return nil, "there is no solver", nil
	}
	return b.solve(ctx, st, goal)
}

// hasCalls tells whether the path of st calls functions that are known.
func (b *builder) hasCalls(st *explore.State) bool { return len(b.calls(st)) > 0 }

// meetsAlready tells whether a condition holds in the run that the exploration found.
func (b *builder) meetsAlready(st *explore.State, goal *term.Term) bool {
	values := map[*term.Term]term.Value{}
	steps := st.Witness.Steps()
	for i, s := range st.Path() {
		for k, p := range s.Params {
			if p != nil && p.Op() == term.OpVar && (i == 0 || s.Move.Params[k].Kind != sts.Dequeued) {
				values[p] = steps[i].Params[k]
			}
		}
	}
	truth, err := b.tree.System.Store.Evaluate(goal, values)
	return err == nil && truth.Bool()
}

// solve asks the solver for values of the path of st, and runs the path with them.
func (b *builder) solve(ctx context.Context, st *explore.State, goal *term.Term) (*explore.Witness, string, error) {
	query := smt.Query{Conjuncts: append(st.Condition(), goal.Conjuncts()...), Calls: b.calls(st)}
	query.Values = b.tree.System.Store.And(query.Conjuncts...).Vars()
	for _, c := range query.Calls {
		query.Values = append(query.Values, c.Results...)
		for _, a := range c.Args {
			query.Values = append(query.Values, a.Vars()...)
		}
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
	witness, err := b.follow(ctx, st, answer.Model)
	if err != nil {
		return nil, err.Error(), ctx.Err()
	}
	return witness, "", nil
}

// callsLimit is how long functions are tried for one question.
const callsLimit = 300 * time.Millisecond

// check asks the solver. Functions are not tried for ever: there are many goals, and some that no input meets.
func (b *builder) check(ctx context.Context, query smt.Query) (smt.Answer, error) {
	if len(query.Calls) == 0 {
		return b.options.Solver.Check(ctx, query)
	}
	limited, cancel := context.WithTimeout(ctx, callsLimit)
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
		for _, c := range s.Calls {
			if b.knows(c.Extern) {
				out = append(out, smt.Call{Function: c.Extern.Name, Args: c.Args, Results: c.Results})
			}
		}
	}
	return out
}

func (b *builder) knows(x *sts.Extern) bool {
	return b.tree.Options.Functions != nil && b.tree.Options.Functions.Knows(x)
}

// decide answers a closed formula by the solver, for the interpreter.
func (b *builder) decide(ctx context.Context) func(closed *term.Term) (bool, error) {
	return func(closed *term.Term) (bool, error) {
		if b.options.Solver == nil {
			return closed.IsTrue(), nil
		}
		return smt.Decide(ctx, b.options.Solver, closed, 0)
	}
}

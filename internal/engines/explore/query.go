package explore

import (
	"context"
	"errors"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Queries to the solver, and witnesses from its models.

// pathQuery is the question whether a path can be followed under more conditions.
type pathQuery struct {
	state  *State
	added  []*term.Term       // more conjuncts
	calls  []sts.SymbolicCall // calls of the step that is attempted
	move   *sts.Move          // the step that is attempted, or nil if only the path is meant
	params []*term.Term       // of that step
	limit  time.Duration
	kind   smt.Kind
}

// solvePath solves a query and replays the model. A nil witness with status Sat never happens: a model that does not replay is
// reported as Unknown.
func (w *worker) solvePath(ctx context.Context, q pathQuery) (*run.Witness, smt.Status, string, error) {
	answer, err := w.solver.Check(ctx, w.smtQuery(q))
	if err != nil || answer.Status != smt.Sat {
		return nil, answer.Status, answer.Reason, err
	}
	witness, err := w.replay(ctx, q, answer.Model)
	if err != nil {
		return nil, smt.Unknown, err.Error(), trouble(err)
	}
	return witness, smt.Sat, "", nil
}

// trouble returns errors that mean that the solver cannot be used, and that do not concern the run.
func trouble(err error) error {
	if errors.Is(err, smt.ErrTrouble) {
		return err
	}
	return nil
}

// smtQuery is the path condition with what is added, and the calls of externs that have tables. Unless the method requires the whole path,
// only conjuncts connected to the added ones are kept: the rest holds under the old witness.
func (w *worker) smtQuery(q pathQuery) smt.Query {
	functions := w.search.options.Functions
	path := q.state.Condition()
	var before, now []smt.Call
	if functions != nil {
		before, now = run.SolverCalls(functions, q.state.calls()), run.SolverCalls(functions, q.calls)
	}
	if len(q.added)+len(now) > 0 && !(len(before)+len(now) > 0 && functions.Whole()) {
		path, before = relevant(path, q.added, before, now)
	}
	query := smt.Query{Conjuncts: append(path, q.added...), Calls: append(before, now...), Timeout: q.limit, Work: smt.WorkIn(q.limit), Kind: q.kind}
	query.Values = term.Variables(query.Conjuncts)
	for _, c := range query.Calls {
		query.Values = append(query.Values, term.Variables(c.Args, c.Results)...)
	}
	return query
}

// replay runs the path of a query, and then its step, with the values of a model; variables without a value in the model keep their value in
// the old witness. A step that violates an obligation has no configuration: callers look for exactly that.
func (w *worker) replay(ctx context.Context, q pathQuery, model smt.Model) (*run.Witness, error) {
	witness, err := q.state.Follow(ctx, w.executor, model)
	if err != nil || q.move == nil {
		return witness, err
	}
	last, err := w.executor.Extend(ctx, witness, q.move, run.Values(model, q.params, w.guesser(q.move).Defaults()))
	if errors.Is(err, run.ErrBlocked) {
		err = nil
	}
	return last, err
}

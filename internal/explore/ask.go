package explore

import (
	"errors"
	"time"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Questions to the solver, and witnesses from its models.

// question is whether a path can be followed under more conditions.
type question struct {
	state  *State
	added  []*term.Term // more conjuncts
	calls  []CallRecord // calls of the step that is attempted
	move   *sts.Move    // the step that is attempted, or nil if only the path is meant
	params []*term.Term // of that step
	limit  time.Duration
}

// ask solves a question and replays the model. A nil witness with status Sat never happens: a model that does not replay is
// reported as Unknown.
func (w *worker) ask(q question) (*Witness, smt.Status, string, error) {
	query := w.query(q)
	answer, err := w.solver.Check(w.ctx, query)
	if err != nil || answer.Status != smt.Sat {
		return nil, answer.Status, answer.Reason, err
	}
	witness, err := w.replay(q.state, answer.Model, q.move, q.params)
	if err != nil {
		return nil, smt.Unknown, err.Error(), nil
	}
	return witness, smt.Sat, "", nil
}

// query is the path condition with what is added, and the calls of externs that have tables. Unless the method wants the
// whole path, only what is connected to the added conjuncts is kept: the rest holds under the old witness.
func (w *worker) query(q question) smt.Query {
	path := q.state.Condition()
	before, now := w.callsOf(q.state), w.solverCalls(q.calls)
	if len(q.added)+len(now) > 0 && !(len(before)+len(now) > 0 && w.search.options.Functions.Whole()) {
		path, before = relevant(path, q.added, before, now)
	}
	query := smt.Query{Conjuncts: append(path, q.added...), Calls: append(before, now...), Timeout: q.limit}
	query.Values = term.Variables(query.Conjuncts)
	for _, c := range query.Calls {
		query.Values = append(query.Values, term.Variables(c.Args, c.Results)...)
	}
	return query
}

// callsOf is κ of a state, as far as tables matter.
func (w *worker) callsOf(st *State) []smt.Call {
	var out []smt.Call
	if w.search.options.Functions == nil {
		return nil
	}
	for _, s := range st.Path() {
		out = append(out, w.solverCalls(s.Calls)...)
	}
	return out
}

func (w *worker) solverCalls(records []CallRecord) []smt.Call {
	var out []smt.Call
	for _, r := range records {
		if w.summarised(r.Extern) {
			out = append(out, smt.Call{Function: r.Extern.Name, Args: r.Args, Results: r.Results})
		}
	}
	return out
}

// replay runs the path of st, and then move, with the values of a model; what the model does not mention keeps the value
// that the old witness gives it.
func (w *worker) replay(st *State, model smt.Model, move *sts.Move, params []*term.Term) (*Witness, error) {
	old := st.Witness.Steps()
	path := st.Path()
	free := updated(model, path[0].Params, old[0].Params)
	start, err := w.interpreter.Start(free)
	if err != nil {
		return nil, err
	}
	witness := &Witness{Params: free, Config: start}
	for i, s := range path[1:] {
		witness = &Witness{Parent: witness, Move: s.Move, Params: updated(model, s.Params, old[i+1].Params)}
		if err := w.runLast(witness); err != nil {
			return nil, err
		}
	}
	if move == nil {
		return witness, nil
	}
	values := updated(model, params, w.guesser(move).defaults)
	if move.Dequeue != nil {
		for i, a := range move.DequeueArgs {
			values[a] = witness.Config.Queues[move.Dequeue.Queue].Items[i]
		}
	}
	return w.lastStep(witness, move, values)
}

// lastStep leaves a step that violates an obligation without a configuration: the caller looks for exactly that.
func (w *worker) lastStep(parent *Witness, move *sts.Move, values []term.Value) (*Witness, error) {
	last := &Witness{Parent: parent, Move: move, Params: values}
	if err := w.runLast(last); err != nil && !errors.Is(err, errBlocked) {
		return nil, err
	}
	return last, nil
}

func updated(model smt.Model, params []*term.Term, old []term.Value) []term.Value {
	out := append([]term.Value(nil), old...)
	for i, p := range params {
		if p == nil {
			continue
		}
		if v, ok := model[p]; ok {
			out[i] = v
		}
	}
	return out
}

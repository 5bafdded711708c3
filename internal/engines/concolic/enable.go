package concolic

import (
	"context"
	"encoding/binary"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Enabling one transition: finding parameters that make the guard of a move true in the current configuration. The methods, cheapest first: a
// random draw, remembered parameters, a climb along the atoms of the guard, the solver. Solutions and refutations are remembered for the
// values that the guard reads, so an unchanged counter costs one query, not one per step.

// enable takes a move if some parameters allow it.
func (w *walker) enable(ctx context.Context, m *sts.Move, how string) (bool, error) {
	if w.runner.Hopeless(m) || !w.runner.QueuesAllow(m) {
		w.spend()
		return false, nil
	}
	if done, err := w.take(ctx, m, w.drawParams(m), how); done || err != nil {
		return done, err
	}
	key := w.guardKey(m)
	if params, known := w.remembered[key]; known {
		if params == nil { // the guard was refuted
			return false, nil
		}
		return w.take(ctx, m, params, how)
	}
	if params, ok := w.climb(m); ok {
		if done, err := w.take(ctx, m, params, how); done || err != nil {
			w.campaign.guessed.Add(1)
			w.remember(key, params)
			return done, err
		}
	}
	return w.solveGuard(ctx, m, key, how)
}

// maxRemembered bounds the guards that are remembered.
const maxRemembered = 200_000

// remember keeps parameters that enable a move, or nil if there are none.
func (w *walker) remember(key string, params []term.Value) {
	if key != "" && len(w.remembered) < maxRemembered {
		w.remembered[key] = params
	}
}

// climb looks for parameters without the solver.
func (w *walker) climb(m *sts.Move) ([]term.Value, bool) {
	if w.guessers[m.ID] == nil {
		w.guessers[m.ID] = run.NewGuesser(w.system, m)
	}
	config := w.runner.ExpandedView()
	fix := func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = config.Queues[m.Dequeue.Queue].Items[i]
		}
	}
	return w.guessers[m.ID].Climb(w.executor.Interpreter, config, fix)
}

// guardKey identifies a guard with the values that it reads; it is empty if they do not fit words.
func (w *walker) guardKey(m *sts.Move) string {
	if w.runner.IsLarge() || len(m.Calls) > 0 {
		return ""
	}
	if w.guards[m.ID] == nil {
		w.guards[m.ID] = append([]int{}, w.campaign.depends.SlotsIn(m.Needs()...)...)
	}
	words := w.runner.Words()[len(w.system.Machines):]
	key := binary.LittleEndian.AppendUint32(nil, uint32(m.ID))
	for _, slot := range w.guards[m.ID] {
		key = binary.LittleEndian.AppendUint64(key, uint64(words[slot]))
	}
	return string(key)
}

// solveGuard queries the solver for parameters, with the configuration as constants.
func (w *walker) solveGuard(ctx context.Context, m *sts.Move, key, how string) (bool, error) {
	state := w.system.Constant(w.runner.ExpandedView())
	step := w.system.Step(m, &state, 0, nil)
	conjuncts, possible := term.Conjoin(step.Needs())
	if !possible {
		w.remember(key, nil)
		return false, nil
	}
	query := smt.Query{Conjuncts: conjuncts, Calls: run.SolverCalls(w.campaign.options.Functions, step.Calls())}
	query.Values = valuesOf(query)
	answer, err := w.check(ctx, query)
	if err != nil {
		return false, err
	}
	if answer.Status != smt.Sat {
		w.remember(key, nil)
		w.noteOpen(m, answer)
		return false, nil
	}
	params := run.Values(answer.Model, step.Params, run.DefaultParams(m))
	done, err := w.take(ctx, m, params, how)
	if done {
		w.remember(key, params)
	}
	return done, err
}

// noteOpen records why the solver did not decide a guard.
func (w *walker) noteOpen(m *sts.Move, answer smt.Answer) {
	if answer.Status != smt.Unsat {
		w.campaign.explain(m, open(answer))
	}
}

// valuesOf returns the variables of a query and its calls.
func valuesOf(q smt.Query) []*term.Term {
	lists := [][]*term.Term{q.Conjuncts}
	for _, c := range q.Calls {
		lists = append(lists, c.Results, c.Args)
	}
	return term.Variables(lists...)
}

package concolic

import (
	"encoding/binary"
	"errors"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Enabling one transition: parameters that make the guard of a move true where the walk stands. Asked cheapest first: a random
// draw, what is remembered, a climb along the atoms of the guard, the solver. Solutions and refutations are remembered for the
// values that the guard reads, so a counter that stands still costs one question, not one per step.

// enable takes a move if some parameters allow it.
func (w *walker) enable(m *sts.Move, how string) (bool, error) {
	if w.runner.Hopeless(m) || !w.runner.QueuesAllow(m) {
		w.steps.Add(1)
		w.idle++
		return false, nil
	}
	if done, err := w.take(m, w.drawParams(m), how); done || err != nil {
		return done, err
	}
	key := w.guardKey(m)
	if params, asked := w.remembered[key]; asked {
		return w.recall(m, params, how)
	}
	if params, ok := w.climb(m); ok {
		if done, err := w.take(m, params, how); done || err != nil {
			w.guessed.Add(1)
			w.remember(key, params)
			return done, err
		}
	}
	return w.solveGuard(m, key, how)
}

// recall takes a move with parameters that did before; there are none if the guard was refuted.
func (w *walker) recall(m *sts.Move, params []term.Value, how string) (bool, error) {
	if params == nil {
		return false, nil
	}
	return w.take(m, params, how)
}

// remember keeps parameters that enable a move, or nil if there are none.
func (w *walker) remember(key string, params []term.Value) {
	if key != "" && len(w.remembered) < maxRemembered {
		w.remembered[key] = params
	}
}

// climb looks for parameters without the solver.
func (w *walker) climb(m *sts.Move) ([]term.Value, bool) {
	if w.guessers[m.ID] == nil {
		w.guessers[m.ID] = explore.NewGuesser(w.system, m)
	}
	config := w.runner.Expanded()
	fix := func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = config.Queues[m.Dequeue.Queue].Items[i]
		}
	}
	return w.guessers[m.ID].Climb(w.judge.interpreter, config, fix)
}

// maxRemembered bounds what is remembered of guards.
const maxRemembered = 200_000

// guardKey names a guard with the values that it reads; empty if they do not fit words.
func (w *walker) guardKey(m *sts.Move) string {
	if w.runner.IsLarge() || len(m.Calls) > 0 {
		return ""
	}
	if w.guards[m.ID] == nil {
		w.guards[m.ID] = append([]int{}, w.depends.slotsIn(conditions(m))...)
	}
	words := w.runner.Words()[len(w.system.Machines):]
	key := binary.LittleEndian.AppendUint32(nil, uint32(m.ID))
	for _, slot := range w.guards[m.ID] {
		key = binary.LittleEndian.AppendUint64(key, uint64(words[slot]))
	}
	return string(key)
}

// solveGuard asks the solver for parameters, with the configuration as constants.
func (w *walker) solveGuard(m *sts.Move, key, how string) (bool, error) {
	begin, query, ok := w.guardQuery(m)
	if !ok {
		w.remember(key, nil)
		return false, nil
	}
	answer, err := w.check(query)
	if err != nil {
		return false, err
	}
	if answer.Status != smt.Sat {
		w.remember(key, nil)
		w.noteOpen(m, answer)
		return false, nil
	}
	params := w.defaults(m)
	setKnown(params, begin.Params, answer.Model)
	done, err := w.take(m, params, how)
	if done {
		w.remember(key, params)
	}
	return done, err
}

// noteOpen keeps why the solver left a guard open.
func (w *walker) noteOpen(m *sts.Move, answer smt.Answer) {
	if answer.Status == smt.Unsat {
		return
	}
	for _, t := range m.Parts {
		w.explain(t, whyOpen(answer))
	}
}

// whyOpen says why a query is open.
func whyOpen(answer smt.Answer) result.Why {
	if answer.Status == smt.UpToTables {
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: " + answer.Reason}
	}
	return unknown(answer.Reason)
}

// defaults are parameters to start from.
func (w *walker) defaults(m *sts.Move) []term.Value {
	out := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		out[i] = explore.DefaultValue(p.Sort)
	}
	return out
}

// guardQuery is the guard of a move where the walk stands; false if it is false as written.
func (w *walker) guardQuery(m *sts.Move) (sts.SymbolicStep, smt.Query, bool) {
	state := w.symbolicHere()
	begin := w.system.Begin(m, &state, 0)
	effect := begin.Effect()
	conjuncts, ok := term.Conjoin(begin.Guard, begin.GuardSafety, effect.StepSafety)
	query := smt.Query{Conjuncts: conjuncts, Values: term.Variables(conjuncts)}
	for i, call := range m.Calls {
		if !w.knows(call.Extern) {
			continue
		}
		results := make([]*term.Term, len(call.Results))
		for k, r := range call.Results {
			results[k] = begin.Params[r]
		}
		query.Calls = append(query.Calls, smt.Call{Function: call.Extern.Name, Args: effect.Calls[i], Results: results})
		query.Values = append(query.Values, term.Variables(results, effect.Calls[i])...)
	}
	return begin, query, ok
}

// symbolicHere is where the walk stands as a symbolic state of constants.
func (w *walker) symbolicHere() sts.SymbolicState {
	config := w.runner.Expanded()
	out := sts.SymbolicState{Locations: config.Locations, Store: make([]*term.Term, len(config.Values)), Queues: make([]sts.Queue[*term.Term], len(config.Queues))}
	for i, v := range config.Values {
		out.Store[i] = w.system.Store.Const(w.system.Slots[i].Sort, v)
	}
	for q, queue := range config.Queues {
		out.Queues[q].Count = queue.Count
		out.Queues[q].Items = w.queueConstants(q, queue.Items)
	}
	return out
}

// queueConstants are the scalars that wait in a queue, as constants of the sorts of its payload.
func (w *walker) queueConstants(queue int, items []term.Value) []*term.Term {
	var sorts []*term.Sort
	for _, ch := range w.system.Channels {
		if ch.Queue != queue || ch.Capacity == 0 {
			continue
		}
		for _, t := range ch.Payload {
			for _, leaf := range t.Leaves() {
				sorts = append(sorts, leaf.Sort)
			}
		}
	}
	out := make([]*term.Term, len(items))
	for i, v := range items {
		out[i] = w.system.Store.Const(sorts[i%len(sorts)], v)
	}
	return out
}

// endOfSearch turns the error of an ended context into a quiet end.
func (c *campaign) endOfSearch(err error) error {
	if c.ctx.Err() != nil || errors.Is(err, c.ctx.Err()) {
		return nil
	}
	return err
}

package concolic

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// walker makes concrete steps. It owns a solver, an interpreter and the memory of one run, and belongs to one goroutine.
type walker struct {
	*campaign
	solver     smt.Solver
	judge      *judge
	runner     *flat.Runner
	random     *rand.Rand
	pool       pool
	guessers   []*explore.Guesser      // by move
	remembered map[string][]term.Value // by guard and the values that it reads: parameters that enable it, nil if there are none
	guards     [][]int                 // by move: the slots that its guard reads, made when first needed

	from    *Run   // where the walk began
	log     []Step // since then
	values  []term.Value
	assumed *assumption
	stored  bool                // configurations are worth storing
	pooled  bool                // constants of the model are worth sending
	drawn   []term.Value        // buffer of drawParams
	ready   map[int64][]trigger // by location, of a system with one machine and no queues
	idle    int                 // steps since the last new transition
}

// newWalker makes a walker; number tells the walkers of one campaign apart.
func (c *campaign) newWalker(number uint64) (*walker, error) {
	solver, err := c.options.NewSolver()
	if err != nil {
		return nil, err
	}
	w := &walker{campaign: c, solver: solver, random: rand.New(rand.NewPCG(uint64(c.options.Seed), number)), pool: harvest(c.system),
		guessers: make([]*explore.Guesser, len(c.system.Moves())), remembered: map[string][]term.Value{}, guards: make([][]int, len(c.system.Moves())), stored: true, ready: map[int64][]trigger{}}
	w.judge = c.newJudge(w.decide)
	w.runner = c.machine.NewRunner(w.decide)
	return w, nil
}

// close ends the solver and adds up what it did.
func (w *walker) close() {
	w.mu.Lock()
	w.campaign.solver.Add(w.solver.Stats())
	w.mu.Unlock()
	w.solver.Close()
}

// check asks the solver; questions are counted.
func (w *walker) check(q smt.Query) (smt.Answer, error) {
	w.queries.Add(1)
	return w.solver.Check(w.ctx, q)
}

// decide answers a closed formula by the solver, for the interpreter.
func (w *walker) decide(closed *term.Term) (bool, error) {
	w.queries.Add(1)
	return smt.Decide(w.ctx, w.solver, closed, 0)
}

// root is the run without steps: initial values that meet the assumptions of the model.
func (w *walker) root() (*Run, error) {
	_, free := w.system.StartSymbolic()
	start := make([]term.Value, len(w.system.Slots))
	for i, slot := range w.system.Slots {
		start[i] = explore.DefaultValue(slot.Sort)
	}
	if assume := w.system.Assume; !assume.IsTrue() {
		symbolic, _ := w.system.StartSymbolic()
		cond := w.system.Apply(assume, &symbolic)
		answer, err := w.check(smt.Query{Conjuncts: cond.Conjuncts(), Values: cond.Vars()})
		switch {
		case err != nil:
			return nil, err
		case answer.Status == smt.Unsat:
			return nil, explore.ErrNoInitialState
		case answer.Status != smt.Sat:
			return nil, fmt.Errorf("cannot find an initial state: %s", answer.Reason)
		}
		setKnown(start, free, answer.Model)
	}
	return w.rootFrom(start)
}

// setKnown takes over the values of variables that a model has.
func setKnown(values []term.Value, vars []*term.Term, model smt.Model) {
	for i, v := range vars {
		if v == nil {
			continue
		}
		if value, ok := model[v]; ok {
			values[i] = value
		}
	}
}

// rootFrom is the run without steps for given initial values.
func (w *walker) rootFrom(start []term.Value) (*Run, error) {
	r := &Run{Start: start}
	config, err := w.judge.begin(r)
	if err != nil {
		return nil, err
	}
	r.Config = w.machine.Compact(config)
	return r, nil
}

// begin starts a walk at the end of a run.
func (w *walker) begin(r *Run) {
	w.from, w.log, w.values, w.assumed = r, w.log[:0], w.values[:0], r.assumed
	w.runner.Load(r.Config)
}

// here is the run so far; the walk goes on from it.
func (w *walker) here() *Run {
	if len(w.log) == 0 {
		return w.from
	}
	r := &Run{Parent: w.from, Steps: make([]Step, len(w.log)), Config: w.runner.Config(), Length: w.from.Length + len(w.log), assumed: w.assumed}
	kept := append([]term.Value(nil), w.values...)
	for i, s := range w.log {
		n := len(s.Params)
		r.Steps[i] = Step{s.Move, kept[:n:n]}
		kept = kept[n:]
	}
	w.from, w.log, w.values = r, w.log[:0], w.values[:0]
	return r
}

// take attempts a step; one that is made is logged, and counted if it is new.
func (w *walker) take(m *sts.Move, params []term.Value, how string) (bool, error) {
	w.steps.Add(1)
	w.idle++
	if !w.runner.QueuesAllow(m) {
		return false, nil
	}
	if len(m.Calls) > 0 {
		if ok, err := w.fillResults(m, params); !ok || err != nil {
			return false, err
		}
	}
	outcome, err := w.runner.Step(m, params)
	if errors.Is(err, term.ErrUndecided) {
		for _, t := range m.Parts {
			w.explain(t, unknown(err.Error()))
		}
		return false, nil
	}
	if err != nil || outcome != sts.Done {
		return false, err
	}
	first := len(w.values)
	w.values = append(w.values, params...)
	w.log = append(w.log, Step{m, w.values[first:]}) // good until the next walk begins
	w.arrived(m, how)
	return true, nil
}

// arrived counts a new transition and stores the configuration if that is due.
func (w *walker) arrived(m *sts.Move, how string) {
	if w.fresh(m) {
		r := w.here()
		if w.record(w.judge, r, how) {
			w.idle = 0
			w.store.add(r)
		}
		return
	}
	if w.stored && w.store.due(w.runner.Words()) {
		w.store.add(w.here())
	}
}

// fillResults gives the calls of a step their results: what is known, what the run assumed, or what params proposes.
func (w *walker) fillResults(m *sts.Move, params []term.Value) (bool, error) {
	config := w.runner.Expanded()
	for i, call := range m.Calls {
		args, err := w.judge.interpreter.CallArguments(config, m, params, i)
		if err != nil {
			return false, err
		}
		result, ok, err := w.resultOf(call, args)
		if err != nil {
			return false, ignoreUnlessEnded(w.ctx, err)
		}
		if w.knows(call.Extern) && !ok {
			return false, nil
		}
		if !ok {
			w.assumed = &assumption{call.Extern, args, term.Pick(params, call.Results), w.assumed}
			continue
		}
		for k, r := range call.Results {
			params[r] = result[k]
		}
	}
	return true, nil
}

// ignoreUnlessEnded drops the error of a function that failed: other arguments may do.
func ignoreUnlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return nil
}

func (w *walker) resultOf(call sts.Call, args []term.Value) ([]term.Value, bool, error) {
	if w.knows(call.Extern) {
		return w.options.Functions.Result(w.ctx, call.Extern, args)
	}
	result, ok := w.assumed.find(call.Extern, args)
	return result, ok, nil
}

// drawParams draws parameters: uniformly, or if the engine wants it so, half of them from the constants of the model. They are
// good until the next draw.
func (w *walker) drawParams(m *sts.Move) []term.Value {
	if len(m.Params) > len(w.drawn) {
		w.drawn = make([]term.Value, len(m.Params))
	}
	params := w.drawn[:len(m.Params)]
	for i, p := range m.Params {
		if w.pooled && w.random.IntN(2) == 0 {
			params[i] = w.pool.draw(w.random, p.Sort)
		} else {
			params[i] = uniform(w.random, p.Sort)
		}
	}
	return params
}

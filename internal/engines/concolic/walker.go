package concolic

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// walker makes concrete steps. It owns a solver, an interpreter and the memory of one run, and belongs to one goroutine.
type walker struct {
	campaign   *campaign
	system     *sts.System
	solver     smt.Solver
	executor   *run.Executor
	runner     *flat.Runner
	random     *rand.Rand
	pool       draw.Pool
	guessers   []*run.Guesser          // by move
	remembered map[string][]term.Value // by guard and the values that it reads: parameters that enable it, nil if there are none
	guards     [][]int                 // by move: the slots that its guard reads, made when first needed

	from     *Run   // where the walk began
	log      []Step // since then
	values   []term.Value
	calls    *run.Witness        // the steps that call externs
	stored   bool                // configurations are worth storing
	pooled   bool                // constants of the model are worth sending
	drawn    []term.Value        // buffer of drawParams
	words    []int64             // buffer of begin
	compact  []int64             // buffer of verify
	unpaged  []int64             // buffer of configOf
	expanded *sts.Config         // buffer of configOf
	ready    map[int64][]trigger // by location, of a system with one machine and no queues
	idle     int                 // steps since the last new transition
	starts   []*Run              // initial configurations that the solver found
}

// newWalker makes a walker; number distinguishes the walkers of one campaign. The context is used for formulas with quantifiers in the
// interpreter.
func (c *campaign) newWalker(ctx context.Context, number uint64) (*walker, error) {
	solver, err := c.options.NewSolver()
	if err != nil {
		return nil, err
	}
	moves := len(c.system.Moves())
	w := &walker{campaign: c, system: c.system, solver: solver, random: rand.New(rand.NewPCG(uint64(c.options.Seed), number)), pool: draw.Harvest(c.system),
		guessers: make([]*run.Guesser, moves), remembered: map[string][]term.Value{}, guards: make([][]int, moves), stored: true, ready: map[int64][]trigger{}}
	decide := func(closed *term.Term) (bool, error) {
		c.queries.Add(1)
		return smt.Decide(ctx, solver, closed, 0)
	}
	w.executor = run.NewExecutor(c.system, c.options.Functions, decide)
	w.runner = c.machine.NewRunner(decide)
	return w, nil
}

// close ends the solver and adds its statistics to the campaign.
func (w *walker) close() {
	w.campaign.mu.Lock()
	w.campaign.solver.Add(w.solver.Stats())
	w.campaign.mu.Unlock()
	w.solver.Close()
}

// check sends a query to the solver and counts it. Unsat only means that the target is not reached this way; proofs come later.
func (w *walker) check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	w.campaign.queries.Add(1)
	q.Provisional = true
	return w.solver.Check(ctx, q)
}

// root returns the run without steps for initial values.
func (w *walker) root(start *run.Witness) *Run {
	return &Run{Start: start.Params, at: paged(w.campaign.machine.Compact(start.Config), &pages{})}
}

// begin starts a walk at the end of a run.
func (w *walker) begin(r *Run) {
	w.from, w.log, w.values, w.calls = r, w.log[:0], w.values[:0], r.calls
	config := r.at.config(w.words[:0])
	w.words = config.Words
	w.runner.Load(config)
}

// here returns the run so far; the walk continues from it.
func (w *walker) here() *Run {
	if len(w.log) == 0 {
		return w.from
	}
	r := &Run{Parent: w.from, piece: pieceOf(w.system, w.log), at: paged(w.runner.View(), &w.from.at), Length: w.from.Length + len(w.log), calls: w.calls}
	w.from, w.log, w.values = r, w.log[:0], w.values[:0]
	return r
}

// spend counts an attempt to make a step.
func (w *walker) spend() {
	w.campaign.steps.Add(1)
	w.idle++
}

// take attempts a step; one that is made is logged, and recorded if it is new.
func (w *walker) take(ctx context.Context, m *sts.Move, params []term.Value, how string) (bool, error) {
	w.spend()
	if !w.runner.QueuesAllow(m) {
		return false, nil
	}
	calls := w.calls
	if len(m.Calls) > 0 {
		var err error
		if calls, err = w.fillResults(ctx, m, params); calls == nil || err != nil {
			return false, err
		}
	}
	outcome, err := w.runner.Step(m, params)
	if errors.Is(err, term.ErrUndecided) {
		w.campaign.explain(m, unknown(err.Error()))
		return false, nil
	}
	if err != nil || outcome != sts.Done {
		return false, err
	}
	first := len(w.values)
	w.values = append(w.values, params...)
	w.log = append(w.log, Step{m, w.values[first:]}) // valid until the next walk begins
	w.calls = calls
	w.arrived(ctx, m, how)
	return true, nil
}

// arrived records a new transition, or stores the configuration if that is due.
func (w *walker) arrived(ctx context.Context, m *sts.Move, how string) {
	if w.campaign.fresh(m) {
		r := w.here()
		if w.campaign.record(r, w.verify(ctx, r), how) {
			w.idle = 0
			w.campaign.store.add(r)
		}
		return
	}
	if w.stored && w.campaign.store.due(w.runner.View()) {
		w.campaign.store.add(w.here())
	}
}

// fillResults gives the calls of a step their results: the known one, the one that the run has assumed before, or the one in params. It
// returns the steps with calls, this one included; nil if a result is unknown, or a function fails: other arguments may succeed.
func (w *walker) fillResults(ctx context.Context, m *sts.Move, params []term.Value) (*run.Witness, error) {
	config := w.runner.Expanded()
	next := &run.Witness{Parent: w.calls, Move: m, Params: params}
	for i, call := range m.Calls {
		args, err := w.executor.CallArguments(config, m, params, i)
		if err != nil {
			return nil, err
		}
		result, ok := next.Result(call.Extern, args)
		if w.campaign.knows(call.Extern) {
			if result, ok, err = w.campaign.options.Functions.Result(ctx, call.Extern, args); err != nil || !ok {
				return nil, ctx.Err()
			}
		}
		if ok {
			for k, r := range call.Results {
				params[r] = result[k]
			}
		}
		next.Calls = append(next.Calls, args)
	}
	next.Params = slices.Clone(params)
	return next, nil
}

// drawParams draws parameters: uniformly, or, if the engine is configured so, half of them from the constants of the model. They are valid
// until the next draw.
func (w *walker) drawParams(m *sts.Move) []term.Value {
	if len(m.Params) > len(w.drawn) {
		w.drawn = make([]term.Value, len(m.Params))
	}
	params := w.drawn[:len(m.Params)]
	for i, p := range m.Params {
		if p.Kind == sts.Delay {
			params[i] = w.pool.Delay(w.random)
		} else {
			params[i] = w.draw(p.Sort)
		}
	}
	return params
}

// draw draws a value of a sort.
func (w *walker) draw(s *term.Sort) term.Value {
	if w.pooled && w.random.IntN(2) == 0 {
		return w.pool.Draw(w.random, s)
	}
	return draw.Uniform(w.random, s)
}

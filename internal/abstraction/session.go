package abstraction

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Options are the limits. Zero values are replaced by the defaults.
type Options struct {
	States    int // maximum number of abstract states
	Chains    int // maximum number of Ball chains
	Nodes     int // maximum number of nodes of the tree of reachable states
	Workers   int
	NewSolver func() (smt.Solver, error)
	Progress  func(Progress) // is called after each part of the work, from any goroutine, one at a time
}

// Defaults for options that are zero.
const (
	DefaultStates = 256
	DefaultChains = 2000
	DefaultNodes  = 5000
)

func (o *Options) setDefaults() {
	o.States = cmp.Or(o.States, DefaultStates)
	o.Chains = cmp.Or(o.Chains, DefaultChains)
	o.Nodes = cmp.Or(o.Nodes, DefaultNodes)
	o.Workers = max(o.Workers, 1)
}

// Session is a system with solvers. Several abstractions may be made in one session.
type Session struct {
	system  *sts.System
	options Options
	model   *model
	solvers []smt.Solver // one for each worker
	opened  time.Time
	reached smt.Stats // what the trees of reachable states cost
	meter   *meter
}

// Open prepares a system. It returns an error if the system cannot be abstracted, or if there is no solver.
func Open(system *sts.System, options Options) (*Session, error) {
	options.setDefaults()
	if err := supported(system); err != nil {
		return nil, err
	}
	s := &Session{system: system, options: options, model: newModel(system), opened: time.Now()}
	s.meter = &meter{tell: options.Progress, used: make([]smt.Stats, options.Workers)}
	for range options.Workers {
		solver, err := options.NewSolver()
		if err != nil {
			s.Close()
			return nil, err
		}
		s.solvers = append(s.solvers, solver)
	}
	return s, nil
}

// Close ends the solvers.
func (s *Session) Close() {
	for _, solver := range s.solvers {
		solver.Close()
	}
}

// Stats returns the statistics of all solvers together.
func (s *Session) Stats() smt.Stats {
	sum := s.reached
	for _, solver := range s.solvers {
		sum.Add(solver.Stats())
	}
	return sum
}

// supported refuses what abstract states cannot hold: messages that wait, and functions that the solver cannot see into.
func supported(s *sts.System) error {
	if s.Queues() > 0 {
		return fmt.Errorf("abstractions of models with queues are not supported: messages that wait are no part of an abstract state")
	}
	for _, m := range s.Moves() {
		if len(m.Calls) > 0 {
			return fmt.Errorf("%s calls the extern %s: abstractions of models that call externs are not supported, "+
				"since a must speaks about all states and an extern is known for some arguments only", m.Name, m.Calls[0].Extern.Name)
		}
	}
	return nil
}

// worker sends queries and takes concrete steps. It is made for one call and belongs to one goroutine.
type worker struct {
	index     int // of its solver
	system    *sts.System
	store     *term.Store
	model     *model
	solver    smt.Solver
	executor  *run.Executor
	invariant *classifier
}

// worker makes a worker with one of the solvers. The interpreter uses the context for formulas with quantifiers.
func (s *Session) worker(ctx context.Context, i int) *worker {
	w := &worker{index: i, system: s.system, store: s.system.Store, model: s.model, solver: s.solvers[i]}
	w.executor = run.NewExecutor(s.system, nil, func(closed *term.Term) (bool, error) { return smt.Decide(ctx, w.solver, closed, 0) })
	w.invariant = w.classifier(s.model.invariant)
	return w
}

// first makes the worker for what is done alone.
func (s *Session) first(ctx context.Context) *worker { return s.worker(ctx, 0) }

// check looks for a solution with the values of some variables.
func (w *worker) check(ctx context.Context, conjuncts, values []*term.Term) (smt.Answer, error) {
	return w.solver.Check(ctx, smt.Query{Conjuncts: conjuncts, Values: values})
}

// each shares the n tasks of a phase between the workers. The first error ends all.
func (s *Session) each(parent context.Context, phase Phase, n int, task func(ctx context.Context, w *worker, i int) error) error {
	s.meter.begin(phase, n)
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for k := range min(len(s.solvers), n) {
		wait.Go(func() {
			w := s.worker(ctx, k)
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := task(ctx, w, i); err != nil {
					cancel(err)
				}
				s.meter.done(w)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

package abstraction

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Options say how far to go. Zero values are replaced by the defaults.
type Options struct {
	States    int // most abstract states
	Chains    int // most Ball chains
	Nodes     int // most nodes of the tree of reachable states
	Workers   int
	NewSolver func() (smt.Solver, error)
}

// Defaults for options that are zero.
const (
	DefaultStates = 256
	DefaultChains = 2000
	DefaultNodes  = 5000
)

func (o *Options) setDefaults() {
	if o.States == 0 {
		o.States = DefaultStates
	}
	if o.Chains == 0 {
		o.Chains = DefaultChains
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	o.Workers = max(o.Workers, 1)
}

// Session is a system with the solvers that are asked about it. Several abstractions may be made in one session.
type Session struct {
	system  *sts.System
	store   *term.Store
	options Options
	model   *model
	workers []*worker
	reached smt.Stats // what the trees of reachable states cost
}

// Open prepares a system. The error is that it has what cannot be abstracted, or that there is no solver.
func Open(system *sts.System, options Options) (*Session, error) {
	options.setDefaults()
	if err := supported(system); err != nil {
		return nil, err
	}
	s := &Session{system: system, store: system.Store, options: options, model: newModel(system)}
	for range options.Workers {
		w, err := s.newWorker()
		if err != nil {
			s.Close()
			return nil, err
		}
		s.workers = append(s.workers, w)
	}
	return s, nil
}

// Close ends the solvers.
func (s *Session) Close() {
	for _, w := range s.workers {
		w.solver.Close()
	}
}

// Stats sums up what the solvers did.
func (s *Session) Stats() smt.Stats {
	sum := s.reached
	for _, w := range s.workers {
		sum.Add(w.solver.Stats())
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

// worker asks questions. It owns a solver and an interpreter and belongs to one goroutine at a time.
type worker struct {
	*Session
	solver      smt.Solver
	interpreter *run.Executor
	ctx         context.Context
	invariant   *classifier
}

func (s *Session) newWorker() (*worker, error) {
	solver, err := s.options.NewSolver()
	if err != nil {
		return nil, err
	}
	w := &worker{Session: s, solver: solver, interpreter: run.NewExecutor(s.system, nil, nil), ctx: context.Background()}
	w.interpreter.Decide = w.decide
	w.invariant = w.classifier(s.model.invariant)
	return w, nil
}

// decide answers a closed formula by the solver, for the interpreter.
func (w *worker) decide(closed *term.Term) (bool, error) {
	return smt.Decide(w.ctx, w.solver, closed, 0)
}

// check asks for a solution with the values of some variables.
func (w *worker) check(conjuncts, values []*term.Term) (smt.Answer, error) {
	return w.solver.Check(w.ctx, smt.Query{Conjuncts: conjuncts, Values: values})
}

// each shares n tasks between the workers. The first error ends all.
func (s *Session) each(parent context.Context, n int, task func(w *worker, i int) error) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for _, w := range s.workers[:min(len(s.workers), n)] {
		wait.Go(func() {
			w.ctx = ctx
			defer func() { w.ctx = parent }()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := task(w, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// first is the worker for what is done alone.
func (s *Session) first(ctx context.Context) *worker {
	s.workers[0].ctx = ctx
	return s.workers[0]
}

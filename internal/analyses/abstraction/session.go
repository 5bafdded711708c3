package abstraction

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options are the limits. Zero values are replaced by the defaults.
type Options struct {
	States    int `flag:"states" group:"search" min:"1" replay:"search" help:"maximum number of abstract states"`
	Chains    int `flag:"limit" was:"chains" group:"search" min:"1" replay:"search" help:"maximum number of chains"`
	Nodes     int // maximum number of nodes of the tree of reachable states
	Workers   int
	NewSolver func() (smt.Solver, error) // makes solvers that share no cache; see Session
	Progress  func(result.Progress)      // is called after each part of the work, from any goroutine, one at a time
}

// Defaults for options that are zero.
const (
	DefaultStates = 256
	DefaultChains = 2000
	DefaultNodes  = 5000
)

// Defaults returns the values of flags that are not given.
func Defaults() Options { return Options{States: DefaultStates, Chains: DefaultChains} }

func (o *Options) setDefaults() {
	o.States = cmp.Or(o.States, DefaultStates)
	o.Chains = cmp.Or(o.Chains, DefaultChains)
	o.Nodes = cmp.Or(o.Nodes, DefaultNodes)
	o.Workers = max(o.Workers, 1)
}

// Session is a system with what is needed to abstract it. Several abstractions may be made in one session.
//
// The solutions that a solver returns depend on the queries that it has answered before. So each part of the work has a solver of its
// own, independent of the other parts: then the result does not depend on which worker does which part, nor on their number. Solvers that
// keep their programs for each other (smt.Spares) take little time to start.
type Session struct {
	system  *sts.System
	options Options
	model   *model
	reached smt.Stats // the cost of the trees of reachable states
	meter   *meter
}

// Open prepares a system. It returns an error if the system cannot be abstracted, or if there is no solver.
func Open(system *sts.System, options Options) (*Session, error) {
	options.setDefaults()
	if err := supported(system); err != nil {
		return nil, err
	}
	solver, err := options.NewSolver()
	if err != nil {
		return nil, err
	}
	solver.Close()
	return &Session{system: system, options: options, model: newModel(system), meter: &meter{tell: options.Progress}}, nil
}

// Stats returns the statistics of all solvers together.
func (s *Session) Stats() smt.Stats {
	sum := s.meter.spent()
	sum.Add(s.reached)
	return sum
}

// supported rejects systems with parts that abstract states cannot represent: queues, and functions that the solver cannot see into.
func supported(s *sts.System) error {
	if s.Queues() > 0 {
		return &result.Unsupported{By: "abstract", Feature: result.HasQueues, Text: "the model has queues", Because: "waiting messages are not part of an abstract state"}
	}
	for _, m := range s.Moves() {
		if len(m.Calls) > 0 {
			return &result.Unsupported{By: "abstract", Feature: result.HasExterns, Text: fmt.Sprintf("%s calls the extern %s", m.Name, m.Calls[0].Extern.Name),
				Because: "a must is about all states, and an extern is known for some arguments only"}
		}
	}
	return nil
}

// worker does a part of the work: it sends queries and takes concrete steps. It belongs to one goroutine.
type worker struct {
	system   *sts.System
	store    *term.Store
	model    *model
	solver   smt.Solver
	executor *run.Executor
	states   *classifier // of the conditions of every state of an abstract state
}

// worker makes a worker with a new solver, which end closes. The interpreter uses the context for formulas with quantifiers.
func (s *Session) worker(ctx context.Context) *worker {
	w := &worker{system: s.system, store: s.system.Store, model: s.model, solver: smt.Lazy(s.options.NewSolver)}
	w.executor = run.NewExecutor(s.system, nil, func(closed *term.Term) (bool, error) { return smt.Decide(ctx, w.solver, closed, 0) })
	w.states = w.classifier(s.model.states)
	return w
}

// end ends the part of the work that a worker does.
func (s *Session) end(w *worker) {
	s.meter.ended(w.solver.Stats())
	w.solver.Close()
}

// check looks for a solution with the values of some variables.
func (w *worker) check(ctx context.Context, conjuncts, values []*term.Term) (smt.Answer, error) {
	return w.solver.Check(ctx, smt.Query{Conjuncts: conjuncts, Values: values})
}

// The tasks of a phase are done in parts of consecutive ones: in at most maxParts, so that workers have something to share, but not in parts
// of fewer than leastPart, since a solver is fast on queries similar to earlier ones.
const (
	maxParts  = 16
	leastPart = 4
)

// each shares the n tasks of a phase between the workers, part by part. The first error ends all.
func (s *Session) each(parent context.Context, phase Phase, n int, task func(ctx context.Context, w *worker, i int) error) error {
	s.meter.begin(phase, n)
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	size := max(leastPart, (n+maxParts-1)/maxParts)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(s.options.Workers, (n+size-1)/size) {
		wait.Go(func() {
			for end := int(next.Add(int64(size))); end-size < n && ctx.Err() == nil; end = int(next.Add(int64(size))) {
				if err := s.part(ctx, end-size, min(end, n), task); err != nil {
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

// part does the tasks from first on and before end.
func (s *Session) part(ctx context.Context, first, end int, task func(ctx context.Context, w *worker, i int) error) error {
	w := s.worker(ctx)
	defer s.end(w)
	for i := first; i < end && ctx.Err() == nil; i++ {
		if err := task(ctx, w, i); err != nil {
			return err
		}
		s.meter.done()
	}
	return nil
}

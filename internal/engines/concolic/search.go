package concolic

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Engine names a search strategy.
type Engine string

// The engines.
const (
	Auto Engine = "auto"
	EC   Engine = "ec"
	Rand Engine = "rand"
	Cons Engine = "cons"
	Symb Engine = "symb"
)

// Engines lists them, in the order of the paper's Table 2.
var Engines = []Engine{Rand, Cons, Symb, EC, Auto}

// Options configures a search. Zero values are replaced by defaults.
type Options struct {
	Engine     Engine
	Seed       int64
	Workers    int // AUTO searches concretely and symbolically at the same time if there are two or more
	Inactivity int `flag:"inactivity" group:"search" min:"1" help:"number of concrete steps without a new transition before the solver is used"`
	Steps      int `flag:"steps" group:"search" min:"1" help:"maximum number of concrete steps of a run; of SYMB, of symbolic states"`
	Queries    int `flag:"queries" group:"search" min:"1" help:"maximum number of solver queries of a run"`
	NewSolver  func() (smt.Solver, error)
	Functions  run.Functions // tables and runners of externs; nil assumes any result possible

	// Prove looks for proofs that no run takes some transitions. It returns the status result.Unreachable for those that it proves, and for the
	// others the reason why it found no proof. AUTO uses it; nil is none.
	Prove    func(ctx context.Context, targets []*sts.Transition, solver smt.Solver) ([]result.Why, error)
	Progress func(result.Progress) // called after every new transition

	// Journal is called with every piece of a run to a new transition, as soon as it was reached; an error ends the search.
	// Earlier has the entries of an earlier search, which this one continues.
	Journal func(result.JournalEntry) error
	Earlier []result.JournalEntry

	Memory *memory.Budget // bounds the search; nil does not
}

// The defaults.
const (
	DefaultInactivity = 20_000
	DefaultSteps      = 50_000_000
	DefaultQueries    = 200_000
)

// Defaults returns the values of flags that are not given.
func Defaults() Options {
	return Options{Inactivity: DefaultInactivity, Steps: DefaultSteps, Queries: DefaultQueries}
}

func (o *Options) setDefaults() {
	o.Engine = cmp.Or(o.Engine, Auto)
	o.Inactivity = cmp.Or(o.Inactivity, DefaultInactivity)
	o.Steps = cmp.Or(o.Steps, DefaultSteps)
	o.Queries = cmp.Or(o.Queries, DefaultQueries)
	o.Workers = max(o.Workers, 1)
}

// Hit is a transition that was reached.
type Hit struct {
	Transition *sts.Transition
	Run        *Run              // ends with the transition
	How        string            // the part of the engine that reached it
	Point      result.CurvePoint // when
}

// Outcome is the result of a search.
type Outcome struct {
	System  *sts.System
	Options Options
	Hits    []*Hit       // by transition; nil if it was not reached
	Why     []result.Why // by transition: why it was not reached
	Curve   []result.CurvePoint
	Stop    result.Stop
	Journal error // why the journal could not be written, with result.StopJournal
	Steps   int   // concrete steps
	Queries int   // solver queries, answered by a cache or not
	Guessed int   // steps whose inputs were found without the solver
	Solver  smt.Stats
	Seconds float64
	States  int // symbolic states, of SYMB
	Earlier int // transitions that an earlier search had reached

	campaign *campaign
}

// Covered counts the transitions that were reached.
func (o *Outcome) Covered() int {
	n := 0
	for _, h := range o.Hits {
		if h != nil {
			n++
		}
	}
	return n
}

// Replay replays runs of the outcome from the initial configuration, with their outputs, one after the other.
func (o *Outcome) Replay(ctx context.Context, runs []*Run, visit func(i int, w *run.Witness) error) error {
	w, err := o.campaign.newWalker(ctx, 0)
	if err != nil {
		return err
	}
	defer w.solver.Close()
	o.campaign.store = nil // most of its runs are not part of the replayed ones
	replayer := replayer{walker: w, known: map[*Run]*run.Witness{}}
	for i, r := range runs {
		witness, err := replayer.witness(ctx, r)
		if err != nil {
			return err
		}
		if err := visit(i, witness); err != nil {
			return err
		}
	}
	return nil
}

// Search runs one engine on a system. An error means that there is no result: no solver, no initial state.
func Search(ctx context.Context, system *sts.System, options Options) (*Outcome, error) {
	options.setDefaults()
	c := newCampaign(system, options)
	defer c.watchMemory()()
	if err := c.run(ctx); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return c.outcome(ctx), nil
}

// memoryInterval is the time between checks of the use of memory.
const memoryInterval = 100 * time.Millisecond

// watchMemory ends the search when it has reached its limit on memory, until the function that it returns is called.
func (c *campaign) watchMemory() (stop func()) {
	ticker, done := time.NewTicker(memoryInterval), make(chan struct{})
	go func() {
		for !c.full.Load() {
			select {
			case <-done:
				return
			case <-ticker.C:
				c.full.Store(!c.options.Memory.Keep(func() {}))
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

// run finds the first configuration, and starts the engine.
func (c *campaign) run(ctx context.Context) error {
	w, err := c.newWalker(ctx, 0)
	if err != nil {
		return err
	}
	defer w.close()
	start, err := w.executor.FindStart(ctx, w.solver)
	if err != nil {
		return err
	}
	c.store.root = w.root(start)
	c.store.add(c.store.root)
	if err := w.resume(ctx, c.options.Earlier); err != nil {
		return err
	}
	switch c.options.Engine {
	case Rand:
		err = w.randomEngine(ctx)
	case Cons:
		err = w.constraintEngine(ctx)
	case Symb:
		err = w.symbolicEngine(ctx)
	case EC:
		err = w.concolicEngine(ctx)
	case Auto:
		err = w.autoEngine(ctx)
	default:
		err = fmt.Errorf("there is no engine %q", c.options.Engine)
	}
	if ctx.Err() != nil {
		return nil // the search was ended, so the error of the engine does not matter
	}
	return err
}

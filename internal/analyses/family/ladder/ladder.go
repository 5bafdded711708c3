package ladder

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options bound the work. Zero means the default, in parentheses.
type Options struct {
	Depth     int           `flag:"depth" group:"search" usual:"yes" min:"1" help:"maximum length of symbolic runs"`
	States    int           `flag:"states" group:"search" min:"1" help:"maximum number of symbolic states for one set of products"`
	Nodes     int           // of lazy abstraction (500)
	Queries   int           // of each proof (5,000)
	Calls     int           // of engines, over all sets of products (1,000)
	Patience  time.Duration // of each call (20 s)
	Workers   int
	NewSolver func() (smt.Solver, error)
	Progress  func(result.Progress) // called before each call of an engine; may be nil
}

// Defaults returns the values of flags that are not given.
func Defaults() Options { return Options{}.withDefaults() }

func (o Options) withDefaults() Options {
	for _, option := range []struct {
		value *int
		usual int
	}{{&o.Depth, 20}, {&o.States, 2000}, {&o.Nodes, 500}, {&o.Queries, 5000}, {&o.Calls, 1000}} {
		if *option.value <= 0 {
			*option.value = option.usual
		}
	}
	if o.Patience <= 0 {
		o.Patience = 20 * time.Second
	}
	return o
}

// Entry is one call of an engine with its outcome.
type Entry struct {
	Products products.Set
	Rung     result.Rung
	Outcome  result.FamilyOutcome
	Reason   result.FamilyReason // why the engine has no answer

	Method     result.Method  // of a proof
	Predicates []prove.Clause // of a proof
	Found      handover       // for the engines that run next
	Sized      []string       // collections abstracted by their size
	Opaque     []string       // terms that the engine leaves uninterpreted
	Path       []string       // of a counterexample: the names of its moves
	Of         products.Set   // of a counterexample: its products
	Run        *run.Witness   // of a real counterexample
	Work       Work

	Next []*Entry // the next calls, with their products
}

// handover holds the results of engines for a set of products, and so for its subsets.
type handover struct {
	facts     []prove.Clause // they hold
	proposals []*term.Term   // they may hold: predicates of proofs that were not completed
}

// and returns the union of both.
func (h handover) and(more handover) handover {
	return handover{slices.Concat(h.facts, more.facts), slices.Concat(h.proposals, more.proposals)}
}

// hints returns all conditions that may help in another proof.
func (h handover) hints() []*term.Term { return append(terms(h.facts), h.proposals...) }

// Work is the cost of a call.
type Work struct {
	Queries     int // to solvers
	States      int // of symbolic executions
	Refinements int // of predicates
	Seconds     float64
}

// Ledger is the answer about a property.
type Ledger struct {
	System   *sts.System
	Property *sts.Named
	Line     *products.Line
	Root     *Entry
	Calls    int                // of engines
	Replays  int                // of counterexamples, exactly
	Engines  []result.EngineUse // that were asked, about all sets of products
	Hurried  bool               // an engine was ended early because the time limit was near; more time may decide more
}

// Decide determines for which products of a system a property, which is one of its invariants, holds. A system without features is a line of
// one product. The solver belongs to the line of the ledger, and must stay open as long as that is used. Errors are failures of the
// environment.
func Decide(ctx context.Context, s *sts.System, property *sts.Named, solver smt.Solver, options Options) (*Ledger, error) {
	line := products.Of(s, solver)
	if line == nil {
		line = products.New(nil, s.Store.True(), solver)
	}
	c := &climb{system: s, property: property, solver: solver, options: options.withDefaults(), line: line}
	c.ledger = &Ledger{System: s, Property: property, Line: line}
	root, err := c.decide(ctx, line.All(), 0, handover{})
	c.ledger.Root = root
	return c.ledger, err
}

// One decides the same for a single product.
func (l *Ledger) One(ctx context.Context, p products.Product, options Options) (*Entry, int, error) {
	c := &climb{system: l.System, property: l.Property, options: options.withDefaults(), line: l.Line, ledger: &Ledger{}}
	solver, err := options.NewSolver()
	if err != nil {
		return nil, 0, err
	}
	defer solver.Close()
	c.solver = solver
	root, err := c.decide(ctx, l.Line.Only(p), 0, handover{})
	return root, c.ledger.Calls, err
}

// Leaves lists the entries that settle sets of products, in order: they are a partition of the products.
func (l *Ledger) Leaves() []*Entry { return l.Root.Leaves() }

// Leaves lists the entry and those that follow it, as far as they settle sets of products.
func (e *Entry) Leaves() []*Entry {
	var out []*Entry
	if e.Outcome.Settles() {
		out = append(out, e)
	}
	for _, next := range e.Next {
		out = append(out, next.Leaves()...)
	}
	return out
}

// Settled is the set of products that an entry settles by itself.
func (e *Entry) Settled() products.Set {
	if e.Outcome == result.FamilyViolated {
		return e.Of
	}
	return e.Products
}

// climb is a running analysis.
type climb struct {
	system   *sts.System
	property *sts.Named
	solver   smt.Solver
	options  Options
	line     *products.Line
	ledger   *Ledger
	work     int // queries so far, and states
}

// decide runs the engine of a rung on a set of products, and continues with the undecided ones. Known holds the results of lower rungs for
// these products.
func (c *climb) decide(ctx context.Context, set products.Set, rung int, known handover) (*Entry, error) {
	e := &Entry{Products: set, Rung: rungs[rung].name}
	switch {
	case ctx.Err() != nil:
		e.Outcome, e.Reason = result.FamilyUnknown, result.FamilyOutOfTime
		return e, nil
	case c.ledger.Calls >= c.options.Calls:
		e.Outcome, e.Reason = result.FamilyUnknown, result.FamilyTooManyCalls
		return e, nil
	}
	if err := c.call(ctx, e, rung, known); err != nil {
		return nil, err
	}
	known = known.and(e.Found)
	switch e.Outcome {
	case result.FamilyViolated:
		return e, c.rest(ctx, e, rung, known)
	case result.FamilySpurious:
		return e, c.split(ctx, e, rung, known)
	case result.FamilyOpen:
		if e.Of.Cond != nil { // of a counterexample that may be spurious
			return e, c.split(ctx, e, rung, known)
		}
		return e, c.up(ctx, e, set, rung, known)
	}
	return e, nil
}

// statesPerQuery is how many states cost as much as a query.
const statesPerQuery = 100

// call runs the engine of a rung for a limited time.
func (c *climb) call(ctx context.Context, e *Entry, rung int, known handover) error {
	c.ledger.Calls++
	if c.options.Progress != nil {
		c.options.Progress(result.Progress{Doing: "deciding", Done: int64(c.ledger.Calls), Found: fmt.Sprintf("call %d of an engine", c.ledger.Calls)})
	}
	share, stop := halfOfTheTime(ctx)
	defer stop()
	limited, cancel := crowd.WithTimeout(share, c.options.Patience)
	defer cancel()
	begun := time.Now()
	err := rungs[rung].engine(c, limited, e, c.restrict(e.Products), known)
	e.Work.Seconds = time.Since(begun).Seconds()
	c.work += e.Work.Queries + e.Work.States/statesPerQuery
	if limited.Err() != nil {
		c.ledger.Hurried = c.ledger.Hurried || share.Err() != nil
		e.Outcome, e.Reason = result.FamilyOpen, result.FamilyOutOfTime
		return nil
	}
	return err
}

// halfOfTheTime returns a context that ends after half of the remaining time, so that an engine leaves time for the ones after it.
func halfOfTheTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}

// rest continues with the products that do not show a violation.
func (c *climb) rest(ctx context.Context, e *Entry, rung int, known handover) error {
	others := c.line.Minus(e.Products, e.Of)
	if none, err := c.empty(ctx, others); err != nil || none {
		return err
	}
	return c.follow(ctx, e, others, rung, known)
}

// split separates the products of a counterexample that may be spurious from the others, if there are others.
func (c *climb) split(ctx context.Context, e *Entry, rung int, known handover) error {
	others := c.line.Minus(e.Products, e.Of)
	none, err := c.empty(ctx, others)
	if err != nil {
		return err
	}
	if none {
		e.Outcome = result.FamilyOpen
		return c.up(ctx, e, e.Products, rung, known)
	}
	if err := c.follow(ctx, e, others, rung, known); err != nil {
		return err
	}
	return c.up(ctx, e, e.Of, rung, known)
}

// empty reports whether there is no product in a set. When the time is up it reports false; the products of the set are then unknown.
func (c *climb) empty(ctx context.Context, set products.Set) (bool, error) {
	none, err := c.line.Empty(ctx, set)
	if ctx.Err() != nil {
		return false, nil
	}
	return none, err
}

// up runs the next rung. After the last one the set is split; where that is not possible, there is no answer.
func (c *climb) up(ctx context.Context, e *Entry, set products.Set, rung int, known handover) error {
	if rung+1 < len(rungs) {
		return c.follow(ctx, e, set, rung+1, known)
	}
	halved, err := c.halve(ctx, e, set, known)
	if err == nil && !halved {
		e.Outcome = result.FamilyUnknown
	}
	return err
}

func (c *climb) follow(ctx context.Context, e *Entry, set products.Set, rung int, known handover) error {
	next, err := c.decide(ctx, set, rung, known)
	if err == nil {
		e.Next = append(e.Next, next)
	}
	return err
}

// restrict returns the partial line: the system with only these products, and with the property as its only invariant.
func (c *climb) restrict(set products.Set) *sts.System {
	s := c.system.Restricted(set.Cond)
	s.Invariants = []sts.Named{*c.property}
	return s
}

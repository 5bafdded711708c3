package concolic

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Engine names a way to look for runs.
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

// Options say how to search. Zero values are replaced by defaults.
type Options struct {
	Engine     Engine
	Seed       int64
	Workers    int // AUTO searches concretely and symbolically at the same time if there are two or more
	Inactivity int // steps of the long-range search without a new transition, before the wide-width search begins
	Steps      int // most concrete steps
	Queries    int // most questions to the solver
	NewSolver  func() (smt.Solver, error)
	Functions  explore.Functions // what is known of externs; nil assumes any result possible

	// Prove looks for proofs that no run takes some transitions, one answer for each; nil never does. AUTO asks it.
	Prove    func(ctx context.Context, targets []*sts.Transition, solver smt.Solver) ([]Proof, error)
	Progress func(Progress) // called now and then

	// Journal is given every piece of a run on which something that was reached rests, as soon as it was reached; Earlier is what
	// it was given by a search before, from which this one goes on. An error of Journal ends the search.
	Journal func(Entry) error
	Earlier []Entry
}

// Proof is the answer to the question whether a transition is unreachable.
type Proof struct {
	Proved bool
	Method result.Method
	Text   string // why no run takes it, or why that was not proved
}

// Progress is how far a campaign has come.
type Progress struct {
	Engine                         Engine
	Covered, Total, Steps, Queries int
}

// The defaults.
const (
	DefaultInactivity = 20_000
	DefaultSteps      = 50_000_000
	DefaultQueries    = 200_000
)

func (o *Options) setDefaults() {
	if o.Engine == "" {
		o.Engine = Auto
	}
	if o.Inactivity == 0 {
		o.Inactivity = DefaultInactivity
	}
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	if o.Queries == 0 {
		o.Queries = DefaultQueries
	}
	o.Workers = max(o.Workers, 1)
}

// Hit is a transition that was reached.
type Hit struct {
	Transition *sts.Transition
	Run        *Run   // ends with the transition
	How        string // which part of the engine reached it
	Point      Point  // when
}

// Point is a point of the curve of coverage: what had been spent when so many transitions were covered.
type Point struct {
	Seconds float64
	Steps   int
	Queries int
	Covered int
}

// Outcome is what a campaign found.
type Outcome struct {
	System  *sts.System
	Options Options
	Hits    []*Hit       // by transition; nil if it was not reached
	Why     []result.Why // by transition: why it was not reached
	Curve   []Point
	Stop    result.Stop
	Journal error // why the journal could not be written, with result.StopJournal
	Steps   int   // concrete steps
	Queries int   // questions to the solver, answered by a cache or not
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
func (o *Outcome) Replay(runs []*Run, visit func(i int, w *explore.Witness) error) error {
	w, err := o.campaign.newWalker(0)
	if err != nil {
		return err
	}
	defer w.solver.Close()
	for i, r := range runs {
		witness, err := w.judge.witness(r)
		if err != nil {
			return err
		}
		if err := visit(i, witness); err != nil {
			return err
		}
	}
	return nil
}

// campaign is the state of a search: RInf of Algorithm 1 and its bookkeeping. Its methods may be called by several
// goroutines; walkers and judges belong to one each.
type campaign struct {
	ctx     context.Context
	system  *sts.System
	machine *flat.Machine
	options Options
	start   time.Time
	depends *Dependencies
	store   *store

	covered []atomic.Bool // by transition
	dropped []atomic.Bool // by transition: proved unreachable
	steps   atomic.Int64
	queries atomic.Int64
	guessed atomic.Int64
	stalled atomic.Bool // AUTO has tried every target of the frontier in vain

	mu          sync.Mutex
	hits        []*Hit
	count       int
	curve       []Point
	why         []result.Why // by transition: what was last in the way, if that is known
	unreachable int          // how many are
	unproved    []string     // by transition: why no proof was found
	solver      smt.Stats
	states      int
	stop        result.Stop
	journal     journal
	earlier     int // transitions that an earlier search had reached
}

// Search runs one engine on a system. An error means that there is nothing to report: no solver, no initial state.
func Search(ctx context.Context, system *sts.System, options Options) (*Outcome, error) {
	options.setDefaults()
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	n := len(system.Transitions())
	c := &campaign{ctx: inner, system: system, options: options, start: time.Now(), machine: flat.Compile(system),
		covered: make([]atomic.Bool, n), hits: make([]*Hit, n), why: make([]result.Why, n), dropped: make([]atomic.Bool, n), unproved: make([]string, n)}
	c.journal = journal{numbers: map[*Run]int{}, write: options.Journal}
	c.depends = Analyse(system)
	c.store = newStore(c)
	err := c.run()
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return c.outcome(ctx), nil
}

// run gives the campaign its first configuration, and hands it to the engine.
func (c *campaign) run() error {
	w, err := c.newWalker(0)
	if err != nil {
		return err
	}
	defer w.close()
	root, err := w.root()
	if err != nil {
		return err
	}
	c.store.root = root
	c.store.add(root)
	if err := w.resume(c.options.Earlier); err != nil {
		return err
	}
	switch c.options.Engine {
	case Rand:
		return w.randomEngine()
	case Cons:
		return w.constraintEngine()
	case Symb:
		return w.symbolicEngine()
	case EC:
		return w.concolicEngine()
	case Auto:
		return w.autoEngine()
	}
	return fmt.Errorf("there is no engine %q", c.options.Engine)
}

// over tells whether the search has to end.
func (c *campaign) over() bool {
	return c.ctx.Err() != nil || int(c.steps.Load()) >= c.options.Steps || int(c.queries.Load()) >= c.options.Queries || c.done()
}

// done tells whether nothing is left to reach, or what is reached cannot be kept.
func (c *campaign) done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count+c.unreachable == len(c.hits) || c.journal.failed != nil
}

// coverage is how many transitions were reached.
func (c *campaign) coverage() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// knows tells whether something is known of an extern; of others any result is assumed possible.
func (c *campaign) knows(x *sts.Extern) bool {
	return c.options.Functions != nil && c.options.Functions.Knows(x)
}

// fresh tells whether a move has a part that was not covered yet.
func (c *campaign) fresh(m *sts.Move) bool {
	for _, t := range m.Parts {
		if !c.covered[t.ID].Load() {
			return true
		}
	}
	return false
}

// wanted tells whether a move has a part that was not covered yet and may be reachable.
func (c *campaign) wanted(m *sts.Move) bool {
	for _, t := range m.Parts {
		if !c.covered[t.ID].Load() && !c.dropped[t.ID].Load() {
			return true
		}
	}
	return false
}

// record counts the transitions of the last step of a run, once the judge has replayed it. A run that does not replay is not
// counted; that would be an error of ours, so it is kept as the reason.
func (c *campaign) record(j *judge, r *Run, how string) bool {
	err := j.verify(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	some := false
	for _, t := range r.Steps[len(r.Steps)-1].Move.Parts {
		switch {
		case err != nil:
			c.why[t.ID] = unknown("a run to it was found, but does not replay: " + err.Error())
		case c.hits[t.ID] == nil:
			c.hits[t.ID] = &Hit{Transition: t, Run: r, How: how}
			c.count++
			c.covered[t.ID].Store(true)
			c.hits[t.ID].Point = c.point()
			c.curve = append(c.curve, c.hits[t.ID].Point)
			c.journal.enter(r, how)
			some = true
		}
	}
	if some && c.options.Progress != nil {
		c.options.Progress(Progress{c.options.Engine, c.count, len(c.hits), int(c.steps.Load()), int(c.queries.Load())})
	}
	return some
}

// point is where the campaign stands; the lock is held.
func (c *campaign) point() Point {
	return Point{time.Since(c.start).Seconds(), int(c.steps.Load()), int(c.queries.Load()), c.count}
}

// explain keeps why a target was not reached, unless that is proved.
func (c *campaign) explain(t *sts.Transition, why result.Why) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.dropped[t.ID].Load() {
		c.why[t.ID] = why
	}
}

// targets lists the transitions that are not covered and not proved unreachable.
func (c *campaign) targets() []*sts.Transition {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []*sts.Transition
	for _, t := range c.system.Transitions() {
		if c.hits[t.ID] == nil && !c.dropped[t.ID].Load() {
			out = append(out, t)
		}
	}
	return out
}

// outcome sums up.
func (c *campaign) outcome(ctx context.Context) *Outcome {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := &Outcome{System: c.system, Options: c.options, Hits: c.hits, Why: make([]result.Why, len(c.hits)), Curve: c.curve, Stop: c.reason(ctx), Journal: c.journal.failed,
		Steps: int(c.steps.Load()), Queries: int(c.queries.Load()), Guessed: int(c.guessed.Load()), Solver: c.solver, States: c.states, Earlier: c.earlier,
		Seconds: time.Since(c.start).Seconds(), campaign: c}
	c.ctx = context.WithoutCancel(ctx)
	var reachable [][]bool // by machine and location: some path in the graph leads there
	for _, m := range c.system.Machines {
		reachable = append(reachable, m.Reachable())
	}
	for i, t := range c.system.Transitions() {
		if c.hits[i] == nil {
			out.Why[i] = c.whyMissed(t, reachable[t.Machine][t.From])
		}
	}
	return out
}

// reason is why the search ended.
func (c *campaign) reason(ctx context.Context) result.Stop {
	switch stop := result.StopOf(ctx); {
	case c.journal.failed != nil:
		return result.StopJournal
	case c.count+c.unreachable == len(c.hits):
		return result.StopCovered
	case stop.Early():
		return stop
	case int(c.steps.Load()) >= c.options.Steps:
		return result.StopSteps
	case int(c.queries.Load()) >= c.options.Queries:
		return result.StopQueries
	}
	return c.stop
}

// whyMissed is why a transition was not reached, as far as it is known.
func (c *campaign) whyMissed(t *sts.Transition, reachable bool) result.Why {
	machine, known := c.system.Machines[t.Machine], c.why[t.ID]
	switch {
	case t.Guard.IsFalse():
		return result.Proved(result.ByGraph, "its guard is false")
	case !reachable:
		return result.Proved(result.ByGraph, "no path in the graph leads to "+machine.Locations[t.From].Name)
	case known.Status != "" && c.unproved[t.ID] != "" && !c.dropped[t.ID].Load():
		known.Reason += "; that it is unreachable is not proved: " + c.unproved[t.ID]
		return known
	case known.Status != "":
		return known
	case !c.store.reached(t.Machine, t.From):
		return notReached("no run came to " + machine.Locations[t.From].Name + " before the end of the search")
	}
	return notReached("the search ended before")
}

func notReached(detail string) result.Why {
	return result.Why{Status: result.NotReached, Reason: "not reached: " + detail}
}

func unknown(detail string) result.Why {
	return result.Why{Status: result.Unknown, Reason: "unknown: " + detail}
}

// newJudge makes a judge; decide answers closed formulas with quantifiers, and may be nil.
func (c *campaign) newJudge(decide func(*term.Term) (bool, error)) *judge {
	j := &judge{campaign: c, interpreter: sts.NewInterpreter(c.system)}
	j.interpreter.Decide = decide
	return j
}

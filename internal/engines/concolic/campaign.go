package concolic

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// campaign is the state of a search: RInf of Algorithm 1 and its bookkeeping. Its methods may be called by several
// goroutines.
type campaign struct {
	system  *sts.System
	machine *flat.Machine
	options Options
	start   time.Time
	depends *trail.Dependencies
	store   *store
	movesOf [][]*sts.Move // by transition: the moves that take it

	openStarts bool // initial configurations vary: some slot may start with any value

	covered []atomic.Bool // by transition
	dropped []atomic.Bool // by transition: proved unreachable
	settled atomic.Int64  // transitions that are covered or dropped
	steps   atomic.Int64
	queries atomic.Int64
	guessed atomic.Int64
	full    atomic.Bool // the limit on memory is reached
	stalled atomic.Bool // AUTO has tried every target of the frontier without success
	swept   atomic.Bool // all configurations were visited

	mu          sync.Mutex
	hits        []*Hit
	count       int // of hits
	curve       []result.CurvePoint
	why         []result.Why // by transition: the last obstacle, if it is known
	unproved    []string     // by transition: why no proof was found
	unreachable int          // transitions that are dropped
	solver      smt.Stats
	states      int
	stop        result.Stop // if the engine itself ended the search
	journal     journal
	earlier     int // transitions that an earlier search had reached
}

func newCampaign(system *sts.System, options Options) *campaign {
	n := len(system.Transitions())
	c := &campaign{system: system, options: options, start: time.Now(), machine: flat.Compile(system), depends: trail.Analyse(system),
		covered: make([]atomic.Bool, n), dropped: make([]atomic.Bool, n), hits: make([]*Hit, n), why: make([]result.Why, n), unproved: make([]string, n),
		journal: journal{numbers: map[*Run]int{}, write: options.Journal}}
	c.openStarts = slices.ContainsFunc(system.Slots, func(s sts.Slot) bool { return s.Init == nil })
	c.movesOf = make([][]*sts.Move, n)
	for _, m := range system.Moves() {
		for _, t := range m.Parts {
			c.movesOf[t.ID] = append(c.movesOf[t.ID], m)
		}
	}
	c.store = newStore(c)
	return c
}

// over reports whether the search must end.
func (c *campaign) over(ctx context.Context) bool {
	return ctx.Err() != nil || int(c.steps.Load()) >= c.options.Steps || int(c.queries.Load()) >= c.options.Queries || c.full.Load() || c.done()
}

// done reports whether nothing is left to reach, or the journal cannot be written.
func (c *campaign) done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count+c.unreachable == len(c.hits) || c.journal.failed != nil
}

// coverage returns the number of transitions that were reached.
func (c *campaign) coverage() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// knows reports whether an extern has a table or a runner; any result of other externs is assumed possible.
func (c *campaign) knows(x *sts.Extern) bool {
	return run.Known(c.options.Functions, x)
}

// fresh reports whether a move has a part that is not covered.
func (c *campaign) fresh(m *sts.Move) bool {
	return slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return !c.covered[t.ID].Load() })
}

// wanted reports whether a move has a part that is not covered and may be reachable.
func (c *campaign) wanted(m *sts.Move) bool {
	return slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return !c.covered[t.ID].Load() && !c.dropped[t.ID].Load() })
}

// settle marks a transition as covered or dropped.
func (c *campaign) settle(mark *atomic.Bool) {
	mark.Store(true)
	c.settled.Add(1)
}

// targets returns the transitions that are not covered and not proved unreachable.
func (c *campaign) targets() []*sts.Transition {
	return c.targetsWhere(func(*sts.Transition) bool { return true })
}

// frontier returns the targets whose location was reached.
func (c *campaign) frontier() []*sts.Transition {
	return c.targetsWhere(func(t *sts.Transition) bool { return c.store.reached(t.Machine, t.From) })
}

// targetsWhere returns some of the targets.
func (c *campaign) targetsWhere(want func(*sts.Transition) bool) []*sts.Transition {
	var out []*sts.Transition
	for _, t := range c.system.Transitions() {
		if !c.covered[t.ID].Load() && !c.dropped[t.ID].Load() && want(t) {
			out = append(out, t)
		}
	}
	return out
}

// record counts the transitions of the last step of a run, and reports whether some of them are new. The error is that of replaying the run:
// it must be nil for the run to count. A run that does not replay indicates a defect of the tool, so the error is kept as the reason.
func (c *campaign) record(r *Run, replayed error, how string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	some := false
	for _, t := range r.Last(1)[0].Parts {
		switch {
		case replayed != nil:
			c.why[t.ID] = unknown("a run to it was found, but does not replay: " + replayed.Error())
		case c.hits[t.ID] == nil:
			c.count++
			c.settle(&c.covered[t.ID])
			c.hits[t.ID] = &Hit{Transition: t, Run: r, How: how, Point: c.point()}
			c.curve = append(c.curve, c.hits[t.ID].Point)
			c.journal.enter(r, how)
			some = true
		}
	}
	if some && c.options.Progress != nil {
		c.options.Progress(c.progress())
	}
	return some
}

// progress is how far the campaign is.
func (c *campaign) progress() result.Progress {
	now := result.Point{Covered: c.count, Total: len(c.hits), States: int(c.steps.Load()), Calls: int(c.queries.Load())}
	return result.Progress{Doing: "searching", Done: int64(now.Covered), Total: int64(now.Total), Point: now,
		Found: fmt.Sprintf("%s: %d/%d transitions, %d steps, %d queries", c.options.Engine, now.Covered, now.Total, now.States, now.Calls)}
}

// point returns the current point of the curve. The caller holds the lock.
func (c *campaign) point() result.CurvePoint {
	return result.CurvePoint{Seconds: time.Since(c.start).Seconds(), Steps: int(c.steps.Load()), Queries: int(c.queries.Load()), Covered: c.count}
}

// explain records why a move was not taken, for its transitions that are not proved unreachable.
func (c *campaign) explain(m *sts.Move, why result.Why) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range m.Parts {
		if !c.dropped[t.ID].Load() {
			c.why[t.ID] = why
		}
	}
}

// giveUp records that a search did not reach a target, unless an obstacle is known.
func (c *campaign) giveUp(target *sts.Transition, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if status := c.why[target.ID].Status; status == "" || status == result.NotReached {
		c.why[target.ID] = notReached(reason)
	}
}

func unknown(reason string) result.Why {
	return result.Why{Status: result.Unknown, Reason: "unknown: " + reason}
}

func notReached(reason string) result.Why {
	return result.Why{Status: result.NotReached, Reason: "not reached: " + reason}
}

// open returns why a query is undecided.
func open(answer smt.Answer) result.Why {
	if answer.Status == smt.UpToTables {
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: " + answer.Reason}
	}
	return unknown(answer.Reason)
}

// outcome returns the result of the search.
func (c *campaign) outcome(ctx context.Context) *Outcome {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := &Outcome{System: c.system, Options: c.options, Hits: c.hits, Why: make([]result.Why, len(c.hits)), Curve: c.curve, Stop: c.stopped(ctx), Journal: c.journal.failed,
		Steps: int(c.steps.Load()), Queries: int(c.queries.Load()), Guessed: int(c.guessed.Load()), Solver: c.solver, States: c.states, Earlier: c.earlier,
		Seconds: time.Since(c.start).Seconds(), campaign: c}
	var reachable [][]bool // by machine and location: some path in the graph leads there
	for _, m := range c.system.Machines {
		reachable = append(reachable, m.Reachable())
	}
	for i, t := range c.system.Transitions() {
		if c.hits[i] == nil {
			out.Why[i] = c.miss(t, reachable[t.Machine][t.From])
		}
	}
	return out
}

// stopped returns why the search ended.
func (c *campaign) stopped(ctx context.Context) result.Stop {
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
	case c.full.Load():
		return result.StopMemory
	}
	return c.stop
}

// miss returns why a transition was not reached, as far as the reason is known.
func (c *campaign) miss(t *sts.Transition, reachable bool) result.Why {
	location := c.system.Machines[t.Machine].Locations[t.From].Name
	why := c.why[t.ID]
	switch {
	case t.Guard.IsFalse():
		return result.FalseGuard(t.GuardHasValue())
	case !reachable:
		return result.Proved(result.ByGraph, "no path in the graph leads to "+location)
	case why.Status == "" && !c.store.reached(t.Machine, t.From):
		return notReached("no run came to " + location + " before the end of the search")
	case why.Status == "":
		return notReached("the search ended before")
	case c.unproved[t.ID] != "" && !c.dropped[t.ID].Load():
		why.Reason += "; that it is unreachable is not proved: " + c.unproved[t.ID]
	}
	return why
}

package logs

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Memory is bounded by the number of open instances, not by the length of the log. An instance is open until a line ends it.
// When there are too many, the one that was silent for longest is closed with the verdict it has, and only a hash of its id is
// kept: if it continues, it was closed too early, and is inconclusive. How an instance came to its present states is dropped once
// its coverage is recorded, and of its trace the last steps are kept for evidence.

// DefaultInstances is the default number of instances that may be open.
const DefaultInstances = 10000

const (
	keptSteps  = 20  // of a trace
	keptText   = 200 // characters of a message in it
	coverEvery = 100 // events of an instance
)

// CheckOptions say how a log is checked. The zero value is the default.
type CheckOptions struct {
	Wait      time.Duration `flag:"wait" usual:"yes" min:"0s" help:"treat a longer gap between two lines of an instance as quiescence, in models without clocks; 0 means never"`
	Instances int           `flag:"max-instances" min:"1" help:"maximum number of open instances at a time"` // 0 is DefaultInstances
	Unit      time.Duration // of the clocks of the model; 0 is a second
	Fields    Fields        // names of fields, for messages
}

// Checker follows the instances of a log.
type Checker struct {
	system     *sts.System
	newTracker func() (*ioco.Tracker, error)
	found      func(result.LogFinding)
	options    CheckOptions

	open    map[string]*list.Element
	recent  *list.List // of *instance, the one that was silent for longest first
	seed    maphash.Seed
	closed  map[uint64]int // hashed ids of instances closed early: the line where, 0 if the verdict was known already
	line    int            // of the last event
	latest  time.Time
	counts  result.LogCounts
	covered map[*sts.Transition]bool
	shared  *ioco.Shared // what the instances say about the product that the system is; nil if the model is no product line
	groups  []result.LogGroup
}

// instance is one run of the system.
type instance struct {
	id      string
	first   int // line
	tracker *ioco.Tracker
	since   int // the last line that the model explains
	started time.Time
	last    time.Time
	latest  int // the line of last
	trace   []result.Event
	recent  recent
	omitted int
	events  int
	over    bool               // there is a verdict
	doubt   *result.LogFinding // the first observation that was allowed only within the tolerance; nil if there was none
	refuted bool               // the last observation is not allowed by any product that is followed
}

// NewChecker checks a log against a model. Trackers are made by newTracker; found is called with each finding at once.
func NewChecker(system *sts.System, newTracker func() (*ioco.Tracker, error), found func(result.LogFinding), options CheckOptions) *Checker {
	options.Instances, options.Unit = cmp.Or(options.Instances, DefaultInstances), cmp.Or(options.Unit, time.Second)
	return &Checker{system: system, newTracker: newTracker, found: found, options: options, open: map[string]*list.Element{},
		recent: list.New(), seed: maphash.MakeSeed(), closed: map[uint64]int{}, covered: map[*sts.Transition]bool{}}
}

// Counts returns the numbers of the instances that are not open any more, and of the findings.
func (c *Checker) Counts() result.LogCounts { return c.counts }

// Covered returns the transitions that instances certainly took.
func (c *Checker) Covered() []*sts.Transition {
	var out []*sts.Transition
	for _, t := range c.system.Transitions() {
		if c.covered[t] {
			out = append(out, t)
		}
	}
	return out
}

// Take follows the next event of the log. The error is about the check itself, never a verdict.
func (c *Checker) Take(ctx context.Context, e Event) error {
	c.line = e.Line
	if e.Time.After(c.latest) {
		c.latest = e.Time
	}
	if e.Kind == End && c.open[e.ID] == nil {
		delete(c.closed, maphash.String(c.seed, e.ID))
		if !c.timed() || e.ID != "" { // otherwise it says when the log ends
			c.counts.Ignored++
		}
		return nil
	}
	in, err := c.instance(ctx, e)
	if err == nil && !in.over {
		err = c.pass(ctx, in, e)
	}
	switch {
	case err != nil:
		return err
	case e.Kind == End:
		return c.finish(ctx, in)
	case in.over:
		c.counts.Ignored++
	case e.Kind == result.EventInput:
		return c.input(ctx, in, e)
	case e.Kind == result.EventOutput:
		return c.output(ctx, in, e)
	default:
		return c.silence(ctx, in, e.Line, "the system sent nothing"+in.moment("until"))
	}
	return nil
}

// Close ends the log: what is still open is silent until the last time in the log.
func (c *Checker) Close(ctx context.Context) error {
	var rest []*instance
	for e := c.recent.Front(); e != nil; e = e.Next() {
		rest = append(rest, e.Value.(*instance))
	}
	slices.SortFunc(rest, func(a, b *instance) int { return a.first - b.first })
	for _, in := range rest {
		if !in.over {
			if err := c.pass(ctx, in, Event{Line: c.line, Time: c.latest, Kind: End}); err != nil {
				return err
			}
		}
		if err := c.finish(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// instance returns the instance of an event; it opens one if there is none.
func (c *Checker) instance(ctx context.Context, e Event) (*instance, error) {
	if known := c.open[e.ID]; known != nil {
		c.recent.MoveToBack(known)
		return known.Value.(*instance), nil
	}
	for len(c.open) >= c.options.Instances {
		if err := c.closeEarly(ctx, e.Line); err != nil {
			return nil, err
		}
	}
	in := &instance{id: e.ID, first: e.Line}
	c.open[e.ID] = c.recent.PushBack(in)
	key := maphash.String(c.seed, e.ID)
	if line, ended := c.closed[key]; ended {
		delete(c.closed, key)
		return in, c.reopen(ctx, in, e, line)
	}
	c.counts.Total++
	var err error
	in.tracker, err = c.newTracker()
	return in, err
}

// closeEarly makes room.
func (c *Checker) closeEarly(ctx context.Context, line int) error {
	in := c.recent.Front().Value.(*instance)
	if err := c.finish(ctx, in); err != nil {
		return err
	}
	if in.over {
		line = 0
	} else {
		c.counts.ClosedEarly++
	}
	c.closed[maphash.String(c.seed, in.id)] = line
	return nil
}

// reopen takes back the verdict of an instance that was closed too early.
func (c *Checker) reopen(ctx context.Context, in *instance, e Event, line int) error {
	if line == 0 {
		in.over = true
		return nil
	}
	c.counts.Passed--
	return c.conclude(ctx, in, finding(result.Inconclusive, e.Line, fmt.Sprintf("the instance was closed at line %d to make room for others: more of them must be allowed to be open", line)))
}

// finish closes an instance.
func (c *Checker) finish(ctx context.Context, in *instance) error {
	err := c.settle(ctx, in)
	if err == nil && !in.over {
		err = c.passes(ctx, in)
	}
	c.recent.Remove(c.open[in.id])
	delete(c.open, in.id)
	return err
}

// cover records what the instance certainly covered, and drops how it came there.
func (c *Checker) cover(in *instance) {
	for _, t := range in.tracker.Certain() {
		c.covered[t] = true
	}
	in.tracker.Forget()
}

// pass lets the time pass until an event.
func (c *Checker) pass(ctx context.Context, in *instance, e Event) error {
	if c.timed() {
		return c.elapse(ctx, in, e)
	}
	return c.gap(ctx, in, e.Time, e.Line)
}

// gap treats a long time without a line as a silence.
func (c *Checker) gap(ctx context.Context, in *instance, now time.Time, line int) error {
	before := in.last
	if now.IsZero() {
		return nil
	}
	if now.Before(before) {
		c.counts.Disordered++
		return nil
	}
	in.last = now
	if c.options.Wait == 0 || before.IsZero() || now.Sub(before) <= c.options.Wait {
		return nil
	}
	return c.silence(ctx, in, line, fmt.Sprintf("the system sent nothing for %v", now.Sub(before)))
}

// silence follows a quiescence.
func (c *Checker) silence(ctx context.Context, in *instance, line int, what string) error {
	in.note(line, result.Event{Kind: result.EventQuiescence}, sut.Message{})
	seen := observation{line: line, what: what, missing: true}
	ok, err := c.quiet(ctx, in, seen)
	return c.judgeSilence(ctx, in, seen, ok, err)
}

// quiet reports whether the model allows a silence.
func (c *Checker) quiet(ctx context.Context, in *instance, seen observation) (bool, error) {
	return c.follow(ctx, in, seen, func() (bool, error) { return in.tracker.AfterQuiescence(ctx) })
}

// judgeSilence is judge for a silence, which may be excused.
func (c *Checker) judgeSilence(ctx context.Context, in *instance, seen observation, ok bool, err error) error {
	if err == nil && !ok {
		var excuse string
		if excuse, err = in.tracker.Excuse(ctx); excuse != "" {
			return c.conclude(ctx, in, finding(result.Inconclusive, seen.line, seen.what+"; but "+excuse))
		}
	}
	return c.judge(ctx, in, seen, ok, err)
}

// input follows an input; one that the model does not foresee ends the instance.
func (c *Checker) input(ctx context.Context, in *instance, e Event) error {
	m, err := sut.NewMessage(c.system, sts.Input, e.Channel, e.Payload)
	if err != nil {
		in.note(e.Line, result.Event{Kind: result.EventInput, Channel: e.Channel, Message: e.Channel}, sut.Message{})
		return c.conclude(ctx, in, finding(result.Inconclusive, e.Line, "the input cannot be followed: "+err.Error()))
	}
	in.note(e.Line, sut.Record(result.EventInput, m), m)
	fair, err := in.tracker.Foresee(ctx, m)
	if err == nil && !fair {
		return c.conclude(ctx, in, finding(result.Inconclusive, e.Line, "the model does not say what the system does with "+m.String()+" here, so it cannot be judged any more"))
	}
	if err == nil {
		_, err = in.tracker.AfterInput(ctx, m)
	}
	return c.judge(ctx, in, observation{line: e.Line}, true, err)
}

// output follows an output.
func (c *Checker) output(ctx context.Context, in *instance, e Event) error {
	m, err := sut.Output(c.system, e.Channel, e.Payload)
	if err != nil {
		in.note(e.Line, result.Event{Kind: result.EventOutput, Channel: e.Channel, Message: e.Channel}, sut.Message{})
		return c.judge(ctx, in, observation{line: e.Line, what: "the system sent what the model cannot mean: " + err.Error()}, false, nil)
	}
	in.note(e.Line, sut.Record(result.EventOutput, m), m)
	seen := observation{line: e.Line, what: "the system sent " + m.String() + in.moment("at"), channel: e.Channel}
	ok, err := c.follow(ctx, in, seen, func() (bool, error) { return in.tracker.AfterOutput(ctx, m) })
	return c.judge(ctx, in, seen, ok, err)
}

// observation is what a line shows of a system.
type observation struct {
	line    int
	what    string
	channel string // of an output
	missing bool   // nothing came
}

// judge continues if the model explains what was observed, and otherwise concludes with the evidence.
func (c *Checker) judge(ctx context.Context, in *instance, seen observation, explained bool, err error) error {
	if lost := (*ioco.ErrLost)(nil); errors.As(err, &lost) {
		return c.conclude(ctx, in, finding(result.Inconclusive, seen.line, lost.Error()))
	}
	if err != nil {
		return err
	}
	if explained {
		in.since = seen.line
		if in.events++; in.events%coverEvery == 0 {
			c.cover(in)
		}
		return nil
	}
	excuse, err := c.excuse(ctx, in)
	if err != nil {
		return err
	}
	if excuse != "" {
		return c.conclude(ctx, in, finding(result.Inconclusive, seen.line, seen.what+"; but "+excuse))
	}
	f, err := c.against(ctx, in, seen)
	if err != nil {
		return err
	}
	f.Products = c.possibleBefore(ctx, in)
	return c.conclude(ctx, in, f)
}

// against is the finding that something was observed that the model does not allow.
func (c *Checker) against(ctx context.Context, in *instance, seen observation) (result.LogFinding, error) {
	menu, err := in.tracker.Menu(ctx)
	f := finding(result.Fail, seen.line, "")
	f.Allowed = menu.Alternatives()
	if c.timed() {
		f.Timing = seen.timing(f.Allowed, in.tracker.Now())
	}
	f.Evidence = menu.Evidence(seen.what + f.Timing.Words())
	return f, err
}

func finding(verdict result.Verdict, line int, evidence string) result.LogFinding {
	return result.LogFinding{Verdict: verdict, Line: line, Evidence: evidence}
}

// conclude gives an instance its verdict.
func (c *Checker) conclude(ctx context.Context, in *instance, f result.LogFinding) error {
	if f.Verdict == result.Fail || in.tracker == nil {
		c.end(in, in.complete(ctx, f))
		return nil
	}
	return c.concludeShared(ctx, in, in.complete(ctx, f))
}

// complete adds what is known of an instance to a finding.
func (in *instance) complete(ctx context.Context, f result.LogFinding) result.LogFinding {
	f.Run = in.recent.explain(ctx, in.tracker, len(in.trace))
	f.ID, f.Since, f.Trace, f.Omitted = in.id, in.since, append([]result.Event{}, in.trace...), in.omitted
	return f
}

// end counts a finding about an instance and drops its states.
func (c *Checker) end(in *instance, f result.LogFinding) {
	if f.Verdict == result.Fail {
		c.counts.Failed++
	} else {
		c.counts.Inconclusive++
	}
	if in.tracker != nil {
		c.cover(in)
	}
	c.found(f)
	in.over, in.tracker, in.trace, in.recent, in.doubt = true, nil, nil, recent{}, nil
}

// note keeps a step for evidence, and drops the oldest if there are many.
func (in *instance) note(line int, e result.Event, m sut.Message) {
	in.recent.note(in.tracker, ioco.Observation{Kind: e.Kind, Message: m, At: in.tracker.Now(), Line: line})
	if len(in.trace) == keptSteps {
		in.trace = slices.Delete(in.trace, 0, 1)
		in.omitted++
	}
	e.Line, e.At = line, in.instant()
	if short := text.Clip(e.Message, keptText); short != e.Message {
		e.Message, e.Payload = short, nil
	}
	in.trace = append(in.trace, e)
}

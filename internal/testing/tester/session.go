package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// Event is one observation of a session.
type Event struct {
	Kind    result.EventKind
	Message sut.Message // of an input or an output
	At      *big.Rat    // in a system with clocks: the instant, in units of the model since the start; nil in others

	Time  time.Duration // in a sample: since the start
	Limit time.Duration // in a sample: when the wait for it would have ended
}

// String returns the event as it is printed in traces.
func (e Event) String() string {
	if e.Message.Channel == nil {
		return string(e.Kind)
	}
	return string(e.Kind) + " " + e.Message.String()
}

func (e Event) result() result.Event {
	out := result.Event{Kind: e.Kind}
	if e.Kind != result.EventQuiescence && e.Kind != result.EventReset {
		out = sut.Record(e.Kind, e.Message)
	}
	if e.At != nil {
		out.At = sts.FormatInstant(e.At)
	}
	return out
}

// Report is the result of a session.
type Report struct {
	Verdict  result.Verdict
	Evidence string           // the observation, and what the model allows instead
	Stack    []string         // of a system that panicked: the call stack, innermost function first
	Allowed  []result.Allowed // the alternatives
	Trace    []Event
	Log      []byte // the messages exchanged with the system, where the adapter keeps them
	Covered  []*sts.Transition
	Sent     int                   // number of inputs
	Spare    int                   // inputs sent after transitions and values were tried
	Tests    int                   // number of times the system was started
	Cycles   []string              // cycles of internal steps of the model that were met
	Regions  []result.Region       // ranges of values for which a failing test also fails
	Complete bool                  // without a purpose: all rounds are over
	Stop     result.Stop           // why the system ended the session before all inputs were sent; empty if it did not
	Values   *result.ValueCoverage // nil if the session ended before values were aimed at
	Failures []*Report             // with KeepGoing: the distinct failures, in the order of discovery
	Repeats  result.Repeats        // of a failing test, by Confirm
	Others   []*Report             // other failures of its repetitions
	Original []Event               // the trace before Shrink shortened the test
	Shrunk   *result.Shrink        // how it was shortened

	Tolerance time.Duration // in a system with clocks: the greatest that was measured

	Products *result.Products // of a product line: the products that explain the observations, before the failing step if it fails

	failure failure
	past    []shrink.Step // the steps before the last reset
	taken   []shrink.Step // of a replay
	shorter *Report       // a shorter test that failed in another way, found by Shrink
	until   time.Time     // when the time for Shrink was up
	spoiled bool          // it has no result, since the machine was busy or the system late
	busy    bool          // some repeat was spoiled

	unmeasured bool // it failed in time, on a busy machine, and how long the system waited for a processor is unknown
	open       bool // the model leaves to the system what it does in the failing step
}

// Events returns the trace as data.
func (r *Report) Events() []result.Event {
	out := make([]result.Event, len(r.Trace))
	for i, e := range r.Trace {
		out[i] = e.result()
	}
	return out
}

// Strategy is the way inputs are chosen.
type Strategy string

// The strategies.
const (
	Guided Strategy = "guided" // by search towards uncovered goals, or towards the purpose
	Random Strategy = "random" // for comparison
)

// Strategies lists them for checking flags.
var Strategies = []Strategy{Guided, Random}

// Until is the condition on which a session without a purpose stops.
type Until string

// The ends of a session.
const (
	Spent   Until = "spent"   // all inputs were sent
	Covered Until = "covered" // transitions and boundary values were tried
)

// Ends lists them for checking flags.
var Ends = []Until{Spent, Covered}

// Options configure a session. The zero value is the default.
type Options struct {
	Steps     int           `flag:"steps" usual:"yes" min:"0" help:"number of inputs to send (0 means up to 5000)"` // 0 is DefaultSteps
	Wait      time.Duration // time limit of an output; 0 means 200 ms
	Learn     bool          // learn from the answers the minimum time of silence, at most Wait
	Seed      int64
	Strategy  Strategy `flag:"strategy" choices:"guided,random" help:"how inputs are chosen: guided (towards uncovered transitions, or the purpose) or random"` // empty is Guided
	KeepGoing bool     `flag:"keep-going" usual:"yes" help:"collect distinct failures until all steps are done"`
	Until     Until    `flag:"until" choices:"spent,covered" help:"when to stop: spent (all inputs are sent) or covered (transitions and boundary values were tried)"`

	Spare time.Duration // time limit for inputs after everything was tried; 0 means no limit, unless Steps is 0

	TimeUnit  time.Duration // the real time of one unit of a model with clocks; 0 means a second
	Tolerance time.Duration // maximum distance of measured instants from the real ones
	Watch     *timing.Watch // measures delays of this process while the test runs; nil does not

	ShrinkTime time.Duration // time limit for shortening a failing test; 0 means DefaultShrinkTime

	Purpose *sts.Purpose // the purpose to reach; nil means to cover transitions
	Values  []sts.Goal   // to try after the transitions are covered

	Progress func(result.Progress) // called from time to time, by one goroutine; may be nil
}

// DefaultSteps is the default number of inputs of a session; it is lower for a slow system, by DefaultSpare.
const (
	DefaultSteps = 5000
	DefaultSpare = 10 * time.Second
)

// Session tests one system.
type Session struct {
	tracker *ioco.Tracker
	adapter sut.Adapter
	options Options
	source  *rand.PCG
	random  *rand.Rand
	report  Report
	covered map[*sts.Transition]bool
	round   map[*sts.Transition]bool // covered in this round; the second begins when everything is covered
	weak    bool                     // the purpose was possibly reached
	choice  choice
	quiet   quiet
	values  plan.Values
	wander  wander
	roaming roaming
	drawing *drawing.Drawing
	scouts  *plan.Scout
	timed   timed
	stalls  stalls
	doubts  doubts
	sample  sample

	influence []bool // the slots that determine the possible steps; nil if not computed yet

	told time.Time // time of the last call of Options.Progress

	complete int // number of inputs sent when everything was covered
	idle     int // number of consecutive resets without an input
	floods   int // number of tests ended by outputs without a pause
	inputs   int // number of inputs since the last reset
	effort   effort
	cost     int  // of queries of searches so far
	replays  bool // the inputs are given, so that a purpose does not matter
	started  bool // the system was reset, or a reset was attempted

	past    []shrink.Step // the steps before the last reset, each test followed by a reset
	telling []shrink.Step // the first tests that refuted products, each followed by a reset
}

// NewSession joins a tracker and a system.
func NewSession(t *ioco.Tracker, a sut.Adapter, options Options) *Session {
	if options.Steps == 0 {
		options.Steps, options.Spare = DefaultSteps, cmp.Or(options.Spare, DefaultSpare)
	}
	options.Wait = cmp.Or(options.Wait, 200*time.Millisecond)
	options.Strategy = cmp.Or(options.Strategy, Guided)
	options.Until = cmp.Or(options.Until, Spent)
	t.ForgetProducts()
	t.Watch(options.Values)
	t.Follow(options.Purpose)
	source := rand.NewPCG(uint64(options.Seed), 2)
	random := rand.New(source)
	s := &Session{tracker: t, adapter: a, options: options, source: source, random: random, drawing: drawing.New(random, t, a),
		covered: map[*sts.Transition]bool{}, round: map[*sts.Transition]bool{}, choice: choice{aimed: map[*sts.Transition]int{}},
		quiet: quiet{limit: options.Wait, learn: options.Learn}, values: plan.NewValues(options.Values), roaming: roaming{growth: newGrowth(t.System)}, effort: newEffort(a)}
	s.scouts, s.doubts = plan.NewScout(t, s.drawing), newDoubts(t.System)
	s.startTimed()
	return s
}

// Run stimulates the system until the purpose is reached, the steps are used up, or the system fails. If the model has no further input, it
// resets the system. With KeepGoing it starts again after a failure.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	var failures []*Report
	for start := s.restart; ; start = s.restartAgain {
		sent := s.report.Sent
		err := start(ctx)
		if err == nil {
			err = s.stimulate(ctx)
		}
		report, err := s.conclude(ctx, err)
		if report.Verdict != result.Fail || !s.options.KeepGoing {
			return withFailures(report, failures), err
		}
		isNew := !slices.ContainsFunc(failures, func(f *Report) bool { return f.failure.alike(report.failure) })
		if isNew {
			failures = append(failures, report)
		}
		stuck := !isNew && s.report.Sent == sent
		if err != nil || stuck || s.report.Sent >= s.options.Steps || ctx.Err() != nil {
			return withFailures(report, failures), err
		}
		s.report = Report{Sent: s.report.Sent, Spare: s.report.Spare, Tests: s.report.Tests, Trace: s.report.Trace}
		s.choice.plan, s.choice.fresh = nil, false
	}
}

// withFailures makes the first failure the result of a session that collected failures.
func withFailures(last *Report, failures []*Report) *Report {
	if len(failures) == 0 {
		return last
	}
	first := *failures[0]
	first.Failures, first.Values = failures, last.Values
	return first.summedUpBy(last)
}

// summedUpBy returns a report with the coverage and the counts of another.
func (r *Report) summedUpBy(all *Report) *Report {
	r.Covered, r.Sent, r.Spare, r.Tests, r.Cycles = all.Covered, all.Sent, all.Spare, all.Tests, all.Cycles
	return r
}

// stimulate sends inputs until the session is complete, or the system fails.
func (s *Session) stimulate(ctx context.Context) error {
	if s.isTimed() {
		return s.stimulateTimed(ctx)
	}
	for s.report.Sent < s.options.Steps && s.goesOn() {
		ok, err := s.observe(ctx)
		if errors.Is(err, errFlood) {
			if err := s.startOver(ctx); err != nil {
				return err
			}
			continue
		}
		if err != nil || !ok {
			return err
		}
		if done, err := s.finished(ctx); err != nil || done {
			_, lastErr := s.observeLast(ctx)
			return errors.Join(err, lastErr)
		}
		if ok, err := s.step(ctx); err != nil || !ok {
			return err
		}
	}
	if ok, err := s.observeLast(ctx); err != nil || !ok {
		return err
	}
	if _, err := s.finished(ctx); err != nil {
		return err
	}
	return s.judgeFloods(s.report.Sent)
}

// step chooses and sends an input, or resets the system if there is none. False means that the system failed.
func (s *Session) step(ctx context.Context) (bool, error) {
	s.roaming.chosen = false
	in, ok, err := s.choose(ctx)
	if err != nil {
		return false, err
	}
	if ok {
		s.idle = 0
		if s.quiet.often = s.roaming.begun; s.quiet.often {
			s.report.Spare++
		}
		if s.roaming.chosen || s.roaming.begun {
			s.noteEpisode(in)
		}
		s.wander.note(in.Move)
		return true, s.send(ctx, in.Message)
	}
	if ok, err := s.observeLast(ctx); err != nil || !ok {
		return false, err
	}
	return true, s.startOver(ctx)
}

// maxIdle is the maximum number of consecutive resets without an input.
const maxIdle = 3

// goesOn reports whether another test may give new results.
func (s *Session) goesOn() bool { return s.idle < maxIdle && s.floods < maxFloods }

// startOver resets the system because a test is over.
func (s *Session) startOver(ctx context.Context) error {
	s.idle++
	return s.restartAgain(ctx)
}

// restart resets system and model, and begins a new trace. If the system cannot be reset, the trace is unchanged.
func (s *Session) restart(ctx context.Context) error {
	s.started = true
	if err := s.adapter.Reset(ctx); err != nil {
		return err
	}
	refuted, err := s.tracker.Restart(ctx)
	if err != nil {
		return err
	}
	s.keepPast(refuted)
	s.report.Trace, s.inputs = nil, 0
	s.report.Tests++
	if !s.choice.fresh {
		s.choice.plan = nil
	}
	s.choice.fresh = false
	s.quiet.restart()
	s.wander.restart()
	s.doubts.drop()
	s.roaming.growth.last = nil
	s.drawing.Restart()
	s.timed.clock.Start()
	s.mark()
	s.timed.lastAt, s.timed.outputs = nil, 0
	return nil
}

// restartAgain resets a system that was started before; if that is no longer possible, the system fails. After a panic, the trace ends
// with the reset.
func (s *Session) restartAgain(ctx context.Context) error {
	err := restarted(s.restart(ctx))
	if panicked(err) {
		s.report.Trace = append(s.report.Trace, Event{Kind: result.EventReset})
	}
	return err
}

// begin resets the system for a replay. A panic caused by earlier steps gives no information about the test, so it resets the system
// again; if that fails too, the system cannot be reset any more.
func (s *Session) begin(ctx context.Context) error {
	started := s.started
	err := s.restart(ctx)
	if started && panicked(err) {
		err = s.restart(ctx)
	}
	if started && panicked(err) {
		err = &sut.ErrUnavailable{Reason: err.Error()}
	}
	return err
}

// panicked reports whether an error is a panic of the system.
func panicked(err error) bool {
	found := (*sut.ErrPanic)(nil)
	return errors.As(err, &found)
}

// restarted records a failure if the system can no longer be started.
func restarted(err error) error {
	if unavailable := (*sut.ErrUnavailable)(nil); errors.As(err, &unavailable) {
		return &sut.ErrSystem{Reason: "the system did not survive the test before: " + unavailable.Reason}
	}
	return err
}

// conclude makes the report; errors of the system under test are failures of the system, other errors are returned.
func (s *Session) conclude(ctx context.Context, err error) (*Report, error) {
	if fault := (*sut.ErrPanic)(nil); errors.As(err, &fault) {
		s.wrong(ctx, failure{kind: result.WrongPanic, place: fault.Place}, fault.Error())
		s.report.Stack, err = fault.Stack, nil
	}
	if system := (*sut.ErrSystem)(nil); errors.As(err, &system) {
		s.fail(ctx, failure{kind: result.WrongSystem}, system.Reason)
		err = nil
	}
	if lost := (*ioco.ErrLost)(nil); errors.As(err, &lost) {
		s.report.Verdict, s.report.Evidence = result.Inconclusive, lost.Error()
		err = nil
	}
	if unsent := (*sut.ErrNotCarried)(nil); errors.As(err, &unsent) {
		s.report.Verdict, s.report.Evidence = result.Inconclusive, unsent.Error()
		err = nil
	}
	if errors.Is(err, errFlood) {
		s.report.Stop, err = result.StopFlood, nil
	}
	if s.report.Verdict == "" && s.timed.doubt != "" {
		s.report.Verdict, s.report.Evidence = result.Inconclusive, s.timed.doubt
	}
	s.judgeStalls()
	s.judgePurpose(ctx)
	s.explainFlood()
	s.judgeProducts(ctx)
	s.report.Verdict = cmp.Or(s.report.Verdict, result.Pass)
	report := s.report
	report.past = s.pastOf()
	report.Cycles, report.Values, report.Tolerance = s.tracker.Cycles(), s.values.Coverage(), s.timed.worst
	for _, t := range s.tracker.System.Transitions() {
		if s.covered[t] {
			report.Covered = append(report.Covered, t)
		}
	}
	if logged, ok := s.adapter.(sut.Logged); ok {
		report.Log = logged.Log()
	}
	return &report, err
}

// wrong records a failure, unless a model error leaves the correct behaviour open; then it reports false.
func (s *Session) wrong(ctx context.Context, wrong failure, observed string) bool {
	wrong.after = lastInput(s.report.Trace)
	s.report.Verdict, s.report.failure = result.Fail, wrong
	s.report.Evidence = fmt.Sprintf("step %d: %s", max(len(s.report.Trace), 1), observed)
	s.report.Products = s.products(ctx)
	excuse, err := s.tracker.ModelError(ctx)
	if err != nil || excuse == "" {
		return true
	}
	s.report.Verdict = result.Inconclusive
	s.report.Evidence += "; but " + excuse
	return false
}

// fail records a failure with the observations that the model allows.
func (s *Session) fail(ctx context.Context, wrong failure, observed string) {
	if !s.wrong(ctx, wrong, observed) {
		return
	}
	menu, err := s.tracker.Menu(ctx)
	if err != nil {
		return
	}
	s.report.open, s.report.unmeasured = s.leavesChoice(ctx, menu), s.unmeasured()
	s.report.failure.allowed, s.report.failure.silence = menu.Channels, menu.Silence
	s.judgeTime(menu)
	s.report.Allowed, s.report.Evidence = menu.Alternatives(), menu.EvidenceOf(s.report.Evidence, s.report.lastOutput())+s.inForce()
}

// lastOutput returns the text of the output that a trace ends with; empty if it does not.
func (r *Report) lastOutput() string {
	if n := len(r.Trace); n > 0 && r.Trace[n-1].Kind == result.EventOutput {
		return r.Trace[n-1].Message.String()
	}
	return ""
}

// observe receives outputs until the system is silent. False means that it failed. If it is not silent after maxOutputs, the error is
// errFlood.
func (s *Session) observe(ctx context.Context) (bool, error) {
	for range maxOutputs {
		outlook, err := s.tracker.Outlook(ctx)
		if err != nil {
			return false, err
		}
		msg, came, err := s.receive(ctx, outlook)
		if err != nil {
			return false, err
		}
		if !came {
			return s.silent(ctx)
		}
		s.quiet.heard()
		if msg, err = s.tracker.Resolve(ctx, msg); err != nil {
			return false, err
		}
		s.drawing.Remember(msg)
		s.report.Trace = append(s.report.Trace, Event{Kind: result.EventOutput, Message: msg})
		ok, err := s.tracker.AfterOutput(ctx, msg)
		if err != nil {
			return false, err
		}
		if !ok {
			if again, err := s.unexpected(ctx, msg); err != nil || !again {
				return false, err
			}
		}
		s.note()
	}
	s.floods++
	return false, errFlood
}

// send sends an input to the system.
func (s *Session) send(ctx context.Context, msg sut.Message) error {
	s.report.Trace = append(s.report.Trace, Event{Kind: result.EventInput, Message: msg, At: s.tracker.Now()})
	s.report.Sent++
	s.inputs++
	s.timed.outputs, s.timed.waited = 0, false
	s.drawing.Remember(msg)
	s.quiet.since = time.Now()
	if err := s.adapter.Send(ctx, msg); err != nil {
		return err
	}
	if _, err := s.tracker.AfterInput(ctx, msg); err != nil {
		return err
	}
	s.note()
	s.tell()
	return nil
}

// note records the certain coverage.
func (s *Session) note() {
	if !s.tracker.News() {
		return
	}
	for _, t := range s.tracker.Certain() {
		s.covered[t], s.round[t] = true, true
	}
	for _, goal := range s.tracker.CertainGoals() {
		s.values.Met(goal)
	}
}

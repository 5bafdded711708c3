package tester

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Event is one observation of a session.
type Event struct {
	Kind    result.EventKind
	Message sut.Message // of an input or output
}

func (e Event) String() string {
	if e.Kind == result.EventQuiescence {
		return string(e.Kind)
	}
	return string(e.Kind) + " " + e.Message.String()
}

// Report is what came of a session.
type Report struct {
	Verdict  result.Verdict
	Evidence string   // what was observed, and what was allowed instead
	Allowed  []string // the alternatives, each with its constraint
	Trace    []Event
	Log      []byte // what was exchanged with the system, where the adapter keeps it
	Covered  []*sts.Transition
	Sent     int
	Tests    int             // how often the system was started
	Cycles   []string        // cycles of internal steps of the model that were met
	Regions  []result.Region // for which values a failing test fails as well
	Complete bool            // all transitions were covered as often as they were to be; without a purpose
	Values   *ValueCoverage  // nil if the session did not come to them
	Failures []*Report       // with KeepGoing: the distinct failures, in the order in which they were found

	sign    string // tells failures apart
	trouble bool   // the failure is that the system is gone or talks nonsense
}

// Events returns the trace as data.
func (r *Report) Events() []result.Event {
	out := make([]result.Event, len(r.Trace))
	for i, e := range r.Trace {
		out[i].Kind = e.Kind
		if e.Kind != result.EventQuiescence {
			out[i].Message = e.Message.String()
		}
	}
	return out
}

// Strategy says how inputs are chosen.
type Strategy string

// The strategies.
const (
	Guided Strategy = "guided" // by search towards what is not covered, or towards the purpose
	Random Strategy = "random" // by chance, for comparison
)

// Strategies lists them for checking flags.
var Strategies = []Strategy{Guided, Random}

// Options say how a session goes. The zero value is the default.
type Options struct {
	Steps     int           // inputs to send; 0 is 200
	Wait      time.Duration // how long an output may take; 0 is 200 ms
	Learn     bool          // learn how long silence must last from the answers, Wait at most
	Seed      int64
	Strategy  Strategy // empty is Guided
	KeepGoing bool     // go on after a failure, and collect distinct ones

	Purpose *sts.Purpose // what to reach; nil covers transitions
	Values  []sts.Goal   // to be tried when the transitions are covered
}

func (o *Options) setDefaults() {
	if o.Steps == 0 {
		o.Steps = 200
	}
	if o.Wait == 0 {
		o.Wait = 200 * time.Millisecond
	}
	if o.Strategy == "" {
		o.Strategy = Guided
	}
}

// Session tests one system.
type Session struct {
	tracker *ioco.Tracker
	adapter sut.Adapter
	options Options
	random  *rand.Rand
	report  Report
	covered map[*sts.Transition]bool
	lately  map[*sts.Transition]bool // covered in this round; the second begins when everything is covered
	used    map[string]bool          // inputs that were sent
	weak    bool                     // the purpose was possibly reached
	choice  choice
	quiet   quiet
	values  values

	influence []bool // which slots decide what is possible; nil if not computed yet

	complete int  // how many inputs were sent when everything was covered
	idle     int  // how often the system was reset without an input in between
	replays  bool // the inputs are given, so that a purpose does not matter
}

// NewSession joins a tracker and a system.
func NewSession(t *ioco.Tracker, a sut.Adapter, options Options) *Session {
	options.setDefaults()
	t.Watch(options.Values)
	t.Follow(options.Purpose)
	return &Session{tracker: t, adapter: a, options: options, random: rand.New(rand.NewPCG(uint64(options.Seed), 2)),
		covered: map[*sts.Transition]bool{}, lately: map[*sts.Transition]bool{}, used: map[string]bool{}, choice: choice{aimed: map[*sts.Transition]int{}},
		quiet: newQuiet(options), values: newValues(options.Values)}
}

// Run stimulates the system until the purpose is reached, or all transitions are covered and some more inputs are sent, or
// the steps are used up, or it fails. Where the model has no further input, the system is reset. With KeepGoing it starts
// anew after a failure.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	var failures []*Report
	for {
		err := s.restart(ctx)
		if err == nil {
			err = s.stimulate(ctx)
		}
		report, err := s.conclude(ctx, err)
		if report.Verdict == result.Fail && s.options.KeepGoing {
			failures = addFailure(failures, report)
		}
		if err == nil && report.Verdict == result.Fail && s.options.KeepGoing && s.report.Sent < s.options.Steps && ctx.Err() == nil {
			s.forgetFailure()
			continue
		}
		return withFailures(report, failures), err
	}
}

// stimulate sends inputs until there is nothing more to do, or the system fails.
func (s *Session) stimulate(ctx context.Context) error {
	for s.report.Sent < s.options.Steps && s.idle < 3 {
		if ok, err := s.observe(ctx); err != nil || !ok {
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
	_, err := s.finished(ctx)
	return err
}

// step sends the input that is chosen, or resets the system if there is none. False means that the system failed.
func (s *Session) step(ctx context.Context) (bool, error) {
	in, ok, err := s.choose(ctx)
	if err != nil {
		return false, err
	}
	if ok {
		s.idle = 0
		return true, s.send(ctx, in.Message)
	}
	s.idle++
	if ok, err := s.observeLast(ctx); err != nil || !ok {
		return false, err
	}
	return true, s.again(ctx)
}

// addFailure appends a failure unless one like it is there.
func addFailure(failures []*Report, r *Report) []*Report {
	if slices.ContainsFunc(failures, func(f *Report) bool { return f.sign == r.sign }) {
		return failures
	}
	return append(failures, r)
}

// withFailures makes the first failure that was found the result of a session that collected them.
func withFailures(last *Report, failures []*Report) *Report {
	if len(failures) == 0 {
		return last
	}
	first := *failures[0]
	first.Failures, first.Covered, first.Values = failures, last.Covered, last.Values
	first.Sent, first.Tests, first.Cycles = last.Sent, last.Tests, last.Cycles
	return &first
}

// forgetFailure prepares the session to go on.
func (s *Session) forgetFailure() {
	s.report.Verdict, s.report.Evidence, s.report.Allowed, s.report.sign, s.report.trouble = "", "", nil, "", false
	s.choice.plan, s.choice.fresh = nil, false
}

// restart resets system and model; the trace begins anew. If the system cannot be reset, the trace stays as it is.
func (s *Session) restart(ctx context.Context) error {
	if err := s.adapter.Reset(ctx); err != nil {
		return err
	}
	s.report.Trace = nil
	s.report.Tests++
	if !s.choice.fresh {
		s.choice.plan = nil
	}
	s.choice.fresh = false
	s.quiet.restart()
	s.tracker.Reset()
	return nil
}

// again resets a system that was started before: that it cannot be any more is its failure.
func (s *Session) again(ctx context.Context) error {
	err := s.restart(ctx)
	if unavailable := (*sut.ErrUnavailable)(nil); errors.As(err, &unavailable) {
		return &sut.ErrSystem{Reason: "the system did not survive the test before: " + unavailable.Reason}
	}
	return err
}

// conclude makes the report; trouble with the system under test is a failure of the system, other errors are errors.
func (s *Session) conclude(ctx context.Context, err error) (*Report, error) {
	var system *sut.ErrSystem
	if errors.As(err, &system) {
		s.report.trouble = true
		s.fail(ctx, "trouble", system.Reason)
		err = nil
	}
	if lost := (*ioco.ErrLost)(nil); errors.As(err, &lost) {
		s.report.Verdict, s.report.Evidence = result.Inconclusive, lost.Error()
		err = nil
	}
	s.purposeVerdict(ctx)
	if s.report.Verdict == "" {
		s.report.Verdict = result.Pass
	}
	report := s.report
	report.Cycles, report.Values = s.tracker.Cycles(), s.values.coverage()
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

// fail notes a failure with what the model allowed. Failures of one kind after the same input, where the same was allowed,
// are taken for the same.
func (s *Session) fail(ctx context.Context, kind, what string) {
	s.report.Verdict = result.Fail
	s.report.Evidence = fmt.Sprintf("step %d: %s", max(len(s.report.Trace), 1), what)
	s.report.sign = kind + " after " + s.lastSent()
	menu, err := s.tracker.Menu(ctx)
	if err != nil {
		return
	}
	s.report.sign += " where " + strings.Join(menu.Channels, ", ")
	s.report.Allowed, s.report.Evidence = menu.Alternatives(), menu.Evidence(s.report.Evidence)
}

// lastSent is the channel of the last input.
func (s *Session) lastSent() string {
	for _, e := range slices.Backward(s.report.Trace) {
		if e.Kind == result.EventInput {
			return e.Message.Channel.Name
		}
	}
	return "the start"
}

// maxOutputs bounds the outputs between two inputs.
const maxOutputs = 1000

// observe takes outputs until the system is silent. False means that it failed.
func (s *Session) observe(ctx context.Context) (bool, error) {
	for range maxOutputs {
		menu, err := s.tracker.Menu(ctx)
		if err != nil {
			return false, err
		}
		msg, came, err := s.receive(ctx, menu)
		if err != nil {
			return false, err
		}
		if !came {
			return s.silent(ctx)
		}
		s.quiet.heard()
		s.report.Trace = append(s.report.Trace, Event{Kind: result.EventOutput, Message: msg})
		ok, err := s.tracker.AfterOutput(ctx, msg)
		if err != nil {
			return false, err
		}
		if !ok {
			if anew, err := s.unexpected(ctx, msg); err != nil || !anew {
				return false, err
			}
		}
		s.note()
	}
	s.report.Verdict, s.report.sign = result.Fail, "flood"
	s.report.Evidence = fmt.Sprintf("the system floods: it sent %d outputs without a pause of %v", maxOutputs, s.options.Wait)
	return false, nil
}

func (s *Session) send(ctx context.Context, msg sut.Message) error {
	s.report.Trace = append(s.report.Trace, Event{Kind: result.EventInput, Message: msg})
	s.report.Sent++
	s.used[msg.String()] = true
	s.quiet.sent()
	if err := s.adapter.Send(ctx, msg); err != nil {
		return err
	}
	if _, err := s.tracker.AfterInput(ctx, msg); err != nil {
		return err
	}
	s.note()
	return nil
}

// note remembers what is certainly covered.
func (s *Session) note() {
	for _, t := range s.tracker.Certain() {
		s.covered[t], s.lately[t] = true, true
	}
	for _, goal := range s.tracker.CertainGoals() {
		s.values.met[goal] = true
	}
}

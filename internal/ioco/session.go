package ioco

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Verdict of a test.
type Verdict string

// The verdicts.
const (
	Pass         Verdict = "pass"
	WeakPass     Verdict = "weak pass" // the purpose may have been reached, but need not
	Fail         Verdict = "fail"
	Inconclusive Verdict = "inconclusive"
)

// Event is one line of a trace.
type Event struct {
	Kind    EventKind `json:"kind"`
	Message string    `json:"message,omitempty"`

	message sut.Message
}

// EventKind is what happened.
type EventKind string

// The kinds of events.
const (
	Sent     EventKind = "input"      // from the tester to the system
	Observed EventKind = "output"     // from the system to the tester
	Silence  EventKind = "quiescence" // nothing came in time
)

// Report is what came of a session.
type Report struct {
	Verdict  Verdict
	Evidence string   // what was observed, and what was allowed instead
	Allowed  []string // the alternatives, each with its constraint
	Trace    []Event
	Covered  []*sts.Transition
	Sent     int
	Tests    int // how often the system was started
}

// Options say how a session goes. The zero value is the default.
type Options struct {
	Steps  int           // inputs to send; 0 is 100
	Wait   time.Duration // how long an output may take; 0 is 200 ms
	Seed   int64
	Random bool // choose inputs at random instead of by coverage

	Purpose *sts.Purpose // what to reach; nil covers transitions
}

func (o *Options) setDefaults() {
	if o.Steps == 0 {
		o.Steps = 100
	}
	if o.Wait == 0 {
		o.Wait = 200 * time.Millisecond
	}
}

// Session tests one system.
type Session struct {
	tracker *Tracker
	adapter sut.Adapter
	options Options
	random  *rand.Rand
	report  Report
	covered map[*sts.Transition]bool
	used    map[string]bool // inputs that were sent
	weak    bool            // the purpose was possibly reached

	complete int                      // how many inputs were sent when everything was covered
	second   map[*sts.Transition]bool // covered since then
}

// NewSession joins a tracker and a system.
func NewSession(t *Tracker, a sut.Adapter, options Options) *Session {
	options.setDefaults()
	return &Session{tracker: t, adapter: a, options: options, random: rand.New(rand.NewPCG(uint64(options.Seed), 2)),
		covered: map[*sts.Transition]bool{}, second: map[*sts.Transition]bool{}, used: map[string]bool{}}
}

// Run stimulates the system until the purpose is reached, or all transitions are covered and some more inputs are sent, or
// the steps are used up, or it fails. Where the model has no further input, the system is reset.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	if err := s.restart(ctx); err != nil {
		return s.conclude(err)
	}
	idle := 0
	for s.report.Sent < s.options.Steps && idle < 3 {
		if ok, err := s.observe(ctx); err != nil || !ok {
			return s.conclude(err)
		}
		if done, err := s.finished(); err != nil || done {
			return s.conclude(err)
		}
		in, ok, err := s.choose()
		if err != nil {
			return s.conclude(err)
		}
		if !ok {
			idle++
			if err := s.again(ctx); err != nil {
				return s.conclude(err)
			}
			continue
		}
		idle = 0
		if err := s.send(ctx, in.Message); err != nil {
			return s.conclude(err)
		}
	}
	if ok, err := s.observe(ctx); err != nil || !ok {
		return s.conclude(err)
	}
	_, err := s.finished()
	return s.conclude(err)
}

// restart resets system and model; the trace begins anew. If the system cannot be reset, the trace stays as it is.
func (s *Session) restart(ctx context.Context) error {
	if err := s.adapter.Reset(ctx); err != nil {
		return err
	}
	s.report.Trace = nil
	s.report.Tests++
	return s.tracker.Reset()
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
func (s *Session) conclude(err error) (*Report, error) {
	var system *sut.ErrSystem
	if errors.As(err, &system) {
		s.fail(system.Reason)
		err = nil
	}
	if lost := (*ErrLost)(nil); errors.As(err, &lost) {
		s.report.Verdict, s.report.Evidence = Inconclusive, lost.Error()
		err = nil
	}
	s.purposeVerdict()
	if s.report.Verdict == "" {
		s.report.Verdict = Pass
	}
	for _, t := range s.tracker.system.Transitions() {
		if s.covered[t] {
			s.report.Covered = append(s.report.Covered, t)
		}
	}
	report := s.report
	return &report, err
}

// fail notes a failure with what the model allowed.
func (s *Session) fail(what string) {
	s.report.Verdict, s.report.Evidence = Fail, what
	menu, err := s.tracker.Menu()
	if err != nil {
		return
	}
	s.report.Allowed, s.report.Evidence = menu.Alternatives(), menu.Evidence(what)
}

// maxOutputs bounds the outputs between two inputs.
const maxOutputs = 1000

// observe takes outputs until the system is silent. False means that it failed.
func (s *Session) observe(ctx context.Context) (bool, error) {
	for range maxOutputs {
		menu, err := s.tracker.Menu()
		if err != nil {
			return false, err
		}
		msg, came, err := s.adapter.Receive(ctx, s.patience(menu))
		if err != nil {
			return false, err
		}
		if !came {
			return s.silent()
		}
		s.report.Trace = append(s.report.Trace, Event{Kind: Observed, Message: msg.String(), message: msg})
		ok, err := s.tracker.AfterOutput(msg)
		if err != nil {
			return false, err
		}
		if !ok {
			s.fail("the system sent " + msg.String())
			return false, nil
		}
		s.note()
	}
	s.report.Verdict = Fail
	s.report.Evidence = fmt.Sprintf("the system floods: it sent %d outputs without a pause of %v", maxOutputs, s.options.Wait)
	return false, nil
}

// patience is how long to wait: in full if an output may come, and only a moment if none may, to catch what should not.
func (s *Session) patience(menu Menu) time.Duration {
	if len(menu.Outputs) == 0 {
		return min(s.options.Wait/20, 5*time.Millisecond)
	}
	return s.options.Wait
}

func (s *Session) silent() (bool, error) {
	ok, err := s.tracker.AfterQuiescence()
	if err != nil {
		return false, err
	}
	s.report.Trace = append(s.report.Trace, Event{Kind: Silence})
	if !ok {
		s.fail("the system sent nothing")
		return false, nil
	}
	s.note()
	return true, nil
}

func (s *Session) send(ctx context.Context, msg sut.Message) error {
	s.report.Trace = append(s.report.Trace, Event{Kind: Sent, Message: msg.String(), message: msg})
	s.report.Sent++
	s.used[msg.String()] = true
	if err := s.adapter.Send(ctx, msg); err != nil {
		return err
	}
	if _, err := s.tracker.AfterInput(msg); err != nil {
		return err
	}
	s.note()
	return nil
}

// note remembers what is certainly covered.
func (s *Session) note() {
	for _, t := range s.tracker.Certain() {
		s.covered[t] = true
		s.second[t] = true
	}
}

package tester

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// Session tests one system. It consists of rooms, each about one subject, with fields and files of its own; each knows some of those above it in
// this list:
//
//	progress      what is covered, and which part of a session comes next
//	timekeeper    the clock of a test, the tolerance, and how late observations may be on a busy machine
//	judge         the verdict: failures, doubts, and what leaves it open
//	conversation  resets and inputs, and how long the system is given
//	listener      what a system without clocks sends, up to a silence
//	timeline      what a system with clocks sends, up to an instant
//	expenses      what searches may cost
//	prospect      the actions that are possible next, and until when to wait
//	picker        the values of an input, and its instant
//	doubter       whether transitions led where they should
//	planner       plans that lead to what is wanted
//	roamer        episodes, when everything was tried
//	chooser       the next action
//	player        tests that are played again
//	sampler       runs of a campaign
//	shortener     failing tests made short
type Session struct {
	*player
	*sampler
	*shortener

	tracker *ioco.Tracker
	options *Options
	report  *Report
	time    *timekeeper
	chooser *chooser
	judge   *judge
	talk    *conversation
	ear     ear
}

// ear hears what the system sends: a listener, or in a system with clocks a timeline.
type ear interface {
	// observe receives what comes before an action is chosen. False means that the system failed.
	observe(ctx context.Context) (ok bool, err error)
	// await observes until the instant of an action, and reports whether it takes place: a wait does, and an input that may still be sent. False as
	// ok means that the system failed.
	await(ctx context.Context, a act) (takesPlace, ok bool, err error)
	// observeLast receives what comes before a reset or the end. False means that the system failed.
	observeLast(ctx context.Context) (ok bool, err error)
}

// NewSession joins a tracker and a system.
func NewSession(t *ioco.Tracker, a sut.Adapter, options Options) *Session {
	options.fill()
	t.ForgetProducts()
	t.Watch(options.Values)
	t.Follow(options.Purpose)
	return newSession(t, a, &options)
}

// newSession builds the rooms of a session.
func newSession(t *ioco.Tracker, a sut.Adapter, o *Options) *Session {
	source, report := rand.NewPCG(uint64(o.Seed), 2), &Report{}
	random := rand.New(source)
	draw := drawing.New(random, t, a)
	scouts := plan.NewScout(t, draw)
	progress := newProgress(t, o, report)
	keeper := newTimekeeper(t, a, o)
	judge := &judge{tracker: t, adapter: a, options: o, report: report, time: keeper, progress: progress}
	talk := &conversation{tracker: t, adapter: a, options: o, report: report, judge: judge, time: keeper, progress: progress,
		quiet: quiet{limit: o.Wait, learn: o.Learn}}
	listener := &listener{tracker: t, adapter: a, options: o, report: report, talk: talk, judge: judge, time: keeper, progress: progress}
	timeline := &timeline{tracker: t, adapter: a, options: o, report: report, talk: talk, judge: judge, time: keeper, progress: progress}
	expenses := &expenses{effort: newEffort(a), options: o, report: report, drawing: draw, scouts: scouts}
	prospect := &prospect{tracker: t, options: o, random: random, time: keeper}
	picker := &picker{tracker: t, options: o, random: random, drawing: draw, expenses: expenses, time: keeper, prospect: prospect}
	doubter := newDoubter(&doubter{tracker: t, options: o, report: report, scouts: scouts, progress: progress, talk: talk, expenses: expenses, time: keeper})
	planner := &planner{tracker: t, options: o, report: report, drawing: draw, scouts: scouts, progress: progress, doubter: doubter, expenses: expenses, talk: talk, picker: picker, prospect: prospect,
		choice: choice{aimed: map[*sts.Transition]int{}}}
	roamer := &roamer{tracker: t, options: o, report: report, random: random, drawing: draw, planner: planner, picker: picker, prospect: prospect,
		progress: progress, expenses: expenses, talk: talk, growth: newGrowth(t.System)}
	chooser := &chooser{tracker: t, options: o, report: report, random: random, planner: planner, roamer: roamer, picker: picker, prospect: prospect, doubter: doubter,
		progress: progress, expenses: expenses, time: keeper}
	var hears ear = listener
	if keeper.isTimed() {
		hears = timeline
	}
	judge.advice, talk.audience = planner.advice, chooser
	player := &player{tracker: t, adapter: a, options: o, report: report, talk: talk, listener: listener, timeline: timeline, judge: judge, time: keeper}
	return &Session{player: player, sampler: &sampler{tracker: t, adapter: a, options: o, report: report, source: source, drawing: draw, talk: talk, listener: listener,
		judge: judge, picker: picker, progress: progress}, shortener: &shortener{options: o, player: player},
		tracker: t, options: o, report: report, time: keeper, chooser: chooser, judge: judge, talk: talk, ear: hears}
}

// Run stimulates the system until the purpose is reached, the steps are used up, or the system fails. If the model has no further input, it
// resets the system. With KeepGoing it starts again after a failure.
func (s *Session) Run(ctx context.Context) (*Report, error) {
	var failures []*Report
	for start := s.talk.restart; ; start = s.talk.restartAgain {
		sent := s.report.Sent
		err := gocall.Within(ctx, func(ctx context.Context) error {
			if err := start(ctx); err != nil {
				return err
			}
			return s.stimulate(ctx)
		})
		s.sampler.progress.say()
		report, err := s.judge.conclude(ctx, err)
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
		*s.report = Report{Sent: s.report.Sent, Spare: s.report.Spare, Tests: s.report.Tests, Trace: s.report.Trace}
		s.chooser.planner.dropPlan()
	}
}

// Resume goes on with a session after a failure that turned out to be flaky, or to depend on the load of the machine: it says little about the system, so the inputs that are left
// are sent all the same.
func (s *Session) Resume(ctx context.Context, after *Report) (*Report, error) {
	*s.report = Report{Sent: after.Sent, Spare: after.Spare, Tests: after.Tests}
	s.judge.replays, s.talk.quiet.learn = false, s.options.Learn
	s.chooser.planner.dropPlan()
	if after.Verdict == result.Inconclusive {
		s.judge.doubt = cmp.Or(s.judge.doubt, after.Evidence)
	}
	return s.Run(ctx)
}

// Left reports whether a session has inputs left after a report.
func (s *Session) Left(after *Report) bool { return after.Sent < s.options.Steps }

// stimulate acts until the session is complete, or the system fails.
func (s *Session) stimulate(ctx context.Context) error {
	for s.done() < s.options.Steps+s.judge.more() && s.talk.goesOn() {
		over, err := s.turn(ctx)
		if errors.Is(err, errFlood) {
			over, err = false, s.talk.startOver(ctx)
		}
		if err != nil || over {
			return err
		}
	}
	if ok, err := s.ear.observeLast(ctx); err != nil || !ok {
		return err
	}
	if _, err := s.chooser.finished(ctx); err != nil {
		return err
	}
	return s.judge.judgeFloods(s.done())
}

// done returns the number of actions so far: inputs and waits.
func (s *Session) done() int { return s.report.Sent + s.talk.waits }

// turn observes, and then acts, or resets the system if there is nothing to do. It reports whether the session is over.
func (s *Session) turn(ctx context.Context) (over bool, err error) {
	if ok, err := s.ear.observe(ctx); err != nil || !ok {
		return true, err
	}
	if done, err := s.chooser.finished(ctx); err != nil || done {
		_, lastErr := s.ear.observeLast(ctx)
		return true, errors.Join(err, lastErr)
	}
	s.chooser.roamer.chosen = false
	a, ok, err := s.chooser.choose(ctx)
	if err != nil {
		return true, err
	}
	if ok {
		ok, err = s.perform(ctx, a)
		return !ok, err
	}
	if ok, err := s.ear.observeLast(ctx); err != nil || !ok {
		return true, err
	}
	return false, s.talk.startOver(ctx)
}

// perform performs an action, unless the system sends something before it. False means that the system failed.
func (s *Session) perform(ctx context.Context, a act) (bool, error) {
	takesPlace, ok, err := s.ear.await(ctx, a)
	if err != nil || !ok || !takesPlace {
		return ok, err
	}
	if a.waits() {
		s.chooser.note(a)
		return true, nil
	}
	s.talk.idle = 0
	if s.talk.quiet.often = s.chooser.progress.spare; s.talk.quiet.often {
		s.report.Spare++
	}
	s.chooser.note(a)
	return true, s.talk.send(ctx, a.Message)
}

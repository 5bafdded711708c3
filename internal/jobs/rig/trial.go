package rig

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// trial is one test of a system and its result.
type trial struct {
	*Tester
	shrink   bool // shorten failing tests
	choosing bool // the session chooses the inputs
	last     *tester.Report
	failures []*tester.Report // the distinct ones
	known    []result.ReplayedTest
	stored   map[*tester.Report]*result.Test // of the stored failures
	stop     result.Stop                     // why the last session ended early
	since    time.Time                       // the end of the last test; at first, the start
	took     map[*tester.Report]float64      // seconds for each failure
}

func newTrial(t *Tester) *trial {
	return &trial{Tester: t, shrink: t.options.Shrink, stored: map[*tester.Report]*result.Test{}, since: time.Now(), took: map[*tester.Report]float64{}}
}

// run runs one session, and shortens its failures. Reaching the time limit is not an error: the results so far are kept.
func (t *trial) run(ctx context.Context, options tester.Options, f func(*tester.Session) (*tester.Report, error)) error {
	if err := run.MustStart(ctx, t.tracker.System, t.tracker.Solver); err != nil {
		return err
	}
	return t.conduct(ctx, tester.NewSession(t.tracker, t.adapter, options), f)
}

// online is like run, with a session that chooses the inputs. A flaky failure does not end it.
func (t *trial) online(ctx context.Context, options tester.Options) error {
	if err := run.MustStart(ctx, t.tracker.System, t.tracker.Solver); err != nil {
		return err
	}
	t.choosing = true
	session := tester.NewSession(t.tracker, t.adapter, options)
	next := func(s *tester.Session) (*tester.Report, error) { return s.Run(ctx) }
	for {
		if err := t.conduct(ctx, session, next); err != nil {
			return err
		}
		last := t.last
		unsure := last.Verdict == result.Flaky || last.Verdict == result.Inconclusive && last.Repeats.Total() > 0
		if !unsure || t.failed() || options.KeepGoing || !session.Left(last) || ctx.Err() != nil {
			return nil
		}
		next = func(s *tester.Session) (*tester.Report, error) { return s.Resume(ctx, last) }
	}
}

// failed reports whether there is a failure that is not flaky.
func (t *trial) failed() bool {
	return slices.ContainsFunc(t.failures, func(f *tester.Report) bool { return f.Verdict == result.Fail })
}

// conduct runs a session until it ends or fails, and keeps new failures.
func (t *trial) conduct(ctx context.Context, session *tester.Session, f func(*tester.Session) (*tester.Report, error)) error {
	report, err := f(session)
	ended := err != nil
	if err := unlessEnded(err); err != nil {
		return err
	}
	if ended && report.Verdict != result.Fail && !report.Complete {
		t.stop = result.StopOf(ctx)
	}
	if t.stop.Early() && report.Verdict == result.Pass {
		report.Verdict, report.Evidence = result.Inconclusive, "the session was ended before it was complete"
	}
	t.last = report
	for _, failed := range failuresOf(report) {
		if known := t.seen(failed); known != nil {
			failed.Verdict = known.Verdict
			continue
		}
		if err := t.confirm(ctx, session, failed); err != nil {
			return err
		}
	}
	return nil
}

// seen returns the known flaky failure equal to another, which is not confirmed again; nil if there is none.
func (t *trial) seen(failed *tester.Report) *tester.Report {
	for _, f := range t.failures {
		if f.Verdict == result.Flaky && f.SameFailure(failed) {
			return f
		}
	}
	return nil
}

// confirm repeats a failing test, shortens it if requested and if it always fails, and keeps it, with the other failures of its
// repetitions.
func (t *trial) confirm(ctx context.Context, session *tester.Session, failed *tester.Report) error {
	if err := session.Confirm(ctx, failed); err != nil || failed.Verdict == result.Inconclusive {
		return err
	}
	short := t.shortened(ctx, session, failed)
	t.keep(short, t.lap())
	t.keepOthers(ctx, session, failed)
	if !t.choosing {
		return nil
	}
	other, err := session.ShrinkOther(ctx, short)
	if err == nil && other != nil && !slices.ContainsFunc(t.failures, other.SameFailure) {
		t.keep(other, t.lap())
	}
	return nil
}

// keepOthers keeps the other failures of the repetitions of a test that are new. If the test did not fail as before in any of them, the one that
// was seen most often is shortened instead.
func (t *trial) keepOthers(ctx context.Context, session *tester.Session, failed *tester.Report) {
	slices.SortStableFunc(failed.Others, func(a, b *tester.Report) int { return b.Repeats.Failed - a.Repeats.Failed })
	for i, other := range failed.Others {
		if slices.ContainsFunc(t.failures, other.SameFailure) {
			continue
		}
		if i == 0 && failed.Repeats.Failed == 0 {
			other = t.shortened(ctx, session, other)
		}
		t.keep(other, t.lap())
	}
}

// keep keeps a failure that took some seconds.
func (t *trial) keep(failed *tester.Report, seconds float64) {
	t.failures = append(t.failures, failed)
	t.took[failed] = seconds
}

// lap returns the seconds since the end of the last test, and starts the next one.
func (t *trial) lap() float64 {
	now := time.Now()
	seconds := now.Sub(t.since).Seconds()
	t.since = now
	return seconds
}

// unlessEnded returns nil for the error of a reached time limit.
func unlessEnded(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// failuresOf lists the failures of a session.
func failuresOf(r *tester.Report) []*tester.Report {
	if len(r.Failures) > 0 {
		return r.Failures
	}
	if r.Verdict == result.Fail {
		return []*tester.Report{r}
	}
	return nil
}

// shortened shortens a failing test if requested, and finds the regions of its values. It does not change a flaky test, or a test
// in real time with instants, and computes no regions for a test that does not always fail. An error ends it early; the failure
// is then reported in its current form.
func (t *trial) shortened(ctx context.Context, s *tester.Session, failed *tester.Report) *tester.Report {
	if !t.shrink || failed.Verdict != result.Fail || failed.Repeats.Failed == 0 || t.loaded.System.Timed() && !crowd.Simulated() {
		return failed
	}
	short, err := s.Shrink(ctx, failed)
	if err != nil {
		return failed
	}
	if !short.Repeats.Always() || short.Shrunk.Stop.Early() && ctx.Err() != nil || t.loaded.System.Timed() {
		return short
	}
	if regions, err := s.Regions(ctx, short); err == nil {
		short.Regions = regions
	}
	return short
}

// result returns the document of a test: about the first failure if there is one, otherwise about the last session.
func (t *trial) result(ctx context.Context) (*result.Run, error) {
	told := t.last
	if len(t.failures) > 0 {
		slices.SortStableFunc(t.failures, compare)
		told = t.failures[0]
	}
	if t.last == nil {
		t.last = told
	}
	out := &result.Run{Head: t.loaded.Head("run"), Verdict: told.Verdict, Evidence: told.Evidence, Allowed: told.Allowed,
		Trace: told.Events(), Regions: told.Regions, Sent: t.last.Sent, Starts: t.last.Tests, Seed: t.options.Seed, Cycles: t.last.Cycles,
		Known: t.known, Log: told.Log, Repeats: repeats(told), Products: told.Products}
	if t.loaded.System.Timed() {
		unit := cmp.Or(t.options.TimeUnit, DefaultTimeUnit)
		out.Time = &result.Pace{Unit: unit.String(), Tolerance: max(t.options.Tolerance, t.last.Tolerance).String()}
	}
	out.Stop = cmp.Or(t.stop, t.last.Stop, result.StopDone)
	out.Coverage.Transitions = sessionCoverage(t.loaded.System, t.last.Covered)
	out.Coverage.Boundary = t.last.Values
	for _, r := range t.failures {
		f, err := t.failure(ctx, r)
		if err != nil {
			return nil, err
		}
		out.Failures = append(out.Failures, f)
	}
	if len(out.Failures) == 0 {
		out.Run = t.explained(ctx, told)
	}
	out.Stats = model.SolverStats(t.solver.Stats(), t.start)
	return out, nil
}

// failure is the document of a failing test.
func (t *trial) failure(ctx context.Context, r *tester.Report) (result.Failure, error) {
	f := result.Failure{Verdict: r.Verdict, Repeats: repeats(r), Seconds: t.took[r], Evidence: r.Evidence, Stack: r.Stack, Allowed: r.Allowed, Trace: r.Events(),
		Shrink: r.Shrunk, Regions: r.Regions, Products: r.Products, Log: r.Log}
	f.Kind, f.Output = r.Failure()
	f.Run = t.explained(ctx, r)
	if r.Original != nil {
		original := &tester.Report{Trace: r.Original}
		f.Original, f.OriginalRun = original.Events(), t.explained(ctx, original)
	}
	test, err := newTest(t.loaded.Info(), t.options.Seed, tester.Steps(r.Trace))
	if err != nil {
		return f, err
	}
	test.Found, test.Repeats, test.Shrink = r.Evidence, f.Repeats, f.Shrink
	if r.Original != nil {
		test.Original, err = storedOriginal(r.Original)
	}
	if before := t.stored[r]; before != nil {
		t.goOn(&f, &test, before)
	}
	f.Test = &test
	return f, err
}

// explainTime bounds the search for the explanation of a test, which is made even after the time limit of the test.
const explainTime = 3 * time.Second

// explained returns the run of the model that explains a test; nil if it cannot be followed, or is not wanted.
func (t *Tester) explained(ctx context.Context, r *tester.Report) *result.Trace {
	if t.options.Unexplained {
		return nil
	}
	limited, cancel := crowd.WithTimeout(context.WithoutCancel(ctx), explainTime)
	defer cancel()
	out, err := t.tracker.Explain(limited, nil, tester.Observations(r.Trace), 0)
	if err != nil {
		return nil
	}
	return out
}

// maxOriginal is the maximum length of the original inputs, as JSON, that are stored with a short test: they are for readers only.
const maxOriginal = 32 << 10

// storedOriginal returns the inputs of a test before it was shortened as data; none if they are too long.
func storedOriginal(trace []tester.Event) ([][]result.Stored, error) {
	out, err := stored(tester.Steps(trace))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(out)
	if err != nil || len(text) > maxOriginal {
		return nil, err
	}
	return out, nil
}

// goOn keeps the original length of a test that was stored before.
func (t *trial) goOn(f *result.Failure, test, before *result.Test) {
	if before.Original != nil {
		test.Original = before.Original
	}
	if before.Shrink == nil {
		return
	}
	if f.Shrink == nil {
		f.Shrink = before.Shrink
	} else {
		f.Shrink.From, f.Shrink.Runs = before.Shrink.From, f.Shrink.Runs+before.Shrink.Runs
	}
	test.Shrink = f.Shrink
}

// compare orders reproduced failures before flaky ones, and short tests before long ones.
func compare(a, b *tester.Report) int {
	flaky := func(r *tester.Report) int {
		if r.Verdict == result.Flaky {
			return 1
		}
		return 0
	}
	return cmp.Or(flaky(a)-flaky(b), len(tester.Inputs(a.Trace))-len(tester.Inputs(b.Trace)))
}

// repeats returns the repetitions of a failing test; nil if it was not repeated.
func repeats(r *tester.Report) *result.Repeats {
	if r.Repeats == (result.Repeats{}) {
		return nil
	}
	return &r.Repeats
}

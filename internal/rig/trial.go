package rig

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/store"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// trial is one test of a system and its result.
type trial struct {
	*Tester
	last     *tester.Report
	failures []*tester.Report // the distinct ones
	known    []result.ReplayedTest
	stop     result.Stop // what ended the last session before it was complete
}

// run lets one session test, and makes its failures short. That the time is up is no error: what was found counts.
func (t *trial) run(ctx context.Context, options tester.Options, f func(*tester.Session) (*tester.Report, error)) error {
	if err := run.MustStart(ctx, t.tracker.System, t.tracker.Solver); err != nil {
		return err
	}
	session := tester.NewSession(t.tracker, t.adapter, options)
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
		if err := t.confirm(ctx, session, failed); err != nil {
			return err
		}
	}
	return nil
}

// confirm repeats a failing test, makes it short if that is wanted and it fails again, and keeps it.
func (t *trial) confirm(ctx context.Context, session *tester.Session, failed *tester.Report) error {
	if err := session.Confirm(ctx, failed); err != nil {
		return err
	}
	if t.options.Shrink && failed.Repeats.Failed > 0 {
		failed = shrink(ctx, session, failed)
	}
	t.failures = append(t.failures, failed)
	return nil
}

// unlessEnded hides that the time was up.
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

// shrink makes a failing test short, and finds the regions of its values. A short test that does not fail again is dropped, and so are
// regions of a test that does not always fail. Trouble on the way ends it: the failure was seen, so it is reported as it is by then.
func shrink(ctx context.Context, s *tester.Session, failed *tester.Report) *tester.Report {
	short, err := s.Shrink(ctx, failed)
	if err != nil || ctx.Err() != nil {
		return failed
	}
	if short != failed {
		if again, err := s.FailsAgain(ctx, short); err != nil || !again {
			return failed
		}
	}
	if !short.Repeats.Always() {
		return short
	}
	regions, err := s.Regions(ctx, short)
	if again, errAgain := s.FailsAgain(ctx, short); err == nil && errAgain == nil && again {
		short.Regions = regions
	}
	return short
}

// result is the document of a test: about the first failure if there is one, otherwise about the last session.
func (t *trial) result() (*result.Run, error) {
	told := t.last
	if len(t.failures) > 0 {
		slices.SortStableFunc(t.failures, func(a, b *tester.Report) int { return rank(a) - rank(b) })
		told = t.failures[0]
	}
	if t.last == nil {
		t.last = told
	}
	out := &result.Run{Head: t.loaded.Head("run"), Verdict: told.Verdict, Evidence: told.Evidence, Allowed: told.Allowed,
		Trace: told.Events(), Regions: told.Regions, Sent: t.last.Sent, Starts: t.last.Tests, Seed: t.options.Seed, Cycles: t.last.Cycles,
		Known: t.known, Log: told.Log, Repeats: repeats(told)}
	out.Stop = cmp.Or(t.stop, result.StopDone)
	out.Coverage.Transitions = sessionCoverage(t.loaded.System, t.last.Covered)
	out.Coverage.Boundary = t.last.Values
	for _, r := range t.failures {
		test, err := store.NewTest(t.loaded.Info(), t.options.Seed, tester.Inputs(r.Trace))
		if err != nil {
			return nil, err
		}
		test.Found = r.Evidence
		out.Failures = append(out.Failures, result.Failure{Verdict: r.Verdict, Repeats: repeats(r), Evidence: r.Evidence, Allowed: r.Allowed, Trace: r.Events(), Regions: r.Regions, Test: &test, Log: r.Log})
	}
	out.Stats = model.SolverStats(t.solver.Stats(), t.start)
	return out, nil
}

// rank puts failures that were reproduced before those that are flaky.
func rank(r *tester.Report) int {
	if r.Verdict == result.Flaky {
		return 1
	}
	return 0
}

// repeats are those of a failing test; nil if it was not repeated.
func repeats(r *tester.Report) *result.Repeats {
	if r.Repeats == (result.Repeats{}) {
		return nil
	}
	return &r.Repeats
}

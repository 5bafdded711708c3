package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// judge finds the verdict.
type judge struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	time     *timekeeper
	progress *progress
	advice   func(context.Context) string // why a purpose was not reached, and what to try next

	past    past
	replays bool              // the inputs are given, so that a purpose does not matter
	doubt   string            // the first observation whose verdict depends on less than the tolerance
	floods  int               // number of tests ended by outputs without a pause
	spoiled map[string]string // by the channel of an output: why a test was spoiled, until that output is observed in time
}

// conclude makes the report; errors of the system under test are failures of the system, other errors are returned.
func (j *judge) conclude(ctx context.Context, err error) (*Report, error) {
	if fault := (*sut.ErrPanic)(nil); errors.As(err, &fault) {
		j.wrong(ctx, failure{kind: result.WrongPanic, place: fault.Place}, fault.Error())
		j.report.Stack, err = fault.Stack, nil
	}
	if system := (*sut.ErrSystem)(nil); errors.As(err, &system) {
		j.fail(ctx, failure{kind: result.WrongSystem}, system.Reason)
		err = nil
	}
	if lost := (*ioco.ErrLost)(nil); errors.As(err, &lost) {
		j.report.Verdict, j.report.Evidence = result.Inconclusive, lost.Error()
		err = nil
	}
	if unsent := (*sut.ErrNotCarried)(nil); errors.As(err, &unsent) {
		j.report.Verdict, j.report.Evidence = result.Inconclusive, unsent.Error()
		err = nil
	}
	if errors.Is(err, errFlood) {
		j.report.Stop, err = result.StopFlood, nil
	}
	if j.report.Verdict == "" && j.doubt != "" {
		j.report.Verdict, j.report.Evidence = result.Inconclusive, j.doubt
	}
	j.judgeStalls()
	j.judgePurpose(ctx)
	j.explainFlood()
	j.judgeProducts(ctx)
	j.report.Verdict = cmp.Or(j.report.Verdict, result.Pass)
	report := *j.report
	if !j.replays {
		report.past = j.past.all()
	}
	report.Cycles, report.Values, report.Tolerance = j.tracker.Cycles(), j.progress.values.Coverage(), j.time.worst
	for _, t := range j.tracker.System.Transitions() {
		if j.progress.covered[t] {
			report.Covered = append(report.Covered, t)
		}
	}
	if logged, ok := j.adapter.(sut.Logged); ok {
		report.Log = logged.Log(report.resets())
	}
	return &report, err
}

// resets is the number of last resets after which the log of a report begins: those of the test that it shows, or 0, for the whole log, where
// it passed.
func (r *Report) resets() int {
	if r.Verdict != result.Fail && r.Verdict != result.Inconclusive {
		return 0
	}
	n := 1
	for _, e := range r.Trace {
		if e.Kind == result.EventReset {
			n++
		}
	}
	return n
}

// wrong records a failure, unless a model error leaves the correct behaviour open; then it reports false.
func (j *judge) wrong(ctx context.Context, wrong failure, observed string) bool {
	wrong.after = lastInput(j.report.Trace)
	j.report.Verdict, j.report.failure = result.Fail, wrong
	j.report.Evidence = fmt.Sprintf("step %d: %s", max(len(j.report.Trace), 1), observed)
	j.report.Products = j.products(ctx)
	excuse, err := j.tracker.ModelError(ctx)
	if err != nil || excuse == "" {
		return true
	}
	j.report.Verdict = result.Inconclusive
	j.report.Evidence += "; but " + excuse
	return false
}

// fail records a failure with the observations that the model allows.
func (j *judge) fail(ctx context.Context, wrong failure, observed string) {
	if !j.wrong(ctx, wrong, observed) {
		return
	}
	menu, err := j.tracker.Menu(ctx)
	if err != nil {
		return
	}
	j.report.open, j.report.unmeasured, j.report.busy = j.leavesChoice(ctx, menu), j.time.unmeasured(), j.time.isBusy()
	j.report.failure.allowed, j.report.failure.silence = menu.Channels, menu.Silence
	j.judgeTime(menu)
	j.report.Allowed, j.report.Evidence = menu.Alternatives(), menu.EvidenceOf(j.report.Evidence, j.report.lastOutput())+j.time.inForce()
}

// leavesChoice reports whether the model leaves it to the system what comes next: it may be in one of several states, or several outputs are
// allowed. A repeat of a test that ends here without failing then says nothing about the failure.
func (j *judge) leavesChoice(ctx context.Context, menu ioco.Menu) bool {
	if j.time.isTimed() {
		return false
	}
	config, err := j.tracker.Configuration(ctx)
	return err == nil && (config == nil || !menu.IsCertain())
}

// judgePurpose sets the verdict of a session that did not fail by its purpose.
func (j *judge) judgePurpose(ctx context.Context) {
	switch {
	case j.report.Verdict != "" || j.options.Purpose == nil || j.replays:
	case j.progress.weak:
		j.report.Verdict, j.report.Evidence = result.WeakPass, "the purpose may have been reached, but what was observed has another explanation too"
	default:
		j.report.Verdict, j.report.Evidence = result.Inconclusive, "the purpose "+j.options.Purpose.Name+" was not reached"+j.advice(ctx)
	}
}

// refused returns the reason that an input of a test is not accepted.
func (j *judge) refused(in sut.Message, place string) string {
	words := "the system led away from the test: the model does not accept " + in.String() + " " + place
	if j.tracker.IsProductLine() {
		words += ", or not for every product that the system may be: give the product with --product"
	}
	return words
}

// more returns the number of additional steps of a session, while some output was not observed in time after a spoiled test.
func (j *judge) more() int {
	if len(j.spoiled) == 0 {
		return 0
	}
	return j.options.Steps / 2
}

// inTime records that an output was in time.
func (j *judge) inTime(channel string) { delete(j.spoiled, channel) }

// judgeStalls makes a session inconclusive if an output that spoiled a test was not observed in time afterwards.
func (j *judge) judgeStalls() {
	for _, c := range j.tracker.System.Channels {
		if why := j.spoiled[c.Name]; why != "" && j.report.Verdict == "" {
			j.report.Verdict, j.report.Evidence = result.Inconclusive, why
		}
	}
}

// doubted records an observation whose verdict depends on less than the tolerance.
func (j *judge) doubted(words string) {
	j.doubt = cmp.Or(j.doubt, fmt.Sprintf("step %d: %s%s", len(j.report.Trace), words, j.time.inForce()))
}

// judgeTime makes a failure one of timing if the output, or the silence, is allowed at another instant.
func (j *judge) judgeTime(menu ioco.Menu) {
	f := &j.report.failure
	switch {
	case !j.time.isTimed():
	case f.kind == result.WrongQuiet:
		f.kind = result.WrongTime
		if len(menu.Channels) == 1 {
			i := slices.IndexFunc(j.tracker.System.Channels, func(c *sts.Channel) bool { return c.Name == menu.Channels[0] })
			f.output = j.tracker.System.Channels[i]
		}
	case f.kind == result.WrongOutput && slices.Contains(menu.Channels, f.output.Name):
		f.kind = result.WrongTime
	}
}

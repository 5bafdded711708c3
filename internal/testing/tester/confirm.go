package tester

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Confirmation: a failure may be an accident, such as a start that takes long on a busy machine, or a system that fails now and then.
// So a failing test is repeated: the same inputs, from a fresh start. If it always fails again in the same way, it is a failure. If it
// passes, or never fails again, it is flaky: something wrong was observed, so it is reported with the number of repeats that failed.
// What fails in another way is a failure of its own. Before each repeat the system is reset twice, so that what a reset leaves of the repeat
// before is gone, if it ever goes.

// maxRepeats bounds how often a failing test is repeated, enoughRepeats is how often if it fails each time.
const (
	maxRepeats    = 5
	enoughRepeats = 3
	maxChosen     = 200 // of a system that chose otherwise each time, until it fails again
	maxSpoiled    = 5   // further ones that say nothing, since the machine was busy or the system late
	enoughTimed   = 2   // of a failure of time, which a busy machine may cause: so many repeats must fail, and none pass
)

// Confirm repeats a failing test, and makes it flaky if it passes, or never fails again. A failure that cannot be repeated, because the
// system cannot be started any more or the time is up, stays a failure.
func (p *player) Confirm(ctx context.Context, failed *Report) error {
	steps, start := failed.test(), crowd.RealTime()
	for spoiled := 0; failed.needsRepeat(start); {
		again, err := p.replayClean(ctx, &replaying{steps: steps}, p.listener.observeLast)
		if err != nil {
			failed.concludeEarly()
			return unlessEnded(err)
		}
		if again.spoiled {
			failed.busy = true
			if spoiled++; spoiled <= maxSpoiled {
				continue
			}
		}
		failed.count(again)
		if failed.Repeats.Total() == 1 && !again.failsAs(failed) {
			if with, err := p.confirmPast(ctx, failed); err != nil || with {
				return unlessEnded(err)
			}
		}
	}
	failed.conclude()
	return nil
}

// otherwiseTime is the time limit for the repeats of a test in which the system chooses otherwise.
const otherwiseTime = 10 * time.Second

// needsRepeat reports whether a test that is repeated since a moment is to be repeated once more. If the system chose otherwise, more repeats may
// show the failure again.
func (r *Report) needsRepeat(since time.Time) bool {
	n := r.Repeats
	switch {
	case n.Always() && n.Failed == enoughRepeats:
		return false
	case n.Total() < maxRepeats:
		return true
	}
	return n.Failed+n.Passed == 0 && n.Inconclusive > 0 && n.Total() < maxChosen && !r.busy && crowd.RealTime().Sub(since) < otherwiseTime
}

// replayClean is a replay of a system that was reset once more before.
func (p *player) replayClean(ctx context.Context, r *replaying, end func(context.Context) (bool, error)) (*Report, error) {
	if err := p.adapter.Reset(ctx); err != nil && !panicked(err) {
		return nil, err
	}
	return p.replay(ctx, r, end)
}

// doubtTime makes a failure of time, or any that was repeated on a busy machine, inconclusive if it was not repeated often enough, and reports
// whether it did: a busy machine may have caused it. The repeats of a system whose waiting for a processor is unknown show nothing.
func (r *Report) doubtTime() bool {
	if r.unmeasured {
		r.Verdict = result.Inconclusive
		r.Evidence += "; but the machine was busy, and how long the system waited for a processor is unknown"
		return true
	}
	timed := r.failure.kind == result.WrongTime || r.busy && (r.failure.kind == result.WrongOutput || r.failure.kind == result.WrongQuiet)
	doubtful := timed && (r.Repeats.Failed < enoughTimed || r.Repeats.Passed > 0)
	if doubtful {
		r.Verdict = result.Inconclusive
		r.Evidence += fmt.Sprintf("; a busy machine may have caused this: with the same inputs the test failed in %d of %s", r.Repeats.Failed, text.Count(r.Repeats.Total(), "replay"))
	}
	return doubtful
}

// confirmPast repeats a failing test after what was done before it, in turn with the test alone, and reports whether it fails just then.
// If it does, what was done before is part of the test from now on. Where the system chooses by itself, more repeats are needed. If it fails
// already while that is done, which did not fail before, it chose otherwise.
func (p *player) confirmPast(ctx context.Context, failed *Report) (bool, error) {
	if len(failed.past) == 0 {
		return false, nil
	}
	steps := numbered(slices.Concat(failed.past, failed.test()))
	var with *Report
	rounds := enoughRepeats
	if failed.open {
		rounds = maxRepeats
	}
	for round := 0; round < rounds; round++ {
		var err error
		if with, err = p.replayClean(ctx, &replaying{steps: steps}, p.listener.observeLast); err != nil || !with.failsAs(failed) || len(with.taken) <= len(failed.past) {
			return false, err
		}
		passed, chose, err := p.passesAlone(ctx, failed)
		if err != nil || !passed {
			return false, err
		}
		if chose {
			rounds = maxRepeats
		}
	}
	failed.Trace, failed.Evidence, failed.Stack, failed.Products, failed.taken, failed.Log = with.Trace, with.Evidence, with.Stack, with.Products, with.taken, with.Log
	failed.Repeats = result.Repeats{Failed: enoughRepeats}
	return true, nil
}

// passesAlone repeats a failing test by itself until that says something about the failure, and reports whether it passes, and whether the system
// chose otherwise before. A repeat in which it chose otherwise is no sign that a reset is to blame.
func (p *player) passesAlone(ctx context.Context, failed *Report) (passed, chose bool, err error) {
	for range maxRepeats {
		alone, err := p.replayClean(ctx, &replaying{steps: failed.test()}, p.listener.observeLast)
		switch {
		case err != nil || alone.Verdict == result.Fail:
			return false, chose, err
		case failed.isPassedBy(alone):
			return true, chose, nil
		}
		chose = true
	}
	return false, chose, nil
}

// isPassedBy reports whether a repeat of a failing test passes although the system sent the same before the failing step.
func (r *Report) isPassedBy(again *Report) bool {
	return again.Verdict != result.Fail && again.Verdict != result.Inconclusive && sameOutputs(r.Trace, again.Trace)
}

// test returns the steps of the test that a report is about.
func (r *Report) test() []shrink.Step { return Steps(r.Trace) }

// count counts a repeat of a failing test, and keeps it if it fails in another way.
func (r *Report) count(again *Report) {
	switch {
	case again.failsAs(r):
		r.Repeats.Failed++
	case again.Verdict == result.Fail:
		r.Repeats.Other++
		r.keepOther(again)
	case r.isPassedBy(again) && !r.open:
		r.Repeats.Passed++
	default:
		r.Repeats.Inconclusive++
	}
}

// keepOther keeps another failure, each once, and counts it.
func (r *Report) keepOther(other *Report) {
	i := slices.IndexFunc(r.Others, func(o *Report) bool { return o.failure.same(other.failure) })
	if i < 0 {
		i = len(r.Others)
		r.Others = append(r.Others, other)
	}
	r.Others[i].Repeats.Failed++
}

// sameOutputs reports whether a system sent the same in a repeat as before it failed. If it did not, it chose otherwise, as the model
// allows, and the repeat says nothing about the failure.
func sameOutputs(failed, again []Event) bool {
	before, after := outputs(failed[:max(len(failed)-1, 0)]), outputs(again)
	if len(before) > len(after) {
		return false
	}
	return slices.EqualFunc(before, after[:len(before)], sut.Message.Equal)
}

// outputs lists the outputs of a trace.
func outputs(trace []Event) []sut.Message {
	var out []sut.Message
	for _, e := range trace {
		if e.Kind == result.EventOutput {
			out = append(out, e.Message)
		}
	}
	return out
}

// conclude gives a failing test that was repeated its verdict, and those of other kinds that the repeats showed.
func (r *Report) conclude() {
	for _, other := range r.Others {
		n := other.Repeats.Failed
		other.Repeats = result.Repeats{Failed: n, Other: r.Repeats.Failed + r.Repeats.Other - n, Passed: r.Repeats.Passed, Inconclusive: r.Repeats.Inconclusive}
		other.decide()
	}
	r.decide()
}

// concludeEarly is conclude for a test whose repeats were ended: only one that passed says that it is flaky.
func (r *Report) concludeEarly() {
	if r.Repeats.Passed > 0 {
		r.conclude()
	} else {
		r.doubtTime()
	}
}

// decide gives a failing test the verdict of its repeats.
func (r *Report) decide() {
	r.Verdict = r.Repeats.Verdict()
	switch {
	case r.doubtTime() || r.Verdict != result.Flaky:
	case r.Repeats.Failed == 0:
		r.Evidence += fmt.Sprintf("; this was not reproduced: with the same inputs the test was repeated %s, and did not fail", text.Count(r.Repeats.Total(), "time"))
		if r.Repeats.Other > 0 {
			r.Evidence += " in this way"
		}
	default:
		r.Evidence += fmt.Sprintf("; this is flaky: with the same inputs the test fails in %d of %d replays", r.Repeats.Failed, r.Repeats.Total())
	}
}

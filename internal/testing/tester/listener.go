package tester

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// listener observes systems without clocks.
type listener struct {
	tracker  *ioco.Tracker
	adapter  sut.Adapter
	options  *Options
	report   *Report
	talk     *conversation
	judge    *judge
	time     *timekeeper
	progress *progress
}

// observe receives outputs until the system is silent. False means that it failed. If it is not silent after maxOutputs, the error is
// errFlood.
func (l *listener) observe(ctx context.Context) (bool, error) {
	for range maxOutputs {
		outlook, err := l.tracker.Outlook(ctx)
		if err != nil {
			return false, err
		}
		msg, came, err := l.receive(ctx, outlook)
		if err != nil {
			return false, err
		}
		if !came {
			return l.silent(ctx)
		}
		l.talk.quiet.heard()
		if msg, err = l.tracker.Resolve(ctx, msg); err != nil {
			return false, err
		}
		l.talk.audience.exchanged(msg)
		l.report.note(Event{Kind: result.EventOutput, Message: msg})
		ok, err := l.tracker.AfterOutput(ctx, msg)
		if err != nil {
			return false, err
		}
		if !ok {
			if again, err := l.unexpected(ctx, msg); err != nil || !again {
				return false, err
			}
		}
		l.progress.note()
	}
	l.judge.floods++
	return false, errFlood
}

// await does nothing: the system is silent, and an input may be sent.
func (l *listener) await(context.Context, act) (takesPlace, ok bool, err error) {
	return true, true, nil
}

// observeLast makes a longer last observation before a reset or the end, when a flood no longer matters.
func (l *listener) observeLast(ctx context.Context) (bool, error) {
	l.talk.quiet.last, l.talk.quiet.often = true, l.progress.spare && !l.judge.replays && l.report.Sent < l.options.Steps
	defer func() { l.talk.quiet.last = false }()
	return unlessFlood(l.observe(ctx))
}

// receive waits for an output, for a time that depends on the possible observations. If an output is allowed, a system on a busy machine gets
// more time, but not in addition to a learned time, which cannot cause a failure.
func (l *listener) receive(ctx context.Context, outlook ioco.Outlook) (sut.Message, bool, error) {
	start := time.Now()
	defer func() { l.talk.quiet.waited += time.Since(start) }()
	wait := max(l.talk.quiet.patience(outlook), l.declared(outlook))
	if l.talk.quiet.hasty {
		l.talk.quiet.spared += max(0, l.talk.quiet.limit-wait)
	}
	if len(outlook.Channels) == 0 || l.talk.quiet.hasty {
		return l.adapter.Receive(ctx, wait)
	}
	return sut.Receive(ctx, l.adapter, wait)
}

// declared returns the time limit of the adapter for the possible outputs, 0 if there is none.
func (l *listener) declared(outlook ioco.Outlook) time.Duration {
	waits, ok := l.adapter.(sut.Waits)
	if !ok {
		return 0
	}
	longest := time.Duration(0)
	for _, channel := range outlook.Channels {
		longest = max(longest, waits.Wait(channel.Name))
	}
	return longest
}

// silent follows the observation that nothing came. False means that the system failed.
func (l *listener) silent(ctx context.Context) (bool, error) {
	l.talk.quiet.early = l.talk.quiet.early || l.talk.quiet.hasty
	ok, err := l.tracker.AfterQuiescence(ctx)
	if err != nil {
		return false, err
	}
	if n := len(l.report.Trace); n == 0 || l.report.Trace[n-1].Kind != result.EventQuiescence {
		l.report.note(Event{Kind: result.EventQuiescence})
	}
	if ok {
		l.progress.note()
		return true, nil
	}
	excuse, err := l.tracker.Excuse(ctx)
	if err == nil && excuse == "" && !l.talk.quiet.brief {
		if late, err := l.answersLate(ctx); err != nil || late {
			return false, err
		}
	}
	l.judge.fail(ctx, failure{kind: result.WrongQuiet}, "the system sent nothing")
	if excuse != "" {
		l.report.Verdict = result.Inconclusive
		l.report.Evidence += "; but " + excuse
	}
	return false, err
}

// answersLate listens longer where silence would be a failure, and reports whether an output came. An output that would have been correct
// makes the verdict inconclusive, since its time limit is unknown.
func (l *listener) answersLate(ctx context.Context) (bool, error) {
	msg, came, err := l.adapter.Receive(ctx, lateLimit)
	if err != nil || !came {
		return false, err
	}
	took := time.Since(cmp.Or(l.talk.quiet.since, l.time.since))
	if msg, err = l.tracker.Resolve(ctx, msg); err != nil {
		return false, err
	}
	l.report.note(Event{Kind: result.EventOutput, Message: msg})
	ok, err := l.tracker.AfterOutput(ctx, msg)
	if err == nil && !ok {
		l.judge.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, sent(msg))
	}
	if err == nil && ok {
		l.report.Verdict, l.report.spoiled = result.Inconclusive, true
		l.report.Evidence = fmt.Sprintf("step %d: %s only after %v, when it was taken for silent; with --wait %v it would have been in time", len(l.report.Trace), sent(msg), took.Round(time.Millisecond), enough(took))
	}
	return true, err
}

// unexpected follows an output that the model does not allow: a failure, unless a silence was concluded too early. Then the
// test starts again, and unexpected reports true.
func (l *listener) unexpected(ctx context.Context, msg sut.Message) (bool, error) {
	if l.talk.quiet.early && !l.talk.quiet.hurried {
		l.talk.quiet.learn = false
		return true, l.talk.restartAgain(ctx)
	}
	l.judge.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, sent(msg))
	return false, nil
}

// lateLimit is the additional time to listen for a missing output, which is then late, possibly because the machine is busy.
const lateLimit = 3 * time.Second

// enough returns a sufficient time to wait for outputs as slow as a given one: one and a half times as long, in tenths of a second.
func enough(took time.Duration) time.Duration {
	const tenth = 100 * time.Millisecond
	return (took + took/2 + tenth).Truncate(tenth)
}

// sent describes what the system sent, with all its readings.
func sent(msg sut.Message) string {
	words := "the system sent " + msg.String()
	for _, other := range msg.Others {
		words += ", which can also be read as " + other.String()
	}
	if msg.Note != "" {
		words += ": " + msg.Note
	}
	return words
}

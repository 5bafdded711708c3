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

// Quiescence in time. Silence is observed when no output came for some time, which depends on the meaning of silence:
//
//   - if the model requires an output, silence is a failure, and the system gets all of Options.Wait; for the first output after a
//     start it gets more, since the system may not be ready yet;
//   - if the model allows no output, a short time is enough to detect one; before a reset, and at the end, it is
//     longer, since there is no later chance to detect it;
//   - if both are allowed, the system gets all of Options.Wait, or if the time is learned, ten times that of the slowest answer so far.
//
// Where silence is a failure, the tester listens for some more seconds: an output that comes then is late, and only true silence is a
// failure.
//
// These are times of an idle machine. On a busy machine the tester waits longer for an output, so that load alone never makes silence a
// failure.
//
// A learned time may be too short. So an output after such a silence that the model no longer allows is not a failure: the
// learned time is dropped, and the test starts again with the full time.

// quiet decides how long to wait.
type quiet struct {
	limit   time.Duration
	learn   bool
	slowest time.Duration // of the answers that were in time
	waited  time.Duration // for outputs, in all tests together
	since   time.Time     // when the last input was sent or the last output came
	hasty   bool          // the current wait is shorter than the limit
	last    bool          // this is the last observation of the test
	early   bool          // a silence of this test was concluded by such a wait
	ready   bool          // the system has sent something in this test
	often   bool          // many inputs and resets follow
	brief   bool          // no additional time after a start, since many tests are tried
	hurried bool          // the learned time is taken where the model allows silence
	spared  time.Duration // total time by which hasty waits were shorter than the limit, in all tests
}

// The minimum learned time, and the waits for outputs that are not allowed.
const (
	leastQuiet = 20 * time.Millisecond
	moment     = 5 * time.Millisecond
	lastMoment = 200 * time.Millisecond

	// When many inputs are sent, an output that is late for one is observed after the next.
	briefMoment = 2 * time.Millisecond
	nextMoment  = 20 * time.Millisecond // before a reset
)

// The first output after a start may take startFactor times as long as others, but at most startMost, unless others may take longer.
const (
	startFactor = 5
	startMost   = 2 * time.Second
)

// restart drops what belongs to one test.
func (q *quiet) restart() { q.since, q.hasty, q.early, q.ready = time.Time{}, false, false, false }

// heard records the time of an output.
func (q *quiet) heard() {
	if !q.since.IsZero() {
		q.slowest = max(q.slowest, time.Since(q.since))
	}
	q.since, q.ready = time.Now(), true
}

// patience returns the time to wait for the next observation.
func (q *quiet) patience(outlook ioco.Outlook) time.Duration {
	q.hasty = false
	switch {
	case len(outlook.Channels) == 0 && q.last && q.often:
		return min(q.limit, nextMoment)
	case len(outlook.Channels) == 0 && q.last:
		return min(q.limit, lastMoment)
	case len(outlook.Channels) == 0 && q.often:
		return min(q.limit/20, briefMoment)
	case len(outlook.Channels) == 0:
		return min(q.limit/20, moment)
	case outlook.Silence && (q.learn || q.hurried) && q.slowest > 0:
		q.hasty = q.learned() < q.limit
		return min(q.learned(), q.limit)
	case !outlook.Silence && !q.ready && !q.brief:
		return max(q.limit, min(startFactor*q.limit, startMost))
	}
	return q.limit
}

// learned returns the minimum time of a silence, given the answers so far.
func (q *quiet) learned() time.Duration { return max(10*q.slowest, leastQuiet) }

// observeLast makes a longer last observation before a reset or the end, when a flood no longer matters.
func (s *Session) observeLast(ctx context.Context) (bool, error) {
	s.quiet.last, s.quiet.often = true, s.roaming.begun && !s.replays && s.report.Sent < s.options.Steps
	defer func() { s.quiet.last = false }()
	return unlessFlood(s.observe(ctx))
}

// receive waits for an output, for a time that depends on the possible observations. If an output is allowed, a system on a busy machine gets
// more time, but not in addition to a learned time, which cannot cause a failure.
func (s *Session) receive(ctx context.Context, outlook ioco.Outlook) (sut.Message, bool, error) {
	start := time.Now()
	defer func() { s.quiet.waited += time.Since(start) }()
	wait := max(s.quiet.patience(outlook), s.declared(outlook))
	if s.quiet.hasty {
		s.quiet.spared += max(0, s.quiet.limit-wait)
	}
	if len(outlook.Channels) == 0 || s.quiet.hasty {
		return s.adapter.Receive(ctx, wait)
	}
	return sut.Receive(ctx, s.adapter, wait)
}

// declared returns the time limit of the adapter for the possible outputs, 0 if there is none.
func (s *Session) declared(outlook ioco.Outlook) time.Duration {
	waits, ok := s.adapter.(sut.Waits)
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
func (s *Session) silent(ctx context.Context) (bool, error) {
	s.quiet.early = s.quiet.early || s.quiet.hasty
	ok, err := s.tracker.AfterQuiescence(ctx)
	if err != nil {
		return false, err
	}
	if n := len(s.report.Trace); n == 0 || s.report.Trace[n-1].Kind != result.EventQuiescence {
		s.report.Trace = append(s.report.Trace, Event{Kind: result.EventQuiescence})
	}
	if ok {
		s.note()
		return true, nil
	}
	excuse, err := s.tracker.Excuse(ctx)
	if err == nil && excuse == "" && !s.quiet.brief {
		if late, err := s.answersLate(ctx); err != nil || late {
			return false, err
		}
	}
	s.fail(ctx, failure{kind: result.WrongQuiet}, "the system sent nothing")
	if excuse != "" {
		s.report.Verdict = result.Inconclusive
		s.report.Evidence += "; but " + excuse
	}
	return false, err
}

// lateLimit is the additional time to listen for a missing output, which is then late, possibly because the machine is busy.
const lateLimit = 3 * time.Second

// answersLate listens longer where silence would be a failure, and reports whether an output came. An output that would have been correct
// makes the verdict inconclusive, since its time limit is unknown.
func (s *Session) answersLate(ctx context.Context) (bool, error) {
	msg, came, err := s.adapter.Receive(ctx, lateLimit)
	if err != nil || !came {
		return false, err
	}
	took := time.Since(cmp.Or(s.quiet.since, s.stalls.since))
	if msg, err = s.tracker.Resolve(ctx, msg); err != nil {
		return false, err
	}
	s.report.Trace = append(s.report.Trace, Event{Kind: result.EventOutput, Message: msg})
	ok, err := s.tracker.AfterOutput(ctx, msg)
	if err == nil && !ok {
		s.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, sent(msg))
	}
	if err == nil && ok {
		s.report.Verdict, s.report.spoiled = result.Inconclusive, true
		s.report.Evidence = fmt.Sprintf("step %d: %s only after %v, when it was taken for silent; with --wait %v it would have been in time", len(s.report.Trace), sent(msg), took.Round(time.Millisecond), enough(took))
	}
	return true, err
}

// enough returns a sufficient time to wait for outputs as slow as a given one: one and a half times as long, in tenths of a second.
func enough(took time.Duration) time.Duration {
	const tenth = 100 * time.Millisecond
	return (took + took/2 + tenth).Truncate(tenth)
}

// unexpected follows an output that the model does not allow: a failure, unless a silence was concluded too early. Then the
// test starts again, and unexpected reports true.
func (s *Session) unexpected(ctx context.Context, msg sut.Message) (bool, error) {
	if s.quiet.early && !s.quiet.hurried {
		s.quiet.learn = false
		return true, s.restartAgain(ctx)
	}
	s.fail(ctx, failure{kind: result.WrongOutput, output: msg.Channel}, sent(msg))
	return false, nil
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

package tester

import (
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
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

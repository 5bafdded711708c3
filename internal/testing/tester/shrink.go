package tester

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Shrinking makes a failing test short and simple, by running simpler candidates; package shrink chooses them. A candidate counts
// only if it fails in the same way. If runs are slow, a candidate that the model would not accept is not run at all. In the end the
// simplest test is repeated, to confirm that it fails.

// DefaultShrinkTime is the default time limit for shortening a failing test.
const DefaultShrinkTime = 20 * time.Second

// A run is slow if it takes longer than slowRun and slowStep for each of its steps. If most runs are slow, candidates are checked with the model
// first, and fewer are run. A few runs delayed by a busy machine do not matter.
const (
	slowRun  = 3 * time.Millisecond
	slowStep = 100 * time.Microsecond
)

// shortener makes failing tests short.
type shortener struct {
	options *Options
	player  *player
}

// shrinking is one call of Shrink.
type shrinking struct {
	player   *player
	failed   *Report
	kept     []*Report     // that failed in the same way, the simplest last
	simplest []shrink.Step // of the last one
	until    time.Time     // the time limit, in real time
	again    time.Duration // time to repeat the last kept run with full time limits
	slowest  time.Duration // the longest time of a run
	lost     int           // number of queries to the model that were given up, since they took longer than a run
	leaks    bool          // a reset does not undo everything
	needed   int           // number of runs that candidates of a system that chooses need until they fail
	patience int           // factor for the number of runs of a candidate of a system that chooses
	other    *Report       // the shortest test that failed in another way
	runs     int
	slow     int // number of runs that were slow
	same     int // number of candidates that were run again and gave the same outputs
	differ   int // and of those that did not
}

// Shrink looks for a shorter and simpler test that fails in the same way, and returns the report of the best one that fails again. It
// takes at most Options.ShrinkTime, including its own computations, and at most a large share of the time that ctx leaves.
func (s *shortener) Shrink(ctx context.Context, failed *Report) (*Report, error) {
	return s.shrinkUntil(ctx, failed, crowd.RealTime().Add(s.shrinkTime(ctx)))
}

// shrinkUntil is Shrink with the instant at which the time is up.
func (s *shortener) shrinkUntil(ctx context.Context, failed *Report, until time.Time) (*Report, error) {
	test := numbered(failed.test())
	k := &shrinking{player: s.player, failed: failed, simplest: test, needed: (failed.Repeats.Total() + 1) / max(failed.Repeats.Failed, 1), until: until, leaks: hasReset(test)}
	limited, cancel := k.limited(ctx)
	defer cancel()
	err := k.search(limited, test)
	stop := result.StopDone
	if err != nil {
		stop = result.StopTime
	}
	if ctx.Err() != nil {
		stop = result.StopOf(ctx)
	}
	if err = unlessEnded(err); err != nil {
		return failed, err
	}
	best, err := k.confirmed(limited)
	best.shorter, best.until = k.other, until
	best.Shrunk = &result.Shrink{From: len(Inputs(failed.Trace)), To: len(Inputs(best.Trace)), Runs: k.runs, Stop: stop}
	if best != failed {
		best.Original = failed.Trace
		best.Others = failed.Others
		best.summedUpBy(failed)
	}
	return best, err
}

// search tries candidates. If the test also fails without long waits for silence, it uses short waits.
func (k *shrinking) search(ctx context.Context, test []shrink.Step) error {
	q := &k.player.talk.quiet
	q.brief = true
	defer func() { q.brief, q.hurried = false, false }()
	if err := k.hurry(ctx, test); err != nil {
		return err
	}
	for k.patience = 1; ; k.patience *= 4 {
		var err error
		test, err = shrink.Run(ctx, test, k.try, k.small, k.inputs()...)
		if err != nil || !k.chooses() || !k.cheap() || k.patience >= maxPatience {
			return err
		}
	}
}

// inputs lists the channels on which inputs are sent.
func (k *shrinking) inputs() []*sts.Channel {
	return slices.DeleteFunc(slices.Clone(k.player.tracker.System.Channels), func(c *sts.Channel) bool { return c.Direction != sts.Input })
}

// hurry decides whether the test fails in the same way with short waits where the model allows silence.
func (k *shrinking) hurry(ctx context.Context, test []shrink.Step) error {
	q := &k.player.talk.quiet
	if k.isOver() || k.player.time.isTimed() || q.slowest == 0 || q.learned() >= q.limit {
		return nil
	}
	q.hurried = true
	tries := 1
	if k.chooses() {
		tries = choiceTries
	}
	for range tries {
		r, err := k.run(ctx, test, false)
		if err != nil || r.failsAs(k.failed) {
			return err
		}
	}
	q.hurried = false
	return nil
}

// limited returns a context that ends before the time limit, leaving time to repeat the test. In simulated time, which is independent of
// computation, it does not end.
func (k *shrinking) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if crowd.Simulated() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, k.until)
}

// ShrinkOther shortens the shortest test that failed in another way during Shrink, which is often another symptom of the same fault, within the
// same time limit.
// It returns nil if there is none with fewer inputs than the result of Shrink, or if it does not fail again.
func (s *shortener) ShrinkOther(ctx context.Context, short *Report) (*Report, error) {
	other := short.shorter
	if other == nil || len(Inputs(other.Trace)) >= len(Inputs(short.Trace)) {
		return nil, nil
	}
	if err := s.player.Confirm(ctx, other); err != nil || other.Verdict != result.Fail || other.Repeats.Failed == 0 {
		return nil, err
	}
	out, err := s.shrinkUntil(ctx, other, short.until)
	if err != nil {
		return nil, err
	}
	out.Original = nil
	if !out.Shrunk.Stop.Early() {
		out.Shrunk = nil
	}
	return out.summedUpBy(short), nil
}

// shrinkTime returns the time limit for shrinking: some of the time that ctx leaves is needed to repeat the test.
func (s *shortener) shrinkTime(ctx context.Context) time.Duration {
	limit := cmp.Or(s.options.ShrinkTime, DefaultShrinkTime)
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline)*3/4)
	}
	return limit
}

// unlessEnded returns nil for the errors of a reached time limit and of a system that cannot be reset any more, since the results so far
// are kept.
func unlessEnded(err error) error {
	var unavailable *sut.ErrUnavailable
	if errors.Is(err, shrink.ErrEnough) || errors.As(err, &unavailable) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// try runs a candidate, and keeps it if it fails in the same way.
func (k *shrinking) try(ctx context.Context, candidate []shrink.Step, adapt bool) ([]shrink.Step, bool, error) {
	if k.isOver() {
		return nil, false, shrink.ErrEnough
	}
	if !adapt && !k.cheap() && !k.player.time.isTimed() && k.lost < maxLost {
		if plausible, err := k.plausible(ctx, candidate); err != nil || !plausible {
			return nil, false, err
		}
	}
	var first *Report
	led := false // the system led the last run away from the candidate
	for n := 0; n < k.tries(); n++ {
		start, spared := crowd.RealTime(), k.player.talk.quiet.spared
		r, err := k.run(ctx, candidate, adapt || led)
		took := crowd.RealTime().Sub(start)
		k.slowest = max(k.slowest, took)
		if err != nil {
			return nil, false, err
		}
		if r.failsAs(k.failed) {
			k.keep(r, took+k.player.talk.quiet.spared-spared)
			k.learn(n + 1)
			return r.taken, true, nil
		}
		led = r.Verdict == result.Inconclusive && !led
		k.compare(first, r)
		first = cmp.Or(first, r)
		if r.Verdict == result.Fail && (k.other == nil || len(r.taken) < len(k.other.taken)) {
			k.other = r
		}
	}
	return nil, false, nil
}

// keep keeps a failing run that took some time, if it is simpler than those before.
func (k *shrinking) keep(r *Report, took time.Duration) {
	r.taken = numbered(r.taken)
	if shrink.Simpler(r.taken, k.simplest) {
		k.kept, k.again, k.simplest = append(k.kept, r), took, r.taken
	}
}

// simulatedRuns is the maximum number of candidates run in simulated time, where hours pass at once.
const simulatedRuns = 400

// isOver reports whether the remaining time is needed for repeating the best candidate.
func (k *shrinking) isOver() bool {
	if crowd.Simulated() && k.runs >= simulatedRuns {
		return true
	}
	return crowd.RealTime().Add(enoughRepeats * k.again).After(k.until)
}

// cheap reports whether most runs are fast.
func (k *shrinking) cheap() bool { return 2*k.slow <= k.runs }

// run runs a candidate once.
func (k *shrinking) run(ctx context.Context, candidate []shrink.Step, adapt bool) (*Report, error) {
	r := &replaying{steps: candidate}
	if adapt {
		r.adapt = newSources(k.best())
	}
	k.runs++
	start := time.Now()
	defer func() {
		if time.Since(start) > slowRun+time.Duration(len(candidate))*slowStep {
			k.slow++
		}
	}()
	if k.leaks {
		return k.player.replayClean(ctx, r, k.player.listener.observe)
	}
	return k.player.replay(ctx, r, k.player.listener.observe)
}

// best returns the simplest test so far.
func (k *shrinking) best() *Report {
	if len(k.kept) == 0 {
		return k.failed
	}
	return k.kept[len(k.kept)-1]
}

// maxLost is the maximum number of queries to the model that are given up; leastThought is the minimum time limit of each.
const (
	maxLost      = 3
	leastThought = 100 * time.Millisecond
)

// plausible reports whether the model can accept the inputs of a candidate. It takes at most the time of a run, and then reports true, so
// that the run decides.
func (k *shrinking) plausible(ctx context.Context, candidate []shrink.Step) (bool, error) {
	limited, cancel := context.WithTimeout(ctx, max(k.slowest, leastThought))
	defer cancel()
	ok, err := k.accepted(limited, candidate)
	if limited.Err() != nil && ctx.Err() == nil {
		k.lost++
		return true, nil
	}
	return ok, err
}

// accepted reports whether the model can accept the inputs of a candidate.
func (k *shrinking) accepted(ctx context.Context, candidate []shrink.Step) (bool, error) {
	for len(candidate) > 0 {
		end := slices.IndexFunc(candidate, isReset)
		if end < 0 {
			end = len(candidate)
		}
		var inputs []sut.Message
		for _, step := range candidate[:end] {
			inputs = append(inputs, step.Input)
		}
		if ok, err := k.player.tracker.Plausible(ctx, inputs); err != nil || !ok {
			return false, err
		}
		candidate = candidate[min(end+1, len(candidate)):]
	}
	return true, nil
}

// confirmed returns the simplest test that always fails again. If the last ones do not, it tries earlier ones, in growing strides; if
// none does, it returns the original test.
func (k *shrinking) confirmed(ctx context.Context) (*Report, error) {
	for back := 1; back <= len(k.kept); back *= 2 {
		r := k.kept[len(k.kept)-back]
		again, err := k.failsAgain(ctx, r)
		if err != nil && r.Repeats.Failed == 0 {
			return k.failed, unlessEnded(err)
		}
		if again {
			return r, nil
		}
	}
	return k.failed, nil
}

// failsAgain repeats a test, and reports whether it fails each time, or if the system has choices or the time limit is reached, at least
// once.
func (k *shrinking) failsAgain(ctx context.Context, r *Report) (bool, error) {
	r.Repeats = result.Repeats{}
	for k.needsRepeat(r) {
		again, err := k.player.replayClean(ctx, &replaying{steps: r.taken}, k.player.listener.observeLast)
		if err != nil {
			return r.Repeats.Failed > 0, err
		}
		r.count(again)
		if r.Repeats.Passed > 0 || r.Repeats.Other > 0 && !k.chooses() && !r.open {
			return false, nil
		}
	}
	return r.Repeats.Failed > 0, nil
}

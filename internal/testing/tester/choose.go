package tester

import (
	"cmp"
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// act is the next action of a session.
type act struct {
	at    *big.Rat    // its instant; nil means after Options.Wait
	input *ioco.Input // nil waits
}

// chooser decides what to do next.
type chooser struct {
	tracker  *ioco.Tracker
	options  *Options
	report   *Report
	random   *rand.Rand
	planner  *planner
	roamer   *roamer
	picker   *picker
	doubter  *doubter
	progress *progress
	expenses *expenses
	time     *timekeeper

	patience patience
}

// choose picks an input: the next of the plan, or the first of a new plan; if there is none, one that leads nearer to a
// goal, or any. False means that the system must be reset.
func (ch *chooser) choose(ctx context.Context) (ioco.Input, bool, error) {
	guided := ch.options.Strategy == Guided
	probe, err := ch.planner.dropEnded(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	if probe {
		ch.roamer.wander.probes = probes
	}
	if in, ok, err := ch.doubter.ruleOut(ctx, ch.planner.planIsOver); err != nil || ok {
		return in, ok, err
	}
	if ch.roamer.probes() {
		return ch.roamer.probe(ctx)
	}
	if ch.roams() {
		return ch.roamer.roam(ctx)
	}
	if guided && (ch.options.Purpose != nil || !ch.planner.coveredAll() || ch.planner.triesValues()) {
		in, ok, err := ch.planner.planned(ctx)
		if err != nil || ok || ch.planner.choice.fresh {
			return in, ok, err
		}
	}
	receivers, err := ch.tracker.Receivers(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	ch.picker.shuffle(receivers)
	if guided {
		receivers = ch.planner.nearestFirst(receivers)
	}
	return ch.picker.pick(ctx, receivers)
}

// roams reports whether the next input belongs to an episode: at the beginning, and when no goals are left.
func (ch *chooser) roams() bool {
	switch {
	case ch.options.Strategy == Random || ch.options.Purpose != nil:
		return false
	case ch.progress.spare || ch.expenses.warms():
		return true
	case !ch.progress.values.Begun:
		return false
	case ch.planner.choice.plan != nil || ch.planner.choice.fresh:
		return false
	}
	return !ch.planner.triesValues() && (ch.planner.choice.over || ch.planner.coveredAll())
}

// finished reports whether there are no more goals.
func (ch *chooser) finished(ctx context.Context) (bool, error) {
	if ch.options.Purpose == nil {
		err := ch.saturated(ctx)
		return ch.options.Until == Covered && ch.roams() || ch.progress.late(), err
	}
	certain, possible, err := ch.tracker.Reached(ctx)
	ch.progress.weak = ch.progress.weak || possible
	if certain {
		ch.report.Verdict = result.Pass
	}
	return certain, err
}

// tryValues starts to aim at values.
func (ch *chooser) tryValues(ctx context.Context) error {
	ch.progress.values.Begun = true
	cost, err := ch.tracker.Hastily(func() error { return ch.progress.values.Refute(ctx, ch.tracker, ch.expenses.allowance()/2) })
	ch.expenses.cost += cost
	if err != nil {
		return err
	}
	if ch.progress.values.AnyOpen() {
		ch.planner.choice = choice{aimed: ch.planner.choice.aimed, diverged: ch.planner.choice.diverged}
		ch.planner.influence = nil
	}
	return nil
}

// restarted drops what belongs to one test.
func (ch *chooser) restarted() {
	ch.planner.restarted()
	ch.roamer.wander.restart()
	ch.doubter.drop()
	ch.roamer.growth.last = nil
	ch.picker.drawing.Restart()
}

// exchanged remembers the values of a message.
func (ch *chooser) exchanged(m sut.Message) { ch.picker.drawing.Remember(m) }

// sortedBy sorts a list by keys, in ascending order.
func sortedBy[T any](list []T, keys []float64) []T {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	out := make([]T, len(list))
	for i, k := range order {
		out[i] = list[k]
	}
	return out
}

// finishedTimed reports whether there are no more goals.
func (ch *chooser) finishedTimed(ctx context.Context) (bool, error) {
	if ch.options.Purpose != nil {
		return ch.finished(ctx)
	}
	all := ch.progress.isWhole()
	if all {
		ch.progress.haveSpare()
	}
	ch.report.Complete = all
	return all && ch.options.Until == Covered || ch.progress.late(), nil
}

// decide chooses the next action; false means that there is none.
func (ch *chooser) decide(ctx context.Context) (act, bool, error) {
	future, err := ch.tracker.Future(ctx)
	if err != nil {
		return act{}, false, err
	}
	if future.Owed {
		return act{at: ch.time.latest(future)}, true, nil
	}
	options := slices.Clone(future.Inputs)
	ch.random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	waits := len(future.Outputs) > 0 || future.Deadline != nil
	if ch.patience.holds(future) || waits && ch.prefersToWait(future, options) {
		return act{at: ch.time.latest(future)}, true, nil
	}
	if ch.options.Strategy == Guided {
		options = ch.planner.wantedFirst(options)
	}
	for _, c := range options {
		if a, ok, err := ch.picker.inputAt(ctx, c, future); err != nil || ok {
			return a, ok, err
		}
	}
	return act{at: ch.time.latest(future)}, waits, nil
}

// prefersToWait reports whether to wait for an output: because there is no input, because outputs lead nearer to a goal, or at random.
func (ch *chooser) prefersToWait(f ioco.Future, inputs []ioco.Chance) bool {
	if len(inputs) == 0 {
		return true
	}
	if ch.options.Strategy == Guided && ch.random.IntN(4) > 0 && !ch.planner.coveredAll() {
		outputs, send := ch.planner.nearest(f.Outputs), ch.planner.nearest(inputs)
		if outputs != send {
			return outputs < send
		}
	}
	return ch.random.IntN(3) == 0
}

package tester

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// chooser decides what to do next.
type chooser struct {
	tracker  *ioco.Tracker
	options  *Options
	report   *Report
	random   *rand.Rand
	planner  *planner
	roamer   *roamer
	picker   *picker
	prospect *prospect
	doubter  *doubter
	progress *progress
	expenses *expenses
	time     *timekeeper

	patience patience
}

// choose picks an action: the next of the plan, or the first of a new plan; if there is none, one that leads nearer to a
// goal, or any. False means that the system must be reset.
func (ch *chooser) choose(ctx context.Context) (act, bool, error) {
	if owed, err := ch.prospect.look(ctx); err != nil || owed {
		return ch.prospect.wait(option{}), owed, err
	}
	probe, err := ch.planner.dropEnded(ctx)
	if err != nil {
		return act{}, false, err
	}
	if probe {
		ch.roamer.wander.probes = probes
	}
	if !ch.planner.follows() && !ch.roamer.grows() && ch.patience.holds(ch.prospect.future) {
		return ch.prospect.wait(option{}), true, nil
	}
	if in, ok, err := ch.doubter.ruleOut(ctx, ch.planner.planIsOver); err != nil || ok {
		return act{Input: in}, ok, err
	}
	if ch.roamer.probes() {
		return ch.roamer.probe(ctx)
	}
	if ch.roams() {
		return ch.roamer.roam(ctx)
	}
	guided := ch.options.Strategy == Guided
	if guided && ch.options.Purpose == nil {
		if a, ok, err := ch.roamer.pair(ctx); err != nil || ok {
			return a, ok, err
		}
	}
	if guided && (ch.options.Purpose != nil || !ch.planner.coveredAll() || ch.planner.triesValues()) {
		a, ok, err := ch.planner.planned(ctx)
		if err != nil || ok || ch.planner.choice.fresh {
			return a, ok, err
		}
	}
	options, err := ch.prospect.list(ctx)
	if err != nil {
		return act{}, false, err
	}
	ch.picker.shuffle(options)
	if guided && !ch.strays() {
		if options, err = ch.planner.nearestFirst(ctx, options); err != nil {
			return act{}, false, err
		}
	}
	return ch.picker.pick(ctx, options)
}

// strays reports whether an action need not lead nearer to a goal: in a system with clocks now and then, since the output that would may never
// come.
func (ch *chooser) strays() bool { return ch.time.isTimed() && ch.random.IntN(4) == 0 }

// note records an action that takes place now.
func (ch *chooser) note(a act) {
	if ch.roamer.chosen || ch.progress.spare && !a.waits() {
		ch.roamer.noteEpisode(a.Input)
	}
	if a.Move != nil {
		ch.roamer.wander.note(a.Move)
	}
	if ch.time.isTimed() && !a.waits() && ch.options.Strategy == Guided && ch.options.Purpose == nil {
		ch.patience.draw(ch.random)
	}
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

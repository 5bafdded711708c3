package tester

import (
	"context"
	"slices"
)

// Rounds of a session without a purpose: all transitions are covered, and then once more, since a fault may show only when a
// transition is taken for the second time, with other values, or on the way back. Then values are tried (values.go). If no path
// to the remaining transitions is found, values are tried at once. The remaining steps are spent in episodes (roam.go).

// overtime is the minimum number of inputs after everything is covered.
const overtime = 20

// saturated starts the next round when one is over, and records whether the session is complete; later inputs are additional.
func (ch *chooser) saturated(ctx context.Context) error {
	if ch.options.Strategy == Random {
		return nil
	}
	ends := ch.progress.isWhole() && !ch.options.KeepGoing
	if ends && ch.progress.complete == 0 && !ch.expenses.warms() {
		ch.repeat()
	}
	if !ch.progress.values.Begun && !ch.expenses.warms() && ch.roundIsOver() {
		if err := ch.tryValues(ctx); err != nil {
			return err
		}
	}
	ch.report.Complete = ends && ch.progress.values.Begun
	return nil
}

// repeat starts to cover all transitions again.
func (ch *chooser) repeat() {
	ch.progress.complete = max(ch.report.Sent, 1)
	clear(ch.progress.round)
	clear(ch.planner.choice.aimed)
	ch.planner.choice.plan, ch.planner.choice.over, ch.planner.choice.spent = nil, false, 0
	ch.progress.values.Begun = false
	ch.tracker.Forget()
}

// roundIsOver reports whether nothing more can be done for transitions. The second round takes at least as many inputs as the
// first, and at most twice as many.
func (ch *chooser) roundIsOver() bool {
	if ch.progress.complete == 0 {
		return ch.planner.choice.over || ch.planner.coveredAll()
	}
	least := max(min(ch.progress.complete, warmMost), overtime)
	sent := ch.report.Sent - ch.progress.complete
	if slices.ContainsFunc(ch.tracker.System.Transitions(), ch.planner.wanted) && ch.doubter.doubting() {
		return ch.planner.choice.over
	}
	return sent >= least && len(ch.progress.round) == len(ch.tracker.System.Transitions()) || sent >= 2*least
}

package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Probing: each plan for a value is followed by a few additional inputs: those sent least often after the last input, with preference for
// inputs that have an answer. They may expose a wrong state caused by the value.

// probes is the number of inputs after a plan.
const probes = 2

// wander counts the successions of inputs.
type wander struct {
	sent   map[succession]int
	last   *sts.Move // the input before, nil at the start
	probes int       // remaining inputs before the next plan
}

// succession is an input after another.
type succession struct{ last, next *sts.Move }

// restart drops what belongs to one test.
func (w *wander) restart() { w.last, w.probes = nil, 0 }

// note counts an input.
func (w *wander) note(m *sts.Move) {
	if w.sent == nil {
		w.sent = map[succession]int{}
	}
	w.sent[succession{w.last, m}]++
	w.last = m
}

// probes reports whether the next input is chosen by the counts of successions.
func (r *roamer) probes() bool {
	w := &r.wander
	if r.planner.choice.plan != nil || r.planner.choice.fresh || w.probes == 0 {
		return false
	}
	w.probes--
	return true
}

// probe chooses an action by the counts of successions; false means that the system must be reset.
func (r *roamer) probe(ctx context.Context) (act, bool, error) {
	options, err := r.prospect.list(ctx)
	if err != nil {
		return act{}, false, err
	}
	ranks := make([]float64, len(options))
	for i, o := range options {
		ranks[i] = float64(r.wander.sent[succession{r.wander.last, o.Move}]) + r.random.Float64()
		switch {
		case o.waits() && r.random.IntN(2) == 0:
			ranks[i] = -1 // what a value does to time shows only later
		case o.Move == nil || len(o.Move.Outputs) == 0:
			ranks[i] += 1000
		}
	}
	return r.picker.pick(ctx, sortedBy(options, ranks))
}

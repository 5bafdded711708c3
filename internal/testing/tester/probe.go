package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
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

// probe chooses an input by the counts of successions; false means that the system must be reset.
func (r *roamer) probe(ctx context.Context) (ioco.Input, bool, error) {
	receivers, err := r.tracker.Receivers(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	ranks := make([]float64, len(receivers))
	for i, x := range receivers {
		ranks[i] = float64(r.wander.sent[succession{r.wander.last, x.Move}]) + r.random.Float64()
		if len(x.Move.Outputs) == 0 {
			ranks[i] += 1000
		}
	}
	return r.picker.pick(ctx, sortedBy(receivers, ranks))
}

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
func (s *Session) probes() bool {
	w := &s.wander
	if s.choice.plan != nil || s.choice.fresh || w.probes == 0 {
		return false
	}
	w.probes--
	return true
}

// probe chooses an input by the counts of successions; false means that the system must be reset.
func (s *Session) probe(ctx context.Context) (ioco.Input, bool, error) {
	receivers, err := s.tracker.Receivers(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	ranks := make([]float64, len(receivers))
	for i, r := range receivers {
		ranks[i] = float64(s.wander.sent[succession{s.wander.last, r.Move}]) + s.random.Float64()
		if len(r.Move.Outputs) == 0 {
			ranks[i] += 1000
		}
	}
	return s.pick(ctx, sortedBy(receivers, ranks))
}

// roams reports whether the next input belongs to an episode: at the beginning, and when no goals are left.
func (s *Session) roams() bool {
	switch {
	case s.options.Strategy == Random || s.options.Purpose != nil:
		return false
	case s.roaming.begun || s.warms():
		return true
	case !s.values.Begun:
		return false
	case s.choice.plan != nil || s.choice.fresh:
		return false
	}
	return !s.triesValues() && (s.choice.over || s.coveredAll())
}

// meetAgain makes plans for the values, or for the transitions, that were met before.
func (s *Session) meetAgain() {
	if s.roaming.planned%2 == 1 {
		s.values.Again()
		s.influence = nil
	} else {
		for _, t := range s.tracker.System.Transitions() {
			s.round[t] = !s.covered[t]
		}
		clear(s.choice.aimed)
	}
	s.choice = choice{aimed: s.choice.aimed, diverged: s.choice.diverged}
	s.tracker.Forget()
}

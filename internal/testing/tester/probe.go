package tester

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// Probing: after each plan for a value a few inputs follow that no plan needs, chosen by what follows what: one that was sent least often
// after the last input, those with an answer first. A wrong state that the value has led to may show then.

// probes is the number of inputs after a plan.
const probes = 2

// wander is the memory of what follows what.
type wander struct {
	sent   map[succession]int
	last   *sts.Move // the input before, nil at the start
	probes int       // to be sent before the next plan
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

// probes reports whether the next input is to be chosen by what follows what.
func (s *Session) probes() bool {
	w := &s.wander
	if s.choice.plan != nil || s.choice.fresh || w.probes == 0 {
		return false
	}
	w.probes--
	return true
}

// probe chooses an input by what follows what; false means that the system has to be reset.
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

// warmUp is the share of the inputs that are sent before anything is aimed at, warmMost at most, in sessions of at least warmSteps inputs:
// most of what there is to cover is met on the way, and searching is expensive.
const (
	warmUp    = 20
	warmMost  = 250
	warmSteps = 500
)

// warms reports whether nothing is aimed at yet.
func (s *Session) warms() bool {
	return s.options.Steps >= warmSteps && s.options.Until == Spent && s.report.Sent < min(s.options.Steps/warmUp, warmMost)
}

// roams reports whether the next input belongs to an episode: at the beginning, and when there is nothing left to aim at.
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

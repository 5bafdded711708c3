package tester

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Wandering: a system that is in a wrong state after a step, or has forgotten something, shows it only later. So inputs are sent that no
// plan needs, chosen by what follows what: one that was sent least often after the last input. A few of them follow each plan for a
// value; those with an answer come first. When all values were tried, the steps that are left are used for wandering, which takes turns
// with plans for the values and the transitions that were met before: from other states, and for systems that choose by themselves once
// more. Where wandering shows nothing new for a while, the system is reset.

// probes is the number of inputs after a plan, turn that of the inputs between two rounds of plans. maxStale is how many inputs in a row
// may be sent after inputs that they were sent after before, maxStarts how often the system may be started: before each start it is
// observed for a while, so tests of few inputs would take long.
const (
	probes   = 2
	turn     = 20
	maxStale = 15

	maxStarts = 20
)

// wander is the memory of wandering.
type wander struct {
	begun  bool // transitions and values were tried
	sent   map[succession]int
	last   *sts.Move // the input before, nil at the start
	stale  int       // inputs in a row that were sent before after the same one
	probes int       // to be sent before the next plan
	turn   int       // inputs of this turn
	rounds int       // of plans, since it has begun
	starts int       // of the system, since it has begun
}

// succession is an input after another.
type succession struct{ last, next *sts.Move }

// restart drops what belongs to one test.
func (w *wander) restart() {
	w.last, w.stale, w.probes = nil, 0, 0
	if w.begun {
		w.starts++
	}
}

// over reports whether the system was started often enough for spare inputs.
func (w *wander) over() bool { return w.starts > maxStarts }

// note counts an input.
func (w *wander) note(m *sts.Move) {
	if w.sent == nil {
		w.sent = map[succession]int{}
	}
	now := succession{w.last, m}
	w.stale++
	if w.sent[now] == 0 {
		w.stale = 0
	}
	w.sent[now]++
	w.last = m
}

// wanders reports whether the next input is to be chosen by what follows what. It begins the next round of plans when a turn is over.
func (s *Session) wanders() bool {
	w := &s.wander
	switch {
	case s.options.Strategy == Random || s.options.Purpose != nil || !s.values.begun:
		return false
	case s.choice.plan != nil || s.choice.fresh:
		return false
	case w.probes > 0:
		w.probes--
		return true
	case s.triesValues() || !s.choice.over && !s.coveredAll():
		return false
	}
	if w.begun && w.turn < turn {
		w.turn++
		return true
	}
	w.begun, w.turn = true, 0
	s.meetAgain()
	return false
}

// meetAgain makes plans for the values, or for the transitions, that were met before.
func (s *Session) meetAgain() {
	s.wander.rounds++
	if s.wander.rounds%2 == 1 {
		s.values.again()
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

// stray chooses an input by what follows what; false means that the system has to be reset.
func (s *Session) stray(ctx context.Context) (ioco.Input, bool, error) {
	w := &s.wander
	if w.stale >= maxStale {
		return ioco.Input{}, false, nil
	}
	inputs, err := s.tracker.Inputs(ctx, s.used, s.random)
	if err != nil || len(inputs) == 0 {
		return ioco.Input{}, false, err
	}
	if w.turn == 0 {
		inputs = answered(inputs)
	}
	best := w.rarest(inputs)
	return best[s.random.IntN(len(best))], true, nil
}

// answered keeps the inputs that the step which takes them answers, if there are any.
func answered(inputs []ioco.Input) []ioco.Input {
	silent := func(in ioco.Input) bool { return len(in.Move.Outputs) == 0 }
	if kept := slices.DeleteFunc(slices.Clone(inputs), silent); len(kept) > 0 {
		return kept
	}
	return inputs
}

// rarest keeps the inputs that were sent least often after the last one.
func (w *wander) rarest(inputs []ioco.Input) []ioco.Input {
	var best []ioco.Input
	least := 0
	for _, in := range inputs {
		n := w.sent[succession{w.last, in.Move}]
		if len(best) == 0 || n < least {
			least, best = n, nil
		}
		if n == least {
			best = append(best, in)
		}
	}
	return best
}

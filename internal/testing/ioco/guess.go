package ioco

import (
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Climb looks for an input that a receiver takes without a solver, where the state is known: values at which the guard turns. It reports
// false if it finds none.
func (s *stepper) Climb(r Receiver) (sut.Message, bool) {
	p, m := r.State, r.Move
	msg := sut.Message{Channel: m.Input}
	if p.config == nil || len(m.Calls) > 0 || p.lag != nil && !s.delay(p).IsConst() {
		return msg, false
	}
	params, found := s.guesser(m).Climb(s.interpreter, p.config, func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = p.config.Queues[m.Dequeue.Queue].Items[i]
		}
		if d := m.DelayParam(); d >= 0 {
			params[d] = s.delay(p).Value()
		}
	})
	if !found {
		return msg, false
	}
	msg.Values = term.Pick(params, m.InputArgs)
	can, known := s.can(p, m, &msg)
	return msg, can && known
}

// guesser returns the guesser of a move, made when first used.
func (s *stepper) guesser(m *sts.Move) *run.Guesser {
	if s.guessers == nil {
		s.guessers = make([]*run.Guesser, len(s.System.Moves()))
	}
	if s.guessers[m.ID] == nil {
		s.guessers[m.ID] = run.NewGuesser(s.System, m).TryLengths(s.System)
	}
	return s.guessers[m.ID]
}

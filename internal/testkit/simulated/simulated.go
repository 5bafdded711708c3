// Package simulated plays systems under test that behave as models say. Only tests import it.
package simulated

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// System is a system under test that behaves as a model says, resolving choices by chance. It answers at once, and says
// at once that nothing comes, so that no test waits.
type System struct {
	system  *sts.System
	model   *sts.System // whose channels the tester knows
	in      *sts.Interpreter
	random  *rand.Rand
	config  *sts.Config
	outputs []sut.Message
}

// New makes a system that behaves as one model says, and is tested against another.
func New(system, model *sts.System, seed uint64) *System {
	return &System{system: system, model: model, in: sts.NewInterpreter(system), random: rand.New(rand.NewPCG(seed, 3))}
}

// Reset starts again.
func (s *System) Reset(context.Context) error {
	c, err := s.in.Start(make([]term.Value, len(s.system.Slots)))
	if err != nil {
		return err
	}
	s.config, s.outputs = c, nil
	return s.settle()
}

// Close has nothing to close.
func (s *System) Close() error { return nil }

// Receive returns the next output, if there is one.
func (s *System) Receive(context.Context, time.Duration) (sut.Message, bool, error) {
	if len(s.outputs) == 0 {
		return sut.Message{}, false, nil
	}
	m := s.outputs[0]
	s.outputs = s.outputs[1:]
	return m, true, nil
}

// Send takes a step that accepts the input; if there is none, the input is ignored.
func (s *System) Send(_ context.Context, m sut.Message) error {
	received := func(move *sts.Move) bool { return move.Input != nil && move.Input.Name == m.Channel.Name }
	if _, err := s.step(received, m.Values); err != nil {
		return err
	}
	return s.settle()
}

// ErrRestless is the error of a simulated system that takes steps without end.
var ErrRestless = errors.New("the simulated system does not come to rest")

// settle takes steps that need no input until there is none.
func (s *System) settle() error {
	for range 50 {
		moved, err := s.step(func(move *sts.Move) bool { return move.Input == nil }, nil)
		if err != nil || !moved {
			return err
		}
	}
	return ErrRestless
}

// step takes one of the wanted moves that can be taken, by chance; what the move chooses is left to chance too.
func (s *System) step(wanted func(*sts.Move) bool, received []term.Value) (bool, error) {
	moves := s.system.Possible(nil, s.config.Locations, s.config.Count)
	s.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		if !wanted(m) {
			continue
		}
		for _, params := range s.params(m, received) {
			step, err := s.in.Try(s.config, m, params)
			if err != nil {
				return false, err
			}
			if step.Outcome == sts.Done {
				s.become(m, step)
				return true, nil
			}
		}
	}
	return false, nil
}

// params lists what a move can be tried with, in an order left to chance.
func (s *System) params(m *sts.Move, received []term.Value) [][]term.Value {
	rows := [][]term.Value{make([]term.Value, len(m.Params))}
	for i, p := range m.Params {
		if p.Kind != sts.Chosen {
			continue
		}
		var more [][]term.Value
		for _, row := range rows {
			for _, v := range p.Sort.Values(100) {
				chosen := slices.Clone(row)
				chosen[i] = v
				more = append(more, chosen)
			}
		}
		rows = more
	}
	for _, row := range rows {
		for i, a := range m.InputArgs {
			row[a] = received[i]
		}
	}
	s.random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return rows
}

// become notes the state after a step, and its outputs.
func (s *System) become(m *sts.Move, step sts.Step) {
	s.config = step.Next
	rest := step.Outputs
	for _, msg := range m.Outputs {
		s.outputs = append(s.outputs, sut.Message{Channel: s.channel(msg.Channel.Name), Values: rest[:len(msg.Args)]})
		rest = rest[len(msg.Args):]
	}
}

func (s *System) channel(name string) *sts.Channel {
	for _, c := range s.model.Channels {
		if c.Name == name {
			return c
		}
	}
	return nil
}

package step

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Chance evaluates the probability and the rate of a move. It must be used by one goroutine at a time.
type Chance struct {
	system *sts.System
	move   *sts.Move
	weight *big.Rat     // if both are constant
	rate   *big.Rat     // the constant rate; nil if the move takes no time
	frame  *term.Frame  // nil if both are constant, or nothing was evaluated yet
	inputs []term.Value // buffer
}

// NewChance returns the chance of a move.
func NewChance(s *sts.System, m *sts.Move) *Chance {
	out := &Chance{system: s, move: m}
	if m.Weight().IsConst() && (m.Rate() == nil || m.Rate().IsConst()) {
		out.weight = m.Weight().Value().Rat()
		if m.Rate() != nil {
			out.rate = m.Rate().Value().Rat()
		}
	}
	return out
}

// At returns the probability and the rate of the move in a configuration in which it is enabled; the rate is nil if the move takes no time.
// It gets the configuration only if they depend on it. The numbers must not be changed.
func (c *Chance) At(config func() *sts.Config, params []term.Value) (weight, rate *big.Rat, err error) {
	if c.weight != nil {
		return c.weight, c.rate, nil
	}
	if err := c.evaluate(config(), params); err != nil {
		return nil, nil, err
	}
	if c.move.Rate() != nil {
		rate = new(big.Rat).Set(c.frame.Value(1).Rat())
	}
	return new(big.Rat).Set(c.frame.Value(0).Rat()), rate, nil
}

// evaluate computes both terms. What the move takes from a queue is the first message of it.
func (c *Chance) evaluate(config *sts.Config, params []term.Value) error {
	if c.frame == nil {
		roots := []*term.Term{c.move.Weight()}
		if c.move.Rate() != nil {
			roots = append(roots, c.move.Rate())
		}
		c.frame = c.system.Store.Compile(roots, append(c.system.SlotTerms(), sts.ParamTerms(c.move.Params)...)).NewFrame()
	}
	c.inputs = append(append(c.inputs[:0], config.Values...), params...)
	if c.move.Dequeue != nil {
		for i, a := range c.move.DequeueArgs {
			c.inputs[len(config.Values)+a] = config.Queues[c.move.Dequeue.Queue].Items[i]
		}
	}
	return c.frame.Run(c.inputs)
}

package simulated

import (
	"context"
	"math/big"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Clockwork is a system under test that behaves as a model with clocks says, in the simulated time of testing/synctest. A unit of the model is a
// second. When several steps are possible, or one at several instants, chance decides; what may happen by itself happens.
type Clockwork struct {
	System
	since time.Time // when the configuration was entered
	next  *sts.Move // to be taken by itself; nil if there is none
	at    time.Time // the instant of it
}

// NewClockwork makes a system that behaves as one model says, and is tested against another.
func NewClockwork(system, model *sts.System, seed uint64) *Clockwork {
	return &Clockwork{System: System{system: system, model: model, in: sts.NewInterpreter(system), random: rand.New(rand.NewPCG(seed, 3))}}
}

// Reset starts again.
func (c *Clockwork) Reset(context.Context) error {
	config, err := c.in.Start(make([]term.Value, len(c.system.Slots)))
	if err != nil {
		return err
	}
	c.config, c.outputs, c.since = config, nil, time.Now()
	return c.wind()
}

// Send takes a step that accepts the input; if there is none, the input is ignored.
func (c *Clockwork) Send(_ context.Context, m sut.Message) error {
	if err := c.catchUp(); err != nil {
		return err
	}
	for _, move := range c.system.Possible(nil, c.config.Locations, c.config.Count) {
		if move.Input == nil || move.Input.Name != m.Channel.Name {
			continue
		}
		if taken, err := c.take(move, m.Values, time.Now()); err != nil || taken {
			return err
		}
	}
	return nil
}

// Receive waits for the next output.
func (c *Clockwork) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	end := time.Now().Add(wait)
	for {
		if err := c.catchUp(); err != nil {
			return sut.Message{}, false, err
		}
		if len(c.outputs) > 0 {
			m := c.outputs[0]
			c.outputs = c.outputs[1:]
			return m, true, nil
		}
		if c.next == nil || c.at.After(end) {
			time.Sleep(time.Until(end))
			return sut.Message{}, false, ctx.Err()
		}
		time.Sleep(time.Until(c.at))
	}
}

// catchUp takes the steps whose instant has come.
func (c *Clockwork) catchUp() error {
	for c.next != nil && !c.at.After(time.Now()) {
		move := c.next
		if taken, err := c.take(move, nil, c.at); err != nil || !taken {
			return err
		}
	}
	return nil
}

// take takes a step at an instant; false if it cannot be taken then.
func (c *Clockwork) take(m *sts.Move, received []term.Value, at time.Time) (bool, error) {
	params := make([]term.Value, len(m.Params))
	for i, a := range m.InputArgs {
		params[a] = received[i]
	}
	params[m.DelayParam()] = term.RatValue(seconds(at.Sub(c.since)))
	step, err := c.in.Try(c.config, m, params)
	if err != nil || step.Outcome != sts.Done {
		return false, err
	}
	c.become(m, step)
	c.since = at
	return true, c.wind()
}

// wind chooses what happens next by itself, and when.
func (c *Clockwork) wind() error {
	c.next = nil
	moves := c.system.Possible(nil, c.config.Locations, c.config.Count)
	c.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	state := c.system.Constant(c.config)
	for _, m := range moves {
		if m.Input != nil {
			continue
		}
		step := c.system.Step(m, &state, 0, nil)
		conds, possible := term.Conjoin(step.Needs())
		if !possible {
			continue
		}
		if w, _ := c.system.Project(conds, step.Params[m.DelayParam()]); !w.IsEmpty() {
			c.next, c.at = m, c.since.Add(c.within(w))
			return nil
		}
	}
	return nil
}

// within chooses a delay: the first of a window, the last, or one in between.
func (c *Clockwork) within(w sts.Window) time.Duration {
	low, high := time.Duration(0), time.Duration(0)
	if w.Low != nil {
		low = nanoseconds(w.Low)
	}
	if w.OpenLow {
		low++
	}
	if high = low + time.Second; w.High != nil {
		high = max(low, nanoseconds(w.High))
	}
	if w.OpenHigh && high > low {
		high--
	}
	return []time.Duration{low, high, low + time.Duration(c.random.Int64N(int64(high-low)+1))}[c.random.IntN(3)]
}

func seconds(d time.Duration) *big.Rat { return big.NewRat(int64(d), int64(time.Second)) }

// nanoseconds rounds up.
func nanoseconds(r *big.Rat) time.Duration {
	scaled := new(big.Rat).Mul(r, big.NewRat(int64(time.Second), 1))
	sum := new(big.Int).Add(scaled.Num(), new(big.Int).Sub(scaled.Denom(), big.NewInt(1)))
	return time.Duration(sum.Quo(sum, scaled.Denom()).Int64())
}

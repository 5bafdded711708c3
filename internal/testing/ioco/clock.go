package ioco

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Time (tioco). In a system with clocks an observation has an instant, which is said before it: At. What happens between two observations,
// internal steps, happens at instants that are not known. So a possibility knows its lag: the time from the instant of its state to the last
// observation, over the delays of these steps; the delay before the next observed step is the lag and the time that has elapsed since
// that observation. Silence is allowed as long as the conditions of the locations let time pass; there is no other rule for it.

// clock is what is known of the time since the last observation, and what that means for the delays of steps. In a system without clocks it
// knows nothing, and adds no conditions.
type clock struct {
	system    *sts.System
	Tolerance *big.Rat // of instants, in units of the model; nil is 0

	*moment
	ahead    bool         // steps of the future are taken, after any delay
	settling bool         // internal steps are taken, at instants that are not known
	doubt    []*term.Term // the conditions on the instant of an observation that is not known exactly
}

// moment is where a tracker is in time. It belongs to what is present.
type moment struct {
	elapsed  *term.Term // in a timed system: the time since the last observation; nil in others
	since    *big.Rat   // in a timed system: the instant of the last observation; nil in others
	measured *big.Rat   // in a timed system: the time from there to the next one, as it was measured
	loose    *big.Rat   // the tolerance of the instants of all observations; nil as long as those that were measured explain them
	count    int        // of the observations that were followed
}

// noLag is the lag of a state at the instant of the last observation; nil if the system has no clocks.
func (c *clock) noLag() *term.Term {
	if !c.system.Timed() {
		return nil
	}
	return c.number(new(big.Rat))
}

func (c *clock) number(r *big.Rat) *term.Term {
	return c.system.Store.Const(term.Real, term.RatValue(r))
}

// Now returns the instant of the next observation, as At gave it.
func (c *clock) Now() *big.Rat {
	if c.since == nil {
		return nil
	}
	return new(big.Rat).Add(c.since, c.measured)
}

// delay returns the time before a step that is observed now.
func (c *clock) delay(p *Possibility) *term.Term { return c.system.Store.Add(p.lag, c.elapsed) }

// withDelay adds the delay of a step to what is known of its parameters, unless it is not known.
func (c *clock) withDelay(known map[int]*term.Term, p *Possibility, m *sts.Move) map[int]*term.Term {
	d := m.DelayParam()
	if d < 0 || c.settling || c.ahead {
		return known
	}
	if known == nil {
		known = map[int]*term.Term{}
	}
	known[d] = c.delay(p)
	return known
}

// inTime adds to the conditions of a step that it is taken before now, or, of a step in the future, not before.
func (c *clock) inTime(p *Possibility, step *sts.SymbolicStep, needs []*term.Term) []*term.Term {
	d := step.Move.DelayParam()
	switch {
	case d < 0:
		return needs
	case c.settling:
		return append(slices.Clip(needs), c.system.Store.Le(step.Params[d], c.delay(p)))
	case c.ahead:
		return append(slices.Clip(needs), c.system.Store.Le(c.delay(p), step.Params[d]))
	}
	return append(slices.Clip(needs), c.doubt...)
}

// lagAfter returns the lag of the state after a step.
func (c *clock) lagAfter(p *Possibility, step *sts.SymbolicStep) *term.Term {
	d := step.Move.DelayParam()
	switch {
	case d >= 0 && c.settling:
		return c.system.Store.Sub(p.lag, step.Params[d])
	case d >= 0 && len(c.doubt) > 0:
		return c.system.Store.Sub(c.number(c.measured), c.elapsed)
	}
	return c.noLag()
}

// passTime lets the state of a possibility stay as it is until the next observation.
func (c *clock) passTime(p *Possibility) {
	if c.elapsed.IsConst() || len(c.doubt) > 0 {
		p.lag = c.system.Store.Add(p.lag, c.number(c.measured))
	} else {
		p.lag = c.delay(p)
	}
}

// absolute returns a window of times since the last observation as a window of instants.
func (c *clock) absolute(w sts.Window) sts.Window {
	shift := func(r *big.Rat) *big.Rat {
		if r == nil {
			return nil
		}
		return new(big.Rat).Add(r, c.since)
	}
	w.Low, w.High = shift(w.Low), shift(w.High)
	return w
}

// Present returns the state of a possibility at the last observation, if nothing in it is open, and nothing is due; otherwise nil.
func (c *clock) Present(p *Possibility) *sts.Config {
	config := p.Config()
	switch {
	case config == nil || p.lag == nil:
		return config
	case !p.lag.IsConst():
		return nil
	case p.lag.Value().Rat().Sign() == 0:
		return config
	}
	return c.system.After(config, p.lag.Value().Rat())
}

// LastInstant returns the instant of the last observation; nil in a system without clocks.
func (c *clock) LastInstant() *big.Rat { return c.since }

// cells returns the terms of a possibility, and what all possibilities have in common.
func (c *clock) cells(p *Possibility) []*term.Term {
	var out []*term.Term
	p.terms(func(list []*term.Term) { out = append(out, list...) })
	if c.elapsed != nil {
		out = append(out, c.elapsed)
	}
	return out
}

// at sets the time since the last observation, and returns what sets it back.
func (c *clock) at(elapsed *term.Term) (back func()) {
	before := c.elapsed
	c.elapsed = elapsed
	return func() { c.elapsed = before }
}

package track

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// Runs. A path of steps in zones stands for many runs, which differ in the times before the steps. One of them is found by two passes:
// backwards, the values of the clocks from which the rest of the path can be taken; forwards, a time before each step after which the values
// are among these, the least where there is a least one.

// A Walk is a path of steps from places.
type Walk struct {
	From  []*Place
	Steps []*Step
}

// Delays returns the times before the steps of a walk that begins with known values of the clocks and ends with values in a zone, in the time of
// the model, and those values. It is not ok if there are no such times.
func (g *Graph) Delays(start *zone.Zone, w Walk, end *zone.Zone) (delays []*big.Rat, values Values, ok bool) {
	values = start.Point()
	if values == nil {
		return nil, nil, false
	}
	ready := make([]*zone.Zone, len(w.Steps)) // the values from which the steps are taken
	for i := len(w.Steps) - 1; i >= 0; i-- {
		ready[i] = w.From[i].taking(w.Steps[i], end)
		end = w.From[i].Sooner(ready[i])
	}
	for i, step := range w.Steps {
		wait, found := w.From[i].Wait(ready[i], values)
		if !found {
			return nil, nil, false
		}
		delays = append(delays, wait)
		values = step.move(values.after(g.space, wait))
	}
	return delays, values, true
}

// Delay returns a time after which a step can be taken from a place where the clocks have given values, if there is one.
func (p *Place) Delay(s *Step, values Values) (*big.Rat, bool) {
	return p.Wait(p.taking(s, zone.Universe(len(p.graph.space.slots))), values)
}

// Values are values of clocks, in units; entry 0 is zero.
type Values []*big.Rat

// Values returns the values of the clocks in a configuration.
func (g *Graph) Values(c *sts.Config) Values {
	out := Values{new(big.Rat)}
	for _, slot := range g.space.slots {
		out = append(out, g.space.units.Of(c.Values[slot].Rat()))
	}
	return out
}

// after returns the values after some time of the model.
func (v Values) after(s *Space, wait *big.Rat) Values {
	if wait.Sign() == 0 {
		return v
	}
	units := s.units.Of(wait)
	out := Values{v[0]}
	for _, at := range v[1:] {
		out = append(out, new(big.Rat).Add(at, units))
	}
	return out
}

// Wait returns a time of the model after which values of the clocks are in a zone, if there is one.
func (p *Place) Wait(z *zone.Zone, values Values) (*big.Rat, bool) {
	wait := z.Wait(values)
	if wait == nil || p.stay.atOnce && wait.Sign() != 0 {
		return nil, false
	}
	return p.graph.space.units.Rat(wait), true
}

// move returns the values of the clocks after the step.
func (s *Step) move(values Values) Values {
	out := slices.Clone(values)
	for _, as := range slices.Concat(s.action.copies, s.action.resets) {
		out[as.x] = new(big.Rat).Add(values[as.y], new(big.Rat).SetInt64(as.c))
	}
	return out
}

// taking returns the values of the clocks from which the step leads from the place into a zone, at once.
func (p *Place) taking(s *Step, after *zone.Zone) *zone.Zone {
	out := s.origin(after)
	for _, b := range slices.Concat(s.action.conditions, p.stay.bounds) {
		out.Constrain(b.x, b.y, b.b)
	}
	return out
}

// Sooner returns the values of the clocks that reach a zone while time passes in the place.
func (p *Place) Sooner(z *zone.Zone) *zone.Zone {
	out := z.Clone()
	if !p.stay.atOnce {
		out.Down()
	}
	return out
}

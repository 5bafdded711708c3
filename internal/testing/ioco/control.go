package ioco

import (
	"encoding/binary"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// control is the moves that locations allow, by what can be observed of them.
type control struct {
	all      []*sts.Move
	internal []*sts.Move // the tester sees nothing of them
	sending  []*sts.Move // without input, with outputs
	own      []*sts.Move // without input: internal or sending
	inputs   []*sts.Move // with input

	channels map[*sts.Channel][]*sts.Move // of inputs: by channel, as far as receiving was asked
}

// receiving returns the moves that receive from a channel.
func (c *control) receiving(channel *sts.Channel) []*sts.Move {
	known, ok := c.channels[channel]
	if ok || len(c.inputs) == 0 {
		return known
	}
	for _, m := range c.inputs {
		if m.Input == channel {
			known = append(known, m)
		}
	}
	if c.channels == nil {
		c.channels = map[*sts.Channel][]*sts.Move{}
	}
	c.channels[channel] = known
	return known
}

// noControl is the control of a possibility that has outputs due.
var noControl control

// maxControls bounds how many combinations of locations are kept.
const maxControls = 10_000

// control returns the moves that the control of a possibility allows; none if it has outputs due. It is not to be changed.
func (s *stepper) control(p *Possibility) *control {
	if p.Owes() {
		return &noControl
	}
	if s.System.Queues() > 0 {
		return newControl(s.System.Possible(nil, p.State.Locations, p.count))
	}
	key := s.locations[:0]
	for _, l := range p.State.Locations {
		key = binary.AppendUvarint(key, uint64(l))
	}
	s.locations = key
	if c := s.controls[string(key)]; c != nil {
		return c
	}
	c := newControl(s.System.Possible(nil, p.State.Locations, nil))
	if s.controls == nil || len(s.controls) >= maxControls {
		s.controls = map[string]*control{}
	}
	s.controls[string(key)] = c
	return c
}

func newControl(moves []*sts.Move) *control {
	c := &control{all: moves}
	for _, m := range moves {
		switch {
		case m.Input != nil:
			c.inputs = append(c.inputs, m)
			continue
		case m.IsInternal():
			c.internal = append(c.internal, m)
		case len(m.Outputs) > 0:
			c.sending = append(c.sending, m)
		}
		c.own = append(c.own, m)
	}
	return c
}

// riskyMoves returns the moves that can run into a model error, as far as their form shows: those that need no input, and those that receive
// from a channel.
func (e *excuses) riskyMoves(p *Possibility, input *sts.Channel) []*sts.Move {
	var out []*sts.Move
	for _, m := range e.control(p).all {
		if e.risks[m.ID] && (m.Input == nil || m.Input == input) {
			out = append(out, m)
		}
	}
	return out
}

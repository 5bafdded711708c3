package xlia

import (
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// connect gives each port that is part of a connection its channel.
func (t *translation) connect() {
	t.connectPorts(t.system.links, nil)
	for _, a := range t.automata {
		t.connectPorts(a.links, a)
	}
	for _, c := range t.channels {
		if c.word == "channel" {
			t.checkEnds(c)
		}
	}
}

// connectPorts reads the connections that a machine declares, or the system if it is nil.
func (t *translation) connectPorts(links []link, a *automaton) {
	groups := map[int]*channel{}
	for _, l := range links {
		s := t.linked(l, a)
		if s == nil {
			continue
		}
		c := groups[l.group]
		if l.protocol.Is("env") || c == nil {
			c = t.channel(l, s)
			groups[l.group] = c
		}
		c.ports = append(c.ports, s)
		s.port.channel = c
	}
}

// linked finds the port of a connection.
func (t *translation) linked(l link, a *automaton) *symbol {
	in := []*scope{t.global}
	if a != nil {
		in = append(in, a.scope)
	}
	if l.machine.Text != "" {
		if a = t.automaton(l.machine); a == nil {
			t.list.Errorf(diag.CodeImportName, l.machine.At, "there is no machine %s", l.machine)
			return nil
		}
		in = []*scope{a.scope}
	}
	var s *symbol
	for _, scope := range in {
		if found := scope.symbols[l.port.Text]; found != nil {
			s = found
		}
	}
	switch {
	case s == nil || s.use != isPort:
		t.list.Errorf(diag.CodeImportName, l.port.At, "there is no port %s", l.port)
	case s.port.channel != nil:
		t.list.Errorf(diag.CodeImportName, l.port.At, "the port %s is connected twice", l.port)
	case s.port.direction != l.direction.Text:
		t.list.Errorf(diag.CodeImportType, l.direction.At, "%s is a port for %s, not for %s", l.port, s.port.direction, l.direction)
	default:
		return s
	}
	return nil
}

// automaton finds a machine by its name.
func (t *translation) automaton(name token) *automaton {
	for _, a := range t.automata {
		if a.machine.name.Text == name.Text {
			return a
		}
	}
	return nil
}

// channel makes the channel of a connection.
func (t *translation) channel(l link, s *symbol) *channel {
	c := &channel{word: "channel", name: t.names.Give(s.Text), at: s.At, size: l.size.Text}
	if l.protocol.Is("env") {
		c.word = l.direction.Text
	}
	if n, err := strconv.Atoi(l.size.Text); l.size.Text != "" && (err != nil || n < 1 || n > 1000) {
		t.list.Errorf(diag.CodeImportTooLarge, l.size.At, "the size of a queue must be from 1 to 1000")
	}
	t.channels = append(t.channels, c)
	return c
}

// checkEnds demands that a connection between machines has one port at each end, with the same types.
func (t *translation) checkEnds(c *channel) {
	if len(c.ports) != 2 || c.ports[0].port.direction == c.ports[1].port.direction {
		t.list.Errorf(diag.CodeImportUnsupported, c.at, "a connection of machines that has not one input and one output cannot be imported")
		return
	}
	a, b := c.ports[0].port.params, c.ports[1].port.params
	same := len(a) == len(b)
	for i := range a {
		same = same && a[i].kind == b[i].kind && a[i].model == b[i].model && a[i].holds(b[i]) && b[i].holds(a[i])
	}
	if !same {
		t.list.Errorf(diag.CodeImportType, c.ports[1].At, "the ports %s and %s have different parameters", c.ports[0].token, c.ports[1].token)
	}
}

package xlia

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// connections reads @com:.
func (p *parser) connections(m *machine) {
	for p.more() && p.Now().Kind != scan.Label {
		t := p.Next()
		switch {
		case t.Is("connect"), t.Is("connector"):
			p.connection(m, t)
		case t.Is("route"):
			p.Refuse(t.At, "a route", "write connect")
		default:
			p.Back()
			p.Unexpected("connect")
		}
	}
}

func (p *parser) connection(m *machine, word token) {
	p.groups++
	l := link{group: p.groups, protocol: word}
	if p.Accept("<") {
		l.protocol, l.size = p.protocol()
		p.Expect(">")
	} else {
		p.Refuse(word.At, "a connection without a protocol", "write connect< env >")
	}
	if p.Now().Kind == scan.Word {
		p.Next()
	}
	p.Expect("{")
	for p.more() {
		l.direction = p.Next()
		if !l.direction.Is("input") && !l.direction.Is("output") {
			p.Back()
			p.Unexpected("input or output")
			return
		}
		p.linked(m, l)
	}
	p.Expect("}")
}

// protocol reads env, rdv or a queue with its size.
func (p *parser) protocol() (protocol, size token) {
	protocol = p.Name("a protocol")
	switch protocol.Text {
	case "", "env", "rdv":
		return protocol, token{}
	case "buffer":
		if p.Accept(":") {
			return p.queue(protocol)
		} else if p.Accept("<") {
			protocol, size = p.queue(protocol)
			p.Expect(">")
			return protocol, size
		}
	case "fifo":
		p.Back()
		return p.queue(protocol)
	}
	p.Refuse(protocol.At, "the protocol "+protocol.String(), "")
	return protocol, size
}

// queue reads fifo<3> or fifo[3].
func (p *parser) queue(at token) (protocol, size token) {
	protocol = p.Name("fifo")
	closing := map[string]string{"<": ">", "[": "]"}[p.Now().Text]
	switch {
	case protocol.Text != "fifo":
		p.Refuse(at.At, "this buffer", "write buffer: fifo< 3 >")
		return protocol, size
	case closing == "":
		p.Refuse(protocol.At, "a queue without a size", "write fifo< 3 >")
		return protocol, size
	}
	p.Next()
	p.prefix("size")
	if size = p.Next(); size.Kind != scan.Number || strings.Trim(size.Text, "0123456789") != "" {
		p.Refuse(size.At, "a queue whose size is not a number", "write fifo< 3 >")
	}
	p.Expect(closing)
	return protocol, size
}

// linked reads the ports after input or output: one, or several in braces or brackets.
func (p *parser) linked(m *machine, l link) {
	switch {
	case p.Accept("{"):
		for p.more() {
			p.linkedPort(m, l)
			p.Expect(";")
		}
		p.Expect("}")
	case p.Accept("["):
		p.linkedPort(m, l)
		for p.Accept(",") {
			p.linkedPort(m, l)
		}
		p.Expect("]")
		p.Expect(";")
	default:
		p.linkedPort(m, l)
		p.Expect(";")
	}
}

func (p *parser) linkedPort(m *machine, l link) {
	if t := p.Now(); t.Is("*") {
		p.Refuse(t.At, "a connection of all ports", "list them")
	}
	l.port = p.Name("a port")
	if p.Accept("->") {
		l.machine, l.port = l.port, p.Name("a port")
	}
	m.links = append(m.links, l)
}

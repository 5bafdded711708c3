package xlia

import "strings"

// connections reads @com:.
func (p *parser) connections(m *machine) {
	for p.more() && p.now().kind != tokenAt {
		t := p.next()
		switch {
		case t.is("connect"), t.is("connector"):
			p.connection(m, t)
		case t.is("route"):
			p.refuse(t.at, "a route", "write connect")
		default:
			p.at--
			p.unexpected("connect")
		}
	}
}

func (p *parser) connection(m *machine, word token) {
	p.groups++
	l := link{group: p.groups, protocol: word}
	if p.accept("<") {
		l.protocol, l.size = p.protocol()
		p.expect(">")
	} else {
		p.refuse(word.at, "a connection without a protocol", "write connect< env >")
	}
	if p.now().kind == tokenWord {
		p.next()
	}
	p.expect("{")
	for p.more() {
		l.direction = p.next()
		if !l.direction.is("input") && !l.direction.is("output") {
			p.at--
			p.unexpected("input or output")
			return
		}
		p.linked(m, l)
	}
	p.expect("}")
}

// protocol reads env, rdv or a queue with its size.
func (p *parser) protocol() (protocol, size token) {
	protocol = p.name("a protocol")
	switch protocol.text {
	case "", "env", "rdv":
		return protocol, token{}
	case "buffer":
		if p.accept(":") {
			return p.queue(protocol)
		} else if p.accept("<") {
			protocol, size = p.queue(protocol)
			p.expect(">")
			return protocol, size
		}
	case "fifo":
		p.at--
		return p.queue(protocol)
	}
	p.refuse(protocol.at, "the protocol "+protocol.String(), "")
	return protocol, size
}

// queue reads fifo<3> or fifo[3].
func (p *parser) queue(at token) (protocol, size token) {
	protocol = p.name("fifo")
	closing := map[string]string{"<": ">", "[": "]"}[p.now().text]
	switch {
	case protocol.text != "fifo":
		p.refuse(at.at, "this buffer", "write buffer: fifo< 3 >")
		return protocol, size
	case closing == "":
		p.refuse(protocol.at, "a queue without a size", "write fifo< 3 >")
		return protocol, size
	}
	p.next()
	p.prefix("size")
	if size = p.next(); size.kind != tokenNumber || strings.Trim(size.text, "0123456789") != "" {
		p.refuse(size.at, "a queue whose size is not a number", "write fifo< 3 >")
	}
	p.expect(closing)
	return protocol, size
}

// linked reads the ports after input or output: one, or several in braces or brackets.
func (p *parser) linked(m *machine, l link) {
	switch {
	case p.accept("{"):
		for p.more() {
			p.linkedPort(m, l)
			p.expect(";")
		}
		p.expect("}")
	case p.accept("["):
		p.linkedPort(m, l)
		for p.accept(",") {
			p.linkedPort(m, l)
		}
		p.expect("]")
		p.expect(";")
	default:
		p.linkedPort(m, l)
		p.expect(";")
	}
}

func (p *parser) linkedPort(m *machine, l link) {
	if t := p.now(); t.is("*") {
		p.refuse(t.at, "a connection of all ports", "list them")
	}
	l.port = p.name("a port")
	if p.accept("->") {
		l.machine, l.port = l.port, p.name("a port")
	}
	m.links = append(m.links, l)
}

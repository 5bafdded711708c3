package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"syscall"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// publisher is the client that need not be polite. It makes its packets itself, since a library sends only what is allowed, and has one
// connection after the other, each with a name of its own.
type publisher struct {
	address  string
	topic    string
	out      *lines.Writer
	link     *link
	name     string // of the last connection
	connects int
	rest     []byte // of a packet of which one half was sent
	held     string // the payload of a message with quality of service 2
}

// link is a connection to the broker.
type link struct {
	net.Conn
	leaving atomic.Bool // we end the connection ourselves
}

// open makes a connection and sends its first packet. What comes on it becomes outputs.
func (p *publisher) open(first []byte) error {
	connection, err := net.DialTimeout("tcp", p.address, limit)
	if err != nil {
		return fmt.Errorf("the broker cannot be reached: %w", err)
	}
	p.link = &link{Conn: connection}
	go p.listen(p.link)
	return p.send(first)
}

var errNoConnection = errors.New("the publisher was never connected")

// send sends bytes. If the broker closes the connection meanwhile, the reader notices it.
func (p *publisher) send(bytes []byte) error {
	if p.link == nil {
		return errNoConnection
	}
	_, err := p.link.Write(bytes)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		return nil
	}
	return err
}

// leave closes the connection, after some last bytes.
func (p *publisher) leave(last ...byte) error {
	if p.link == nil {
		return errNoConnection
	}
	p.link.leaving.Store(true)
	err := p.send(last)
	p.link.Close()
	return err
}

// listen passes on what the broker sends, until the connection is closed.
func (p *publisher) listen(l *link) {
	r := bufio.NewReader(l)
	for {
		first, rest, err := readPacket(r)
		if err == nil {
			err = p.heard(first, rest)
		} else if l.leaving.Load() {
			return
		} else if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
			l.Close()
			must(p.out.Send("closed"))
			return
		}
		must(err)
	}
}

// answers are the packets of the broker that become an output.
var answers = map[string]string{
	string(packet(typeConnack, []byte{0, 0})):       "connected",
	string(packet(typePuback, number(publishID))):   "published",
	string(packet(typePubrec, number(exactlyID))):   "received",
	string(packet(typePubcomp, number(exactlyID))):  "completed",
	string(packet(typePubcomp, number(strangerID))): "completed",
	string(packet(typePubrel, number(strangerID))):  "released",
	string(packet(typePingresp)):                    "alive",
}

// heard sends the output for a packet.
func (p *publisher) heard(first byte, rest []byte) error {
	if channel, ok := answers[string(packet(first, rest))]; ok {
		return p.out.Send(channel)
	}
	if first == typeConnack && len(rest) == 2 && rest[0] == 0 {
		return p.out.Send("refused", rest[1])
	}
	return p.out.Send("unexpected", fmt.Sprintf("%x", packet(first, rest)))
}

// greet opens a connection under a new name.
func (p *publisher) greet(change func(greeting) greeting) error {
	p.connects++
	p.name = fmt.Sprintf("%s-publisher-%d", p.topic, p.connects)
	return p.open(change(polite(p.name)).packet())
}

// arrive performs an input that opens a connection.
func (p *publisher) arrive(in lines.Input) error {
	switch in.Channel {
	case "connect":
		return p.greet(func(g greeting) greeting { return g })
	case "connectWill":
		var payload int
		var retain bool
		if err := in.Values(&payload, &retain); err != nil {
			return err
		}
		return p.greet(func(g greeting) greeting { return g.will(p.topic, strconv.Itoa(payload), when(retain, flagRetain)) })
	case "strange":
		return p.choose(in, strangers(p.topic), p.open)
	case "greetBadly":
		return p.choose(in, greetings(p.topic, p.topic+"-bad"), p.open)
	case "greetOld":
		var level byte
		if err := in.Values(&level); err != nil {
			return err
		}
		return p.greet(func(g greeting) greeting { g.level = level; return g })
	case "greetNameless":
		return p.greet(func(g greeting) greeting { g.name, g.flags = "", 0; return g })
	}
	return in.Unknown()
}

// choose sends the packet of a table that an input names.
func (p *publisher) choose(in lines.Input, packets map[string][]byte, send func([]byte) error) error {
	var name string
	if err := in.Values(&name); err != nil {
		return err
	}
	bytes, ok := packets[name]
	if !ok {
		return fmt.Errorf("%s: there is no packet %q", in.Channel, name)
	}
	return send(bytes)
}

// stay performs an input on the connection that is there.
func (p *publisher) stay(in lines.Input) error {
	if bytes, ok := plain[in.Channel]; ok {
		return p.send(bytes)
	}
	switch in.Channel {
	case "takeOver":
		return p.open(polite(p.name).packet())
	case "connectAgain":
		return p.send(polite(p.name).packet())
	case "disconnect":
		return p.leave(packet(typeDisconnect)...)
	case "drop":
		return p.leave()
	case "violate":
		return p.choose(in, violations(p.topic), p.send)
	case "ignored":
		return p.choose(in, ignored, p.send)
	case "pingBadly":
		return p.pingBadly(in)
	}
	return p.message(in)
}

// pingBadly sends PINGREQ with a body, or with reserved bits.
func (p *publisher) pingBadly(in lines.Input) error {
	var body bool
	if err := in.Values(&body); err != nil {
		return err
	}
	if body {
		return p.send(packet(typePingreq, []byte{1}))
	}
	return p.send(packet(typePingreq | 1))
}

// message performs an input that is about a message.
func (p *publisher) message(in lines.Input) error {
	switch in.Channel {
	case "publish":
		var payload int
		var retain bool
		if err := in.Values(&payload, &retain); err != nil {
			return err
		}
		return p.send(publish(once|when(retain, retained), p.topic, publishID, strconv.Itoa(payload)))
	case "clear":
		return p.send(publish(once|retained, p.topic, publishID, ""))
	case "rest":
		return p.send(p.rest)
	case "repeat":
		return p.send(publish(twice|repeated, p.topic, exactlyID, p.held))
	case "half", "publishTwice", "publishDup", "talkAfter":
		return p.unusual(in)
	}
	return in.Unknown()
}

// unusual performs an input that is about a message that is not sent as usual.
func (p *publisher) unusual(in lines.Input) error {
	var n int
	if err := in.Values(&n); err != nil {
		return err
	}
	payload := strconv.Itoa(n)
	switch in.Channel {
	case "half":
		bytes := publish(once, p.topic, publishID, payload)
		p.rest = bytes[len(bytes)/2:]
		return p.send(bytes[:len(bytes)/2])
	case "publishTwice":
		p.held = payload
		return p.send(publish(twice, p.topic, exactlyID, payload))
	case "publishDup":
		return p.send(publish(repeated, p.topic, 0, payload)) // 3.3.1-2
	case "talkAfter":
		return p.send(append(packet(typeDisconnect), publish(once|retained, p.topic, publishID, payload)...)) // 3.14.4-2
	}
	return in.Unknown()
}

// when returns bits if a condition holds.
func when(condition bool, bits byte) byte {
	if condition {
		return bits
	}
	return 0
}

package bugs

import (
	"errors"
	"io"
	"net"

	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

// remote is a system behind a connection, as a client sees it.
type remote struct {
	listener net.Listener
	client   *wire.Client
	over     bool // the connection is closed
}

// lines completes a target that is a server of lines: Start starts it on a free port and connects to it.
func lines(t *Target, session func(fault string) wire.Session, longest func(fault string) int) *Target {
	t.Session, t.LongestLine = session, longest
	t.Start = func(fault string) (Instance, error) {
		return dial(func() wire.Session { return session(fault) }, longest(fault))
	}
	return t
}

func longest(string) int { return wire.Longest }

func dial(start func() wire.Session, longest int) (Instance, error) {
	l, reactions, err := wire.Listen(start, longest)
	if err != nil {
		return nil, err
	}
	c, err := wire.Dial(l.Addr().String(), reactions)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &remote{listener: l, client: c}, nil
}

// Do sends an input and returns the answer. After "bye" the server closes the connection.
func (r *remote) Do(input Message) []Message {
	if r.over {
		return say(Closed)
	}
	answer := r.read(r.client.Ask(wire.Line(input.Name, input.Args...)))
	if len(answer) == 1 && answer[0].Name == "bye" {
		answer = append(answer, r.read(r.client.Next())...)
	}
	return answer
}

func (r *remote) read(line string, err error) []Message {
	if errors.Is(err, io.EOF) {
		r.over = true
		return say(Closed)
	}
	if err != nil {
		return nil
	}
	word, values, err := wire.Parse(line)
	if err != nil {
		return say(Garbled, line)
	}
	return []Message{{Name: word, Args: values}}
}

// Close ends the connection and the server.
func (r *remote) Close() {
	r.client.Close()
	_ = r.listener.Close()
}

// Package wire is the protocol of the servers of the bench: a line has a word and values in JSON, as in
//
//	set "name" "value"
package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"time"
)

// Longest is the length of the longest line.
const Longest = 1 << 24

// Line returns a line, without its end.
func Line(word string, values ...any) string {
	var b bytes.Buffer
	b.WriteString(word)
	for _, v := range values {
		b.WriteByte(' ')
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			panic(err) // strings and numbers can be encoded
		}
		b.Truncate(b.Len() - 1) // the end of the line
	}
	return b.String()
}

// Parse takes a line apart. Numbers are int64.
func Parse(line string) (word string, values []any, err error) {
	word, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
	d := json.NewDecoder(strings.NewReader(rest))
	d.UseNumber()
	for {
		var v any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return word, values, nil
		} else if err != nil {
			return word, nil, err
		}
		if n, ok := v.(json.Number); ok {
			if v, err = n.Int64(); err != nil {
				return word, nil, err
			}
		}
		values = append(values, v)
	}
}

// Session is what a server does on one connection.
type Session interface {
	// Answer returns the lines to send, and whether to close the connection then.
	Answer(line string) (lines []string, done bool)
}

// Reaction is what a server did about a line. A client in the same process learns of it, so that it does not wait for an
// answer that was not sent, and waits as long as it takes for one that was: what it sees does not depend on how busy the machine is.
type Reaction struct {
	Lines int  // number that it has sent
	Done  bool // it closes the connection
}

// Listen starts a server on a free port; each connection gets a session of its own. The channel is for the reactions on one connection.
func Listen(start func() Session, longest int) (net.Listener, <-chan Reaction, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	reactions := make(chan Reaction, 4) // of the line before, this one, and the end, nobody may be interested any more
	go Accept(l, start, longest, func(r Reaction) { reactions <- r })
	return l, reactions, nil
}

// Accept serves connections until the listener is closed, and reports the reaction to each line.
func Accept(l net.Listener, start func() Session, longest int, report func(Reaction)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go serve(conn, start(), longest, report)
	}
}

func serve(conn net.Conn, session Session, longest int, report func(Reaction)) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, min(longest, 4096)), longest)
	for lines.Scan() {
		answer, done := session.Answer(lines.Text())
		for _, line := range answer {
			if _, err := io.WriteString(conn, line+"\n"); err != nil {
				done = true
			}
		}
		report(Reaction{len(answer), done})
		if done {
			return
		}
	}
	report(Reaction{Done: true}) // the client has gone, or the line is too long
}

// Patience is how long a client waits for what a server is known to do. It is the limit of a server that is stuck.
const Patience = time.Minute

// ErrSilent means that a server has sent nothing.
var ErrSilent = errors.New("no answer")

// Client sends lines and reads the answer to each.
type Client struct {
	conn      *net.TCPConn
	reader    *bufio.Reader
	reactions <-chan Reaction
	due       int  // number of lines that were sent and not read
	done      bool // the server closes the connection
}

// Dial connects to a server, whose reactions come by a channel.
func Dial(address string, reactions <-chan Reaction) (*Client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn.(*net.TCPConn), reader: bufio.NewReader(conn), reactions: reactions}, nil
}

// Ask sends a line and returns the answer. The error is io.EOF if the connection was closed, and ErrSilent if there is no answer.
func (c *Client) Ask(line string) (string, error) {
	if c.done {
		return c.Next() // nobody reads the line
	}
	if _, err := io.WriteString(c.conn, line+"\n"); err != nil {
		return "", io.EOF
	}
	select {
	case r := <-c.reactions:
		c.due, c.done = c.due+r.Lines, c.done || r.Done
	case <-time.After(Patience):
	}
	return c.Next()
}

// Next returns the next line of the server.
func (c *Client) Next() (string, error) {
	if c.due == 0 && !c.done {
		return "", ErrSilent
	}
	if err := c.conn.SetReadDeadline(time.Now().Add(Patience)); err != nil {
		return "", err
	}
	line, err := c.reader.ReadString('\n')
	if err != nil {
		return line, io.EOF
	}
	c.due--
	return line, nil
}

// Close closes the connection at once, so that its port is free again.
func (c *Client) Close() {
	_ = c.conn.SetLinger(0)
	_ = c.conn.Close()
}

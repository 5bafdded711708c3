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

// Listen starts a server on a free port; each connection gets a session of its own.
func Listen(start func() Session, longest int) (net.Listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go Accept(l, start, longest)
	return l, nil
}

// Accept serves connections until the listener is closed.
func Accept(l net.Listener, start func() Session, longest int) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go serve(conn, start(), longest)
	}
}

func serve(conn net.Conn, session Session, longest int) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	lines.Buffer(make([]byte, 0, min(longest, 4096)), longest)
	for lines.Scan() {
		answer, done := session.Answer(lines.Text())
		for _, line := range answer {
			if _, err := io.WriteString(conn, line+"\n"); err != nil {
				return
			}
		}
		if done {
			return
		}
	}
}

// Patience is how long a client waits for an answer.
const Patience = 500 * time.Millisecond

// Client sends lines and waits for the answer to each.
type Client struct {
	conn   *net.TCPConn
	reader *bufio.Reader
}

// Dial connects to a server.
func Dial(address string) (*Client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn.(*net.TCPConn), reader: bufio.NewReader(conn)}, nil
}

// Ask sends a line and returns the answer. The error is io.EOF if the connection was closed, and os.ErrDeadlineExceeded if
// nothing came in time.
func (c *Client) Ask(line string) (string, error) {
	if _, err := io.WriteString(c.conn, line+"\n"); err != nil {
		return "", io.EOF
	}
	return c.Next()
}

// Next returns the next line of the server.
func (c *Client) Next() (string, error) {
	if err := c.conn.SetReadDeadline(time.Now().Add(Patience)); err != nil {
		return "", err
	}
	line, err := c.reader.ReadString('\n')
	var timeout net.Error
	if err != nil && !(errors.As(err, &timeout) && timeout.Timeout()) {
		return line, io.EOF
	}
	return line, err
}

// Close closes the connection at once, so that its port is free again.
func (c *Client) Close() {
	_ = c.conn.SetLinger(0)
	_ = c.conn.Close()
}

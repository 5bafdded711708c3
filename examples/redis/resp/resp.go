package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// RESP, version 2: a command is an array of bulk strings; a reply begins with a byte for its kind. Lines end with "\r\n".
// A bulk string or an array of length -1 is null.

// kind is the kind of a reply.
type kind byte

const (
	simple    kind = '+'
	fault     kind = '-'
	integer   kind = ':'
	bulk      kind = '$'
	array     kind = '*'
	null      kind = 0 // a bulk string that is null
	nullArray kind = 1
)

// Bounds on the size of replies.
const (
	maxText     = 1 << 20
	maxElements = 1 << 14
	maxDepth    = 8
)

// reply is a reply of the server.
type reply struct {
	kind     kind
	text     string
	number   int64
	elements []reply
}

// client is a connection to the server.
type client struct {
	connection net.Conn
	in         *bufio.Reader
}

// connect makes a connection.
func connect(address string) (*client, error) {
	connection, err := net.DialTimeout("tcp", address, limit)
	if err != nil {
		return nil, fmt.Errorf("the Redis server cannot be reached: %w", err)
	}
	return &client{connection, bufio.NewReader(connection)}, nil
}

func (c *client) close() { c.connection.Close() }

// call sends a command and waits for its reply.
func (c *client) call(words ...string) (reply, error) {
	if err := c.connection.SetDeadline(time.Now().Add(limit)); err != nil {
		return reply{}, err
	}
	if _, err := io.WriteString(c.connection, encode(words)); err != nil {
		return reply{}, err
	}
	return read(c.in, 0)
}

// encode returns the bytes of a command with the given words.
func encode(words []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	return b.String()
}

// read reads one reply, at a nesting depth.
func read(in *bufio.Reader, depth int) (reply, error) {
	line, err := readLine(in)
	if err != nil {
		return reply{}, err
	}
	r := reply{kind: kind(line[0]), text: line[1:]}
	switch r.kind {
	case simple, fault:
		return r, nil
	case integer:
		r.number, err = strconv.ParseInt(r.text, 10, 64)
		return r, err
	case bulk:
		return readBulk(in, r.text)
	case array:
		return readArray(in, r.text, depth)
	}
	return r, fmt.Errorf("the server sent %q, which is no reply", line)
}

// readLine reads a line that is not empty, without its end.
func readLine(in *bufio.Reader) (string, error) {
	text, err := in.ReadSlice('\n')
	if err != nil {
		return "", fmt.Errorf("no reply of the server: %w", err)
	}
	line, ended := strings.CutSuffix(string(text), "\r\n")
	if !ended || line == "" {
		return "", fmt.Errorf("the server sent the line %q", text)
	}
	return line, nil
}

// readBulk reads a bulk string whose length was read.
func readBulk(in *bufio.Reader, length string) (reply, error) {
	n, err := parseLength(length, maxText)
	if err != nil || n < 0 {
		return reply{kind: null}, err
	}
	text := make([]byte, n+2)
	if _, err := io.ReadFull(in, text); err != nil {
		return reply{}, fmt.Errorf("no reply of the server: %w", err)
	}
	if string(text[n:]) != "\r\n" {
		return reply{}, fmt.Errorf("a bulk string of the server is longer than %d bytes", n)
	}
	return reply{kind: bulk, text: string(text[:n])}, nil
}

// readArray reads an array whose length was read.
func readArray(in *bufio.Reader, length string, depth int) (reply, error) {
	n, err := parseLength(length, maxElements)
	if err != nil || n < 0 {
		return reply{kind: nullArray}, err
	}
	if depth == maxDepth {
		return reply{}, fmt.Errorf("the server sent arrays that are nested more than %d deep", maxDepth)
	}
	r := reply{kind: array}
	for range n {
		e, err := read(in, depth+1)
		if err != nil {
			return r, err
		}
		r.elements = append(r.elements, e)
	}
	return r, nil
}

// parseLength reads a length of at most limit; -1 stands for null.
func parseLength(text string, limit int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < -1 || n > limit {
		return 0, fmt.Errorf("the server sent the length %q, expected -1 to %d", text, limit)
	}
	return n, nil
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// limit is the time limit for making a connection.
const limit = 10 * time.Second

// numbers has the server's numbers of jobs. A job unknown to the server is 0, a number that it does not use.
type numbers struct {
	mu   sync.Mutex
	ids  map[int]uint64 // by job
	next int            // the job that was put last
}

func newNumbers() *numbers { return &numbers{ids: map[int]uint64{}} }

func (n *numbers) of(job int) uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ids[job]
}

// expect sets the job that the server numbers next.
func (n *numbers) expect(job int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.next = job
	delete(n.ids, job)
}

// fits reports whether a job that the worker got has the right number. It may come before the producer learns of the number.
func (n *numbers) fits(job int, id uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	known, ok := n.ids[job]
	return ok && known == id || !ok && n.next == job
}

func (n *numbers) inserted(id uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ids[n.next] = id
}

// client is a connection to the server.
type client struct {
	connection net.Conn
	reader     *bufio.Reader
	ids        *numbers
	out        *lines.Writer
	answers    string // the channel of answers of one word
}

func dial(address, answers string, ids *numbers, out *lines.Writer) (*client, error) {
	connection, err := net.DialTimeout("tcp", address, limit)
	if err != nil {
		return nil, fmt.Errorf("the server cannot be reached: %w", err)
	}
	return &client{connection: connection, reader: bufio.NewReader(connection), ids: ids, out: out, answers: answers}, nil
}

func (c *client) send(command string, values ...any) error {
	_, err := fmt.Fprintf(c.connection, command+"\r\n", values...)
	return err
}

// prepare sends a command with a known answer.
func (c *client) prepare(command, want string) error {
	if err := c.send("%s", command); err != nil {
		return err
	}
	got, err := c.line()
	if err == nil && got != want {
		err = fmt.Errorf("%s was answered by %q", command, got)
	}
	return err
}

func (c *client) line() (string, error) {
	text, err := c.reader.ReadString('\n')
	return strings.TrimRight(text, "\r\n"), err
}

// listen passes on the answers of the server until the connection ends, which ends the adapter, since the server never closes it.
func (c *client) listen() {
	for {
		text, err := c.line()
		if err == nil {
			err = c.answer(text)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "the connection to the server:", err)
			os.Exit(1)
		}
	}
}

// answer passes on an answer: its first word, unless it has values. A word that the model does not have fails the test.
func (c *client) answer(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "INSERTED":
		id, err := strconv.ParseUint(rest, 10, 64)
		if err != nil {
			return err
		}
		c.ids.inserted(id)
	case "RESERVED":
		return c.reserved(text)
	case "OK":
		return c.stats(rest)
	}
	return c.out.Send(c.answers, word)
}

// reserved passes on a job that the worker got. Its number must fit its content.
func (c *client) reserved(text string) error {
	var id, size uint64
	if _, err := fmt.Sscanf(text, "RESERVED %d %d", &id, &size); err != nil {
		return fmt.Errorf("%q: %w", text, err)
	}
	content, err := c.content(size)
	if err != nil {
		return err
	}
	job, err := strconv.Atoi(content)
	if err != nil || !c.ids.fits(job, id) {
		return c.out.Send("got", fmt.Sprintf("job %d with the content %q", id, content))
	}
	return c.out.Send("got", job)
}

// stats passes on the server's data about a job: a list of names and values in YAML.
func (c *client) stats(size string) error {
	n, err := strconv.ParseUint(size, 10, 16)
	if err != nil {
		return err
	}
	content, err := c.content(n)
	if err != nil {
		return err
	}
	known := map[string]string{}
	for line := range strings.Lines(content) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			known[name] = value
		}
	}
	priority, err := strconv.Atoi(known["pri"])
	if err != nil {
		return err
	}
	return c.out.Send("stats", known["state"], priority)
}

// content reads a number of bytes, and the end of the line.
func (c *client) content(size uint64) (string, error) {
	content := make([]byte, size+2)
	if _, err := io.ReadFull(c.reader, content); err != nil {
		return "", err
	}
	return string(content[:size]), nil
}

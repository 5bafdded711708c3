package ioco

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Adapter connects a tester with a system under test.
type Adapter interface {
	// Reset brings the system to its initial state.
	Reset(ctx context.Context) error
	// Send gives the system an input.
	Send(ctx context.Context, m Message) error
	// Receive waits for an output; false means that none came in time.
	Receive(ctx context.Context, wait time.Duration) (Message, bool, error)
	// Close ends the system.
	Close() error
}

// ErrSystem is trouble with the system under test itself: it died, or it says what no model could mean.
type ErrSystem struct{ Reason string }

func (e *ErrSystem) Error() string { return e.Reason }

// maxLine bounds one line of the system under test.
const maxLine = 1 << 20

// Process is an adapter for a program that reads inputs and writes outputs as JSON lines:
//
//	to the program:    {"input": "coins", "payload": [150]}
//	from the program:  {"output": "screen", "payload": ["Add"]}
//
// A reset is a restart.
type Process struct {
	system  *sts.System
	command []string
	dir     string

	child  *exec.Cmd
	stdin  io.WriteCloser
	lines  chan line
	ended  chan struct{}
	errors *lastBytes
}

// line is a line of the program, or the end of its output.
type line struct {
	text []byte
	err  error
}

// NewProcess prepares a program; Reset starts it.
func NewProcess(system *sts.System, command []string, dir string) (*Process, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is given for the system under test")
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("the system under test cannot be started: %w", err)
	}
	return &Process{system: system, command: command, dir: dir}, nil
}

// Reset ends the program and starts it anew.
func (p *Process) Reset(context.Context) error {
	if err := p.Close(); err != nil {
		return err
	}
	p.child = exec.Command(p.command[0], p.command[1:]...)
	p.child.Dir = p.dir
	p.errors = &lastBytes{}
	p.child.Stderr = p.errors
	stdin, err := p.child.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := p.child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.child.Start(); err != nil {
		return fmt.Errorf("the system under test cannot be started: %w", err)
	}
	p.stdin, p.lines, p.ended = stdin, make(chan line, 64), make(chan struct{})
	go read(stdout, p.lines, p.ended)
	return nil
}

// read passes lines on until the output ends or nobody wants them any more.
func read(from io.Reader, to chan<- line, ended <-chan struct{}) {
	defer close(to)
	scanner := bufio.NewScanner(from)
	scanner.Buffer(make([]byte, 0, 4096), maxLine)
	for scanner.Scan() {
		select {
		case to <- line{text: bytes.Clone(scanner.Bytes())}:
		case <-ended:
			return
		}
	}
	if err := scanner.Err(); err != nil {
		select {
		case to <- line{err: err}:
		case <-ended:
		}
	}
}

// Send writes an input.
func (p *Process) Send(_ context.Context, m Message) error {
	b, err := json.Marshal(m.Channel.Name)
	if err != nil {
		return err
	}
	text := append([]byte(`{"input": `), b...)
	text = append(text, `, "payload": [`...)
	values := m.Values
	for i, t := range m.Channel.Payload {
		if i > 0 {
			text = append(text, ", "...)
		}
		if text, err = runner.AppendJSON(text, t, values[:t.Size()]); err != nil {
			return err
		}
		values = values[t.Size():]
	}
	if _, err := p.stdin.Write(append(text, "]}\n"...)); err != nil {
		return p.died("it does not read its input")
	}
	return nil
}

func (p *Process) died(what string) error {
	reason := "the system under test is gone: " + what
	if tail := p.errors.String(); tail != "" {
		reason += "; it wrote to standard error: " + tail
	}
	return &ErrSystem{reason}
}

// Receive reads the next output.
func (p *Process) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case l, ok := <-p.lines:
		switch {
		case !ok:
			return Message{}, false, p.died("it closed its output")
		case l.err != nil:
			return Message{}, false, &ErrSystem{"the system under test sent a line that is too long"}
		}
		m, err := parse(p.system, l.text)
		return m, err == nil, err
	case <-timer.C:
		return Message{}, false, nil
	case <-ctx.Done():
		return Message{}, false, ctx.Err()
	}
}

// parse reads a line of the program.
func parse(s *sts.System, text []byte) (Message, error) {
	garbage := func(format string, args ...any) (Message, error) {
		return Message{}, &ErrSystem{fmt.Sprintf("the system under test sent %q: %s", shorten(text), fmt.Sprintf(format, args...))}
	}
	data, err := runner.ReadJSON(text)
	if err != nil {
		return garbage("it is not JSON")
	}
	object, ok := data.(map[string]any)
	name, named := object["output"].(string)
	if !ok || !named {
		return garbage(`expected {"output": CHANNEL, "payload": [...]}`)
	}
	payload, _ := object["payload"].([]any)
	for _, c := range s.Channels {
		if c.Name != name || c.Direction != sts.Output {
			continue
		}
		if len(payload) != len(c.Payload) {
			return garbage("%s carries %d values, not %d", name, len(c.Payload), len(payload))
		}
		m := Message{Channel: c}
		for i, t := range c.Payload {
			values, err := runner.Decode(t, payload[i])
			if err != nil {
				return garbage("value %d of %s: %v", i+1, name, err)
			}
			m.Values = append(m.Values, values...)
		}
		return m, nil
	}
	return garbage("the model has no output channel %q", name)
}

func shorten(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "..."
	}
	return string(text)
}

// Close ends the program and waits for it.
func (p *Process) Close() error {
	if p.child == nil {
		return nil
	}
	close(p.ended)
	p.stdin.Close()
	p.child.Process.Kill()
	p.child.Wait()
	p.child = nil
	return nil
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	mu   sync.Mutex
	kept []byte
}

func (l *lastBytes) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, b...)
	l.kept = l.kept[max(len(l.kept)-1000, 0):]
	return len(b), nil
}

func (l *lastBytes) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.kept))
}

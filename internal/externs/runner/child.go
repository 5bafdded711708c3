package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/program"
)

// child is a running program that answers a line with a line.
type child struct {
	*subprocess.Child
	lines    chan output   // printed by the child, one at a time
	over     chan struct{} // closed when lines are no longer needed
	stderr   *subprocess.Tail
	answered int // how many calls
	ended    sync.Once
}

// output is a line that a child printed, without its end, or the reason why there are no more.
type output struct {
	line []byte
	err  error
}

// startChild starts a program with variables added to our environment. A line may be limit bytes long.
func startChild(command []string, dir string, limit int, variables ...string) (*child, error) {
	c := &child{lines: make(chan output), over: make(chan struct{}), stderr: &subprocess.Tail{}}
	var err error
	if c.Child, err = subprocess.Start(command, dir, c.stderr, variables...); err != nil {
		return nil, fmt.Errorf("cannot start the program: %w: is it executable?", program.Cause(err))
	}
	go c.read(limit)
	return c, nil
}

// read passes lines on until there are no more or none are wanted. It never holds more than one.
func (c *child) read(limit int) {
	in := bufio.NewReaderSize(c.Output, 4096)
	for {
		line, err := readLine(in, limit)
		select {
		case c.lines <- output{line, err}:
		case <-c.over:
			return
		}
		if err != nil {
			return
		}
	}
}

var errFlood = errors.New("printed a line that is longer than the output limit")

// readLine reads up to the end of a line; more than limit bytes are not read.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > limit:
			return line[:limit], errFlood
		case err == nil:
			return line[:len(line)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// died is the error of a child that ended, or closed its output, before it answered.
type died struct {
	answered int    // calls before that
	state    string // how it exited
	reason   string
}

// Error returns the message.
func (d *died) Error() string { return d.reason }

// unexpected is the error for a line that came without a call.
type unexpected struct {
	line string
}

// Error returns the message.
func (u *unexpected) Error() string {
	return fmt.Sprintf("printed %q without a call: print one line per call, and everything else to standard error", text.Clip(u.line, 200))
}

// exchange sends a line and waits for the next. The child is killed when ctx ends, which ends the waiting. An answer that comes
// at that moment does not count, since the child cannot be called again.
func (c *child) exchange(ctx context.Context, line []byte) ([]byte, error) {
	select {
	case o := <-c.lines:
		if o.err == nil {
			o.err = &unexpected{string(o.line)}
		}
		return o.line, o.err
	default:
	}
	stop := context.AfterFunc(ctx, c.Kill)
	message, err := c.answer(line)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	return message, err
}

// answer sends a line and waits for the next.
func (c *child) answer(line []byte) ([]byte, error) {
	if _, err := c.Input.Write(line); err != nil {
		return nil, err
	}
	o := <-c.lines
	if o.err == nil {
		c.answered++
	}
	return o.line, o.err
}

// end kills the child and what it started, and waits for it.
func (c *child) end() {
	c.ended.Do(func() {
		close(c.over)
		_ = c.End() // how it exited is in its state
	})
}

// fate ends a child that failed to answer and returns why it failed; line is its last output.
func (c *child) fate(ctx context.Context, line []byte, failure error) error {
	if stray := (*unexpected)(nil); ctx.Err() != nil || errors.Is(failure, errFlood) || errors.As(failure, &stray) {
		c.end()
		return failure
	}
	state := c.settle()
	reason := "the program " + state
	if len(line) > 0 {
		reason += fmt.Sprintf(" after half a line, %q", text.Clip(string(line), 200))
	}
	if text := c.stderr.String(); text != "" {
		reason += fmt.Sprintf(", its standard error ends with %q", text)
	}
	return &died{c.answered, state, reason}
}

// settle waits until a child that closed its output has exited, kills what it left behind, and returns how it exited.
func (c *child) settle() string {
	c.Input.Close()
	late := c.Settle()
	c.end()
	if late {
		return "closed its output and stayed"
	}
	return "ended (" + c.State() + ")"
}

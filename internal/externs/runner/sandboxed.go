package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// sandboxed is a function in child processes of package sandbox.
type sandboxed struct {
	service
}

// open starts the first child of a kind, which shows whether the program can be used, and returns its reply about the function.
func (s *sandboxed) open(kind string, p sandbox.Program, options Options) (any, error) {
	command, err := sandbox.Command(kind)
	if err != nil {
		return nil, err
	}
	program, err := p.Line()
	if err != nil {
		return nil, err
	}
	ctx, cancel := crowd.WithTimeout(context.Background(), options.CallLimit)
	defer cancel()
	c, about, err := startSandbox(ctx, command, program, options.OutputLimit)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("the file did not load within %v: move the work into the function", options.CallLimit)
	case err != nil:
		return nil, err
	}
	s.children.push(c)
	s.start = func(ctx context.Context) (*child, error) {
		c, _, err := startSandbox(ctx, command, program, options.OutputLimit)
		return c, err
	}
	return about, nil
}

// startSandbox starts a child and gives it its program. The answers of a child are JSON, which takes up to eight times the bytes of a
// result.
func startSandbox(ctx context.Context, command []string, program []byte, output int) (*child, any, error) {
	c, err := startChild(command, "", 8*output+4096, sandbox.Variables...)
	if err != nil {
		return nil, nil, err
	}
	reply, err := c.greet(ctx, program, sandbox.Ready)
	if err != nil {
		return nil, nil, outOfMemory(c.fate(ctx, reply, err))
	}
	about, err := message.Answer(reply)
	if err != nil {
		c.end()
		return nil, nil, plain(err)
	}
	return c, about, nil
}

// ask calls the function with plain data.
func (s *sandboxed) ask(ctx context.Context, args any) (any, error) {
	line, err := value.AppendData(nil, args)
	if err != nil {
		return nil, err
	}
	result, err := s.service.call(ctx, append(line, '\n'))
	return result, plain(outOfMemory(err))
}

// plain returns the error message of a sandbox unchanged.
func plain(err error) error {
	if r := (*message.Refusal)(nil); errors.As(err, &r) {
		return errors.New(r.Text)
	}
	return err
}

// outOfMemory is the error for a sandbox that died, since it exits by itself for no other reason.
func outOfMemory(err error) error {
	gone := (*died)(nil)
	if !errors.As(err, &gone) {
		return err
	}
	return fmt.Errorf("the function needs more than %d MiB of memory, or its process was killed: it %s", sandbox.Memory>>20, gone.state)
}

// greet sends a first line and returns what follows the mark in the line that has it. Other lines do not count.
func (c *child) greet(ctx context.Context, line []byte, mark string) ([]byte, error) {
	defer context.AfterFunc(ctx, c.Kill)()
	if _, err := c.Input.Write(line); err != nil {
		return nil, err
	}
	for {
		o := <-c.lines
		message, marked := bytes.CutPrefix(o.line, []byte(mark))
		if marked || o.err != nil {
			return message, o.err
		}
	}
}

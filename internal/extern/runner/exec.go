package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/extern/program"
)

// maxChildren is how many children of one extern run at the same time.
const maxChildren = 2

// execEngine sends calls to child processes, which are kept alive from call to call; see message.go for the messages.
type execEngine struct {
	function string
	command  []string
	dir      string
	limit    int // bytes of a line
	children pool[*child]
}

func openExec(function, line string, options Options) (*execEngine, error) {
	command, err := program.Command(options.Dir, line)
	if err != nil {
		return nil, err
	}
	return &execEngine{function: function, command: command, dir: options.Dir, limit: options.OutputLimit}, nil
}

// callData sends a call and returns the result. If a child died that had answered before, a fresh one is tried once more: the
// function has no side effects.
func (e *execEngine) callData(ctx context.Context, args []any) (any, error) {
	line, err := request(e.function, args)
	if err != nil {
		return nil, err
	}
	line = append(line, '\n')
	c, ok := e.children.pop()
	if !ok {
		return e.callFresh(ctx, line)
	}
	result, err := e.callChild(ctx, c, line)
	var gone *died
	if errors.As(err, &gone) && gone.answered > 0 && ctx.Err() == nil {
		if result, err = e.callFresh(ctx, line); errors.As(err, &gone) {
			err = fmt.Errorf("%w; it had died before, and this was the second try", err)
		}
	}
	return result, err
}

func (e *execEngine) callFresh(ctx context.Context, line []byte) (any, error) {
	c, err := startChild(e.command, e.dir, e.limit)
	if err != nil {
		return nil, err
	}
	return e.callChild(ctx, c, line)
}

// callChild sends a call to a child and keeps the child for the next call. One that did not answer correctly is ended.
func (e *execEngine) callChild(ctx context.Context, c *child, line []byte) (any, error) {
	message, err := c.exchange(ctx, line)
	if err != nil {
		return nil, c.fate(ctx, message, err)
	}
	result, err := answer(message)
	if refused := (*refusal)(nil); err != nil && !errors.As(err, &refused) {
		c.end()
		return nil, err
	}
	e.children.push(c)
	return result, err
}

func (e *execEngine) close() error {
	for c, ok := e.children.pop(); ok; c, ok = e.children.pop() {
		c.end()
	}
	return nil
}

package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// maxChildren is how many children of one extern run side by side.
const maxChildren = 2

// execEngine asks child processes, which are kept alive from call to call; see message.go for what is said.
type execEngine struct {
	function string
	command  []string
	dir      string
	limit    int // bytes of a line

	mu   sync.Mutex
	idle []*child
}

func openExec(function, line string, options Options) (*execEngine, error) {
	command, err := subprocess.Split(line)
	if err != nil {
		return nil, err
	}
	if command[0], err = findProgram(options.Dir, command[0]); err != nil {
		return nil, err
	}
	return &execEngine{function: function, command: command, dir: options.Dir, limit: options.OutputLimit}, nil
}

func (e *execEngine) callData(ctx context.Context, args []any) (any, error) {
	line, err := request(e.function, args)
	if err != nil {
		return nil, err
	}
	return e.ask(ctx, append(line, '\n'))
}

// ask sends a line and returns the result that comes back. If a child died that had answered before, a fresh one is asked
// once more: the function has no side effects.
func (e *execEngine) ask(ctx context.Context, line []byte) (any, error) {
	c := e.pop()
	if c == nil {
		return e.askFresh(ctx, line)
	}
	result, err := e.askChild(ctx, c, line)
	var gone *died
	if errors.As(err, &gone) && gone.answered > 0 && ctx.Err() == nil {
		if result, err = e.askFresh(ctx, line); errors.As(err, &gone) {
			err = fmt.Errorf("%w; it had died before, and this was the second try", err)
		}
	}
	return result, err
}

func (e *execEngine) askFresh(ctx context.Context, line []byte) (any, error) {
	c, err := startChild(e.command, e.dir, e.limit)
	if err != nil {
		return nil, err
	}
	return e.askChild(ctx, c, line)
}

// askChild asks a child and keeps it for the next call. One that did not answer as it should is ended.
func (e *execEngine) askChild(ctx context.Context, c *child, line []byte) (any, error) {
	message, err := c.ask(ctx, line)
	if err != nil {
		return nil, c.fate(ctx, message, err)
	}
	result, err := answer(message)
	if refused := (*refusal)(nil); err != nil && !errors.As(err, &refused) {
		c.end()
		return nil, err
	}
	e.push(c)
	return result, err
}

func (e *execEngine) push(c *child) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, c)
}

func (e *execEngine) pop() *child {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.idle) == 0 {
		return nil
	}
	c := e.idle[len(e.idle)-1]
	e.idle = e.idle[:len(e.idle)-1]
	return c
}

func (e *execEngine) close() error {
	for c := e.pop(); c != nil; c = e.pop() {
		c.end()
	}
	return nil
}

package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
)

// maxChildren is how many children of one extern run at the same time.
const maxChildren = 2

// service sends calls, a line each, to child processes, which are kept alive from call to call.
type service struct {
	start    func(ctx context.Context) (*child, error)
	retry    bool // a child that died after it had answered is replaced, and called again
	children pool[*child]
}

// call sends a line and reads the answer. If a child died that had answered before, a fresh one is tried once more: functions have
// no side effects.
func (s *service) call(ctx context.Context, line []byte) (any, error) {
	c, ok := s.children.pop()
	if !ok {
		return s.callFresh(ctx, line)
	}
	result, err := s.callChild(ctx, c, line)
	var gone *died
	if s.retry && errors.As(err, &gone) && gone.answered > 0 && ctx.Err() == nil {
		if result, err = s.callFresh(ctx, line); errors.As(err, &gone) {
			err = fmt.Errorf("%w; it had died before, and this was the second try", err)
		}
	}
	return result, err
}

func (s *service) callFresh(ctx context.Context, line []byte) (any, error) {
	c, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	return s.callChild(ctx, c, line)
}

// callChild sends a call to a child and keeps the child for the next call. One that did not answer correctly is ended.
func (s *service) callChild(ctx context.Context, c *child, line []byte) (any, error) {
	reply, err := c.exchange(ctx, line)
	if err != nil {
		return nil, c.fate(ctx, reply, err)
	}
	result, err := message.Answer(reply)
	if refused := (*message.Refusal)(nil); err != nil && !errors.As(err, &refused) {
		c.end()
		return nil, err
	}
	s.children.push(c)
	return result, err
}

func (s *service) close() error {
	for c, ok := s.children.pop(); ok; c, ok = s.children.pop() {
		c.end()
	}
	return nil
}

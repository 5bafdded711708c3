package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/gocall"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
)

// goEngine calls a function of the calling program. A call that hangs is abandoned but cannot be ended: its goroutine stays
// until the function returns.
type goEngine struct {
	function GoFunc
}

func openGo(name string, options Options) (goEngine, error) {
	function := options.Go[name]
	if function == nil {
		return goEngine{}, errors.New("no Go function of this name is registered: register one, or run the model with another runner")
	}
	return goEngine{function}, nil
}

func (e goEngine) callData(ctx context.Context, args []any) (any, error) {
	return within(ctx, func() (any, error) {
		result, err := e.function(args)
		if err != nil {
			return nil, &message.Refusal{Text: text.Clip(err.Error(), 200)}
		}
		return result, nil
	})
}

func (goEngine) close() error { return nil }

// outcome is what a function returned.
type outcome struct {
	result any
	err    error
}

// within runs a function on a goroutine of its own and stops waiting for it when ctx ends. A panic, or the end of its goroutine, becomes an
// error.
func within(ctx context.Context, function func() (any, error)) (any, error) {
	done := make(chan outcome, 1)
	go func() { done <- recovered(function) }()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func recovered(function func() (any, error)) (o outcome) {
	if fault := gocall.Do(func() { o.result, o.err = function() }); fault != nil {
		return outcome{err: fmt.Errorf("the function %s", text.Clip(fault.Error(), 300))}
	}
	return o
}

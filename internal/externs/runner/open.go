package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/program"
)

// Open makes the runner of an extern. A file that is missing, or that does not have the function, is an *Error without
// arguments. Child processes are started at the first call.
func Open(x *sts.Extern, spec sts.Runner, options Options) (Runner, error) {
	options = options.withDefaults()
	r := &guarded{extern: x, spec: spec, limit: options.CallLimit, closing: make(chan struct{})}
	var err error
	if r.engine, r.turns, err = openEngine(x, spec, options); err != nil {
		return nil, &Error{Extern: x, Runner: spec, Reason: err.Error()}
	}
	return r, nil
}

func (o Options) withDefaults() Options {
	if o.CallLimit <= 0 {
		o.CallLimit = DefaultCallLimit
	}
	if o.OutputLimit <= 0 {
		o.OutputLimit = DefaultOutputLimit
	}
	return o
}

// engine is the interface of the kinds of runners. Its errors are reasons; guarded converts them to an *Error.
type engine interface {
	// call runs the function once and returns within moments of the end of ctx.
	call(ctx context.Context, args []term.Value) ([]term.Value, error)

	// close is called once, when no call is under way.
	close() error
}

// openEngine makes the engine of a kind, and the turns that limit how many calls it gets at once (nil: no limit).
func openEngine(x *sts.Extern, spec sts.Runner, options Options) (engine, chan struct{}, error) {
	switch spec.Kind {
	case "starlark":
		e, err := openStarlark(x, spec.Spec, options)
		return translated{x, e}, make(chan struct{}, maxChildren), err
	case "exec":
		e, err := openExec(x.Name, spec.Spec, options)
		return translated{x, e}, make(chan struct{}, maxChildren), err
	case "http":
		e, err := openRequests(x.Name, spec.Spec, options)
		return translated{x, e}, make(chan struct{}, maxRequests), err
	case "go":
		e, err := openGo(x.Name, options)
		return translated{x, e}, nil, err
	case "wasm":
		e, err := openWasm(x, spec.Spec, options)
		return e, make(chan struct{}, maxChildren), err
	}
	return nil, nil, fmt.Errorf("no runner is called %q: use starlark, wasm, exec, http or go", spec.Kind)
}

// guarded gives the calls of an engine a time limit and names extern, inputs and runner when they fail.
type guarded struct {
	engine engine
	extern *sts.Extern
	spec   sts.Runner
	limit  time.Duration
	turns  chan struct{}

	closing  chan struct{} // closed by Close, which ends the calls under way
	mu       sync.Mutex    // guards closed, and underWay against a Close at the same time
	closed   bool
	underWay sync.WaitGroup
}

var errClosed = errors.New("the runner is closed")

// Call implements Runner.
func (g *guarded) Call(ctx context.Context, args []term.Value) ([]term.Value, error) {
	if want := value.Size(value.Types(g.extern.Params)); len(args) != want {
		return nil, g.fail(nil, fmt.Errorf("called with %d scalars instead of %d", len(args), want))
	}
	if args == nil {
		args = []term.Value{} // an *Error without arguments is one before a call
	}
	if !g.enter() {
		return nil, g.fail(args, errClosed)
	}
	defer g.underWay.Done()
	result, err := g.inTurn(ctx, args)
	switch {
	case err == nil:
		return result, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, g.fail(args, err)
}

// enter registers a call, unless the runner is closed.
func (g *guarded) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.underWay.Add(1)
	}
	return !g.closed
}

// inTurn waits until the engine is free, which does not count for the time limit, and calls it.
func (g *guarded) inTurn(ctx context.Context, args []term.Value) ([]term.Value, error) {
	if g.turns != nil {
		select {
		case g.turns <- struct{}{}:
			defer func() { <-g.turns }()
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-g.closing:
			return nil, errClosed
		}
	}
	limited, stop := crowd.WithTimeout(ctx, g.limit)
	defer stop()
	within, cancel := context.WithCancelCause(limited)
	defer cancel(nil)
	go func() {
		select {
		case <-g.closing:
			cancel(errClosed)
		case <-within.Done():
		}
	}()
	result, err := g.engine.call(within, args)
	switch {
	case err == nil || within.Err() == nil:
	case errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil:
		err = fmt.Errorf("no answer within %v: make the function faster or raise the time limit", g.limit)
	default:
		err = context.Cause(within)
	}
	return result, err
}

func (g *guarded) fail(args []term.Value, reason error) error {
	return &Error{Extern: g.extern, Runner: g.spec, Args: args, Reason: reason.Error()}
}

// Close implements Runner. Calls under way fail.
func (g *guarded) Close() error {
	g.mu.Lock()
	again := g.closed
	g.closed = true
	g.mu.Unlock()
	if again {
		return nil
	}
	close(g.closing)
	g.underWay.Wait()
	return g.engine.close()
}

// dataEngine is an engine on plain data instead of scalars; see package value.
type dataEngine interface {
	callData(ctx context.Context, args []any) (any, error)
	close() error
}

// translated is a dataEngine as an engine.
type translated struct {
	extern *sts.Extern
	dataEngine
}

func (t translated) call(ctx context.Context, args []term.Value) ([]term.Value, error) {
	plain, err := value.EncodeAll(value.Types(t.extern.Params), args)
	if err != nil {
		return nil, err
	}
	data, err := t.callData(ctx, plain)
	if err != nil {
		return nil, err
	}
	result, err := value.Decode(t.extern.Result, data)
	if err != nil {
		return nil, wrongAnswer(err)
	}
	return result, nil
}

// readFile reads a file of the model that may not be longer than limit.
func readFile(dir, path string, limit int64) ([]byte, error) {
	if path == "" {
		return nil, errors.New("no file is named: write its path between the quotes")
	}
	path = program.Place(dir, path)
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return nil, errors.New("that is a pipe, not a file") // opening it would wait for a writer
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the file: %w: paths are relative to the folder of the model", program.Cause(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", program.Cause(err))
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("the file is longer than %d bytes", limit)
	}
	return text, nil
}

package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/extern/sandbox"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/value"
)

// maxScript is how many bytes a Starlark file may have.
const maxScript = 1 << 20

// maxSteps is the maximum number of steps of a call; a test lowers it.
var maxSteps uint64 = 200_000_000

// starlarkEngine calls a function of a Starlark file. The interpreter runs in child processes with a limit of memory; see package
// sandbox.
type starlarkEngine struct {
	service
}

func openStarlark(x *sts.Extern, path string, options Options) (*starlarkEngine, error) {
	text, err := readFile(options.Dir, path, maxScript)
	if err != nil {
		return nil, err
	}
	command, err := sandbox.Command()
	if err != nil {
		return nil, err
	}
	program, err := sandbox.Program{
		Path: path, Text: string(text), Function: x.Name, Params: len(x.Params), Steps: maxSteps, Output: options.OutputLimit,
	}.Line()
	if err != nil {
		return nil, err
	}
	e := &starlarkEngine{service{start: func(ctx context.Context) (*child, error) {
		return startScript(ctx, command, program, options.OutputLimit)
	}}}
	return e, e.open(options)
}

// open starts the first child, which shows whether the file can be used.
func (e *starlarkEngine) open(options Options) error {
	ctx, cancel := context.WithTimeout(context.Background(), options.CallLimit)
	defer cancel()
	c, err := e.start(ctx)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the file did not load within %v: move the work into the function", options.CallLimit)
	case err != nil:
		return err
	}
	e.children.push(c)
	return nil
}

// startScript starts a child and gives it its program. The answers of a child are JSON, which takes up to eight times the bytes of a
// result.
func startScript(ctx context.Context, command []string, program []byte, output int) (*child, error) {
	c, err := startChild(command, "", 8*output+4096)
	if err != nil {
		return nil, err
	}
	message, err := c.greet(ctx, program, sandbox.Ready)
	if err != nil {
		return nil, outOfMemory(c.fate(ctx, message, err))
	}
	if _, err := answer(message); errors.As(err, new(*refusal)) {
		c.end()
		return nil, plain(err)
	}
	return c, nil
}

func (e *starlarkEngine) callData(ctx context.Context, args []any) (any, error) {
	floats, err := withFloats(args)
	if err != nil {
		return nil, err
	}
	line, err := value.AppendData(nil, floats)
	if err != nil {
		return nil, err
	}
	result, err := e.call(ctx, append(line, '\n'))
	return result, plain(outOfMemory(err))
}

// withFloats returns arguments with each real as the float that is nearest to it.
func withFloats(data any) (any, error) {
	var err error
	switch d := data.(type) {
	case *big.Rat:
		f, err := value.ToFloat(d)
		return new(big.Rat).SetFloat64(f), err
	case []any:
		out := make([]any, len(d))
		for i := range d {
			if out[i], err = withFloats(d[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(d))
		for name := range d {
			if out[name], err = withFloats(d[name]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return data, nil
}

// plain returns what an interpreter says about an error as it is.
func plain(err error) error {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return errors.New(r.text)
	}
	return err
}

// outOfMemory is the error for an interpreter that died, which it does by itself for no other reason.
func outOfMemory(err error) error {
	gone := (*died)(nil)
	if !errors.As(err, &gone) {
		return err
	}
	return fmt.Errorf("the script needs more than %d MiB of memory, or its interpreter was killed: it %s", sandbox.Memory>>20, gone.state)
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

// Package runner runs the real functions behind externs.
//
// Vocabulary:
//
//	Runner  calls one function: scalars of the arguments in, scalars of the result out
//	kind    how it is run: starlark (script) and wasm (module), both in a sandbox, exec (child process that is kept alive and
//	        reads and writes JSON lines), http (a POST per call), go (a function of the calling Go program)
//	Error   the error of a call, with the extern, the inputs and the runner
//
// A function must be deterministic and free of side effects. Each call has a time limit and an output limit, the output is
// checked against the declared type, and numbers are taken as the exact decimals that the function printed. Runners may be
// called by several goroutines at once.
package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Runner calls one function.
type Runner interface {
	// Call runs the function on the scalars of its arguments and returns the scalars of its result, checked against the
	// declared type. The error is an *Error, or that of ctx.
	Call(ctx context.Context, args []term.Value) ([]term.Value, error)

	// Close ends child processes and frees memory.
	Close() error
}

// Options are the limits of runners. The zero value is the default.
type Options struct {
	Dir         string        // paths are relative to it: the folder of the model
	CallLimit   time.Duration // per call; 0 is DefaultCallLimit
	OutputLimit int           // bytes of one answer; 0 is DefaultOutputLimit
	Go          map[string]GoFunc
}

// GoFunc is a function of the calling Go program. Arguments and result are as in JSON: bool, string, *big.Int, *big.Rat,
// []any for arrays, map[string]any for records, string for members of enumerations.
type GoFunc func(args []any) (any, error)

// Defaults of Options.
const (
	DefaultCallLimit   = 5 * time.Second
	DefaultOutputLimit = 1 << 20
)

// Error is the error of a call, or of opening a runner.
type Error struct {
	Extern *sts.Extern
	Runner sts.Runner
	Args   []term.Value // nil if it failed before a call
	Reason string
}

// Error names the call as a table would write it, the runner, and the reason.
func (e *Error) Error() string {
	what := e.Extern.Name
	if e.Args != nil {
		what = value.FormatCall(e.Extern, e.Args)
	}
	return fmt.Sprintf("%s by %s %q: %s", what, e.Runner.Kind, e.Runner.Spec, e.Reason)
}

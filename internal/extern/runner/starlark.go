package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"go.starlark.net/lib/math"
	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
)

// The limits of Starlark programs.
const (
	maxScript  = 1 << 20 // bytes of a file
	stepsCheck = 1_000   // between looks at the depth of calls
	maxDepth   = 5_000   // of calls within calls; without it endless recursion would use up the stack of Go
)

// maxSteps is the maximum number of steps of a call; a test lowers it.
var maxSteps uint64 = 200_000_000

// starlarkEngine calls a function of a Starlark file. The file is run once, and its definitions are frozen, so calls may run
// concurrently. A program has the modules math and struct, and round; it may use while and recursion, but not load.
type starlarkEngine struct {
	function *starlark.Function
	output   int
}

func openStarlark(x *sts.Extern, path string, options Options) (starlarkEngine, error) {
	text, err := readFile(options.Dir, path, maxScript)
	if err != nil {
		return starlarkEngine{}, err
	}
	globals, err := runScript(path, text, options)
	if err != nil {
		return starlarkEngine{}, err
	}
	function, err := findFunction(x, globals)
	return starlarkEngine{function, options.OutputLimit}, err
}

// runScript runs the statements of a file.
func runScript(path string, text []byte, options Options) (starlark.StringDict, error) {
	ctx, cancel := context.WithTimeout(context.Background(), options.CallLimit)
	defer cancel()
	thread := newThread()
	defer cancelWith(ctx, thread)()
	globals, err := within(ctx, func() (any, error) {
		return starlark.ExecFileOptions(dialect, thread, path, text, predeclared)
	})
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("the file did not load within %v: move the work into the function", options.CallLimit)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot load the file: %w", explain(err))
	}
	defined, _ := globals.(starlark.StringDict)
	defined.Freeze()
	return defined, nil
}

var dialect = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}

var predeclared = starlark.StringDict{
	"math":   math.Module,
	"struct": starlark.NewBuiltin("struct", starlarkstruct.Make),
	"round":  starlark.NewBuiltin("round", round),
}

// findFunction finds the function that is named like the extern and takes its parameters.
func findFunction(x *sts.Extern, globals starlark.StringDict) (*starlark.Function, error) {
	function, ok := globals[x.Name].(*starlark.Function)
	if !ok {
		return nil, fmt.Errorf("the file defines no function %s%s: name the function like the extern", x.Name, only(functions(globals)))
	}
	least, most := arity(function)
	if n := len(x.Params); n < least || n > most {
		return nil, fmt.Errorf("function %s takes %d parameters, the extern has %d: give both the same", x.Name, function.NumParams(), n)
	}
	return function, nil
}

// functions returns the names of the functions that a file defines.
func functions(globals starlark.StringDict) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, v := range globals {
			if _, ok := v.(*starlark.Function); ok && !yield(name) {
				return
			}
		}
	}
}

// only lists the functions that are there instead of the one that is wanted.
func only(names iter.Seq[string]) string {
	sorted := slices.Sorted(names)
	if sorted == nil {
		return ""
	}
	return ", only " + text.Clip(strings.Join(sorted, ", "), 200)
}

// arity returns how many positional arguments a function takes at least and at most.
func arity(f *starlark.Function) (least, most int) {
	positional := f.NumParams() - f.NumKwonlyParams()
	if f.HasVarargs() {
		positional--
	}
	if f.HasKwargs() {
		positional--
	}
	for i := range positional {
		if f.ParamDefault(i) == nil {
			least++
		}
	}
	if f.HasVarargs() {
		return least, 1 << 20
	}
	return least, positional
}

func (e starlarkEngine) callData(ctx context.Context, args []any) (any, error) {
	values, err := toStarlarkAll(args)
	if err != nil {
		return nil, err
	}
	thread := newThread()
	defer cancelWith(ctx, thread)()
	return within(ctx, func() (any, error) {
		result, err := starlark.Call(thread, e.function, values, nil)
		if err != nil {
			return nil, explain(err)
		}
		return (&reader{left: e.output}).read(result, maxNesting)
	})
}

func (starlarkEngine) close() error { return nil }

// newThread makes a thread for one call: it prints nowhere, loads nothing, and has limits of steps and depth.
func newThread() *starlark.Thread {
	thread := &starlark.Thread{
		Print: func(*starlark.Thread, string) {},
		Load: func(*starlark.Thread, string) (starlark.StringDict, error) {
			return nil, errors.New("files cannot load others: put the function and what it needs into one file")
		},
		OnMaxSteps: checkThread,
	}
	thread.SetMaxExecutionSteps(stepsCheck)
	return thread
}

// checkThread is called at intervals while a program runs.
func checkThread(thread *starlark.Thread) {
	switch {
	case thread.ExecutionSteps() >= maxSteps:
		thread.Cancel(fmt.Sprintf("more than %d steps", maxSteps))
	case thread.CallStackDepth() > maxDepth:
		thread.Cancel(fmt.Sprintf("recursion deeper than %d calls", maxDepth))
	default:
		thread.SetMaxExecutionSteps(thread.ExecutionSteps() + stepsCheck)
	}
}

// cancelWith ends a thread with ctx; the function that it returns undoes this.
func cancelWith(ctx context.Context, thread *starlark.Thread) func() bool {
	return context.AfterFunc(ctx, func() { thread.Cancel("time limit") })
}

// explain puts the place of an error before it.
func explain(err error) error {
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		return fmt.Errorf("%s%s", place(failed.CallStack), text.Clip(failed.Msg, 200))
	}
	var unresolved resolve.ErrorList
	if errors.As(err, &unresolved) && len(unresolved) > 0 {
		return unresolved[0]
	}
	return err
}

// place returns the innermost position that is in a file.
func place(stack starlark.CallStack) string {
	for i := range stack {
		if pos := stack.At(i).Pos; pos.Line > 0 {
			return pos.String() + ": "
		}
	}
	return ""
}

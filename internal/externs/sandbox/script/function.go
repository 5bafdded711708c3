// Package script runs functions of Starlark scripts in the children of package sandbox.
package script

import (
	"errors"
	"fmt"
	"iter"

	"go.starlark.net/lib/math"
	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

const (
	stepsCheck = 1_000 // between checks of the depth of calls
	maxDepth   = 5_000 // of calls within calls; without it endless recursion would use up the stack of Go
)

// function is a function of a script that was run once, and whose definitions are frozen: nothing is kept from call to call. A
// script has the modules math and struct, and round; it may use while and recursion, but not load.
type function struct {
	name   string
	script sandbox.Script
	value  *starlark.Function
}

func init() { sandbox.Provide("starlark", serve) }

// serve loads the function of a script for a child.
func serve(p sandbox.Program) (sandbox.Function, any, error) {
	if p.Script == nil {
		p.Script = &sandbox.Script{}
	}
	f, err := load(p.Function, *p.Script)
	return f, nil, err
}

// load runs the statements of a script and finds its function.
func load(name string, s sandbox.Script) (*function, error) {
	f := &function{name: name, script: s}
	defined, err := starlark.ExecFileOptions(dialect, f.newThread(), s.Path, s.Text, predeclared)
	if err != nil {
		return nil, fmt.Errorf("cannot load the file: %w", explain(err))
	}
	defined.Freeze()
	return f, f.find(defined)
}

var dialect = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}

var predeclared = starlark.StringDict{
	"math":   math.Module,
	"struct": starlark.NewBuiltin("struct", starlarkstruct.Make),
	"round":  starlark.NewBuiltin("round", round),
}

// find finds the function that is named like the extern and takes its parameters.
func (f *function) find(globals starlark.StringDict) error {
	name, ok := f.name, false
	if f.value, ok = globals[name].(*starlark.Function); !ok {
		return fmt.Errorf("the file defines no function %s%s: name the function like the extern", name, sandbox.Only(functions(globals)))
	}
	least, most := arity(f.value)
	if n := f.script.Params; n < least || n > most {
		return fmt.Errorf("function %s takes %d parameters, the extern has %d: give both the same", name, f.value.NumParams(), n)
	}
	return nil
}

// functions returns the names of the functions that a script defines.
func functions(globals starlark.StringDict) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, v := range globals {
			if _, ok := v.(*starlark.Function); ok && !yield(name) {
				return
			}
		}
	}
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

// Call calls the function with plain data.
func (f *function) Call(args []any) (any, error) {
	values, err := toStarlarkAll(args)
	if err != nil {
		return nil, err
	}
	result, err := starlark.Call(f.newThread(), f.value, values, nil)
	if err != nil {
		return nil, explain(err)
	}
	return (&reader{left: f.script.Output}).read(result, maxNesting)
}

// newThread makes a thread for one call: it prints nowhere, loads nothing, and has limits of steps and depth.
func (f *function) newThread() *starlark.Thread {
	thread := &starlark.Thread{
		Print: func(*starlark.Thread, string) {},
		Load: func(*starlark.Thread, string) (starlark.StringDict, error) {
			return nil, errors.New("files cannot load others: put the function and what it needs into one file")
		},
		OnMaxSteps: f.check,
	}
	thread.SetMaxExecutionSteps(stepsCheck)
	return thread
}

// check is called at intervals while a script runs.
func (f *function) check(thread *starlark.Thread) {
	switch {
	case thread.ExecutionSteps() >= f.script.Steps:
		thread.Cancel(fmt.Sprintf("more than %d steps", f.script.Steps))
	case thread.CallStackDepth() > maxDepth:
		thread.Cancel(fmt.Sprintf("recursion deeper than %d calls", maxDepth))
	default:
		thread.SetMaxExecutionSteps(thread.ExecutionSteps() + stepsCheck)
	}
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

// Package starlark links the interpreter for the Starlark functions of models into a program. Import it for its effect where a model has
// an extern that says "run starlark":
//
//	import _ "github.com/sextant-mbt/sextant/runners/starlark"
//
// A function runs in a child process with a limit of memory. The child is the program itself, started with an argument of its own: it serves
// the function when this package is initialized, and never comes to main.
package starlark

import _ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script" // registers the interpreter

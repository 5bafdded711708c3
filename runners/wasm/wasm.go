// Package wasm links the runtime for the WebAssembly functions of models into a program. Import it for its effect where a model has an
// extern that says "run wasm":
//
//	import _ "github.com/sextant-mbt/sextant/runners/wasm"
//
// A function runs in a child process with a limit of memory. The child is the program itself, started with an argument of its own: it serves
// the function when this package is initialized, and never comes to main.
package wasm

import _ "github.com/sextant-mbt/sextant/internal/externs/sandbox/module" // registers the runtime

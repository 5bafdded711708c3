// Package sandbox runs functions of Starlark scripts and WebAssembly modules in child processes of this program, which have a limit
// of memory.
//
// No limit within a process is reliable: one call of replace or sorted, or a table that grows, can request all available memory, and a list
// that is nested deeply enough ends the whole process when it is printed. So functions run in a child. The child is the program that this
// package is linked into, sextant or a test of a user, started with an argument that makes it serve a function instead; see Command. The
// interpreters are in packages of their own, script and module, which call Provide when they are initialized, so that only programs that
// need one link it.
//
// A child reads and writes lines of JSON. The first line that it reads is a Program, and it answers with Ready and
// {"result": ...}, which is the Signature of a function of a module, or {"error": "..."}. Each further line is a list of arguments,
// and it answers with {"result": ...} or {"error": "..."}. The arguments and results of modules are words, as wazero has them.
package sandbox

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strconv"
)

// Memory is how many bytes a function may use, beyond what the sandbox takes.
const Memory = 256 << 20

// Ready begins the line that answers a program. Lines before it are not of this package: parts of a user's program may print
// when they are initialized.
const Ready = "sextant-sandbox-1 "

// Program is a script or a module, and the function of it that is called.
type Program struct {
	Function string  `json:"function"`
	Script   *Script `json:"script,omitempty"`
	Module   []byte  `json:"module,omitempty"` // of WebAssembly, if there is no script
}

// Script is a Starlark file, with the limits of a call.
type Script struct {
	Path   string `json:"path"` // as the model names it, for messages
	Text   string `json:"text"`
	Params int    `json:"params"` // of the extern
	Steps  uint64 `json:"steps"`
	Output int    `json:"output"` // about how many bytes a result may have
}

// Signature is the names of the types of a function of a module, such as i64.
type Signature struct {
	Params, Results []string
}

// ReadSignature reads the signature that a child answers a module with.
func ReadSignature(data any) Signature {
	fields, _ := data.(map[string]any)
	return Signature{names(fields["params"]), names(fields["results"])}
}

func names(data any) []string {
	list, _ := data.([]any)
	out := make([]string, len(list))
	for i := range list {
		out[i], _ = list[i].(string)
	}
	return out
}

// Words reads a list of words, as arguments or results of a module.
func Words(data any) ([]uint64, error) {
	list, _ := data.([]any)
	words := make([]uint64, len(list))
	for i := range list {
		digits, _ := list[i].(json.Number)
		var err error
		if words[i], err = strconv.ParseUint(string(digits), 10, 64); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// Data returns words as plain data.
func Data(words []uint64) []any {
	out := make([]any, len(words))
	for i, word := range words {
		out[i] = new(big.Int).SetUint64(word)
	}
	return out
}

// Dict marks data that is a dict for a script, given as pairs of a key and a value. No record has a field without a name.
func Dict(pairs []any) map[string]any { return map[string]any{"": pairs} }

// Line returns the program as a child reads it.
func (p Program) Line() ([]byte, error) {
	text, err := json.Marshal(p)
	return append(text, '\n'), err
}

// childArgument begins the only argument of a child; the kind of its functions follows.
const childArgument = "--sextant-sandbox-"

// loaders has the interpreters that are linked into this program, by kind. It is written while the program is initialized.
var loaders = map[string]Loader{}

// Provide registers the interpreter of a kind of functions, starlark or wasm. It is called when a package is initialized. In a child it does not
// return: a child never reaches its main function; in any program that links the interpreter, it serves the function and exits.
func Provide(kind string, load Loader) {
	loaders[kind] = load
	if len(os.Args) != 2 || os.Args[1] != childArgument+kind {
		return
	}
	err := limitMemory(Memory)
	if err == nil {
		err = serve(os.Stdin, os.Stdout, load)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Command returns the command that starts a child for a kind of functions: this program, even if its file was removed or replaced since it
// was started.
func Command(kind string) ([]string, error) {
	if loaders[kind] == nil {
		return nil, fmt.Errorf("this program does not link the interpreter: import _ \"github.com/sextant-mbt/sextant/runners/%s\"", kind)
	}
	if runtime.GOOS == "linux" {
		return []string{"/proc/self/exe", childArgument + kind}, nil
	}
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the interpreter cannot be started: %w", err)
	}
	return []string{path, childArgument + kind}, nil
}

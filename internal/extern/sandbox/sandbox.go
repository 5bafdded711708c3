// Package sandbox runs functions of Starlark scripts in child processes of this program, which have a limit of memory.
//
// No limit within a process holds: one call of replace or sorted can ask for all memory there is, and a list that is nested deeply
// enough ends the whole process when it is printed. So the interpreter runs in a child. The child is the program that this
// package is linked into, sextant or a test of a user, started with an argument that makes it serve a script instead; see Command.
//
// A child reads and writes lines of JSON. The first line that it reads is a Program, and it answers with Ready and {} or
// {"error": "..."}. Each further line is a list of arguments, and it answers with {"result": ...} or {"error": "..."}.
package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
)

// Memory is how many bytes a script may use, beyond what its interpreter takes.
const Memory = 256 << 20

// Ready begins the line that answers a program. Lines before it are not of this package: parts of a user's program may print
// when they are initialized.
const Ready = "sextant-sandbox-1 "

// Program is a script and the function of it that is called, with the limits of a call.
type Program struct {
	Path     string `json:"path"` // as the model names it, for messages
	Text     string `json:"text"`
	Function string `json:"function"`
	Params   int    `json:"params"` // of the extern
	Steps    uint64 `json:"steps"`
	Output   int    `json:"output"` // about how many bytes a result may have
}

// Line returns the program as a child reads it.
func (p Program) Line() ([]byte, error) {
	text, err := json.Marshal(p)
	return append(text, '\n'), err
}

// childArgument is the only argument of a child.
const childArgument = "--sextant-sandbox"

// Command returns the command that starts a child: this program, even if its file was removed or replaced since it was started.
func Command() ([]string, error) {
	if runtime.GOOS == "linux" {
		return []string{"/proc/self/exe", childArgument}, nil
	}
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the interpreter cannot be started: %w", err)
	}
	return []string{path, childArgument}, nil
}

// A child never comes to its main function: whatever program this is linked into, it serves the script and exits.
func init() {
	if len(os.Args) != 2 || os.Args[1] != childArgument {
		return
	}
	if err := limitMemory(Memory); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

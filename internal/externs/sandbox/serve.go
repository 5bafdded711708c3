package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// serve answers calls until there are no more.
func serve(from io.Reader, to io.Writer, load Loader) error {
	in := bufio.NewReader(from)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the interpreter got no program: %w", err)
	}
	f, signature, err := read(line, load)
	if _, err := to.Write(append([]byte(Ready), reply(signature, err)...)); err != nil {
		return err
	}
	for err == nil {
		if line, err = in.ReadBytes('\n'); errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, err = to.Write(answer(f, line))
		}
	}
	return err
}

// Function is a function that was loaded.
type Function interface {
	// Call calls the function with plain data.
	Call(args []any) (any, error)
}

// Loader loads the function of a program. It also returns the description of the function that the child replies with: its
// signature, or nil.
type Loader func(p Program) (f Function, about any, err error)

// read reads a program and loads its function.
func read(line []byte, load Loader) (Function, any, error) {
	var p Program
	if err := json.Unmarshal(line, &p); err != nil {
		return nil, nil, err
	}
	return load(p)
}

// answer makes a call and returns the line that answers it.
func answer(f Function, line []byte) []byte {
	data, err := value.ReadJSON(line)
	args, ok := data.([]any)
	if err == nil && !ok {
		err = errors.New("expected a list of arguments")
	}
	if err != nil {
		return reply(nil, err)
	}
	return reply(f.Call(args))
}

// reply returns a line: a result, or an error.
func reply(result any, err error) []byte {
	line, unwritten := value.AppendData([]byte(`{"result":`), result)
	if err == nil {
		err = unwritten
	}
	if err != nil {
		line, _ = value.AppendData([]byte(`{"error":`), err.Error()) // writing a string does not fail
	}
	return append(line, "}\n"...)
}

// Only lists the functions that exist, for the message that the requested one does not.
func Only(names iter.Seq[string]) string {
	sorted := slices.Sorted(names)
	if sorted == nil {
		return ""
	}
	return ", only " + text.Clip(strings.Join(sorted, ", "), 200)
}

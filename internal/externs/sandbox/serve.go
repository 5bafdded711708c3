package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sextant-mbt/sextant/internal/core/value"
)

// serve answers calls until there are no more.
func serve(from io.Reader, to io.Writer) error {
	in := bufio.NewReader(from)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the interpreter got no program: %w", err)
	}
	f, signature, err := read(line)
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

// callee is a function that was loaded.
type callee interface {
	call(args []any) (any, error)
}

// read reads a program and loads its function, and returns the signature of one that has it.
func read(line []byte) (f callee, signature any, err error) {
	var p Program
	if err := json.Unmarshal(line, &p); err != nil {
		return nil, nil, err
	}
	if p.Script != nil {
		f, err = load(p.Function, *p.Script)
		return f, nil, err
	}
	m, err := compile(p.Function, p.Module)
	if err != nil {
		return nil, nil, err
	}
	return m, m.signature(), nil
}

// answer makes a call and returns the line that answers it.
func answer(f callee, line []byte) []byte {
	data, err := value.ReadJSON(line)
	args, ok := data.([]any)
	if err == nil && !ok {
		err = errors.New("expected a list of arguments")
	}
	if err != nil {
		return reply(nil, err)
	}
	return reply(f.call(args))
}

// reply returns a line: a result, or an error.
func reply(result any, err error) []byte {
	text, unwritten := value.AppendData([]byte(`{"result":`), result)
	if err == nil {
		err = unwritten
	}
	if err != nil {
		text, _ = value.AppendData([]byte(`{"error":`), err.Error()) // writing a string does not fail
	}
	return append(text, "}\n"...)
}

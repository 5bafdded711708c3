package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sextant-mbt/sextant/internal/value"
)

// serve answers calls until there are no more.
func serve(from io.Reader, to io.Writer) error {
	in := bufio.NewReader(from)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the interpreter got no program: %w", err)
	}
	f, err := read(line)
	if _, err := to.Write(append([]byte(Ready), reply(nil, err)...)); err != nil {
		return err
	}
	for err == nil {
		if line, err = in.ReadBytes('\n'); errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, err = to.Write(f.answer(line))
		}
	}
	return err
}

// read reads a program and loads its script.
func read(line []byte) (*function, error) {
	var p Program
	if err := json.Unmarshal(line, &p); err != nil {
		return nil, err
	}
	return load(p)
}

// answer makes a call and returns the line that answers it.
func (f *function) answer(line []byte) []byte {
	data, err := value.ReadJSON(line)
	args, ok := data.([]any)
	if err == nil && !ok {
		err = errors.New("expected a list of arguments")
	}
	if err != nil {
		return reply(nil, err)
	}
	result, err := f.call(args)
	if err != nil {
		return reply(nil, err)
	}
	text, err := value.AppendData([]byte(`{"result":`), result)
	return reply(append(text, '}'), err)
}

// reply returns a line: an answer, or an error.
func reply(answer []byte, err error) []byte {
	switch {
	case err != nil:
		text, _ := value.AppendData([]byte(`{"error":`), err.Error()) // writing a string does not fail
		return append(text, "}\n"...)
	case answer == nil:
		return []byte("{}\n")
	}
	return append(answer, '\n')
}

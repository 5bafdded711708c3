package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The messages between us and a program or server, one JSON object each:
//
//	{"function": "INTGR", "args": [[1, 2]]}     the question
//	{"result": 30}                              the answer
//	{"error": "no such grid"}                   the answer if there is no result

// question writes the message for a call, without an end of line.
func question(function string, args []any) ([]byte, error) {
	b := appendText([]byte(`{"function":`), function)
	b, err := appendData(append(b, `,"args":`...), args)
	return append(b, '}'), err
}

// appendData writes plain data as JSON.
func appendData(b []byte, data any) ([]byte, error) {
	switch d := data.(type) {
	case bool:
		return strconv.AppendBool(b, d), nil
	case string:
		return appendText(b, d), nil
	case *big.Int:
		return d.Append(b, 10), nil
	case *big.Rat:
		return append(b, decimal(d)...), nil
	case []any:
		return appendList(b, d)
	case map[string]any:
		return appendObject(b, d)
	}
	return nil, fmt.Errorf("cannot send %s", describe(data))
}

func appendList(b []byte, list []any) ([]byte, error) {
	b = append(b, '[')
	for i, element := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendData(b, element); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendObject(b []byte, object map[string]any) ([]byte, error) {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(object)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, name), ':')
		var err error
		if b, err = appendData(b, object[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendText writes a string of JSON; what is not UTF-8 becomes U+FFFD.
func appendText(b []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		quoted = []byte(`""`)
	}
	return append(b, quoted...)
}

// form is the hint of messages about answers that are not understood.
const form = `: answer one line {"result": …} or {"error": "…"}`

// answer reads the result out of a message.
func answer(message []byte) (any, error) {
	data, err := readJSON(message)
	if err != nil {
		return nil, fmt.Errorf("answered %q, which is not JSON (%w)%s", clip(string(message)), err, form)
	}
	object, _ := data.(map[string]any)
	if reason, ok := object["error"]; ok && reason != nil {
		return nil, &refusal{errorText(reason)}
	}
	result, ok := object["result"]
	if !ok {
		return nil, fmt.Errorf("answered %q, which has no result%s", clip(string(message)), form)
	}
	return result, nil
}

// refusal is the error that a function answers in due form.
type refusal struct {
	text string
}

func (r *refusal) Error() string { return "the function says: " + r.text }

func errorText(reason any) string {
	if text, ok := reason.(string); ok {
		return clip(text)
	}
	return describe(reason)
}

// readJSON reads one JSON value; its numbers are json.Number.
func readJSON(message []byte) (any, error) {
	if !utf8.Valid(message) {
		return nil, errors.New("not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(message))
	decoder.UseNumber()
	var data any
	if err := decoder.Decode(&data); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more after the end of the value")
	}
	return data, nil
}

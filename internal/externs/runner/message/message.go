// Package message has the messages between a runner and a program or server that has the function of an extern.
package message

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// The messages between us and a program or server, one JSON object each:
//
//	{"function": "INTGR", "args": [[1, 2]]}     the call
//	{"result": 30}                              the answer
//	{"error": "no such grid"}                   the answer if there is no result

// Request writes the message for a call, without a line end.
func Request(function string, args []any) ([]byte, error) {
	b, err := value.AppendData([]byte(`{"function":`), function)
	if err != nil {
		return nil, err
	}
	b, err = value.AppendData(append(b, `,"args":`...), args)
	return append(b, '}'), err
}

// form is the hint for answers that cannot be parsed.
const form = `: answer one line {"result": …} or {"error": "…"}`

// Answer reads the result out of a message.
func Answer(message []byte) (any, error) {
	data, err := value.ReadJSON(message)
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return nil, fmt.Errorf("answered %q: %w", text.Clip(string(message), 200), repeated)
	}
	if err != nil {
		return nil, fmt.Errorf("answered %q, which is not JSON (%w)%s", text.Clip(string(message), 200), err, form)
	}
	object, _ := data.(map[string]any)
	if reason, ok := object["error"]; ok && reason != nil {
		return nil, &Refusal{errorText(reason)}
	}
	result, ok := object["result"]
	if !ok {
		return nil, fmt.Errorf("answered %q, which has no result%s", text.Clip(string(message), 200), form)
	}
	return result, nil
}

// Refusal is an error that a function returned as its answer.
type Refusal struct {
	Text string
}

// Error returns the message.
func (r *Refusal) Error() string { return "the function returned an error: " + r.Text }

func errorText(reason any) string {
	if s, ok := reason.(string); ok {
		return text.Clip(s, 200)
	}
	return value.Describe(reason)
}

// Requests are the calls of one function to a server.
type Requests interface {
	// Call makes a call with plain data and returns within moments of the end of ctx.
	Call(ctx context.Context, args []any) (any, error)
	// Close closes connections.
	Close() error
}

package runner

import (
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

// request writes the message for a call, without a line end.
func request(function string, args []any) ([]byte, error) {
	b, err := value.AppendData([]byte(`{"function":`), function)
	if err != nil {
		return nil, err
	}
	b, err = value.AppendData(append(b, `,"args":`...), args)
	return append(b, '}'), err
}

// form is the hint for answers that cannot be parsed.
const form = `: answer one line {"result": …} or {"error": "…"}`

// answer reads the result out of a message.
func answer(message []byte) (any, error) {
	data, err := value.ReadJSON(message)
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return nil, fmt.Errorf("answered %q: %w", text.Clip(string(message), 200), repeated)
	}
	if err != nil {
		return nil, fmt.Errorf("answered %q, which is not JSON (%w)%s", text.Clip(string(message), 200), err, form)
	}
	object, _ := data.(map[string]any)
	if reason, ok := object["error"]; ok && reason != nil {
		return nil, &refusal{errorText(reason)}
	}
	result, ok := object["result"]
	if !ok {
		return nil, fmt.Errorf("answered %q, which has no result%s", text.Clip(string(message), 200), form)
	}
	return result, nil
}

// refusal is an error that a function returned as its answer.
type refusal struct {
	text string
}

// Error returns the message.
func (r *refusal) Error() string { return "the function returned an error: " + r.text }

func errorText(reason any) string {
	if s, ok := reason.(string); ok {
		return text.Clip(s, 200)
	}
	return value.Describe(reason)
}

// wrongAnswer is the error for a result that is not of the declared type.
func wrongAnswer(err error) error {
	if m := (*value.Mismatch)(nil); errors.As(err, &m) && m.Path != "" {
		return fmt.Errorf("wrong answer %w", err)
	}
	return fmt.Errorf("wrong answer: %w", err)
}

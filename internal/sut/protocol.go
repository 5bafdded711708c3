package sut

import (
	"encoding/json"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// protocol is how messages look on a carrier.
type protocol interface {
	// write makes the text of an input.
	write(m Message) ([]byte, error)
	// read understands a text of the system; false means that it is none of the outputs, and may be passed over.
	read(text []byte) (Message, bool, error)
}

// jsonMessages is our own protocol:
//
//	to the system:    {"input": "coins", "payload": [150]}
//	from the system:  {"output": "screen", "payload": ["Add"]}
//
// and, where a reset is a message:
//
//	to the system:    {"reset": true}
//	from the system:  {"ready": true}
type jsonMessages struct{ system *sts.System }

func (p jsonMessages) write(m Message) ([]byte, error) {
	name, err := json.Marshal(m.Channel.Name)
	if err != nil {
		return nil, err
	}
	text := append([]byte(`{"input": `), name...)
	text = append(text, `, "payload": [`...)
	values := m.Values
	for i, t := range m.Channel.Payload {
		if i > 0 {
			text = append(text, ", "...)
		}
		if text, err = runner.AppendJSON(text, t, values[:t.Size()]); err != nil {
			return nil, err
		}
		values = values[t.Size():]
	}
	return append(text, "]}"...), nil
}

func (p jsonMessages) read(text []byte) (Message, bool, error) {
	data, err := runner.ReadJSON(text)
	if err != nil {
		return garbage(text, "it is not JSON")
	}
	object, ok := data.(map[string]any)
	name, named := object["output"].(string)
	if !ok || !named {
		return garbage(text, `expected {"output": CHANNEL, "payload": [...]}`)
	}
	payload, list := object["payload"].([]any)
	if !list && object["payload"] != nil {
		return garbage(text, "the payload must be a list")
	}
	m, err := Output(p.system, name, payload)
	if err != nil {
		return garbage(text, err.Error())
	}
	return m, true, nil
}

// garbage is the error of a text that is no output.
func garbage(text []byte, reason string) (Message, bool, error) {
	return Message{}, false, &ErrSystem{fmt.Sprintf("the system under test sent %q: %s", shorten(text), reason)}
}

// resetMessage asks a system to reset itself.
type resetMessage struct {
	ask    []byte
	isDone func(text []byte) bool // tells whether a text is the answer
}

// jsonReset is the reset of our own protocol.
var jsonReset = &resetMessage{ask: []byte(`{"reset": true}`), isDone: func(text []byte) bool {
	data, err := runner.ReadJSON(text)
	object, _ := data.(map[string]any)
	return err == nil && object["ready"] == true
}}

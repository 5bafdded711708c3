package sut

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
	"github.com/sextant-mbt/sextant/internal/value"
)

// protocol is how messages look on a carrier.
type protocol interface {
	// write makes the text of an input.
	write(m Message) ([]byte, error)
	// read understands a text of the system; false means that it is no output and is ignored.
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
	payload, err := jsonTexts(m)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"input": %s, "payload": [%s]}`, name, strings.Join(payload, ", ")), nil
}

func (p jsonMessages) read(text []byte) (Message, bool, error) {
	data, err := value.ReadJSON(text)
	if err != nil {
		return garbage(text, notJSON(err).Error())
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

// notJSON returns what is wrong with a text that cannot be read as JSON.
func notJSON(err error) error {
	if repeated := (*value.RepeatedName)(nil); errors.As(err, &repeated) {
		return repeated
	}
	return errors.New("it is not JSON")
}

// garbage is the error of a text that is no output.
func garbage(line []byte, reason string) (Message, bool, error) {
	return Message{}, false, &ErrSystem{fmt.Sprintf("the system under test sent %q: %s", text.Clip(line, 200), reason)}
}

// resetMessage makes a system reset itself.
type resetMessage struct {
	ask    []byte
	isDone func(text []byte) bool // reports whether a text is the answer
}

// jsonReset is the reset of our own protocol.
var jsonReset = &resetMessage{ask: []byte(`{"reset": true}`), isDone: func(text []byte) bool {
	data, err := value.ReadJSON(text)
	object, _ := data.(map[string]any)
	return err == nil && object["ready"] == true
}}

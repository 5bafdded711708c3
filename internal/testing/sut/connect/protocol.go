package connect

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// protocol is the form of messages on a carrier.
type protocol interface {
	// write returns the bytes of an input.
	write(m sut.Message) ([]byte, error)
	// read parses a message of the system; false means that it is not an output and is ignored.
	read(text []byte) (sut.Message, bool, error)
}

// jsonMessages is the default JSON protocol:
//
//	to the system:    {"input": "coins", "payload": [150]}
//	from the system:  {"output": "screen", "payload": ["Add"]}
//
// and, where a reset is a message:
//
//	to the system:    {"reset": true}
//	from the system:  {"ready": true}
type jsonMessages struct {
	system   *sts.System
	notation content.Notation
}

func (p jsonMessages) write(m sut.Message) ([]byte, error) {
	payload, err := p.notation.Texts(m.Channel, m.Values)
	if err != nil {
		return nil, err
	}
	name, err := value.AppendData(nil, m.Channel.Name)
	return fmt.Appendf(nil, `{"input": %s, "payload": [%s]}`, name, strings.Join(payload, ", ")), err
}

func (p jsonMessages) read(text []byte) (sut.Message, bool, error) {
	data, err := value.ReadJSON(text)
	if err != nil {
		return garbage(text, content.NotJSON(err).Error())
	}
	object, ok := data.(map[string]any)
	name, named := object["output"].(string)
	if !ok || !named {
		return garbage(text, `expected {"output": CHANNEL, "payload": [...]}`)
	}
	payload, list := object["payload"].([]any)
	given, hasPayload := object["payload"]
	if !list && given != nil {
		return garbage(text, "the payload must be a list")
	}
	if p.notation.Strict && (len(object) > 2 || len(object) == 2 && !hasPayload) {
		return garbage(text, "there are other members than output and payload")
	}
	m, err := sut.OutputAs(p.system, name, payload, p.notation)
	if err != nil {
		return garbage(text, err.Error())
	}
	return m, true, nil
}

// garbage returns the error for a text that is not an output.
func garbage(line []byte, reason string) (sut.Message, bool, error) {
	return sut.Message{}, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system under test sent %q: %s", text.Clip(line, 200), reason)}
}

// mapped is the protocol of a mapping.
type mapped struct {
	*binding
	lines bool // messages are lines
}

func (p mapped) write(m sut.Message) ([]byte, error) {
	form, ok := p.inputs[m.Channel.Name]
	if !ok {
		return nil, notAnInput(m)
	}
	text, err := form.write(m, p.lines)
	if err != nil {
		return nil, sut.NotCarried(m, err)
	}
	return text, nil
}

func notAnInput(m sut.Message) error {
	return fmt.Errorf("%s is not an input of the model", m.Channel.Name)
}

func (p mapped) read(text []byte) (sut.Message, bool, error) {
	m, err := understand(p.outputs, observed{text: p.encoding.Decode(text)})
	if err != nil {
		return garbage(text, err.Error())
	}
	return m, true, nil
}

// ignoring is a protocol with messages that are ignored.
type ignoring struct {
	protocol
	ignore   *outputForm
	encoding content.Encoding
}

func (p ignoring) read(text []byte) (sut.Message, bool, error) {
	if p.ignore.fits(observed{text: p.encoding.Decode(text)}) {
		return sut.Message{}, false, nil
	}
	return p.protocol.read(text)
}

package sut

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Forms are the rules of a mapping, bound to the channels of a model.

// inputForm is how an input is written.
type inputForm struct {
	body    body
	request *requestForm  // of HTTP
	outputs []*outputForm // of HTTP: what the response may be
	only    []*expression // by value: the texts that can be sent; nil if all can
}

// body is the text of an input: a template, a JSON document, or nothing.
type body struct {
	text *bound
	json *jsonContent
}

// outputForm is how an output is recognised.
type outputForm struct {
	channel *sts.Channel // nil for messages that are ignored
	status  statusSet    // of HTTP
	content content      // nil if there is nothing to find
}

// found returns the index in the payload of each value in the body.
func (b body) found() []int {
	switch {
	case b.text != nil:
		return b.text.values
	case b.json != nil:
		return b.json.values
	}
	return nil
}

// write makes the text of a body.
func (b body) write(m *Message) ([]byte, error) {
	var texts []string
	var err error
	if m != nil && b.text != nil {
		texts, err = plainTexts(*m)
	} else if m != nil && b.json != nil {
		texts, err = jsonTexts(*m)
	}
	switch {
	case err != nil:
		return nil, err
	case b.text != nil:
		return []byte(b.text.render(texts)), nil
	case b.json != nil:
		return b.json.write(texts)
	}
	return nil, nil
}

// mapped is the protocol of a mapping.
type mapped struct {
	*binding
	lines bool
}

func (p mapped) write(m Message) ([]byte, error) {
	form, ok := p.inputs[m.Channel.Name]
	if !ok {
		return nil, notAnInput(m)
	}
	text, err := form.write(m)
	if err == nil && p.lines {
		err = checkLine(text)
	}
	if err != nil {
		return nil, notCarried(m, err)
	}
	return text, nil
}

func notAnInput(m Message) error {
	return fmt.Errorf("%s is not an input of the model", m.Channel.Name)
}

// write makes the text of an input, if the system can read its values from it.
func (f *inputForm) write(m Message) ([]byte, error) {
	texts, err := plainTexts(m)
	if err != nil {
		return nil, err
	}
	for i, only := range f.only {
		if only != nil && !only.compiled.MatchString(texts[i]) {
			return nil, fmt.Errorf("%s = %q does not fit %q", valueNames(m.Channel)[i], text.Clip(texts[i], 200), only.source)
		}
	}
	if f.body.text != nil {
		if err := f.body.text.checkSeparate(m.Channel, texts); err != nil {
			return nil, err
		}
	}
	return f.body.write(&m)
}

// checkSeparate rejects a string that has in it what stands after its place: the system would take it for the end of the value.
func (b *bound) checkSeparate(c *sts.Channel, texts []string) error {
	for i := range len(b.places) - 1 {
		v, next := b.values[i], b.literals[i+1]
		if value.IsString(c.Payload[v]) && next != "" && strings.Index(texts[v]+next, next) < len(texts[v]) {
			return fmt.Errorf("%s = %q has %q in it, which ends it", valueNames(c)[v], text.Clip(texts[v], 200), next)
		}
	}
	return nil
}

// checkLine rejects a text that has several lines.
func checkLine(text []byte) error {
	if strings.ContainsAny(string(text), "\r\n") {
		return errors.New("it has the end of a line in it; write the value as JSON, with json instead of text")
	}
	return nil
}

func (p mapped) read(text []byte) (Message, bool, error) {
	m, err := understand(p.outputs, text, success.low)
	if err != nil {
		return garbage(text, err.Error())
	}
	return m, true, nil
}

// ignoring is a protocol with messages that are ignored.
type ignoring struct {
	protocol
	ignore *outputForm
}

func (p ignoring) read(text []byte) (Message, bool, error) {
	if p.ignore.fits(text) {
		return Message{}, false, nil
	}
	return p.protocol.read(text)
}

// fits reports whether a text has the content of the form; its status is checked elsewhere.
func (f *outputForm) fits(text []byte) bool {
	if f.content == nil {
		return true
	}
	_, err := f.content.read(text)
	return err == nil
}

// understand finds the first output that a text can be. The error has the reason for each why it is not.
func understand(outputs []*outputForm, text []byte, status int) (Message, error) {
	var reasons []string
	for _, form := range outputs {
		m, err := form.message(text, status)
		if err == nil {
			return m, nil
		}
		reasons = append(reasons, form.channel.Name+": "+err.Error())
	}
	if len(reasons) > 5 {
		reasons = append(reasons[:5], "...")
	}
	return Message{}, fmt.Errorf("it fits no output of the mapping (%s)", strings.Join(reasons, "; "))
}

// message reads an output.
func (f *outputForm) message(text []byte, status int) (Message, error) {
	if !f.status.has(status) {
		return Message{}, fmt.Errorf("the status is not %s", f.status)
	}
	var payload []any
	if f.content != nil {
		var err error
		if payload, err = f.content.read(text); err != nil {
			return Message{}, err
		}
	}
	return decodePayload(f.channel, payload)
}

package connect

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// Forms are the rules of a mapping, bound to the channels of a model.

// inputForm is how an input is written.
type inputForm struct {
	body    body
	request *requestForm  // of HTTP
	headers []headerForm  // of HTTP
	outputs []*outputForm // of HTTP: the possible responses
	only    []*content.Expression
}

// body is the text of an input: a template, a JSON document, or nothing.
type body struct {
	text     *content.Bound
	json     *content.Document
	encoding content.Encoding
	notation content.Notation
}

func (b body) isEmpty() bool { return b.text == nil && b.json == nil }

// found returns the index in the payload of each value in the body.
func (b body) found() []int {
	switch {
	case b.text != nil:
		return b.text.Values()
	case b.json != nil:
		return b.json.Values()
	}
	return nil
}

// write returns the bytes of a body.
func (b body) write(m *sut.Message) ([]byte, error) {
	if b.isEmpty() {
		return nil, nil
	}
	written, err := b.render(m)
	if err != nil {
		return nil, err
	}
	return b.encoding.Encode(written)
}

// render returns the text of a body; without a message there are no values.
func (b body) render(m *sut.Message) (string, error) {
	if m == nil {
		m = &sut.Message{Channel: new(sts.Channel)}
	}
	switch {
	case b.text != nil:
		plain, err := b.notation.Plain(m.Channel, m.Values)
		if err != nil {
			return "", err
		}
		return b.text.Render(plain.Texts, b.encoding)
	case b.notation.Omit:
		data, err := b.notation.Write(m.Channel, m.Values)
		if err != nil {
			return "", err
		}
		return b.json.WriteShort(data)
	}
	texts, err := b.notation.Texts(m.Channel, m.Values)
	if err != nil {
		return "", err
	}
	return b.json.Write(texts)
}

// write returns the bytes of an input, if the system can read its values from them.
func (f *inputForm) write(m sut.Message, lines bool) ([]byte, error) {
	plain, err := f.body.notation.Plain(m.Channel, m.Values)
	if err != nil {
		return nil, err
	}
	for i, only := range f.only {
		if only != nil && !plain.Absent[i] && !only.Fits(plain.Texts[i]) {
			return nil, fmt.Errorf("%s = %q does not fit %q", content.ValueNames(m.Channel)[i], text.Clip(plain.Texts[i], 200), only.Source)
		}
	}
	if f.body.text != nil {
		if err := checkText(*f.body.text, plain, lines); err != nil {
			return nil, err
		}
	}
	return f.body.write(&m)
}

// checkText rejects values that the system cannot read from a text.
func checkText(b content.Bound, plain content.Plain, lines bool) error {
	err := errors.Join(b.CheckSeparate(plain.Texts), b.CheckPresent(plain))
	if err == nil && lines {
		err = b.CheckLines(plain.Texts)
	}
	return err
}

// outputForm is how an output is recognised.
type outputForm struct {
	channel *sts.Channel    // nil for messages that are ignored
	event   event           // empty for messages
	status  statusSet       // of HTTP
	content content.Content // nil if there is nothing to find
	headers []headerForm
	counts  []countForm

	notation content.Notation
}

// headerForm is a header with its content, which is either written or read.
type headerForm struct {
	name string
	text content.Bound
	read content.Content
}

// countForm is a list of variable length that fills an array of the model, and the value that gets its length.
type countForm struct{ list, number int }

// found returns the index in the payload of each value that the form finds.
func (f *outputForm) found() []int {
	var out []int
	if f.content != nil {
		out = f.content.Found()
	}
	for _, h := range f.headers {
		out = append(out, h.read.Found()...)
	}
	for _, c := range f.counts {
		out = append(out, c.number)
	}
	return out
}

// observed is a message or an event of a system.
type observed struct {
	event   event
	text    string
	status  int         // of HTTP
	headers http.Header // of HTTP, and of a WebSocket that was opened
}

// fits reports whether a text is the content of the form; its status is checked elsewhere.
func (f *outputForm) fits(o observed) bool { return f.find(o, nil) == nil }

// find stores the values that it finds in a payload.
func (f *outputForm) find(o observed, payload []any) error {
	for _, h := range f.headers {
		values, ok := o.headers[h.name]
		if !ok && h.text.Optional() {
			continue
		}
		if !ok {
			return fmt.Errorf("there is no header %s", h.name)
		}
		if err := h.read.Read(values[0], payload); err != nil {
			return fmt.Errorf("header %s: %w", h.name, err)
		}
	}
	if f.content == nil {
		return nil
	}
	return f.content.Read(o.text, payload)
}

// understand returns the possible readings of an observation: one message, with the others in its Others. The error has the
// reason for each output why it does not fit.
func understand(outputs []*outputForm, o observed) (sut.Message, error) {
	var readings []sut.Message
	var reasons []string
	for _, form := range outputs {
		if form.event != o.event {
			continue
		}
		m, err := form.message(o)
		if err == nil {
			readings = append(readings, m)
			continue
		}
		reasons = append(reasons, form.channel.Name+": "+err.Error())
	}
	if len(readings) > 0 {
		m := readings[0]
		m.Others = readings[1:]
		return m, nil
	}
	if len(reasons) > 5 {
		reasons = append(reasons[:5], "...")
	}
	if len(reasons) == 0 {
		return sut.Message{}, errors.New("the mapping has no output for it")
	}
	return sut.Message{}, fmt.Errorf("it fits no output of the mapping (%s)", strings.Join(reasons, "; "))
}

// message reads an output.
func (f *outputForm) message(o observed) (sut.Message, error) {
	if o.status != 0 && !f.status.has(o.status) {
		return sut.Message{}, fmt.Errorf("the status is not %s", f.status)
	}
	payload := make([]any, len(f.channel.Payload))
	if err := f.find(o, payload); err != nil {
		return sut.Message{}, err
	}
	payload, err := sut.ReadPayload(f.channel, payload, f.notation)
	if err != nil {
		return sut.Message{}, err
	}
	for _, c := range f.counts {
		if err := c.fill(f.channel, payload); err != nil {
			return sut.Message{}, err
		}
	}
	return sut.DecodePayload(f.channel, payload)
}

package content

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Notation is how a system writes the values of a payload as data.
type Notation struct {
	Unions value.UnionForms
	Omit   bool // members whose value is none are not written
	Strict bool // members that the model does not have are kept when reading, so that they are rejected
}

// Write returns the values of a payload as data for the system.
func (n Notation) Write(c *sts.Channel, scalars []term.Value) ([]any, error) {
	out, err := value.EncodeAll(c.Payload, scalars)
	if err != nil {
		return nil, err
	}
	for i, t := range c.Payload {
		if n.Omit {
			out[i] = value.Short(t, out[i])
		}
		out[i] = n.Unions.Write(t, out[i])
	}
	return out, nil
}

// Read converts data of the system to plain data.
func (n Notation) Read(t *sts.Type, data any) (any, error) {
	out, err := n.Unions.Read(t, data)
	if err != nil || n.Strict {
		return out, err
	}
	return value.Known(t, out), nil
}

// Texts returns the values of a payload as JSON.
func (n Notation) Texts(c *sts.Channel, scalars []term.Value) ([]string, error) {
	data, err := n.Write(c, scalars)
	if err != nil {
		return nil, err
	}
	return jsonTexts(data)
}

func jsonTexts(data []any) ([]string, error) {
	out := make([]string, len(data))
	for i := range data {
		text, err := value.AppendData(nil, data[i])
		if err != nil {
			return nil, err
		}
		out[i] = string(text)
	}
	return out, nil
}

// Plain returns the values of a payload as text. Members whose value is none are null.
func (n Notation) Plain(c *sts.Channel, scalars []term.Value) (Plain, error) {
	n.Omit = false
	data, err := n.Write(c, scalars)
	if err != nil {
		return Plain{}, err
	}
	out := Plain{Absent: make([]bool, len(data)), data: data}
	if out.Texts, err = jsonTexts(data); err != nil {
		return Plain{}, err
	}
	for i := range out.Texts {
		if text, ok := data[i].(string); ok {
			out.Texts[i] = text
		}
		if data[i] == nil {
			out.Texts[i], out.Absent[i] = "", true
		}
	}
	return out, nil
}

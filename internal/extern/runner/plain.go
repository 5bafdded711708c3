package runner

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Values on the wire, for others that speak JSON about values of the language: adapters of systems under test.

// AppendJSON appends the JSON form of a value, given its scalars.
func AppendJSON(b []byte, t *sts.Type, values []term.Value) ([]byte, error) {
	data, err := encode(t, values)
	if err != nil {
		return b, err
	}
	return appendData(b, data)
}

// ReadJSON reads one JSON document with exact numbers, within the limits of messages.
func ReadJSON(message []byte) (any, error) { return readJSON(message) }

// Decode checks plain data against a type and returns its scalars.
func Decode(t *sts.Type, data any) ([]term.Value, error) { return decode(t, "", data, nil) }

// Encode turns the scalars of a value into plain data.
func Encode(t *sts.Type, values []term.Value) (any, error) { return encode(t, values) }

package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// AppendJSON appends the JSON form of a value.
func AppendJSON(b []byte, t *sts.Type, scalars []term.Value) ([]byte, error) {
	if t.Scalar != nil && t.Scalar.Kind == term.KindInt {
		if n, small := scalars[0].Small(); small {
			return strconv.AppendInt(b, n, 10), nil
		}
	}
	data, err := Encode(t, scalars)
	if err != nil {
		return b, err
	}
	return AppendData(b, data)
}

// JSON returns the JSON forms of the values of several types.
func JSON(types []*sts.Type, scalars []term.Value) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(types))
	for i, part := range Each(types, scalars) {
		var err error
		if out[i], err = AppendJSON(nil, types[i], part); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// AppendData appends plain data as JSON, with exact numbers and sorted fields. A json.RawMessage is appended unchanged.
func AppendData(b []byte, data any) ([]byte, error) {
	var err error
	switch d := data.(type) {
	case nil:
		return append(b, "null"...), nil
	case float64:
		return appendFloat(b, d)
	case bool:
		return strconv.AppendBool(b, d), nil
	case string:
		return appendText(b, d), nil
	case json.RawMessage:
		return append(b, d...), nil
	case *big.Int:
		return d.Append(b, 10), nil
	case *big.Rat:
		return append(b, decimal(d)...), nil
	case []any:
		b = append(b, '[')
		for i, element := range d {
			if b, err = AppendData(separate(b, i), element); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case map[string]any:
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(d)) {
			if b, err = AppendData(append(appendText(separate(b, i), name), ':'), d[name]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	}
	return nil, fmt.Errorf("cannot send %s", Describe(data))
}

// appendFloat appends the decimal that a number prints as.
func appendFloat(b []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("cannot send %s", Describe(f))
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64), nil
}

func separate(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// appendText appends a JSON string; bytes that are not UTF-8 become U+FFFD.
func appendText(b []byte, text string) []byte {
	if strings.IndexFunc(text, isEscaped) < 0 {
		return append(append(append(slices.Grow(b, len(text)+2), '"'), text...), '"')
	}
	quoted, _ := json.Marshal(text) // marshalling a string does not fail
	return append(b, quoted...)
}

// isEscaped reports whether a character is written as an escape sequence in JSON, or may be.
func isEscaped(r rune) bool {
	return r < ' ' || r >= utf8.RuneSelf || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
}

// ReadJSON reads one JSON document as plain data; its numbers are json.Number. An object with a duplicate name is an error.
func ReadJSON(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var data any
	if err := decoder.Decode(&data); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more after the end of the value")
	}
	if err := checkNames(text); err != nil {
		return nil, err
	}
	return data, nil
}

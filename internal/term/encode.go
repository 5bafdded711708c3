package term

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Encode writes a value as text that Decode of its sort reads back exactly, unless it is longer than MaxEncoded. It is for files
// that only programs read; Format is for people.
func (v Value) Encode() string {
	switch r := v.ref.(type) {
	case string:
		return r
	case *big.Int:
		return r.String()
	case *big.Rat:
		return r.RatString()
	}
	return strconv.FormatInt(v.n, 10)
}

// MaxEncoded bounds how long the text of a value may be.
const MaxEncoded = 100_000

// Decode reads what Encode wrote of a value of the sort.
func (s *Sort) Decode(text string) (Value, error) {
	v, err := s.decode(text)
	if err == nil && !s.Contains(v) {
		err = fmt.Errorf("%s is not of type %s", v.Format(s), s)
	}
	return v, err
}

func (s *Sort) decode(text string) (Value, error) {
	switch {
	case len(text) > MaxEncoded:
		return Value{}, fmt.Errorf("a value has %d characters, more than %d", len(text), MaxEncoded)
	case s.Kind == KindString:
		return StringValue(text), nil
	case strings.Trim(text, "-/0123456789") != "":
		return Value{}, errors.New("not a number")
	}
	switch s.Kind {
	case KindInt:
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return BigValue(n), nil
		}
	case KindReal:
		if r, ok := new(big.Rat).SetString(text); ok {
			return RatValue(r), nil
		}
	default:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return IntValue(n), nil
		}
	}
	return Value{}, fmt.Errorf("%s is not of type %s", text, s)
}

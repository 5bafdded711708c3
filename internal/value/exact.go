package value

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/term"
)

// MaxEncoded bounds how long the text of a value may be.
const MaxEncoded = 100_000

// ReadExact reads what term.Value.Encode wrote of a value of the sort.
func ReadExact(s *term.Sort, text string) (term.Value, error) {
	v, err := readExact(s, text)
	if err == nil && !s.Contains(v) {
		err = fmt.Errorf("%s is not of type %s", v.Format(s), s)
	}
	return v, err
}

func readExact(s *term.Sort, text string) (term.Value, error) {
	switch {
	case len(text) > MaxEncoded:
		return term.Value{}, fmt.Errorf("a value has %d characters, more than %d", len(text), MaxEncoded)
	case s.Kind == term.KindString:
		return term.StringValue(text), nil
	case strings.Trim(text, "-/0123456789") != "":
		return term.Value{}, errors.New("not a number")
	}
	switch s.Kind {
	case term.KindInt:
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return term.BigValue(n), nil
		}
	case term.KindReal:
		if r, ok := new(big.Rat).SetString(text); ok {
			return term.RatValue(r), nil
		}
	default:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return term.IntValue(n), nil
		}
	}
	return term.Value{}, fmt.Errorf("%s is not of type %s", text, s)
}

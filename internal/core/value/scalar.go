package value

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxText is the length of the longest string that Decode accepts, in bytes.
const maxText = 1 << 20

func encodeScalar(s *term.Sort, v term.Value) (any, error) {
	switch s.Kind {
	case term.KindBool:
		return v.Bool(), nil
	case term.KindReal:
		return v.Rat(), nil
	case term.KindString:
		return v.Text(), nil
	case term.KindEnum:
		if !s.Contains(v) {
			return nil, mismatch("%s is not a member of %s", v.Format(s), s)
		}
		return v.Format(s), nil
	case term.KindBits:
		if n, _ := v.Small(); !s.Signed {
			return new(big.Int).SetUint64(uint64(n)), nil
		}
	}
	return v.Big(), nil
}

// DecodeScalar checks plain data against a sort. The error is a *Mismatch.
func DecodeScalar(s *term.Sort, data any) (term.Value, error) {
	switch s.Kind {
	case term.KindBool:
		if b, ok := data.(bool); ok {
			return term.BoolValue(b), nil
		}
		return term.Value{}, wrongType("expected %s, got %s", s, Describe(data))
	case term.KindString:
		return decodeText(s, data)
	case term.KindEnum:
		return decodeMember(s, data)
	}
	return decodeNumber(s, data)
}

func decodeText(s *term.Sort, data any) (term.Value, error) {
	text, ok := data.(string)
	switch {
	case !ok:
		return term.Value{}, wrongType("expected %s, got %s", s, Describe(data))
	case len(text) > maxText:
		return term.Value{}, mismatch("expected a string of at most %d bytes, got one of %d", maxText, len(text))
	case !utf8.ValidString(text):
		return term.Value{}, mismatch("expected a string in UTF-8, got %s", Describe(data))
	}
	return term.StringValue(text), nil
}

func decodeMember(s *term.Sort, data any) (term.Value, error) {
	if name, ok := data.(string); ok {
		if i := slices.Index(s.Members, name); i >= 0 {
			return term.IntValue(int64(i)), nil
		}
	} else if r, err := number(data); err == nil && r.IsInt() && r.Num().IsInt64() {
		if v := term.RatValue(r); s.Contains(v) {
			return v, nil
		}
	}
	return term.Value{}, mismatch("expected a member of %s (%s), got %s", s, strings.Join(s.Members, ", "), Describe(data))
}

// decodeNumber reads a real, which may be a string, or an integer.
func decodeNumber(s *term.Sort, data any) (term.Value, error) {
	text, isText := data.(string)
	var r *big.Rat
	var err error
	if isText && s.Kind == term.KindReal {
		r, err = ParseReal(text)
	} else {
		r, err = number(data)
	}
	switch {
	case errors.Is(err, errNotNumber) && !(isText && s.Kind == term.KindReal):
		return term.Value{}, wrongType("expected %s, got %s", s, Describe(data))
	case err != nil && !errors.Is(err, errNotNumber):
		return term.Value{}, mismatch("expected %s, got %s (%v)", s, Describe(data), err)
	case err == nil && s.Kind == term.KindReal:
		return term.RatValue(r), nil
	case err == nil && r.IsInt():
		if v, ok := integer(s, r.Num()); ok {
			return v, nil
		}
	}
	return term.Value{}, mismatch("expected %s, got %s", s, Describe(data))
}

// integer returns the value of an integer sort for n, unless n is out of range. A machine integer is its bit pattern.
func integer(s *term.Sort, n *big.Int) (term.Value, bool) {
	if s.Kind != term.KindBits {
		v := term.BigValue(n)
		return v, s.Contains(v)
	}
	magnitude, width := n, s.Width
	if s.Signed {
		width--
		if n.Sign() < 0 {
			magnitude = new(big.Int).Not(n)
		}
	}
	if magnitude.Sign() < 0 || magnitude.BitLen() > width {
		return term.Value{}, false
	}
	if n.IsInt64() {
		return term.IntValue(n.Int64()), true
	}
	return term.IntValue(int64(n.Uint64())), true
}

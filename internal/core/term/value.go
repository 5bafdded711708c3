package term

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Value is one concrete scalar. Its kind is known from the sort of the term or variable it belongs to.
// Small integers, booleans (0, 1), enumeration indices and machine bits live in n; ref holds a *big.Int or *big.Rat where
// n is too small, a string, or a *List. The form is canonical: ref is nil whenever an int64 can hold the number.
type Value struct {
	n   int64
	ref any
}

// BoolValue is a Boolean.
func BoolValue(b bool) Value {
	if b {
		return Value{n: 1}
	}
	return Value{}
}

// IntValue is a small integer, an enumeration index, or the pattern of machine bits.
func IntValue(n int64) Value { return Value{n: n} }

// StringValue is a string.
func StringValue(s string) Value { return Value{ref: s} }

// BigValue is an integer of any size.
func BigValue(n *big.Int) Value {
	if n.IsInt64() {
		return Value{n: n.Int64()}
	}
	return Value{ref: new(big.Int).Set(n)}
}

// RatValue is an exact rational, the value of a real.
func RatValue(r *big.Rat) Value {
	if r.IsInt() {
		if n := r.Num(); n.IsInt64() {
			return Value{n: n.Int64()}
		}
	}
	return Value{ref: new(big.Rat).Set(r)}
}

// Bool reports whether a boolean value is true.
func (v Value) Bool() bool { return v.n != 0 }

// Small is the number if an int64 holds it.
func (v Value) Small() (int64, bool) { return v.n, v.ref == nil }

// Text is the string of a string value.
func (v Value) Text() string {
	s, _ := v.ref.(string)
	return s
}

// Big is the number of an int value.
func (v Value) Big() *big.Int {
	switch r := v.ref.(type) {
	case *big.Int:
		return r
	case *big.Rat:
		return new(big.Int).Div(r.Num(), r.Denom())
	}
	return big.NewInt(v.n)
}

// Rat is the number of an int or real value.
func (v Value) Rat() *big.Rat {
	switch r := v.ref.(type) {
	case *big.Rat:
		return r
	case *big.Int:
		return new(big.Rat).SetInt(r)
	}
	return new(big.Rat).SetInt64(v.n)
}

// Equal reports whether two values of one sort are the same.
func (v Value) Equal(w Value) bool {
	if v.ref == nil || w.ref == nil {
		return v.ref == nil && w.ref == nil && v.n == w.n
	}
	switch r := v.ref.(type) {
	case string:
		return w.ref == r
	case *List:
		other, ok := w.ref.(*List)
		return ok && (r == other || slices.EqualFunc(r.items, other.items, Value.Equal))
	}
	return v.Rat().Cmp(w.Rat()) == 0
}

// SameValues reports whether two lists have equal values in the same order.
func SameValues(a, b []Value) bool { return slices.EqualFunc(a, b, Value.Equal) }

// CompareInt orders two int or real values.
func CompareInt(v, w Value) int {
	if v.ref == nil && w.ref == nil {
		return cmp.Compare(v.n, w.n)
	}
	return v.Rat().Cmp(w.Rat())
}

// Encode writes a value as text that value.ReadExact reads back exactly, unless it is longer than value.MaxEncoded. Use it for files that
// only programs read, and Format for readers.
func (v Value) Encode() string {
	switch r := v.ref.(type) {
	case string:
		return r
	case *big.Int:
		return r.String()
	case *big.Rat:
		return r.RatString()
	case *List:
		return string(r.encode(nil))
	}
	return strconv.FormatInt(v.n, 10)
}

// AppendKey appends bytes that identify the value: those of different lists of values differ.
func (v Value) AppendKey(b []byte) []byte {
	switch r := v.ref.(type) {
	case nil:
		return strconv.AppendInt(append(b, ' '), v.n, 36)
	case *List:
		b = append(strconv.AppendInt(append(b, '['), int64(len(r.items)), 36), ':')
		for _, item := range r.items {
			b = item.AppendKey(b)
		}
		return b
	}
	text := v.Encode()
	return append(append(strconv.AppendInt(append(b, '='), int64(len(text)), 36), '='), text...)
}

// Format prints v as the language writes values of sort s; a real that has no finite decimal prints as a fraction.
func (v Value) Format(s *Sort) string {
	switch s.Kind {
	case KindBool:
		return strconv.FormatBool(v.Bool())
	case KindEnum:
		if v.n >= 0 && v.n < int64(len(s.Members)) {
			return s.Members[v.n]
		}
		return fmt.Sprintf("%s#%d", s.Name, v.n)
	case KindBits:
		if !s.Signed {
			return strconv.FormatUint(uint64(v.n), 10)
		}
		return strconv.FormatInt(v.n, 10)
	case KindString:
		return Quote(v.Text())
	case KindReal:
		return FormatRat(v.Rat())
	case KindTuple, KindSeq, KindSet, KindMap:
		return v.formatList(s)
	default:
		return v.Encode()
	}
}

// Quote writes a string literal of the language.
func Quote(s string) string {
	if strings.IndexFunc(s, isEscaped) < 0 {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isEscaped reports whether a character of a string is not written as it is. What is not UTF-8 is written as the replacement character.
func isEscaped(r rune) bool {
	return r < ' ' || r == '"' || r == '\\' || r == 0x7f || r == utf8.RuneError
}

// FormatRat prints a rational as an exact decimal if there is one of reasonable length, otherwise as a fraction.
func FormatRat(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 18 {
		return r.FloatString(max(digits, 1))
	}
	return r.RatString()
}

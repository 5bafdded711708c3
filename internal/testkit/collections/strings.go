package collections

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Operations on strings, computed with slices of characters.

// isText reports whether v is a string or a collection of strings.
func isText(v, _ *Type) bool {
	return v.Kind == String || v.isCollection() && v.ranged().Kind == String
}

// function draws the application of a total function to some operands, of which the first is a string.
func (d *drawer) function(name string, f func(v []Value) Value, depth int, types ...*Type) Expression {
	operands := make([]Expression, len(types))
	for i, t := range types {
		operands[i] = d.expression(t, depth, i > 0)
	}
	return apply(name+"()", name+"("+slots(len(types))+")", total(f), operands...)
}

// drawTextPart draws a string that is computed from another, or from a number.
func drawTextPart(d *drawer, _ *Type, depth int, _ bool) Expression {
	switch d.IntN(8) {
	case 0:
		return apply("index of a string", "%s[%s]", characterAt, d.expression(text, depth, false), d.expression(integer, depth, true))
	case 1:
		return apply("slice of a string", "%s[%s:%s]", textSlice, d.expression(text, depth, false), d.expression(integer, depth, true), d.expression(integer, depth, true))
	case 2:
		return d.function("substring", substring, depth, text, integer, integer)
	case 3:
		return d.function("replace", replaceFirst, depth, text, text, text)
	case 4:
		return d.function("replaceAll", replaceEach, depth, text, text, text)
	case 5:
		return d.function("upper", func(v []Value) Value { return shifted(v[0].(string), 'a', 'z', 'A'-'a') }, depth, text)
	case 6:
		return d.function("lower", func(v []Value) Value { return shifted(v[0].(string), 'A', 'Z', 'a'-'A') }, depth, text)
	}
	return d.function("string", func(v []Value) Value { return strconv.Itoa(v[0].(int)) }, depth, integer)
}

// drawTextNumber draws a number that is computed from a string.
func drawTextNumber(d *drawer, _ *Type, depth int, _ bool) Expression {
	switch d.IntN(3) {
	case 0:
		return d.function("indexOf", func(v []Value) Value { return textIndex(v[0], v[1], 0) }, depth, text, text)
	case 1:
		return d.function("indexOf", func(v []Value) Value { return textIndex(v[0], v[1], v[2].(int)) }, depth, text, text, integer)
	}
	return d.function("int", digits, depth, text)
}

// drawTextTest draws a condition on a string.
func drawTextTest(d *drawer, _ *Type, depth int, _ bool) Expression {
	switch d.IntN(4) {
	case 0:
		return d.function("contains", func(v []Value) Value { return textIndex(v[0], v[1], 0) >= 0 }, depth, text, text)
	case 1:
		return d.function("startsWith", func(v []Value) Value { return hasTextAt(v[0], v[1], 0) }, depth, text, text)
	case 2:
		return d.function("endsWith", func(v []Value) Value { return hasTextAt(v[0], v[1], len(runes(v[0]))-len(runes(v[1]))) }, depth, text, text)
	}
	p := patterns[d.IntN(len(patterns))]
	return apply("matches()", fmt.Sprintf("matches(%%s, %q)", p.source), total(func(v []Value) Value { return p.matches(v[0].(string)) }), d.expression(text, depth, false))
}

// patterns are regular expressions, with what they say.
var patterns = []struct {
	source  string
	matches func(s string) bool
}{
	{"[ab]+", func(s string) bool { return s != "" && strings.Trim(s, "ab") == "" }},
	{"a|é.*", func(s string) bool { return s == "a" || strings.HasPrefix(s, "é") && !strings.Contains(s, "\n") }},
	{"", func(s string) bool { return s == "" }},
	{"-?[0-9]{1,2}", func(s string) bool {
		s = strings.TrimPrefix(s, "-")
		return len(s) >= 1 && len(s) <= 2 && strings.Trim(s, "0123456789") == ""
	}},
}

func runes(v Value) []rune { return []rune(v.(string)) }

func characterAt(v []Value) (Value, Failure) {
	s, i := runes(v[0]), v[1].(int)
	if i < 0 || i >= len(s) {
		return nil, IndexOutOfBounds
	}
	return string(s[i]), 0
}

func textSlice(v []Value) (Value, Failure) {
	s, low, high := runes(v[0]), v[1].(int), v[2].(int)
	if low < 0 || low > high || high > len(s) {
		return nil, IndexOutOfBounds
	}
	return string(s[low:high]), 0
}

func substring(v []Value) Value {
	s, start, length := runes(v[0]), v[1].(int), v[2].(int)
	if start < 0 || start >= len(s) || length <= 0 {
		return ""
	}
	return string(s[start:min(start+length, len(s))])
}

// hasTextAt reports whether t stands in s from a character on.
func hasTextAt(s, t Value, at int) bool {
	whole, part := runes(s), runes(t)
	return at >= 0 && at+len(part) <= len(whole) && slices.Equal(whole[at:at+len(part)], part)
}

// textIndex is where t begins in s for the first time, from a character on, or -1.
func textIndex(s, t Value, from int) int {
	for i := from; from >= 0 && i <= len(runes(s)); i++ {
		if hasTextAt(s, t, i) {
			return i
		}
	}
	return -1
}

func replaceFirst(v []Value) Value {
	i := textIndex(v[0], v[1], 0)
	if i < 0 {
		return v[0]
	}
	s := runes(v[0])
	return string(s[:i]) + v[2].(string) + string(s[i+len(runes(v[1])):])
}

func replaceEach(v []Value) Value {
	s, out := runes(v[0]), ""
	if v[1] == "" {
		return v[0]
	}
	for i := 0; i < len(s); {
		if hasTextAt(v[0], v[1], i) {
			out += v[2].(string)
			i += len(runes(v[1]))
		} else {
			out += string(s[i])
			i++
		}
	}
	return out
}

// shifted adds an offset to the characters from first to last.
func shifted(s string, first, last, offset rune) string {
	return strings.Map(func(r rune) rune {
		if r >= first && r <= last {
			return r + offset
		}
		return r
	}, s)
}

// digits is the number that a string is written as, or -1.
func digits(v []Value) Value {
	n := 0
	for _, r := range v[0].(string) {
		if r < '0' || r > '9' {
			return -1
		}
		if n = 10*n + int(r-'0'); n > maxNumber {
			return maxNumber + 1 // too large in any case
		}
	}
	if v[0] == "" {
		return -1
	}
	return n
}

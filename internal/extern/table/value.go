package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// parseValue reads the text of a cell as a value of a type into out, which has room for its scalars.
func parseValue(t *sts.Type, text string, out []term.Value) *fault {
	if t.Scalar != nil {
		v, f := wholeScalar(t.Scalar, text)
		if f != nil && f.end == 0 {
			f.end = len(text)
		}
		out[0] = v
		return f
	}
	r := &valueReader{text: text}
	r.value(t, out)
	r.skip()
	if r.fault == nil && r.at < len(text) {
		r.fail(r.at, len(text), "the value ends before", "unexpected %s after the value", show(text[r.at:]))
	}
	return r.fault
}

// wholeScalar reads a cell that is one scalar. A string is plain text, or a literal of the language if it begins with a quote.
func wholeScalar(sort *term.Sort, text string) (term.Value, *fault) {
	if sort.Kind != term.KindString {
		return scalar(sort, text)
	}
	if !strings.HasPrefix(text, `"`) {
		return term.StringValue(text), nil
	}
	value, length, f := literal(text)
	if f == nil && length < len(text) {
		f = wrongType(`within a literal, a quote is written \"`, "text follows the quote that closes the string")
		f.start, f.end = length, len(text)
	}
	return term.StringValue(value), f
}

// literal reads the string literal that text begins with, and tells its length.
func literal(text string) (string, int, *fault) {
	length := literalLength(text)
	if length < 2 || text[length-1] != '"' || length > len(text) {
		f := wrongType(`close it with "; a quote within is written \"`, "the string is not closed")
		f.end = len(text)
		return "", 0, f
	}
	var out strings.Builder
	for at := 1; at < length-1; {
		r, size := character(text[at : length-1])
		if size == 0 {
			f := wrongType(`the escapes are \" \\ \n \t \r \u{41}; a backslash itself is \\`, "this is not an escape of a string")
			f.start, f.end = at, at+1
			return "", 0, f
		}
		out.WriteRune(r)
		at += size
	}
	return out.String(), length, nil
}

// character reads one character or escape of a literal; its size is 0 if the escape is wrong.
func character(text string) (rune, int) {
	const letters, values = `"\ntr`, "\"\\\n\t\r"
	if text[0] != '\\' {
		return utf8.DecodeRuneInString(text)
	}
	if len(text) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(letters, text[1]); i >= 0 {
		return rune(values[i]), 2
	}
	code, _, closed := strings.Cut(strings.TrimPrefix(text, `\u{`), "}")
	number, err := strconv.ParseUint(code, 16, 32)
	if !strings.HasPrefix(text, `\u{`) || !closed || err != nil || number > utf8.MaxRune || !utf8.ValidRune(rune(number)) {
		return 0, 0
	}
	return rune(number), len(`\u{}`) + len(code)
}

// valueReader reads arrays and records, led by their type. After the first fault it does nothing.
type valueReader struct {
	text  string
	at    int
	fault *fault
}

func (r *valueReader) fail(start, end int, hint, format string, args ...any) {
	if r.fault == nil {
		r.fault = &fault{diag.CodeTableValue, start, end, fmt.Sprintf(format, args...), hint}
	}
}

func (r *valueReader) skip() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// take goes over a sign if it stands here.
func (r *valueReader) take(sign byte) bool {
	r.skip()
	if r.fault != nil || r.at >= len(r.text) || r.text[r.at] != sign {
		return false
	}
	r.at++
	return true
}

// want goes over a sign that must stand here.
func (r *valueReader) want(sign byte, t *sts.Type) bool {
	if r.take(sign) {
		return true
	}
	here := "the end of the cell"
	if r.at < len(r.text) {
		here = show(r.text[r.at:])
	}
	r.fail(r.at, max(r.at+1, len(r.text)), "a value of type "+t.String()+" looks like "+example(t), "expected `%c`, found %s", sign, here)
	return false
}

func (r *valueReader) value(t *sts.Type, out []term.Value) {
	switch {
	case r.fault != nil:
	case t.Scalar != nil:
		r.scalar(t.Scalar, out)
	case t.IsArray():
		r.array(t, out)
	default:
		r.record(t, out)
	}
}

// scalar reads up to the next sign that ends a part.
func (r *valueReader) scalar(sort *term.Sort, out []term.Value) {
	r.skip()
	if sort.Kind == term.KindString {
		r.string(out)
		return
	}
	start := r.at
	length := strings.IndexAny(r.text[start:], ",]}")
	if length < 0 {
		length = len(r.text) - start
	}
	text := strings.TrimRight(r.text[start:start+length], " \t\r\n")
	v, f := scalar(sort, text)
	out[0] = v
	r.at += length
	r.adopt(f, start, len(text))
}

// adopt takes over the fault of a part; one without a place is about the whole part.
func (r *valueReader) adopt(f *fault, start, length int) {
	if f == nil || r.fault != nil {
		return
	}
	if f.end == 0 {
		f.end = length
	}
	f.start += start
	f.end += start
	r.fault = f
}

func (r *valueReader) string(out []term.Value) {
	start := r.at
	if r.at >= len(r.text) || r.text[r.at] != '"' {
		r.fail(start, len(r.text), `write strings within arrays and records with double quotes: ["a", "b"]`, "expected a string in double quotes")
		return
	}
	value, length, f := literal(r.text[start:])
	r.at += length
	out[0] = term.StringValue(value)
	r.adopt(f, start, len(r.text)-start)
}

func (r *valueReader) array(t *sts.Type, out []term.Value) {
	start := r.at
	if !r.want('[', t) {
		return
	}
	size, n := t.Elem.Size(), 0
	for ; r.fault == nil && !r.take(']'); n++ {
		if n > 0 && !r.want(',', t) {
			return
		}
		if n >= t.Length {
			r.fail(start, len(r.text), "it looks like "+example(t), "the array has more than %d elements", t.Length)
			return
		}
		r.value(t.Elem, out[n*size:(n+1)*size])
	}
	if n < t.Length {
		r.fail(start, r.at, "it looks like "+example(t), "the array has %d elements, not %d", n, t.Length)
	}
}

// record reads Name{f: 1} or {f: 1}, with the fields in any order.
func (r *valueReader) record(t *sts.Type, out []term.Value) {
	r.skip()
	start := r.at
	if name := r.name(); name != "" && name != t.Name {
		r.fail(start, r.at, "write "+example(t), "%s is not the record %s", show(name), t)
	}
	if !r.want('{', t) {
		return
	}
	given := make([]bool, len(t.Fields))
	for n := 0; r.fault == nil && !r.take('}'); n++ {
		if n > 0 && !r.want(',', t) {
			return
		}
		r.field(t, given, out)
	}
	for i, f := range t.Fields {
		if !given[i] {
			r.fail(start, r.at, "write "+example(t), "the field %s is missing", f.Name)
		}
	}
}

// field reads one field with its name.
func (r *valueReader) field(t *sts.Type, given []bool, out []term.Value) {
	r.skip()
	start := r.at
	name := r.name()
	var names []string
	for i, f := range t.Fields {
		size := f.Type.Size()
		if f.Name == name {
			if given[i] {
				r.fail(start, r.at, "give each field once", "the field %s is given twice", name)
			}
			given[i] = true
			if r.want(':', t) {
				r.value(f.Type, out[:size])
			}
			return
		}
		names, out = append(names, f.Name), out[size:]
	}
	hint := "write " + example(t)
	if meant := diag.Closest(name, names); meant != "" {
		hint = fmt.Sprintf("did you mean %s?", meant)
	}
	r.fail(start, max(r.at, start+1), hint, "%s has no field %s", t, show(name))
}

// name takes everything up to a sign or blank.
func (r *valueReader) name() string {
	start := r.at
	length := strings.IndexAny(r.text[start:], " \t\r\n:,[]{}\"")
	if length < 0 {
		length = len(r.text) - start
	}
	r.at += length
	return r.text[start:r.at]
}

// example is a value of the type, to show how it is written.
func example(t *sts.Type) string {
	values := make([]term.Value, 0, t.Size())
	for _, leaf := range t.Leaves() {
		values = append(values, sample(leaf.Sort))
	}
	return clip(t.Format(values))
}

func sample(sort *term.Sort) term.Value {
	switch {
	case sort.Kind == term.KindString:
		return term.StringValue("text")
	case sort.HasLow && sort.Low > 0:
		return term.IntValue(sort.Low)
	case sort.HasHigh && sort.High < 0:
		return term.IntValue(sort.High)
	}
	return term.IntValue(0)
}

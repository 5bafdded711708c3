package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Bracketed returns the length of text up to the first comma that is outside of brackets and strings.
func Bracketed(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '"':
			i += literalLength(text[i:]) - 1
		case ',':
			if depth <= 0 {
				return i
			}
		}
	}
	return len(text)
}

// literalLength returns the length of the string literal that text begins with; one that is not closed takes all of it.
func literalLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// literal reads the string literal that text begins with, and returns its content and length.
func literal(text string) (string, int, *Fault) {
	length := literalLength(text)
	if length < 2 || text[length-1] != '"' || length > len(text) {
		f := fault(`close it with "; a quote within is written \"`, "the string is not closed")
		f.End = len(text)
		return "", 0, f
	}
	var out strings.Builder
	for at := 1; at < length-1; {
		r, size := character(text[at : length-1])
		if size == 0 {
			f := fault(`the escapes are \" \\ \n \t \r \u{41}; a backslash itself is \\`, "this is not an escape of a string")
			f.Start, f.End = at, at+1
			return "", 0, f
		}
		out.WriteRune(r)
		at += size
	}
	return out.String(), length, nil
}

// character reads one character or escape of a literal; the size is 0 if the escape is wrong.
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

// reader reads arrays and records, guided by their type. After the first fault it does nothing.
type reader struct {
	text  string
	at    int
	fault *Fault
}

const blanks = " \t\r\n"

func (r *reader) fail(start, end int, hint, format string, args ...any) {
	if r.fault == nil {
		r.fault = fault(hint, format, args...)
		r.fault.Start, r.fault.End = start, end
	}
}

func (r *reader) skip() { r.at = len(r.text) - len(strings.TrimLeft(r.text[r.at:], blanks)) }

// until takes the text up to one of some characters.
func (r *reader) until(stops string) string {
	rest := r.text[r.at:]
	if i := strings.IndexAny(rest, stops); i >= 0 {
		rest = rest[:i]
	}
	r.at += len(rest)
	return rest
}

// take skips a sign if it is next.
func (r *reader) take(sign byte) bool {
	r.skip()
	if r.fault != nil || r.at >= len(r.text) || r.text[r.at] != sign {
		return false
	}
	r.at++
	return true
}

// want skips a sign that must be next.
func (r *reader) want(sign byte, t *sts.Type) bool {
	if r.take(sign) {
		return true
	}
	here := "the end of the cell"
	if r.at < len(r.text) {
		here = Show(r.text[r.at:])
	}
	r.fail(r.at, max(r.at+1, len(r.text)), "a value of type "+t.String()+" looks like "+example(t), "expected `%c`, found %s", sign, here)
	return false
}

func (r *reader) value(t *sts.Type, out []term.Value) {
	r.skip()
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

// scalar reads up to the next sign that ends a component.
func (r *reader) scalar(sort *term.Sort, out []term.Value) {
	start := r.at
	if sort.Kind == term.KindString {
		r.string(out)
		return
	}
	text := strings.TrimRight(r.until(",]}"), blanks)
	v, f := parseScalar(sort, text)
	out[0], r.fault = v, f.at(start, len(text))
}

func (r *reader) string(out []term.Value) {
	start := r.at
	if !strings.HasPrefix(r.text[start:], `"`) {
		r.fail(start, len(r.text), `write strings within arrays and records with double quotes: ["a", "b"]`, "expected a string in double quotes")
		return
	}
	content, length, f := literal(r.text[start:])
	r.at += length
	out[0], r.fault = term.StringValue(content), f.at(start, len(r.text)-start)
}

func (r *reader) array(t *sts.Type, out []term.Value) {
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
func (r *reader) record(t *sts.Type, out []term.Value) {
	start := r.at
	if name := r.name(); name != "" && name != t.Name {
		r.fail(start, r.at, "write "+example(t), "%s is not the record %s", Show(name), t)
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
	if i := slices.Index(given, false); i >= 0 {
		r.fail(start, r.at, "write "+example(t), "the field %s is missing", t.Fields[i].Name)
	}
}

// field reads one field with its name.
func (r *reader) field(t *sts.Type, given []bool, out []term.Value) {
	r.skip()
	start := r.at
	name := r.name()
	types, names := Types(t.Fields), make([]string, len(t.Fields))
	for i, part := range Each(types, out) {
		if names[i] = t.Fields[i].Name; names[i] != name {
			continue
		}
		if given[i] {
			r.fail(start, r.at, "give each field once", "the field %s is given twice", name)
		}
		given[i] = true
		if r.want(':', t) {
			r.value(types[i], part)
		}
		return
	}
	hint := "write " + example(t)
	if closest := diag.Closest(name, names); closest != "" {
		hint = fmt.Sprintf("did you mean %s?", closest)
	}
	r.fail(start, max(r.at, start+1), hint, "%s has no field %s", t, Show(name))
}

// name takes everything up to a sign or blank.
func (r *reader) name() string { return r.until(blanks + ":,[]{}\"") }

package value

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// reader reads values that are not scalars, guided by their type. After the first fault it does nothing.
type reader struct {
	text  string
	at    int
	left  int // scalars that elements of collections may still have
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

// take skips a character if it is next.
func (r *reader) take(sign byte) bool {
	r.skip()
	if r.fault != nil || r.at >= len(r.text) || r.text[r.at] != sign {
		return false
	}
	r.at++
	return true
}

// want skips a character that must be next.
func (r *reader) want(sign byte, t *sts.Type) bool {
	if r.take(sign) {
		return true
	}
	here := "the end of the value"
	if r.at < len(r.text) {
		here = Show(r.text[r.at:])
	}
	r.fail(r.at, max(r.at+1, len(r.text)), "a value of type "+t.String()+" looks like "+Example(t), "expected `%c`, found %s", sign, here)
	return false
}

func (r *reader) value(t *sts.Type, out []term.Value) {
	r.skip()
	switch {
	case r.fault != nil:
	case t.Scalar != nil:
		r.scalar(t.Scalar, out)
	case t.Form == sts.Map:
		r.entries(t, out)
	case t.IsCollection():
		r.elements(t, out)
	case t.Form == sts.Optional:
		r.optional(t, out)
	case t.Form == sts.Union:
		r.union(t, out)
	case t.IsArray():
		r.array(t, out)
	default:
		r.record(t, out)
	}
}

// scalar reads up to the next character that ends a component.
func (r *reader) scalar(sort *term.Sort, out []term.Value) {
	start := r.at
	if sort.Kind == term.KindString {
		r.string(out)
		return
	}
	text := strings.TrimRight(r.until(",:]}"), blanks)
	v, f := parseScalar(sort, text)
	out[0], r.fault = v, f.at(start, len(text))
}

func (r *reader) string(out []term.Value) {
	start := r.at
	if !strings.HasPrefix(r.text[start:], `"`) {
		r.fail(start, len(r.text), `write strings within other values with double quotes: ["a", "b"]`, "expected a string in double quotes")
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
			r.fail(start, len(r.text), "it looks like "+Example(t), "the array has more than %d elements", t.Length)
			return
		}
		r.value(t.Elem, out[n*size:(n+1)*size])
	}
	if n < t.Length {
		r.fail(start, r.at, "it looks like "+Example(t), "the array has %d elements, not %d", n, t.Length)
	}
}

// record reads Name{f: 1} or {f: 1}, with the fields in any order.
func (r *reader) record(t *sts.Type, out []term.Value) {
	start := r.at
	if name := r.name(); name != "" && name != t.Name {
		r.fail(start, r.at, "write "+Example(t), "%s is not the record %s", Show(name), t)
	}
	r.fields(t, t, t.Fields, out)
}

// fields reads the fields of a record, or of an alternative of a union, in braces; owner names them in messages.
func (r *reader) fields(t *sts.Type, owner fmt.Stringer, fields []sts.Field, out []term.Value) {
	start := r.at
	if !r.want('{', t) {
		return
	}
	given := make([]bool, len(fields))
	for n := 0; r.fault == nil && !r.take('}'); n++ {
		if n > 0 && !r.want(',', t) {
			return
		}
		r.field(t, owner, fields, given, out)
	}
	if i := slices.Index(given, false); i >= 0 {
		r.fail(start, r.at, "write "+Example(t), "the field %s is missing", fields[i].Name)
	}
}

// field reads one field with its name.
func (r *reader) field(t *sts.Type, owner fmt.Stringer, fields []sts.Field, given []bool, out []term.Value) {
	r.skip()
	start := r.at
	name := r.name()
	names := make([]string, len(fields))
	for i, part := range Each(Types(fields), out) {
		if names[i] = fields[i].Name; names[i] != name {
			continue
		}
		if given[i] {
			r.fail(start, r.at, "give each field once", "the field %s is given twice", name)
		}
		given[i] = true
		if r.want(':', t) {
			r.value(fields[i].Type, part)
		}
		return
	}
	hint := "write " + Example(t)
	if closest := diag.Closest(name, names); closest != "" {
		hint = fmt.Sprintf("did you mean %s?", closest)
	}
	r.fail(start, max(r.at, start+1), hint, "%s has no field %s", owner, Show(name))
}

// name reads everything up to a punctuation character or blank.
func (r *reader) name() string { return r.until(blanks + ":,[]{}\"") }

// Package value converts the values of a model to and from their other forms: plain Go data, JSON and text. Tables, functions
// behind externs, adapters to systems under test and recorded logs all use it.
//
// A value of a type is given by its scalars, in the order of sts.Type.Leaves. Plain data is the form for functions and systems, as in JSON:
//
//	bool                  bool
//	int, ranges, machine  *big.Int
//	real                  *big.Rat
//	string                string
//	enumeration           string, the name of the member
//	array                 []any
//	record                map[string]any
//	sequence, set         []any; the elements of a set in ascending order
//	map                   map[string]any if the keys are strings, integers or members, otherwise []any of pairs
//	optional value        nil or the value
//	union                 map[string]any with the chosen alternative: {"ok": {"value": 3}}; a string if it has no fields: "busy"
//
// Decode also accepts json.Number and the number types of Go, the index of a member, an integer written as 3.0, a real as a
// string, "0.1" or "1/3", the elements of a set in any order, a map in either form, and an object without a member that is an optional value.
//
//	data, err := value.Encode(t, scalars)              // plain data of a value
//	scalars, err := value.Decode(t, data)              // the reverse, checked against the type
//	text, err := value.AppendJSON(nil, t, scalars)     // JSON of a value
//	data, err := value.ReadJSON(text)                  // any JSON document as plain data
//	data := forms.Write(t, data)                       // with unions in the forms of a system; UnionForms.Read is the reverse
//	fault := value.Parse(t, "[1, 2]", scalars)         // the notation of models and tables; sts.Type.Format is the reverse
package value

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Types lists the types of fields or parameters.
func Types(fields []sts.Field) []*sts.Type {
	out := make([]*sts.Type, len(fields))
	for i, f := range fields {
		out[i] = f.Type
	}
	return out
}

// IsString reports whether a type is the type of strings.
func IsString(t *sts.Type) bool { return t.Scalar != nil && t.Scalar.Kind == term.KindString }

// Size returns the number of scalars of values of several types.
func Size(types []*sts.Type) int {
	n := 0
	for _, t := range types {
		n += t.Size()
	}
	return n
}

// Each iterates over the values of several types whose scalars follow each other, such as a payload or the arguments of a call.
func Each(types []*sts.Type, scalars []term.Value) iter.Seq2[int, []term.Value] {
	return func(yield func(int, []term.Value) bool) {
		rest := scalars
		for i, t := range types {
			size := t.Size()
			if !yield(i, rest[:size:size]) {
				return
			}
			rest = rest[size:]
		}
	}
}

// Normalize brings the values of several types to the form in which equal values have equal scalars; see sts.Type.Normalize. It reports
// whether it changed anything.
func Normalize(types []*sts.Type, scalars []term.Value) bool {
	changed := false
	for i, part := range Each(types, scalars) {
		changed = types[i].Normalize(part) || changed
	}
	return changed
}

// Fit turns scalars that have the sorts of the leaves of several types into values of these; see sts.Type.Fit.
func Fit(types []*sts.Type, scalars []term.Value) {
	for i, part := range Each(types, scalars) {
		types[i].Fit(part)
	}
}

// Format prints the values of several types as a model writes them, separated by commas.
func Format(types []*sts.Type, scalars []term.Value) string {
	if len(types) == 1 {
		return types[0].Format(scalars)
	}
	parts := make([]string, len(types))
	for i, part := range Each(types, scalars) {
		parts[i] = types[i].Format(part)
	}
	return strings.Join(parts, ", ")
}

// FormatCall prints a call of an extern, as in RISE(300).
func FormatCall(x *sts.Extern, args []term.Value) string {
	return x.Name + "(" + Format(Types(x.Params), args) + ")"
}

// EncodeAll returns the plain data of the values of several types.
func EncodeAll(types []*sts.Type, scalars []term.Value) ([]any, error) {
	out := make([]any, len(types))
	for i, part := range Each(types, scalars) {
		var err error
		if out[i], err = Encode(types[i], part); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Encode returns the plain data of a value.
func Encode(t *sts.Type, scalars []term.Value) (any, error) {
	switch {
	case t.Scalar != nil:
		return encodeScalar(t.Scalar, scalars[0])
	case t.IsCollection():
		return encodeCollection(t, scalars[0])
	case t.Form == sts.Optional:
		return encodeOptional(t, scalars)
	case t.Form == sts.Union:
		return encodeUnion(t, scalars)
	case t.IsArray():
		return EncodeAll(slices.Repeat([]*sts.Type{t.Elem}, t.Length), scalars)
	}
	return encodeFields(t.Fields, scalars)
}

func encodeFields(fields []sts.Field, scalars []term.Value) (any, error) {
	list, err := EncodeAll(Types(fields), scalars)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(list))
	for i, f := range fields {
		out[f.Name] = list[i]
	}
	return out, nil
}

// Mismatch is the error for data that is not a value of a type.
type Mismatch struct {
	Path   string // of the component that is wrong, such as ".x[2]"; empty for the whole value
	Reason string
	Type   bool // the data is of another type, whatever its value
}

// Error returns the reason, after the path of the component.
func (m *Mismatch) Error() string {
	if m.Path == "" {
		return m.Reason
	}
	return "at " + strings.TrimPrefix(m.Path, ".") + ": " + m.Reason
}

func mismatch(format string, args ...any) error {
	return &Mismatch{Reason: fmt.Sprintf(format, args...)}
}

// wrongType is the mismatch of data of another type.
func wrongType(format string, args ...any) error {
	return &Mismatch{Reason: fmt.Sprintf(format, args...), Type: true}
}

// Describe names plain data in messages, shortened.
func Describe(data any) string {
	switch d := data.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprintf("bool %v", d)
	case string:
		return fmt.Sprintf("string %q", text.Clip(d, 200))
	case []any:
		return fmt.Sprintf("a list of %d", len(d))
	case map[string]any:
		return "an object with fields " + text.Clip(strings.Join(slices.Sorted(maps.Keys(d)), ", "), 200)
	}
	return describeNumber(data)
}

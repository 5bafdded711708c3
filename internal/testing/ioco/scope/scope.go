// Package scope finds out which values a term may have under conditions, for people who want to know what a model allows: the values
// themselves if they are few, otherwise their bounds.
package scope

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Scope is the values that a term may have. The zero value is all values of the sort.
type Scope struct {
	Equals    string       // the name of a scalar that has the same value; empty for none
	Values    []term.Value // all of them in order, if they are few
	Low, High *term.Value  // the bounds, if there are any and the values are many
	Except    []term.Value // values between these that it cannot have
	Part      bool         // it cannot have all of the other values either, as far as is known
}

// Known returns the scope of a value that is known.
func Known(v term.Value) Scope { return Scope{Values: []term.Value{v}} }

// listed bounds how many values a scope lists, and shown how many of a list are printed.
const (
	listed = 32
	shown  = 5
)

// Text prints the scope of a scalar or collection of a type, as in 3, 1..10, "a" or "b", 5 or more.
func (s Scope) Text(t *sts.Type) string {
	sort := t.LeafSort()
	switch {
	case s.Equals != "":
		return "the same"
	case len(s.Values) > 2 && s.isRun(sort):
		return s.Values[0].Format(sort) + ".." + s.Values[len(s.Values)-1].Format(sort)
	case len(s.Values) > 0:
		return List(formatAll(t, s.Values), text.Or)
	}
	words := s.bounds(t)
	switch {
	case s.Part && s.Low == nil && s.High == nil:
		words = "some " + typeName(t)
	case s.Part:
		words = "some of " + words
	}
	if len(s.Except) > 0 {
		words += " but " + List(formatAll(t, s.Except), text.And)
	}
	return words
}

// isRun reports whether the values are integers without a gap.
func (s Scope) isRun(sort *term.Sort) bool {
	if sort.Kind != term.KindInt && sort.Kind != term.KindBits {
		return false
	}
	for i, v := range s.Values[1:] {
		if !v.Equal(term.AddInts(s.Values[i], 1)) {
			return false
		}
	}
	return true
}

// typeName names the values of a type without the bounds of numbers.
func typeName(t *sts.Type) string {
	if t.Scalar != nil {
		return t.Scalar.Base().String()
	}
	return t.String()
}

// bounds prints the bounds.
func (s Scope) bounds(t *sts.Type) string {
	sort := t.LeafSort()
	switch {
	case s.Low != nil && s.High != nil:
		return s.Low.Format(sort) + ".." + s.High.Format(sort)
	case s.Low != nil:
		return s.Low.Format(sort) + " or more"
	case s.High != nil:
		return s.High.Format(sort) + " or less"
	}
	return "any " + typeName(t)
}

// List joins words, and counts those that are too many to be printed.
func List(words []string, join func([]string) string) string {
	if rest := len(words) - shown; rest > 1 {
		return strings.Join(words[:shown], ", ") + " and " + text.Number(rest) + " more"
	}
	return join(words)
}

func formatAll(t *sts.Type, values []term.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = t.Format([]term.Value{v})
	}
	return out
}

// Result returns the scope as data, of a scalar or collection with a name.
func (s Scope) Result(name string, t *sts.Type) result.Scope {
	out := result.Scope{Name: name, Equals: s.Equals, Values: encodeAll(t, s.Values), Except: encodeAll(t, s.Except), Part: s.Part}
	if s.Low != nil {
		out.Low = encode(t, *s.Low)
	}
	if s.High != nil {
		out.High = encode(t, *s.High)
	}
	return out
}

func encodeAll(t *sts.Type, values []term.Value) []json.RawMessage {
	var out []json.RawMessage
	for _, v := range values {
		out = append(out, encode(t, v))
	}
	return out
}

// encode returns the JSON of a value; nil if it is too large.
func encode(t *sts.Type, v term.Value) json.RawMessage {
	data, err := value.AppendJSON(nil, t, []term.Value{v})
	if err != nil {
		return nil
	}
	return data
}

// Same reports whether two scopes are the same.
func (s Scope) Same(other Scope) bool {
	same := func(a, b *term.Value) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }
	return s.Equals == other.Equals && term.SameValues(s.Values, other.Values) && same(s.Low, other.Low) && same(s.High, other.High) && term.SameValues(s.Except, other.Except) && s.Part == other.Part
}

// Union returns the values of two scopes, if both list theirs.
func (s Scope) Union(other Scope) (Scope, bool) {
	if len(s.Values) == 0 || len(other.Values) == 0 {
		return Scope{}, false
	}
	return Scope{Values: ordered(slices.Concat(s.Values, other.Values))}, true
}

// ordered puts values in order, each once.
func ordered(values []term.Value) []term.Value {
	slices.SortStableFunc(values, term.Value.Compare)
	return slices.CompactFunc(values, term.Value.Equal)
}

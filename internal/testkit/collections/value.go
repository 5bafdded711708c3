package collections

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value is a value: int, bool, string, Member, List, Elements, Entries, Option, Fields or Variant.
type Value any

// Member is a member of an enumeration.
type Member string

// List is an array or a sequence. Lists are not changed once made.
type List []Value

// Elements is a set, by the text of the elements.
type Elements map[string]Value

// Entries is a map, by the text of the keys.
type Entries map[string]Entry

// Entry is a key of a map with its value.
type Entry struct{ Key, Value Value }

// Option is an optional value.
type Option struct {
	Present bool
	Value   Value
}

// Fields is a record.
type Fields []Value

// Variant is a value of a union.
type Variant struct {
	Alternative string
	Fields      []Value
}

// Text identifies a value: equal values, and only these, have the same text.
func Text(v Value) string {
	switch v := v.(type) {
	case List:
		return "[" + texts(v) + "]"
	case Fields:
		return "(" + texts(v) + ")"
	case Variant:
		return v.Alternative + "(" + texts(v.Fields) + ")"
	case Elements:
		return "{" + strings.Join(slices.Sorted(maps.Keys(v)), ", ") + "}"
	case Entries:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, key+": "+Text(v[key].Value))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case Option:
		if !v.Present {
			return "none"
		}
		return "some(" + Text(v.Value) + ")"
	case string:
		return strconv.Quote(v)
	}
	return fmt.Sprint(v)
}

func texts(values []Value) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = Text(v)
	}
	return strings.Join(out, ", ")
}

// equal reports whether two values are the same.
func equal(a, b Value) bool { return Text(a) == Text(b) }

// elements makes a set.
func elements(values []Value) Elements {
	out := Elements{}
	for _, v := range values {
		out[Text(v)] = v
	}
	return out
}

// with is the map with another entry.
func (m Entries) with(key, value Value) Entries {
	out := maps.Clone(m)
	out[Text(key)] = Entry{key, value}
	return out
}

// members are what variables over a collection range over: the elements, or the keys. Those of a set are in no meaningful order.
func members(v Value) []Value {
	switch v := v.(type) {
	case List:
		return v
	case Elements:
		var out []Value
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, v[key])
		}
		return out
	}
	m := v.(Entries)
	var out []Value
	for _, key := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[key].Key)
	}
	return out
}

// Literal is a value in the language, where a value of type t is required.
func Literal(v Value, t *Type) string {
	switch v := v.(type) {
	case int:
		if v < 0 {
			return fmt.Sprintf("(%d)", v)
		}
	case string:
		return strconv.Quote(v)
	case List:
		return "[" + literals(v, t.Elem) + "]"
	case Elements:
		return "{" + literals(members(v), t.Elem) + "}"
	case Entries:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, Literal(v[key].Key, t.Key)+": "+Literal(v[key].Value, t.Elem))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case Option:
		if !v.Present {
			return "none"
		}
		return Literal(v.Value, t.Elem)
	case Fields:
		return t.Name + "{" + fieldLiterals(v, t.Fields) + "}"
	case Variant:
		if len(v.Fields) == 0 {
			return v.Alternative
		}
		return v.Alternative + "{" + fieldLiterals(v.Fields, t.alternative(v.Alternative).Fields) + "}"
	}
	return fmt.Sprint(v)
}

func literals(values []Value, t *Type) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = Literal(v, t)
	}
	return strings.Join(out, ", ")
}

func fieldLiterals(values []Value, fields []Field) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fields[i].Name + ": " + Literal(v, fields[i].Type)
	}
	return strings.Join(out, ", ")
}

// fits reports whether a value keeps the bounds of a type.
func fits(v Value, t *Type) bool {
	switch v := v.(type) {
	case int:
		return !t.Bounded || t.Low <= v && v <= t.High
	case List:
		return (!t.Bounded || len(v) <= t.Most) && allFit(v, t.Elem)
	case Elements:
		return allFit(members(v), t.Elem)
	case Entries:
		for _, e := range v {
			if !fits(e.Key, t.Key) || !fits(e.Value, t.Elem) {
				return false
			}
		}
	case Option:
		return !v.Present || fits(v.Value, t.Elem)
	}
	return true // those of declared types were checked when they were made
}

func allFit(values []Value, t *Type) bool {
	return !slices.ContainsFunc(values, func(v Value) bool { return !fits(v, t) })
}

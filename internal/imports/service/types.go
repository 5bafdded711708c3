package service

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// declare declares the types in a type, in the order in which they are needed. Enumerations whose members are not names, or not free,
// become strings with a condition.
func (w *writer) declare(t *Type) {
	if _, known := w.types[t]; known {
		return
	}
	switch t.Kind {
	case Array:
		w.declare(t.Elem)
		w.types[t] = fmt.Sprintf("%s[%d]", w.types[t.Elem], t.Length)
	case Sequence, Set, Map, Optional:
		w.types[t] = w.collection(t)
	case Record:
		for _, f := range t.Fields {
			w.declare(f.Type)
		}
		w.types[t] = w.named(t, "record { "+w.valueList(t.Fields, fieldNames(t.Fields))+" }")
	case Enum:
		w.enumeration(t)
	case Union:
		w.union(t)
	default:
		w.types[t] = plainType(t)
		if name, ok := wordTypes[w.types[t]]; ok {
			w.types[t] = w.named(&Type{Name: name, Span: w.api.Span}, w.types[t])
		}
	}
}

// collection is the type of a list, a map or an optional value.
func (w *writer) collection(t *Type) string {
	w.declare(t.Elem)
	elem := w.types[t.Elem]
	switch t.Kind {
	case Set:
		return "set " + elem
	case Map:
		w.declare(t.Key)
		return "map " + w.types[t.Key] + " -> " + elem
	}
	if !isWordType().MatchString(elem) {
		elem = "(" + elem + ")"
	}
	switch {
	case t.Kind == Optional:
		return elem + "?"
	case t.High != nil:
		return fmt.Sprintf("%s[..%v]", elem, t.High)
	}
	return elem + "[]"
}

// isWordType matches types that can be followed by brackets and question marks.
var isWordType = text.Pattern(`\A[\pL\pN_]+(\[[0-9.]*\]|\?)*\z`)

// wordTypes are the names of ranges that are long to write.
var wordTypes = map[string]string{"-2147483648..2147483647": "Int32", "-9223372036854775808..9223372036854775807": "Int64"}

func fieldNames(fields []Value) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name
	}
	return out
}

// plainType is a type that needs no declaration.
func plainType(t *Type) string {
	switch {
	case t.Kind == Bool:
		return "bool"
	case t.Kind == Real:
		return "real"
	case t.Kind == String:
		return "string"
	case isWord(t.Low) && isWord(t.High):
		return fmt.Sprintf("%v..%v", t.Low, t.High)
	}
	if t.Low != nil && t.Low.Sign() != 0 {
		t.Limits = append(t.Limits, Limitf("%[1]s >= %[2]v", t.Low))
	}
	if t.High != nil {
		t.Limits = append(t.Limits, Limitf("%[1]s <= %[2]v", t.High))
	}
	if t.Low != nil && t.Low.Sign() == 0 {
		return "nat"
	}
	return "int"
}

// isWord reports whether a number can be the bound of a range.
func isWord(n *big.Int) bool { return n != nil && n.IsInt64() }

// named returns the name of a declared type; equal types that are to have the same name are one.
func (w *writer) named(t *Type, definition string) string {
	key := t.Name + " = " + definition
	if name, ok := w.declared[key]; ok {
		return name
	}
	name := w.names.Give(t.Name)
	w.declared[key] = name
	w.line("type "+name, t.Span, "type "+name+" = "+definition)
	return name
}

func (w *writer) enumeration(t *Type) {
	definition := "enum { " + strings.Join(t.Members, ", ") + " }"
	if name, ok := w.enums[definition]; ok {
		w.types[t] = name
		return
	}
	if !w.free(t.Members) {
		quoted := make([]string, len(t.Members))
		for i, m := range t.Members {
			quoted[i] = print.Expr(&syntax.StringExpr{Value: m})
		}
		t.Limits = append(t.Limits, OneOf(quoted))
		w.types[t] = "string"
		return
	}
	w.types[t] = w.named(t, definition)
	w.enums[definition] = w.types[t]
}

// OneOf returns the condition that a value is one of several.
func OneOf(literals []string) Limit {
	return func(path string) string {
		out := make([]string, len(literals))
		for i, l := range literals {
			out[i] = path + " == " + l
		}
		return "(" + strings.Join(out, " or ") + ")"
	}
}

// free reports whether all members are names that can be declared, and declares them.
func (w *writer) free(members []string) bool {
	seen := map[string]bool{}
	for _, m := range members {
		if !IsName(m) || w.names.Taken(m) || seen[m] {
			return false
		}
		seen[m] = true
	}
	for _, m := range members {
		w.names.Give(m)
	}
	return true
}

// IsName reports whether the language allows a name as it is.
func IsName(name string) bool {
	return syntax.Declarable(name) == name && !strings.HasPrefix(name, indexName)
}

// valueList writes values with their names and types.
func (w *writer) valueList(values []Value, names []string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = names[i] + ": " + w.types[v.Type]
	}
	return strings.Join(out, ", ")
}

// local gives names to values that differ from each other, from the names of declarations, and from those already taken.
func (w *writer) local(values []Value, taken *convert.Names) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = taken.Give(v.Name, w.names)
	}
	return out
}

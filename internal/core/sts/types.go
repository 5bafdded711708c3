package sts

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Type is the type of a variable, payload or extern parameter: a scalar, an array, a record, a collection, an optional value or a
// union. All but collections are taken apart into scalars; a collection is one leaf, whose elements are packed into tuples.
type Type struct {
	Name   string     // of a declared type, may be empty
	Form   Form       // what it is, apart from scalars, arrays and records
	Scalar *term.Sort // nil for all other types
	Elem   *Type      // of an array, sequence, set or optional value; the value of a map
	Key    *Type      // of a map
	Length int        // of an array; the greatest length of a sequence, or -1
	Fields []Field    // of a record

	Alternatives []Alternative // of a union
}

// Field is a field of a record.
type Field struct {
	Name string
	Type *Type
	Span diag.Span // its name where it is declared
}

var boolType = ScalarType(term.Bool)

// ScalarType wraps a sort.
func ScalarType(s *term.Sort) *Type { return &Type{Scalar: s} }

// IsArray reports whether the type is an array.
func (t *Type) IsArray() bool { return t.Form == Plain && t.Elem != nil }

// IsRecord reports whether the type is a record.
func (t *Type) IsRecord() bool { return t.Form == Plain && t.Scalar == nil && t.Elem == nil }

// Size is the number of scalars in a value of the type.
func (t *Type) Size() int {
	switch {
	case t.Scalar != nil || t.IsCollection():
		return 1
	case t.IsArray():
		return t.Length * t.Elem.Size()
	case t.Form == Optional:
		return 1 + t.Elem.Size()
	case t.Form == Union:
		return t.unionSize()
	}
	n := 0
	for _, f := range t.Fields {
		n += f.Type.Size()
	}
	return n
}

// Leaf is one scalar or collection of a composite: its path, such as "[2].x", its sort, and its type.
type Leaf struct {
	Path string
	Sort *term.Sort
	Type *Type
}

// Leaves lists the scalars in order.
func (t *Type) Leaves() []Leaf { return t.leaves("", nil) }

func (t *Type) leaves(path string, out []Leaf) []Leaf {
	switch {
	case t.Scalar != nil:
		return append(out, Leaf{path, t.Scalar, t})
	case t.IsCollection():
		return append(out, Leaf{path, t.collectionSort(), t})
	case t.Form == Optional:
		return withZero(t.Elem.leaves(path+".value", append(out, Leaf{path + ".present", term.Bool, boolType})), len(out))
	case t.Form == Union:
		return t.unionLeaves(path, out)
	case t.IsArray():
		for i := range t.Length {
			out = t.Elem.leaves(path+"["+strconv.Itoa(i)+"]", out)
		}
	default:
		for _, f := range t.Fields {
			out = f.Type.leaves(path+"."+f.Name, out)
		}
	}
	return out
}

// Same reports whether values of the two types can be compared and assigned; bounds of ints do not matter.
func (t *Type) Same(u *Type) bool {
	switch {
	case t == u:
		return true
	case t.Form != u.Form:
		return false
	case t.Form != Plain:
		return t.sameForm(u)
	case t.Scalar != nil || u.Scalar != nil:
		return t.Scalar != nil && u.Scalar != nil && t.Scalar.Same(u.Scalar)
	case t.IsArray() || u.IsArray():
		return t.IsArray() && u.IsArray() && t.Length == u.Length && t.Elem.Same(u.Elem)
	}
	return t.sameFields(u)
}

func (t *Type) sameFields(u *Type) bool {
	if t.Name != u.Name || len(t.Fields) != len(u.Fields) {
		return false
	}
	for i, f := range t.Fields {
		if f.Name != u.Fields[i].Name || !f.Type.Same(u.Fields[i].Type) {
			return false
		}
	}
	return true
}

// String is the type as a model writes it, by its name if it has one.
func (t *Type) String() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Scalar != nil:
		return t.Scalar.String()
	case t.Form != Plain:
		return t.formString()
	case t.IsArray():
		return fmt.Sprintf("%s[%d]", t.Elem.postfixed(), t.Length)
	}
	parts := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		parts[i] = f.Name + ": " + f.Type.String()
	}
	return "record { " + strings.Join(parts, ", ") + " }"
}

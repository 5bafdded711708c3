package sts

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/term"
)

// Type is the type of a variable, payload or extern parameter: a scalar, an array or a record.
type Type struct {
	Name   string     // of a declared type, may be empty
	Scalar *term.Sort // nil for arrays and records
	Elem   *Type      // of an array
	Length int        // of an array
	Fields []Field    // of a record
}

// Field is a field of a record.
type Field struct {
	Name string
	Type *Type
}

// ScalarType wraps a sort.
func ScalarType(s *term.Sort) *Type { return &Type{Scalar: s} }

// IsArray reports whether the type is an array.
func (t *Type) IsArray() bool { return t.Elem != nil }

// IsRecord reports whether the type is a record.
func (t *Type) IsRecord() bool { return t.Scalar == nil && t.Elem == nil }

// Size is the number of scalars in a value of the type.
func (t *Type) Size() int {
	switch {
	case t.Scalar != nil:
		return 1
	case t.IsArray():
		return t.Length * t.Elem.Size()
	}
	n := 0
	for _, f := range t.Fields {
		n += f.Type.Size()
	}
	return n
}

// Leaf is one scalar of a composite: how it is reached, such as "[2].x", and its sort.
type Leaf struct {
	Path string
	Sort *term.Sort
}

// Leaves lists the scalars in order.
func (t *Type) Leaves() []Leaf { return t.leaves("", nil) }

func (t *Type) leaves(path string, out []Leaf) []Leaf {
	switch {
	case t.Scalar != nil:
		return append(out, Leaf{path, t.Scalar})
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
	case t.IsArray():
		return fmt.Sprintf("%s[%d]", t.Elem, t.Length)
	}
	parts := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		parts[i] = f.Name + ": " + f.Type.String()
	}
	return "record { " + strings.Join(parts, ", ") + " }"
}

// Format prints a value of the type, given its scalars in the order of Leaves.
func (t *Type) Format(values []term.Value) string {
	return t.FormatBy(func(i int, s *term.Sort) string { return values[i].Format(s) })
}

// FormatBy prints a value of the type whose scalars are printed by a function of their number in the order of Leaves, and of their sort.
func (t *Type) FormatBy(scalar func(int, *term.Sort) string) string {
	var b strings.Builder
	t.format(&b, 0, scalar)
	return b.String()
}

// format writes one value whose first scalar has a number, and returns the number of the first scalar after it.
func (t *Type) format(b *strings.Builder, first int, scalar func(int, *term.Sort) string) int {
	switch {
	case t.Scalar != nil:
		b.WriteString(scalar(first, t.Scalar))
		return first + 1
	case t.IsArray():
		b.WriteByte('[')
		for i := range t.Length {
			separate(b, i)
			first = t.Elem.format(b, first, scalar)
		}
		b.WriteByte(']')
	default:
		b.WriteString(t.Name + "{")
		for i, f := range t.Fields {
			separate(b, i)
			b.WriteString(f.Name + ": ")
			first = f.Type.format(b, first, scalar)
		}
		b.WriteByte('}')
	}
	return first
}

func separate(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(", ")
	}
}

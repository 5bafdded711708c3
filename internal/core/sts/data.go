package sts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Form distinguishes the types that are not scalars, arrays or records.
type Form uint8

// The forms.
const (
	Plain    Form = iota // a scalar, an array or a record
	Sequence             // int[] or int[..8]
	Set
	Map
	Optional // a value or none: the scalar "present", and those of the value
	Union    // one of some alternatives: an enumeration of these, and the scalars of the fields of all of them
)

// Alternative is an alternative of a union.
type Alternative struct {
	Name   string
	Fields []Field
}

// The scalars of an optional value that is absent, and of alternatives that are not chosen, are zero, false or empty, so that two values
// are equal exactly if their scalars are.

// IsCollection reports whether the type is a sequence, a set or a map.
func (t *Type) IsCollection() bool { return t.Form == Sequence || t.Form == Set || t.Form == Map }

// IsPlain reports whether a type consists of scalars, arrays and records.
func (t *Type) IsPlain() bool {
	return t.Form == Plain && (t.Elem == nil || t.Elem.IsPlain()) && !slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.Type.IsPlain() })
}

// LeafSort is the sort of a type that is one leaf: a scalar or a collection.
func (t *Type) LeafSort() *term.Sort {
	if t.Scalar != nil {
		return t.Scalar
	}
	return t.collectionSort()
}

// Packed is the sort of a value as an element of a collection: that of its scalar, or the tuple of its scalars.
func (t *Type) Packed() *term.Sort {
	leaves := t.Leaves()
	if len(leaves) == 1 {
		return leaves[0].Sort
	}
	parts := make([]*term.Sort, len(leaves))
	for i, l := range leaves {
		parts[i] = l.Sort
	}
	return term.Tuple(parts...)
}

// Pack joins the scalars of a value to an element of a collection.
func (t *Type) Pack(values []term.Value) term.Value {
	if len(values) == 1 {
		return values[0]
	}
	return term.ListValue(slices.Clone(values)...)
}

// Unpack returns the scalars of an element of a collection.
func (t *Type) Unpack(v term.Value) []term.Value {
	if t.Size() == 1 {
		return []term.Value{v}
	}
	return v.Items()
}

func (t *Type) collectionSort() *term.Sort {
	switch t.Form {
	case Set:
		return term.Set(t.Elem.Packed())
	case Map:
		return term.Map(t.Key.Packed(), t.Elem.Packed())
	}
	sort := term.Seq(t.Elem.Packed())
	if t.Length >= 0 {
		sort.HasHigh, sort.High = true, int64(t.Length)
	}
	return sort
}

// Tag is the sort of the first scalar of an optional value or a union.
func (t *Type) Tag() *term.Sort {
	if t.Form == Optional {
		return term.Bool
	}
	names := make([]string, len(t.Alternatives))
	for i, a := range t.Alternatives {
		names[i] = a.Name
	}
	return term.Enum(t.Name+" alternative", names...)
}

// Alternative returns the number of the alternative of a union with a name, or -1.
func (t *Type) Alternative(name string) int {
	return slices.IndexFunc(t.Alternatives, func(a Alternative) bool { return a.Name == name })
}

// AlternativeOffset is the number of scalars before those of alternative i of a union.
func (t *Type) AlternativeOffset(i int) int {
	n := 1
	for _, a := range t.Alternatives[:i] {
		n += fieldsSize(a.Fields)
	}
	return n
}

func fieldsSize(fields []Field) int {
	n := 0
	for _, f := range fields {
		n += f.Type.Size()
	}
	return n
}

func (t *Type) unionSize() int { return t.AlternativeOffset(len(t.Alternatives)) }

func (t *Type) unionLeaves(path string, out []Leaf) []Leaf {
	tag := t.Tag()
	out = append(out, Leaf{path + ".alternative", tag, ScalarType(tag)})
	for _, a := range t.Alternatives {
		for _, f := range a.Fields {
			first := len(out)
			out = withZero(f.Type.leaves(path+"."+a.Name+"."+f.Name, out), first)
		}
	}
	return out
}

// withZero widens the bounds of the leaves from first on, so that they contain the value of an absent component.
func withZero(leaves []Leaf, first int) []Leaf {
	for i := first; i < len(leaves); i++ {
		s := leaves[i].Sort
		if s.Kind == term.KindInt && !s.Contains(term.IntValue(0)) {
			wide := *s
			wide.Low, wide.High = min(s.Low, 0), max(s.High, 0)
			leaves[i].Sort = &wide
		}
	}
	return leaves
}

// sameForm is Same for two types of one form.
func (t *Type) sameForm(u *Type) bool {
	if t.Form != Union {
		return t.Elem.Same(u.Elem) && (t.Form != Map || t.Key.Same(u.Key))
	}
	return t.Name == u.Name && slices.EqualFunc(t.Alternatives, u.Alternatives, func(a, b Alternative) bool {
		return a.Name == b.Name && len(a.Fields) == len(b.Fields)
	})
}

func (t *Type) formString() string {
	switch t.Form {
	case Sequence:
		if t.Length >= 0 {
			return fmt.Sprintf("%s[..%d]", t.Elem.postfixed(), t.Length)
		}
		return t.Elem.postfixed() + "[]"
	case Set:
		return "set " + t.Elem.String()
	case Map:
		return "map " + t.Key.String() + " -> " + t.Elem.String()
	case Optional:
		return t.Elem.postfixed() + "?"
	}
	parts := make([]string, len(t.Alternatives))
	for i, a := range t.Alternatives {
		parts[i] = a.Name + fieldList(a.Fields)
	}
	return strings.Join(parts, " | ")
}

func fieldList(fields []Field) string {
	if len(fields) == 0 {
		return ""
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Name + ": " + f.Type.String()
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// postfixed writes the type as it appears before a bracket or a question mark.
func (t *Type) postfixed() string {
	if t.Name == "" && (t.Form == Set || t.Form == Map) {
		return "(" + t.String() + ")"
	}
	return t.String()
}

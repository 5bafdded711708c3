package sts

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Format prints a value of the type, given its scalars in the order of Leaves.
func (t *Type) Format(values []term.Value) string {
	if t.Scalar != nil {
		return t.formatLeaf(values[0])
	}
	f := formatter{leaf: func(i int, t *Type) string { return t.formatLeaf(values[i]) }}
	return f.print(t)
}

// FormatTerms prints a value of the type whose leaves are terms: values where they are constant, otherwise the terms.
func (t *Type) FormatTerms(terms []*term.Term) string {
	f := formatter{leaf: func(i int, t *Type) string {
		if terms[i].IsConst() {
			return t.formatLeaf(terms[i].Value())
		}
		return terms[i].String()
	}}
	return f.print(t)
}

// formatLeaf prints a scalar or a collection.
func (t *Type) formatLeaf(v term.Value) string {
	if t.Scalar != nil {
		return v.Format(t.Scalar)
	}
	items, open, closing := v.Items(), "{", "}"
	if t.Form == Sequence {
		open, closing = "[", "]"
	}
	var parts []string
	if t.Form == Map {
		for i := 0; i+1 < len(items); i += 2 {
			parts = append(parts, t.Key.Format(t.Key.Unpack(items[i]))+": "+t.Elem.Format(t.Elem.Unpack(items[i+1])))
		}
	} else {
		for _, item := range items {
			parts = append(parts, t.Elem.Format(t.Elem.Unpack(item)))
		}
	}
	return open + strings.Join(parts, ", ") + closing
}

// formatter prints one value, leaf by leaf.
type formatter struct {
	strings.Builder
	leaf func(int, *Type) string
	next int // the leaf that is printed next
}

func (f *formatter) print(t *Type) string {
	f.value(t)
	return f.String()
}

// takeLeaf returns the text of the next leaf, whose type is given.
func (f *formatter) takeLeaf(t *Type) string {
	f.next++
	return f.leaf(f.next-1, t)
}

func (f *formatter) value(t *Type) {
	switch {
	case t.Scalar != nil || t.IsCollection():
		f.WriteString(f.takeLeaf(t))
	case t.IsArray():
		f.WriteByte('[')
		for i := range t.Length {
			f.separate(i)
			f.value(t.Elem)
		}
		f.WriteByte(']')
	case t.Form == Optional:
		f.optional(t)
	case t.Form == Union:
		f.union(t)
	default:
		f.WriteString(t.Name)
		f.fields(t.Fields)
	}
}

func (f *formatter) fields(fields []Field) {
	f.WriteByte('{')
	for i, field := range fields {
		f.separate(i)
		f.WriteString(field.Name + ": ")
		f.value(field.Type)
	}
	f.WriteByte('}')
}

// skip skips the leaves of a type without printing them.
func (f *formatter) skip(t *Type) { f.next += t.Size() }

// optional prints none, the value, or the value with the condition under which it is present.
func (f *formatter) optional(t *Type) {
	switch present := f.takeLeaf(ScalarType(term.Bool)); present {
	case "false":
		f.skip(t.Elem)
		f.WriteString("none")
	case "true":
		f.some(t)
	default:
		f.some(t)
		f.WriteString(" if " + present)
	}
}

// some prints a value that is present.
func (f *formatter) some(t *Type) {
	if !t.WrapsSome() {
		f.value(t.Elem)
		return
	}
	f.WriteString("some")
	f.fields([]Field{{Name: "value", Type: t.Elem}})
}

// WrapsSome reports whether a present value of an optional type is printed as some{value: none}, since the value itself may be printed
// as none.
func (t *Type) WrapsSome() bool {
	e := t.Elem
	return e.Form == Optional || e.Form == Union && e.Alternative("none") >= 0 || e.Scalar != nil && slices.Contains(e.Scalar.Members, "none")
}

// union prints the alternative, or all of them if it is not known.
func (f *formatter) union(t *Type) {
	chosen := f.takeLeaf(ScalarType(t.Tag()))
	known := t.Alternative(chosen) >= 0
	if !known {
		f.WriteString("case " + chosen + " of ")
	}
	for _, a := range t.Alternatives {
		if known && a.Name != chosen {
			f.next += fieldsSize(a.Fields)
			continue
		}
		f.WriteString(a.Name)
		if len(a.Fields) > 0 {
			f.fields(a.Fields)
		}
		if !known {
			f.WriteByte(' ')
		}
	}
}

func (f *formatter) separate(i int) {
	if i > 0 {
		f.WriteString(", ")
	}
}

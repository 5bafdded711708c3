package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Types of collections, optional values and unions.

// dataType resolves a type that is none of the plain ones; it returns nil after an error.
func (c *checker) dataType(t syntax.Type, local *scope) *sts.Type {
	switch t := t.(type) {
	case *syntax.SequenceType:
		return c.sequenceType(t, local)
	case *syntax.SetType:
		return c.over(sts.Set, t.Elem, local)
	case *syntax.MapType:
		key := c.typeOf(t.Key, local)
		out := c.over(sts.Map, t.Value, local)
		if key == nil || out == nil {
			return nil
		}
		out.Key = key
		return out
	case *syntax.OptionalType:
		return c.over(sts.Optional, t.Elem, local)
	case *syntax.UnionType:
		c.list.ErrorHint(diag.CodeUnknownType, t.Span(), "give it a name: type T = ...", "a union must be declared with type")
	}
	return nil // a nil type: the parser reported it
}

// over makes a type from that of its elements.
func (c *checker) over(form sts.Form, elem syntax.Type, local *scope) *sts.Type {
	typ := c.typeOf(elem, local)
	if typ == nil {
		return nil
	}
	if typ.Size() > maxSlots {
		c.list.Errorf(diag.CodeTooLarge, elem.Span(), "a value of this type has more than %d scalars", maxSlots)
		return nil
	}
	return &sts.Type{Form: form, Elem: typ, Length: -1}
}

func (c *checker) sequenceType(t *syntax.SequenceType, local *scope) *sts.Type {
	out := c.over(sts.Sequence, t.Elem, local)
	if t.Most == nil || out == nil {
		return out
	}
	n, ok := c.constantInt(t.Most, local, "the greatest length of a sequence")
	if !ok {
		return nil
	}
	if n < 0 || n > maxLength {
		c.list.Errorf(diag.CodeBadLength, t.Most.Span(), "the greatest length of a sequence must be between 0 and %d", maxLength)
		return nil
	}
	out.Length = int(n)
	return out
}

// maxLength bounds the greatest length that a sequence can be declared with.
const maxLength = 1 << 20

// unionType makes a union and enters its alternatives as global names.
func (c *checker) unionType(name string, t *syntax.UnionType) *sts.Type {
	out := &sts.Type{Name: name, Form: sts.Union}
	for _, a := range t.Alternatives {
		fields, ok := c.fieldTypes(a.Fields, nil)
		if !ok {
			return nil
		}
		out.Alternatives = append(out.Alternatives, sts.Alternative{Name: a.Name.Text, Fields: fields})
	}
	if out.Size() > maxSlots {
		c.list.Errorf(diag.CodeTooLarge, t.Span(), "a value of this type has more than %d scalars", maxSlots)
		return nil
	}
	for _, a := range t.Alternatives {
		o := c.enter(kindAlternative, a.Name, nil)
		o.typ, o.used = out, true
	}
	return out
}

// The types of literals that do not know their own. They are converted to any type of their kind.
var (
	noneType      = &sts.Type{Name: "none", Form: sts.Optional, Elem: unknownType}
	emptySequence = &sts.Type{Name: "[]", Form: sts.Sequence, Elem: unknownType, Length: -1}
	emptyBraces   = &sts.Type{Name: "{}", Form: sts.Set, Elem: unknownType, Length: -1}
)

// unknownType is the type of their elements, which do not exist.
var unknownType = sts.ScalarType(term.Bool)

// isUntyped reports whether a type is one of these.
func isUntyped(t *sts.Type) bool { return t == noneType || t == emptySequence || t == emptyBraces }

// hasUntyped reports whether a type is one of these, or contains one.
func hasUntyped(t *sts.Type) bool {
	return isUntyped(t) || t.Elem != nil && hasUntyped(t.Elem) || t.Key != nil && hasUntyped(t.Key)
}

// loosened is a type without bounds of numbers and lengths.
func loosened(t *sts.Type) *sts.Type {
	if isUntyped(t) {
		return t
	}
	out := *t
	if t.Scalar != nil && t.Scalar.Kind == term.KindInt {
		return intType
	}
	if t.Elem != nil {
		out.Elem = loosened(t.Elem)
	}
	if t.Key != nil {
		out.Key = loosened(t.Key)
	}
	if t.Form == sts.Sequence {
		out.Length = -1
	}
	out.Fields = loosenedFields(t.Fields)
	out.Alternatives = nil
	for _, a := range t.Alternatives {
		out.Alternatives = append(out.Alternatives, sts.Alternative{Name: a.Name, Fields: loosenedFields(a.Fields)})
	}
	return &out
}

func loosenedFields(fields []sts.Field) []sts.Field {
	var out []sts.Field
	for _, f := range fields {
		out = append(out, sts.Field{Name: f.Name, Type: loosened(f.Type), Span: f.Span})
	}
	return out
}

// anyLength is a type of sequences without a bound of the length.
func anyLength(t *sts.Type) *sts.Type {
	if t.Form != sts.Sequence || t.Length < 0 {
		return t
	}
	out := *t
	out.Name, out.Length = "", -1
	return &out
}

// sameBounds reports whether the values of two types, which are the same but for bounds, have the same bounds.
func sameBounds(a, b *sts.Type) bool {
	switch {
	case a == b:
		return true
	case a.Scalar != nil:
		return a.Scalar.SameBounds(b.Scalar)
	case a.Elem != nil:
		return a.Length == b.Length && sameBounds(a.Elem, b.Elem) && (a.Key == nil || sameBounds(a.Key, b.Key))
	}
	return slices.EqualFunc(a.Fields, b.Fields, sameFieldBounds) && slices.EqualFunc(a.Alternatives, b.Alternatives, func(x, y sts.Alternative) bool {
		return slices.EqualFunc(x.Fields, y.Fields, sameFieldBounds)
	})
}

func sameFieldBounds(x, y sts.Field) bool { return sameBounds(x.Type, y.Type) }

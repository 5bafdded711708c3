package operand

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The types of literals whose own type is undetermined. They are converted to any type of their kind.
var (
	NoneType      = &sts.Type{Name: "none", Form: sts.Optional, Elem: UnknownType}
	EmptySequence = &sts.Type{Name: "[]", Form: sts.Sequence, Elem: UnknownType, Length: -1}
	EmptyBraces   = &sts.Type{Name: "{}", Form: sts.Set, Elem: UnknownType, Length: -1}
)

// UnknownType is the type of their elements, which do not exist.
var UnknownType = sts.ScalarType(term.Bool)

// IsUntyped reports whether a type is one of these.
func IsUntyped(t *sts.Type) bool { return t == NoneType || t == EmptySequence || t == EmptyBraces }

// HasUntyped reports whether a type is one of these, or contains one.
func HasUntyped(t *sts.Type) bool {
	return IsUntyped(t) || t.Elem != nil && HasUntyped(t.Elem) || t.Key != nil && HasUntyped(t.Key)
}

// Loosened is a type without bounds of numbers and lengths.
func Loosened(t *sts.Type) *sts.Type {
	if IsUntyped(t) {
		return t
	}
	out := *t
	if t.Scalar != nil && t.Scalar.Kind == term.KindInt {
		return IntType
	}
	if t.Elem != nil {
		out.Elem = Loosened(t.Elem)
	}
	if t.Key != nil {
		out.Key = Loosened(t.Key)
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
		out = append(out, sts.Field{Name: f.Name, Type: Loosened(f.Type), Span: f.Span})
	}
	return out
}

// AnyLength is a type of sequences without a bound of the length.
func AnyLength(t *sts.Type) *sts.Type {
	if t.Form != sts.Sequence || t.Length < 0 {
		return t
	}
	out := *t
	out.Name, out.Length = "", -1
	return &out
}

// SameBounds reports whether two types that are equal up to bounds have the same bounds.
func SameBounds(a, b *sts.Type) bool {
	switch {
	case a == b:
		return true
	case a.Scalar != nil:
		return a.Scalar.SameBounds(b.Scalar)
	case a.Elem != nil:
		return a.Length == b.Length && SameBounds(a.Elem, b.Elem) && (a.Key == nil || SameBounds(a.Key, b.Key))
	}
	return slices.EqualFunc(a.Fields, b.Fields, sameFieldBounds) && slices.EqualFunc(a.Alternatives, b.Alternatives, func(x, y sts.Alternative) bool {
		return slices.EqualFunc(x.Fields, y.Fields, sameFieldBounds)
	})
}

func sameFieldBounds(x, y sts.Field) bool { return SameBounds(x.Type, y.Type) }

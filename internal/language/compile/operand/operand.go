package operand

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Operand is a lowered expression: a type and its scalars. The zero operand stands for an expression with an error that was
// reported; everything computed from it is silent.
type Operand struct {
	Type    *sts.Type
	Terms   []*term.Term
	Untyped bool // an integer constant that may still become a real or a machine integer

	Literal []Operand // the elements of a collection that was written out, or keys and values in turn: they may still change their type

	Remade func(want *sts.Type) (Operand, bool) // makes a collection again whose parts may still change their type; nil if none may
}

// OK reports whether there was no error in the expression.
func (o Operand) OK() bool { return o.Type != nil }

// Scalar is the first scalar: the only one, or the tag of an optional value or a union.
func (o Operand) Scalar() *term.Term { return o.Terms[0] }

// Is reports whether it is a scalar of a kind.
func (o Operand) Is(k term.Kind) bool {
	return o.OK() && o.Type.Scalar != nil && o.Type.Scalar.Kind == k
}

// IsNumber reports whether it is a scalar to compute with.
func (o Operand) IsNumber() bool {
	return o.Is(term.KindInt) || o.Is(term.KindReal) || o.Is(term.KindBits)
}

// The types of Booleans, of numbers without bounds, and of strings.
var (
	BoolType   = sts.ScalarType(term.Bool)
	IntType    = sts.ScalarType(term.Int)
	RealType   = sts.ScalarType(term.Real)
	StringType = sts.ScalarType(term.String)
)

// Boolean is a condition.
func Boolean(t *term.Term) Operand { return ScalarOf(BoolType, t) }

// ScalarOperand is a term of the type of its sort.
func ScalarOperand(t *term.Term) Operand { return ScalarOf(sts.ScalarType(t.Sort()), t) }

// ScalarOf is a value of a type that has one scalar.
func ScalarOf(typ *sts.Type, t *term.Term) Operand { return Operand{Type: typ, Terms: []*term.Term{t}} }

// WithUntyped reports whether the operand is an integer constant that may still change its type.
func (o Operand) WithUntyped(untyped bool) Operand {
	o.Untyped = untyped
	return o
}

// Convert makes o fit the wanted type if the language converts implicitly: an integer to a real, an untyped constant to a
// machine integer, elementwise in arrays. It reports nothing.
func (mk *Maker) Convert(o Operand, want *sts.Type) (Operand, bool) {
	if IsUntyped(want) {
		return o, o.Type == want
	}
	if o.Type.Scalar != nil && want.Scalar != nil {
		return mk.convertScalar(o, want)
	}
	if o.Type.IsArray() && want.IsArray() && o.Type.Length == want.Length {
		return mk.convertArray(o, want)
	}
	if want.Form != sts.Plain {
		return mk.convertData(o, want)
	}
	return o, o.Type.Same(want)
}

func (mk *Maker) convertScalar(o Operand, want *sts.Type) (Operand, bool) {
	from, to := o.Type.Scalar, want.Scalar
	switch {
	case from.Same(to):
		return o, true
	case from.Kind == term.KindInt && to.Kind == term.KindReal:
		return ScalarOf(want, mk.Store.ToReal(o.Scalar())), true
	case o.Untyped && to.Kind == term.KindBits:
		t := mk.Store.IntToBits(o.Scalar(), to)
		return ScalarOf(want, t), mk.Fold(mk.Store.Eq(mk.Store.BitsToInt(t), o.Scalar())).IsTrue()
	}
	return o, false
}

func (mk *Maker) convertArray(o Operand, want *sts.Type) (Operand, bool) {
	out := Operand{Type: want, Literal: o.Literal}
	for _, p := range mk.arrayParts(o) {
		part, ok := mk.Convert(p, want.Elem)
		if !ok {
			return o, false
		}
		out.Terms = append(out.Terms, part.Terms...)
	}
	return out, true
}

// Fit converts o to the wanted type, or reports a mismatch.
func (mk *Maker) Fit(o Operand, want *sts.Type, span diag.Span, what string) Operand {
	if !o.OK() || want == nil {
		return Operand{}
	}
	if out, ok := mk.Convert(o, want); ok {
		return out
	}
	if o.Untyped && o.Is(term.KindInt) && o.Scalar().IsConst() && want.Scalar != nil && want.Scalar.Kind == term.KindBits {
		return mk.Fail(diag.CodeConstRange, span, "", "%s does not fit %s", o.Scalar().Value().Format(term.Int), want)
	}
	return mk.Fail(diag.CodeTypeMismatch, span, mismatchHint(o.Type, want), "%s must be %s, but this is %s", what, want, o.Type)
}

func mismatchHint(have, want *sts.Type) string {
	switch {
	case have.Form == sts.Optional && have.Elem.Same(want):
		return "it may be none: write value(...) if it is certainly present, or get(..., default)"
	case have.Form == sts.Set && want.Form == sts.Sequence:
		return "a set has no order: write sorted(...)"
	case have.Form == sts.Sequence && want.Form == sts.Set:
		return "convert it with set(...)"
	case have.Scalar == nil || want.Scalar == nil:
		return ""
	}
	h, w := have.Scalar.Kind, want.Scalar.Kind
	switch {
	case h == term.KindReal && w == term.KindInt:
		return "round it down with floor(...)"
	case h == term.KindBits && w == term.KindInt:
		return "convert it with int(...)"
	case h == term.KindString && w == term.KindInt:
		return "int(...) reads a number, and is -1 for a string that is not only digits"
	case (h == term.KindInt || h == term.KindBits) && w == term.KindString:
		return "convert it with string(...)"
	case w == term.KindBits && (h == term.KindInt || h == term.KindBits):
		return "convert it with " + want.Scalar.String() + "(...)"
	}
	return ""
}

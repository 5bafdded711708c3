package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// operand is a lowered expression: a type and its scalars. The zero operand stands for an expression with an error that was
// reported; everything computed from it is silent.
type operand struct {
	typ     *sts.Type
	terms   []*term.Term
	untyped bool // an integer constant that may still become a real or a machine integer

	literal []operand // the elements of a collection that was written out, or keys and values in turn: they may still change their type

	remade func(want *sts.Type) (operand, bool) // makes a collection again whose parts may still change their type; nil if none may
}

func (o operand) ok() bool { return o.typ != nil }

func (o operand) scalar() *term.Term { return o.terms[0] }

func (o operand) is(k term.Kind) bool { return o.ok() && o.typ.Scalar != nil && o.typ.Scalar.Kind == k }

func (o operand) isNumber() bool {
	return o.is(term.KindInt) || o.is(term.KindReal) || o.is(term.KindBits)
}

var (
	boolType = sts.ScalarType(term.Bool)
	intType  = sts.ScalarType(term.Int)
)

// fail reports an error with an optional hint and returns the zero operand.
func (c *checker) fail(code diag.Code, span diag.Span, hint, format string, args ...any) operand {
	c.list.ErrorHint(code, span, hint, format, args...)
	return operand{}
}

func boolean(t *term.Term) operand { return scalarOf(boolType, t) }

// scalarOperand is a term of the type of its sort.
func scalarOperand(t *term.Term) operand { return scalarOf(sts.ScalarType(t.Sort()), t) }

func scalarOf(typ *sts.Type, t *term.Term) operand { return operand{typ: typ, terms: []*term.Term{t}} }

// withUntyped reports whether the operand is an integer constant that may still change its type.
func (o operand) withUntyped(untyped bool) operand {
	o.untyped = untyped
	return o
}

// convert makes o fit the wanted type if the language converts implicitly: an integer to a real, an untyped constant to a
// machine integer, elementwise in arrays. It reports nothing.
func (c *checker) convert(o operand, want *sts.Type) (operand, bool) {
	if isUntyped(want) {
		return o, o.typ == want
	}
	if o.typ.Scalar != nil && want.Scalar != nil {
		return c.convertScalar(o, want)
	}
	if o.typ.IsArray() && want.IsArray() && o.typ.Length == want.Length {
		return c.convertArray(o, want)
	}
	if want.Form != sts.Plain {
		return c.convertData(o, want)
	}
	return o, o.typ.Same(want)
}

func (c *checker) convertScalar(o operand, want *sts.Type) (operand, bool) {
	from, to := o.typ.Scalar, want.Scalar
	switch {
	case from.Same(to):
		return o, true
	case from.Kind == term.KindInt && to.Kind == term.KindReal:
		return scalarOf(want, c.store.ToReal(o.scalar())), true
	case o.untyped && to.Kind == term.KindBits:
		t := c.store.IntToBits(o.scalar(), to)
		return scalarOf(want, t), c.fold(c.store.Eq(c.store.BitsToInt(t), o.scalar())).IsTrue()
	}
	return o, false
}

func (c *checker) convertArray(o operand, want *sts.Type) (operand, bool) {
	out := operand{typ: want, literal: o.literal}
	for _, p := range c.arrayParts(o) {
		part, ok := c.convert(p, want.Elem)
		if !ok {
			return o, false
		}
		out.terms = append(out.terms, part.terms...)
	}
	return out, true
}

// fit converts o to the wanted type, or reports a mismatch.
func (c *checker) fit(o operand, want *sts.Type, span diag.Span, what string) operand {
	if !o.ok() || want == nil {
		return operand{}
	}
	if out, ok := c.convert(o, want); ok {
		return out
	}
	if o.untyped && o.is(term.KindInt) && o.scalar().IsConst() && want.Scalar != nil && want.Scalar.Kind == term.KindBits {
		return c.fail(diag.CodeConstRange, span, "", "%s does not fit %s", o.scalar().Value().Format(term.Int), want)
	}
	return c.fail(diag.CodeTypeMismatch, span, mismatchHint(o.typ, want), "%s must be %s, but this is %s", what, want, o.typ)
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

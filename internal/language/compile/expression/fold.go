package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Folds. The type of the accumulator is that of its first value. Where this is incomplete, as in fold t = {} for x in s :: insert(t, x, 1),
// the body is lowered to find its type.

// folding is a fold that is being lowered.
type folding struct {
	*elementScope
	expr  *syntax.FoldExpr
	first operand.Operand

	typ         *sts.Type       // of the accumulator
	accumulator *term.Term      // as a variable
	next        operand.Operand // the value of the body
}

// foldExpr lowers fold total = first for x in s :: next.
func (l *Lowering) foldExpr(e *syntax.FoldExpr) operand.Operand {
	first := l.Expr(e.Init)
	s := l.goOver(e.Variable, e.Over)
	if s == nil || !first.OK() {
		return operand.Operand{}
	}
	if s.over.Type.Form != sts.Sequence {
		return l.Fail(diag.CodeTypeMismatch, e.Over.Span(), "write sorted(...)", "the elements of a set have no order, so they cannot be folded")
	}
	f := &folding{elementScope: s, expr: e, first: first, typ: l.Settled(first)}
	if operand.HasUntyped(f.typ) {
		f.typ = f.inferred()
	}
	f.lower()
	first = l.Fit(first, f.typ, e.Init.Span(), "the first value of "+e.Accumulator.Text)
	next := l.Fit(f.next, f.typ, e.Body.Span(), "the next value of "+e.Accumulator.Text)
	if !first.OK() || !next.OK() {
		return operand.Operand{}
	}
	f.first = first
	packed := l.Pack(next.Terms)
	s.leave(func(cond *term.Term) *term.Term { return f.always(packed, cond) })
	return l.Unpack(f.typ, l.Store.Fold(s.over.Scalar(), l.Pack(first.Terms), f.accumulator, s.x, packed))
}

// lower lowers the body. If the type of the accumulator does not fit, it takes a type that does, if there is one.
func (f *folding) lower() {
	found := f.outer.Apart(f.body)
	if f.first.IsOpen() || f.first.Untyped {
		if wider := f.wider(); wider != nil {
			f.typ, f.duty = wider, nil
			f.body()
			return
		}
	}
	f.outer.List.AddAll(found)
}

// wider is a type for the accumulator that the body suggests; nil if it has a fitting one, or none fits.
func (f *folding) wider() *sts.Type {
	if !f.next.OK() {
		return nil
	}
	if _, fits := f.outer.Convert(f.next, f.typ); fits {
		return nil
	}
	if _, _, ok := f.outer.Unified(f.first, f.next); !ok {
		return nil
	}
	return f.outer.ElementType([]operand.Operand{f.first, f.next})
}

// body lowers the body with an accumulator of the type.
func (f *folding) body() {
	f.accumulator = f.outer.BoundVariable(f.expr.Accumulator.Text, f.typ.Packed())
	inner := f.inner.Within(symbols.NewScope(f.inner.Local))
	inner.goingOver = append(slices.Clip(f.inner.goingOver), f.accumulator)
	inner.Local.Bind(f.expr.Accumulator, f.outer.Unpack(f.typ, f.accumulator))
	f.next = inner.Expr(f.expr.Body)
}

// inferred is the type of an accumulator whose first value does not determine it: [], {} or none. It is that of the body at the first element
// or, if that is not known either, a guess.
func (f *folding) inferred() *sts.Type {
	inner := f.inner.Within(symbols.NewScope(f.inner.Local))
	inner.inferring, inner.Safety, inner.Read = true, new([]sts.Obligation), nil
	if inner.Call != nil {
		inner.Call = func(e *sts.Extern, _ []*term.Term, _ diag.Span) operand.Operand {
			return operand.Operand{Type: e.Result, Terms: inner.Defaults(e.Result)}
		}
	}
	inner.Local.Bind(f.expr.Accumulator, f.first)
	uses := inner.Uses
	inner.Uses = nil
	var next operand.Operand
	f.outer.Apart(func() { next = inner.Expr(f.expr.Body) })
	inner.Uses = uses
	if next.OK() {
		if typ := f.outer.ElementType([]operand.Operand{f.first, next}); !operand.HasUntyped(typ) {
			return typ
		}
	}
	return f.guessed()
}

// guessed is a type for an accumulator that is empty at first: its elements are like those of the collection.
func (f *folding) guessed() *sts.Type {
	form := map[*sts.Type]sts.Form{operand.EmptySequence: sts.Sequence, operand.EmptyBraces: sts.Set, operand.NoneType: sts.Optional}
	if operand.IsUntyped(f.typ) {
		return &sts.Type{Form: form[f.typ], Elem: operand.Loosened(f.over.Type.Elem), Length: -1}
	}
	return f.typ
}

// always is the condition that a condition on accumulator and element holds at each step, given the next value.
func (f *folding) always(next, cond *term.Term) *term.Term {
	l := f.outer
	both := l.BoundVariable("both", term.Tuple(f.accumulator.Sort().Base(), term.Bool))
	before, held := l.Store.Part(both, 0), l.Store.Part(both, 1)
	by := map[*term.Term]*term.Term{f.accumulator: before}
	step := l.Store.Tuple(l.Store.Substitute(next, by), l.Store.And(held, l.Store.Substitute(cond, by)))
	return l.Store.Part(l.Store.Fold(f.over.Scalar(), l.Store.Tuple(l.Pack(f.first.Terms), l.Store.True()), both, f.x, step), 1)
}

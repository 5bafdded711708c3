package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Folds. The type of the accumulator is that of its first value. Where this says little, as in fold t = {} for x in s :: insert(t, x, 1),
// the body is lowered to see what type it has.

// folding is a fold in the course of its lowering.
type folding struct {
	*elementScope
	expr  *syntax.FoldExpr
	first operand

	typ         *sts.Type  // of the accumulator
	accumulator *term.Term // as a variable
	next        operand    // the value of the body
}

// foldExpr lowers fold total = first for x in s :: next.
func (l *lowering) foldExpr(e *syntax.FoldExpr) operand {
	first := l.expr(e.Init)
	s := l.goOver(e.Variable, e.Over)
	if s == nil || !first.ok() {
		return operand{}
	}
	if s.over.typ.Form != sts.Sequence {
		return l.fail(diag.CodeTypeMismatch, e.Over.Span(), "write sorted(...)", "the elements of a set have no order, so they cannot be folded")
	}
	f := &folding{elementScope: s, expr: e, first: first, typ: l.settled(first)}
	if hasUntyped(f.typ) {
		f.typ = f.inferred()
	}
	f.lower()
	first = l.fit(first, f.typ, e.Init.Span(), "the first value of "+e.Accumulator.Text)
	next := l.fit(f.next, f.typ, e.Body.Span(), "the next value of "+e.Accumulator.Text)
	if !first.ok() || !next.ok() {
		return operand{}
	}
	f.first = first
	packed := l.pack(next.terms)
	s.leave(func(cond *term.Term) *term.Term { return f.always(packed, cond) })
	return l.unpack(f.typ, l.store.Fold(s.over.scalar(), l.pack(first.terms), f.accumulator, s.x, packed))
}

// lower lowers the body. If the type of the accumulator does not fit, but there is one that does, it takes that.
func (f *folding) lower() {
	found := f.outer.apart(f.body)
	if f.first.isOpen() || f.first.untyped {
		if wider := f.wider(); wider != nil {
			f.typ, f.duty = wider, nil
			f.body()
			return
		}
	}
	for _, d := range found.Sorted() {
		f.outer.list.Add(d)
	}
}

// wider is a type for the accumulator that the body suggests; nil if it has a fitting one, or none fits.
func (f *folding) wider() *sts.Type {
	if !f.next.ok() {
		return nil
	}
	if _, fits := f.outer.convert(f.next, f.typ); fits {
		return nil
	}
	if _, _, ok := f.outer.unified(f.first, f.next); !ok {
		return nil
	}
	return f.outer.elementType([]operand{f.first, f.next})
}

// body lowers the body with an accumulator of the type.
func (f *folding) body() {
	f.accumulator = f.outer.boundVariable(f.expr.Accumulator.Text, f.typ.Packed())
	inner := f.inner.within(newScope(f.inner.local))
	inner.goingOver = append(slices.Clip(f.inner.goingOver), f.accumulator)
	inner.local.bind(f.expr.Accumulator, f.outer.unpack(f.typ, f.accumulator))
	f.next = inner.expr(f.expr.Body)
}

// inferred is the type of an accumulator whose first value does not tell it: [], {} or none. It is that of the body at the first element
// or, if that is not known either, a guess.
func (f *folding) inferred() *sts.Type {
	inner := f.inner.within(newScope(f.inner.local))
	inner.inferring, inner.safety, inner.read = true, new([]sts.Obligation), nil
	if inner.call != nil {
		inner.call = func(e *sts.Extern, _ []*term.Term, _ diag.Span) operand {
			return operand{typ: e.Result, terms: inner.defaults(e.Result)}
		}
	}
	inner.local.bind(f.expr.Accumulator, f.first)
	uses := inner.uses
	inner.uses = nil
	var next operand
	f.outer.apart(func() { next = inner.expr(f.expr.Body) })
	inner.uses = uses
	if next.ok() {
		if typ := f.outer.elementType([]operand{f.first, next}); !hasUntyped(typ) {
			return typ
		}
	}
	return f.guessed()
}

// guessed is a type for an accumulator that is empty at first: its elements are like those of the collection.
func (f *folding) guessed() *sts.Type {
	form := map[*sts.Type]sts.Form{emptySequence: sts.Sequence, emptyBraces: sts.Set, noneType: sts.Optional}
	if isUntyped(f.typ) {
		return &sts.Type{Form: form[f.typ], Elem: loosened(f.over.typ.Elem), Length: -1}
	}
	return f.typ
}

// always is the condition that a condition on accumulator and element holds at each step, given the next value.
func (f *folding) always(next, cond *term.Term) *term.Term {
	l := f.outer
	both := l.boundVariable("both", term.Tuple(f.accumulator.Sort().Base(), term.Bool))
	before, held := l.store.Part(both, 0), l.store.Part(both, 1)
	by := map[*term.Term]*term.Term{f.accumulator: before}
	step := l.store.Tuple(l.store.Substitute(next, by), l.store.And(held, l.store.Substitute(cond, by)))
	return l.store.Part(l.store.Fold(f.over.scalar(), l.store.Tuple(l.pack(f.first.terms), l.store.True()), both, f.x, step), 1)
}

// apart calls f and returns what it reports, which is not among the errors of the model then.
func (c *checker) apart(f func()) *diag.List {
	outer, found := c.list, &diag.List{}
	c.list = found
	defer func() { c.list = outer }()
	f()
	return found
}

// aloud makes the errors of declarations those of the model, also if an expression that uses them is lowered apart. It returns what ends
// that.
func (c *checker) aloud() func() {
	outer := c.list
	c.list = c.reports
	return func() { c.list = outer }
}

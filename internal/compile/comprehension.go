package compile

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Expressions with a variable that goes over the elements of a collection. What must hold for the body to have a value must hold for
// each element: the obligations of the body become conditions on all elements.

// boundVariable makes a variable that no other expression has.
func (c *checker) boundVariable(name string, sort *term.Sort) *term.Term {
	c.quantified++
	return c.store.Var(fmt.Sprintf("%s'%d", name, c.quantified), sort)
}

// elementScope is the body of an expression that goes over a collection.
type elementScope struct {
	outer *lowering
	inner *lowering
	over  operand    // the collection; for a map its keys
	x     *term.Term // the bound variable
	duty  []sts.Obligation
}

// goOver enters the body of an expression in which a name goes over a collection; nil after an error.
func (l *lowering) goOver(name syntax.Name, e syntax.Expr) *elementScope {
	o := l.expr(e)
	over, ok := l.asCollection(o)
	if !ok {
		if o.ok() {
			l.list.Errorf(diag.CodeTypeMismatch, e.Span(), "%s goes over a sequence, a set or a map, but this is %s", name.Text, o.typ)
		}
		return nil
	}
	if over.typ.Form == sts.Map {
		over = scalarOf(&sts.Type{Form: sts.Set, Elem: over.typ.Key, Length: -1}, l.store.Keys(over.scalar()))
	}
	s := &elementScope{outer: l, over: over, x: l.boundVariable(name.Text, over.typ.Elem.Packed())}
	inner := *l
	inner.local, inner.under, inner.bound, inner.doubtful = newScope(l.local), nil, nil, true
	inner.safety, inner.goingOver = &s.duty, append(slices.Clip(l.goingOver), s.x)
	inner.local.bind(name, l.unpack(over.typ.Elem, s.x))
	s.inner = &inner
	return s
}

// leave hands the obligations of the body on, each as a condition that all makes of it.
func (s *elementScope) leave(all func(cond *term.Term) *term.Term) {
	for _, o := range s.duty {
		s.outer.demand(o.Kind, all(o.Cond), o.Span, diag.CodeConstAbsent, o.Text)
	}
	s.duty = nil
}

// forAll is the condition that all elements satisfy a condition.
func (s *elementScope) forAll(cond *term.Term) *term.Term {
	return s.outer.store.All(s.over.scalar(), s.x, cond)
}

// mixedQuantifier lowers a quantifier of which variable i is the first that goes over a collection.
func (l *lowering) mixedQuantifier(e *syntax.QuantifierExpr, i int) operand {
	if i == 0 {
		return l.membershipQuantifier(e)
	}
	inner := &syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[i:], Body: e.Body}
	return l.quantifier(&syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[:i], Body: inner})
}

// membershipQuantifier lowers forall x in s :: c and exists x in s :: c; further variables are quantified within.
func (l *lowering) membershipQuantifier(e *syntax.QuantifierExpr) operand {
	s := l.goOver(e.Params[0].Name, e.Params[0].Over)
	if s == nil {
		return operand{}
	}
	body := e.Body
	if len(e.Params) > 1 {
		body = &syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[1:], Body: e.Body}
	}
	cond := s.inner.condition(body, "the body of a quantifier")
	s.leave(s.forAll)
	if e.Forall {
		return boolean(s.forAll(cond))
	}
	return boolean(l.store.Some(s.over.scalar(), s.x, cond))
}

// comprehension lowers [f(x) for x in s : c] and its kin. The condition is evaluated first; the element only where it holds.
func (l *lowering) comprehension(e *syntax.ComprehensionExpr) operand {
	s := l.goOver(e.Variable, e.Over)
	if s == nil {
		return operand{}
	}
	filtered := s.over
	if e.Cond != nil {
		cond := s.inner.condition(e.Cond, "the condition of a comprehension")
		s.leave(s.forAll)
		filtered = scalarOf(anyLength(s.over.typ), l.store.Filter(s.over.scalar(), s.x, cond))
		s.over = filtered
	}
	if e.Kind == syntax.MapComprehension {
		return l.mapComprehension(e, s)
	}
	element := s.inner.unpack(filtered.typ.Elem, s.x)
	if e.Element != nil {
		if element = s.inner.expr(e.Element); !element.ok() {
			return operand{}
		}
		s.leave(s.forAll)
		filtered = scalarOf(&sts.Type{Form: filtered.typ.Form, Elem: element.typ, Length: -1},
			l.store.Each(filtered.scalar(), s.x, l.pack(element.terms)))
	}
	return l.comprehended(e, filtered)
}

// comprehended brings the result of a comprehension to the kind that was written.
func (l *lowering) comprehended(e *syntax.ComprehensionExpr, o operand) operand {
	switch {
	case e.Kind == syntax.SetComprehension && o.typ.Form == sts.Sequence:
		return scalarOf(&sts.Type{Form: sts.Set, Elem: o.typ.Elem, Length: -1}, l.store.ToSet(o.scalar()))
	case e.Kind == syntax.SequenceComprehension && o.typ.Form == sts.Set:
		return l.fail(diag.CodeTypeMismatch, e.Over.Span(), "write sorted(...), or {...} for a set",
			"the elements of a set have no order, so they are no sequence")
	}
	return o
}

// mapComprehension lowers {k: f(k) for k in s}. Over a set the key must be the variable, so that no key comes twice.
func (l *lowering) mapComprehension(e *syntax.ComprehensionExpr, s *elementScope) operand {
	key, value := s.inner.expr(e.Key), s.inner.expr(e.Element)
	if !key.ok() || !value.ok() {
		return operand{}
	}
	s.leave(s.forAll)
	if name, ok := e.Key.(*syntax.NameExpr); s.over.typ.Form == sts.Set && !(ok && name.Name == e.Variable.Text) {
		return l.fail(diag.CodeTypeMismatch, e.Key.Span(), "go over sorted(...); the later of two entries with one key wins",
			"over a set the key must be the variable itself: the elements of a set have no order")
	}
	pairs := l.store.Each(s.over.scalar(), s.x, l.store.Tuple(l.pack(key.terms), l.pack(value.terms)))
	return scalarOf(&sts.Type{Form: sts.Map, Key: key.typ, Elem: value.typ, Length: -1}, l.store.ToMap(pairs))
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
	typ := accumulated(first, s.over.typ.Elem)
	if first = l.fit(first, typ, e.Init.Span(), "the first value of "+e.Accumulator.Text); !first.ok() {
		return first
	}
	accumulator := l.boundVariable(e.Accumulator.Text, typ.Packed())
	s.inner.goingOver = append(s.inner.goingOver, accumulator)
	s.inner.local.bind(e.Accumulator, l.unpack(typ, accumulator))
	next := s.inner.fit(s.inner.expr(e.Body), typ, e.Body.Span(), "the next value of "+e.Accumulator.Text)
	if !next.ok() {
		return operand{}
	}
	packed := l.pack(next.terms)
	s.leave(func(cond *term.Term) *term.Term { return l.foldAll(s, l.pack(first.terms), accumulator, packed, cond) })
	return l.unpack(typ, l.store.Fold(s.over.scalar(), l.pack(first.terms), accumulator, s.x, packed))
}

// accumulated is the type of an accumulator, given its first value. What is empty at first gets elements like those of the collection.
func accumulated(first operand, element *sts.Type) *sts.Type {
	switch {
	case first.typ == emptySequence:
		return &sts.Type{Form: sts.Sequence, Elem: loosened(element), Length: -1}
	case first.typ == emptyBraces:
		return &sts.Type{Form: sts.Set, Elem: loosened(element), Length: -1}
	case first.typ == noneType:
		return &sts.Type{Form: sts.Optional, Elem: loosened(element), Length: -1}
	case first.typ.IsArray() && first.literal != nil:
		return &sts.Type{Form: sts.Sequence, Elem: loosened(first.typ.Elem), Length: -1}
	}
	return loosened(first.typ)
}

// foldAll is the condition that a condition on accumulator and element holds at each step of a fold.
func (l *lowering) foldAll(s *elementScope, first, accumulator, next, cond *term.Term) *term.Term {
	both := l.boundVariable("both", term.Tuple(accumulator.Sort().Base(), term.Bool))
	before, held := l.store.Part(both, 0), l.store.Part(both, 1)
	by := map[*term.Term]*term.Term{accumulator: before}
	step := l.store.Tuple(l.store.Substitute(next, by), l.store.And(held, l.store.Substitute(cond, by)))
	return l.store.Part(l.store.Fold(s.over.scalar(), l.store.Tuple(first, l.store.True()), both, s.x, step), 1)
}

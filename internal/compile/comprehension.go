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
	if e.Element == nil {
		return l.comprehended(e, filtered)
	}
	element := s.inner.expr(e.Element)
	if !element.ok() {
		return operand{}
	}
	s.leave(s.forAll)
	return l.comprehended(e, made(&sts.Type{Form: filtered.typ.Form, Elem: l.memberType(element), Length: -1}, element.isOpen() || element.untyped,
		func(typ *sts.Type) (*term.Term, bool) {
			part, ok := l.convert(element, typ.Elem)
			return l.store.Each(filtered.scalar(), s.x, l.pack(part.terms)), ok
		}))
}

// memberType is the type of an operand as an element of a collection, with its bounds if it has one of its own.
func (l *lowering) memberType(o operand) *sts.Type {
	if o.isOpen() {
		return l.settled(o)
	}
	return o.typ
}

// comprehended brings the result of a comprehension to the kind that was written.
func (l *lowering) comprehended(e *syntax.ComprehensionExpr, o operand) operand {
	switch {
	case e.Kind == syntax.SetComprehension && o.typ.Form == sts.Sequence:
		return made(&sts.Type{Form: sts.Set, Elem: o.typ.Elem, Length: -1}, o.isOpen(), func(typ *sts.Type) (*term.Term, bool) {
			list, ok := l.convert(o, &sts.Type{Form: sts.Sequence, Elem: typ.Elem, Length: -1})
			return l.store.ToSet(list.scalar()), ok
		})
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
	open := key.isOpen() || value.isOpen() || key.untyped || value.untyped
	return made(&sts.Type{Form: sts.Map, Key: l.memberType(key), Elem: l.memberType(value), Length: -1}, open, func(typ *sts.Type) (*term.Term, bool) {
		k, ok1 := l.convert(key, typ.Key)
		v, ok2 := l.convert(value, typ.Elem)
		if !ok1 || !ok2 {
			return nil, false
		}
		return l.store.ToMap(l.store.Each(s.over.scalar(), s.x, l.store.Tuple(l.pack(k.terms), l.pack(v.terms)))), true
	})
}

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

// Expressions with a variable that ranges over the elements of a collection. The obligations of the body must hold for each element: they
// become conditions on all elements.

// elementScope is the body of an expression that ranges over a collection.
type elementScope struct {
	outer *Lowering
	inner *Lowering
	over  operand.Operand // the collection; for a map its keys
	x     *term.Term      // the bound variable
	duty  []sts.Obligation
}

// goOver enters the body of an expression in which a name ranges over a collection; nil after an error.
func (l *Lowering) goOver(name syntax.Name, e syntax.Expr) *elementScope {
	o := l.Expr(e)
	over, ok := l.AsCollection(o)
	if !ok {
		if o.OK() {
			l.List.Errorf(diag.CodeTypeMismatch, e.Span(), "%s goes over a sequence, a set or a map, but this is %s", name.Text, o.Type)
		}
		return nil
	}
	if over.Type.Form == sts.Map {
		over = operand.ScalarOf(&sts.Type{Form: sts.Set, Elem: over.Type.Key, Length: -1}, l.Store.Keys(over.Scalar()))
	}
	s := &elementScope{outer: l, over: over, x: l.BoundVariable(name.Text, over.Type.Elem.Packed())}
	inner := *l
	inner.Local, inner.Under, inner.bound, inner.doubtful = symbols.NewScope(l.Local), nil, nil, true
	inner.Safety, inner.goingOver = &s.duty, append(slices.Clip(l.goingOver), s.x)
	inner.Local.Bind(name, l.Unpack(over.Type.Elem, s.x))
	s.inner = &inner
	return s
}

// leave passes on the obligations of the body, each converted to a condition by all.
func (s *elementScope) leave(all func(cond *term.Term) *term.Term) {
	for _, o := range s.duty {
		s.outer.demand(o.Kind, all(o.Cond), o.Span, diag.CodeConstAbsent, o.Text)
	}
	s.duty = nil
}

// forAll is the condition that all elements satisfy a condition.
func (s *elementScope) forAll(cond *term.Term) *term.Term {
	return s.outer.Store.All(s.over.Scalar(), s.x, cond)
}

// mixedQuantifier lowers a quantifier of which variable i is the first that ranges over a collection.
func (l *Lowering) mixedQuantifier(e *syntax.QuantifierExpr, i int) operand.Operand {
	if i == 0 {
		return l.membershipQuantifier(e)
	}
	inner := &syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[i:], Body: e.Body}
	return l.quantifier(&syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[:i], Body: inner})
}

// membershipQuantifier lowers forall x in s :: c and exists x in s :: c; further variables are quantified within.
func (l *Lowering) membershipQuantifier(e *syntax.QuantifierExpr) operand.Operand {
	s := l.goOver(e.Params[0].Name, e.Params[0].Over)
	if s == nil {
		return operand.Operand{}
	}
	body := e.Body
	if len(e.Params) > 1 {
		body = &syntax.QuantifierExpr{Place: e.Place, Forall: e.Forall, Params: e.Params[1:], Body: e.Body}
	}
	cond := s.inner.Condition(body, "the body of a quantifier")
	s.leave(s.forAll)
	if e.Forall {
		return operand.Boolean(s.forAll(cond))
	}
	return operand.Boolean(l.Store.Some(s.over.Scalar(), s.x, cond))
}

// comprehension lowers [f(x) for x in s : c] and its kin. The condition is evaluated first; the element only where it holds.
func (l *Lowering) comprehension(e *syntax.ComprehensionExpr) operand.Operand {
	s := l.goOver(e.Variable, e.Over)
	if s == nil {
		return operand.Operand{}
	}
	filtered := s.over
	if e.Cond != nil {
		cond := s.inner.Condition(e.Cond, "the condition of a comprehension")
		s.leave(s.forAll)
		filtered = operand.ScalarOf(operand.AnyLength(s.over.Type), l.Store.Filter(s.over.Scalar(), s.x, cond))
		s.over = filtered
	}
	if e.Kind == syntax.MapComprehension {
		return l.mapComprehension(e, s)
	}
	if e.Element == nil {
		return l.comprehended(e, filtered)
	}
	element := s.inner.Expr(e.Element)
	if !element.OK() {
		return operand.Operand{}
	}
	s.leave(s.forAll)
	return l.comprehended(e, operand.Made(&sts.Type{Form: filtered.Type.Form, Elem: l.MemberType(element), Length: -1}, element.IsOpen() || element.Untyped,
		func(typ *sts.Type) (*term.Term, bool) {
			part, ok := l.Convert(element, typ.Elem)
			return l.Store.Each(filtered.Scalar(), s.x, l.Pack(part.Terms)), ok
		}))
}

// comprehended brings the result of a comprehension to the kind that was written.
func (l *Lowering) comprehended(e *syntax.ComprehensionExpr, o operand.Operand) operand.Operand {
	switch {
	case e.Kind == syntax.SetComprehension && o.Type.Form == sts.Sequence:
		return operand.Made(&sts.Type{Form: sts.Set, Elem: o.Type.Elem, Length: -1}, o.IsOpen(), func(typ *sts.Type) (*term.Term, bool) {
			list, ok := l.Convert(o, &sts.Type{Form: sts.Sequence, Elem: typ.Elem, Length: -1})
			return l.Store.ToSet(list.Scalar()), ok
		})
	case e.Kind == syntax.SequenceComprehension && o.Type.Form == sts.Set:
		return l.Fail(diag.CodeTypeMismatch, e.Over.Span(), "write sorted(...), or {...} for a set",
			"the elements of a set have no order, so they are no sequence")
	}
	return o
}

// mapComprehension lowers {k: f(k) for k in s}. Over a set the key must be the variable, so that no key comes twice.
func (l *Lowering) mapComprehension(e *syntax.ComprehensionExpr, s *elementScope) operand.Operand {
	key, value := s.inner.Expr(e.Key), s.inner.Expr(e.Element)
	if !key.OK() || !value.OK() {
		return operand.Operand{}
	}
	s.leave(s.forAll)
	if name, ok := e.Key.(*syntax.NameExpr); s.over.Type.Form == sts.Set && !(ok && name.Name == e.Variable.Text) {
		return l.Fail(diag.CodeTypeMismatch, e.Key.Span(), "go over sorted(...); the later of two entries with one key wins",
			"over a set the key must be the variable itself: the elements of a set have no order")
	}
	open := key.IsOpen() || value.IsOpen() || key.Untyped || value.Untyped
	return operand.Made(&sts.Type{Form: sts.Map, Key: l.MemberType(key), Elem: l.MemberType(value), Length: -1}, open, func(typ *sts.Type) (*term.Term, bool) {
		k, ok1 := l.Convert(key, typ.Key)
		v, ok2 := l.Convert(value, typ.Elem)
		if !ok1 || !ok2 {
			return nil, false
		}
		return l.Store.ToMap(l.Store.Each(s.over.Scalar(), s.x, l.Store.Tuple(l.Pack(k.Terms), l.Pack(v.Terms)))), true
	})
}

package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// The functions on collections and optional values. Their names are not reserved: a model may declare functions of the same name.

// library has the functions by name. They take the call, as many of them accept several types or a comprehension.
var library map[string]func(l *lowering, e *syntax.CallExpr) operand

func init() { // a composite literal would refer to itself through lowering.expr
	library = map[string]func(l *lowering, e *syntax.CallExpr) operand{
		"append":       (*lowering).appendTo,
		"insertAt":     (*lowering).insertAt,
		"removeAt":     (*lowering).removeAt,
		"insertSorted": (*lowering).insertSorted,
		"indexOf":      (*lowering).indexOf,
		"first":        func(l *lowering, e *syntax.CallExpr) operand { return l.end(e, false) },
		"last":         func(l *lowering, e *syntax.CallExpr) operand { return l.end(e, true) },
		"reverse":      (*lowering).reverse,
		"sorted":       (*lowering).sorted,
		"set":          (*lowering).toSet,
		"insert":       (*lowering).insert,
		"remove":       (*lowering).remove,
		"keys":         (*lowering).keys,
		"get":          (*lowering).get,
		"value":        (*lowering).value,
		"count":        (*lowering).count,
		"sum":          (*lowering).sum,
		"min":          func(l *lowering, e *syntax.CallExpr) operand { return l.extreme(e, false) },
		"max":          func(l *lowering, e *syntax.CallExpr) operand { return l.extreme(e, true) },
	}
}

// collectionArgument lowers argument i, which must be a collection of one of some forms; the zero operand after an error.
func (l *lowering) collectionArgument(e *syntax.CallExpr, i int, forms ...sts.Form) operand {
	return l.demandCollection(l.expr(e.Args[i]), e, i, forms...)
}

// demandCollection is argument i, lowered to o, which must be a collection of one of some forms; the zero operand after an error.
func (l *lowering) demandCollection(o operand, e *syntax.CallExpr, i int, forms ...sts.Form) operand {
	c, ok := l.asCollection(o)
	for _, f := range forms {
		if ok && (c.typ.Form == f || c.typ == emptyBraces && f == sts.Map) {
			return c
		}
	}
	if o.ok() {
		l.list.Errorf(diag.CodeTypeMismatch, e.Args[i].Span(), "%s takes %s here, not %s", e.Func.Text, formNames(forms), o.typ)
	}
	return operand{}
}

func formNames(forms []sts.Form) string {
	names := map[sts.Form]string{sts.Sequence: "a sequence", sts.Set: "a set", sts.Map: "a map", sts.Optional: "an optional value"}
	var list []string
	for _, f := range forms {
		list = append(list, names[f])
	}
	return text.Or(list)
}

// put is what build makes of a collection and an element that is put into it, argument i.
func (l *lowering) put(c operand, e *syntax.CallExpr, i int, build func(c, x *term.Term) *term.Term) operand {
	x := l.expr(e.Args[i])
	if !c.ok() || !x.ok() {
		return operand{}
	}
	typ := anyLength(l.room(c, x).typ)
	if !l.fitRange(x, typ.Elem, e.Args[i].Span(), "the element").ok() {
		return operand{}
	}
	return made(typ, c.isOpen(), func(typ *sts.Type) (*term.Term, bool) {
		c, ok1 := l.convert(c, typ)
		x, ok2 := l.convert(x, typ.Elem)
		if !ok1 || !ok2 {
			return nil, false
		}
		return build(c.scalar(), l.pack(x.terms)), true
	})
}

func (l *lowering) appendTo(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 2) {
		return operand{}
	}
	return l.put(l.collectionArgument(e, 0, sts.Sequence), e, 1, func(s, x *term.Term) *term.Term {
		return l.store.Join(s, l.store.Items(x.Sort().Base(), x))
	})
}

func (l *lowering) insertAt(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 3) {
		return operand{}
	}
	s := l.collectionArgument(e, 0, sts.Sequence)
	if !s.ok() {
		return s
	}
	i := l.indexValue(e.Args[1])
	if i == nil {
		return operand{}
	}
	inside := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Le(i, l.store.Size(s.scalar())))
	l.demand(sts.OutOfBounds, inside, e.Args[1].Span(), diag.CodeConstIndex, "index out of bounds: an element is inserted at 0 to the length")
	return l.put(s, e, 2, func(s, x *term.Term) *term.Term { return l.store.InsertAt(s, i, x) })
}

func (l *lowering) removeAt(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 2) {
		return operand{}
	}
	s := l.collectionArgument(e, 0, sts.Sequence)
	if !s.ok() {
		return s
	}
	i := l.sequenceIndex(e.Args[1], s.scalar())
	if i == nil {
		return operand{}
	}
	return l.rebuilt(s, s.typ, func(s *term.Term) *term.Term { return l.store.Remove(s, i) })
}

func (l *lowering) insertSorted(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 2) {
		return operand{}
	}
	s := l.ordered(l.collectionArgument(e, 0, sts.Sequence), e)
	return l.put(s, e, 1, func(s, x *term.Term) *term.Term { return l.store.InsertSorted(s, x) })
}

// ordered demands that the elements of a collection have an order.
func (l *lowering) ordered(c operand, e *syntax.CallExpr) operand {
	if !c.ok() || c.typ == emptySequence || c.typ == emptyBraces {
		return c
	}
	if o := scalarOf(c.typ.Elem, nil); !o.isNumber() && !o.is(term.KindString) {
		return l.fail(diag.CodeTypeMismatch, e.Args[0].Span(), "", "%s needs numbers or strings, but the elements are %s", e.Func.Text, c.typ.Elem)
	}
	return c
}

// indexOf is indexOf(s, x) of a sequence; that of strings is another function.
func (l *lowering) indexOf(e *syntax.CallExpr) operand {
	if len(e.Args) != 3 && !l.countArguments(e, 2) {
		return operand{}
	}
	o := l.expr(e.Args[0])
	if o.is(term.KindString) || len(e.Args) == 3 {
		return l.stringIndexOf(o, e)
	}
	s := l.demandCollection(o, e, 0, sts.Sequence)
	if !s.ok() {
		return s
	}
	x := l.fit(l.expr(e.Args[1]), s.typ.Elem, e.Args[1].Span(), "the element")
	if !x.ok() {
		return x
	}
	return scalarOperand(l.store.Find(s.scalar(), l.pack(x.terms)))
}

// end is first(s) or last(s).
func (l *lowering) end(e *syntax.CallExpr, last bool) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	s := l.collectionArgument(e, 0, sts.Sequence)
	if !s.ok() {
		return s
	}
	if !l.demandElements(s, e) {
		return operand{}
	}
	i := l.store.Int(0)
	if last {
		i = l.store.Sub(l.store.Size(s.scalar()), l.store.Int(1))
	}
	return l.unpack(s.typ.Elem, l.store.At(s.scalar(), i))
}

// demandElements demands that a collection has an element, and reports whether it may have one.
func (l *lowering) demandElements(c operand, e *syntax.CallExpr) bool {
	return l.demand(sts.ValueAbsent, l.store.Le(l.store.Int(1), l.store.Size(c.scalar())), e.Span(), diag.CodeConstAbsent, e.Func.Text+" of no elements")
}

func (l *lowering) reverse(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	s := l.collectionArgument(e, 0, sts.Sequence)
	if !s.ok() {
		return s
	}
	return l.rebuilt(s, s.typ, l.store.Reverse)
}

func (l *lowering) sorted(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	c := l.ordered(l.collectionArgument(e, 0, sts.Sequence, sts.Set), e)
	if !c.ok() {
		return c
	}
	return scalarOf(&sts.Type{Form: sts.Sequence, Elem: c.typ.Elem, Length: -1}, l.store.Sorted(c.scalar()))
}

func (l *lowering) toSet(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	c := l.collectionArgument(e, 0, sts.Sequence, sts.Set)
	switch {
	case !c.ok() || c.typ.Form == sts.Set:
		return c
	case c.typ == emptySequence:
		return operand{typ: emptyBraces, terms: []*term.Term{l.store.Empty(emptyBraces.LeafSort())}}
	}
	return scalarOf(&sts.Type{Form: sts.Set, Elem: c.typ.Elem, Length: -1}, l.store.ToSet(c.scalar()))
}

// insert is insert(s, x) or insert(m, k, v).
func (l *lowering) insert(e *syntax.CallExpr) operand {
	if len(e.Args) != 3 && !l.countArguments(e, 2) {
		return operand{}
	}
	if len(e.Args) == 3 {
		return l.insertKey(e)
	}
	return l.put(l.collectionArgument(e, 0, sts.Set), e, 1, func(s, x *term.Term) *term.Term { return l.store.Insert(s, x) })
}

func (l *lowering) insertKey(e *syntax.CallExpr) operand {
	m := l.collectionArgument(e, 0, sts.Map)
	k, v := l.expr(e.Args[1]), l.expr(e.Args[2])
	if !m.ok() || !k.ok() || !v.ok() {
		return operand{}
	}
	typ := l.roomForEntry(m, k, v).typ
	if !l.fitRange(k, typ.Key, e.Args[1].Span(), "the key").ok() || !l.fitRange(v, typ.Elem, e.Args[2].Span(), "the value").ok() {
		return operand{}
	}
	return made(typ, m.isOpen(), func(typ *sts.Type) (*term.Term, bool) {
		m, ok1 := l.convert(m, typ)
		k, ok2 := l.convert(k, typ.Key)
		v, ok3 := l.convert(v, typ.Elem)
		if !ok1 || !ok2 || !ok3 {
			return nil, false
		}
		return l.store.Put(m.scalar(), l.pack(k.terms), l.pack(v.terms)), true
	})
}

// remove is remove(s, x) or remove(m, k); what is not there need not be removed.
func (l *lowering) remove(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 2) {
		return operand{}
	}
	c, x := l.collectionArgument(e, 0, sts.Set, sts.Map), l.expr(e.Args[1])
	if !c.ok() || !x.ok() || isUntyped(c.typ) {
		return c
	}
	typ := c.typ.Elem
	if c.typ.Form == sts.Map {
		typ = c.typ.Key
	}
	if x = l.fit(x, typ, e.Args[1].Span(), "what is removed"); !x.ok() {
		return x
	}
	return scalarOf(c.typ, l.store.Remove(c.scalar(), l.pack(x.terms)))
}

func (l *lowering) keys(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	m := l.collectionArgument(e, 0, sts.Map)
	if !m.ok() || isUntyped(m.typ) {
		return m
	}
	return scalarOf(&sts.Type{Form: sts.Set, Elem: m.typ.Key, Length: -1}, l.store.Keys(m.scalar()))
}

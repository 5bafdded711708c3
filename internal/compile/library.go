package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// The functions on collections and optional values. Their names are not reserved: a model may declare functions of the same name.

// function is a function of the library with a number of arguments. The first one must have one of some forms, if there are any; it is
// lowered before the others. The call is given too, since many functions accept several types or a comprehension.
type function struct {
	arity int
	takes []sts.Form
	lower func(l *lowering, first operand, e *syntax.CallExpr) operand
}

// The forms that functions take.
var (
	sequence    = []sts.Form{sts.Sequence}
	unordered   = []sts.Form{sts.Set}
	list        = []sts.Form{sts.Sequence, sts.Set}
	mapping     = []sts.Form{sts.Map}
	keyed       = []sts.Form{sts.Set, sts.Map}
	countable   = []sts.Form{sts.Sequence, sts.Set, sts.Map}
	maybeAbsent = []sts.Form{sts.Optional}
)

// library has the functions by name, those of one name by the number of arguments.
var library map[string][]function

func init() { // a composite literal would refer to itself through lowering.expr
	library = map[string][]function{
		"append":       {{2, sequence, (*lowering).appendTo}},
		"insertAt":     {{3, sequence, (*lowering).insertAt}},
		"removeAt":     {{2, sequence, (*lowering).removeAt}},
		"insertSorted": {{2, sequence, (*lowering).insertSorted}},
		"indexOf":      {{2, nil, (*lowering).indexOf}, {3, nil, (*lowering).indexOf}},
		"first":        {{1, sequence, (*lowering).first}},
		"last":         {{1, sequence, (*lowering).last}},
		"reverse":      {{1, sequence, (*lowering).reverse}},
		"sorted":       {{1, list, (*lowering).sorted}},
		"set":          {{1, list, (*lowering).toSet}},
		"insert":       {{2, unordered, (*lowering).insert}, {3, mapping, (*lowering).insertKey}},
		"remove":       {{2, keyed, (*lowering).remove}},
		"keys":         {{1, mapping, (*lowering).keys}},
		"get":          {{2, maybeAbsent, (*lowering).get}, {3, mapping, (*lowering).getKey}},
		"value":        {{1, maybeAbsent, (*lowering).value}},
		"count":        {{1, countable, (*lowering).count}},
		"sum":          {{1, nil, (*lowering).sum}},
		"min":          {{1, list, (*lowering).least}},
		"max":          {{1, list, (*lowering).greatest}},
	}
}

// libraryCall lowers a call of a function of the library, given those of its name.
func (l *lowering) libraryCall(e *syntax.CallExpr, functions []function) operand {
	f := functions[0]
	for _, other := range functions[1:] {
		if other.arity == len(e.Args) {
			f = other
		}
	}
	if !l.countArguments(e, f.arity) {
		return operand{}
	}
	if f.takes == nil {
		return f.lower(l, operand{}, e)
	}
	first := l.collectionArgument(e, 0, f.takes...)
	if !first.ok() {
		return operand{}
	}
	return f.lower(l, first, e)
}

// collectionArgument lowers argument i, which must have one of some forms; the zero operand after an error.
func (l *lowering) collectionArgument(e *syntax.CallExpr, i int, forms ...sts.Form) operand {
	return l.demandCollection(l.expr(e.Args[i]), e, i, forms...)
}

// demandCollection is argument i, lowered to o, which must have one of some forms; the zero operand after an error.
func (l *lowering) demandCollection(o operand, e *syntax.CallExpr, i int, forms ...sts.Form) operand {
	c, _ := l.asCollection(o)
	for _, f := range forms {
		if c.ok() && (c.typ.Form == f || c.typ == emptyBraces && f == sts.Map) {
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

func (l *lowering) appendTo(s operand, e *syntax.CallExpr) operand {
	return l.put(s, e, 1, func(s, x *term.Term) *term.Term { return l.store.Join(s, l.store.Items(x.Sort().Base(), x)) })
}

func (l *lowering) insertAt(s operand, e *syntax.CallExpr) operand {
	i := l.indexValue(e.Args[1])
	if i == nil {
		return operand{}
	}
	inside := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Le(i, l.store.Size(s.scalar())))
	l.demand(sts.OutOfBounds, inside, e.Args[1].Span(), diag.CodeConstIndex, "index out of bounds: an element is inserted at 0 to the length")
	return l.put(s, e, 2, func(s, x *term.Term) *term.Term { return l.store.InsertAt(s, i, x) })
}

func (l *lowering) removeAt(s operand, e *syntax.CallExpr) operand {
	i := l.sequenceIndex(e.Args[1], s.scalar())
	if i == nil {
		return operand{}
	}
	return l.rebuilt(s, s.typ, func(s *term.Term) *term.Term { return l.store.Remove(s, i) })
}

func (l *lowering) insertSorted(s operand, e *syntax.CallExpr) operand {
	return l.put(l.ordered(s, e), e, 1, l.store.InsertSorted)
}

// ordered demands that the elements of a collection have an order.
func (l *lowering) ordered(c operand, e *syntax.CallExpr) operand {
	if isUntyped(c.typ) {
		return c
	}
	if o := scalarOf(c.typ.Elem, nil); !o.isNumber() && !o.is(term.KindString) {
		return l.fail(diag.CodeTypeMismatch, e.Args[0].Span(), "", "%s needs numbers or strings, but the elements are %s", e.Func.Text, c.typ.Elem)
	}
	return c
}

// indexOf is indexOf(s, x) of a sequence; that of strings is another function.
func (l *lowering) indexOf(_ operand, e *syntax.CallExpr) operand {
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

func (l *lowering) first(s operand, e *syntax.CallExpr) operand {
	return l.end(s, e, l.store.Int(0))
}

func (l *lowering) last(s operand, e *syntax.CallExpr) operand {
	return l.end(s, e, l.store.Sub(l.store.Size(s.scalar()), l.store.Int(1)))
}

// end is element i of a sequence, which must have one.
func (l *lowering) end(s operand, e *syntax.CallExpr, i *term.Term) operand {
	if !l.demandElements(s, e) {
		return operand{}
	}
	return l.unpack(s.typ.Elem, l.store.At(s.scalar(), i))
}

// demandElements demands that a collection has an element, and reports whether it may have one.
func (l *lowering) demandElements(c operand, e *syntax.CallExpr) bool {
	return l.demand(sts.ValueAbsent, l.store.Le(l.store.Int(1), l.store.Size(c.scalar())), e.Span(), diag.CodeConstAbsent, e.Func.Text+" of no elements")
}

func (l *lowering) reverse(s operand, _ *syntax.CallExpr) operand {
	return l.rebuilt(s, s.typ, l.store.Reverse)
}

func (l *lowering) sorted(c operand, e *syntax.CallExpr) operand {
	if c = l.ordered(c, e); !c.ok() {
		return c
	}
	return scalarOf(&sts.Type{Form: sts.Sequence, Elem: c.typ.Elem, Length: -1}, l.store.Sorted(c.scalar()))
}

func (l *lowering) toSet(c operand, _ *syntax.CallExpr) operand {
	switch {
	case c.typ.Form == sts.Set:
		return c
	case c.typ == emptySequence:
		return operand{typ: emptyBraces, terms: []*term.Term{l.store.Empty(emptyBraces.LeafSort())}}
	}
	return scalarOf(&sts.Type{Form: sts.Set, Elem: c.typ.Elem, Length: -1}, l.store.ToSet(c.scalar()))
}

func (l *lowering) insert(s operand, e *syntax.CallExpr) operand {
	return l.put(s, e, 1, l.store.Insert)
}

func (l *lowering) insertKey(m operand, e *syntax.CallExpr) operand {
	k, v := l.expr(e.Args[1]), l.expr(e.Args[2])
	if !k.ok() || !v.ok() {
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
func (l *lowering) remove(c operand, e *syntax.CallExpr) operand {
	x := l.expr(e.Args[1])
	if !x.ok() || isUntyped(c.typ) {
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

func (l *lowering) keys(m operand, _ *syntax.CallExpr) operand {
	if isUntyped(m.typ) {
		return m
	}
	return scalarOf(&sts.Type{Form: sts.Set, Elem: m.typ.Key, Length: -1}, l.store.Keys(m.scalar()))
}

package expression

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// The functions on collections and optional values. Their names are not reserved: a model may declare functions of the same name.

// function is a function of the library with a number of arguments. The first one must have one of some forms, if there are any; it is
// lowered before the others. The call is passed too, since many functions accept several types or a comprehension.
type function struct {
	arity int
	takes []sts.Form
	lower func(l *Lowering, first operand.Operand, e *syntax.CallExpr) operand.Operand
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

func init() { // a composite literal would refer to itself through Lowering.Expr
	library = map[string][]function{
		"append":       {{2, sequence, (*Lowering).appendTo}},
		"insertAt":     {{3, sequence, (*Lowering).insertAt}},
		"removeAt":     {{2, sequence, (*Lowering).removeAt}},
		"insertSorted": {{2, sequence, (*Lowering).insertSorted}},
		"indexOf":      {{2, nil, (*Lowering).indexOf}, {3, nil, (*Lowering).indexOf}},
		"first":        {{1, sequence, (*Lowering).first}},
		"last":         {{1, sequence, (*Lowering).last}},
		"reverse":      {{1, sequence, (*Lowering).reverse}},
		"sorted":       {{1, list, (*Lowering).sorted}},
		"set":          {{1, list, (*Lowering).toSet}},
		"insert":       {{2, unordered, (*Lowering).insert}, {3, mapping, (*Lowering).insertKey}},
		"remove":       {{2, keyed, (*Lowering).remove}},
		"keys":         {{1, mapping, (*Lowering).keys}},
		"get":          {{2, maybeAbsent, (*Lowering).get}, {3, mapping, (*Lowering).getKey}},
		"value":        {{1, maybeAbsent, (*Lowering).value}},
		"count":        {{1, countable, (*Lowering).count}},
		"sum":          {{1, nil, (*Lowering).sum}},
		"min":          {{1, list, (*Lowering).least}},
		"max":          {{1, list, (*Lowering).greatest}},
	}
}

// libraryCall lowers a call of a function of the library, given those of its name.
func (l *Lowering) libraryCall(e *syntax.CallExpr, functions []function) operand.Operand {
	f := functions[0]
	for _, other := range functions[1:] {
		if other.arity == len(e.Args) {
			f = other
		}
	}
	if !l.countArguments(e, f.arity) {
		return operand.Operand{}
	}
	if f.takes == nil {
		return f.lower(l, operand.Operand{}, e)
	}
	first := l.collectionArgument(e, 0, f.takes...)
	if !first.OK() {
		return operand.Operand{}
	}
	return f.lower(l, first, e)
}

// collectionArgument lowers argument i, which must have one of some forms; the zero operand after an error.
func (l *Lowering) collectionArgument(e *syntax.CallExpr, i int, forms ...sts.Form) operand.Operand {
	return l.demandCollection(l.Expr(e.Args[i]), e, i, forms...)
}

// demandCollection is argument i, lowered to o, which must have one of some forms; the zero operand after an error.
func (l *Lowering) demandCollection(o operand.Operand, e *syntax.CallExpr, i int, forms ...sts.Form) operand.Operand {
	c, _ := l.AsCollection(o)
	for _, f := range forms {
		if c.OK() && (c.Type.Form == f || c.Type == operand.EmptyBraces && f == sts.Map) {
			return c
		}
	}
	if o.OK() {
		l.List.Errorf(diag.CodeTypeMismatch, e.Args[i].Span(), "%s takes %s here, not %s", e.Func.Text, formNames(forms), o.Type)
	}
	return operand.Operand{}
}

func formNames(forms []sts.Form) string {
	names := map[sts.Form]string{sts.Sequence: "a sequence", sts.Set: "a set", sts.Map: "a map", sts.Optional: "an optional value"}
	var list []string
	for _, f := range forms {
		list = append(list, names[f])
	}
	return text.Or(list)
}

// put applies build to a collection and argument i, an element that is put into it.
func (l *Lowering) put(c operand.Operand, e *syntax.CallExpr, i int, build func(c, x *term.Term) *term.Term) operand.Operand {
	x := l.Expr(e.Args[i])
	if !c.OK() || !x.OK() {
		return operand.Operand{}
	}
	typ := operand.AnyLength(l.Room(c, x).Type)
	if !l.FitRange(x, typ.Elem, e.Args[i].Span(), "the element").OK() {
		return operand.Operand{}
	}
	return operand.Made(typ, c.IsOpen(), func(typ *sts.Type) (*term.Term, bool) {
		c, ok1 := l.Convert(c, typ)
		x, ok2 := l.Convert(x, typ.Elem)
		if !ok1 || !ok2 {
			return nil, false
		}
		return build(c.Scalar(), l.Pack(x.Terms)), true
	})
}

func (l *Lowering) appendTo(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.put(s, e, 1, func(s, x *term.Term) *term.Term { return l.Store.Join(s, l.Store.Items(x.Sort().Base(), x)) })
}

func (l *Lowering) insertAt(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	i := l.indexValue(e.Args[1])
	if i == nil {
		return operand.Operand{}
	}
	inside := l.Store.And(l.Store.Le(l.Store.Int(0), i), l.Store.Le(i, l.Store.Size(s.Scalar())))
	l.demand(sts.OutOfBounds, inside, e.Args[1].Span(), diag.CodeConstIndex, "index out of bounds: an element is inserted at 0 to the length")
	return l.put(s, e, 2, func(s, x *term.Term) *term.Term { return l.Store.InsertAt(s, i, x) })
}

func (l *Lowering) removeAt(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	i := l.SequenceIndex(e.Args[1], s.Scalar())
	if i == nil {
		return operand.Operand{}
	}
	return l.Rebuilt(s, s.Type, func(s *term.Term) *term.Term { return l.Store.Remove(s, i) })
}

func (l *Lowering) insertSorted(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.put(l.ordered(s, e), e, 1, l.Store.InsertSorted)
}

// ordered checks that the elements of a collection have an order.
func (l *Lowering) ordered(c operand.Operand, e *syntax.CallExpr) operand.Operand {
	if operand.IsUntyped(c.Type) {
		return c
	}
	if o := operand.ScalarOf(c.Type.Elem, nil); !o.IsNumber() && !o.Is(term.KindString) {
		return l.Fail(diag.CodeTypeMismatch, e.Args[0].Span(), "", "%s needs numbers or strings, but the elements are %s", e.Func.Text, c.Type.Elem)
	}
	return c
}

// indexOf is indexOf(s, x) of a sequence; that of strings is another function.
func (l *Lowering) indexOf(_ operand.Operand, e *syntax.CallExpr) operand.Operand {
	o := l.Expr(e.Args[0])
	if o.Is(term.KindString) || len(e.Args) == 3 {
		return l.stringIndexOf(o, e)
	}
	s := l.demandCollection(o, e, 0, sts.Sequence)
	if !s.OK() {
		return s
	}
	if operand.IsUntyped(s.Type) {
		l.Expr(e.Args[1])
		return operand.ScalarOperand(l.Store.Int(-1))
	}
	x := l.Fit(l.Expr(e.Args[1]), s.Type.Elem, e.Args[1].Span(), "the element")
	if !x.OK() {
		return x
	}
	return operand.ScalarOperand(l.Store.Find(s.Scalar(), l.Pack(x.Terms)))
}

func (l *Lowering) first(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.end(s, e, l.Store.Int(0))
}

func (l *Lowering) last(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.end(s, e, l.Store.Sub(l.Store.Size(s.Scalar()), l.Store.Int(1)))
}

// end is element i of a sequence, which must have one.
func (l *Lowering) end(s operand.Operand, e *syntax.CallExpr, i *term.Term) operand.Operand {
	if !l.demandElements(s, e) {
		return operand.Operand{}
	}
	return l.Unpack(s.Type.Elem, l.Store.At(s.Scalar(), i))
}

// demandElements demands that a collection has an element, and reports whether it may have one.
func (l *Lowering) demandElements(c operand.Operand, e *syntax.CallExpr) bool {
	return l.demand(sts.ValueAbsent, l.Store.Le(l.Store.Int(1), l.Store.Size(c.Scalar())), e.Span(), diag.CodeConstAbsent, e.Func.Text+" of no elements")
}

func (l *Lowering) reverse(s operand.Operand, _ *syntax.CallExpr) operand.Operand {
	return l.Rebuilt(s, s.Type, l.Store.Reverse)
}

func (l *Lowering) sorted(c operand.Operand, e *syntax.CallExpr) operand.Operand {
	if c = l.ordered(c, e); !c.OK() {
		return c
	}
	if operand.IsUntyped(c.Type) {
		return l.array(&syntax.ArrayExpr{})
	}
	return operand.ScalarOf(&sts.Type{Form: sts.Sequence, Elem: c.Type.Elem, Length: -1}, l.Store.Sorted(c.Scalar()))
}

func (l *Lowering) toSet(c operand.Operand, _ *syntax.CallExpr) operand.Operand {
	switch {
	case c.Type.Form == sts.Set:
		return c
	case c.Type == operand.EmptySequence:
		return operand.Operand{Type: operand.EmptyBraces, Terms: []*term.Term{l.Store.Empty(operand.EmptyBraces.LeafSort())}}
	}
	return operand.ScalarOf(&sts.Type{Form: sts.Set, Elem: c.Type.Elem, Length: -1}, l.Store.ToSet(c.Scalar()))
}

func (l *Lowering) insert(s operand.Operand, e *syntax.CallExpr) operand.Operand {
	return l.put(s, e, 1, l.Store.Insert)
}

func (l *Lowering) insertKey(m operand.Operand, e *syntax.CallExpr) operand.Operand {
	k, v := l.Expr(e.Args[1]), l.Expr(e.Args[2])
	if !k.OK() || !v.OK() {
		return operand.Operand{}
	}
	typ := l.RoomForEntry(m, k, v).Type
	if !l.FitRange(k, typ.Key, e.Args[1].Span(), "the key").OK() || !l.FitRange(v, typ.Elem, e.Args[2].Span(), "the value").OK() {
		return operand.Operand{}
	}
	return operand.Made(typ, m.IsOpen(), func(typ *sts.Type) (*term.Term, bool) {
		m, ok1 := l.Convert(m, typ)
		k, ok2 := l.Convert(k, typ.Key)
		v, ok3 := l.Convert(v, typ.Elem)
		if !ok1 || !ok2 || !ok3 {
			return nil, false
		}
		return l.Store.Put(m.Scalar(), l.Pack(k.Terms), l.Pack(v.Terms)), true
	})
}

// remove is remove(s, x) or remove(m, k); removing an absent element has no effect.
func (l *Lowering) remove(c operand.Operand, e *syntax.CallExpr) operand.Operand {
	x := l.Expr(e.Args[1])
	if !x.OK() || operand.IsUntyped(c.Type) {
		return c
	}
	typ := c.Type.Elem
	if c.Type.Form == sts.Map {
		typ = c.Type.Key
	}
	if x = l.Fit(x, typ, e.Args[1].Span(), "what is removed"); !x.OK() {
		return x
	}
	return operand.ScalarOf(c.Type, l.Store.Remove(c.Scalar(), l.Pack(x.Terms)))
}

func (l *Lowering) keys(m operand.Operand, _ *syntax.CallExpr) operand.Operand {
	if operand.IsUntyped(m.Type) {
		return m
	}
	return operand.ScalarOf(&sts.Type{Form: sts.Set, Elem: m.Type.Key, Length: -1}, l.Store.Keys(m.Scalar()))
}

// Functions returns the names of the functions that need no declaration, without those of types, which convert.
func Functions() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(library)), maps.Keys(stringFunctions))
	names = append(slices.AppendSeq(names, maps.Keys(builtins)), takenFunction)
	slices.Sort(names)
	return slices.Compact(names)
}

// Types returns the names of the types that need no declaration.
func Types() []string { return slices.Sorted(maps.Keys(symbols.ScalarSorts)) }

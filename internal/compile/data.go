package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Expressions of collections, optional values and unions. A collection is one term; its elements are packed: a scalar as it is, other
// values as a tuple of their scalars.

// data lowers an expression that is none of the plain ones.
func (l *lowering) data(e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.FillExpr:
		return l.fill(e)
	case *syntax.SliceExpr:
		return l.slice(e)
	case *syntax.SetExpr:
		return l.set(e)
	case *syntax.MapExpr:
		return l.mapLiteral(e)
	case *syntax.ComprehensionExpr:
		return l.comprehension(e)
	case *syntax.FoldExpr:
		return l.foldExpr(e)
	case *syntax.CaseExpr:
		return l.caseOf(e)
	case *syntax.IsExpr:
		return l.is(e)
	}
	return operand{}
}

// pack joins the scalars of a value to an element of a collection.
func (c *checker) pack(terms []*term.Term) *term.Term {
	if len(terms) == 1 {
		return terms[0]
	}
	return c.store.Tuple(terms...)
}

// unpack takes an element of a collection apart into the scalars of its type.
func (c *checker) unpack(typ *sts.Type, t *term.Term) operand {
	size := typ.Size()
	if size == 1 {
		return scalarOf(typ, t)
	}
	out := operand{typ: typ, terms: make([]*term.Term, size)}
	for i := range out.terms {
		out.terms[i] = c.store.Part(t, i)
	}
	return out
}

// convertData converts to a collection, an optional value or a union, as convert does.
func (c *checker) convertData(o operand, want *sts.Type) (operand, bool) {
	switch {
	case o.typ == emptySequence && want.Form == sts.Sequence, o.typ == emptyBraces && (want.Form == sts.Set || want.Form == sts.Map):
		return scalarOf(want, c.store.Empty(want.LeafSort())), true
	case o.typ == noneType && want.Form == sts.Optional:
		return operand{typ: want, terms: append([]*term.Term{c.store.False()}, c.defaults(want.Elem)...)}, true
	case o.literal != nil && want.IsCollection():
		return c.convertLiteral(o, want)
	case o.typ.IsArray() && want.Form == sts.Sequence:
		return c.convertLiteral(operand{typ: o.typ, terms: o.terms, literal: c.arrayParts(o)}, want)
	case o.typ.Form == want.Form && o.typ.Same(want):
		return o, true
	case o.typ.Form == want.Form && o.remade != nil:
		return o.remade(want)
	case o.typ.Form == want.Form:
		return o, false
	case want.Form == sts.Optional:
		part, ok := c.convert(o, want.Elem)
		typ := &sts.Type{Form: sts.Optional, Elem: part.typ, Length: -1}
		return operand{typ: typ, terms: append([]*term.Term{c.store.True()}, part.terms...)}, ok
	}
	return o, false
}

// defaults are the scalars of a value that is not there.
func (c *checker) defaults(t *sts.Type) []*term.Term {
	var out []*term.Term
	for _, leaf := range t.Leaves() {
		out = append(out, c.store.Const(leaf.Sort, leaf.Sort.Base().Default()))
	}
	return out
}

// arrayParts are the elements of an array, as they were written if they were.
func (c *checker) arrayParts(o operand) []operand {
	if o.literal != nil {
		return o.literal
	}
	size := o.typ.Elem.Size()
	out := make([]operand, o.typ.Length)
	for i := range out {
		out[i] = operand{typ: o.typ.Elem, terms: o.terms[i*size : (i+1)*size], untyped: o.untyped}
	}
	return out
}

// convertLiteral converts the elements of a collection that was written out, or of an array.
func (c *checker) convertLiteral(o operand, want *sts.Type) (operand, bool) {
	isMap, toMap := o.typ.Form == sts.Map, want.Form == sts.Map
	if isMap != toMap || (o.typ.Form == sts.Set) != (want.Form == sts.Set) {
		return o, false
	}
	parts := make([]operand, len(o.literal))
	for i, p := range o.literal {
		typ := want.Elem
		if isMap && i%2 == 0 {
			typ = want.Key
		}
		var ok bool
		if parts[i], ok = c.convert(p, typ); !ok {
			return o, false
		}
	}
	out := c.collect(loosened(want), parts) // whether they are within bounds is not known
	out.literal = o.literal
	return out, true
}

// collect is the collection of a type with the given elements, or keys and values in turn.
func (c *checker) collect(typ *sts.Type, parts []operand) operand {
	if typ.Form == sts.Map {
		t := c.store.Empty(typ.LeafSort())
		for i := 0; i+1 < len(parts); i += 2 {
			t = c.store.Put(t, c.pack(parts[i].terms), c.pack(parts[i+1].terms))
		}
		return scalarOf(typ, t)
	}
	elements := make([]*term.Term, len(parts))
	for i, p := range parts {
		elements[i] = c.pack(p.terms)
	}
	t := c.store.Items(typ.Elem.Packed().Base(), elements...)
	if typ.Form == sts.Set {
		t = c.store.ToSet(t)
	}
	return scalarOf(typ, t)
}

// asCollection is a collection, or the sequence of the elements of an array.
func (l *lowering) asCollection(o operand) (operand, bool) {
	switch {
	case !o.ok():
		return o, false
	case o.typ.IsArray() && o.literal != nil:
		return l.convert(o, l.settled(o))
	case o.typ.IsArray():
		return l.convert(o, &sts.Type{Form: sts.Sequence, Elem: o.typ.Elem, Length: -1})
	}
	return o, o.typ.IsCollection()
}

func (l *lowering) fill(e *syntax.FillExpr) operand {
	n, ok := l.constantInt(e.Count, l.local, "the number of copies")
	v := l.expr(e.Value)
	if !ok || !v.ok() {
		return operand{}
	}
	if n < 1 || n > maxArray || int(n)*v.typ.Size() > maxSlots {
		return l.fail(diag.CodeBadLength, e.Count.Span(), "", "the number of copies must be between 1 and %d, with at most %d scalars in all", maxArray, maxSlots)
	}
	return arrayOf(v.typ, slices.Repeat([]operand{v}, int(n)))
}

func (l *lowering) set(e *syntax.SetExpr) operand {
	if len(e.Elems) == 0 {
		return operand{typ: emptyBraces, terms: []*term.Term{l.store.Empty(emptyBraces.LeafSort())}}
	}
	parts, fitted, elem := l.elements(e.Elems, l.elementType, "an element of this set")
	if elem == nil {
		return operand{}
	}
	out := l.collect(&sts.Type{Form: sts.Set, Elem: elem, Length: -1}, fitted)
	out.literal = parts
	return out
}

func (l *lowering) mapLiteral(e *syntax.MapExpr) operand {
	if len(e.Entries) == 1 {
		if x := l.strayMembership(e.Entries[0].Value); x != nil {
			return l.strayHint(x, "what is collected comes before for: `{f(x) for x in s}`; a condition follows a colon: `{x in s : x > 3}`")
		}
	}
	keyExprs, valueExprs := make([]syntax.Expr, len(e.Entries)), make([]syntax.Expr, len(e.Entries))
	for i, entry := range e.Entries {
		keyExprs[i], valueExprs[i] = entry.Key, entry.Value
	}
	keys, fittedKeys, key := l.elements(keyExprs, l.elementType, "a key of this map")
	values, fittedValues, value := l.elements(valueExprs, l.elementType, "a value of this map")
	if key == nil || value == nil {
		return operand{}
	}
	var parts, fitted []operand
	for i := range keys {
		parts, fitted = append(parts, keys[i], values[i]), append(fitted, fittedKeys[i], fittedValues[i])
	}
	out := l.collect(&sts.Type{Form: sts.Map, Key: key, Elem: value, Length: -1}, fitted)
	out.literal = parts
	return out
}

// slice is s[a:b] of a sequence, an array or a string.
func (l *lowering) slice(e *syntax.SliceExpr) operand {
	x := l.expr(e.X)
	if x.is(term.KindString) {
		return l.stringSlice(x, e)
	}
	s, ok := l.asCollection(x)
	if !ok || s.typ.Form != sts.Sequence {
		if x.ok() {
			l.list.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only sequences, arrays and strings have slices, but this is %s", x.typ)
		}
		return operand{}
	}
	low, high := l.sliceBounds(e, l.store.Size(s.scalar()))
	if low == nil {
		return operand{}
	}
	return l.rebuilt(s, anyLength(s.typ), func(s *term.Term) *term.Term { return l.store.Slice(s, low, high) })
}

// sliceBounds lowers the bounds of a slice and demands that they are within a length. It returns nil after an error.
func (l *lowering) sliceBounds(e *syntax.SliceExpr, length *term.Term) (low, high *term.Term) {
	low, high = l.store.Int(0), length
	if e.Low != nil {
		low = l.indexValue(e.Low)
	}
	if e.High != nil {
		high = l.indexValue(e.High)
	}
	if low == nil || high == nil {
		return nil, nil
	}
	inside := l.store.And(l.store.Le(l.store.Int(0), low), l.store.Le(low, high), l.store.Le(high, length))
	l.demand(sts.OutOfBounds, inside, e.Span(), diag.CodeConstIndex, "slice out of bounds: it begins at 0 or later, and ends at the length or earlier")
	return low, high
}

// element is s[i] of a sequence or m[k] of a map.
func (l *lowering) element(x operand, e *syntax.IndexExpr) operand {
	switch x.typ.Form {
	case sts.Sequence:
		if i := l.sequenceIndex(e.Index, x.scalar()); i != nil {
			return l.unpack(x.typ.Elem, l.store.At(x.scalar(), i))
		}
	case sts.Map:
		if k := l.key(e.Index, x.typ); k != nil {
			l.demandKey(x.scalar(), k, e.Index.Span())
			return l.unpack(x.typ.Elem, l.store.Get(x.scalar(), k))
		}
	default:
		l.list.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only arrays, sequences, maps and strings can be indexed, but this is %s", x.typ)
	}
	return operand{}
}

// sequenceIndex lowers an index and demands that a sequence has such an element. It returns nil after an error.
func (l *lowering) sequenceIndex(e syntax.Expr, s *term.Term) *term.Term {
	i := l.indexValue(e)
	if i == nil {
		return nil
	}
	inside := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Lt(i, l.store.Size(s)))
	l.demand(sts.OutOfBounds, inside, e.Span(), diag.CodeConstIndex, "index out of bounds: elements are numbered from 0 to the length minus 1")
	return i
}

// key lowers a key of a map type. It returns nil after an error.
func (l *lowering) key(e syntax.Expr, typ *sts.Type) *term.Term {
	k := l.fit(l.expr(e), typ.Key, e.Span(), "a key")
	if !k.ok() {
		return nil
	}
	return l.pack(k.terms)
}

func (l *lowering) demandKey(m, k *term.Term, span diag.Span) {
	l.demand(sts.KeyAbsent, l.store.Has(m, k), span, diag.CodeConstAbsent, "the map has no such key")
}

package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Expressions of collections, optional values and unions. A collection is one term; its elements are packed: a scalar as it is, other
// values as a tuple of their scalars.

// data lowers an expression of collections, optional values or unions.
func (l *Lowering) data(e syntax.Expr) operand.Operand {
	switch e := e.(type) {
	case *syntax.FillExpr:
		return l.fill(e)
	case *syntax.SliceExpr:
		return l.slice(e)
	case *syntax.AtExpr:
		return l.at(e)
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
	return operand.Operand{}
}

func (l *Lowering) fill(e *syntax.FillExpr) operand.Operand {
	n, ok := l.ConstantInt(e.Count, l.Local, "the number of copies")
	v := l.Expr(e.Value)
	if !ok || !v.OK() {
		return operand.Operand{}
	}
	if n < 1 || n > maxArray || int(n)*v.Type.Size() > MaxSlots {
		return l.Fail(diag.CodeBadLength, e.Count.Span(), "", "the number of copies must be between 1 and %d, with at most %d scalars in all", maxArray, MaxSlots)
	}
	return arrayOf(v.Type, slices.Repeat([]operand.Operand{v}, int(n)))
}

func (l *Lowering) set(e *syntax.SetExpr) operand.Operand {
	if len(e.Elems) == 0 {
		return operand.Operand{Type: operand.EmptyBraces, Terms: []*term.Term{l.Store.Empty(operand.EmptyBraces.LeafSort())}}
	}
	parts, fitted, elem := l.elements(e.Elems, l.ElementType, "an element of this set")
	if elem == nil {
		return operand.Operand{}
	}
	out := l.Collect(&sts.Type{Form: sts.Set, Elem: elem, Length: -1}, fitted)
	out.Literal = parts
	return out
}

func (l *Lowering) mapLiteral(e *syntax.MapExpr) operand.Operand {
	if len(e.Entries) == 1 {
		if x := l.strayMembership(e.Entries[0].Value); x != nil {
			return l.strayHint(x, "what is collected comes before for: `{f(x) for x in s}`; a condition follows a colon: `{x in s : x > 3}`")
		}
	}
	keyExprs, valueExprs := make([]syntax.Expr, len(e.Entries)), make([]syntax.Expr, len(e.Entries))
	for i, entry := range e.Entries {
		keyExprs[i], valueExprs[i] = entry.Key, entry.Value
	}
	keys, fittedKeys, key := l.elements(keyExprs, l.ElementType, "a key of this map")
	values, fittedValues, value := l.elements(valueExprs, l.ElementType, "a value of this map")
	if key == nil || value == nil {
		return operand.Operand{}
	}
	var parts, fitted []operand.Operand
	for i := range keys {
		parts, fitted = append(parts, keys[i], values[i]), append(fitted, fittedKeys[i], fittedValues[i])
	}
	out := l.Collect(&sts.Type{Form: sts.Map, Key: key, Elem: value, Length: -1}, fitted)
	out.Literal = parts
	return out
}

// slice is s[a:b] of a sequence, an array or a string.
func (l *Lowering) slice(e *syntax.SliceExpr) operand.Operand {
	x := l.Expr(e.X)
	if x.Is(term.KindString) {
		return l.stringSlice(x, e)
	}
	s, ok := l.AsCollection(x)
	if !ok || s.Type.Form != sts.Sequence {
		if x.OK() {
			l.List.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only sequences, arrays and strings have slices, but this is %s", x.Type)
		}
		return operand.Operand{}
	}
	low, high := l.sliceBounds(e, l.Store.Size(s.Scalar()))
	if low == nil {
		return operand.Operand{}
	}
	return l.Rebuilt(s, operand.AnyLength(s.Type), func(s *term.Term) *term.Term { return l.Store.Slice(s, low, high) })
}

// sliceBounds lowers the bounds of a slice and demands that they are within a length. It returns nil after an error.
func (l *Lowering) sliceBounds(e *syntax.SliceExpr, length *term.Term) (low, high *term.Term) {
	low, high = l.Store.Int(0), length
	if e.Low != nil {
		low = l.indexValue(e.Low)
	}
	if e.High != nil {
		high = l.indexValue(e.High)
	}
	if low == nil || high == nil {
		return nil, nil
	}
	inside := l.Store.And(l.Store.Le(l.Store.Int(0), low), l.Store.Le(low, high), l.Store.Le(high, length))
	l.demand(sts.OutOfBounds, inside, e.Span(), diag.CodeConstIndex, "slice out of bounds: it begins at 0 or later, and ends at the length or earlier")
	return low, high
}

// element is s[i] of a sequence or m[k] of a map.
func (l *Lowering) element(x operand.Operand, e *syntax.IndexExpr) operand.Operand {
	switch x.Type.Form {
	case sts.Sequence:
		if i := l.SequenceIndex(e.Index, x.Scalar()); i != nil {
			return l.Unpack(x.Type.Elem, l.Store.At(x.Scalar(), i))
		}
	case sts.Map:
		if k := l.key(e.Index, x.Type); k != nil {
			l.DemandKey(x.Scalar(), k, e.Index.Span())
			return l.Unpack(x.Type.Elem, l.Store.Get(x.Scalar(), k))
		}
	default:
		l.List.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only arrays, sequences, maps and strings can be indexed, but this is %s", x.Type)
	}
	return operand.Operand{}
}

// SequenceIndex lowers an index and demands that a sequence has such an element. It returns nil after an error.
func (l *Lowering) SequenceIndex(e syntax.Expr, s *term.Term) *term.Term {
	i := l.indexValue(e)
	if i == nil {
		return nil
	}
	inside := l.Store.And(l.Store.Le(l.Store.Int(0), i), l.Store.Lt(i, l.Store.Size(s)))
	l.demand(sts.OutOfBounds, inside, e.Span(), diag.CodeConstIndex, "index out of bounds: elements are numbered from 0 to the length minus 1")
	return i
}

// key lowers a key of a map type. It returns nil after an error.
func (l *Lowering) key(e syntax.Expr, typ *sts.Type) *term.Term {
	k := l.Fit(l.Expr(e), typ.Key, e.Span(), "a key")
	if !k.OK() {
		return nil
	}
	return l.Pack(k.Terms)
}

// DemandKey demands that a map has a key.
func (l *Lowering) DemandKey(m, k *term.Term, span diag.Span) {
	l.demand(sts.KeyAbsent, l.Store.Has(m, k), span, diag.CodeConstAbsent, "the map has no such key")
}

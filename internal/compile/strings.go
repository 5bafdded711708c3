package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/term/pattern"
)

// Functions on strings. They are total, but for s[i] and s[a:b], which must be inside.

var stringType = sts.ScalarType(term.String)

// stringFunctions are the functions on strings by name, but for those that sequences have as well.
var stringFunctions map[string]func(l *lowering, e *syntax.CallExpr) operand

func init() { // a composite literal would refer to itself through lowering.expr
	stringFunctions = map[string]func(l *lowering, e *syntax.CallExpr) operand{
		"contains":   onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.Contains(a[0], a[1]) }),
		"startsWith": onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.StartsWith(a[0], a[1]) }),
		"endsWith":   onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.EndsWith(a[0], a[1]) }),
		"replace":    onStrings(3, func(s *term.Store, a []*term.Term) *term.Term { return s.Replace(a[0], a[1], a[2]) }),
		"replaceAll": onStrings(3, func(s *term.Store, a []*term.Term) *term.Term { return s.ReplaceAll(a[0], a[1], a[2]) }),
		"upper":      onStrings(1, func(s *term.Store, a []*term.Term) *term.Term { return s.Upper(a[0]) }),
		"lower":      onStrings(1, func(s *term.Store, a []*term.Term) *term.Term { return s.Lower(a[0]) }),
		"substring":  (*lowering).substring,
		"matches":    (*lowering).matches,
	}
}

// onStrings lowers a function that takes strings only.
func onStrings(count int, build func(s *term.Store, args []*term.Term) *term.Term) func(l *lowering, e *syntax.CallExpr) operand {
	return func(l *lowering, e *syntax.CallExpr) operand {
		if !l.countArguments(e, count) {
			return operand{}
		}
		args := make([]*term.Term, count)
		for i := range args {
			if args[i] = l.stringArgument(e, i); args[i] == nil {
				return operand{}
			}
		}
		return scalarOperand(build(l.store, args))
	}
}

// stringArgument lowers argument i, which must be a string. It returns nil after an error.
func (l *lowering) stringArgument(e *syntax.CallExpr, i int) *term.Term {
	return l.demandString(l.expr(e.Args[i]), e, i)
}

// demandString is argument i, lowered to o, which must be a string. It returns nil after an error.
func (l *lowering) demandString(o operand, e *syntax.CallExpr, i int) *term.Term {
	if o = l.fit(o, stringType, e.Args[i].Span(), "this argument of "+e.Func.Text); !o.ok() {
		return nil
	}
	return o.scalar()
}

// substring is substring(s, start, length).
func (l *lowering) substring(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 3) {
		return operand{}
	}
	s, start, length := l.stringArgument(e, 0), l.indexValue(e.Args[1]), l.indexValue(e.Args[2])
	if s == nil || start == nil || length == nil {
		return operand{}
	}
	return scalarOperand(l.store.Substring(s, start, length))
}

// stringIndexOf is indexOf(s, t) or indexOf(s, t, from) of strings, of which the first is lowered.
func (l *lowering) stringIndexOf(first operand, e *syntax.CallExpr) operand {
	s, t, from := l.demandString(first, e, 0), l.stringArgument(e, 1), l.store.Int(0)
	if len(e.Args) == 3 {
		from = l.indexValue(e.Args[2])
	}
	if s == nil || t == nil || from == nil {
		return operand{}
	}
	return scalarOperand(l.store.IndexOf(s, t, from))
}

// matches is matches(s, pattern), where the pattern is constant.
func (l *lowering) matches(e *syntax.CallExpr) operand {
	if !l.countArguments(e, 2) {
		return operand{}
	}
	s, source := l.stringArgument(e, 0), l.stringArgument(e, 1)
	if s == nil || source == nil {
		return operand{}
	}
	place := e.Args[1].Span()
	if source = l.fold(source); !source.IsConst() {
		return l.fail(diag.CodeNotConstant, place, "", "the pattern of matches must be constant")
	}
	text := source.Value().Text()
	if _, err := pattern.Compile(text); err != nil {
		return l.fail(diag.CodeBadPattern, place, "", "this is no pattern for matches: %v", err)
	}
	return boolean(l.store.Matches(s, text))
}

// stringIndex is s[i], the string of one character.
func (l *lowering) stringIndex(x operand, e *syntax.IndexExpr) operand {
	i := l.indexValue(e.Index)
	if i == nil {
		return operand{}
	}
	inside := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Lt(i, l.store.Length(x.scalar())))
	l.demand(sts.OutOfBounds, inside, e.Index.Span(), diag.CodeConstIndex, "index out of bounds: characters are numbered from 0, and the last is before the length")
	return scalarOperand(l.store.Substring(x.scalar(), i, l.store.Int(1)))
}

// stringSlice is s[a:b], from character a up to but not including b.
func (l *lowering) stringSlice(x operand, e *syntax.SliceExpr) operand {
	low, high := l.sliceBounds(e, l.store.Length(x.scalar()))
	if low == nil {
		return operand{}
	}
	return scalarOperand(l.store.Substring(x.scalar(), low, l.store.Sub(high, low)))
}

// convertText converts a number to a string, or a string to a number; nil if it is something else.
func (l *lowering) convertText(t *term.Term, to *term.Sort) *term.Term {
	from := t.Sort()
	switch {
	case from.Kind == term.KindString && to.Kind == term.KindInt:
		return l.store.ToInt(t)
	case from.Kind == term.KindBits && to.Kind == term.KindString:
		return l.decimal(l.store.BitsToInt(t))
	case from.Kind == term.KindInt && to.Kind == term.KindString:
		return l.decimal(t)
	}
	return nil
}

// decimal is the digits of an integer, with a sign if it is negative.
func (l *lowering) decimal(n *term.Term) *term.Term {
	minus := l.store.Const(term.String, term.StringValue("-"))
	negative := l.store.Concat(minus, l.store.FromInt(l.store.Neg(n)))
	return l.store.Ite(l.store.Lt(n, l.store.Int(0)), negative, l.store.FromInt(n))
}

package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Functions on strings. They are total, but for s[i] and s[a:b], which must be inside.

// stringFunctions are the functions on strings by name, but for those that sequences have as well.
var stringFunctions map[string]func(l *Lowering, e *syntax.CallExpr) operand.Operand

func init() { // a composite literal would refer to itself through Lowering.Expr
	stringFunctions = map[string]func(l *Lowering, e *syntax.CallExpr) operand.Operand{
		"contains":   onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.Contains(a[0], a[1]) }),
		"startsWith": onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.StartsWith(a[0], a[1]) }),
		"endsWith":   onStrings(2, func(s *term.Store, a []*term.Term) *term.Term { return s.EndsWith(a[0], a[1]) }),
		"replace":    onStrings(3, func(s *term.Store, a []*term.Term) *term.Term { return s.Replace(a[0], a[1], a[2]) }),
		"replaceAll": onStrings(3, func(s *term.Store, a []*term.Term) *term.Term { return s.ReplaceAll(a[0], a[1], a[2]) }),
		"upper":      onStrings(1, func(s *term.Store, a []*term.Term) *term.Term { return s.Upper(a[0]) }),
		"lower":      onStrings(1, func(s *term.Store, a []*term.Term) *term.Term { return s.Lower(a[0]) }),
		"substring":  (*Lowering).substring,
		"matches":    (*Lowering).matches,
	}
}

// onStrings lowers a function that takes strings only.
func onStrings(count int, build func(s *term.Store, args []*term.Term) *term.Term) func(l *Lowering, e *syntax.CallExpr) operand.Operand {
	return func(l *Lowering, e *syntax.CallExpr) operand.Operand {
		if !l.countArguments(e, count) {
			return operand.Operand{}
		}
		args := make([]*term.Term, count)
		for i := range args {
			if args[i] = l.stringArgument(e, i); args[i] == nil {
				return operand.Operand{}
			}
		}
		return operand.ScalarOperand(build(l.Store, args))
	}
}

// stringArgument lowers argument i, which must be a string. It returns nil after an error.
func (l *Lowering) stringArgument(e *syntax.CallExpr, i int) *term.Term {
	return l.demandString(l.Expr(e.Args[i]), e, i)
}

// demandString is argument i, lowered to o, which must be a string. It returns nil after an error.
func (l *Lowering) demandString(o operand.Operand, e *syntax.CallExpr, i int) *term.Term {
	if o = l.Fit(o, operand.StringType, e.Args[i].Span(), "this argument of "+e.Func.Text); !o.OK() {
		return nil
	}
	return o.Scalar()
}

// substring is substring(s, start, length).
func (l *Lowering) substring(e *syntax.CallExpr) operand.Operand {
	if !l.countArguments(e, 3) {
		return operand.Operand{}
	}
	s, start, length := l.stringArgument(e, 0), l.indexValue(e.Args[1]), l.indexValue(e.Args[2])
	if s == nil || start == nil || length == nil {
		return operand.Operand{}
	}
	return operand.ScalarOperand(l.Store.Substring(s, start, length))
}

// stringIndexOf is indexOf(s, t) or indexOf(s, t, from) of strings, of which the first is lowered.
func (l *Lowering) stringIndexOf(first operand.Operand, e *syntax.CallExpr) operand.Operand {
	s, t, from := l.demandString(first, e, 0), l.stringArgument(e, 1), l.Store.Int(0)
	if len(e.Args) == 3 {
		from = l.indexValue(e.Args[2])
	}
	if s == nil || t == nil || from == nil {
		return operand.Operand{}
	}
	return operand.ScalarOperand(l.Store.IndexOf(s, t, from))
}

// matches is matches(s, pattern), where the pattern is constant.
func (l *Lowering) matches(e *syntax.CallExpr) operand.Operand {
	if !l.countArguments(e, 2) {
		return operand.Operand{}
	}
	s, source := l.stringArgument(e, 0), l.stringArgument(e, 1)
	if s == nil || source == nil {
		return operand.Operand{}
	}
	place := e.Args[1].Span()
	if source = l.Fold(source); !source.IsConst() {
		return l.Fail(diag.CodeNotConstant, place, "", "the pattern of matches must be constant")
	}
	text := source.Value().Text()
	if _, err := pattern.Compile(text); err != nil {
		return l.Fail(diag.CodeBadPattern, place, "", "this is no pattern for matches: %v", err)
	}
	return operand.Boolean(l.Store.Matches(s, text))
}

// stringIndex is s[i], the string of one character.
func (l *Lowering) stringIndex(x operand.Operand, e *syntax.IndexExpr) operand.Operand {
	i := l.indexValue(e.Index)
	if i == nil {
		return operand.Operand{}
	}
	inside := l.Store.And(l.Store.Le(l.Store.Int(0), i), l.Store.Lt(i, l.Store.Length(x.Scalar())))
	l.demand(sts.OutOfBounds, inside, e.Index.Span(), diag.CodeConstIndex, "index out of bounds: characters are numbered from 0, and the last is before the length")
	return operand.ScalarOperand(l.Store.Substring(x.Scalar(), i, l.Store.Int(1)))
}

// stringSlice is s[a:b], from character a up to but not including b.
func (l *Lowering) stringSlice(x operand.Operand, e *syntax.SliceExpr) operand.Operand {
	low, high := l.sliceBounds(e, l.Store.Length(x.Scalar()))
	if low == nil {
		return operand.Operand{}
	}
	return operand.ScalarOperand(l.Store.Substring(x.Scalar(), low, l.Store.Sub(high, low)))
}

// convertText converts a number to a string, or a string to a number; nil if it is something else.
func (l *Lowering) convertText(t *term.Term, to *term.Sort) *term.Term {
	from := t.Sort()
	switch {
	case from.Kind == term.KindString && to.Kind == term.KindInt:
		return l.Store.ToInt(t)
	case from.Kind == term.KindBits && to.Kind == term.KindString:
		return l.decimal(l.Store.BitsToInt(t))
	case from.Kind == term.KindInt && to.Kind == term.KindString:
		return l.decimal(t)
	}
	return nil
}

// decimal is the digits of an integer, with a sign if it is negative.
func (l *Lowering) decimal(n *term.Term) *term.Term {
	minus := l.Store.Const(term.String, term.StringValue("-"))
	negative := l.Store.Concat(minus, l.Store.FromInt(l.Store.Neg(n)))
	return l.Store.Ite(l.Store.Lt(n, l.Store.Int(0)), negative, l.Store.FromInt(n))
}

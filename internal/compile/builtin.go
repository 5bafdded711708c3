package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// scalarSorts are the names of built-in types. As functions they convert.
var scalarSorts = map[string]*term.Sort{
	"bool": term.Bool, "int": term.Int, "nat": term.Nat, "real": term.Real, "string": term.String,
	"int8": term.Bits(8, true), "int16": term.Bits(16, true), "int32": term.Bits(32, true), "int64": term.Bits(64, true),
	"uint8": term.Bits(8, false), "uint16": term.Bits(16, false), "uint32": term.Bits(32, false), "uint64": term.Bits(64, false),
}

// builtin is a function of the language: how many arguments it takes and how it is lowered. Two arguments are brought to one
// type first. It returns a zero operand for arguments of the wrong type, which builtin reports.
type builtin struct {
	arity int
	takes string
	lower func(l *lowering, args []operand) operand
}

var builtins = map[string]builtin{
	"len":   {1, "a string or an array", lowerLen},
	"floor": {1, "a number", lowerFloor},
	"abs":   {1, "a number", lowerAbs},
	"min":   {2, "two numbers", lowerChoice(0)},
	"max":   {2, "two numbers", lowerChoice(1)},
}

func isBuiltin(name string) bool {
	_, function := builtins[name]
	_, sort := scalarSorts[name]
	return function || sort
}

func (l *lowering) builtin(e *syntax.CallExpr, f builtin) operand {
	if !l.countArguments(e, f.arity) {
		return operand{}
	}
	args := make([]operand, len(e.Args))
	for i, a := range e.Args {
		if args[i] = l.expr(a); !args[i].ok() {
			return operand{}
		}
	}
	if f.arity == 2 {
		var ok bool
		if args[0], args[1], ok = l.unify(args[0], args[1], e.Span(), e.Func.Text); !ok {
			return operand{}
		}
	}
	out := f.lower(l, args)
	if !out.ok() {
		l.list.Errorf(diag.CodeTypeMismatch, e.Span(), "%s takes %s, not %s", e.Func.Text, f.takes, args[0].typ)
	}
	return out
}

func lowerLen(l *lowering, args []operand) operand {
	switch {
	case args[0].is(term.KindString):
		return scalarOperand(l.store.Length(args[0].scalar()))
	case args[0].typ.IsArray():
		return scalarOperand(l.store.Int(int64(args[0].typ.Length))).withUntyped(true)
	}
	return operand{}
}

func lowerFloor(l *lowering, args []operand) operand {
	switch {
	case args[0].is(term.KindReal):
		return scalarOperand(l.store.Floor(args[0].scalar()))
	case args[0].is(term.KindInt):
		return args[0]
	}
	return operand{}
}

func lowerAbs(l *lowering, args []operand) operand {
	if !args[0].isNumber() {
		return operand{}
	}
	t := args[0].scalar()
	zero := l.store.Const(t.Sort(), term.IntValue(0))
	return scalarOperand(l.store.Ite(l.store.Le(zero, t), t, l.store.Neg(t)))
}

// lowerChoice chooses between two numbers a and b of one type: args[first] if a <= b, else the other.
func lowerChoice(first int) func(l *lowering, args []operand) operand {
	return func(l *lowering, args []operand) operand {
		if !args[0].isNumber() {
			return operand{}
		}
		a, b := args[0], args[1]
		chosen, other := args[first].scalar(), args[1-first].scalar()
		return arithmeticResult(l.store.Ite(l.store.Le(a.scalar(), b.scalar()), chosen, other), a, b)
	}
}

// conversion is int(x), real(x), uint8(x) and so on.
func (l *lowering) conversion(e *syntax.CallExpr, to *term.Sort) operand {
	if !l.countArguments(e, 1) {
		return operand{}
	}
	x := l.expr(e.Args[0])
	if !x.ok() {
		return x
	}
	if x.typ.Scalar != nil {
		if t := l.convertTerm(x.scalar(), to); t != nil {
			if !l.demandRange(t, sts.Leaf{Sort: to}, e.Span(), "the result of "+e.Func.Text) {
				return operand{}
			}
			return scalarOf(sts.ScalarType(to), t)
		}
	}
	l.list.Errorf(diag.CodeTypeMismatch, e.Span(), "%s cannot be converted to %s", x.typ, to)
	return operand{}
}

// convertTerm converts between number sorts, or returns nil.
func (l *lowering) convertTerm(t *term.Term, to *term.Sort) *term.Term {
	from := t.Sort()
	switch {
	case from.Same(to):
		return t
	case from.Kind == term.KindInt && to.Kind == term.KindReal:
		return l.store.ToReal(t)
	case from.Kind == term.KindReal && to.Kind == term.KindInt:
		return l.store.Floor(t)
	case from.Kind == term.KindInt && to.Kind == term.KindBits:
		return l.store.IntToBits(t, to)
	case from.Kind == term.KindBits && to.Kind == term.KindInt:
		return l.store.BitsToInt(t)
	case from.Kind == term.KindBits && to.Kind == term.KindBits:
		return l.store.Convert(t, to)
	case from.Kind == term.KindBits && to.Kind == term.KindReal:
		return l.store.ToReal(l.store.BitsToInt(t))
	}
	return nil
}

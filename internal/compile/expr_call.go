package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Calls: built-in functions, conversions, pure functions (inlined), externs; and quantifiers.

// maxExpansion is how many instances of a quantifier over a finite range are written out instead of quantified.
const maxExpansion = 64

func (l *lowering) callExpr(e *syntax.CallExpr) operand {
	if sort, ok := scalarSorts[e.Func.Text]; ok {
		return l.conversion(e, sort)
	}
	o := l.lookup(l.local, e.Func.Text, e.Func.Span())
	if o == nil || o.kind != kindFunction && o.kind != kindExtern { // declared functions hide those of the library
		if hint := membershipHints[e.Func.Text]; hint != "" && len(e.Args) == 1 {
			if x := l.strayMembership(e.Args[0]); x != nil {
				return l.strayHint(x, hint)
			}
		}
		if f, ok := library[e.Func.Text]; ok && !(len(e.Args) == 2 && builtins[e.Func.Text].arity == 2) {
			return l.libraryCall(e, f)
		}
		if f, ok := stringFunctions[e.Func.Text]; ok {
			return f(l, e)
		}
		if f, ok := builtins[e.Func.Text]; ok {
			return l.builtin(e, f)
		}
	}
	switch {
	case o == nil:
		l.undefined("function or extern", e.Func.Text, e.Func.Span(), l.local, kindFunction, kindExtern)
	case o.kind == kindFunction:
		return l.inline(e, o)
	case o.kind == kindExtern:
		return l.externCall(e, o.extern)
	default:
		l.wrongKind(o, "function", e.Func.Span())
	}
	return operand{}
}

func (l *lowering) countArguments(e *syntax.CallExpr, want int) bool {
	if len(e.Args) == want {
		return true
	}
	l.list.Errorf(diag.CodeArgumentCount, e.Span(), "%s takes %s, not %d", e.Func.Text, text.Count(want, "argument"), len(e.Args))
	return false
}

// inline lowers the body of a pure function with its parameters bound to the arguments.
func (l *lowering) inline(e *syntax.CallExpr, o *object) operand {
	d, ok := o.decl.(*syntax.FunctionDecl)
	if !ok || !l.countArguments(e, len(d.Params)) {
		return operand{}
	}
	if o.resolved == inProgress {
		return l.fail(diag.CodeCyclic, e.Span(), "", "function %q calls itself; functions are inlined and cannot be recursive", e.Func.Text)
	}
	names := newScope(nil)
	for i, p := range d.Params {
		typ := l.typeOf(p.Type, nil)
		value := l.fitRange(l.expr(e.Args[i]), typ, e.Args[i].Span(), "argument "+p.Name.Text)
		names.bind(p.Name, value)
	}
	o.resolved = inProgress
	defer func() { o.resolved = untouched }()
	inner := l.within(names)
	return inner.fitRange(inner.expr(d.Body), l.typeOf(d.Result, nil), d.Body.Span(), "the result of "+e.Func.Text)
}

func (l *lowering) externCall(e *syntax.CallExpr, x *sts.Extern) operand {
	if l.call == nil {
		return l.fail(diag.CodeExternPlace, e.Span(), "call it in a transition and store the result in a variable",
			"extern %s cannot be called in %s", e.Func.Text, l.place)
	}
	if x == nil || !l.countArguments(e, len(x.Params)) {
		return operand{}
	}
	var args []*term.Term
	for i, p := range x.Params {
		a := l.fitRange(l.expr(e.Args[i]), p.Type, e.Args[i].Span(), "argument "+cmp.Or(p.Name, strconv.Itoa(i+1)))
		if !a.ok() {
			return operand{}
		}
		args = append(args, a.terms...)
	}
	dependent := func(a *term.Term) bool {
		return a.Mentions(l.bound...) || a.Mentions(l.goingOver...)
	}
	if slices.ContainsFunc(args, dependent) {
		return l.fail(diag.CodeExternPlace, e.Span(), "", "extern %s cannot be called with a quantified variable", x.Name)
	}
	return l.call(x, args, e.Span())
}

// quantifier lowers exists and forall. Over small finite types it writes the instances out, so that arrays indexed by the
// bound variable need no chains and the solver sees no quantifier.
func (l *lowering) quantifier(e *syntax.QuantifierExpr) operand {
	l.distinctParams(e.Params)
	if i := slices.IndexFunc(e.Params, func(p syntax.Param) bool { return p.Over != nil }); i >= 0 {
		return l.mixedQuantifier(e, i)
	}
	types := make([]*sts.Type, len(e.Params))
	instances := 1
	for i, p := range e.Params {
		types[i] = l.typeOf(p.Type, l.local)
		if types[i] == nil {
			return operand{}
		}
		if types[i].Scalar == nil {
			return l.fail(diag.CodeTypeMismatch, p.Name.Span(), "", "a quantified variable must be a scalar, but %s is %s", p.Name.Text, types[i])
		}
		values := len(types[i].Scalar.Values(maxExpansion))
		if values == 0 { // every declared type has a value, so this means too many
			values = maxExpansion + 1
		}
		instances = min(instances*values, maxExpansion+1)
	}
	if instances <= maxExpansion {
		return boolean(l.expand(e, types, 0, newScope(l.local)))
	}
	return boolean(l.symbolicQuantifier(e, types))
}

// expand writes out the instances of parameter i and those after it.
func (l *lowering) expand(e *syntax.QuantifierExpr, types []*sts.Type, i int, names *scope) *term.Term {
	if i == len(types) {
		return l.within(names).condition(e.Body, "the body of a quantifier")
	}
	var parts []*term.Term
	for _, v := range types[i].Scalar.Values(maxExpansion) {
		names.bind(e.Params[i].Name, scalarOf(types[i], l.store.Const(types[i].Scalar, v)))
		parts = append(parts, l.expand(e, types, i+1, names))
	}
	if e.Forall {
		return l.store.And(parts...)
	}
	return l.store.Or(parts...)
}

func (l *lowering) symbolicQuantifier(e *syntax.QuantifierExpr, types []*sts.Type) *term.Term {
	inner := l.within(newScope(l.local))
	var bound []*term.Term
	for i, p := range e.Params {
		l.quantified++ // makes a name that no other variable has
		v := l.store.Var(fmt.Sprintf("%s'%d", p.Name.Text, l.quantified), types[i].Scalar)
		bound = append(bound, v)
		inner.local.bind(p.Name, scalarOf(types[i], v))
	}
	inner.bound = append(slices.Clip(l.bound), bound...)
	body := inner.condition(e.Body, "the body of a quantifier")
	if e.Forall {
		return l.store.Forall(bound, body)
	}
	return l.store.Exists(bound, body)
}

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
	"len":   {1, "a string, an array or a collection", lowerLen},
	"floor": {1, "a number", lowerFloor},
	"abs":   {1, "a number", lowerAbs},
	"min":   {2, "two numbers", lowerChoice(0)},
	"max":   {2, "two numbers", lowerChoice(1)},
}

func isBuiltin(name string) bool { return builtins[name].lower != nil || scalarSorts[name] != nil }

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
	case args[0].typ.IsCollection():
		return scalarOperand(l.store.Size(args[0].scalar()))
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
			return l.fitRange(scalarOperand(t), sts.ScalarType(to), e.Span(), "the result of "+e.Func.Text)
		}
	}
	return l.fail(diag.CodeTypeMismatch, e.Span(), "", "%s cannot be converted to %s", x.typ, to)
}

// convertTerm converts between number sorts and strings, or returns nil.
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
	return l.convertText(t, to)
}

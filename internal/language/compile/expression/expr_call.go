package expression

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Calls: built-in functions, conversions, pure functions (inlined), externs; and quantifiers.

// maxExpansion is how many instances of a quantifier over a finite range are written out instead of quantified.
const maxExpansion = 64

// maxStepExpansion is maxExpansion for expressions over runs, where the steps have to be numbers.
const maxStepExpansion = 100_000

func (l *Lowering) expansion() int {
	if l.Past != nil {
		return maxStepExpansion
	}
	return maxExpansion
}

func (l *Lowering) callExpr(e *syntax.CallExpr) operand.Operand {
	o := l.Lookup(l.Local, e.Func.Text, e.Func.Span())
	if o == nil && e.Func.Text == takenFunction {
		return l.taken(e)
	}
	if o == nil || o.Kind != symbols.KindFunction && o.Kind != symbols.KindExtern { // declared functions hide those of the library
		if sort, ok := symbols.ScalarSorts[e.Func.Text]; ok {
			return l.conversion(e, sort)
		}
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
		l.Undefined("function or extern", e.Func.Text, e.Func.Span(), l.Local, symbols.KindFunction, symbols.KindExtern)
	case o.Kind == symbols.KindFunction:
		return l.inline(e, o)
	case o.Kind == symbols.KindExtern:
		return l.externCall(e, o.Extern)
	default:
		l.WrongKind(o, "function", e.Func.Span())
	}
	return operand.Operand{}
}

func (l *Lowering) countArguments(e *syntax.CallExpr, want int) bool {
	if len(e.Args) == want {
		return true
	}
	l.List.Errorf(diag.CodeArgumentCount, e.Span(), "%s takes %s, not %d", e.Func.Text, text.Count(want, "argument"), len(e.Args))
	return false
}

// inline lowers the body of a pure function with its parameters bound to the arguments.
func (l *Lowering) inline(e *syntax.CallExpr, o *symbols.Object) operand.Operand {
	d, ok := o.Decl.(*syntax.FunctionDecl)
	if !ok || !l.countArguments(e, len(d.Params)) {
		return operand.Operand{}
	}
	if o.Resolved == symbols.InProgress {
		return l.Fail(diag.CodeCyclic, e.Span(), "", "function %q calls itself; functions are inlined and cannot be recursive", e.Func.Text)
	}
	names := symbols.NewScope(nil)
	for i, p := range d.Params {
		typ := l.TypeOf(p.Type, nil)
		value := l.FitRange(l.Expr(e.Args[i]), typ, e.Args[i].Span(), "argument "+p.Name.Text)
		names.Bind(p.Name, value)
	}
	o.Resolved = symbols.InProgress
	defer func() { o.Resolved = symbols.Untouched }()
	inner := l.Within(names)
	return inner.FitRange(inner.Expr(d.Body), l.TypeOf(d.Result, nil), d.Body.Span(), "the result of "+e.Func.Text)
}

func (l *Lowering) externCall(e *syntax.CallExpr, x *sts.Extern) operand.Operand {
	if l.Call == nil {
		return l.Fail(diag.CodeExternPlace, e.Span(), "call it in a transition and store the result in a variable",
			"extern %s cannot be called in %s", e.Func.Text, l.place)
	}
	if x == nil || !l.countArguments(e, len(x.Params)) {
		return operand.Operand{}
	}
	var args []*term.Term
	for i, p := range x.Params {
		a := l.FitRange(l.Expr(e.Args[i]), p.Type, e.Args[i].Span(), "argument "+cmp.Or(p.Name, strconv.Itoa(i+1)))
		if !a.OK() {
			return operand.Operand{}
		}
		args = append(args, a.Terms...)
	}
	dependent := func(a *term.Term) bool {
		return a.Mentions(l.bound...) || a.Mentions(l.goingOver...)
	}
	if slices.ContainsFunc(args, dependent) {
		return l.Fail(diag.CodeExternPlace, e.Span(), "", "extern %s cannot be called with a quantified variable", x.Name)
	}
	return l.Call(x, args, e.Span())
}

// quantifier lowers exists and forall. Over small finite types it writes the instances out, so that arrays indexed by the
// bound variable need no chains and the solver sees no quantifier.
func (l *Lowering) quantifier(e *syntax.QuantifierExpr) operand.Operand {
	l.DistinctParams(e.Params)
	if i := slices.IndexFunc(e.Params, func(p syntax.Param) bool { return p.Over != nil }); i >= 0 {
		return l.mixedQuantifier(e, i)
	}
	types := make([]*sts.Type, len(e.Params))
	instances, most := 1, l.expansion()
	for i, p := range e.Params {
		types[i] = l.TypeOf(p.Type, l.Local)
		if types[i] == nil {
			return operand.Operand{}
		}
		if types[i].Scalar == nil {
			return l.Fail(diag.CodeTypeMismatch, p.Name.Span(), "", "a quantified variable must be a scalar, but %s is %s", p.Name.Text, types[i])
		}
		values := len(types[i].Scalar.Values(int64(most)))
		if values == 0 { // every declared type has a value, so this means too many
			values = most + 1
		}
		instances = min(instances*values, most+1)
	}
	if instances <= most {
		return operand.Boolean(l.expand(e, types, 0, symbols.NewScope(l.Local)))
	}
	return operand.Boolean(l.symbolicQuantifier(e, types))
}

// expand writes out the instances of parameter i and those after it.
func (l *Lowering) expand(e *syntax.QuantifierExpr, types []*sts.Type, i int, names *symbols.Scope) *term.Term {
	if i == len(types) {
		return l.Within(names).Condition(e.Body, "the body of a quantifier")
	}
	var parts []*term.Term
	for _, v := range types[i].Scalar.Values(int64(l.expansion())) {
		names.Bind(e.Params[i].Name, operand.ScalarOf(types[i], l.Store.Const(types[i].Scalar, v)))
		parts = append(parts, l.expand(e, types, i+1, names))
	}
	if e.Forall {
		return l.Store.And(parts...)
	}
	return l.Store.Or(parts...)
}

func (l *Lowering) symbolicQuantifier(e *syntax.QuantifierExpr, types []*sts.Type) *term.Term {
	inner := l.Within(symbols.NewScope(l.Local))
	var bound []*term.Term
	for i, p := range e.Params {
		v := l.BoundVariable(p.Name.Text, types[i].Scalar)
		bound = append(bound, v)
		inner.Local.Bind(p.Name, operand.ScalarOf(types[i], v))
	}
	inner.bound = append(slices.Clip(l.bound), bound...)
	body := inner.Condition(e.Body, "the body of a quantifier")
	if e.Forall {
		return l.Store.Forall(bound, body)
	}
	return l.Store.Exists(bound, body)
}

// builtin is a function of the language: how many arguments it takes and how it is lowered. Two arguments are brought to one
// type first. It returns a zero operand for arguments of the wrong type, which builtin reports.
type builtin struct {
	arity int
	takes string
	lower func(l *Lowering, args []operand.Operand) operand.Operand
}

var builtins = map[string]builtin{
	"len":   {1, "a string, an array or a collection", lowerLen},
	"floor": {1, "a number", lowerFloor},
	"abs":   {1, "a number", lowerAbs},
	"min":   {2, "two numbers", lowerChoice(0)},
	"max":   {2, "two numbers", lowerChoice(1)},
}

// IsBuiltin reports whether a name is that of a type or function of the language, which cannot be declared.
func IsBuiltin(name string) bool {
	return builtins[name].lower != nil || symbols.ScalarSorts[name] != nil
}

func (l *Lowering) builtin(e *syntax.CallExpr, f builtin) operand.Operand {
	if !l.countArguments(e, f.arity) {
		return operand.Operand{}
	}
	args := make([]operand.Operand, len(e.Args))
	for i, a := range e.Args {
		if args[i] = l.Expr(a); !args[i].OK() {
			return operand.Operand{}
		}
	}
	if f.arity == 2 {
		var ok bool
		if args[0], args[1], ok = l.Unify(args[0], args[1], e.Span(), e.Func.Text); !ok {
			return operand.Operand{}
		}
	}
	out := f.lower(l, args)
	if !out.OK() {
		l.List.Errorf(diag.CodeTypeMismatch, e.Span(), "%s takes %s, not %s", e.Func.Text, f.takes, args[0].Type)
	}
	return out
}

func lowerLen(l *Lowering, args []operand.Operand) operand.Operand {
	switch {
	case args[0].Is(term.KindString):
		return operand.ScalarOperand(l.Store.Length(args[0].Scalar()))
	case args[0].Type.IsArray():
		return operand.ScalarOperand(l.Store.Int(int64(args[0].Type.Length))).WithUntyped(true)
	case args[0].Type.IsCollection():
		return operand.ScalarOperand(l.Store.Size(args[0].Scalar()))
	}
	return operand.Operand{}
}

func lowerFloor(l *Lowering, args []operand.Operand) operand.Operand {
	switch {
	case args[0].Is(term.KindReal):
		return operand.ScalarOperand(l.Store.Floor(args[0].Scalar()))
	case args[0].Is(term.KindInt):
		return args[0]
	}
	return operand.Operand{}
}

func lowerAbs(l *Lowering, args []operand.Operand) operand.Operand {
	if !args[0].IsNumber() {
		return operand.Operand{}
	}
	t := args[0].Scalar()
	zero := l.Store.Const(t.Sort(), term.IntValue(0))
	return operand.ScalarOperand(l.Store.Ite(l.Store.Le(zero, t), t, l.Store.Neg(t)))
}

// lowerChoice chooses between two numbers a and b of one type: args[first] if a <= b, else the other.
func lowerChoice(first int) func(l *Lowering, args []operand.Operand) operand.Operand {
	return func(l *Lowering, args []operand.Operand) operand.Operand {
		if !args[0].IsNumber() {
			return operand.Operand{}
		}
		a, b := args[0], args[1]
		chosen, other := args[first].Scalar(), args[1-first].Scalar()
		return arithmeticResult(l.Store.Ite(l.Store.Le(a.Scalar(), b.Scalar()), chosen, other), a, b)
	}
}

// conversion is int(x), real(x), uint8(x) and so on.
func (l *Lowering) conversion(e *syntax.CallExpr, to *term.Sort) operand.Operand {
	if !l.countArguments(e, 1) {
		return operand.Operand{}
	}
	x := l.Expr(e.Args[0])
	if !x.OK() {
		return x
	}
	if x.Type.Scalar != nil {
		if t := l.convertTerm(x.Scalar(), to); t != nil {
			return l.FitRange(operand.ScalarOperand(t), sts.ScalarType(to), e.Span(), "the result of "+e.Func.Text)
		}
	}
	return l.Fail(diag.CodeTypeMismatch, e.Span(), "", "%s cannot be converted to %s", x.Type, to)
}

// convertTerm converts between number sorts and strings, or returns nil.
func (l *Lowering) convertTerm(t *term.Term, to *term.Sort) *term.Term {
	from := t.Sort()
	switch {
	case from.Same(to):
		return t
	case from.Kind == term.KindInt && to.Kind == term.KindReal:
		return l.Store.ToReal(t)
	case from.Kind == term.KindReal && to.Kind == term.KindInt:
		return l.Store.Floor(t)
	case from.Kind == term.KindInt && to.Kind == term.KindBits:
		return l.Store.IntToBits(t, to)
	case from.Kind == term.KindBits && to.Kind == term.KindInt:
		return l.Store.BitsToInt(t)
	case from.Kind == term.KindBits && to.Kind == term.KindBits:
		return l.Store.Convert(t, to)
	case from.Kind == term.KindBits && to.Kind == term.KindReal:
		return l.Store.ToReal(l.Store.BitsToInt(t))
	}
	return l.convertText(t, to)
}

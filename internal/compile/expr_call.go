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
	if f, ok := builtins[e.Func.Text]; ok {
		return l.builtin(e, f)
	}
	if sort, ok := scalarSorts[e.Func.Text]; ok {
		return l.conversion(e, sort)
	}
	o := l.lookup(l.local, e.Func.Text)
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
		l.list.Errorf(diag.CodeCyclic, e.Span(), "function %q calls itself; functions are inlined and cannot be recursive", e.Func.Text)
		return operand{}
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
	return inner.fitRange(inner.expr(d.Body), l.typeOf(d.Result, nil), spanOf(d.Body), "the result of "+e.Func.Text)
}

func (l *lowering) externCall(e *syntax.CallExpr, x *sts.Extern) operand {
	if l.call == nil {
		l.list.ErrorHint(diag.CodeExternPlace, e.Span(), "call it in a transition and store the result in a variable", "extern %s cannot be called in %s", e.Func.Text, l.place)
		return operand{}
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
		return slices.ContainsFunc(a.Vars(), func(v *term.Term) bool { return slices.Contains(l.bound, v) })
	}
	if slices.ContainsFunc(args, dependent) {
		l.list.Errorf(diag.CodeExternPlace, e.Span(), "extern %s cannot be called with a quantified variable", x.Name)
		return operand{}
	}
	return l.call(x, args, e.Span())
}

// quantifier lowers exists and forall. Over small finite types it writes the instances out, so that arrays indexed by the
// bound variable need no chains and the solver sees no quantifier.
func (l *lowering) quantifier(e *syntax.QuantifierExpr) operand {
	l.distinctParams(e.Params)
	types := make([]*sts.Type, len(e.Params))
	instances := int64(1)
	for i, p := range e.Params {
		types[i] = l.typeOf(p.Type, l.local)
		if types[i] == nil {
			return operand{}
		}
		if types[i].Scalar == nil {
			l.list.Errorf(diag.CodeTypeMismatch, p.Name.Span(), "a quantified variable must be a scalar, but %s is %s", p.Name.Text, types[i])
			return operand{}
		}
		instances = multiplyInstances(instances, types[i].Scalar)
	}
	if instances <= maxExpansion {
		return boolean(l.expand(e, types, 0, newScope(l.local)))
	}
	return boolean(l.symbolicQuantifier(e, types))
}

// multiplyInstances multiplies by the number of values of a sort, saturating above maxExpansion. Every declared range has
// a value, so no values means too many.
func multiplyInstances(n int64, s *term.Sort) int64 {
	values := int64(len(s.Values(maxExpansion)))
	if values == 0 || n*values > maxExpansion {
		return maxExpansion + 1
	}
	return n * values
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

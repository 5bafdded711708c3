package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Operators.

func (l *lowering) unary(e *syntax.UnaryExpr) operand {
	if e.Op == "not" {
		return operand{typ: boolType, terms: []*term.Term{l.store.Not(l.condition(e.X, "the operand of not"))}}
	}
	x := l.expr(e.X)
	if !x.ok() {
		return x
	}
	switch {
	case e.Op == "-" && x.isNumber():
		out := scalarOperand(l.store.Neg(x.scalar()))
		out.untyped = x.untyped
		return out
	case e.Op == "~" && x.is(term.KindBits):
		return scalarOperand(l.store.BitNot(x.scalar()))
	}
	want := "a number"
	if e.Op == "~" {
		want = "a machine integer such as uint8"
	}
	l.list.Errorf(diag.CodeTypeMismatch, e.Span(), "%s needs %s, but this is %s", e.Op, want, x.typ)
	return operand{}
}

func (l *lowering) binary(e *syntax.BinaryExpr) operand {
	switch e.Op {
	case "and", "or", "=>", "<=>":
		return l.logical(e)
	}
	a, b := l.expr(e.X), l.expr(e.Y)
	if !a.ok() || !b.ok() {
		return operand{}
	}
	switch e.Op {
	case "==", "!=":
		return l.equality(e, a, b)
	case "<", "<=", ">", ">=":
		return l.order(e, a, b)
	case "+", "-", "*":
		return l.arithmetic(e, a, b)
	case "/", "%":
		return l.division(e, a, b)
	}
	return l.bitOperator(e, a, b)
}

// logical evaluates the right side under what the left side makes certain.
func (l *lowering) logical(e *syntax.BinaryExpr) operand {
	what := "the operand of " + e.Op
	a := l.condition(e.X, what)
	right := l
	switch e.Op {
	case "and", "=>":
		right = l.assuming(a)
	case "or":
		right = l.assuming(l.store.Not(a))
	}
	b := right.condition(e.Y, what)
	var t *term.Term
	switch e.Op {
	case "and":
		t = l.store.And(a, b)
	case "or":
		t = l.store.Or(a, b)
	case "=>":
		t = l.store.Implies(a, b)
	default:
		t = l.store.Eq(a, b)
	}
	return operand{typ: boolType, terms: []*term.Term{t}}
}

// equality compares scalar by scalar.
func (l *lowering) equality(e *syntax.BinaryExpr, a, b operand) operand {
	a, b, ok := l.unify(a, b, e.OpSpan, e.Op)
	if !ok {
		return operand{}
	}
	parts := make([]*term.Term, len(a.terms))
	for i := range a.terms {
		parts[i] = l.store.Eq(a.terms[i], b.terms[i])
	}
	equal := l.store.And(parts...)
	if e.Op == "!=" {
		equal = l.store.Not(equal)
	}
	return operand{typ: boolType, terms: []*term.Term{equal}}
}

func (l *lowering) order(e *syntax.BinaryExpr, a, b operand) operand {
	a, b, ok := l.numbers(e, a, b)
	if !ok {
		return operand{}
	}
	x, y := a.scalar(), b.scalar()
	var t *term.Term
	switch e.Op {
	case "<":
		t = l.store.Lt(x, y)
	case "<=":
		t = l.store.Le(x, y)
	case ">":
		t = l.store.Lt(y, x)
	default:
		t = l.store.Le(y, x)
	}
	return operand{typ: boolType, terms: []*term.Term{t}}
}

// numbers unifies two operands and demands numbers.
func (l *lowering) numbers(e *syntax.BinaryExpr, a, b operand) (operand, operand, bool) {
	a, b, ok := l.unify(a, b, e.OpSpan, e.Op)
	if !ok {
		return a, b, false
	}
	if !a.isNumber() {
		l.list.Errorf(diag.CodeTypeMismatch, e.OpSpan, "%s needs numbers, but this is %s", e.Op, a.typ)
		return a, b, false
	}
	return a, b, true
}

func (l *lowering) arithmetic(e *syntax.BinaryExpr, a, b operand) operand {
	if e.Op == "+" && a.is(term.KindString) && b.is(term.KindString) {
		return scalarOperand(l.store.Concat(a.scalar(), b.scalar()))
	}
	a, b, ok := l.numbers(e, a, b)
	if !ok {
		return operand{}
	}
	var t *term.Term
	switch e.Op {
	case "+":
		t = l.store.Add(a.scalar(), b.scalar())
	case "-":
		t = l.store.Sub(a.scalar(), b.scalar())
	default:
		t = l.store.Mul(a.scalar(), b.scalar())
	}
	return l.arithmeticResult(t, a, b)
}

// arithmeticResult drops bounds; the result of untyped constants is untyped.
func (l *lowering) arithmeticResult(t *term.Term, a, b operand) operand {
	out := operand{typ: sts.ScalarType(t.Sort().Base()), terms: []*term.Term{t}}
	out.untyped = a.untyped && b.untyped
	return out
}

func (l *lowering) division(e *syntax.BinaryExpr, a, b operand) operand {
	a, b, ok := l.numbers(e, a, b)
	if !ok {
		return operand{}
	}
	if e.Op == "%" && a.is(term.KindReal) {
		l.list.Errorf(diag.CodeTypeMismatch, e.OpSpan, "%% is for integers, but this is real")
		return operand{}
	}
	d := b.scalar()
	zero := l.store.Const(d.Sort(), term.IntValue(0))
	l.demand(sts.DivisionByZero, l.store.Not(l.store.Eq(d, zero)), e.Y.Span(), diag.CodeConstDivZero, "division by zero")
	if e.Op == "/" {
		return l.arithmeticResult(l.store.Div(a.scalar(), d), a, b)
	}
	return l.arithmeticResult(l.store.Mod(a.scalar(), d), a, b)
}

func (l *lowering) bitOperator(e *syntax.BinaryExpr, a, b operand) operand {
	a, b, ok := l.unify(a, b, e.OpSpan, e.Op)
	if !ok {
		return operand{}
	}
	if !a.is(term.KindBits) {
		hint := ""
		switch {
		case a.is(term.KindBool):
			hint = "for booleans write and, or, !="
		case a.is(term.KindInt):
			hint = "convert it with uint8(...) or another machine type"
		}
		l.list.ErrorHint(diag.CodeTypeMismatch, e.OpSpan, hint, "%s needs machine integers such as uint8, but this is %s", e.Op, a.typ)
		return operand{}
	}
	build := map[string]func(a, b *term.Term) *term.Term{"&": l.store.BitAnd, "|": l.store.BitOr, "^": l.store.BitXor,
		"<<": l.store.ShiftLeft, ">>": l.store.ShiftRight}[e.Op]
	return scalarOperand(build(a.scalar(), b.scalar()))
}

// index reads an element; a symbolic index becomes a chain of if-then-else.
func (l *lowering) index(e *syntax.IndexExpr) operand {
	x := l.expr(e.X)
	i := l.indexValue(e.Index)
	if !x.ok() || i == nil {
		return operand{}
	}
	if !x.typ.IsArray() {
		l.list.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only arrays can be indexed, but this is %s", x.typ)
		return operand{}
	}
	l.demandIndex(i, x.typ.Length, e.Index.Span())
	size := x.typ.Elem.Size()
	element := func(k int) []*term.Term { return x.terms[k*size : (k+1)*size] }
	if n, ok := constantIndex(i, x.typ.Length); ok {
		return operand{typ: x.typ.Elem, terms: element(n), untyped: x.untyped}
	}
	out := operand{typ: x.typ.Elem, terms: append([]*term.Term(nil), element(x.typ.Length-1)...)}
	for k := x.typ.Length - 2; k >= 0; k-- {
		here := l.store.Eq(i, l.store.Int(int64(k)))
		for j, t := range element(k) {
			out.terms[j] = l.store.Ite(here, t, out.terms[j])
		}
	}
	return out
}

// indexValue lowers an index to an int term.
func (l *lowering) indexValue(e syntax.Expr) *term.Term {
	i := l.expr(e)
	switch {
	case !i.ok():
		return nil
	case i.is(term.KindInt):
		return i.scalar()
	case i.is(term.KindBits):
		return l.store.BitsToInt(i.scalar())
	}
	l.list.Errorf(diag.CodeTypeMismatch, e.Span(), "an index must be an integer, but this is %s", i.typ)
	return nil
}

func (l *lowering) demandIndex(i *term.Term, length int, span diag.Span) {
	cond := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Lt(i, l.store.Int(int64(length))))
	text := "index out of bounds: the array has " + plural(length, "element") + ", numbered from 0"
	l.demand(sts.OutOfBounds, cond, span, diag.CodeConstIndex, text)
}

func constantIndex(i *term.Term, length int) (int, bool) {
	if !i.IsConst() {
		return 0, false
	}
	n, small := i.Value().Small()
	if !small || n < 0 || n >= int64(length) {
		return 0, true // reported as an obligation that is violated; any element will do
	}
	return int(n), true
}

// instanceVariable resolves left.x, a variable of an instance, outside of it.
func (l *lowering) instanceVariable(e *syntax.FieldExpr) (operand, bool) {
	name, ok := e.X.(*syntax.NameExpr)
	if !ok {
		return operand{}, false
	}
	in := l.lookup(l.local, name.Name)
	if in == nil || in.variables == nil {
		return operand{}, false
	}
	if o := in.variables.find(e.Field.Text); o != nil && o.kind == kindVar {
		return l.variable(o, e.Span()), true
	}
	var names []string
	for n, o := range in.variables.names {
		if o.kind == kindVar {
			names = append(names, n)
		}
	}
	l.list.ErrorHint(diag.CodeUndefinedName, e.Field.Span(), didYouMean(e.Field.Text, names), "instance %s has no variable %q", name.Name, e.Field.Text)
	return operand{}, true
}

func (l *lowering) field(e *syntax.FieldExpr) operand {
	if v, ok := l.instanceVariable(e); ok {
		return v
	}
	x := l.expr(e.X)
	if !x.ok() {
		return x
	}
	if !x.typ.IsRecord() {
		l.list.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only records have fields, but this is %s", x.typ)
		return operand{}
	}
	offset := 0
	for _, f := range x.typ.Fields {
		size := f.Type.Size()
		if f.Name == e.Field.Text {
			return operand{typ: f.Type, terms: x.terms[offset : offset+size]}
		}
		offset += size
	}
	l.noField(x.typ, e.Field)
	return operand{}
}

func fieldOf(t *sts.Type, name string) *sts.Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

func (c *checker) noField(t *sts.Type, name syntax.Name) {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
	}
	c.list.ErrorHint(diag.CodeNoField, name.Span(), didYouMean(name.Text, names), "%s has no field %q", t, name.Text)
}

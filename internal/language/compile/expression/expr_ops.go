package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Operators.

func (l *Lowering) unary(e *syntax.UnaryExpr) operand.Operand {
	if e.Op == "not" {
		return operand.Boolean(l.Store.Not(l.Condition(e.X, "the operand of not")))
	}
	x := l.Expr(e.X)
	if !x.OK() {
		return x
	}
	switch {
	case e.Op == "-" && x.IsNumber():
		return operand.ScalarOperand(l.Store.Neg(x.Scalar())).WithUntyped(x.Untyped)
	case e.Op == "~" && x.Is(term.KindBits):
		return operand.ScalarOperand(l.Store.BitNot(x.Scalar()))
	case e.Op == "~":
		return l.Fail(diag.CodeTypeMismatch, e.Span(), "", "~ needs a machine integer such as uint8, but this is %s", x.Type)
	}
	return l.Fail(diag.CodeTypeMismatch, e.Span(), "", "- needs a number, but this is %s", x.Type)
}

// combine makes the term of a binary operator.
type combine func(s *term.Store, a, b *term.Term) *term.Term

// The binary operators by their operands: Booleans, numbers (comparisons and arithmetic), and machine integers.
var (
	logical = map[string]combine{
		"and": func(s *term.Store, a, b *term.Term) *term.Term { return s.And(a, b) },
		"or":  func(s *term.Store, a, b *term.Term) *term.Term { return s.Or(a, b) },
		"=>":  (*term.Store).Implies,
		"<=>": (*term.Store).Eq,
	}
	comparisons = map[string]combine{
		"<":  (*term.Store).Lt,
		"<=": (*term.Store).Le,
		">":  func(s *term.Store, a, b *term.Term) *term.Term { return s.Lt(b, a) },
		">=": func(s *term.Store, a, b *term.Term) *term.Term { return s.Le(b, a) },
	}
	arithmetic = map[string]combine{
		"+": func(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b) },
		"-": (*term.Store).Sub, "*": (*term.Store).Mul, "/": (*term.Store).Div, "%": (*term.Store).Mod,
	}
	bitwise = map[string]combine{"&": (*term.Store).BitAnd, "|": (*term.Store).BitOr, "^": (*term.Store).BitXor,
		"<<": (*term.Store).ShiftLeft, ">>": (*term.Store).ShiftRight}
)

func (l *Lowering) binary(e *syntax.BinaryExpr) operand.Operand {
	if op, ok := logical[e.Op]; ok {
		return l.logical(e, op)
	}
	a, b := l.Expr(e.X), l.Expr(e.Y)
	if l.isCollectionOperator(e.Op, a, b) {
		return l.collectionBinary(e, a, b)
	}
	if e.Op == "+" && a.Is(term.KindString) && b.Is(term.KindString) {
		return operand.ScalarOperand(l.Store.Concat(a.Scalar(), b.Scalar()))
	}
	a, b, ok := l.Unify(a, b, e.OpSpan, e.Op)
	if !ok {
		return operand.Operand{}
	}
	switch {
	case e.Op == "==":
		return operand.Boolean(l.equal(a, b))
	case e.Op == "!=":
		return operand.Boolean(l.Store.Not(l.equal(a, b)))
	case bitwise[e.Op] != nil:
		return l.bitwise(e, a, b)
	case comparisons[e.Op] != nil && a.Is(term.KindString):
		return operand.Boolean(comparisons[e.Op](l.Store, a.Scalar(), b.Scalar()))
	case comparisons[e.Op] != nil && !a.IsNumber():
		return l.Fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s needs numbers or strings, but this is %s", e.Op, a.Type)
	case !a.IsNumber():
		return l.Fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s needs numbers, but this is %s", e.Op, a.Type)
	case comparisons[e.Op] != nil:
		return operand.Boolean(comparisons[e.Op](l.Store, a.Scalar(), b.Scalar()))
	}
	return l.arithmetic(e, a, b)
}

// logical evaluates the right side under the condition that the left side guarantees.
func (l *Lowering) logical(e *syntax.BinaryExpr, op combine) operand.Operand {
	what := "the operand of " + e.Op
	a := l.Condition(e.X, what)
	right := l
	switch e.Op {
	case "and", "=>":
		right = l.Assuming(a)
	case "or":
		right = l.Assuming(l.Store.Not(a))
	}
	return operand.Boolean(op(l.Store, a, right.Condition(e.Y, what)))
}

// equal compares scalar by scalar.
func (l *Lowering) equal(a, b operand.Operand) *term.Term {
	parts := make([]*term.Term, len(a.Terms))
	for i := range a.Terms {
		parts[i] = l.Store.Eq(a.Terms[i], b.Terms[i])
	}
	return l.Store.And(parts...)
}

// arithmetic lowers + - * / % on numbers; a divisor must not be zero.
func (l *Lowering) arithmetic(e *syntax.BinaryExpr, a, b operand.Operand) operand.Operand {
	if e.Op == "%" && a.Is(term.KindReal) {
		return l.Fail(diag.CodeTypeMismatch, e.OpSpan, "", "%% is for integers, but this is real")
	}
	if l.exact && e.Op == "/" && a.Is(term.KindInt) {
		a, b = operand.ScalarOperand(l.Store.ToReal(a.Scalar())), operand.ScalarOperand(l.Store.ToReal(b.Scalar()))
	}
	if !l.linearClocks(e, a.Scalar(), b.Scalar()) {
		return operand.Operand{}
	}
	if d := b.Scalar(); e.Op == "/" || e.Op == "%" {
		zero := l.Store.Const(d.Sort(), term.IntValue(0))
		l.demand(sts.DivisionByZero, l.Store.Not(l.Store.Eq(d, zero)), e.Y.Span(), diag.CodeConstDivZero, "division by zero")
	}
	return arithmeticResult(arithmetic[e.Op](l.Store, a.Scalar(), b.Scalar()), a, b)
}

// arithmeticResult drops bounds; the result of untyped constants is untyped.
func arithmeticResult(t *term.Term, a, b operand.Operand) operand.Operand {
	return operand.ScalarOf(sts.ScalarType(t.Sort().Base()), t).WithUntyped(a.Untyped && b.Untyped)
}

func (l *Lowering) bitwise(e *syntax.BinaryExpr, a, b operand.Operand) operand.Operand {
	if a.Is(term.KindBits) {
		return operand.ScalarOperand(bitwise[e.Op](l.Store, a.Scalar(), b.Scalar()))
	}
	hint := ""
	switch {
	case a.Is(term.KindBool):
		hint = "for Booleans write and, or, !="
	case a.Is(term.KindInt):
		hint = "convert it with uint8(...) or another machine type"
	}
	return l.Fail(diag.CodeTypeMismatch, e.OpSpan, hint, "%s needs machine integers such as uint8, but this is %s", e.Op, a.Type)
}

// index reads an element; a symbolic index becomes a chain of if-then-else.
func (l *Lowering) index(e *syntax.IndexExpr) operand.Operand {
	x := l.Expr(e.X)
	switch {
	case !x.OK():
		l.Expr(e.Index)
		return x
	case x.Is(term.KindString):
		return l.stringIndex(x, e)
	case x.Type.Form != sts.Plain:
		return l.element(x, e)
	}
	i := l.IndexInto(e, x.Type)
	if i == nil {
		return operand.Operand{}
	}
	return l.ArrayElement(x, i)
}

// ArrayElement is the element of an array with an index.
func (l *Lowering) ArrayElement(x operand.Operand, i *term.Term) operand.Operand {
	if x.Type.Elem.IsArray() && x.Literal != nil {
		return l.listElement(x, i)
	}
	size := x.Type.Elem.Size()
	element := func(k int) []*term.Term { return x.Terms[k*size : (k+1)*size] }
	if n, ok := ConstantIndex(i, x.Type.Length); ok {
		return operand.Operand{Type: x.Type.Elem, Terms: element(n), Untyped: x.Untyped}
	}
	out := operand.Operand{Type: x.Type.Elem, Terms: slices.Clone(element(x.Type.Length - 1))}
	for k := x.Type.Length - 2; k >= 0; k-- {
		here := l.Store.Eq(i, l.Store.Int(int64(k)))
		for j, t := range element(k) {
			out.Terms[j] = l.Store.Ite(here, t, out.Terms[j])
		}
	}
	return out
}

// listElement is the element of an array of arrays that is written out; it is written out as well.
func (l *Lowering) listElement(x operand.Operand, i *term.Term) operand.Operand {
	element := func(k int) operand.Operand {
		out, _ := l.Convert(x.Literal[k], x.Type.Elem)
		return out
	}
	if n, ok := ConstantIndex(i, x.Type.Length); ok {
		return element(n)
	}
	out := element(x.Type.Length - 1)
	for k := x.Type.Length - 2; k >= 0; k-- {
		out = l.Choose(l.Store.Eq(i, l.Store.Int(int64(k))), element(k), out)
	}
	return out
}

// IndexInto lowers the index of e and demands that it is one of the given array type. It returns nil after an error.
func (l *Lowering) IndexInto(e *syntax.IndexExpr, typ *sts.Type) *term.Term {
	i := l.indexValue(e.Index)
	if i == nil {
		return nil
	}
	if !typ.IsArray() {
		l.List.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only arrays, sequences, maps and strings can be indexed, but this is %s", typ)
		return nil
	}
	cond := l.Store.And(l.Store.Le(l.Store.Int(0), i), l.Store.Lt(i, l.Store.Int(int64(typ.Length))))
	message := "index out of bounds: the array has " + text.Count(typ.Length, "element") + ", numbered from 0"
	l.demand(sts.OutOfBounds, cond, e.Index.Span(), diag.CodeConstIndex, message)
	return i
}

// indexValue lowers an index to an int term.
func (l *Lowering) indexValue(e syntax.Expr) *term.Term {
	i := l.Expr(e)
	switch {
	case !i.OK():
		return nil
	case i.Is(term.KindInt):
		return i.Scalar()
	case i.Is(term.KindBits):
		return l.Store.BitsToInt(i.Scalar())
	}
	l.List.Errorf(diag.CodeTypeMismatch, e.Span(), "an index must be an integer, but this is %s", i.Type)
	return nil
}

// ConstantIndex returns the value of an index that is constant.
func ConstantIndex(i *term.Term, length int) (int, bool) {
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
func (l *Lowering) instanceVariable(e *syntax.FieldExpr) (operand.Operand, bool) {
	name, ok := e.X.(*syntax.NameExpr)
	if !ok {
		return operand.Operand{}, false
	}
	in := l.Lookup(l.Local, name.Name, name.Span())
	if in == nil && name.Name == TopName {
		return l.location(TopName, e)
	}
	if in == nil || in.Variables == nil {
		return operand.Operand{}, false
	}
	if o := in.Variables.Names[e.Field.Text]; o != nil && o.Kind == symbols.KindVar {
		l.Uses.Add(e.Field.Span(), o)
		return l.variable(o, e.Span()), true
	}
	if at, ok := l.location(name.Name, e); ok {
		return at, true
	}
	l.Uses.Visible(e.Field.Text, []symbols.Kind{symbols.KindVar}, in.Variables)
	return l.Fail(diag.CodeUndefinedName, e.Field.Span(), diag.DidYouMean(e.Field.Text, in.Variables.List(symbols.KindVar)),
		"instance %s has no variable or location %q", name.Name, e.Field.Text), true
}

func (l *Lowering) field(e *syntax.FieldExpr) operand.Operand {
	if v, ok := l.instanceVariable(e); ok {
		return v
	}
	x := l.Expr(e.X)
	if x.OK() && x.Type.Form == sts.Union {
		return l.unionField(x, e)
	}
	i := l.FieldOf(e, x.Type)
	if i < 0 {
		return operand.Operand{}
	}
	offset, typ := FieldOffset(x.Type.Fields, i), x.Type.Fields[i].Type
	return operand.Operand{Type: typ, Terms: x.Terms[offset : offset+typ.Size()]}
}

// FieldOf finds the field of e in a record type, which is nil after an error. It returns -1 after an error.
func (l *Lowering) FieldOf(e *syntax.FieldExpr, typ *sts.Type) int {
	if typ == nil {
		return -1
	}
	if !typ.IsRecord() {
		l.List.ErrorHint(diag.CodeTypeMismatch, e.X.Span(), fieldHint(typ, e.Field.Text), "only records and unions have fields, but this is %s", typ)
		return -1
	}
	return l.fieldIndex(typ.Fields, typ.String(), e.Field)
}

// fieldHint explains expressions that other languages write as fields.
func fieldHint(typ *sts.Type, field string) string {
	switch {
	case typ.Form == sts.Optional:
		return "it may be none: write value(...), or match it with case"
	case field == "len" || field == "length" || field == "size":
		return "write len(...)"
	}
	return ""
}

// fieldIndex finds a field by its name; it reports a missing one and returns -1.
func (c *Checker) fieldIndex(fields []sts.Field, owner string, name syntax.Name) int {
	var names []string
	for i, f := range fields {
		if f.Name == name.Text {
			c.Uses.Field(name.Span(), f, false)
			return i
		}
		names = append(names, f.Name)
	}
	c.Uses.Fields(name.Text, fields)
	c.List.ErrorHint(diag.CodeNoField, name.Span(), diag.DidYouMean(name.Text, names), "%s has no field %q", owner, name.Text)
	return -1
}

// FieldOffset is the number of scalars before field i.
func FieldOffset(fields []sts.Field, i int) int {
	offset := 0
	for _, f := range fields[:i] {
		offset += f.Type.Size()
	}
	return offset
}

// linearClocks reports whether an operator with clocks among its operands is linear; it reports one that is not.
func (l *Lowering) linearClocks(e *syntax.BinaryExpr, a, b *term.Term) bool {
	clocks := func(t *term.Term) bool { return len(l.Clocks) > 0 && t.Mentions(l.Clocks...) }
	constant := func(t *term.Term) bool { return len(t.Vars()) == 0 }
	switch {
	case e.Op == "*" && (clocks(a) && !constant(b) || clocks(b) && !constant(a)), e.Op == "/" && (clocks(b) || clocks(a) && !constant(b)):
		l.List.ErrorHint(diag.CodeClockUse, e.Span(), "multiply and divide clocks by constants only", "%q is not linear in a clock", e.Span().Text())
		return false
	}
	return true
}

// location lowers left.idle, the condition that an instance is in a location.
func (l *Lowering) location(instance string, e *syntax.FieldExpr) (operand.Operand, bool) {
	m := l.Machines[instance]
	if m == nil {
		return operand.Operand{}, false
	}
	place, known := m.Place[e.Field.Text]
	if !known {
		return operand.Operand{}, false
	}
	l.Uses.Place(symbols.KindLocation, e.Field.Span(), m.Out.Locations[place].Span)
	if l.Env == nil || l.FrozenOnly {
		return l.Fail(diag.CodeNotConstant, e.Span(), "", "%s cannot depend on where %s is", l.place, instance), true
	}
	if l.AnyArguments { // of a machine that is only checked
		return operand.Boolean(l.Store.Var(instance+"."+e.Field.Text, term.Bool)), true
	}
	here := l.System.At(m.Index, place)
	for i := len(l.Checker.Env); i < len(l.System.Slots); i++ {
		l.Checker.Env = append(l.Checker.Env, l.System.Slots[i].Term)
	}
	return operand.Boolean(here), true
}

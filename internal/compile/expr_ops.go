package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Operators.

func (l *lowering) unary(e *syntax.UnaryExpr) operand {
	if e.Op == "not" {
		return boolean(l.store.Not(l.condition(e.X, "the operand of not")))
	}
	x := l.expr(e.X)
	if !x.ok() {
		return x
	}
	switch {
	case e.Op == "-" && x.isNumber():
		return scalarOperand(l.store.Neg(x.scalar())).withUntyped(x.untyped)
	case e.Op == "~" && x.is(term.KindBits):
		return scalarOperand(l.store.BitNot(x.scalar()))
	case e.Op == "~":
		return l.fail(diag.CodeTypeMismatch, e.Span(), "", "~ needs a machine integer such as uint8, but this is %s", x.typ)
	}
	return l.fail(diag.CodeTypeMismatch, e.Span(), "", "- needs a number, but this is %s", x.typ)
}

// combine makes the term of a binary operator.
type combine func(s *term.Store, a, b *term.Term) *term.Term

// The binary operators by what they take: Booleans, numbers (to compare, or to compute with), and machine integers.
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

func (l *lowering) binary(e *syntax.BinaryExpr) operand {
	if op, ok := logical[e.Op]; ok {
		return l.logical(e, op)
	}
	a, b := l.expr(e.X), l.expr(e.Y)
	if l.isCollectionOperator(e.Op, a, b) {
		return l.collectionBinary(e, a, b)
	}
	if e.Op == "+" && a.is(term.KindString) && b.is(term.KindString) {
		return scalarOperand(l.store.Concat(a.scalar(), b.scalar()))
	}
	a, b, ok := l.unify(a, b, e.OpSpan, e.Op)
	if !ok {
		return operand{}
	}
	switch {
	case e.Op == "==":
		return boolean(l.equal(a, b))
	case e.Op == "!=":
		return boolean(l.store.Not(l.equal(a, b)))
	case bitwise[e.Op] != nil:
		return l.bitwise(e, a, b)
	case comparisons[e.Op] != nil && a.is(term.KindString):
		return boolean(comparisons[e.Op](l.store, a.scalar(), b.scalar()))
	case comparisons[e.Op] != nil && !a.isNumber():
		return l.fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s needs numbers or strings, but this is %s", e.Op, a.typ)
	case !a.isNumber():
		return l.fail(diag.CodeTypeMismatch, e.OpSpan, "", "%s needs numbers, but this is %s", e.Op, a.typ)
	case comparisons[e.Op] != nil:
		return boolean(comparisons[e.Op](l.store, a.scalar(), b.scalar()))
	}
	return l.arithmetic(e, a, b)
}

// logical evaluates the right side under what the left side makes certain.
func (l *lowering) logical(e *syntax.BinaryExpr, op combine) operand {
	what := "the operand of " + e.Op
	a := l.condition(e.X, what)
	right := l
	switch e.Op {
	case "and", "=>":
		right = l.assuming(a)
	case "or":
		right = l.assuming(l.store.Not(a))
	}
	return boolean(op(l.store, a, right.condition(e.Y, what)))
}

// equal compares scalar by scalar.
func (l *lowering) equal(a, b operand) *term.Term {
	parts := make([]*term.Term, len(a.terms))
	for i := range a.terms {
		parts[i] = l.store.Eq(a.terms[i], b.terms[i])
	}
	return l.store.And(parts...)
}

// arithmetic lowers + - * / % on numbers; a divisor must not be zero.
func (l *lowering) arithmetic(e *syntax.BinaryExpr, a, b operand) operand {
	if e.Op == "%" && a.is(term.KindReal) {
		return l.fail(diag.CodeTypeMismatch, e.OpSpan, "", "%% is for integers, but this is real")
	}
	if !l.linearClocks(e, a.scalar(), b.scalar()) {
		return operand{}
	}
	if d := b.scalar(); e.Op == "/" || e.Op == "%" {
		zero := l.store.Const(d.Sort(), term.IntValue(0))
		l.demand(sts.DivisionByZero, l.store.Not(l.store.Eq(d, zero)), e.Y.Span(), diag.CodeConstDivZero, "division by zero")
	}
	return arithmeticResult(arithmetic[e.Op](l.store, a.scalar(), b.scalar()), a, b)
}

// arithmeticResult drops bounds; the result of untyped constants is untyped.
func arithmeticResult(t *term.Term, a, b operand) operand {
	return scalarOf(sts.ScalarType(t.Sort().Base()), t).withUntyped(a.untyped && b.untyped)
}

func (l *lowering) bitwise(e *syntax.BinaryExpr, a, b operand) operand {
	if a.is(term.KindBits) {
		return scalarOperand(bitwise[e.Op](l.store, a.scalar(), b.scalar()))
	}
	hint := ""
	switch {
	case a.is(term.KindBool):
		hint = "for Booleans write and, or, !="
	case a.is(term.KindInt):
		hint = "convert it with uint8(...) or another machine type"
	}
	return l.fail(diag.CodeTypeMismatch, e.OpSpan, hint, "%s needs machine integers such as uint8, but this is %s", e.Op, a.typ)
}

// index reads an element; a symbolic index becomes a chain of if-then-else.
func (l *lowering) index(e *syntax.IndexExpr) operand {
	x := l.expr(e.X)
	switch {
	case !x.ok():
		l.expr(e.Index)
		return x
	case x.is(term.KindString):
		return l.stringIndex(x, e)
	case x.typ.Form != sts.Plain:
		return l.element(x, e)
	}
	i := l.indexInto(e, x.typ)
	if i == nil {
		return operand{}
	}
	return l.arrayElement(x, i)
}

// arrayElement is the element of an array with an index.
func (l *lowering) arrayElement(x operand, i *term.Term) operand {
	if x.typ.Elem.IsArray() && x.literal != nil {
		return l.listElement(x, i)
	}
	size := x.typ.Elem.Size()
	element := func(k int) []*term.Term { return x.terms[k*size : (k+1)*size] }
	if n, ok := constantIndex(i, x.typ.Length); ok {
		return operand{typ: x.typ.Elem, terms: element(n), untyped: x.untyped}
	}
	out := operand{typ: x.typ.Elem, terms: slices.Clone(element(x.typ.Length - 1))}
	for k := x.typ.Length - 2; k >= 0; k-- {
		here := l.store.Eq(i, l.store.Int(int64(k)))
		for j, t := range element(k) {
			out.terms[j] = l.store.Ite(here, t, out.terms[j])
		}
	}
	return out
}

// listElement is the element of an array of arrays that is written out; it is written out as well.
func (l *lowering) listElement(x operand, i *term.Term) operand {
	element := func(k int) operand {
		out, _ := l.convert(x.literal[k], x.typ.Elem)
		return out
	}
	if n, ok := constantIndex(i, x.typ.Length); ok {
		return element(n)
	}
	out := element(x.typ.Length - 1)
	for k := x.typ.Length - 2; k >= 0; k-- {
		out = l.choose(l.store.Eq(i, l.store.Int(int64(k))), element(k), out)
	}
	return out
}

// indexInto lowers the index of e and demands that it is one of the given array type. It returns nil after an error.
func (l *lowering) indexInto(e *syntax.IndexExpr, typ *sts.Type) *term.Term {
	i := l.indexValue(e.Index)
	if i == nil {
		return nil
	}
	if !typ.IsArray() {
		l.list.Errorf(diag.CodeTypeMismatch, e.X.Span(), "only arrays, sequences, maps and strings can be indexed, but this is %s", typ)
		return nil
	}
	cond := l.store.And(l.store.Le(l.store.Int(0), i), l.store.Lt(i, l.store.Int(int64(typ.Length))))
	message := "index out of bounds: the array has " + text.Count(typ.Length, "element") + ", numbered from 0"
	l.demand(sts.OutOfBounds, cond, e.Index.Span(), diag.CodeConstIndex, message)
	return i
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

// constantIndex returns the value of an index that is constant.
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
	in := l.lookup(l.local, name.Name, name.Span())
	if in == nil && name.Name == topName {
		return l.location(topName, e)
	}
	if in == nil || in.variables == nil {
		return operand{}, false
	}
	if o := in.variables.names[e.Field.Text]; o != nil && o.kind == kindVar {
		l.uses.add(e.Field.Span(), o)
		return l.variable(o, e.Span()), true
	}
	if at, ok := l.location(name.Name, e); ok {
		return at, true
	}
	l.uses.visible(e.Field.Text, []kind{kindVar}, in.variables)
	return l.fail(diag.CodeUndefinedName, e.Field.Span(), diag.DidYouMean(e.Field.Text, in.variables.list(kindVar)),
		"instance %s has no variable or location %q", name.Name, e.Field.Text), true
}

func (l *lowering) field(e *syntax.FieldExpr) operand {
	if v, ok := l.instanceVariable(e); ok {
		return v
	}
	x := l.expr(e.X)
	if x.ok() && x.typ.Form == sts.Union {
		return l.unionField(x, e)
	}
	i := l.fieldOf(e, x.typ)
	if i < 0 {
		return operand{}
	}
	offset, typ := fieldOffset(x.typ.Fields, i), x.typ.Fields[i].Type
	return operand{typ: typ, terms: x.terms[offset : offset+typ.Size()]}
}

// fieldOf finds the field of e in a record type, which is nil after an error. It returns -1 after an error.
func (l *lowering) fieldOf(e *syntax.FieldExpr, typ *sts.Type) int {
	if typ == nil {
		return -1
	}
	if !typ.IsRecord() {
		l.list.ErrorHint(diag.CodeTypeMismatch, e.X.Span(), fieldHint(typ, e.Field.Text), "only records and unions have fields, but this is %s", typ)
		return -1
	}
	return l.fieldIndex(typ.Fields, typ.String(), e.Field)
}

// fieldHint explains what other languages write as fields.
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
func (c *checker) fieldIndex(fields []sts.Field, owner string, name syntax.Name) int {
	var names []string
	for i, f := range fields {
		if f.Name == name.Text {
			c.uses.field(name.Span(), f, false)
			return i
		}
		names = append(names, f.Name)
	}
	c.uses.fields(name.Text, fields)
	c.list.ErrorHint(diag.CodeNoField, name.Span(), diag.DidYouMean(name.Text, names), "%s has no field %q", owner, name.Text)
	return -1
}

// fieldOffset is the number of scalars before field i.
func fieldOffset(fields []sts.Field, i int) int {
	offset := 0
	for _, f := range fields[:i] {
		offset += f.Type.Size()
	}
	return offset
}

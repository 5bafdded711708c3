package expression

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Unions and optional values. An optional value is matched like a union of none and some{value}.

// alternative is a value of a union: the chosen alternative, its fields, and the defaults of all others.
func (l *Lowering) alternative(typ *sts.Type, name syntax.Name, values []syntax.FieldValue, span diag.Span) operand.Operand {
	chosen := typ.Alternative(name.Text)
	terms, ok := l.fieldValues(typ.Alternatives[chosen].Fields, values, name.Text, span)
	if !ok {
		return operand.Operand{}
	}
	out := operand.Operand{Type: typ, Terms: append([]*term.Term{l.Store.Const(typ.Tag(), term.IntValue(int64(chosen)))}, l.Defaults(typ)[1:]...)}
	copy(out.Terms[typ.AlternativeOffset(chosen):], terms)
	return out
}

// alternatives are those of a union, or none and some{value} of an optional value.
func alternatives(t *sts.Type) []sts.Alternative {
	if t.Form == sts.Optional {
		return []sts.Alternative{{Name: "none"}, {Name: "some", Fields: []sts.Field{{Name: "value", Type: t.Elem}}}}
	}
	return t.Alternatives
}

// isAlternative is the condition that a union or optional value is its alternative i.
func (l *Lowering) isAlternative(x operand.Operand, i int) *term.Term {
	tag := x.Scalar()
	switch {
	case x.Type.Form != sts.Optional:
		return l.Store.Eq(tag, l.Store.Const(x.Type.Tag(), term.IntValue(int64(i))))
	case i == 0:
		return l.Store.Not(tag)
	}
	return tag
}

// alternativeFields are the scalars of the fields of alternative i.
func alternativeFields(x operand.Operand, i int) []*term.Term {
	if x.Type.Form == sts.Optional {
		return x.Terms[1:]
	}
	return x.Terms[x.Type.AlternativeOffset(i):]
}

// findAlternative returns the number of an alternative; it reports a missing one and returns -1.
func (l *Lowering) findAlternative(typ *sts.Type, name syntax.Name) int {
	var names []string
	for i, a := range alternatives(typ) {
		if a.Name == name.Text {
			l.Uses.Alternative(name, l.Objects[name.Text], typ)
			return i
		}
		names = append(names, a.Name)
	}
	l.List.ErrorHint(diag.CodeUndefinedName, name.Span(), diag.DidYouMean(name.Text, names), "%s has no alternative %q: it has %s", typ, name.Text, strings.Join(names, ", "))
	return -1
}

// matched lowers an expression that must be a union or an optional value.
func (l *Lowering) matched(e syntax.Expr) operand.Operand {
	x := l.Expr(e)
	if x.OK() && x.Type.Form != sts.Union && x.Type.Form != sts.Optional {
		return l.Fail(diag.CodeTypeMismatch, e.Span(), "", "only unions and optional values have alternatives, but this is %s", x.Type)
	}
	return x
}

// is lowers r is ok.
func (l *Lowering) is(e *syntax.IsExpr) operand.Operand {
	x := l.matched(e.X)
	if !x.OK() {
		return operand.Operand{}
	}
	i := l.findAlternative(x.Type, e.Alternative)
	if i < 0 {
		return operand.Operand{}
	}
	return operand.Boolean(l.isAlternative(x, i))
}

// caseOf lowers case r of { ... }: the first arm that matches counts, and one must.
func (l *Lowering) caseOf(e *syntax.CaseExpr) operand.Operand {
	x := l.matched(e.X)
	if !x.OK() {
		return operand.Operand{}
	}
	var conds []*term.Term
	var values []operand.Operand
	rest := l
	for _, arm := range e.Arms {
		cond, inner := rest.arm(x, arm)
		if cond == nil {
			return operand.Operand{}
		}
		v := inner.Expr(arm.Value)
		if !v.OK() && !l.inferring {
			return operand.Operand{}
		}
		conds, values = append(conds, cond), append(values, v)
		rest = rest.Assuming(l.Store.Not(cond))
	}
	if len(values) == 0 {
		return operand.Operand{} // the parser reported it
	}
	l.demand(sts.NotCovered, l.Store.Or(conds...), e.X.Span(), diag.CodeConstAbsent, "no arm of the case covers this value")
	return l.firstOf(e, conds, values)
}

// firstOf is the value of the first condition that holds; the last value if none does.
func (l *Lowering) firstOf(e *syntax.CaseExpr, conds []*term.Term, values []operand.Operand) operand.Operand {
	out := values[len(values)-1]
	for i := len(values) - 2; i >= 0; i-- {
		if out = l.either(conds[i], values[i], out, e.Arms[i].Span(), "case with arms of different types"); !out.OK() && !l.inferring {
			return operand.Operand{}
		}
	}
	return out
}

// arm returns the condition of an arm, nil after an error, and the context of its value.
func (l *Lowering) arm(x operand.Operand, arm syntax.Arm) (*term.Term, *Lowering) {
	if arm.Alternative.Text == "" {
		return l.Store.True(), l
	}
	i := l.findAlternative(x.Type, arm.Alternative)
	if i < 0 {
		return nil, nil
	}
	cond := l.isAlternative(x, i)
	names := symbols.NewScope(l.Local)
	fields := alternatives(x.Type)[i].Fields
	for _, b := range arm.Bindings {
		k := l.fieldIndex(fields, arm.Alternative.Text, b.Field)
		if k < 0 {
			return nil, nil
		}
		offset := FieldOffset(fields, k)
		l.Uses.Field(b.Field.Span(), fields[k], b.Field.Span() == b.As.Span())
		names.Bind(b.As, operand.Operand{Type: fields[k].Type, Terms: alternativeFields(x, i)[offset : offset+fields[k].Type.Size()]})
	}
	return cond, l.Assuming(cond).Within(names)
}

// unionField is r.value: a field of the alternative that r must be.
func (l *Lowering) unionField(x operand.Operand, e *syntax.FieldExpr) operand.Operand {
	i, k := l.AlternativeWith(x.Type, e.Field)
	if i < 0 {
		return operand.Operand{}
	}
	l.DemandAlternative(x, i, e.Span())
	fields := x.Type.Alternatives[i].Fields
	offset := x.Type.AlternativeOffset(i) + FieldOffset(fields, k)
	return operand.Operand{Type: fields[k].Type, Terms: x.Terms[offset : offset+fields[k].Type.Size()]}
}

// DemandAlternative demands that a union is its alternative i.
func (l *Lowering) DemandAlternative(x operand.Operand, i int, span diag.Span) {
	text := "the value is not " + x.Type.Alternatives[i].Name
	l.demand(sts.NotCovered, l.isAlternative(x, i), span, diag.CodeConstAbsent, text)
}

// AlternativeWith finds the only alternative that has a field, and the number of the field in it; it reports and returns -1 otherwise.
func (l *Lowering) AlternativeWith(t *sts.Type, name syntax.Name) (alternative, field int) {
	alternative = -1
	var names []string
	for i, a := range t.Alternatives {
		for k, f := range a.Fields {
			switch names = append(names, f.Name); {
			case f.Name != name.Text:
			case alternative >= 0:
				l.List.ErrorHint(diag.CodeNoField, name.Span(), "write case ... of { ... }", "several alternatives of %s have a field %q", t, name.Text)
				return -1, -1
			default:
				alternative, field = i, k
				l.Uses.Field(name.Span(), f, false)
			}
		}
		l.Uses.Fields(name.Text, a.Fields)
	}
	if alternative < 0 {
		l.List.ErrorHint(diag.CodeNoField, name.Span(), diag.DidYouMean(name.Text, names), "no alternative of %s has a field %q", t, name.Text)
	}
	return alternative, field
}

package compile

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Unions and optional values. An optional value is matched like a union of none and some{value}.

// alternative is a value of a union: the chosen alternative, its fields, and the defaults of all others.
func (l *lowering) alternative(typ *sts.Type, name syntax.Name, values []syntax.FieldValue, span diag.Span) operand {
	chosen := typ.Alternative(name.Text)
	terms, ok := l.fieldValues(typ.Alternatives[chosen].Fields, values, name.Text, span)
	if !ok {
		return operand{}
	}
	out := operand{typ: typ, terms: append([]*term.Term{l.store.Const(typ.Tag(), term.IntValue(int64(chosen)))}, l.defaults(typ)[1:]...)}
	copy(out.terms[typ.AlternativeOffset(chosen):], terms)
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
func (l *lowering) isAlternative(x operand, i int) *term.Term {
	tag := x.scalar()
	switch {
	case x.typ.Form != sts.Optional:
		return l.store.Eq(tag, l.store.Const(x.typ.Tag(), term.IntValue(int64(i))))
	case i == 0:
		return l.store.Not(tag)
	}
	return tag
}

// alternativeFields are the scalars of the fields of alternative i.
func alternativeFields(x operand, i int) []*term.Term {
	if x.typ.Form == sts.Optional {
		return x.terms[1:]
	}
	return x.terms[x.typ.AlternativeOffset(i):]
}

// findAlternative returns the number of an alternative; it reports a missing one and returns -1.
func (l *lowering) findAlternative(typ *sts.Type, name syntax.Name) int {
	var names []string
	for i, a := range alternatives(typ) {
		if a.Name == name.Text {
			l.uses.alternative(name, l.objects[name.Text], typ)
			return i
		}
		names = append(names, a.Name)
	}
	l.list.ErrorHint(diag.CodeUndefinedName, name.Span(), diag.DidYouMean(name.Text, names), "%s has no alternative %q: it has %s", typ, name.Text, strings.Join(names, ", "))
	return -1
}

// matched lowers an expression that must be a union or an optional value.
func (l *lowering) matched(e syntax.Expr) operand {
	x := l.expr(e)
	if x.ok() && x.typ.Form != sts.Union && x.typ.Form != sts.Optional {
		return l.fail(diag.CodeTypeMismatch, e.Span(), "", "only unions and optional values have alternatives, but this is %s", x.typ)
	}
	return x
}

// is lowers r is ok.
func (l *lowering) is(e *syntax.IsExpr) operand {
	x := l.matched(e.X)
	if !x.ok() {
		return operand{}
	}
	i := l.findAlternative(x.typ, e.Alternative)
	if i < 0 {
		return operand{}
	}
	return boolean(l.isAlternative(x, i))
}

// caseOf lowers case r of { ... }: the first arm that matches counts, and one must.
func (l *lowering) caseOf(e *syntax.CaseExpr) operand {
	x := l.matched(e.X)
	if !x.ok() {
		return operand{}
	}
	var conds []*term.Term
	var values []operand
	rest := l
	for _, arm := range e.Arms {
		cond, inner := rest.arm(x, arm)
		if cond == nil {
			return operand{}
		}
		v := inner.expr(arm.Value)
		if !v.ok() && !l.inferring {
			return operand{}
		}
		conds, values = append(conds, cond), append(values, v)
		rest = rest.assuming(l.store.Not(cond))
	}
	if len(values) == 0 {
		return operand{} // the parser reported it
	}
	l.demand(sts.NotCovered, l.store.Or(conds...), e.X.Span(), diag.CodeConstAbsent, "no arm of the case covers this value")
	return l.firstOf(e, conds, values)
}

// firstOf is the value of the first condition that holds; the last value if none does.
func (l *lowering) firstOf(e *syntax.CaseExpr, conds []*term.Term, values []operand) operand {
	out := values[len(values)-1]
	for i := len(values) - 2; i >= 0; i-- {
		if out = l.either(conds[i], values[i], out, e.Arms[i].Span(), "case with arms of different types"); !out.ok() && !l.inferring {
			return operand{}
		}
	}
	return out
}

// arm returns the condition of an arm, nil after an error, and the context of its value.
func (l *lowering) arm(x operand, arm syntax.Arm) (*term.Term, *lowering) {
	if arm.Alternative.Text == "" {
		return l.store.True(), l
	}
	i := l.findAlternative(x.typ, arm.Alternative)
	if i < 0 {
		return nil, nil
	}
	cond := l.isAlternative(x, i)
	names := newScope(l.local)
	fields := alternatives(x.typ)[i].Fields
	for _, b := range arm.Bindings {
		k := l.fieldIndex(fields, arm.Alternative.Text, b.Field)
		if k < 0 {
			return nil, nil
		}
		offset := fieldOffset(fields, k)
		l.uses.field(b.Field.Span(), fields[k], b.Field.Span() == b.As.Span())
		names.bind(b.As, operand{typ: fields[k].Type, terms: alternativeFields(x, i)[offset : offset+fields[k].Type.Size()]})
	}
	return cond, l.assuming(cond).within(names)
}

// unionField is r.value: a field of the alternative that r must be.
func (l *lowering) unionField(x operand, e *syntax.FieldExpr) operand {
	i, k := l.alternativeWith(x.typ, e.Field)
	if i < 0 {
		return operand{}
	}
	l.demandAlternative(x, i, e.Span())
	fields := x.typ.Alternatives[i].Fields
	offset := x.typ.AlternativeOffset(i) + fieldOffset(fields, k)
	return operand{typ: fields[k].Type, terms: x.terms[offset : offset+fields[k].Type.Size()]}
}

func (l *lowering) demandAlternative(x operand, i int, span diag.Span) {
	text := "the value is not " + x.typ.Alternatives[i].Name
	l.demand(sts.NotCovered, l.isAlternative(x, i), span, diag.CodeConstAbsent, text)
}

// alternativeWith finds the only alternative that has a field, and the number of the field in it; it reports and returns -1 otherwise.
func (l *lowering) alternativeWith(t *sts.Type, name syntax.Name) (alternative, field int) {
	alternative = -1
	var names []string
	for i, a := range t.Alternatives {
		for k, f := range a.Fields {
			switch names = append(names, f.Name); {
			case f.Name != name.Text:
			case alternative >= 0:
				l.list.ErrorHint(diag.CodeNoField, name.Span(), "write case ... of { ... }", "several alternatives of %s have a field %q", t, name.Text)
				return -1, -1
			default:
				alternative, field = i, k
				l.uses.field(name.Span(), f, false)
			}
		}
		l.uses.fields(name.Text, a.Fields)
	}
	if alternative < 0 {
		l.list.ErrorHint(diag.CodeNoField, name.Span(), diag.DidYouMean(name.Text, names), "no alternative of %s has a field %q", t, name.Text)
	}
	return alternative, field
}

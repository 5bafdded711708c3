package uppaal

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// link is a channel of the model. It carries the indices of an array of channels.
type link struct {
	name   string
	kind   *kind
	ranges []*kind // of the indices
}

// owner is the owner of declarations: the system, or a process.
type owner struct {
	scope   *scope
	names   *convert.Names
	process *process // nil for the system
}

// declareAll declares what a passage declares.
func (t *translation) declareAll(o owner, decls []*source.Declaration) {
	for _, d := range decls {
		switch {
		case d.Body != nil:
			t.declare(o.scope, &symbol{name: d.Name.Text, at: d.Name.At, use: isFunction, function: d, home: o.scope})
		case d.IsType:
			t.declare(o.scope, &symbol{name: d.Name.Text, at: d.Name.At, use: isType, kind: t.declaredKind(o.scope, d)})
		default:
			t.declareData(o, d)
		}
	}
}

// declareData declares a constant, a variable, a clock or a channel.
func (t *translation) declareData(o owner, d *source.Declaration) {
	k := t.declaredKind(o.scope, d)
	sym := &symbol{name: d.Name.Text, at: d.Name.At, kind: k}
	switch {
	case d.Type.Constant:
		sym.use = isConstant
		sym.value = t.constantValue(o.scope, k, d)
	case k.base == void:
		t.list.Errorf(diag.CodeImportType, d.Name.At, "a variable cannot be void")
	case k.holds(channel):
		sym.value = t.newChannel(o, k, d)
	case k.holds(clock):
		if d.Initial != nil {
			t.refuse(d.Initial.At, "", "the initial value of a clock")
		}
		sym.value = t.newClock(o, k, d.Name, "")
	default:
		sym.value = t.newVariable(o, k, d)
	}
	t.declare(o.scope, sym)
}

func (t *translation) constantValue(s *scope, k *kind, d *source.Declaration) value {
	if d.Initial == nil {
		t.list.Errorf(diag.CodeImportValue, d.Name.At, "the constant %s has no value", d.Name)
		return t.zero(k)
	}
	v := t.initialValue(s, k, d.Initial)
	if !v.known() {
		t.list.Errorf(diag.CodeImportValue, d.Initial.At, "the value of %s is not constant", d.Name)
		return t.zero(k)
	}
	return v
}

// initialValue is the value of an initialiser.
func (t *translation) initialValue(s *scope, k *kind, n *source.Node) value {
	return t.pure().initialised(s, k, n)
}

// initialised evaluates an initialiser of a kind, part by part.
func (x *execution) initialised(s *scope, k *kind, n *source.Node) value {
	if n.Op != source.OpList {
		return x.within(k, x.evaluate(s, n), n.At)
	}
	count := len(k.fields)
	if k.base == array {
		count = int(k.count)
	}
	if count != len(n.Args) {
		x.t.list.Errorf(diag.CodeImportValue, n.At, "%d values are given, but %d are expected", len(n.Args), count)
		return x.t.zero(k)
	}
	out := value{kind: k}
	for i, a := range n.Args {
		out.parts = append(out.parts, x.initialised(s, k.part(i), a))
	}
	return out
}

// zero is the value of a variable without an initialiser.
func (t *translation) zero(k *kind) value {
	switch k.base {
	case boolean:
		return truth(false)
	case array:
		out := value{kind: k}
		for range k.count {
			out.parts = append(out.parts, t.zero(k.elem))
		}
		return out
	case record:
		out := value{kind: k}
		for _, f := range k.fields {
			out.parts = append(out.parts, t.zero(f))
		}
		return out
	}
	return number(min(max(0, k.low), k.high))
}

// startsAtZero reports whether 0 is a value of all integers of a kind.
func (k *kind) startsAtZero() bool {
	switch k.base {
	case integer:
		return k.low <= 0 && k.high >= 0
	case array:
		return k.elem.startsAtZero()
	}
	for _, f := range k.fields {
		if !f.startsAtZero() {
			return false
		}
	}
	return true
}

// initial is the expression of a value of a kind; that of zero for nil.
func (t *translation) initial(k *kind, v *value) syntax.Expr {
	if v == nil {
		zero := t.zero(k)
		v = &zero
	}
	if v.e != nil {
		return v.e
	}
	if k.base == array {
		out := &syntax.ArrayExpr{}
		for i := range v.parts {
			out.Elems = append(out.Elems, t.initial(k.elem, &v.parts[i]))
		}
		return out
	}
	typ, _ := t.modelType(k).(*syntax.NamedType)
	out := &syntax.RecordExpr{Type: syntax.Name{Text: typ.Name}}
	for i := range v.parts {
		out.Fields = append(out.Fields, syntax.FieldValue{Name: syntax.Name{Text: fieldName(k.names[i])}, Value: t.initial(k.fields[i], &v.parts[i])})
	}
	return out
}

// fieldOf is a field of a record of the model.
func (t *translation) fieldOf(v value, i int) value {
	return t.read(&syntax.FieldExpr{X: v.e, Field: syntax.Name{Text: fieldName(v.kind.names[i])}}, v.kind.fields[i])
}

// fixedPlace reports whether the indices of a place are constant.
func fixedPlace(v value) bool {
	switch e := v.e.(type) {
	case *syntax.IndexExpr:
		return isLiteral(e.Index) && fixedPlace(value{e: e.X})
	case *syntax.FieldExpr:
		return fixedPlace(value{e: e.X})
	case *syntax.NameExpr:
		return true
	}
	return v.e == nil
}

func (t *translation) newVariable(o owner, k *kind, d *source.Declaration) value {
	v := t.zero(k)
	switch {
	case d.Initial != nil:
		v = t.initialValue(o.scope, k, d.Initial)
		if !v.known() {
			t.list.Errorf(diag.CodeImportValue, d.Initial.At, "the initial value of %s is not constant", d.Name)
			return t.zero(k)
		}
	case !k.startsAtZero():
		t.list.ErrorHint(diag.CodeImportValue, d.Name.At, "write the initial value", "%s has no initial value, and 0 is not in its range", d.Name)
	case k.scalar:
		t.scalars[k]++
		if t.scalars[k] > 1 {
			t.list.ErrorHint(diag.CodeImportValue, d.Name.At, "", "two variables of one scalar set start with the same or different values: this is not defined")
		}
	}
	name := t.give(o, d.Name.Text)
	t.line(o, d.Name.Text, fmt.Sprintf("var %s: %s = %s", name, print.Type(t.modelType(k)), print.Expr(t.initial(k, &v))), d.Name.At)
	return t.read(convert.Name(name), k)
}

// newClock declares the clocks of a kind, one for each element.
func (t *translation) newClock(o owner, k *kind, name source.Token, ending string) value {
	if k.base == clock {
		if t.outside(o, name.Text) && o.process != nil {
			ending, o.process = o.process.name+"_"+name.Text+ending, nil
		} else {
			ending = name.Text + ending
		}
		given := t.give(o, ending)
		t.clocks = append(t.clocks, given)
		t.line(o, ending, "clock "+given, name.At)
		return t.read(convert.Name(given), k)
	}
	out := value{kind: k}
	for i := range k.count {
		out.parts = append(out.parts, t.newClock(o, k.elem, name, ending+"_"+boundName(k.first+i)))
	}
	return out
}

func (t *translation) newChannel(o owner, k *kind, d *source.Declaration) value {
	l := &link{}
	for inner := k; ; inner = inner.elem {
		l.kind = inner
		if inner.base != array {
			break
		}
		l.ranges = append(l.ranges, &kind{base: integer, low: inner.first, high: inner.first + inner.count - 1})
	}
	name := d.Name.Text
	if o.process != nil {
		name = o.process.name + "_" + name
	}
	l.name = t.names.Give(name)
	t.places[convert.Heading(l.declaration(t))] = d.Name.At
	t.channels = append(t.channels, l)
	return value{kind: k, channel: &channelRef{link: l}}
}

// outside reports whether declarations of an owner are put outside of the machines: those that queries read are.
func (t *translation) outside(o owner, name string) bool { return o.process == nil || t.members[name] }

// give is a new name for something that an owner declares.
func (t *translation) give(o owner, name string) string {
	switch {
	case o.process == nil:
		return t.names.Give(name)
	case t.outside(o, name):
		return t.names.Give(o.process.name + "_" + name)
	}
	return o.names.Give(name, t.names)
}

// line adds a declaration of an owner, for a name of the system.
func (t *translation) line(o owner, name, text string, at diag.Span) {
	if t.outside(o, name) {
		t.globals = append(t.globals, text)
		t.places[convert.Heading(text)] = at
		return
	}
	o.process.lines = append(o.process.lines, text)
	t.places[o.process.machine+"."+convert.Heading(text)] = at
}

// table declares a constant array of the model, once.
func (t *translation) table(a value) string {
	e := print.Expr(t.initial(a.kind, &a))
	key := print.Type(t.modelType(a.kind)) + " = " + e
	if t.tables[key] == "" {
		t.tables[key] = t.names.Give("table")
		t.constants = append(t.constants, fmt.Sprintf("const %s: %s\n", t.tables[key], key))
	}
	return t.tables[key]
}

package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// effect is a transition in the words of the model.
type effect struct {
	name, from, to string
	at             diag.Span

	params  []syntax.Param
	where   syntax.Expr // about the parameters
	before  syntax.Expr // the guard before a message is received
	after   syntax.Expr // the guard after that
	input   *channel
	targets []string
	assigns []assign
	outputs []output
	fresh   []string // names that exist during the step
}

// assign is x := e, or several at once.
type assign struct {
	targets []*symbol
	values  []syntax.Expr
}

// output is a message sent.
type output struct {
	channel *channel
	args    []syntax.Expr // with the variables themselves
	kept    []syntax.Expr // with the values at the beginning of the step
	types   []typ
	after   int // how many assignments come before it
}

// effect translates the statements of a transition.
func (t *translation) effect(tr *transition) *effect {
	e := &effect{at: tr.at}
	t.env = environment{}
	for _, s := range tr.body {
		t.step(e, s)
	}
	t.env = nil
	t.keep(e)
	for _, name := range e.fresh {
		t.names.Free(name)
	}
	return e
}

// plain translates with the variables themselves, whatever was assigned.
func (t *translation) plain(do func()) {
	env := t.env
	t.env = nil
	do()
	t.env = env
}

// step adds the effect of one statement.
func (t *translation) step(e *effect, s *statement) {
	switch s.kind {
	case doGuard:
		e.require(t.condition(s.value))
	case doAssign, doParallel:
		t.assign(e, s)
	case doFresh:
		t.fresh(e, s)
	case doInput:
		t.receive(e, s)
	case doOutput:
		t.send(e, s)
	}
}

// require adds a condition to the guard.
func (e *effect) require(cond syntax.Expr) {
	for _, c := range convert.Conjuncts(cond) {
		if b, ok := c.(*syntax.BoolExpr); ok && b.Value {
			continue
		}
		if e.input == nil {
			e.before = convert.And(e.before, c)
		} else {
			e.after = convert.And(e.after, c)
		}
	}
}

// variable finds the assigned variable; nil if it cannot be assigned.
func (t *translation) variable(name token) *symbol {
	s := t.lookup(name.Text)
	switch {
	case s == nil:
		t.undefined(name.At, name.Text, nil)
	case s.use != isVariable:
		t.list.Errorf(diag.CodeImportType, name.At, "%s is not a variable and cannot be assigned", name)
	default:
		return s
	}
	return nil
}

// assign adds x := e, or several at once.
func (t *translation) assign(e *effect, s *statement) {
	parts := s.parts
	if s.kind == doAssign {
		parts = []*statement{s}
	}
	var out assign
	var kept []assigned
	for _, part := range parts {
		x := t.variable(part.target)
		if x == nil {
			t.expr(part.value)
			continue
		}
		if slices.Contains(out.targets, x) {
			t.list.Errorf(diag.CodeImportName, part.target.At, "%s is assigned twice at once", part.target)
		}
		before := t.work
		value := t.value(part.value, x.typ.kind)
		kept = append(kept, assigned{value, t.work - before})
		t.plain(func() { out.values = append(out.values, t.value(part.value, x.typ.kind)) })
		out.targets = append(out.targets, x)
		x.check(out.values[len(out.values)-1])
	}
	for i, x := range out.targets {
		t.env[x] = kept[i]
	}
	if len(out.targets) > 0 {
		e.assigns = append(e.assigns, out)
	}
}

// check notes that a variable is assigned a value that its type may not have, though the type of the model does.
func (s *symbol) check(value syntax.Expr) {
	if n, ok := value.(*syntax.NumberExpr); ok && n.Text != "0" {
		return
	}
	s.checked = s.checked || !s.typ.clock && s.typ.fit(value) != nil
}

// parameter adds a name that exists during the step.
func (t *translation) parameter(e *effect, like string) string {
	name := t.names.Give(like)
	e.fresh = append(e.fresh, name)
	return name
}

// fresh gives a variable an arbitrary value of its type.
func (t *translation) fresh(e *effect, s *statement) {
	x := t.variable(s.target)
	if x == nil {
		return
	}
	if x.typ.clock {
		t.refuse(s.target.At, "an arbitrary value of a clock")
		return
	}
	name := t.parameter(e, "new_"+x.name)
	e.choose(name, x.typ, x.typ.fit(convert.Name(name)))
	e.assigns = append(e.assigns, assign{[]*symbol{x}, []syntax.Expr{convert.Name(name)}})
	t.env[x] = assigned{convert.Name(name), 1}
}

// choose adds a parameter with a condition.
func (e *effect) choose(name string, is typ, cond syntax.Expr) {
	e.params = append(e.params, syntax.Param{Name: syntax.Name{Text: name}, Type: &syntax.NamedType{Name: is.model}})
	e.where = convert.And(e.where, cond)
}

// port finds the port of a statement, which must be connected.
func (t *translation) port(s *statement, direction string) *port {
	found := t.lookup(s.target.Text)
	switch {
	case found == nil:
		t.undefined(s.target.At, s.target.Text, nil)
	case found.use != isPort:
		t.list.Errorf(diag.CodeImportType, s.target.At, "%s is not a port", s.target)
	case found.port.direction != direction:
		t.list.Errorf(diag.CodeImportType, s.target.At, "%s is a port for %s, not for %s", s.target, found.port.direction, direction)
	case found.port.channel == nil:
		hint := "write connect< env >{ " + direction + " " + found.Text + "; } in @com:"
		t.list.ErrorHint(diag.CodeImportUnsupported, s.target.At, hint, "the port %s, which is not connected, cannot be imported", s.target)
	case len(found.port.params) != len(s.args):
		t.list.Errorf(diag.CodeImportParameters, s.target.At, "the port %s has %d parameters, not %d", s.target, len(found.port.params), len(s.args))
	default:
		return found.port
	}
	return nil
}

// receive adds a message that is received.
func (t *translation) receive(e *effect, s *statement) {
	p := t.port(s, "input")
	switch {
	case p == nil:
		return
	case e.input != nil:
		t.refuse(s.at, "a second input of one transition")
		return
	case len(e.assigns) > 0 || len(e.outputs) > 0:
		t.list.ErrorHint(diag.CodeImportUnsupported, s.at, "write the input first", "an input after an assignment or an output cannot be imported")
		return
	}
	e.input = p.channel
	seen := map[*symbol]bool{}
	for i, arg := range s.args {
		if arg.op != opName {
			t.list.ErrorHint(diag.CodeImportUnsupported, arg.at, "store the value in a variable and compare it in a guard", "an input of a value cannot be imported")
			return
		}
		x := t.variable(token{Kind: scan.Word, Text: arg.text, At: arg.at})
		if x == nil {
			return
		}
		if seen[x] {
			t.list.Errorf(diag.CodeImportName, arg.at, "%s receives two values at once", arg)
		}
		seen[x] = true
		t.store(e, x, p.params[i], arg)
	}
}

// store adds a variable that receives a value: directly if its type has all values of the port, else those values that it has.
func (t *translation) store(e *effect, x *symbol, from typ, arg *node) {
	same := x.typ.kind == from.kind
	if same && x.typ.holds(from) && !x.typ.clock {
		e.targets = append(e.targets, x.name)
		e.require(from.fit(convert.Name(x.name)))
		return
	}
	name := t.parameter(e, "received")
	value := convert.Name(name)
	e.targets = append(e.targets, name)
	e.require(from.fit(value))
	switch {
	case same || x.typ.takes(from.kind):
	case x.typ.base == integer && from.base == number:
		whole := &syntax.CallExpr{Func: syntax.Name{Text: "floor"}, Args: []syntax.Expr{value}}
		e.require(convert.Binary("==", whole, value))
		value = whole
	default:
		t.list.Errorf(diag.CodeImportType, arg.at, "%s is %s, but %s is received", arg, x.typ.kind, from.kind)
	}
	if !x.typ.holds(from) {
		e.require(x.typ.within(value))
	}
	e.assigns = append(e.assigns, assign{[]*symbol{x}, []syntax.Expr{value}})
	t.env[x] = assigned{value, 2}
}

// send adds a message that is sent.
func (t *translation) send(e *effect, s *statement) {
	p := t.port(s, "output")
	if p == nil {
		return
	}
	out := output{channel: p.channel, types: p.params, after: len(e.assigns)}
	for i, arg := range s.args {
		out.kept = append(out.kept, t.value(arg, p.params[i].kind))
		t.plain(func() { out.args = append(out.args, t.value(arg, p.params[i].kind)) })
	}
	e.outputs = append(e.outputs, out)
}

// keep replaces a value that is sent before one of its variables is assigned by a parameter with the value at that time.
func (t *translation) keep(e *effect) {
	for _, out := range e.outputs {
		for i, arg := range out.args {
			if !t.overwritten(arg, e.assigns[out.after:]) {
				continue
			}
			name := t.parameter(e, "sent")
			equal := convert.Binary("==", convert.Name(name), out.kept[i])
			if e.input == nil {
				e.choose(name, typ{model: modelType(out.types[i])}, equal)
			} else {
				e.choose(name, typ{model: modelType(out.types[i])}, nil)
				e.require(equal)
			}
			out.args[i] = convert.Name(name)
		}
	}
}

// modelType is the type of a parameter that has a value that is sent: that of all values of its kind, so that a value out of bounds is found
// where it is sent.
func modelType(is typ) string {
	if is.base == integer {
		return "int"
	}
	return is.model
}

// overwritten reports whether some of the assignments write a variable that an expression reads.
func (t *translation) overwritten(e syntax.Expr, assigns []assign) bool {
	read := t.reads(e)
	for _, a := range assigns {
		for _, x := range a.targets {
			if slices.Contains(read, x) {
				return true
			}
		}
	}
	return false
}

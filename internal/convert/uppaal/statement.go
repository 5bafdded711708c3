package uppaal

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// effect carries out an expression for its effect.
func (x *execution) effect(s *scope, n *node) value {
	nested, after, deferred := x.nested, x.after, x.deferred
	x.nested, x.after, x.deferred = false, nil, nil
	v := x.evaluate(s, n)
	late := x.after
	x.nested, x.after, x.deferred = nested, after, deferred
	for _, f := range late {
		f()
	}
	return v
}

// quietly evaluates without reporting anything.
func (x *execution) quietly(s *scope, n *node) value {
	list := x.t.list
	x.t.list = &diag.List{}
	defer func() { x.t.list = list }()
	return x.evaluate(s, n)
}

// call evaluates the call of a function; the calls of templates name processes.
func (x *execution) call(s *scope, n *node) value {
	f := n.args[0]
	if f.op != opName {
		return x.t.refuse(n.at, "", "a call of something that is not a name")
	}
	found := s.find(f.text)
	if found == nil || found.use != isFunction {
		x.t.undefined(f.text, f.at, "function")
		return number(0)
	}
	d := found.function
	switch {
	case len(d.params) != len(n.args)-1:
		x.t.list.Errorf(diag.CodeImportParameters, n.at, "%s has %d parameters, not %d", d.name, len(d.params), len(n.args)-1)
		return number(0)
	case len(x.calls) >= maxCalls:
		return x.t.refuse(n.at, "", "recursion, or more than 50 calls within each other,")
	}
	before := len(x.locals)
	v := x.run(found, x.bind(s, found, n), n)
	x.locals = x.locals[:before]
	return v
}

// bind is the scope of a function with its parameters.
func (x *execution) bind(s *scope, f *symbol, n *node) *scope {
	nested := x.nested
	x.nested = true
	defer func() { x.nested = nested }()
	inner := f.home.inner()
	args := x.operands(s, n.args[1:]...)
	for i, p := range f.function.params {
		k := x.t.declaredKind(f.home, p)
		if p.reference {
			inner.symbols[p.name.text] = x.alias(s, n.args[i+1], args[i], k)
			continue
		}
		local := &symbol{name: p.name.text, at: p.name.at, use: isLocal, kind: k, value: x.spread(k, x.within(k, args[i], n.args[i+1].at))}
		x.locals = append(x.locals, local)
		inner.symbols[p.name.text] = local
	}
	return inner
}

// spread is a value of a local: arrays and structs are kept part by part, so that they can be changed so.
func (x *execution) spread(k *kind, v value) value {
	if v.parts != nil || v.e == nil || k.base != array && k.base != record {
		return v
	}
	out := value{kind: k}
	count := len(k.fields)
	if k.base == array {
		count = int(k.count)
	}
	for i := range count {
		n := &node{op: opNumber, text: "0"}
		part := k.part(i)
		if k.base == array {
			out.parts = append(out.parts, x.spread(part, x.t.element(v, number(k.first+int64(i)), n)))
			continue
		}
		out.parts = append(out.parts, x.spread(part, x.t.fieldOf(v, i)))
	}
	return out
}

// alias is a parameter that is passed by reference.
func (x *execution) alias(s *scope, n *node, v value, k *kind) *symbol {
	if n.op == opName {
		if found := s.find(n.text); found != nil {
			return found
		}
	}
	if !fixedPlace(v) {
		x.t.refuse(n.at, "", "a reference to an element whose index is not constant")
	}
	return &symbol{name: n.text, at: n.at, use: isVariable, kind: k, value: v}
}

// run executes the body of a function.
func (x *execution) run(f *symbol, inner *scope, n *node) value {
	k := x.t.typeKind(f.home, f.function.typ)
	c := &call{kind: k, returned: truth(false), start: len(x.path), result: value{kind: plainVoid}}
	nested := x.nested
	x.calls, x.nested = append(x.calls, c), false
	x.statement(inner, f.function.body)
	x.calls, x.nested = x.calls[:len(x.calls)-1], nested
	if k.base == void {
		return value{kind: plainVoid}
	}
	if c.result.kind.base == void {
		x.t.list.Errorf(diag.CodeImportType, n.at, "%s returns no value", f.function.name)
		return number(0)
	}
	return c.result
}

// statement executes one statement.
func (x *execution) statement(s *scope, st *statement) {
	if x.t.work > maxWork {
		return
	}
	switch st.op {
	case "block":
		x.block(s.inner(), st.list)
	case "declare":
		for _, d := range st.decls {
			x.declareLocal(s, d)
		}
	case "expression":
		x.effect(s, st.cond)
	case "if":
		x.conditional(s, st)
	case "while":
		x.loop(s, st, 0)
	case "do":
		x.statement(s, st.list[0])
		x.loop(s, st, 0)
	case "for":
		if st.init != nil {
			x.effect(s, st.init)
		}
		x.loop(s, st, 0)
	case "foreach":
		x.foreach(s, st)
	case "return":
		x.returns(s, st)
	}
}

// block executes statements; what follows a return is executed where it has not happened.
func (x *execution) block(s *scope, list []*statement) {
	depth := len(x.path)
	for _, st := range list {
		c := x.calls[len(x.calls)-1]
		done, known := c.returned.decided()
		if done {
			break
		}
		if !known {
			open := negate(c.returned)
			x.path = append(x.path, &open)
		}
		x.statement(s, st)
	}
	x.path = x.path[:depth]
}

func (x *execution) declareLocal(s *scope, d *declaration) {
	k := x.t.declaredKind(s, d)
	if k.holds(clock) || k.holds(channel) || d.isType {
		x.t.refuse(d.name.at, "", "this declaration in a function")
		return
	}
	v := x.t.zero(k)
	if d.init != nil {
		v = x.within(k, x.initialised(s, k, d.init), d.init.at)
	}
	local := &symbol{name: d.name.text, at: d.name.at, use: isLocal, kind: k, value: x.spread(k, v)}
	x.locals = append(x.locals, local)
	x.t.declare(s, local)
}

// snapshot are the values of all locals.
func (x *execution) snapshot() []value {
	out := make([]value, len(x.locals))
	for i, l := range x.locals {
		out[i] = l.value
	}
	return out
}

// join combines the values that locals have after the two branches of a condition. The condition is the current one: an assignment
// in a branch may have replaced it by a scratch variable.
func (x *execution) join(cond value, then []value) {
	for i, v := range then {
		if i < len(x.locals) {
			x.locals[i].value = choose(cond, v, x.locals[i].value)
		}
	}
}

// either executes one of two continuations.
func (x *execution) either(cond value, then, other func()) {
	if b, known := cond.decided(); known {
		if b {
			then()
		} else {
			other()
		}
		return
	}
	before := x.snapshot()
	shared := cond
	x.path = append(x.path, &shared)
	then()
	after := x.snapshot()[:len(before)]
	for i, v := range before {
		x.locals[i].value = v
	}
	opposite := negate(shared)
	x.path[len(x.path)-1] = &opposite
	other()
	x.path = x.path[:len(x.path)-1]
	x.join(negate(opposite), after)
}

func (x *execution) conditional(s *scope, st *statement) {
	cond := x.t.boolean(x.effect(s, st.cond), st.cond)
	x.either(cond, func() { x.statement(s, st.list[0]) }, func() {
		if len(st.list) > 1 {
			x.statement(s, st.list[1])
		}
	})
}

// loop unrolls a loop as far as its condition can hold.
func (x *execution) loop(s *scope, st *statement, round int) {
	cond := truth(true)
	if st.cond != nil {
		cond = x.t.boolean(x.effect(s, st.cond), st.cond)
	}
	cond = both(negate(x.calls[len(x.calls)-1].returned), cond)
	if round > maxIterations {
		x.t.list.ErrorHint(diag.CodeImportUnsupported, st.at, "the ranges of the variables in its condition must bound it",
			"this loop cannot be imported: it may have more than %d iterations", maxIterations)
		x.t.work = maxWork + 1
		return
	}
	x.either(cond, func() {
		x.block(s, st.list)
		if st.step != nil {
			x.effect(s, st.step)
		}
		x.loop(s, st, round+1)
	}, func() {})
}

func (x *execution) foreach(s *scope, st *statement) {
	k := x.t.rangeOf(s, st.typ)
	for i := k.low; i <= k.high && x.t.work <= maxWork; i++ {
		inner := s.inner()
		inner.symbols[st.bound.text] = &symbol{name: st.bound.text, at: st.bound.at, use: isConstant, kind: k, value: number(i)}
		x.block(inner, st.list)
	}
}

// returns ends the function under the conditions of the path.
func (x *execution) returns(s *scope, st *statement) {
	c := x.calls[len(x.calls)-1]
	v := value{kind: plainVoid}
	if st.cond != nil {
		v = x.within(c.kind, x.effect(s, st.cond), st.cond.at)
	}
	here := x.guard(c.start)
	if c.result.kind.base == void {
		c.result = v
	} else {
		c.result = choose(here, v, c.result)
	}
	c.returned = either(c.returned, here)
}

// suggest is a hint for a name that is not defined.
func (t *translation) suggest(s *scope, name string) string {
	for _, other := range s.names() {
		if near(name, other) {
			return "did you mean \"" + convert.Clip(other) + "\"?"
		}
	}
	return ""
}

// near reports whether names differ only in the case of letters or the order of characters.
func near(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var count [256]int
	for i := range len(a) {
		count[a[i]|32]++
		count[b[i]|32]--
	}
	return count == [256]int{}
}

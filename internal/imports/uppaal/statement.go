package uppaal

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
)

// effect carries out an expression for its effect.
func (x *execution) effect(s *scope, n *source.Node) value {
	if n.Op == source.OpSequence {
		last := len(n.Args) - 1
		for _, a := range n.Args[:last] {
			x.carryOut(s, a)
		}
		n = n.Args[last]
	}
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

// carryOut carries out an expression whose value is not needed.
func (x *execution) carryOut(s *scope, n *source.Node) {
	v := x.effect(s, n)
	if v.kind.base == integer {
		v.kind = wideInteger
	}
	if v.fails && x.process != nil {
		x.settle(v.kind, v, n.At)
	}
}

// decision is the condition of a statement. An error in it is one even if nothing depends on it.
func (x *execution) decision(s *scope, n *source.Node) value {
	v := x.t.boolean(x.effect(s, n), n)
	if v.fails && x.process != nil {
		return x.settle(plainBoolean, v, n.At)
	}
	return v
}

// quietly evaluates without reporting anything.
func (x *execution) quietly(s *scope, n *source.Node) value {
	list := x.t.list
	x.t.list = &diag.List{}
	defer func() { x.t.list = list }()
	return x.evaluate(s, n)
}

// call evaluates the call of a function; the calls of templates name processes.
func (x *execution) call(s *scope, n *source.Node) value {
	f := n.Args[0]
	if f.Op != source.OpName {
		return x.t.refuse(n.At, "", "a call of something that is not a name")
	}
	found := s.find(f.Text)
	if found == nil || found.use != isFunction {
		x.t.undefined(f.Text, f.At, "function")
		return number(0)
	}
	d := found.function
	switch {
	case len(d.Params) != len(n.Args)-1:
		x.t.list.Errorf(diag.CodeImportParameters, n.At, "%s has %d parameters, not %d", d.Name, len(d.Params), len(n.Args)-1)
		return number(0)
	case len(x.calls) >= maxCalls:
		return x.t.refuse(n.At, "", "recursion, or more than 50 calls within each other,")
	}
	before := len(x.locals)
	v := x.run(found, x.bind(s, found, n), n, before)
	x.locals = x.locals[:before]
	return v
}

// bind is the scope of a function with its parameters.
func (x *execution) bind(s *scope, f *symbol, n *source.Node) *scope {
	nested := x.nested
	x.nested = true
	defer func() { x.nested = nested }()
	inner := f.home.inner()
	args := x.operands(s, n.Args[1:]...)
	for i, p := range f.function.Params {
		k := x.t.declaredKind(f.home, p)
		if p.Reference {
			inner.symbols[p.Name.Text] = x.alias(s, n.Args[i+1], args[i], k)
			continue
		}
		local := &symbol{name: p.Name.Text, at: p.Name.At, use: isLocal, kind: k, value: x.spread(k, x.settle(k, args[i], n.Args[i+1].At))}
		x.locals = append(x.locals, local)
		inner.symbols[p.Name.Text] = local
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
		n := &source.Node{Op: source.OpNumber, Text: "0"}
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
func (x *execution) alias(s *scope, n *source.Node, v value, k *kind) *symbol {
	if n.Op == source.OpName {
		if found := s.find(n.Text); found != nil {
			return found
		}
	}
	if !fixedPlace(v) {
		x.t.refuse(n.At, "", "a reference to an element whose index is not constant")
	}
	return &symbol{name: n.Text, at: n.At, use: isVariable, kind: k, value: v}
}

// run executes the body of a function; its callers have the first locals.
func (x *execution) run(f *symbol, inner *scope, n *source.Node, locals int) value {
	k := x.t.typeKind(f.home, f.function.Type)
	c := &call{kind: k, returned: truth(false), start: len(x.path), locals: locals, result: value{kind: plainVoid}}
	nested := x.nested
	x.calls, x.nested = append(x.calls, c), false
	x.statement(inner, f.function.Body)
	x.calls, x.nested = x.calls[:len(x.calls)-1], nested
	if k.base == void {
		return value{kind: plainVoid}
	}
	if c.result.kind.base == void {
		x.t.list.Errorf(diag.CodeImportType, n.At, "%s returns no value", f.function.Name)
		return number(0)
	}
	return c.result
}

// statement executes one statement.
func (x *execution) statement(s *scope, st *source.Statement) {
	if x.t.work > maxWork || x.broken {
		return
	}
	x.at = st.At
	switch st.Op {
	case "block":
		x.block(s.inner(), st.List)
	case "declare":
		for _, d := range st.Declarations {
			x.declareLocal(s, d)
		}
	case "expression":
		x.carryOut(s, st.Condition)
	case "if":
		x.conditional(s, st)
	case "while":
		x.loop(s, st, 0)
	case "do":
		x.round(s, st, 0)
	case "for":
		if st.Initial != nil {
			x.carryOut(s, st.Initial)
		}
		x.loop(s, st, 0)
	case "foreach":
		x.foreach(s, st)
	case "return":
		x.returns(s, st)
	}
}

// block executes statements; what follows a return is executed where it has not happened.
func (x *execution) block(s *scope, list []*source.Statement) {
	locals := len(x.locals)
	x.sequence(s, list)
	x.locals = x.locals[:locals]
}

func (x *execution) sequence(s *scope, list []*source.Statement) {
	if len(list) == 0 {
		return
	}
	x.unlessReturned(func() {
		x.statement(s, list[0])
		x.sequence(s, list[1:])
	})
}

// unlessReturned executes a continuation where the function has not returned. The locals of its callers, which it may change through
// references, keep their values elsewhere; its own are not needed there.
func (x *execution) unlessReturned(then func()) {
	c := x.calls[len(x.calls)-1]
	if done, known := c.returned.decided(); known {
		if !done {
			then()
		}
		return
	}
	before := x.snapshot()[:c.locals]
	open := negate(c.returned)
	x.path = append(x.path, &open)
	then()
	x.path = x.path[:len(x.path)-1]
	for i, v := range before {
		x.locals[i].value = x.limited(choose(open, x.locals[i].value, v))
	}
}

func (x *execution) declareLocal(s *scope, d *source.Declaration) {
	k := x.t.declaredKind(s, d)
	if k.holds(clock) || k.holds(channel) || d.IsType {
		x.t.refuse(d.Name.At, "", "this declaration in a function")
		return
	}
	v := x.t.zero(k)
	if d.Initial != nil {
		v = x.settle(k, x.initialised(s, k, d.Initial), d.Initial.At)
	}
	local := &symbol{name: d.Name.Text, at: d.Name.At, use: isLocal, kind: k, value: x.spread(k, v)}
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
			x.locals[i].value = x.limited(choose(cond, v, x.locals[i].value))
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

func (x *execution) conditional(s *scope, st *source.Statement) {
	cond := x.decision(s, st.Condition)
	x.either(cond, func() { x.statement(s, st.List[0]) }, func() {
		if len(st.List) > 1 {
			x.statement(s, st.List[1])
		}
	})
}

// loop unrolls a loop as far as its condition can hold, from that condition on.
func (x *execution) loop(s *scope, st *source.Statement, round int) {
	cond := truth(true)
	if st.Condition != nil {
		cond = x.decision(s, st.Condition)
	}
	if x.broken {
		return
	}
	if round > maxIterations {
		x.t.list.ErrorHint(diag.CodeImportUnsupported, st.At, "the ranges of the variables in its condition must bound it",
			"this loop cannot be imported: it may have more than %d iterations", maxIterations)
		x.broken = true
		return
	}
	x.either(cond, func() { x.round(s, st, round) }, func() {})
}

// round executes the body of a loop and, unless that returns, what follows: the step, and the condition of the next round.
func (x *execution) round(s *scope, st *source.Statement, round int) {
	x.block(s, st.List)
	x.unlessReturned(func() {
		if st.Step != nil {
			x.carryOut(s, st.Step)
		}
		x.loop(s, st, round+1)
	})
}

func (x *execution) foreach(s *scope, st *source.Statement) {
	k := x.t.rangeOf(s, st.Type)
	for i := k.low; i <= k.high && x.t.work <= maxWork; i++ {
		inner := s.inner()
		inner.symbols[st.Bound.Text] = &symbol{name: st.Bound.Text, at: st.Bound.At, use: isConstant, kind: k, value: number(i)}
		x.block(inner, st.List)
	}
}

// limited ends the execution if a value becomes too large.
func (x *execution) limited(v value) value {
	if v.size <= maxSize {
		return v
	}
	if !x.broken {
		x.t.list.Errorf(diag.CodeImportTooLarge, x.at, "the function becomes too large here")
	}
	x.broken = true
	return x.t.zero(v.kind)
}

// returns ends the function under the conditions of the path.
func (x *execution) returns(s *scope, st *source.Statement) {
	c := x.calls[len(x.calls)-1]
	v := value{kind: plainVoid}
	if st.Condition != nil {
		v = x.within(c.kind, x.effect(s, st.Condition), st.Condition.At)
		if x.process != nil {
			v = x.settle(c.kind, v, st.Condition.At)
		}
	}
	here := x.guard(c.start)
	if c.result.kind.base == void {
		c.result = v
	} else {
		c.result = x.limited(choose(here, v, c.result))
	}
	c.returned = x.limited(either(c.returned, here))
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

package uppaal

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// execution evaluates expressions and statements symbolically. Assignments to variables of the model are collected, in sequence.
type execution struct {
	t        *translation
	process  *process         // nil where nothing may be assigned
	out      []syntax.Assign  // to the variables of the model
	touched  []string         // the variables that were assigned
	path     []*value         // the conditions under which the current statement is executed
	locals   []*symbol        // of the functions that are being executed
	calls    []*call          // the same functions
	nested   bool             // inside of another expression
	after    []func()         // what follows the current statement: x++
	deferred map[*symbol]bool // the variables that this changes
	at       diag.Span        // the current statement
	broken   bool             // a loop has no end, or a value is too large
	taken    map[string]int   // how many scratch variables of a type are in use
	kept     []kept           // scratch variables
}

// settle is within for a value that may not be used: an error in it is one, too.
func (x *execution) settle(k *kind, v value, at diag.Span) value {
	v = x.within(k, v, at)
	switch {
	case !v.fails || v.parts != nil:
		return v
	case x.process == nil:
		return x.t.refuse(at, "", "a function in a condition with a variable whose value may not exist")
	}
	return x.scratch(k, choose(x.guard(0), v, x.t.zero(k)))
}

// kept is a value in a scratch variable.
type kept struct {
	*spare
	first   syntax.Expr // what the variable holds between steps
	checked bool        // storing it may be an error
}

// call is a function that is being executed.
type call struct {
	kind     *kind // of the result
	returned value // the condition under which it has returned
	result   value
	start    int // of its conditions in the path
	locals   int // of its callers
}

// pure is an execution that assigns nothing.
func (t *translation) pure() *execution { return &execution{t: t} }

// mentions reports whether a value reads a variable of the model.
func (v value) mentions(name string) bool {
	found := slices.ContainsFunc(v.parts, func(p value) bool { return p.mentions(name) })
	if v.e != nil {
		syntax.Walk(v.e, func(e syntax.Expr) {
			n, ok := e.(*syntax.NameExpr)
			found = found || ok && n.Name == name
		})
	}
	if v.channel != nil {
		found = found || slices.ContainsFunc(v.channel.indices, func(i value) bool { return i.mentions(name) })
	}
	return found
}

// guard is the condition under which the current statement is executed, from a place in the path.
func (x *execution) guard(from int) value {
	out := truth(true)
	for i, c := range x.path[from:] {
		implied := slices.ContainsFunc(x.path[from+i+1:], func(later *value) bool { return implies(*later, *c) })
		if !implied {
			out = x.limited(both(out, *c))
		}
	}
	return out
}

// implies reports whether a condition follows from another one, of those that are easy to see: the same condition, or a comparison of
// the same expression with a number, as 2 < x implies 1 < x.
func implies(stronger, weaker value) bool {
	if stronger.size == weaker.size && stronger.size < 50 && print.Expr(stronger.e) == print.Expr(weaker.e) {
		return true
	}
	a, isA := stronger.e.(*syntax.BinaryExpr)
	b, isB := weaker.e.(*syntax.BinaryExpr)
	if !isA || !isB || a.Op != b.Op || !isLiteral(a.X) || !isLiteral(b.X) || print.Expr(a.Y) != print.Expr(b.Y) {
		return false
	}
	positive := !isNegative(convert.Minus(a.X, b.X))
	switch a.Op {
	case "<", "<=":
		return positive
	case ">", ">=":
		return !positive
	}
	return false
}

func isNegative(e syntax.Expr) bool {
	u, ok := e.(*syntax.UnaryExpr)
	return ok && u.Op == "-"
}

// emit assigns to a part of a variable of the model, under the conditions of the path. The target is safe if it always exists.
func (x *execution) emit(target place, v value, at diag.Span) {
	if x.process == nil {
		x.t.refuse(at, "", "an assignment here")
		return
	}
	x.preserve(target.root)
	cond := x.guard(0)
	e := target.under(cond)
	stored := choose(cond, v, value{kind: target.kind, e: e, low: v.low, high: v.high, size: 1})
	if stored.size > maxSize {
		x.t.list.Errorf(diag.CodeImportTooLarge, at, "the assignment becomes too large")
		return
	}
	if decided, known := cond.decided(); known && !decided {
		return
	}
	x.touched = append(x.touched, target.root)
	x.out = append(x.out, syntax.Assign{Targets: []syntax.Expr{e}, Values: []syntax.Expr{stored.e}})
}

// preserve keeps the values that an assignment to a variable would change, and that may be needed later, in scratch variables.
func (x *execution) preserve(name string) {
	for i, c := range x.path {
		if c.mentions(name) {
			outer := &execution{t: x.t, path: x.path[:i+1]}
			*c = x.scratch(plainBoolean, outer.guard(0))
		}
	}
	for _, c := range x.calls {
		if c.returned.mentions(name) {
			c.returned = x.scratch(plainBoolean, c.returned)
		}
		if c.result.e != nil && c.result.mentions(name) {
			c.result = x.scratch(c.kind, choose(c.returned, c.result, x.t.zero(c.kind)))
		}
	}
	for _, l := range x.locals {
		if l.use == isLocal && l.value.mentions(name) {
			l.value = x.keep(l.kind, l.value)
		}
	}
}

// keep stores a value of a function, or its parts.
func (x *execution) keep(k *kind, v value) value {
	if v.parts == nil {
		return x.scratch(k, choose(x.guard(0), v, x.t.zero(k)))
	}
	out := value{kind: v.kind}
	for i, p := range v.parts {
		if !p.known() {
			p = x.keep(k.part(i), p)
		}
		out.parts = append(out.parts, p)
	}
	return out
}

// part is the kind of an element or a field.
func (k *kind) part(i int) *kind {
	if k.base == array {
		return k.elem
	}
	return k.fields[i]
}

// scratch stores a value in a variable that the process gets for it. At the end of the step it gets its first value again.
func (x *execution) scratch(k *kind, v value) value {
	if x.process == nil {
		return x.t.refuse(diag.Span{File: x.t.file}, "", "an assignment here")
	}
	if k.base == integer && k.low == -limit {
		k = &kind{base: integer, low: v.low, high: v.high}
	}
	typ := x.t.modelType(k)
	key := print.Type(typ)
	if x.taken == nil {
		x.taken = map[string]int{}
	}
	variable := x.process.scratch(key, x.taken[key], x.t, k)
	name := variable.name
	x.taken[key]++
	x.out = append(x.out, syntax.Assign{Targets: []syntax.Expr{convert.Name(name)}, Values: []syntax.Expr{v.e}})
	inRange := k.base != integer || v.low >= k.low && v.high <= k.high
	x.kept = append(x.kept, kept{variable, x.t.initial(k, nil), !inRange || v.fails})
	out := x.t.read(convert.Name(name), k)
	if k.base == integer {
		out.low, out.high = max(k.low, v.low), min(k.high, v.high)
	}
	return out
}

// store converts a value for storing in a variable of a kind.
func (x *execution) store(k *kind, v value, at diag.Span) value {
	switch {
	case k.base == integer && v.kind.isNumber() && v.e != nil:
		return v.asNumber()
	case k.base == boolean && v.kind.isNumber() && v.e != nil:
		return v.asBoolean()
	case k.base == clock && v.kind.isNumber() && v.e != nil:
		return v.asNumber()
	case k.base == v.kind.base && k.base != channel && k.cells() == v.kind.cells():
		return v
	}
	x.t.list.Errorf(diag.CodeImportType, at, "this is %s, but %s is expected", v.kind, k)
	return x.t.zero(k)
}

// within ensures that a number that a function stores is in the range of its type.
func (x *execution) within(k *kind, v value, at diag.Span) value {
	v = x.store(k, v, at)
	if k.base != integer || v.low >= k.low && v.high <= k.high {
		return v
	}
	if c, known := v.constant(); known && len(x.path) == 0 {
		x.t.list.Errorf(diag.CodeImportValue, at, "%d is not from %d to %d", c, k.low, k.high)
		return number(k.low)
	}
	if x.process == nil {
		return x.t.refuse(at, "", "a function in a condition whose values may leave the ranges of their types")
	}
	return x.scratch(k, choose(x.guard(0), v, x.t.zero(k)))
}

// finish returns the assignments of a step: the collected ones, and the first values of scratch variables.
func (x *execution) finish() []syntax.Assign {
	var resets []syntax.Assign
	for _, k := range x.kept {
		if !k.checked && x.inline(k.name) {
			continue
		}
		k.used = true
		resets = append(resets, syntax.Assign{Targets: []syntax.Expr{convert.Name(k.name)}, Values: []syntax.Expr{k.first}})
	}
	return append(x.out, resets...)
}

// inline takes a scratch variable out that is read once, by the next assignment, or never.
func (x *execution) inline(name string) bool {
	at, reader, count := -1, -1, 0
	for i, a := range x.out {
		if n, ok := a.Targets[0].(*syntax.NameExpr); ok && n.Name == name {
			at = i
			continue
		}
		if n := convert.Occurrences(a.Targets[0], name) + convert.Occurrences(a.Values[0], name); n > 0 {
			reader, count = i, count+n
		}
	}
	if count > 1 || count == 1 && reader != at+1 {
		return false
	}
	if count == 1 {
		next := &x.out[reader]
		next.Targets[0] = convert.Substitute(next.Targets[0], name, x.out[at].Values[0])
		next.Values[0] = convert.Substitute(next.Values[0], name, x.out[at].Values[0])
	}
	x.out = slices.Delete(x.out, at, at+1)
	return true
}

package uppaal

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// execution evaluates expressions and statements symbolically. What they assign to variables of the model is collected, in sequence.
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
	taken    map[string]int   // how many scratch variables of a type are in use
	resets   []syntax.Assign  // of scratch variables
}

// call is a function that is being executed.
type call struct {
	kind     *kind // of the result
	returned value // the condition under which it has returned
	result   value
	start    int // of its conditions in the path
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
		implied := slices.ContainsFunc(x.path[from+i+1:], func(later *value) bool { return implies(later.e, c.e) })
		if !implied {
			out = both(out, *c)
		}
	}
	return out
}

// implies reports whether a comparison with a number follows from another one with the same expression: 2 < x implies 1 < x.
func implies(stronger, weaker syntax.Expr) bool {
	a, isA := stronger.(*syntax.BinaryExpr)
	b, isB := weaker.(*syntax.BinaryExpr)
	if !isA || !isB || a.Op != b.Op || !isLiteral(a.X) || !isLiteral(b.X) || syntax.ExprString(a.Y) != syntax.ExprString(b.Y) {
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
			c.result = x.scratch(c.result.kind, choose(c.returned, c.result, x.t.zero(c.result.kind)))
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
	key := syntax.TypeString(typ)
	if x.taken == nil {
		x.taken = map[string]int{}
	}
	name := x.process.scratch(key, x.taken[key], x.t, k)
	x.taken[key]++
	x.out = append(x.out, syntax.Assign{Targets: []syntax.Expr{convert.Name(name)}, Values: []syntax.Expr{v.e}})
	x.resets = append(x.resets, syntax.Assign{Targets: []syntax.Expr{convert.Name(name)}, Values: []syntax.Expr{x.t.initial(k, nil)}})
	out := x.t.read(convert.Name(name), k)
	if k.base == integer {
		out.low, out.high = max(k.low, v.low), min(k.high, v.high)
	}
	return out
}

// store is what a value becomes where it is stored in something of a kind.
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

// within makes sure that a number that a function stores is in the range of its type.
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

// finish is what a step assigns: what was collected, and the first values of scratch variables.
func (x *execution) finish() []syntax.Assign { return append(x.out, x.resets...) }

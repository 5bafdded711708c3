package collections

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Source is where random decisions come from: *rand.Rand, or a source that can be shrunk, for which smaller numbers are simpler.
type Source interface {
	// IntN draws a number from 0 to n-1.
	IntN(n int) int
}

// drawer draws expressions over the variables in scope.
type drawer struct {
	Source
	scope []variable
	depth int // of variables that range over something

	ascriptions map[string]*Type // functions that expressions use, with the types of their parameters
}

func newDrawer(source Source, scope []variable) *drawer {
	d := &drawer{Source: source, scope: scope, ascriptions: map[string]*Type{}}
	for _, v := range scope {
		d.ascriptions[ascription(v.typ)] = v.typ
	}
	return d
}

// pool are types to draw expressions of, besides those of the variables in scope.
var pool = []*Type{integer, boolean, sequenceOf(integer), setOf(integer), mapOf(integer, integer), optional(integer), reply, pair, colour, text,
	sequenceOf(reply), sequenceOf(pair), sequenceOf(optional(integer)), sequenceOf(sequenceOf(integer)), setOf(colour), setOf(text), setOf(pair), setOf(sequenceOf(integer)),
	mapOf(text, integer), mapOf(colour, sequenceOf(integer)), mapOf(integer, reply), mapOf(integer, optional(integer)), mapOf(pair, setOf(integer)), optional(sequenceOf(integer)), optional(pair), arrayOf(integer, 2)}

// anyType draws the type of a variable in scope or one of the pool.
func (d *drawer) anyType() *Type {
	if len(d.scope) > 0 && d.IntN(2) == 0 {
		return d.scope[d.IntN(len(d.scope))].typ.Base()
	}
	return pool[d.IntN(len(pool))]
}

// expression draws an expression of a type. Where the type is not known from the context, an expression from which it cannot be told,
// such as [] and none, is the argument of a function.
func (d *drawer) expression(t *Type, depth int, known bool) Expression {
	if depth <= 0 || d.IntN(5) == 0 {
		return d.leaf(t, known)
	}
	return d.operator(t, depth, known)
}

// operator is expression for one that is not a variable or a literal, if that is possible.
func (d *drawer) operator(t *Type, depth int, known bool) Expression {
	choices := d.productions(t)
	if len(choices) == 0 {
		return d.leaf(t, known)
	}
	return choices[d.IntN(len(choices))].draw(d, t, depth-1, known)
}

// leaf draws a variable or a literal.
func (d *drawer) leaf(t *Type, known bool) Expression {
	var fitting []variable
	for _, v := range d.scope {
		if v.typ.same(t) {
			fitting = append(fitting, v)
		}
	}
	if len(fitting) > 0 && d.IntN(4) > 0 {
		return fitting[d.IntN(len(fitting))]
	}
	if derived := d.derived(t); len(derived) > 0 && d.IntN(3) > 0 {
		return derived[d.IntN(len(derived))]
	}
	if known {
		return constant{d.value(t, 0), t}
	}
	if isAmbiguous(t) {
		return d.ascribed(t, constant{d.value(t, 0), t})
	}
	return constant{d.value(t, 1), t}
}

// isAmbiguous reports whether no literal of the type tells its type.
func isAmbiguous(t *Type) bool {
	return t.Kind == Optional || t.Kind == Array || t.Elem != nil && isAmbiguous(t.Elem) || t.Key != nil && isAmbiguous(t.Key)
}

// ascribed passes an expression to a function whose parameter has the type.
func (d *drawer) ascribed(t *Type, e Expression) Expression {
	d.ascriptions[ascription(t)] = t
	return typed(t, apply("function", ascription(t)+"(%s)", total(identity), e))
}

// functions declares the functions of ascriptions.
func functions(ascriptions map[string]*Type) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ascriptions)) {
		fmt.Fprintf(&b, "function %s(x: %s) -> %s = x\n", name, ascriptions[name], ascriptions[name])
	}
	return b.String()
}

// value draws a value of a type; collections, also within others, have at least so many elements.
func (d *drawer) value(t *Type, least int) Value {
	switch t.Kind {
	case Int:
		if t.Bounded {
			return t.Low + d.IntN(t.High-t.Low+1)
		}
		return []int{0, 1, 2, 0, 1, 2, 3, -1}[d.IntN(8)]
	case Bool:
		return d.IntN(2) == 0
	case String:
		return []string{"a", "b", "", "ab", "é", "12", "aBa"}[d.IntN(7)]
	case Enum:
		return Member(t.Members[d.IntN(len(t.Members))])
	case Array:
		return List(d.values(t.Elem, t.Most, least))
	case Sequence:
		return List(d.values(t.Elem, d.count(t, least), least))
	case Set:
		return elements(d.values(t.Elem, d.count(t, least), least))
	case Map:
		out := Entries{}
		for range d.count(t, least) {
			out = out.with(d.value(t.Key, least), d.value(t.Elem, least))
		}
		return out
	case Optional:
		return Option{least > 0 || d.IntN(2) > 0, d.value(t.Elem, least)}.normal()
	case Record:
		return Fields(d.fields(t.Fields))
	}
	a := t.Alternatives[d.IntN(len(t.Alternatives))]
	return Variant{a.Name, d.fields(a.Fields)}
}

// normal drops the value that is not present.
func (o Option) normal() Option {
	if !o.Present {
		return Option{}
	}
	return o
}

// count draws a number of elements.
func (d *drawer) count(t *Type, least int) int {
	most := 2
	if t.Bounded {
		most = t.Most
	}
	return least + d.IntN(most-least+1)
}

func (d *drawer) values(t *Type, n, least int) []Value {
	out := make([]Value, n)
	for i := range out {
		out[i] = d.value(t, least)
	}
	return out
}

func (d *drawer) fields(fields []Field) []Value {
	var out []Value
	for _, f := range fields {
		out = append(out, d.value(f.Type, 0))
	}
	return out
}

// pick draws one of some texts.
func (d *drawer) pick(choices ...string) string { return choices[d.IntN(len(choices))] }

// pickType draws one of some types.
func (d *drawer) pickType(choices ...*Type) *Type { return choices[d.IntN(len(choices))] }

// apply makes an operation.
func apply(construct, format string, f func([]Value) (Value, Failure), operands ...Expression) Expression {
	return &operation{construct: construct, format: format, operands: operands, apply: f}
}

// typed notes the type of an operation.
func typed(t *Type, e Expression) Expression {
	e.(*operation).typ = t
	return e
}

// bind draws an expression in which new variables of some types, of which the bounds may be loose, may occur. Variables that are not
// nested in each other have the same names.
func (d *drawer) bind(names []string, types []*Type, loose bool, draw func() Expression) Expression {
	outer := *d
	defer func() { *d = outer }()
	d.scope = slices.DeleteFunc(slices.Clone(d.scope), func(v variable) bool { return slices.Contains(names, v.name) })
	for i, name := range names {
		if name != "" {
			d.scope = append(d.scope, variable{name, types[i], loose})
		}
	}
	d.depth++
	return draw()
}

// fresh names a variable that ranges over something.
func (d *drawer) fresh(prefix string) string { return fmt.Sprint(prefix, d.depth) }

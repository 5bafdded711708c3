// Package random draws values and expressions for property tests. It needs nothing but package term, so the tests of every package
// can use it.
package random

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

// Recipe is an expression that can be built in any store.
type Recipe func(s *term.Store) *term.Term

// Variable is a free variable of random expressions.
type Variable struct {
	Name string
	Sort *term.Sort
}

// In is the variable as a term of a store.
func (v Variable) In(s *term.Store) *term.Term { return s.Var(v.Name, v.Sort) }

// Grammar draws expressions over some variables.
type Grammar struct {
	Vars        []Variable
	Quantifiers bool         // draw quantifiers too, at most two deep
	Bound       []*term.Sort // of quantified variables; nil is small ranges
	Strings     bool         // draw all operations on strings, not only + and len

	depth int // quantifiers around
}

// Color is an enumeration to draw from.
var Color = term.Enum("Color", "red", "green", "blue")

// AllVariables has two or more variables of every kind of sort.
func AllVariables() []Variable {
	sorts := []*term.Sort{term.Bool, term.Int, term.Nat, term.Range(-2, 7), term.Real, term.String, Color,
		term.Bits(8, true), term.Bits(8, false), term.Bits(64, true), term.Bits(64, false), term.Bits(5, true), term.Bits(1, false)}
	var out []Variable
	for _, sort := range sorts {
		out = append(out, Variables([]*term.Sort{sort}, "x of "+sort.String(), "y of "+sort.String())...)
	}
	return out
}

// Variables has a variable of each sort for each name.
func Variables(sorts []*term.Sort, names ...string) []Variable {
	var out []Variable
	for _, sort := range sorts {
		for _, name := range names {
			out = append(out, Variable{name, sort})
		}
	}
	return out
}

// Sorts are the sorts of the variables, without duplicates and bounds.
func (g *Grammar) Sorts() []*term.Sort {
	var out []*term.Sort
	for _, v := range g.Vars {
		if !slices.ContainsFunc(out, v.Sort.Same) {
			out = append(out, v.Sort.Base())
		}
	}
	return out
}

// AnySort draws one of the sorts.
func (g *Grammar) AnySort(t *rapid.T) *term.Sort { return rapid.SampledFrom(g.Sorts()).Draw(t, "sort") }

// Assignment draws a value for each variable.
func Assignment(t *rapid.T, vars []Variable) []term.Value {
	out := make([]term.Value, len(vars))
	for i, v := range vars {
		out[i] = Value(t, v.Sort)
	}
	return out
}

// Value draws a value within the bounds of a sort; small numbers are likely, extreme ones possible.
func Value(t *rapid.T, sort *term.Sort) term.Value {
	switch sort.Kind {
	case term.KindBool:
		return term.BoolValue(rapid.Bool().Draw(t, "truth"))
	case term.KindReal:
		return term.RatValue(big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "numerator"), rapid.Int64Range(1, 4).Draw(t, "denominator")))
	case term.KindString:
		return term.StringValue(rapid.SampledFrom(texts).Draw(t, "string"))
	case term.KindEnum:
		return term.IntValue(rapid.Int64Range(0, int64(len(sort.Members))-1).Draw(t, "member"))
	case term.KindBits:
		return bitsValue(t, sort)
	}
	return intValue(t, sort)
}

func bitsValue(t *rapid.T, sort *term.Sort) term.Value {
	n := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64(), rapid.SampledFrom([]int64{1 << 7, 1<<7 - 1, -1 << 63, 1<<63 - 1})).Draw(t, "bits")
	shift := 64 - sort.Width
	if sort.Signed {
		return term.IntValue(n << shift >> shift)
	}
	return term.IntValue(int64(uint64(n) << shift >> shift))
}

func intValue(t *rapid.T, sort *term.Sort) term.Value {
	low, high := int64(-9), int64(9)
	if sort.HasLow {
		low = sort.Low
	}
	if sort.HasHigh {
		high = sort.High
	}
	if !sort.HasHigh && rapid.IntRange(0, 15).Draw(t, "huge") == 0 {
		big := new(big.Int).Lsh(big.NewInt(rapid.Int64Range(1, 3).Draw(t, "factor")), uint(rapid.IntRange(61, 66).Draw(t, "shift")))
		if !sort.HasLow && rapid.Bool().Draw(t, "negative") {
			big.Neg(big)
		}
		return term.BigValue(big)
	}
	return term.IntValue(rapid.Int64Range(low, max(low, high)).Draw(t, "int"))
}

// Expression draws an expression of a sort; bounds of int concern the leaves only.
func (g *Grammar) Expression(t *rapid.T, sort *term.Sort, depth int) Recipe {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		return g.leaf(t, sort)
	}
	if rapid.IntRange(0, 6).Draw(t, "ite") == 0 {
		c, a, b := g.Expression(t, term.Bool, depth-1), g.Expression(t, sort, depth-1), g.Expression(t, sort, depth-1)
		return func(s *term.Store) *term.Term { return s.Ite(c(s), a(s), b(s)) }
	}
	switch sort.Kind {
	case term.KindBool:
		return g.boolean(t, depth-1)
	case term.KindInt:
		return g.integer(t, depth-1)
	case term.KindReal:
		return g.real(t, depth-1)
	case term.KindString:
		return g.text(t, depth-1)
	case term.KindBits:
		return g.bits(t, sort, depth-1)
	}
	return g.leaf(t, sort)
}

func (g *Grammar) leaf(t *rapid.T, sort *term.Sort) Recipe {
	fitting := slices.DeleteFunc(slices.Clone(g.Vars), func(v Variable) bool { return !v.Sort.Same(sort) })
	if len(fitting) == 0 || rapid.IntRange(0, 3).Draw(t, "constant") == 0 {
		v := Value(t, sort)
		return func(s *term.Store) *term.Term { return s.Const(sort, v) }
	}
	return rapid.SampledFrom(fitting).Draw(t, "variable").In
}

// binary is a constructor of two terms.
type binary func(s *term.Store, a, b *term.Term) *term.Term

func (g *Grammar) two(t *rapid.T, sort *term.Sort, depth int, build binary) Recipe {
	a, b := g.Expression(t, sort, depth), g.Expression(t, sort, depth)
	return func(s *term.Store) *term.Term { return build(s, a(s), b(s)) }
}

func add(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b) }

var (
	connectives = []binary{(*term.Store).Eq, (*term.Store).Implies,
		func(s *term.Store, a, b *term.Term) *term.Term { return s.And(a, b) },
		func(s *term.Store, a, b *term.Term) *term.Term { return s.Or(a, b) }}
	comparisons = []binary{(*term.Store).Le, (*term.Store).Lt, (*term.Store).Eq}
	ring        = []binary{add, (*term.Store).Sub, (*term.Store).Mul}
	field       = append(ring[:3:3], (*term.Store).Div)
	euclidean   = append(field[:4:4], (*term.Store).Mod)
	bitwise     = append(euclidean[:5:5], (*term.Store).BitAnd, (*term.Store).BitOr, (*term.Store).BitXor,
		(*term.Store).ShiftLeft, (*term.Store).ShiftRight)
)

func (g *Grammar) boolean(t *rapid.T, depth int) Recipe {
	if g.Strings && rapid.IntRange(0, 2).Draw(t, "condition on strings") == 0 {
		return g.textCondition(t, depth)
	}
	choices := 4
	if g.Quantifiers && g.depth < 2 {
		choices = 5
	}
	switch rapid.IntRange(1, choices).Draw(t, "boolean") {
	case 1:
		a := g.Expression(t, term.Bool, depth)
		return func(s *term.Store) *term.Term { return s.Not(a(s)) }
	case 2:
		return g.two(t, term.Bool, depth, rapid.SampledFrom(connectives).Draw(t, "connective"))
	case 3:
		return g.two(t, g.AnySort(t), depth, (*term.Store).Eq)
	case 4:
		return g.two(t, g.number(t), depth, rapid.SampledFrom(comparisons).Draw(t, "comparison"))
	}
	return g.quantified(t, depth)
}

// number draws a sort with an order.
func (g *Grammar) number(t *rapid.T) *term.Sort {
	var numbers []*term.Sort
	for _, s := range append(g.Sorts(), term.Int) {
		if s.Kind == term.KindInt || s.Kind == term.KindReal || s.Kind == term.KindBits {
			numbers = append(numbers, s)
		}
	}
	return rapid.SampledFrom(numbers).Draw(t, "number")
}

// Quantified is the variable of a quantifier within others: quantifiers next to each other bind the same one.
func Quantified(depth int, sort *term.Sort) Variable {
	return Variable{fmt.Sprintf("bound%d %s", depth, sort), sort}
}

func (g *Grammar) quantified(t *rapid.T, depth int) Recipe {
	sorts := g.Bound
	if sorts == nil {
		sorts = []*term.Sort{term.Range(0, 0), term.Range(0, 1), term.Range(0, 2)}
	}
	v := Quantified(g.depth, rapid.SampledFrom(sorts).Draw(t, "bound sort"))
	inner := *g
	inner.Vars, inner.depth = append(slices.Clip(g.Vars), v, v, v), g.depth+1
	body := inner.Expression(t, term.Bool, depth)
	forall := rapid.Bool().Draw(t, "forall")
	return func(s *term.Store) *term.Term {
		if forall {
			return s.Forall([]*term.Term{v.In(s)}, body(s))
		}
		return s.Exists([]*term.Term{v.In(s)}, body(s))
	}
}

func (g *Grammar) integer(t *rapid.T, depth int) Recipe {
	if g.Strings && rapid.IntRange(0, 2).Draw(t, "integer of strings") == 0 {
		return g.textNumber(t, depth)
	}
	switch rapid.IntRange(0, 6).Draw(t, "integer") {
	case 0:
		a := g.Expression(t, term.Real, depth)
		return func(s *term.Store) *term.Term { return s.Floor(a(s)) }
	case 1:
		a := g.Expression(t, term.String, depth)
		return func(s *term.Store) *term.Term { return s.Length(a(s)) }
	case 2:
		if sort := g.bitsSort(t); sort != nil {
			a := g.Expression(t, sort, depth)
			return func(s *term.Store) *term.Term { return s.BitsToInt(a(s)) }
		}
	}
	return g.two(t, term.Int, depth, rapid.SampledFrom(euclidean).Draw(t, "operator"))
}

// bitsSort draws a sort of machine integers, or is nil if there is none.
func (g *Grammar) bitsSort(t *rapid.T) *term.Sort {
	found := slices.DeleteFunc(g.Sorts(), func(s *term.Sort) bool { return s.Kind != term.KindBits })
	if len(found) == 0 {
		return nil
	}
	return rapid.SampledFrom(found).Draw(t, "bits sort")
}

func (g *Grammar) real(t *rapid.T, depth int) Recipe {
	if rapid.IntRange(0, 3).Draw(t, "real") == 0 {
		a := g.Expression(t, term.Int, depth)
		return func(s *term.Store) *term.Term { return s.ToReal(a(s)) }
	}
	return g.two(t, term.Real, depth, rapid.SampledFrom(field).Draw(t, "operator"))
}

func (g *Grammar) bits(t *rapid.T, sort *term.Sort, depth int) Recipe {
	switch rapid.IntRange(0, 5).Draw(t, "bits") {
	case 0:
		a := g.Expression(t, sort, depth)
		return func(s *term.Store) *term.Term { return s.BitNot(a(s)) }
	case 1:
		a := g.Expression(t, g.bitsSort(t), depth)
		return func(s *term.Store) *term.Term { return s.Convert(a(s), sort) }
	case 2:
		a := g.Expression(t, term.Int, depth)
		return func(s *term.Store) *term.Term { return s.IntToBits(a(s), sort) }
	}
	return g.two(t, sort, depth, rapid.SampledFrom(bitwise).Draw(t, "operator"))
}

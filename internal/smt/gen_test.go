package smt

import (
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/term"
	"pgregory.net/rapid"
)

// recipe is a random expression that can be built in any store.
type recipe func(s *term.Store) *term.Term

// world is the set of sorts and the names that random expressions are made of.
type world struct {
	sorts    []*term.Sort
	names    []string
	bound    []*term.Sort // sorts of bound variables in scope; the variable's name is its index
	quantify bool
}

var (
	color = term.Enum("color", "red", "green", "blue")

	everySort = []*term.Sort{
		term.Bool, term.Int, term.Nat, term.Range(-2, 7), term.Real, term.String, color, term.Bits(8, true), term.Bits(8, false),
		term.Bits(5, true), term.Bits(5, false), term.Bits(64, true), term.Bits(64, false), term.Bits(1, false),
	}
	smallSorts = []*term.Sort{
		term.Bool, term.Range(0, 3), term.Range(-2, 1), color, term.Bits(2, true), term.Bits(2, false),
	}
	strangeNames = []string{"x@1", "and", `a|b\c%`, "é ü"}
)

// sort draws a sort; bits and enumerations are drawn as they are, int may have bounds.
func (w *world) sort(t *rapid.T) *term.Sort { return rapid.SampledFrom(w.sorts).Draw(t, "sort") }

// sortOf draws a sort of one kind, if the world has one.
func (w *world) sortOf(t *rapid.T, kind term.Kind) (*term.Sort, bool) {
	var fitting []*term.Sort
	for _, s := range w.sorts {
		if s.Kind == kind {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) == 0 {
		return nil, false
	}
	return rapid.SampledFrom(fitting).Draw(t, "sort"), true
}

// value draws a value within the bounds of a sort.
func value(t *rapid.T, sort *term.Sort) term.Value {
	switch sort.Kind {
	case term.KindBool:
		return term.BoolValue(rapid.Bool().Draw(t, "value"))
	case term.KindReal:
		return term.RatValue(big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "numerator"), rapid.Int64Range(1, 4).Draw(t, "denominator")))
	case term.KindString:
		return term.StringValue(rapid.SampledFrom([]string{"", "a", "ab", `\u{41}`, `"\`, "é😀", "\x00\n"}).Draw(t, "value"))
	case term.KindEnum:
		return term.IntValue(rapid.Int64Range(0, int64(len(sort.Members))-1).Draw(t, "value"))
	case term.KindBits:
		return bitsValue(sort, patternOf(sort.Width, rapid.Int64().Draw(t, "value")))
	}
	if rapid.IntRange(0, 30).Draw(t, "large") == 0 && !sort.HasLow {
		return term.BigValue(new(big.Int).Lsh(big.NewInt(rapid.Int64Range(-5, 5).Draw(t, "value")), 70))
	}
	low, high := int64(-9), int64(9)
	if sort.HasLow {
		low = sort.Low
	}
	if sort.HasHigh {
		high = sort.High
	}
	return term.IntValue(rapid.Int64Range(low, high).Draw(t, "value"))
}

// expression draws an expression of the sort; bounds of int concern the leaves only.
func (w *world) expression(t *rapid.T, sort *term.Sort, depth int) recipe {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		return w.leaf(t, sort)
	}
	if rapid.IntRange(0, 7).Draw(t, "ite") == 0 {
		c, a, b := w.expression(t, term.Bool, depth-1), w.expression(t, sort, depth-1), w.expression(t, sort, depth-1)
		return func(s *term.Store) *term.Term { return s.Ite(c(s), a(s), b(s)) }
	}
	switch sort.Kind {
	case term.KindBool:
		return w.boolean(t, depth-1)
	case term.KindInt:
		return w.integer(t, sort, depth-1)
	case term.KindReal:
		return w.real(t, depth-1)
	case term.KindString:
		a, b := w.expression(t, sort, depth-1), w.expression(t, sort, depth-1)
		return func(s *term.Store) *term.Term { return s.Concat(a(s), b(s)) }
	case term.KindBits:
		return w.bits(t, sort, depth-1)
	}
	return w.leaf(t, sort)
}

func (w *world) leaf(t *rapid.T, sort *term.Sort) recipe {
	if rapid.IntRange(0, 2).Draw(t, "constant") == 0 {
		v := value(t, sort)
		return func(s *term.Store) *term.Term { return s.Const(sort, v) }
	}
	for i, b := range w.bound {
		if b.Same(sort) && rapid.Bool().Draw(t, "bound") {
			return func(s *term.Store) *term.Term { return boundVariable(s, i, b) }
		}
	}
	name := rapid.SampledFrom(w.names).Draw(t, "name")
	return func(s *term.Store) *term.Term { return s.Var(name, sort) }
}

var boundSorts = []*term.Sort{term.Range(0, 3), color, term.Bits(2, true), term.Bool}

func boundVariable(s *term.Store, i int, sort *term.Sort) *term.Term {
	return s.Var(fmt.Sprintf("bound %d %s", i, sort), sort)
}

type binary func(s *term.Store, a, b *term.Term) *term.Term

func (w *world) apply(t *rapid.T, sort *term.Sort, depth int, f binary) recipe {
	a, b := w.expression(t, sort, depth), w.expression(t, sort, depth)
	return func(s *term.Store) *term.Term { return f(s, a(s), b(s)) }
}

func (w *world) boolean(t *rapid.T, depth int) recipe {
	choice := rapid.IntRange(0, 8).Draw(t, "boolean")
	switch {
	case choice == 0:
		a := w.expression(t, term.Bool, depth)
		return func(s *term.Store) *term.Term { return s.Not(a(s)) }
	case choice == 1:
		return w.apply(t, term.Bool, depth, func(s *term.Store, a, b *term.Term) *term.Term { return s.And(a, b, a) })
	case choice == 2:
		return w.apply(t, term.Bool, depth, func(s *term.Store, a, b *term.Term) *term.Term { return s.Or(a, b) })
	case choice == 3:
		return w.apply(t, term.Bool, depth, (*term.Store).Implies)
	case choice == 4 && w.quantify && len(w.bound) < 2:
		return w.quantifier(t, depth)
	case choice <= 6:
		return w.apply(t, w.sort(t), depth, (*term.Store).Eq)
	}
	return w.comparison(t, depth)
}

func (w *world) comparison(t *rapid.T, depth int) recipe {
	f := (*term.Store).Le
	if rapid.Bool().Draw(t, "strict") {
		f = (*term.Store).Lt
	}
	kind := rapid.SampledFrom([]term.Kind{term.KindInt, term.KindReal, term.KindBits}).Draw(t, "kind")
	sort, ok := w.sortOf(t, kind)
	if !ok {
		sort, _ = w.sortOf(t, term.KindInt)
	}
	return w.apply(t, sort, depth, f)
}

// quantifier binds a variable with few values, so that concrete evaluation can try them all.
func (w *world) quantifier(t *rapid.T, depth int) recipe {
	sort := rapid.SampledFrom(boundSorts).Draw(t, "bound sort")
	i := len(w.bound)
	inner := *w
	inner.bound = append(append([]*term.Sort(nil), w.bound...), sort)
	body := inner.expression(t, term.Bool, depth)
	all := rapid.Bool().Draw(t, "forall")
	return func(s *term.Store) *term.Term {
		v := []*term.Term{boundVariable(s, i, sort)}
		if all {
			return s.Forall(v, body(s))
		}
		return s.Exists(v, body(s))
	}
}

func (w *world) integer(t *rapid.T, sort *term.Sort, depth int) recipe {
	switch rapid.IntRange(0, 8).Draw(t, "integer") {
	case 0, 1:
		return w.apply(t, sort, depth, func(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b, a) })
	case 2:
		return w.apply(t, sort, depth, (*term.Store).Sub)
	case 3:
		return w.apply(t, sort, depth, (*term.Store).Mul)
	case 4:
		return w.apply(t, sort, depth, (*term.Store).Div)
	case 5:
		return w.apply(t, sort, depth, (*term.Store).Mod)
	case 6:
		if from, ok := w.sortOf(t, term.KindBits); ok {
			a := w.expression(t, from, depth)
			return func(s *term.Store) *term.Term { return s.BitsToInt(a(s)) }
		}
	case 7:
		if from, ok := w.sortOf(t, term.KindString); ok {
			a := w.expression(t, from, depth)
			return func(s *term.Store) *term.Term { return s.Length(a(s)) }
		}
	case 8:
		if from, ok := w.sortOf(t, term.KindReal); ok {
			a := w.expression(t, from, depth)
			return func(s *term.Store) *term.Term { return s.Floor(a(s)) }
		}
	}
	return w.leaf(t, sort)
}

func (w *world) real(t *rapid.T, depth int) recipe {
	switch rapid.IntRange(0, 4).Draw(t, "real") {
	case 0:
		return w.apply(t, term.Real, depth, func(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b) })
	case 1:
		return w.apply(t, term.Real, depth, (*term.Store).Sub)
	case 2:
		return w.apply(t, term.Real, depth, (*term.Store).Mul)
	case 3:
		return w.apply(t, term.Real, depth, (*term.Store).Div)
	}
	a := w.expression(t, term.Int, depth)
	return func(s *term.Store) *term.Term { return s.ToReal(a(s)) }
}

var bitOperations = []binary{
	func(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b, a) },
	(*term.Store).Sub, (*term.Store).Mul, (*term.Store).Div, (*term.Store).Mod, (*term.Store).BitAnd, (*term.Store).BitOr,
	(*term.Store).BitXor, (*term.Store).ShiftLeft, (*term.Store).ShiftRight,
	func(s *term.Store, a, _ *term.Term) *term.Term { return s.BitNot(a) },
}

func (w *world) bits(t *rapid.T, sort *term.Sort, depth int) recipe {
	switch choice := rapid.IntRange(-2, len(bitOperations)-1).Draw(t, "bits"); choice {
	case -2:
		from, _ := w.sortOf(t, term.KindBits)
		a := w.expression(t, from, depth)
		return func(s *term.Store) *term.Term { return s.Convert(a(s), sort) }
	case -1:
		from, _ := w.sortOf(t, term.KindInt)
		a := w.expression(t, from, depth)
		return func(s *term.Store) *term.Term { return s.IntToBits(a(s), sort) }
	default:
		return w.apply(t, sort, depth, bitOperations[choice])
	}
}

package emit

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A quantifier becomes loops in Go if its variables have limits, which come from their sorts or from the conjuncts of the
// body: in 20*a + 50*b == m with natural numbers, a goes up to m / 20, and b follows from a.

// limit is one loop: the variable goes from the largest of lows to the smallest of highs.
type limit struct {
	variable    *term.Term
	lows, highs []*term.Term
}

// limitsOf finds the loops of a quantifier.
func limitsOf(s *term.Store, t *term.Term) ([]limit, error) {
	var out []limit
	for i, v := range t.Bound() {
		l := limit{variable: v}
		l.addSort(s)
		if v.Sort().Kind == term.KindInt {
			lows, highs := s.Limits(t, i)
			l.lows, l.highs = append(l.lows, lows...), append(l.highs, highs...)
		}
		if len(l.lows) == 0 || len(l.highs) == 0 {
			return nil, fmt.Errorf("the quantifier over %s: %s has no bounds, so it cannot become a loop in Go", v.Name(), v.Sort())
		}
		out = append(out, l)
	}
	return out, nil
}

// maxMachineLoop is the largest width of a machine integer all values of which are tried.
const maxMachineLoop = 16

// addSort adds the limits of the variable's sort.
func (l *limit) addSort(s *term.Store) {
	sort := l.variable.Sort()
	switch {
	case sort.Kind == term.KindInt:
		if sort.HasLow {
			l.lows = append(l.lows, s.Int(sort.Low))
		}
		if sort.HasHigh {
			l.highs = append(l.highs, s.Int(sort.High))
		}
	case sort.Kind == term.KindBool, sort.Kind == term.KindEnum, sort.Kind == term.KindBits && sort.Width <= maxMachineLoop:
		values := sort.Values(1 << maxMachineLoop)
		if len(values) > 0 {
			l.lows, l.highs = []*term.Term{s.Const(term.Int, values[0])}, []*term.Term{s.Const(term.Int, values[len(values)-1])}
		}
	}
}

// sizes bounds the numbers that conditions compute with, given bounds of the sizes of their variables. A size that is not OK does
// not fit an int64.
type sizes struct {
	store *term.Store
	bound map[*term.Term]term.Bound
	large bool // some integer does not fit, or the conditions are too large
	steps int
}

// fits reports whether the integers of all conditions are within an int64.
func (z *sizes) fits(conditions []*term.Term) bool {
	for _, c := range conditions {
		z.size(c)
	}
	return !z.large
}

func (z *sizes) size(t *term.Term) term.Bound {
	if z.steps++; z.steps > maxFormula {
		z.large = true
		return term.Bound{}
	}
	size := z.compute(t)
	z.large = z.large || t.Sort().Kind == term.KindInt && !size.OK
	return size
}

func (z *sizes) compute(t *term.Term) term.Bound {
	switch t.Op() {
	case term.OpConst:
		return constantSize(t)
	case term.OpVar:
		if size, ok := z.bound[t]; ok {
			return size
		}
		return sortSize(t.Sort(), term.Bound{})
	case term.OpExists, term.OpForall:
		return z.quantifier(t)
	}
	args := make([]term.Bound, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = z.size(a)
	}
	return combined(t, args)
}

// larger returns the larger of two sizes.
func larger(a, b term.Bound) term.Bound { return term.Bound{N: max(a.N, b.N), OK: a.OK && b.OK} }

// sizeOf returns the size of a number.
func sizeOf(n int64) term.Bound { return term.Bound{N: max(n, -n), OK: n != math.MinInt64} }

func constantSize(t *term.Term) term.Bound {
	if t.Sort().Kind != term.KindInt && t.Sort().Kind != term.KindReal {
		return term.At(0)
	}
	r := t.Value().Rat()
	quotient := new(big.Int).Quo(r.Num(), r.Denom())
	if !quotient.IsInt64() {
		return term.Bound{}
	}
	size := sizeOf(quotient.Int64())
	if !r.IsInt() {
		size = size.Plus(term.At(1))
	}
	return size
}

// sortSize returns the size of the largest number of a sort; otherwise is for a sort without bounds.
func sortSize(sort *term.Sort, otherwise term.Bound) term.Bound {
	switch {
	case sort.Kind != term.KindInt && sort.Kind != term.KindReal:
		return term.At(0)
	case sort.HasLow && sort.HasHigh:
		return larger(sizeOf(sort.Low), sizeOf(sort.High))
	case sort.HasLow:
		return otherwise.Plus(sizeOf(sort.Low))
	case sort.HasHigh:
		return otherwise.Plus(sizeOf(sort.High))
	}
	return otherwise
}

// quantifier bounds the bound variables by their limits.
func (z *sizes) quantifier(t *term.Term) term.Bound {
	limits, err := limitsOf(z.store, t)
	if err != nil {
		return term.Bound{}
	}
	for _, l := range limits {
		size := term.At(0)
		for _, end := range slices.Concat(l.lows, l.highs) {
			size = larger(size, z.size(end))
		}
		z.bound[l.variable] = size
	}
	z.size(t.Body())
	return term.At(0)
}

// combined returns the size of an operation on arguments of known sizes.
func combined(t *term.Term, args []term.Bound) term.Bound {
	switch t.Op() {
	case term.OpAdd:
		sum := term.At(0)
		for _, a := range args {
			sum = sum.Plus(a)
		}
		return sum
	case term.OpMul:
		return args[0].Times(args[1])
	case term.OpIte:
		return larger(args[1], args[2])
	case term.OpDiv:
		return term.Bound{N: args[0].N, OK: args[0].OK && t.Sort().Kind != term.KindReal}
	case term.OpMod:
		return args[1]
	case term.OpToReal:
		return args[0]
	case term.OpFloor:
		return args[0].Plus(term.At(1))
	case term.OpLength, term.OpIndexOf:
		return term.At(math.MaxInt32)
	case term.OpToInt:
		return term.Bound{}
	case term.OpBitsToInt:
		return machineSize(t.Args()[0].Sort())
	}
	return term.At(0)
}

// machineSize returns the size of the largest number of a machine type. The lowest int64 counts as one less than it is.
func machineSize(sort *term.Sort) term.Bound {
	switch {
	case sort.Width == 64:
		return term.Bound{N: math.MaxInt64, OK: sort.Signed}
	case sort.Signed:
		return term.At(1 << (sort.Width - 1))
	}
	return term.At(1<<sort.Width - 1)
}

package emit

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
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
	body := t.Body()
	if t.Op() == term.OpForall {
		body = s.Not(body)
	}
	var out []limit
	for i, v := range t.Bound() {
		l := limit{variable: v}
		l.ofSort(s)
		for _, c := range conjunctsOf(s, body) {
			l.ofConjunct(s, c, t.Bound()[i+1:])
		}
		if len(l.lows) == 0 || len(l.highs) == 0 {
			return nil, fmt.Errorf("the quantifier over %s: %s has no bounds, so it cannot become a loop in Go", v.Name(), v.Sort())
		}
		out = append(out, l)
	}
	return out, nil
}

// conjunctsOf takes a conjunction apart, also if it is the negation of a disjunction.
func conjunctsOf(s *term.Store, t *term.Term) []*term.Term {
	if t.Op() != term.OpNot || t.Args()[0].Op() != term.OpOr {
		return t.Conjuncts()
	}
	var out []*term.Term
	for _, a := range t.Args()[0].Args() {
		out = append(out, s.Not(a))
	}
	return out
}

// maxMachineLoop is the largest width of a machine integer all values of which are tried.
const maxMachineLoop = 16

// ofSort adds the limits of the variable's sort.
func (l *limit) ofSort(s *term.Store) {
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

// ofConjunct adds the limits that follow from a comparison.
func (l *limit) ofConjunct(s *term.Store, c *term.Term, later []*term.Term) {
	if c.Op() != term.OpLe && c.Op() != term.OpEq || c.Args()[0].Sort().Kind != term.KindInt || l.variable.Sort().Kind != term.KindInt {
		return
	}
	difference := s.Sub(c.Args()[0], c.Args()[1])
	l.solve(s, difference, later)
	if c.Op() == term.OpEq {
		l.solve(s, s.Neg(difference), later)
	}
}

// solve reads a limit off sum <= 0. What mentions later variables counts with the low end of its interval.
func (l *limit) solve(s *term.Store, sum *term.Term, later []*term.Term) {
	factor, rest := term.IntValue(0), s.Int(0)
	for _, summand := range summands(sum) {
		core, c := scaledBy(summand)
		low := summand.Bounds().Low
		switch {
		case core == l.variable:
			factor = c
		case summand.Mentions(l.variable):
			return
		case !summand.Mentions(later...):
			rest = s.Add(rest, summand)
		case !low.OK:
			return
		default:
			rest = s.Add(rest, s.Int(low.N))
		}
	}
	switch n := factor.Big(); n.Sign() {
	case 1: // v <= floor(-rest / n)
		l.highs = append(l.highs, s.Div(s.Neg(rest), s.Const(term.Int, factor)))
	case -1: // v >= ceiling(rest / -n) = -floor(-rest / -n)
		l.lows = append(l.lows, s.Neg(s.Div(s.Neg(rest), s.Const(term.Int, term.BigValue(new(big.Int).Neg(n))))))
	}
}

func summands(t *term.Term) []*term.Term {
	if t.Op() == term.OpAdd {
		return t.Args()
	}
	return []*term.Term{t}
}

// scaledBy splits c*t.
func scaledBy(t *term.Term) (*term.Term, term.Value) {
	if t.Op() == term.OpMul && t.Args()[0].IsConst() {
		return t.Args()[1], t.Args()[0].Value()
	}
	return t, term.IntValue(1)
}

// sizes bounds the numbers that a condition computes with, given bounds of the sizes of its variables.
type sizes struct {
	store   *term.Store
	bound   map[*term.Term]*big.Int
	largest *big.Int // of all integers computed
	steps   int
}

// endless is a size that no int64 holds.
var endless = new(big.Int).Lsh(big.NewInt(1), 1024)

// fits reports whether the integers of all conditions are within an int64.
func (z *sizes) fits(conditions []*term.Term) bool {
	z.largest = new(big.Int)
	for _, c := range conditions {
		z.of(c)
	}
	return z.largest.IsInt64() && z.steps <= maxFormula
}

func (z *sizes) of(t *term.Term) *big.Int {
	if z.steps++; z.steps > maxFormula {
		return endless
	}
	size := z.compute(t)
	if t.Sort().Kind == term.KindInt && size.Cmp(z.largest) > 0 {
		z.largest = size
	}
	return size
}

func (z *sizes) compute(t *term.Term) *big.Int {
	switch t.Op() {
	case term.OpConst:
		return constantSize(t)
	case term.OpVar:
		return z.variable(t)
	case term.OpExists, term.OpForall:
		return z.quantifier(t)
	}
	args := make([]*big.Int, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = z.of(a)
	}
	return combined(t, args)
}

func constantSize(t *term.Term) *big.Int {
	if t.Sort().Kind != term.KindInt && t.Sort().Kind != term.KindReal {
		return new(big.Int)
	}
	r := t.Value().Rat()
	quotient := new(big.Int).Quo(r.Num(), r.Denom())
	quotient.Abs(quotient)
	if !r.IsInt() {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}

func (z *sizes) variable(t *term.Term) *big.Int {
	if size := z.bound[t]; size != nil {
		return size
	}
	return sortSize(t.Sort(), endless)
}

// sortSize is the size of the largest number of a sort, or otherwise if the sort has no bounds.
func sortSize(sort *term.Sort, otherwise *big.Int) *big.Int {
	switch {
	case sort.Kind == term.KindInt && sort.HasLow && sort.HasHigh:
		low, high := big.NewInt(sort.Low), big.NewInt(sort.High)
		if low.CmpAbs(high) > 0 {
			high = low
		}
		return new(big.Int).Abs(high)
	case sort.Kind == term.KindInt && sort.HasLow:
		return new(big.Int).Add(otherwise, new(big.Int).Abs(big.NewInt(sort.Low)))
	case sort.Kind == term.KindInt && sort.HasHigh:
		return new(big.Int).Add(otherwise, new(big.Int).Abs(big.NewInt(sort.High)))
	case sort.Kind == term.KindInt || sort.Kind == term.KindReal:
		return otherwise
	}
	return new(big.Int)
}

// quantifier bounds the bound variables by their limits.
func (z *sizes) quantifier(t *term.Term) *big.Int {
	limits, err := limitsOf(z.store, t)
	if err != nil {
		return endless
	}
	for _, l := range limits {
		size := new(big.Int)
		for _, end := range slices.Concat(l.lows, l.highs) {
			if s := z.of(end); s.Cmp(size) > 0 {
				size = s
			}
		}
		z.bound[l.variable] = size
	}
	z.of(t.Body())
	return new(big.Int)
}

// combined is the size of an operation on arguments of known sizes.
func combined(t *term.Term, args []*big.Int) *big.Int {
	out := new(big.Int)
	switch t.Op() {
	case term.OpAdd:
		for _, a := range args {
			out.Add(out, a)
		}
	case term.OpMul:
		out.Mul(args[0], args[1])
	case term.OpIte:
		out = args[1]
		if args[2].Cmp(out) > 0 {
			out = args[2]
		}
	case term.OpDiv:
		out = args[0]
		if t.Sort().Kind == term.KindReal {
			out = endless
		}
	case term.OpMod:
		out = args[1]
	case term.OpToReal:
		out = args[0]
	case term.OpFloor:
		out.Add(args[0], big.NewInt(1))
	case term.OpLength:
		out.SetInt64(math.MaxInt32)
	case term.OpBitsToInt:
		out = machineSize(t.Args()[0].Sort())
	}
	return out
}

// machineSize is the size of the largest number of a machine type. The lowest int64 counts as one less than it is.
func machineSize(sort *term.Sort) *big.Int {
	width := uint(sort.Width)
	switch {
	case sort.Signed && width == 64:
		return big.NewInt(math.MaxInt64)
	case sort.Signed:
		return new(big.Int).Lsh(big.NewInt(1), width-1)
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), width), big.NewInt(1))
}

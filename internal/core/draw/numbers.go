package draw

import (
	"math"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// class is a kind of values, with how often it is drawn relative to others.
type class struct {
	name   string
	weight float64
}

func weights(classes []class) []float64 {
	out := make([]float64, len(classes))
	for i, c := range classes {
		out[i] = c.weight
	}
	return out
}

// numberClasses are those of integers and reals.
var numberClasses = []class{{"small", 6}, {"constant", 4}, {"end", 2}, {"power", 4}, {"typical", 4}, {"wild", 2}}

// integer draws an integer of a class. Numbers of more than 64 bits are not drawn: few systems have them.
func (g *Generator) integer(s *term.Sort) term.Value {
	switch numberClasses[g.pick(g.theme.numbers)].name {
	case "constant":
		return g.constant(s)
	case "end":
		return g.end(s)
	case "power":
		return term.IntValue(g.power(62) + int64(g.random.IntN(3)) - 1)
	case "typical":
		return term.IntValue(lowest(s) + g.signed(s, int64(g.random.IntN(1000))))
	case "wild":
		return g.wild(s)
	}
	return term.IntValue(lowest(s) + g.signed(s, int64(g.random.IntN(12))))
}

// lowest returns the value from which small numbers of a sort are counted.
func lowest(s *term.Sort) int64 {
	switch {
	case s.Kind == term.KindInt && s.HasLow && s.Low > 0:
		return s.Low
	case s.Kind == term.KindInt && s.HasHigh && s.High < 0:
		return s.High
	}
	return 0
}

// signed makes one number in three negative, where the sort has negative ones.
func (g *Generator) signed(s *term.Sort, n int64) int64 {
	negative := s.Kind == term.KindBits && s.Signed || s.Kind != term.KindBits && (!s.HasLow || s.Low < 0)
	if negative && g.random.IntN(3) == 0 {
		return -n
	}
	return n
}

// constant draws a constant of the model or a neighbour of it.
func (g *Generator) constant(s *term.Sort) term.Value {
	f := familyOf(s)
	if s.Kind == term.KindBits {
		f = integers
	}
	if list := g.constants[f]; len(list) > 0 {
		return list[g.random.IntN(len(list))]
	}
	return term.IntValue(int64(g.random.IntN(3)))
}

// machineEnds are the ends of machine types, and of the integers that a float64 can hold.
var machineEnds = []int64{math.MinInt8, math.MaxInt8, math.MaxUint8, math.MinInt16, math.MaxInt16, math.MaxUint16, math.MinInt32, math.MaxInt32, math.MaxUint32,
	-1 << 24, 1 << 24, -1 << 53, 1 << 53, math.MinInt64 + 1, math.MaxInt64 - 1}

// end draws one of the ends of the sort, or of a machine type, or a neighbour of it.
func (g *Generator) end(s *term.Sort) term.Value {
	ends := ownEnds(s)
	if len(ends) == 0 || s.Kind == term.KindInt && g.random.IntN(2) == 0 {
		ends = machineEnds
	}
	return term.IntValue(ends[g.random.IntN(len(ends))] + int64(g.random.IntN(3)) - 1)
}

// ownEnds returns the ends of the sort itself.
func ownEnds(s *term.Sort) []int64 {
	var ends []int64
	switch {
	case s.Kind == term.KindBits && s.Signed:
		ends = append(ends, -1<<(s.Width-1), 1<<(s.Width-1)-1)
	case s.Kind == term.KindBits:
		ends = append(ends, 0, int64(^uint64(0)>>(64-s.Width)))
	}
	if s.HasLow {
		ends = append(ends, s.Low)
	}
	if s.HasHigh {
		ends = append(ends, s.High)
	}
	return ends
}

// widths are the bits of numbers that programs keep: integers with and without sign, and the digits of float32 and float64.
var widths = []int{7, 8, 15, 16, 23, 24, 30, 31, 32, 52, 53, 62}

// power draws a power of two with a sign, up to an exponent.
func (g *Generator) power(most int) int64 {
	exponent := g.random.IntN(most + 1)
	switch g.random.IntN(3) {
	case 0:
		exponent = widths[g.random.IntN(len(widths))]
	case 1:
		exponent = g.theme.width
	}
	n := int64(1) << min(exponent, most)
	if g.random.IntN(4) == 0 {
		return -n
	}
	return n
}

// wild draws a number of the width of the theme: an overflow often needs two numbers of the same size.
func (g *Generator) wild(s *term.Sort) term.Value {
	if s.Bounded(1 << 20) {
		return Uniform(g.random, s)
	}
	low := int64(1) << g.theme.width >> 1
	return term.IntValue(g.signed(s, low+g.random.Int64N(max(low, 1))))
}

// width draws a number of bits.
func (g *Generator) width() int {
	if g.random.IntN(2) == 0 {
		return widths[g.random.IntN(len(widths))]
	}
	return 1 + g.random.IntN(62)
}

// real draws a decimal fraction with few digits, which every protocol can transport.
func (g *Generator) real(s *term.Sort) term.Value {
	whole := g.integer(s).Rat()
	digits := []int64{1, 1, 2, 4, 10, 100, 1000}[g.random.IntN(7)]
	part := big.NewRat(int64(g.random.IntN(int(digits))), digits)
	if whole.Num().BitLen() > 50 { // with one more digit it would not be a float64
		return term.RatValue(big.NewRat(g.power(50), 1))
	}
	return term.RatValue(new(big.Rat).Add(whole, part))
}

// nearInteger draws a neighbour, or a number that a narrower type confuses with another.
func (g *Generator) nearInteger(v term.Value) term.Value {
	n, small := v.Small()
	if !small {
		return v
	}
	switch i := g.random.IntN(len(neighbours) + 3); i {
	case len(neighbours):
		return term.IntValue(0)
	case len(neighbours) + 1:
		return within64(term.AddInts(v, n), v)
	case len(neighbours) + 2:
		return within64(term.AddInts(term.IntValue(0), -n), v)
	default:
		return within64(term.AddInts(v, neighbours[i]), v)
	}
}

// neighbours are the differences of numbers that are near each other, or equal in some of their lowest bits.
var neighbours = []int64{1, -1, 2, 10, 1 << 8, 1 << 16, 1 << 32}

// within64 returns a number if it has at most 64 bits, and another if not.
func within64(v, otherwise term.Value) term.Value {
	if _, small := v.Small(); small {
		return v
	}
	return otherwise
}

// nearReal draws a neighbour.
func (g *Generator) nearReal(v term.Value) term.Value {
	r := v.Rat()
	near := []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 10), big.NewRat(-1, 10), big.NewRat(1, 1000), r, new(big.Rat).Mul(r, big.NewRat(-2, 1))}
	return term.RatValue(new(big.Rat).Add(r, near[g.random.IntN(len(near))]))
}

// numberClass distinguishes the numbers up to 3, and others by sign and length in bits.
func numberClass(n *big.Int) int {
	if n.IsInt64() && n.Int64() >= 0 && n.Int64() < 4 {
		return int(n.Int64())
	}
	return 4 + 2*n.BitLen() + (1-n.Sign())/2
}

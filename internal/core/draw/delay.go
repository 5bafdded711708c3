package draw

import (
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Delay draws the time before a step: none, one of the constants that clocks may be compared with or the time from one to another, or some
// time up to the largest of these, in eighths of a unit.
func (p Pool) Delay(random *rand.Rand) term.Value {
	constants := p[reals]
	if len(constants) == 0 || random.IntN(4) == 0 {
		return term.RatValue(big.NewRat(int64(random.IntN(9)/8), 1)) // most often no delay
	}
	pick := func() *big.Rat { return new(big.Rat).Abs(constants[random.IntN(len(constants))].Rat()) }
	switch random.IntN(3) {
	case 0:
		return term.RatValue(pick())
	case 1:
		apart := new(big.Rat).Sub(pick(), pick())
		return term.RatValue(apart.Abs(apart))
	}
	return term.RatValue(new(big.Rat).Mul(pick(), big.NewRat(int64(random.IntN(9)), 8)))
}

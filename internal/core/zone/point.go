package zone

import "math/big"

// Point returns values of the clocks that are in z, or nil if there are none or z is refused. Entry 0 is zero. Each clock has the least value that is
// possible with the values of the clocks before it, or, if there is no least one, a value between its bounds.
func (z *Zone) Point() []*big.Rat {
	if z.settled() {
		return nil
	}
	out := []*big.Rat{new(big.Rat)}
	for x := 1; x < z.size; x++ {
		out = append(out, z.between(x, out))
	}
	return out
}

// between returns a value that x can have with those of the clocks before it.
func (z *Zone) between(x int, before []*big.Rat) *big.Rat {
	var low, high *big.Rat
	open := false
	for y, v := range before {
		if b := z.Bound(y, x); b != Infinity {
			at := new(big.Rat).Sub(v, rat(b))
			if low == nil || at.Cmp(low) > 0 {
				low, open = at, b.Strict()
			} else if at.Cmp(low) == 0 {
				open = open || b.Strict()
			}
		}
		if b := z.Bound(x, y); b != Infinity {
			at := new(big.Rat).Add(v, rat(b))
			if high == nil || at.Cmp(high) < 0 {
				high = at
			}
		}
	}
	return choose(low, high, open)
}

// choose returns a number between two, which may be missing; the lower one itself if it is not open.
func choose(low, high *big.Rat, open bool) *big.Rat {
	one := big.NewRat(1, 1)
	switch {
	case low == nil && high == nil:
		return new(big.Rat)
	case low == nil:
		return new(big.Rat).Sub(high, one)
	case !open:
		return low
	case high == nil:
		return new(big.Rat).Add(low, one)
	}
	sum := new(big.Rat).Add(low, high)
	return sum.Quo(sum, big.NewRat(2, 1))
}

func rat(b Bound) *big.Rat { return new(big.Rat).SetInt64(b.Value()) }

// Wait returns a time that is not negative after which the given values are in z if they ever are, or nil if they never are or z is refused. It
// is the least one if there is a least one. Entry 0 of the values is zero.
func (z *Zone) Wait(values []*big.Rat) *big.Rat {
	if z.settled() {
		return nil
	}
	low, open := new(big.Rat), false
	var high *big.Rat
	for x := 1; x < z.size; x++ {
		if b := z.Bound(0, x); b != Infinity && !(b == zero && values[x].Sign() >= 0) {
			at := new(big.Rat).Neg(new(big.Rat).Add(rat(b), values[x]))
			switch at.Cmp(low) {
			case 1:
				low, open = at, b.Strict()
			case 0:
				open = open || b.Strict()
			}
		}
		if b := z.Bound(x, 0); b != Infinity {
			if at := new(big.Rat).Sub(rat(b), values[x]); high == nil || at.Cmp(high) < 0 {
				high = at
			}
		}
	}
	if high != nil && low.Cmp(high) > 0 {
		return nil
	}
	return choose(low, high, open)
}

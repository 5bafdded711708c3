package shrink

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// smallNumbers bounds the numbers that are tried one by one, maxTogether the pairs of numbers that are lowered together.
const (
	smallNumbers = 16
	maxTogether  = 100
)

// wholeOf returns the number for a value of integers or machine integers.
func wholeOf(sort *term.Sort, v term.Value) *big.Int {
	if n, small := v.Small(); small && sort.Kind == term.KindBits && !sort.Signed {
		return new(big.Int).SetUint64(uint64(n))
	}
	return v.Big()
}

// valueOf returns the value for a number; false if the sort has none.
func valueOf(sort *term.Sort, n *big.Int) (term.Value, bool) {
	if sort.Kind == term.KindBits {
		if n.IsUint64() && !sort.Signed {
			return term.IntValue(int64(n.Uint64())), n.BitLen() <= sort.Width
		}
		return term.IntValue(n.Int64()), sort.Signed && n.BitLen() < sort.Width
	}
	v := term.BigValue(n)
	return v, sort.Contains(v)
}

// simplifyWhole looks for the failing number nearest to zero: zero itself, the positive number, bisection between zero and a
// failing number, and the smallest numbers.
func simplifyWhole(g *group, set func(term.Value) (bool, error)) error {
	try := func(n *big.Int) (bool, error) {
		v, ok := valueOf(g.sort, n)
		if !ok {
			return false, nil
		}
		return set(v)
	}
	zero := wholeOf(g.sort, g.sort.Default())
	if done, err := try(zero); err != nil || done {
		return err
	}
	if n := wholeOf(g.sort, g.value); n.Sign() < 0 {
		if _, err := try(new(big.Int).Neg(n)); err != nil {
			return err
		}
	}
	if done, err := try(new(big.Int).Add(zero, big.NewInt(1))); err != nil || done {
		return err
	}
	if err := descend(zero, g, try); err != nil {
		return err
	}
	return smallest(zero, g, try)
}

// descend bisects until that no longer helps. If it helps more than once, the failing numbers are not all above a limit, and digits
// are cleared first.
func descend(zero *big.Int, g *group, try func(*big.Int) (bool, error)) error {
	for round := 0; ; round++ {
		before := wholeOf(g.sort, g.value)
		if round > 1 {
			if err := clearBits(g, try); err != nil {
				return err
			}
		}
		if err := bisect(zero, wholeOf(g.sort, g.value), try); err != nil {
			return err
		}
		if wholeOf(g.sort, g.value).Cmp(before) == 0 {
			return nil
		}
	}
}

// clearBits clears binary digits of a positive number, the highest first.
func clearBits(g *group, try func(*big.Int) (bool, error)) error {
	for i := wholeOf(g.sort, g.value).BitLen() - 1; i >= 0; i-- {
		n := wholeOf(g.sort, g.value)
		if n.Sign() < 0 || n.Bit(i) == 0 {
			continue
		}
		if _, err := try(new(big.Int).SetBit(n, i, 0)); err != nil {
			return err
		}
	}
	return nil
}

// bisect looks for a number that fails next to one that does not.
func bisect(passes, fails *big.Int, try func(*big.Int) (bool, error)) error {
	for {
		middle := new(big.Int).Sub(fails, passes)
		if middle.CmpAbs(big.NewInt(1)) <= 0 {
			return nil
		}
		middle.Quo(middle, big.NewInt(2)).Add(middle, passes)
		failed, err := try(middle)
		if err != nil {
			return err
		}
		if failed {
			fails = middle
		} else {
			passes = middle
		}
	}
}

// smallest tries the smallest numbers one by one, since the failing ones need not all be above a limit.
func smallest(zero *big.Int, g *group, try func(*big.Int) (bool, error)) error {
	for k := int64(2); k <= smallNumbers; k++ {
		n := new(big.Int).Add(zero, big.NewInt(k))
		if n.CmpAbs(wholeOf(g.sort, g.value)) >= 0 {
			return nil
		}
		if done, err := try(n); err != nil || done {
			return err
		}
	}
	return nil
}

// simplifyReal looks for a whole number that fails, and otherwise for a fraction with few digits.
func simplifyReal(g *group, set func(term.Value) (bool, error)) error {
	for _, denominator := range []int64{1, 2, 10, 100, 1000} {
		scaled := new(big.Rat).Mul(g.value.Rat(), new(big.Rat).SetInt64(denominator))
		whole := new(big.Int).Quo(scaled.Num(), scaled.Denom())
		try := func(n *big.Int) (bool, error) {
			return set(term.RatValue(new(big.Rat).SetFrac(n, big.NewInt(denominator))))
		}
		for _, n := range []*big.Int{new(big.Int), big.NewInt(1), new(big.Int).Neg(whole), whole, new(big.Int).Add(whole, big.NewInt(int64(scaled.Sign())))} {
			done, err := try(n)
			if err != nil {
				return err
			}
			if done {
				return bisect(new(big.Int), n, try)
			}
		}
	}
	return nil
}

// lowerTogether lowers two numbers by the same amount, so that a test that needs their difference keeps it.
func (s *search) lowerTogether(ctx context.Context) error {
	all := groups(s.best)
	pairs := 0
	for i := range all {
		for j := range i {
			a, b := all[j], all[i]
			if !isWhole(&a) || !isWhole(&b) {
				continue
			}
			if pairs++; pairs > maxTogether {
				return nil
			}
			if err := s.lowerPair(ctx, a, b); err != nil {
				return err
			}
		}
	}
	return nil
}

func isWhole(g *group) bool { return g.sort.Kind == term.KindInt || g.sort.Kind == term.KindBits }

// lowerPair looks for the greatest amount by which two positive numbers can be lowered.
func (s *search) lowerPair(ctx context.Context, a, b group) error {
	if !a.holds(s.best) || !b.holds(s.best) {
		return nil
	}
	m, n := wholeOf(a.sort, a.value), wholeOf(b.sort, b.value)
	least := m
	if n.Cmp(m) < 0 {
		least = n
	}
	if least.Sign() <= 0 {
		return nil
	}
	lower := func(rest *big.Int) (bool, error) { // the smaller remaining number
		amount := new(big.Int).Sub(least, rest)
		v, vOK := valueOf(a.sort, new(big.Int).Sub(m, amount))
		w, wOK := valueOf(b.sort, new(big.Int).Sub(n, amount))
		if !vOK || !wOK || !a.holds(s.best) || !b.holds(s.best) {
			return false, nil
		}
		done, err := s.attempt(ctx, with(with(s.best, a.places, v), b.places, w), false)
		if done {
			a.value, b.value = v, w
		}
		return done, err
	}
	if done, err := lower(new(big.Int)); err != nil || done {
		return err
	}
	return bisect(new(big.Int), least, lower)
}

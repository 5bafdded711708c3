package verify

import "math/big"

// integer computes an operation on integers or machine integers. A division by zero gives zero.
func (e *expr) integer(a []value) (value, error) {
	out := new(big.Int).Set(a[0].(*big.Int))
	if e.op == "bit-not" {
		return e.sort.wrap(out.Not(out)), nil
	}
	for _, v := range a[1:] {
		n := v.(*big.Int)
		if out.BitLen()+n.BitLen() > maxBits {
			return nil, &ErrUnable{"a number is too large"}
		}
		switch e.op {
		case "+":
			out.Add(out, n)
		case "*":
			out.Mul(out, n)
		case "div", "mod":
			out = e.divide(out, n)
		case "bit-and":
			out.And(out, n)
		case "bit-or":
			out.Or(out, n)
		case "bit-xor":
			out.Xor(out, n)
		case "shift-left", "shift-right":
			out = e.shift(out, n)
		default:
			return nil, errUnable(e)
		}
	}
	return e.sort.wrap(out), nil
}

// divide returns a quotient or a remainder: Euclidean for integers, cut towards zero for machine integers.
func (e *expr) divide(a, b *big.Int) *big.Int {
	quotient, remainder := new(big.Int), new(big.Int)
	switch {
	case b.Sign() == 0:
	case e.sort.kind == intKind:
		quotient.DivMod(a, b, remainder)
	default:
		quotient.QuoRem(a, b, remainder)
	}
	if e.op == "mod" {
		return remainder
	}
	return quotient
}

// shift shifts a machine integer by the number that the bits of the other stand for without a sign.
func (e *expr) shift(a, by *big.Int) *big.Int {
	amount := uint(e.sort.width)
	if pattern := unsigned(by, e.sort.width); pattern.Cmp(big.NewInt(int64(amount))) < 0 {
		amount = uint(pattern.Int64())
	}
	if e.op == "shift-left" {
		return new(big.Int).Lsh(a, amount)
	}
	return new(big.Int).Rsh(a, amount) // rounds down, so the sign is kept
}

// unsigned returns the number that the lowest bits of a number stand for.
func unsigned(n *big.Int, width int) *big.Int {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return new(big.Int).And(n, mask.Sub(mask, big.NewInt(1)))
}

// wrap keeps the lowest bits of a number if the sort is a machine integer.
func (s *sort) wrap(n *big.Int) *big.Int {
	if s.kind != bitsKind {
		return n
	}
	out := unsigned(n, s.width)
	if s.signed && out.Bit(s.width-1) == 1 {
		out.Sub(out, new(big.Int).Lsh(big.NewInt(1), uint(s.width)))
	}
	return out
}

package term

import (
	"math/big"
	"slices"
	"unicode/utf8"
)

// Constructors of bit operations, conversions and strings. They fold constants and drop neutral elements.

// BitAnd is bitwise and.
func (s *Store) BitAnd(a, b *Term) *Term { return s.bitwise(OpBitAnd, a, b) }

// BitOr is bitwise or.
func (s *Store) BitOr(a, b *Term) *Term { return s.bitwise(OpBitOr, a, b) }

// BitXor is bitwise exclusive or.
func (s *Store) BitXor(a, b *Term) *Term { return s.bitwise(OpBitXor, a, b) }

// ShiftLeft shifts by the unsigned value of b; a shift by the width or more gives zero.
func (s *Store) ShiftLeft(a, b *Term) *Term { return s.bitwise(OpShiftLeft, a, b) }

// ShiftRight shifts by the unsigned value of b, keeping the sign of a signed number.
func (s *Store) ShiftRight(a, b *Term) *Term { return s.bitwise(OpShiftRight, a, b) }

func (s *Store) bitwise(op Op, a, b *Term) *Term {
	if !s.raw {
		if a.IsConst() && b.IsConst() {
			return s.Const(a.sort, bitOperation(op, a.sort, a.value, b.value))
		}
		if b.IsConst() && isZero(b) && op != OpBitAnd {
			return a
		}
		if a == b && op != OpBitXor && op != OpShiftLeft && op != OpShiftRight {
			return a
		}
	}
	return s.node(op, a.sort, a, b)
}

// BitNot is bitwise complement.
func (s *Store) BitNot(t *Term) *Term {
	if !s.raw {
		if t.IsConst() {
			return s.Const(t.sort, wrapSmall(t.sort, ^t.value.n))
		}
		if t.op == OpBitNot {
			return t.args[0]
		}
	}
	return s.node(OpBitNot, t.sort, t)
}

// Convert takes machine bits to another width or signedness, extending by the sign of the source.
func (s *Store) Convert(t *Term, sort *Sort) *Term {
	if !s.raw {
		if t.sort.Same(sort) {
			return t
		}
		if t.IsConst() {
			return s.Const(sort, wrapSmall(sort, t.value.n))
		}
	}
	return s.node(OpConvert, sort, t)
}

// BitsToInt is the number that machine bits stand for.
func (s *Store) BitsToInt(t *Term) *Term {
	if !s.raw && t.IsConst() {
		return s.Const(Int, bitsToInt(t.sort, t.value))
	}
	return s.node(OpBitsToInt, Int, t)
}

// IntToBits is an integer modulo 2^width.
func (s *Store) IntToBits(t *Term, sort *Sort) *Term {
	if !s.raw {
		if t.IsConst() {
			return s.Const(sort, wrap(sort, t.value.Big()))
		}
		if t.op == OpBitsToInt && t.args[0].sort.Same(sort) {
			return t.args[0]
		}
	}
	return s.node(OpIntToBits, sort, t)
}

// Concat is the concatenation of strings.
func (s *Store) Concat(ts ...*Term) *Term {
	if s.raw {
		return s.node(OpConcat, String, slices.Clone(ts)...)
	}
	var flat []*Term
	for _, t := range ts {
		parts := []*Term{t}
		if t.op == OpConcat && len(flat)+len(t.args) <= maxParts {
			parts = t.args
		}
		for _, p := range parts {
			flat = s.appendString(flat, p)
		}
	}
	switch len(flat) {
	case 0:
		return s.Const(String, StringValue(""))
	case 1:
		return flat[0]
	}
	return s.node(OpConcat, String, flat...)
}

// appendString joins neighbouring constants and drops empty ones.
func (s *Store) appendString(flat []*Term, p *Term) []*Term {
	if !p.IsConst() {
		return append(flat, p)
	}
	if p.value.Text() == "" {
		return flat
	}
	if n := len(flat); n > 0 && flat[n-1].IsConst() && len(flat[n-1].value.Text())+len(p.value.Text()) <= maxText {
		flat[n-1] = s.Const(String, StringValue(flat[n-1].value.Text()+p.value.Text()))
		return flat
	}
	return append(flat, p)
}

// Length is the number of characters (code points) of a string.
func (s *Store) Length(t *Term) *Term {
	if !s.raw {
		if t.IsConst() {
			return s.Int(int64(utf8.RuneCountInString(t.value.Text())))
		}
		if t.op == OpConcat {
			parts := make([]*Term, len(t.args))
			for i, a := range t.args {
				parts[i] = s.Length(a)
			}
			return s.Add(parts...)
		}
		if t.op == OpUpper || t.op == OpLower {
			return s.Length(t.args[0])
		}
	}
	return s.node(OpLength, Int, t)
}

// wrap reduces an integer to machine bits.
func wrap(sort *Sort, n *big.Int) Value {
	if n.IsInt64() {
		return wrapSmall(sort, n.Int64())
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0)))
	return wrapSmall(sort, int64(low.Uint64()))
}

// wrapSmall keeps the low bits and extends them by sign or zero, which is the canonical form of machine bits.
func wrapSmall(sort *Sort, n int64) Value {
	shift := 64 - sort.Width
	if sort.Signed {
		return Value{n: n << shift >> shift}
	}
	return Value{n: int64(uint64(n) << shift >> shift)}
}

func bitsToInt(sort *Sort, v Value) Value {
	if sort.Signed || v.n >= 0 {
		return Value{n: v.n}
	}
	return BigValue(new(big.Int).SetUint64(uint64(v.n)))
}

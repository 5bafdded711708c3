package term_test

import (
	"math/big"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The reference evaluator: the meaning of terms by direct recursion over exact numbers, as slow and plain as possible. Numbers, enumeration
// indices and machine integers are *big.Rat, Booleans are bool, strings are string.

type environment map[*term.Term]any

// fromValue reads a value of a sort.
func fromValue(v term.Value, sort *term.Sort) any {
	switch sort.Kind {
	case term.KindBool:
		return v.Bool()
	case term.KindString:
		return v.Text()
	case term.KindBits:
		n, _ := v.Small()
		if sort.Signed {
			return new(big.Rat).SetInt64(n)
		}
		return new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(n)))
	}
	return v.Rat()
}

// equalTo reports whether a value of a sort agrees with the reference.
func equalTo(v term.Value, sort *term.Sort, want any) bool {
	got := fromValue(v, sort)
	if a, ok := got.(*big.Rat); ok {
		b, ok := want.(*big.Rat)
		return ok && a.Cmp(b) == 0
	}
	return got == want
}

// meaning evaluates a term.
func meaning(t *term.Term, env environment) any {
	if t.Op() == term.OpExists || t.Op() == term.OpForall {
		return quantified(t, env, t.Bound())
	}
	if t.Op() == term.OpVar {
		return env[t]
	}
	if t.IsConst() {
		return fromValue(t.Value(), t.Sort())
	}
	args := make([]any, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = meaning(a, env)
	}
	switch a := args[0].(type) {
	case bool:
		return onBooleans(t, args)
	case string:
		return onStrings(t, args)
	default:
		return onNumbers(t, a.(*big.Rat), args)
	}
}

// quantified tries all values of the bound variables, which must be of small int ranges.
func quantified(t *term.Term, env environment, bound []*term.Term) any {
	if len(bound) == 0 {
		return meaning(t.Body(), env)
	}
	forall := t.Op() == term.OpForall
	for n := bound[0].Sort().Low; n <= bound[0].Sort().High; n++ {
		inner := environment{bound[0]: new(big.Rat).SetInt64(n)}
		for k, v := range env {
			if k != bound[0] {
				inner[k] = v
			}
		}
		if quantified(t, inner, bound[1:]) != any(forall) {
			return !forall
		}
	}
	return forall
}

func onBooleans(t *term.Term, args []any) any {
	switch t.Op() {
	case term.OpNot:
		return !args[0].(bool)
	case term.OpEq:
		return args[0] == args[1]
	case term.OpIte:
		if args[0].(bool) {
			return args[1]
		}
		return args[2]
	}
	for _, a := range args {
		if a.(bool) != (t.Op() == term.OpAnd) {
			return t.Op() == term.OpOr
		}
	}
	return t.Op() == term.OpAnd
}

func onStrings(t *term.Term, args []any) any {
	switch t.Op() {
	case term.OpEq:
		return args[0] == args[1]
	case term.OpLength:
		return new(big.Rat).SetInt64(int64(utf8.RuneCountInString(args[0].(string))))
	case term.OpConcat:
	default:
		return onCharacters(t.Op(), args)
	}
	joined := ""
	for _, a := range args {
		joined += a.(string)
	}
	return joined
}

func onNumbers(t *term.Term, a *big.Rat, args []any) any {
	switch t.Op() {
	case term.OpFromInt:
		return digits(a)
	case term.OpToReal, term.OpBitsToInt:
		return a
	case term.OpFloor:
		return new(big.Rat).SetInt(new(big.Int).Div(a.Num(), a.Denom()))
	case term.OpConvert, term.OpIntToBits:
		return around(t.Sort(), a)
	case term.OpBitNot:
		return around(t.Sort(), new(big.Rat).Sub(new(big.Rat).Neg(a), big.NewRat(1, 1)))
	}
	result := a
	for _, arg := range args[1:] {
		b := arg.(*big.Rat)
		switch t.Op() {
		case term.OpEq:
			return a.Cmp(b) == 0
		case term.OpLe:
			return a.Cmp(b) <= 0
		case term.OpLt:
			return a.Cmp(b) < 0
		}
		result = around(t.Sort(), arithmetic(t, result, b))
	}
	return result
}

// around brings a number into the range of a machine integer, modulo 2^width; other sorts are unchanged.
func around(sort *term.Sort, r *big.Rat) *big.Rat {
	if sort.Kind != term.KindBits {
		return r
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(sort.Width))
	n := new(big.Int).Mod(r.Num(), modulus)
	if sort.Signed && n.Bit(sort.Width-1) == 1 {
		n.Sub(n, modulus)
	}
	return new(big.Rat).SetInt(n)
}

func arithmetic(t *term.Term, a, b *big.Rat) *big.Rat {
	switch t.Op() {
	case term.OpAdd:
		return new(big.Rat).Add(a, b)
	case term.OpMul:
		return new(big.Rat).Mul(a, b)
	case term.OpDiv, term.OpMod:
		return division(t, a, b)
	}
	x, y, width := a.Num(), b.Num(), uint(t.Sort().Width)
	n := new(big.Int)
	switch t.Op() {
	case term.OpBitAnd:
		n.And(x, y)
	case term.OpBitOr:
		n.Or(x, y)
	case term.OpBitXor:
		n.Xor(x, y)
	default:
		shift := new(big.Int).Mod(y, new(big.Int).Lsh(big.NewInt(1), width))
		amount := width
		if shift.Cmp(new(big.Int).SetUint64(uint64(width))) < 0 {
			amount = uint(shift.Uint64())
		}
		if t.Op() == term.OpShiftLeft {
			n.Lsh(x, amount)
		} else {
			n.Rsh(x, amount)
		}
	}
	return new(big.Rat).SetInt(n)
}

// division is exact for real, Euclidean for int, truncated for bits; by zero it gives zero.
func division(t *term.Term, a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return new(big.Rat)
	}
	quotient, rest := new(big.Int), new(big.Int)
	switch t.Sort().Kind {
	case term.KindReal:
		return new(big.Rat).Quo(a, b)
	case term.KindBits:
		quotient.QuoRem(a.Num(), b.Num(), rest)
	default:
		quotient.DivMod(a.Num(), b.Num(), rest)
	}
	if t.Op() == term.OpDiv {
		return new(big.Rat).SetInt(quotient)
	}
	return new(big.Rat).SetInt(rest)
}

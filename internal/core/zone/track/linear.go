package track

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// form is a sum of terms with factors, and a constant.
type form struct {
	factors  map[*term.Term]*big.Rat // none is 0
	constant *big.Rat
}

func formOf(t *term.Term) *form {
	f := &form{map[*term.Term]*big.Rat{}, new(big.Rat)}
	f.add(t, big.NewRat(1, 1))
	return f
}

// comparison returns the difference of the two sides of a comparison of numbers, or nil if t is something else.
func comparison(t *term.Term) *form {
	switch t.Op() {
	case term.OpLe, term.OpLt, term.OpEq:
	default:
		return nil
	}
	left, right := t.Args()[0], t.Args()[1]
	if k := left.Sort().Kind; k != term.KindReal && k != term.KindInt {
		return nil
	}
	f := formOf(left)
	f.add(right, big.NewRat(-1, 1))
	return f
}

// add adds a term, multiplied by a factor.
func (f *form) add(t *term.Term, factor *big.Rat) {
	args := t.Args()
	switch {
	case t.IsConst():
		f.constant.Add(f.constant, new(big.Rat).Mul(factor, t.Value().Rat()))
	case t.Op() == term.OpAdd:
		for _, a := range args {
			f.add(a, factor)
		}
	case t.Op() == term.OpMul && args[0].IsConst():
		f.add(args[1], new(big.Rat).Mul(factor, args[0].Value().Rat()))
	case t.Op() == term.OpToReal:
		f.add(args[0], factor)
	default:
		f.addFactor(t, factor)
	}
}

func (f *form) addFactor(t *term.Term, factor *big.Rat) {
	sum := new(big.Rat).Set(factor)
	if old := f.factors[t]; old != nil {
		sum.Add(sum, old)
	}
	f.factors[t] = sum
	if sum.Sign() == 0 {
		delete(f.factors, t)
	}
}

// largest returns the largest value that the sum can have by the sorts of its terms; not ok if there is none.
func (f *form) largest() (sum *big.Rat, ok bool) {
	sum = new(big.Rat).Set(f.constant)
	for t, factor := range f.factors {
		bounds := t.Bounds()
		end := bounds.High
		if factor.Sign() < 0 {
			end = bounds.Low
		}
		if !end.OK || t.Sort().Kind != term.KindInt {
			return nil, false
		}
		sum.Add(sum, new(big.Rat).Mul(factor, new(big.Rat).SetInt64(end.N)))
	}
	return sum, true
}

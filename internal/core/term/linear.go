package term

import (
	"cmp"
	"math/big"
	"slices"
	"sync"
)

// linear is a linear combination of terms plus a constant, in the order of first appearance. Coefficients are rationals,
// held as values so that small integers cost no allocation.
type linear struct {
	sort     *Sort
	terms    []*Term
	coefs    []Value
	constant Value

	gathering bool          // coefficients may be zero for a while
	places    map[*Term]int // of the terms, if there are many and the sum gathers
}

// linears keeps combinations for reuse: one is needed for almost every arithmetic term that is built.
var linears = sync.Pool{New: func() any { return new(linear) }}

// newLinear is zero. The caller releases it with free.
func newLinear(sort *Sort) *linear {
	l := linears.Get().(*linear)
	l.sort, l.terms, l.coefs, l.constant = sort, l.terms[:0], l.coefs[:0], Value{}
	return l
}

// newDifference is a - b.
func newDifference(a, b *Term) *linear {
	l := newLinear(a.sort.Base())
	l.gathering = true
	l.add(a, oneValue)
	l.add(b, minusOneValue)
	l.settle()
	return l
}

func (l *linear) free() { linears.Put(l) }

var (
	oneValue      = Value{n: 1}
	minusOneValue = Value{n: -1}
)

func plus(a, b Value) Value    { return addValues(Real, a, b) }
func times(a, b Value) Value   { return mulValues(Real, a, b) }
func negativeOf(a Value) Value { return mulValues(Real, minusOneValue, a) }
func isWhole(v Value) bool     { return v.ref == nil || v.Rat().IsInt() }
func inverseOf(v Value) Value  { return RatValue(new(big.Rat).Inv(v.Rat())) }
func magnitudeOf(v Value) Value {
	if signOf(v) < 0 {
		return negativeOf(v)
	}
	return v
}

func signOf(v Value) int {
	if v.ref != nil {
		return v.Rat().Sign()
	}
	return cmp.Compare(v.n, 0)
}

// add adds c*t, taking sums and constant factors apart. No coefficient becomes zero.
func (l *linear) add(t *Term, c Value) {
	switch {
	case signOf(c) == 0:
	case t.IsConst():
		l.addConstant(t, c)
	case t.op == OpAdd:
		for _, a := range t.args {
			l.add(a, c)
		}
	case t.op == OpMul && t.args[0].IsConst() && !productIsTooLarge(c, numberOf(t.args[0])):
		l.add(t.args[1], times(c, numberOf(t.args[0])))
	default:
		l.addTerm(t, c)
	}
}

// addConstant adds c*t, where t is a constant; as a term if it is too large.
func (l *linear) addConstant(t *Term, c Value) {
	n := numberOf(t)
	if !productIsTooLarge(c, n) {
		if n = times(c, n); !sumIsTooLarge(l.constant, n) {
			l.constant = plus(l.constant, n)
			return
		}
	}
	l.addTerm(t, c)
}

// manySummands is from how many terms a sum that gathers finds them by a table.
const manySummands = 24

func (l *linear) addTerm(t *Term, c Value) {
	if l.gathering && len(l.terms) >= manySummands {
		l.gather(t, c)
		return
	}
	for i, u := range l.terms {
		if u != t {
			continue
		}
		l.coefs[i] = plus(l.coefs[i], c)
		if signOf(l.coefs[i]) == 0 {
			l.terms, l.coefs = slices.Delete(l.terms, i, i+1), slices.Delete(l.coefs, i, i+1)
		}
		return
	}
	l.terms = append(l.terms, t)
	l.coefs = append(l.coefs, c)
}

// gather adds c*t, and leaves a coefficient that becomes zero where it is, until the sum is settled.
func (l *linear) gather(t *Term, c Value) {
	if l.places == nil {
		l.places = make(map[*Term]int, 2*len(l.terms))
		for i, u := range l.terms {
			l.places[u] = i
		}
	}
	if i, ok := l.places[t]; ok {
		l.coefs[i] = plus(l.coefs[i], c)
		return
	}
	l.places[t] = len(l.terms)
	l.terms, l.coefs = append(l.terms, t), append(l.coefs, c)
}

// settle takes terms out whose coefficients are zero.
func (l *linear) settle() {
	if l.places != nil {
		kept := 0
		for i, c := range l.coefs {
			if signOf(c) != 0 {
				l.terms[kept], l.coefs[kept] = l.terms[i], c
				kept++
			}
		}
		l.terms, l.coefs, l.places = l.terms[:kept], l.coefs[:kept], nil
	}
	l.gathering = false
}

// joinCases replaces two choices with one condition, between constants, whose sum does not depend on it.
func (l *linear) joinCases() {
	for i := 0; i < len(l.terms); i++ {
		if !isCase(l.terms[i]) {
			continue
		}
		for j := i + 1; j < len(l.terms); j++ {
			if isCase(l.terms[j]) && l.terms[i].args[0] == l.terms[j].args[0] && l.cancel(i, j) {
				i--
				break
			}
		}
	}
}

// isCase reports whether a term is a choice between two small constants.
func isCase(t *Term) bool {
	return t.op == OpIte && t.sort.Kind == KindInt && isSmall(t.args[1]) && isSmall(t.args[2])
}

// cancel replaces terms i and j by a constant, if their sum is the same in both cases.
func (l *linear) cancel(i, j int) bool {
	sum := func(branch int) Value {
		return plus(times(l.coefs[i], l.terms[i].args[branch].value), times(l.coefs[j], l.terms[j].args[branch].value))
	}
	then := sum(1)
	if !then.Equal(sum(2)) {
		return false
	}
	l.constant = plus(l.constant, then)
	l.drop(j)
	l.drop(i)
	return true
}

// drop takes term i out.
func (l *linear) drop(i int) {
	l.terms, l.coefs = slices.Delete(l.terms, i, i+1), slices.Delete(l.coefs, i, i+1)
}

// numberOf is the number that a constant stands for.
func numberOf(c *Term) Value {
	if c.sort.Kind == KindBits {
		return bitsToInt(c.sort, c.value)
	}
	return c.value
}

func (l *linear) isConstant() bool { return len(l.terms) == 0 }

func (l *linear) negate() { l.scale(minusOneValue) }

func (l *linear) scale(factor Value) {
	for i := range l.coefs {
		l.coefs[i] = times(l.coefs[i], factor)
	}
	l.constant = times(l.constant, factor)
}

// isPrimitive reports whether the coefficients are small integers and one of them is 1 or -1, so that there is no common factor; this is the
// usual case.
func (l *linear) isPrimitive() bool {
	unit := false
	for _, c := range l.coefs {
		if c.ref != nil {
			return false
		}
		unit = unit || c.n == 1 || c.n == -1
	}
	return unit
}

// normalise divides by the greatest common divisor of the coefficients, so that they are integers without common factor.
func (l *linear) normalise() {
	if l.isPrimitive() {
		return
	}
	numerator, denominator := new(big.Int), big.NewInt(1)
	for _, c := range l.coefs {
		r := c.Rat()
		numerator.GCD(nil, nil, numerator, new(big.Int).Abs(r.Num()))
		g := new(big.Int).GCD(nil, nil, denominator, r.Denom())
		denominator.Mul(denominator, new(big.Int).Div(r.Denom(), g))
	}
	if numerator.Sign() == 0 {
		return
	}
	if factor := RatValue(new(big.Rat).SetFrac(denominator, numerator)); factor != oneValue {
		l.scale(factor)
	}
}

// roundUp tightens the constant of an integer constraint sum + constant <= 0.
func (l *linear) roundUp() {
	if !isWhole(l.constant) {
		l.constant = negativeOf(floor(negativeOf(l.constant)))
	}
}

// isolate writes l as factor*v + rest, where each term that mentions later variables is replaced by the end of its interval that minimises
// the sum. The factor is zero if v does not occur linearly, or if such an interval has no end. The caller frees the rest.
func (l *linear) isolate(v *Term, later []*Term) (factor Value, rest *linear) {
	rest = newLinear(l.sort)
	rest.constant = l.constant
	for i, t := range l.terms {
		switch {
		case t == v:
			factor = l.coefs[i]
		case t.Mentions(v):
			return Value{}, rest
		case t.Mentions(later...):
			end := t.bounds.Low
			if signOf(l.coefs[i]) < 0 {
				end = t.bounds.High
			}
			if !end.OK {
				return Value{}, rest
			}
			rest.constant = plus(rest.constant, times(l.coefs[i], IntValue(end.N)))
		default:
			rest.add(t, l.coefs[i])
		}
	}
	return factor, rest
}

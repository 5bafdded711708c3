package smt

import (
	"fmt"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The operations that can be read, by their names.

type (
	binaryBuilder func(s *term.Store, a, b *term.Term) *term.Term
	buildFunction func(r *termReader, args []*term.Term) (*term.Term, error)
)

var applications = map[string]application{
	"not":      {1, 1, isBool, unary((*term.Store).Not)},
	"and":      {1, 0, isBool, many((*term.Store).And)},
	"or":       {1, 0, isBool, many((*term.Store).Or)},
	"=>":       {2, 2, isBool, fold((*term.Store).Implies)},
	"ite":      {3, 3, anySort, buildIte},
	"=":        {2, 0, anySort, chained((*term.Store).Eq)},
	"distinct": {2, maxDistinct, anySort, buildDistinct},
	"<=":       {2, 0, isOrdered, chained(buildLe)},
	"<":        {2, 0, isOrdered, chained(buildLt)},
	">=":       {2, 0, isOrdered, chained(flip(buildLe))},
	">":        {2, 0, isOrdered, chained(flip(buildLt))},
	"+":        {1, 0, isNumber, many((*term.Store).Add)},
	"-":        {1, 0, isNumber, buildMinus},
	"*":        {1, 0, isNumber, fold((*term.Store).Mul)},
	"/":        {2, 0, isNumber, buildRealDivision},
	"div":      {2, 0, isInt, fold((*term.Store).Div)},
	"mod":      {2, 2, isInt, fold((*term.Store).Mod)},
	"to_real":  {1, 1, isInt, unary((*term.Store).ToReal)},
	"to_int":   {1, 1, isReal, unary((*term.Store).Floor)},
	"str.++":   {1, 0, isString, buildConcat},
	"str.len":  {1, 1, isString, unary((*term.Store).Length)},
	"bv2nat":   {1, 1, isBits, buildToNatural},
	"bvnot":    {1, 1, isBits, unary((*term.Store).BitNot)},
	"bvneg":    {1, 1, isBits, unary((*term.Store).Neg)},
	"bvadd":    {2, 0, isBits, fold(func(s *term.Store, a, b *term.Term) *term.Term { return s.Add(a, b) })},
	"bvsub":    {2, 2, isBits, fold((*term.Store).Sub)},
	"bvmul":    {2, 0, isBits, fold((*term.Store).Mul)},
	"bvand":    {2, 0, isBits, fold((*term.Store).BitAnd)},
	"bvor":     {2, 0, isBits, fold((*term.Store).BitOr)},
	"bvxor":    {2, 0, isBits, fold((*term.Store).BitXor)},
	"bvshl":    {2, 2, isBits, fold((*term.Store).ShiftLeft)},
	"bvashr":   {2, 2, isBits, signing(true, (*term.Store).ShiftRight)},
	"bvlshr":   {2, 2, isBits, signing(false, (*term.Store).ShiftRight)},
	"bvsdiv":   {2, 2, isBits, signing(true, (*term.Store).Div)},
	"bvudiv":   {2, 2, isBits, signing(false, (*term.Store).Div)},
	"bvsrem":   {2, 2, isBits, signing(true, (*term.Store).Mod)},
	"bvurem":   {2, 2, isBits, signing(false, (*term.Store).Mod)},
	"bvsle":    {2, 2, isBits, signing(true, (*term.Store).Le)},
	"bvule":    {2, 2, isBits, signing(false, (*term.Store).Le)},
	"bvslt":    {2, 2, isBits, signing(true, (*term.Store).Lt)},
	"bvult":    {2, 2, isBits, signing(false, (*term.Store).Lt)},
}

func anySort(*term.Sort) bool     { return true }
func isBool(s *term.Sort) bool    { return s.Kind == term.KindBool }
func isInt(s *term.Sort) bool     { return s.Kind == term.KindInt }
func isReal(s *term.Sort) bool    { return s.Kind == term.KindReal }
func isNumber(s *term.Sort) bool  { return isInt(s) || isReal(s) }
func isString(s *term.Sort) bool  { return s.Kind == term.KindString }
func isBits(s *term.Sort) bool    { return s.Kind == term.KindBits }
func isOrdered(s *term.Sort) bool { return isNumber(s) || s.Kind == term.KindEnum }

func unary(build func(*term.Store, *term.Term) *term.Term) buildFunction {
	return func(r *termReader, args []*term.Term) (*term.Term, error) { return build(r.store, args[0]), nil }
}

func many(build func(*term.Store, ...*term.Term) *term.Term) buildFunction {
	return func(r *termReader, args []*term.Term) (*term.Term, error) { return build(r.store, args...), nil }
}

// fold applies from the left. Each step may grow a constant, so each is checked.
func fold(build binaryBuilder) buildFunction {
	return func(r *termReader, args []*term.Term) (*term.Term, error) {
		t := args[0]
		for _, a := range args[1:] {
			if !withinLimits(t) {
				return nil, fmt.Errorf("a constant is too large")
			}
			t = build(r.store, t, a)
		}
		return t, nil
	}
}

// chained relates each argument to the next.
func chained(build binaryBuilder) buildFunction {
	return func(r *termReader, args []*term.Term) (*term.Term, error) {
		links := make([]*term.Term, 0, len(args)-1)
		for i := range args[1:] {
			links = append(links, build(r.store, args[i], args[i+1]))
		}
		if len(links) == 1 {
			return links[0], nil
		}
		return r.store.And(links...), nil
	}
}

func flip(build binaryBuilder) binaryBuilder {
	return func(s *term.Store, a, b *term.Term) *term.Term { return build(s, b, a) }
}

// signing reads the arguments as signed or unsigned bits.
func signing(signed bool, build binaryBuilder) buildFunction {
	return func(r *termReader, args []*term.Term) (*term.Term, error) {
		return build(r.store, r.signed(args[0], signed), r.signed(args[1], signed)), nil
	}
}

func buildLe(s *term.Store, a, b *term.Term) *term.Term {
	if a.Sort().Kind == term.KindEnum {
		return orderMembers(s, a, b, func(x, y int) bool { return x <= y })
	}
	return s.Le(a, b)
}

func buildLt(s *term.Store, a, b *term.Term) *term.Term {
	if a.Sort().Kind == term.KindEnum {
		return orderMembers(s, a, b, func(x, y int) bool { return x < y })
	}
	return s.Lt(a, b)
}

// orderMembers is an order on an enumeration, as a disjunction of the ordered pairs of members.
func orderMembers(s *term.Store, a, b *term.Term, holds func(x, y int) bool) *term.Term {
	var pairs []*term.Term
	all := true
	sort := a.Sort()
	for x := range candidates(a) {
		for y := range candidates(b) {
			if !holds(memberAt(a, x), memberAt(b, y)) {
				all = false
				continue
			}
			isX := s.Eq(a, s.Const(sort, term.IntValue(int64(memberAt(a, x)))))
			isY := s.Eq(b, s.Const(sort, term.IntValue(int64(memberAt(b, y)))))
			pairs = append(pairs, s.And(isX, isY))
		}
	}
	if all {
		return s.True()
	}
	return s.Or(pairs...)
}

// candidates returns how many members t may equal: one if it is constant.
func candidates(t *term.Term) int {
	if t.IsConst() {
		return 1
	}
	return len(t.Sort().Members)
}

func memberAt(t *term.Term, i int) int {
	if n, _ := t.Value().Small(); t.IsConst() {
		return int(n)
	}
	return i
}

func buildDistinct(r *termReader, args []*term.Term) (*term.Term, error) {
	var parts []*term.Term
	for i, a := range args {
		for _, b := range args[i+1:] {
			parts = append(parts, r.store.Not(r.store.Eq(a, b)))
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return r.store.And(parts...), nil
}

// buildMinus is the negation of one argument, or the difference of several. A negated constant is a constant.
func buildMinus(r *termReader, args []*term.Term) (*term.Term, error) {
	if len(args) > 1 {
		return fold((*term.Store).Sub)(r, args)
	}
	t := args[0]
	if !t.IsConst() {
		return r.store.Neg(t), nil
	}
	return r.constant(t.Sort(), new(big.Rat).Neg(t.Value().Rat())), nil
}

func (r *termReader) constant(sort *term.Sort, value *big.Rat) *term.Term {
	if sort.Kind == term.KindInt {
		return r.store.Const(sort, term.BigValue(value.Num()))
	}
	return r.store.Const(sort, term.RatValue(value))
}

// buildRealDivision reads whole numbers as reals. A fraction of constants is a constant.
func buildRealDivision(r *termReader, args []*term.Term) (*term.Term, error) {
	reals := make([]*term.Term, len(args))
	for i, a := range args {
		reals[i], _ = r.coerce(a, term.Real)
	}
	if a, b := reals[0], reals[1]; len(reals) == 2 && a.IsConst() && b.IsConst() && b.Value().Rat().Sign() != 0 {
		return r.constant(term.Real, new(big.Rat).Quo(a.Value().Rat(), b.Value().Rat())), nil
	}
	return fold((*term.Store).Div)(r, reals)
}

func buildConcat(r *termReader, args []*term.Term) (*term.Term, error) {
	total := 0
	for _, a := range args {
		total += textSize(a)
	}
	if total > maxConcat {
		return nil, fmt.Errorf("a string is too long")
	}
	return r.store.Concat(args...), nil
}

func buildToNatural(r *termReader, args []*term.Term) (*term.Term, error) {
	return r.store.BitsToInt(r.signed(args[0], false)), nil
}

// buildIte also recognises the two forms that the printer writes with an ite.
func buildIte(r *termReader, args []*term.Term) (*term.Term, error) {
	condition, then, other := args[0], args[1], args[2]
	if condition.Sort().Kind != term.KindBool {
		return nil, fmt.Errorf("the condition of ite is %s", condition.Sort())
	}
	if r.isGuardedDivision(condition, then, other) {
		return other, nil
	}
	if t := r.signedNumber(condition, then, other); t != nil {
		return t, nil
	}
	return r.store.Ite(condition, then, other), nil
}

// isGuardedDivision recognises (ite (= d 0) 0 (div a d)).
func (r *termReader) isGuardedDivision(condition, then, other *term.Term) bool {
	if other.Op() != term.OpDiv && other.Op() != term.OpMod || !then.IsConst() || !then.Value().Equal(term.Value{}) {
		return false
	}
	return condition == r.store.Eq(other.Args()[1], then)
}

// signedNumber recognises (ite (bvslt x 0) (- (bv2nat x) 2^w) (bv2nat x)), the number of signed bits; nil if it is not.
func (r *termReader) signedNumber(condition, then, other *term.Term) *term.Term {
	if other.Op() != term.OpBitsToInt || other.Args()[0].Op() != term.OpConvert {
		return nil
	}
	x := other.Args()[0].Args()[0]
	if !x.Sort().Signed || x.Sort().Width != other.Args()[0].Sort().Width {
		return nil
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(x.Sort().Width))
	negative := r.store.Lt(x, r.store.Const(x.Sort(), term.Value{}))
	if condition != negative || then != r.store.Sub(other, r.store.Const(term.Int, term.BigValue(modulus))) {
		return nil
	}
	return r.store.BitsToInt(x)
}

package automaton

import (
	"context"
	"math/big"
)

// Solving the equations of one scheduler exactly, without fractions: p-adic lifting (Dixon, 1982).
//
// Each equation is multiplied by a number that makes it one of integers. The equations are solved modulo a prime p; the solution is the
// first digit, to the base p, of numbers that solve them modulo every power of p. What remains of the right-hand sides is divided by p, and
// gives the next digit with the same elimination. A value n/d is known when there are about as many digits as n and d have together: it is
// the only small fraction with these digits. That the fractions found are right is checked for all unknowns: with a common denominator,
// both sides of each equation are equal modulo the power of p and smaller than it, so they are equal.
//
// The work is that of one elimination, and for each digit that of putting in, all with machine words. With fractions all numbers in between
// would be as long as the result.

// lifting is the state of the computation.
type lifting struct {
	*enclosure
	*field
	meter    int // work that is left, in multiplications of words
	rows     []integerRow
	factors  []*residues // by block with cycles
	single   []uint64    // by row of other blocks: the inverse of its diagonal
	digits   [][]uint64  // by power: by row
	constant []int64     // what remains of the right-hand sides
	product  int         // multiplications for a digit

	numerators  []*big.Int // by row
	denominator *big.Int
}

// integerRow is an equation: diagonal·row − Σ terms = constant.
type integerRow struct {
	diagonal, constant int64
	terms              []integerTerm
	large              *largeRow // if these do not fit
}

type integerTerm struct {
	row    int
	weight int64
	lifted uint64 // modulo the prime, times 2^64
}

// largeRow is an equation whose numbers do not fit in words.
type largeRow struct {
	diagonal, constant *big.Int
	weights            []*big.Int
}

// residues are the numbers of an elimination modulo a prime, times 2^64.
type residues struct {
	*pattern
	lower, upper [][]uint64
	inverse      []uint64 // of the pivots
}

// integers multiplies an option of a row by the smallest number that makes it integer.
func (o *option) integers(r int) *largeRow {
	scale, common := new(big.Int).Set(o.constant.Denom()), new(big.Int)
	for _, t := range o.terms {
		if d := t.weight.Denom(); common.Mod(scale, d).Sign() != 0 {
			common.GCD(nil, nil, scale, d)
			scale.Mul(scale, common.Quo(d, common))
		}
	}
	times := func(v *big.Rat) *big.Int {
		out := new(big.Int).Quo(scale, v.Denom())
		return out.Mul(out, v.Num())
	}
	out := &largeRow{new(big.Int).Set(scale), times(o.constant), make([]*big.Int, len(o.terms))}
	for i, t := range o.terms {
		out.weights[i] = times(t.weight)
		if t.row == r {
			out.diagonal.Sub(out.diagonal, out.weights[i])
			out.weights[i].SetInt64(0)
		}
	}
	return out
}

// largestWord bounds the numbers of equations in words, so that what remains after each digit fits.
const largestWord = 59

// addRow makes the equation of a row.
func (l *lifting) addRow(r int) {
	o := &l.equations.rows[r].options[l.scheduler[r]]
	row, large := &l.rows[r], o.integers(r)
	row.terms = make([]integerTerm, len(o.terms))
	fits := large.diagonal.BitLen() <= largestWord && large.constant.BitLen() <= largestWord
	for i, t := range o.terms {
		fits = fits && large.weights[i].BitLen() <= largestWord
		row.terms[i] = integerTerm{row: t.row, lifted: l.residueOf(large.weights[i])}
	}
	l.product += len(o.terms) + 1
	if !fits {
		row.large = large
		l.product += 20 * (len(o.terms) + 1)
		return
	}
	row.diagonal, row.constant = large.diagonal.Int64(), large.constant.Int64()
	for i := range row.terms {
		row.terms[i].weight = large.weights[i].Int64()
	}
}

// residueOf is a number modulo the prime, times 2^64.
func (l *lifting) residueOf(v *big.Int) uint64 {
	if v.IsInt64() {
		return l.raise(l.residue(v.Int64()))
	}
	return l.raise(new(big.Int).Mod(v, l.field.big).Uint64())
}

// newLifting eliminates the unknowns modulo a prime; it reports false if that is too much work or the prime is unsuitable.
func (x *enclosure) newLifting(below uint64, meter int) (*lifting, bool) {
	n := len(x.rows)
	l := &lifting{enclosure: x, field: newField(below), meter: meter, rows: make([]integerRow, n), factors: make([]*residues, len(x.blocks)),
		single: make([]uint64, n), constant: make([]int64, n)}
	for r := range n {
		l.addRow(r)
		l.constant[r] = l.rows[r].constant
	}
	scratch := make([]uint64, n)
	for i, block := range x.blocks {
		if x.patterns[i] == nil {
			pivot := l.diagonalOf(block[0])
			if pivot == 0 || len(block) > 1 {
				return nil, false
			}
			l.single[block[0]] = l.invert(pivot)
			continue
		}
		if l.meter -= x.patterns[i].work; l.meter < 0 || !l.factor(i, scratch) {
			return nil, false
		}
	}
	return l, true
}

func (l *lifting) diagonalOf(r int) uint64 {
	if large := l.rows[r].large; large != nil {
		return l.residueOf(large.diagonal)
	}
	return l.raise(l.residue(l.rows[r].diagonal))
}

// factor eliminates the unknowns of a block; it reports false if a pivot is 0.
func (l *lifting) factor(number int, row []uint64) bool {
	p := l.patterns[number]
	n := len(p.block)
	f := &residues{p, make([][]uint64, n), make([][]uint64, n), make([]uint64, n)}
	for v, r := range p.block {
		l.local[r] = int32(v)
	}
	defer func() {
		for _, r := range p.block {
			l.local[r] = -1
		}
	}()
	for _, v := range p.order {
		for _, t := range l.rows[p.block[v]].terms {
			if u := l.local[t.row]; u >= 0 {
				row[u] = l.add(row[u], t.lifted)
			}
		}
		f.lower[v] = make([]uint64, len(p.lower[v]))
		for i, k := range p.lower[v] {
			factor := row[k]
			row[k], f.lower[v][i] = 0, factor
			for j, u := range p.upper[k] {
				row[u] = l.add(row[u], l.mul(factor, f.upper[k][j]))
			}
		}
		pivot := l.add(l.diagonalOf(p.block[v]), l.negative(row[v]))
		row[v] = 0
		if pivot == 0 {
			return false
		}
		f.inverse[v], f.upper[v] = l.invert(pivot), make([]uint64, len(p.upper[v]))
		for j, u := range p.upper[v] {
			f.upper[v][j], row[u] = l.mul(row[u], f.inverse[v]), 0
		}
		l.product += len(p.lower[v]) + len(p.upper[v])
	}
	l.factors[number] = f
	return true
}

// next appends a digit.
func (l *lifting) next() {
	x := make([]uint64, len(l.rows))
	for i, block := range l.blocks {
		for _, r := range block {
			x[r] = l.right(r)
		}
		if f := l.factors[i]; f != nil {
			l.solveBlock(f, x)
			continue
		}
		r := block[0]
		for _, t := range l.rows[r].terms {
			x[r] = l.add(x[r], l.mul(t.lifted, x[t.row])) // the weight of r itself is 0
		}
		x[r] = l.mul(l.single[r], x[r])
	}
	for r := range l.rows {
		l.subtract(r, x)
	}
	l.digits = append(l.digits, x)
	l.meter -= l.product
}

// right is what remains of the right-hand side of a row, modulo the prime.
func (l *lifting) right(r int) uint64 {
	if large := l.rows[r].large; large != nil {
		return new(big.Int).Mod(large.constant, l.field.big).Uint64()
	}
	return l.residue(l.constant[r])
}

// solveBlock replaces right-hand sides by the solution, modulo the prime.
func (l *lifting) solveBlock(f *residues, x []uint64) {
	for v, r := range f.block {
		l.local[r] = int32(v)
	}
	for _, v := range f.order {
		r := f.block[v]
		sum := x[r]
		for _, t := range l.rows[r].terms {
			if l.local[t.row] < 0 {
				sum = l.add(sum, l.mul(t.lifted, x[t.row]))
			}
		}
		for i, k := range f.pattern.lower[v] {
			sum = l.add(sum, l.mul(f.lower[v][i], x[f.block[k]]))
		}
		x[r] = l.mul(f.inverse[v], sum)
	}
	for i := len(f.order) - 1; i >= 0; i-- {
		v := f.order[i]
		sum := x[f.block[v]]
		for j, u := range f.pattern.upper[v] {
			sum = l.add(sum, l.mul(f.upper[v][j], x[f.block[u]]))
		}
		x[f.block[v]] = sum
	}
	for _, r := range f.block {
		l.local[r] = -1
	}
}

// subtract takes a digit from the right-hand side of a row and divides the rest, which is divisible by the prime. The quotient fits in a word,
// so that its lowest 64 bits are enough.
func (l *lifting) subtract(r int, x []uint64) {
	row := &l.rows[r]
	if row.large != nil {
		row.large.subtract(row.terms, r, x, l.field.big)
		return
	}
	rest := uint64(l.constant[r]) - uint64(row.diagonal)*x[r]
	for _, t := range row.terms {
		rest += uint64(t.weight) * x[t.row]
	}
	l.constant[r] = int64(rest * l.inverse)
}

func (row *largeRow) subtract(terms []integerTerm, r int, x []uint64, prime *big.Int) {
	rest, digit := new(big.Int).Set(row.constant), new(big.Int)
	rest.Sub(rest, digit.Mul(digit.SetUint64(x[r]), row.diagonal))
	for i, t := range terms {
		digit.SetUint64(x[t.row])
		rest.Add(rest, digit.Mul(digit, row.weights[i]))
	}
	row.constant = rest.Quo(rest, prime)
}

// mostDigits bounds the memory of digits: 64 MB.
const mostDigits = 8 << 20

// run finds digits until the values are known; it reports false if that is too much work.
func (l *lifting) run(ctx context.Context, first int) bool {
	for check := 4; l.meter > 0 && len(l.digits)*len(l.rows) < mostDigits && ctx.Err() == nil; {
		if l.next(); len(l.digits) < check {
			continue
		}
		check += check / 2
		if l.values(first) {
			return true
		}
	}
	return false
}

// sparse is how many bits fewer than the digits a fraction must have to be taken for the value before that is checked.
const sparse = 62

// values finds the values from the digits, first that of one row.
func (l *lifting) values(first int) bool {
	powers := l.powers()
	modulus := new(big.Int).Exp(l.field.big, big.NewInt(int64(len(l.digits))), nil)
	l.meter -= 64 * len(l.digits) * len(l.digits)
	_, d, ok := fraction(l.number(first, powers), modulus, sparse)
	if !ok {
		return false
	}
	if l.meter -= 3 * len(l.rows) * len(l.digits) * len(l.digits) / 2; l.meter < 0 {
		return false
	}
	l.denominator, l.numerators = d, make([]*big.Int, len(l.rows))
	with := make([]*big.Int, len(l.rows)) // the common denominator so far
	for r := range l.rows {
		n := l.number(r, powers)
		n.Mul(n, l.denominator)
		n.Mod(n, modulus)
		if twice := new(big.Int).Lsh(n, 1); twice.Cmp(modulus) > 0 {
			n.Sub(n, modulus)
		}
		if n.BitLen()+l.denominator.BitLen() > modulus.BitLen()-sparse {
			var more *big.Int
			if n, more, ok = fraction(n.Mod(n, modulus), modulus, sparse); !ok {
				return false
			}
			l.denominator = new(big.Int).Mul(l.denominator, more)
		}
		l.numerators[r], with[r] = n, l.denominator
	}
	for r, n := range l.numerators {
		if with[r] != l.denominator {
			n.Mul(n, new(big.Int).Quo(l.denominator, with[r]))
		}
	}
	return l.small(modulus.BitLen())
}

// small reports whether both sides of all equations are below the modulus, so that they are equal.
func (l *lifting) small(modulus int) bool {
	for r := range l.rows {
		o := &l.equations.rows[r].options[l.scheduler[r]]
		weights, longest := l.bits(r), max(l.denominator.BitLen(), l.numerators[r].BitLen())
		terms := 2
		for _, t := range o.terms {
			longest = max(longest, l.numerators[t.row].BitLen())
			terms++
		}
		if weights+longest+big.NewInt(int64(terms)).BitLen()+1 >= modulus {
			return false
		}
	}
	return true
}

// bits is the length of the longest number of an equation.
func (l *lifting) bits(r int) int {
	if l.rows[r].large == nil {
		return largestWord
	}
	o := l.equations.rows[r].options[l.scheduler[r]].integers(r)
	longest := max(o.diagonal.BitLen(), o.constant.BitLen())
	for _, w := range o.weights {
		longest = max(longest, w.BitLen())
	}
	return longest
}

// powers are those of the prime with exponents 1, 2, 4 and so on, below the number of digits.
func (l *lifting) powers() []*big.Int {
	out := []*big.Int{l.field.big}
	for n := 2; n < len(l.digits); n *= 2 {
		last := out[len(out)-1]
		out = append(out, new(big.Int).Mul(last, last))
	}
	return out
}

// number is the residue of a row: its digits put together.
func (l *lifting) number(r int, powers []*big.Int) *big.Int {
	return l.join(func(i int) uint64 { return l.digits[i][r] }, powers, 0, len(l.digits))
}

// join puts some digits together.
func (l *lifting) join(digit func(i int) uint64, powers []*big.Int, from, to int) *big.Int {
	if to-from == 1 {
		return new(big.Int).SetUint64(digit(from))
	}
	half, level := 1, 0
	for half*2 < to-from {
		half, level = half*2, level+1
	}
	high := l.join(digit, powers, from+half, to)
	high.Mul(high, powers[level])
	return high.Add(high, l.join(digit, powers, from, from+half))
}

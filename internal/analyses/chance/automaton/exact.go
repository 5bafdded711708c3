package automaton

import (
	"context"
	"errors"
	"math/big"
)

// Solving equations exactly.
//
// Equations without cycles are evaluated in rational numbers, one after the other. For others the values of the scheduler that floating-point
// numbers found are computed (lifting.go). If some option of some row is strictly better for these values it is taken instead, and
// the new scheduler is evaluated. When none is, the values satisfy the equations, and the equations have one solution. Where the bounds
// already show that an option is worse, it is not looked at.

// errTooLarge ends a computation whose numbers get too large.
var errTooLarge = errors.New(string(TooLarge))

// solveExactly returns the solution of the equations for some rows; errTooLarge if that takes more than the given work.
func (x *enclosure) solveExactly(ctx context.Context, rows []int, work int) (map[int]*big.Rat, error) {
	acyclic := true
	for _, block := range x.blocks {
		acyclic = acyclic && !x.cyclic(block)
	}
	if acyclic {
		return x.follow(ctx, rows, work)
	}
	for range policies {
		l, err := x.lifted(ctx, rows[0], work)
		if err != nil {
			return nil, err
		}
		if !l.improve() {
			out := make(map[int]*big.Rat, len(rows))
			for _, r := range rows {
				out[r] = new(big.Rat).SetFrac(l.numerators[r], l.denominator)
			}
			return out, nil
		}
		if work = l.meter; !x.renew(ctx) {
			break
		}
	}
	return nil, errTooLarge
}

// lifted computes the values of the scheduler. A prime that divides a pivot is unsuitable; there are hardly any.
func (x *enclosure) lifted(ctx context.Context, first, work int) (*lifting, error) {
	below := uint64(1 << 62)
	for range 3 {
		if l, ok := x.newLifting(below, work); ok {
			if l.run(ctx, first) {
				return l, nil
			}
			break
		} else {
			below -= 1 << 20
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, errTooLarge
}

// improve takes strictly better options; it reports whether there are any.
func (l *lifting) improve() bool {
	improved := false
	for r := range l.rows {
		if len(l.equations.rows[r].options) < 2 {
			continue
		}
		for i := range l.equations.rows[r].options {
			if i != l.scheduler[r] && !l.worse(r, i) && l.better(r, i) {
				l.scheduler[r], improved = i, true
				break
			}
		}
	}
	return improved
}

// worse reports whether the bounds show that an option is worse than the value of its row.
func (x *enclosure) worse(r, i int) bool {
	o := &x.rows[r].options[i]
	if x.objective == Maximum {
		return o.value(x.high, true) < x.low[r]
	}
	return o.value(x.low, false) > x.high[r]
}

// better reports whether an option is strictly better than the value of its row.
func (l *lifting) better(r, i int) bool {
	o := &l.equations.rows[r].options[i]
	row := o.integers(r)
	sum, product := new(big.Int).Mul(row.constant, l.denominator), new(big.Int)
	for k, t := range o.terms {
		sum.Add(sum, product.Mul(row.weights[k], l.numerators[t.row]))
	}
	sum.Sub(sum, product.Mul(row.diagonal, l.numerators[r]))
	return sum.Sign() > 0 && l.objective == Maximum || sum.Sign() < 0 && l.objective == Minimum
}

// renew finds the patterns of blocks for a new scheduler; it reports false if that is too much work.
func (x *enclosure) renew(ctx context.Context) bool {
	for i, block := range x.blocks {
		if x.patterns[i] != nil {
			if x.patterns[i] = x.patternOf(ctx, block, x.scheduler, largestElimination); x.patterns[i] == nil {
				return false
			}
		}
	}
	return true
}

// follow evaluates equations without cycles.
func (x *enclosure) follow(ctx context.Context, rows []int, work int) (map[int]*big.Rat, error) {
	e := &exactSolver{x.equations, make([]*big.Rat, len(x.rows)), work / wordsOfUnit}
	for _, block := range x.blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, err := e.best(block[0])
		if err != nil {
			return nil, err
		}
		e.values[block[0]] = v
	}
	out := make(map[int]*big.Rat, len(rows))
	for _, r := range rows {
		out[r] = e.values[r]
	}
	return out, nil
}

// wordsOfUnit is how many multiplications of words take about as long as adding and multiplying fractions of one word.
const wordsOfUnit = 10

// exactSolver evaluates equations in rational numbers.
type exactSolver struct {
	*equations
	values []*big.Rat
	meter  int // work that is left, about one unit for each multiplication of fractions of 64 bits
}

// spend takes the work of combining some numbers.
func (x *exactSolver) spend(numbers ...*big.Rat) error {
	words := 1
	for _, n := range numbers {
		words += (n.Num().BitLen() + n.Denom().BitLen()) / 64
	}
	if x.meter -= 1 + words*words/4; x.meter < 0 {
		return errTooLarge
	}
	return nil
}

// best is the value of the best option of a row.
func (x *exactSolver) best(r int) (*big.Rat, error) {
	var best *big.Rat
	for i := range x.rows[r].options {
		v, err := x.optionValue(&x.rows[r].options[i])
		if err != nil {
			return nil, err
		}
		if best == nil || x.objective.better(v, best) {
			best = v
		}
	}
	return best, nil
}

// optionValue is the value of an option with the present values.
func (x *exactSolver) optionValue(o *option) (*big.Rat, error) {
	sum := new(big.Rat).Set(o.constant)
	for _, t := range o.terms {
		if err := x.spend(sum, t.weight, x.values[t.row]); err != nil {
			return nil, err
		}
		sum.Add(sum, new(big.Rat).Mul(t.weight, x.values[t.row]))
	}
	return sum, nil
}

package automaton

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
)

// Solving equations exactly, by policy iteration in rational numbers, block by block.
//
// A scheduler selects one option for each row of a block. Its values are the solution of linear equations, which is found by eliminating the
// unknowns one after the other, first those that occur rarely. If some option of some row is strictly better for these values it is taken
// instead, and the new scheduler is evaluated. When none is, the values satisfy the equations, and the equations have one solution. The first
// scheduler is the one that is best for the lower bounds; it is nearly always optimal.

// errTooLarge ends a computation whose numbers get too large.
var errTooLarge = errors.New(string(TooLarge))

// exactSolver is the state of the computation.
type exactSolver struct {
	*equations
	values []*big.Rat
	meter  int // work that is left, about one unit for each multiplication of numbers of 64 bits
}

// solveExactly returns the solution of the equations; errTooLarge if that takes more than the given work.
func (e *equations) solveExactly(ctx context.Context, scheduler []int, work int) ([]*big.Rat, error) {
	x := &exactSolver{e, make([]*big.Rat, len(e.rows)), work}
	for _, block := range e.blocks {
		if e.proper != nil && !e.isProper(block, scheduler) {
			for _, r := range block {
				scheduler[r] = e.proper[r]
			}
		}
		if err := x.solveBlock(ctx, block, scheduler); err != nil {
			return nil, err
		}
	}
	return x.values, nil
}

func (x *exactSolver) solveBlock(ctx context.Context, block []int, scheduler []int) error {
	for {
		if err := x.evaluate(ctx, block, scheduler); err != nil {
			return err
		}
		improved, err := x.improve(block, scheduler)
		if err != nil || !improved {
			return err
		}
	}
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

// improve takes strictly better options; it reports whether there are any.
func (x *exactSolver) improve(block []int, scheduler []int) (bool, error) {
	improved := false
	for _, r := range block {
		options := x.rows[r].options
		if len(options) < 2 {
			continue
		}
		best := x.values[r]
		for i := range options {
			v, err := x.optionValue(&options[i])
			if err != nil {
				return false, err
			}
			if x.objective.better(v, best) {
				best, scheduler[r], improved = v, i, true
			}
		}
	}
	return improved, nil
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

// linear is an equation of the linear system of a scheduler: its unknown is a constant plus a weighted sum of others.
type linear struct {
	constant *big.Rat
	terms    map[int]*big.Rat
}

// elimination is the linear system of a block.
type elimination struct {
	*exactSolver
	rows  map[int]*linear
	users map[int]map[int]bool // by unknown: the rows in which it occurs
}

// evaluate computes the values of a scheduler.
func (x *exactSolver) evaluate(ctx context.Context, block []int, scheduler []int) error {
	if len(block) == 1 && !x.cyclic(block) {
		v, err := x.optionValue(&x.rows[block[0]].options[scheduler[block[0]]])
		x.values[block[0]] = v
		return err
	}
	l := &elimination{x, map[int]*linear{}, map[int]map[int]bool{}}
	for _, r := range block {
		l.rows[r] = nil
	}
	for _, r := range block {
		if err := l.add(r, &x.rows[r].options[scheduler[r]]); err != nil {
			return err
		}
	}
	order, err := l.eliminateAll(ctx, block)
	if err != nil {
		return err
	}
	slices.Reverse(order)
	for _, r := range order {
		if x.values[r], err = l.substitute(l.rows[r]); err != nil {
			return err
		}
	}
	return nil
}

// add makes the equation of a row, with the values of rows outside of the block as constants.
func (l *elimination) add(r int, o *option) error {
	row := &linear{new(big.Rat).Set(o.constant), map[int]*big.Rat{}}
	for _, t := range o.terms {
		if _, inside := l.rows[t.row]; inside {
			row.terms[t.row] = t.weight
			l.use(t.row, r)
			continue
		}
		if err := l.spend(t.weight, l.values[t.row]); err != nil {
			return err
		}
		row.constant.Add(row.constant, new(big.Rat).Mul(t.weight, l.values[t.row]))
	}
	l.rows[r] = row
	return nil
}

func (l *elimination) use(unknown, r int) {
	if l.users[unknown] == nil {
		l.users[unknown] = map[int]bool{}
	}
	l.users[unknown][r] = true
}

// cost is how many products the elimination of an unknown takes, or took before.
type cost struct{ weight, unknown int }

// eliminateAll eliminates every unknown of a block, at each time the one that takes the fewest products, and returns the order in which it did.
func (l *elimination) eliminateAll(ctx context.Context, block []int) ([]int, error) {
	waiting := priority.New(func(a, b cost) bool { return a.weight < b.weight || a.weight == b.weight && a.unknown < b.unknown })
	for _, r := range block {
		waiting.Push(cost{l.weight(r), r})
	}
	order, done := make([]int, 0, len(block)), map[int]bool{}
	for len(order) < len(block) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		first := waiting.Pop()
		r := first.unknown
		if done[r] || first.weight != l.weight(r) {
			continue
		}
		changed := append(sortedKeys(l.users[r]), sortedKeys(l.rows[r].terms)...)
		if err := l.eliminate(r); err != nil {
			return nil, err
		}
		order, done[r] = append(order, r), true
		for _, u := range changed {
			waiting.Push(cost{l.weight(u), u})
		}
	}
	return order, nil
}

// weight is how many products the elimination of an unknown takes.
func (l *elimination) weight(r int) int { return len(l.users[r]) * len(l.rows[r].terms) }

// eliminate solves the equation of an unknown for it and puts that into all others that are not yet solved.
func (l *elimination) eliminate(r int) error {
	row := l.rows[r]
	if self := row.terms[r]; self != nil {
		delete(row.terms, r)
		if err := l.divide(row, new(big.Rat).Sub(one, self)); err != nil {
			return err
		}
	}
	for _, u := range sortedKeys(l.users[r]) {
		if u != r {
			if err := l.replace(u, r, row); err != nil {
				return err
			}
		}
	}
	for s := range row.terms {
		delete(l.users[s], r)
	}
	delete(l.users, r)
	return nil
}

func sortedKeys[V any](set map[int]V) []int {
	out := make([]int, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (l *elimination) divide(row *linear, by *big.Rat) error {
	row.constant.Quo(row.constant, by)
	for s, w := range row.terms {
		if err := l.spend(w, by); err != nil {
			return err
		}
		row.terms[s] = new(big.Rat).Quo(w, by)
	}
	return nil
}

// replace substitutes the solution of an unknown in row u.
func (l *elimination) replace(u, unknown int, by *linear) error {
	row := l.rows[u]
	factor := row.terms[unknown]
	delete(row.terms, unknown)
	if err := l.spend(row.constant, factor, by.constant); err != nil {
		return err
	}
	row.constant.Add(row.constant, new(big.Rat).Mul(factor, by.constant))
	for s, w := range by.terms {
		if err := l.spend(factor, w); err != nil {
			return err
		}
		product := new(big.Rat).Mul(factor, w)
		if old := row.terms[s]; old != nil {
			product.Add(product, old)
		}
		row.terms[s] = product
		l.use(s, u)
	}
	return nil
}

// substitute is the value of an equation whose unknowns all have values.
func (l *elimination) substitute(row *linear) (*big.Rat, error) {
	sum := row.constant
	for s, w := range row.terms {
		if err := l.spend(sum, w, l.values[s]); err != nil {
			return nil, err
		}
		sum = new(big.Rat).Add(sum, new(big.Rat).Mul(w, l.values[s]))
	}
	return sum, nil
}

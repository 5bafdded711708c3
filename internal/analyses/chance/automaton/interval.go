package automaton

import (
	"context"
	"math"
)

// Enclosing the solution of equations in floating-point numbers.
//
// The lower values begin with 0. Applying the operator of the equations to values that are not above the solution gives values that are not
// above it, and rounding them down keeps that true, so every iteration is sound whenever it ends. In the same way upper values of
// probabilities begin with 1 and are rounded up. Where they come down slowly, and where no upper value is known at all (expectations), a
// value a little above the lower ones is guessed; if the operator, rounded up, does not make any value of the block larger, then the solution
// is not above it (the operator is monotone, and the solution is its least fixed point). If it does, the guess is inconclusive, and the lower
// values are improved before the next one.
//
// Rounding: a sum of n products of numbers that are not negative, with weights rounded to the nearest, has a relative error of at most
// (n+2)·2⁻⁵³/(1−(n+2)·2⁻⁵³); every result is moved by (n+4)·2⁻⁵², and results near the smallest numbers, where errors are
// absolute, go to 0 or to a number that is larger than every such error.

// tiny is where errors of floating-point numbers may be absolute instead of relative.
const tiny = 1e-280

// enclosure is the state of the computation.
type enclosure struct {
	*equations
	rows      []floatRow
	low, high []float64
	depth     []int // by block: how many blocks with cycles there are on the way to the end
	share     float64
	work      int // operations that are left

	middle    []float64  // near the solution, where nothing is proved
	scheduler []int      // by row: the option with these values
	patterns  []*pattern // by block: of its elimination; nil if it has no cycle or is too large
	local     []int32    // by row: its number in the block that is solved, or -1
	steps     []float64  // by block: about how many sweeps an iteration takes, if that is known
	wide      int        // blocks whose bounds are not close
}

type floatRow struct{ options []floatOption }

type floatOption struct {
	constant float64
	terms    []floatTerm
	slack    float64 // relative error of the sum
	out      float64 // the probability of leaving the unknowns
}

type floatTerm struct {
	row    int
	weight float64
}

// newEnclosure returns the trivial bounds of the unknowns.
func (e *equations) newEnclosure(precision float64) *enclosure {
	n := len(e.rows)
	x := &enclosure{equations: e, rows: make([]floatRow, n), low: make([]float64, n), high: make([]float64, n), middle: make([]float64, n),
		scheduler: make([]int, n), patterns: make([]*pattern, len(e.blocks)), steps: make([]float64, len(e.blocks)), local: make([]int32, n)}
	for r := range e.rows {
		x.rows[r], x.local[r] = floats(e.rows[r]), -1
		x.high[r] = math.Inf(1)
		if e.bound {
			x.high[r] = 1
		}
	}
	x.share = precision / float64(2*(x.measureDepth()+1))
	return x
}

// approximate solves the blocks one after the other, each once. Some bounds may not be close then; wide is the number of their blocks.
func (x *enclosure) approximate(ctx context.Context) error {
	for i, block := range x.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !x.cyclic(block) {
			x.apply(block[0])
			continue
		}
		if !x.direct(ctx, i, x.tolerance(i)) {
			x.wide++
		}
		if x.patterns[i] == nil {
			x.solve(ctx, block, x.tolerance(i))
			x.takeLower(block)
		}
	}
	return ctx.Err()
}

// apply computes the value of a row that does not depend on itself.
func (x *enclosure) apply(r int) {
	x.low[r], x.high[r] = max(x.low[r], x.value(r, x.low, false)), min(x.high[r], x.value(r, x.high, true))
	x.scheduler[r] = x.best(r, x.middle)
	x.middle[r] = x.float(r).plain(x.middle)
}

// takeLower takes the lower values of a block for the solution.
func (x *enclosure) takeLower(block []int) {
	for _, r := range block {
		x.middle[r], x.scheduler[r] = x.low[r], x.best(r, x.low)
	}
}

// tolerance is how far apart, relatively, the bounds of a block may be.
func (x *enclosure) tolerance(block int) float64 {
	return max(float64(x.depth[block])*x.share, 1e-13)
}

// improve narrows bounds that are not close, until the budget of work is spent. Work that one block leaves unused is available to the others.
// Where the budget is far from what an iteration takes there is none.
func (x *enclosure) improve(ctx context.Context) error {
	for i, block := range x.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !x.cyclic(block) {
			x.apply(block[0])
			continue
		}
		if !x.close(block, x.tolerance(i)) {
			if x.steps[i]*float64(len(block)) > float64(x.work) {
				x.work = 0
				break
			}
			x.solve(ctx, block, x.tolerance(i))
		}
	}
	return ctx.Err()
}

func floats(r row) floatRow {
	var out floatRow
	for _, o := range r.options {
		f := floatOption{slack: float64(len(o.terms)+5) * 0x1p-52, out: o.out, terms: make([]floatTerm, 0, len(o.terms))}
		f.constant, _ = o.constant.Float64()
		for _, t := range o.terms {
			w, _ := t.weight.Float64()
			f.terms = append(f.terms, floatTerm{t.row, w})
		}
		out.options = append(out.options, f)
	}
	return out
}

// measureDepth fills in the depth of each block, and returns the largest.
func (x *enclosure) measureDepth() int {
	x.depth = make([]int, len(x.blocks))
	of := make([]int, len(x.rows)) // by row: the depth of its block
	deepest := 0
	for i, block := range x.blocks {
		d := 0
		for _, r := range block {
			for _, s := range x.successors(r) {
				d = max(d, of[s])
			}
		}
		if x.cyclic(block) {
			d++
		}
		for _, r := range block {
			of[r] = d
		}
		x.depth[i], deepest = d, max(deepest, d)
	}
	return deepest
}

// value applies the operator to row r of some values, rounded down or up.
func (x *enclosure) value(r int, values []float64, up bool) float64 {
	best := math.Inf(1)
	if x.objective == Maximum {
		best = 0
	}
	for i := range x.rows[r].options {
		v := x.rows[r].options[i].value(values, up)
		if x.objective == Maximum && v > best || x.objective == Minimum && v < best {
			best = v
		}
	}
	if x.bound && best > 1 {
		return 1
	}
	return best
}

func (o *floatOption) value(values []float64, up bool) float64 {
	sum := o.constant
	for _, t := range o.terms {
		sum += t.weight * values[t.row]
	}
	if up {
		if sum == 0 && !o.positive(values) {
			return 0
		}
		return sum + sum*o.slack + tiny
	}
	if sum = sum - sum*o.slack; sum < 2*tiny {
		return 0
	}
	return sum
}

// positive reports whether some product of the sum is above 0, however small it is.
func (o *floatOption) positive(values []float64) bool {
	for _, t := range o.terms {
		if values[t.row] > 0 {
			return true
		}
	}
	return false
}

// sweep improves the values of a block, one after the other, and returns the largest relative change. Values only get better.
func (x *enclosure) sweep(block []int, values []float64, up bool) float64 {
	change := 0.0
	for i := len(block) - 1; i >= 0; i-- {
		r := block[i]
		x.work -= len(x.rows[r].options)
		v := x.value(r, values, up)
		if better := v < values[r]; better == up && v != values[r] {
			change = math.Max(change, math.Abs(v-values[r])/math.Max(v, tiny))
			values[r] = v
		}
	}
	return change
}

// solve iterates the values of one block with cycles until no gap is larger than the tolerance.
func (x *enclosure) solve(ctx context.Context, block []int, tolerance float64) {
	settled := tolerance
	for x.work > 0 && ctx.Err() == nil {
		change := x.sweep(block, x.low, false)
		if x.bound {
			x.sweep(block, x.high, true)
		}
		if x.close(block, tolerance) {
			return
		}
		if change > settled {
			continue
		}
		if x.guess(block, tolerance) || change == 0 {
			return
		}
		settled /= 8
	}
}

// close reports whether all gaps of a block are within a tolerance.
func (x *enclosure) close(block []int, tolerance float64) bool {
	for _, r := range block {
		if !(x.high[r]-x.low[r] <= tolerance*x.low[r]) {
			return false
		}
	}
	return true
}

// guess tries values a little above the lower ones as upper values. They are right if no step of a sweep makes one larger.
func (x *enclosure) guess(block []int, tolerance float64) bool {
	old := make([]float64, len(block))
	for i, r := range block {
		old[i] = x.high[r]
		x.high[r] = math.Min(old[i], x.low[r]*(1+tolerance))
	}
	for range 20 {
		raised, lowered := false, false
		for i := len(block) - 1; i >= 0; i-- {
			r := block[i]
			x.work -= len(x.rows[r].options)
			v := x.value(r, x.high, true)
			raised, lowered = raised || v > x.high[r], lowered || v < x.high[r]
			x.high[r] = math.Min(v, old[i])
		}
		if !raised {
			return true
		}
		if !lowered {
			break
		}
	}
	for i, r := range block {
		x.high[r] = old[i]
	}
	return false
}

// bounds returns the answer for a row.
func (x *enclosure) bounds(r int, precision float64, why Reason) Answer {
	a := Answer{Kind: Bounds, Low: x.low[r], High: x.high[r], Why: why}
	if a.Gap() > precision {
		a.Why = Rounding
		if x.work <= 0 {
			a.Why = Stopped
		}
	}
	return a
}

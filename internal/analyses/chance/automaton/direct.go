package automaton

import (
	"context"
	"math"
)

// Enclosing the values of a block at once.
//
// The equations of one scheduler are solved by eliminating unknowns in floating-point numbers. No numbers are ever subtracted: the
// probability of leaving an unknown, by which its equation is divided, is the sum of the probabilities of where it leads, so that the
// result has many right digits also where unknowns are left once in a million years. The scheduler is improved until no option is better.
//
// That these digits are right is proved afterwards. The values v are moved up and down by a small multiple of w, where w is the solution of
// the same equations with v as costs: the expected number of further steps, weighted by values. If the operator of the equations, rounded
// up, makes no number larger than v + d·w, the solution is not above it; if the operator, rounded down, makes none smaller than v − d·w, it
// is not below (in both cases since the operator is monotone and has one fixed point, which repeated application comes to). With exact
// numbers the operator moves v + d·w down by d·v, so d need only be larger than the errors of rounding. Where options are as good as that
// of the scheduler and take more steps, w is that of the option with the most steps.

const (
	largestElimination = 20_000_000 // products; beyond it, values are iterated
	policies           = 60         // schedulers that are tried
	better             = 1e-11      // by how much, relatively, an option must be better to be taken
)

// factors are the numbers of an elimination.
type factors struct {
	*pattern
	lower, upper [][]float64 // in the places of the pattern
	pivot        []float64
}

// float is what a scheduler does in a row.
func (x *enclosure) float(r int) *floatOption { return &x.rows[r].options[x.scheduler[r]] }

// factor eliminates the unknowns of a block; it reports false if some are never left.
func (x *enclosure) factor(p *pattern, of func(r int) *floatOption) (*factors, bool) {
	n := len(p.block)
	f := &factors{p, make([][]float64, n), make([][]float64, n), make([]float64, n)}
	leaving, row := make([]float64, n), make([]float64, n)
	for _, v := range p.order {
		o := of(p.block[v])
		out := o.out
		for _, t := range o.terms {
			if u := x.local[t.row]; u >= 0 {
				row[u] += t.weight
			} else {
				out += t.weight
			}
		}
		f.lower[v] = make([]float64, len(p.lower[v]))
		for i, k := range p.lower[v] {
			factor := row[k]
			row[k], f.lower[v][i] = 0, factor
			out += factor * leaving[k]
			for j, u := range p.upper[k] {
				row[u] += factor * f.upper[k][j]
			}
		}
		row[v] = 0
		pivot := out
		for _, u := range p.upper[v] {
			pivot += row[u]
		}
		if !(pivot > 0) {
			return nil, false
		}
		f.pivot[v], leaving[v], f.upper[v] = pivot, out/pivot, make([]float64, len(p.upper[v]))
		for j, u := range p.upper[v] {
			f.upper[v][j], row[u] = row[u]/pivot, 0
		}
	}
	return f, true
}

// solve replaces the constants of the equations by the solution.
func (f *factors) solve(values []float64) []float64 {
	for _, v := range f.order {
		sum := values[v]
		for i, k := range f.pattern.lower[v] {
			sum += f.lower[v][i] * values[k]
		}
		values[v] = sum / f.pivot[v]
	}
	for i := len(f.order) - 1; i >= 0; i-- {
		v := f.order[i]
		for j, u := range f.pattern.upper[v] {
			values[v] += f.upper[v][j] * values[u]
		}
	}
	return values
}

// constants are those of the equations of a scheduler, with the given values of unknowns outside of the block.
func (x *enclosure) constants(block []int, outside []float64) []float64 {
	out := make([]float64, len(block))
	for v, r := range block {
		o := x.float(r)
		out[v] = o.constant
		for _, t := range o.terms {
			if x.local[t.row] < 0 {
				out[v] += t.weight * outside[t.row]
			}
		}
	}
	return out
}

// direct encloses the values of a block with cycles; it reports whether no gap is larger than the tolerance.
func (x *enclosure) direct(ctx context.Context, number int, tolerance float64) bool {
	block := x.blocks[number]
	for v, r := range block {
		x.local[r] = int32(v)
	}
	defer func() {
		for _, r := range block {
			x.local[r] = -1
		}
	}()
	f := x.improveScheduler(ctx, block)
	if f == nil {
		return false
	}
	x.patterns[number] = f.pattern
	low, high := f.solve(x.constants(block, x.low)), f.solve(x.constants(block, x.high))
	return x.prove(ctx, number, f, low, high, tolerance)
}

// improveScheduler finds the scheduler of a block that is optimal as far as floating-point numbers show, and its values; nil if that is too
// much work.
func (x *enclosure) improveScheduler(ctx context.Context, block []int) *factors {
	x.chooseFirst(block)
	for range policies {
		f := x.evaluate(ctx, block)
		if f == nil {
			return nil
		}
		if !x.choose(block) {
			return f
		}
	}
	return nil
}

// chooseFirst takes options that look good after some sweeps.
func (x *enclosure) chooseFirst(block []int) {
	several := false
	for _, r := range block {
		several = several || len(x.rows[r].options) > 1
	}
	if !several {
		return
	}
	for range sweepsBefore {
		x.sweep(block, x.low, false)
	}
	for _, r := range block {
		x.scheduler[r] = x.best(r, x.low)
	}
}

// sweepsBefore is the number of sweeps before the first scheduler.
const sweepsBefore = 20

// evaluate computes the values of a scheduler. If it stays in the block for ever, one that does not is taken instead.
func (x *enclosure) evaluate(ctx context.Context, block []int) *factors {
	for range 2 {
		p := x.patternOf(ctx, block, x.scheduler, min(largestElimination, x.work))
		if p == nil {
			return nil
		}
		x.work -= p.work
		if f, ok := x.factor(p, x.float); ok {
			for v, value := range f.solve(x.constants(block, x.middle)) {
				x.middle[block[v]] = value
			}
			return f
		}
		if x.proper == nil {
			return nil
		}
		for _, r := range block {
			x.scheduler[r] = x.proper[r]
		}
	}
	return nil
}

// choose takes better options; it reports whether there are any.
func (x *enclosure) choose(block []int) bool {
	changed := false
	for _, r := range block {
		if len(x.rows[r].options) < 2 {
			continue
		}
		now := x.float(r).plain(x.middle)
		i := x.best(r, x.middle)
		if v := x.rows[r].options[i].plain(x.middle); math.Abs(v-now) > better*now && v != now {
			x.scheduler[r], changed = i, true
		}
	}
	return changed
}

// plain is the value of an option, rounded to the nearest.
func (o *floatOption) plain(values []float64) float64 {
	sum := o.constant
	for _, t := range o.terms {
		sum += t.weight * values[t.row]
	}
	return sum
}

// best is the option that is best for some values.
func (x *enclosure) best(r int, values []float64) int {
	best, value := 0, 0.0
	for i := range x.rows[r].options {
		v := x.rows[r].options[i].plain(values)
		if i == 0 || x.objective == Maximum && v > value || x.objective == Minimum && v < value {
			best, value = i, v
		}
	}
	return best
}

// proof is the state of the proof of bounds.
type proof struct {
	*factors
	low, high []float64   // before they are moved
	steps     []float64   // w of the comment above
	longest   map[int]int // options with more steps than those of the scheduler, by row
}

// prove moves values until they are proved to be bounds; it reports whether they are within the tolerance.
func (x *enclosure) prove(ctx context.Context, number int, f *factors, low, high []float64, tolerance float64) bool {
	p := &proof{f, low, high, f.solve(append([]float64(nil), high...)), map[int]int{}}
	for v, steps := range p.steps {
		if high[v] > 0 {
			x.steps[number] = max(x.steps[number], steps/high[v])
		}
	}
	for move := 0x1p-48; move < tolerance && p.gap(move) <= tolerance; move *= 8 {
		for range policies {
			proved, changed := x.try(p, move)
			if proved {
				return x.close(f.block, tolerance)
			}
			if !changed || !x.lengthen(ctx, p) {
				break
			}
		}
	}
	return false
}

// gap is the largest relative distance of the bounds for a move.
func (p *proof) gap(move float64) float64 {
	gap := 0.0
	for v := range p.low {
		if p.high[v] == 0 {
			continue
		}
		gap = max(gap, (p.high[v]-p.low[v]+2*move*p.steps[v])/p.low[v])
	}
	return gap
}

// try checks one move. If it fails, it reports whether options with more steps are in the way, which are then noted.
func (x *enclosure) try(p *proof, move float64) (proved, changed bool) {
	old := make([][2]float64, len(p.block))
	for v, r := range p.block {
		old[v] = [2]float64{x.low[r], x.high[r]}
		x.low[r], x.high[r] = max(0, p.low[v]-move*p.steps[v]), p.high[v]+move*p.steps[v]
		if x.bound {
			x.high[r] = min(1, x.high[r])
		}
	}
	proved = true
	for _, r := range p.block {
		if x.value(r, x.low, false) >= x.low[r] && x.value(r, x.high, true) <= x.high[r] {
			continue
		}
		proved = false
		values := x.low
		if x.objective == Maximum {
			values = x.high
		}
		now, known := p.longest[r]
		if !known {
			now = x.scheduler[r]
		}
		if i := x.best(r, values); i != now {
			p.longest[r], changed = i, true
		}
	}
	if !proved {
		for v, r := range p.block {
			x.low[r], x.high[r] = old[v][0], old[v][1]
		}
	}
	return proved, changed
}

// lengthen computes the steps with the options that are in the way; it reports false if that is too much work.
func (x *enclosure) lengthen(ctx context.Context, p *proof) bool {
	scheduler := append([]int(nil), x.scheduler...)
	for r, i := range p.longest {
		scheduler[r] = i
	}
	pattern := x.patternOf(ctx, p.block, scheduler, largestElimination)
	if pattern == nil {
		return false
	}
	f, ok := x.factor(pattern, func(r int) *floatOption { return &x.rows[r].options[scheduler[r]] })
	if ok {
		p.steps = f.solve(append([]float64(nil), p.high...))
	}
	return ok
}

package campaign

import (
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// The best scheduler. χ² of a sample is Σ (n − m·P)²/(m·P) over its classes, where the probabilities P are linear in the probabilities y
// of the sequences of the scheduler (package forward). Each part is convex in P, so χ² is convex in y, and y ranges over a polytope whose
// corners are the schedulers that decide without chance. The method of Frank and Wolfe fits such problems: a linear function
// over the polytope is minimised by going backwards through the points of choice, and the slope towards its minimum bounds how far χ² is
// from its own minimum. That bound is a certificate: if χ² minus the bound exceeds the critical value, no scheduler explains the sample,
// and if χ² is below the critical value, the scheduler that was found does. Steps away from bad corners (Guélat and Marcotte) make it converge
// fast.
//
// Degrees of freedom. The best scheduler is not that of the system: fitting makes χ² smaller than it is for the true scheduler. If the
// optimum lies inside a face of the polytope whose image in the space of classes has dimension d, then χ² given that face has, for many runs,
// the distribution with d degrees of freedom less (the conditional test for cones, Bartholomew 1961). So the level α holds whether or not the
// system chooses at random.

// class is a class of runs, or several pooled classes: its count, the size of its sample, and its probability as a function of y.
type class struct {
	observed float64
	runs     float64
	terms    []term
}

// term is a factor of the probability of one sequence.
type term struct {
	sequence int
	factor   float64
}

// probability returns the probability of a class.
func (c *class) probability(y []float64) float64 {
	p := 0.0
	for _, t := range c.terms {
		p += t.factor * y[t.sequence]
	}
	return p
}

// statistic is the part of the class in χ².
func (c *class) statistic(y []float64) float64 {
	expected := c.runs * c.probability(y)
	d := c.observed - expected
	if expected <= 0 {
		if c.observed == 0 {
			return 0
		}
		return math.Inf(1)
	}
	return d * d / expected
}

// slope is the derivative of statistic by the probability.
func (c *class) slope(y []float64) float64 {
	if c.observed == 0 {
		return c.runs
	}
	p := math.Max(c.probability(y), 1e-100)
	return c.runs - c.observed*c.observed/(c.runs*p*p)
}

// fit is the search for the best scheduler.
type fit struct {
	sequences int
	before    []int   // by point of choice: the sequence before it
	points    [][]int // the sequences of its alternatives
	classes   []class

	y          []float64
	atoms      []atom // whose mixture y is
	iterations int
	gap        float64 // bound on the distance to the minimum
}

// atom is a scheduler with its share of the mixture.
type atom struct {
	y     []float64
	share float64
}

// The bounds of the search.
const (
	maxIterations = 3000
	wantedGap     = 1e-4
)

// statistic returns χ² at y.
func (f *fit) statistic(y []float64) float64 {
	sum := 0.0
	for i := range f.classes {
		sum += f.classes[i].statistic(y)
	}
	return sum
}

// gradient returns the derivative of χ² by each sequence.
func (f *fit) gradient(y []float64) []float64 {
	out := make([]float64, f.sequences)
	for i := range f.classes {
		c := &f.classes[i]
		slope := c.slope(y)
		for _, t := range c.terms {
			out[t.sequence] += slope * t.factor
		}
	}
	return out
}

// uniform returns the scheduler that chooses all alternatives with equal probability.
func (f *fit) uniform() []float64 {
	y := make([]float64, f.sequences)
	y[0] = 1
	for i, point := range f.points { // points are in the order in which they were found: earlier ones are computed
		for _, q := range point {
			y[q] = y[f.before[i]] / float64(len(point))
		}
	}
	return y
}

// corner returns the deterministic scheduler that minimises a linear function.
func (f *fit) corner(g []float64) []float64 {
	value := slices.Clone(g)
	best := make([]int, len(f.points))
	for i := len(f.points) - 1; i >= 0; i-- {
		for k, q := range f.points[i] {
			if value[q] < value[f.points[i][best[i]]] {
				best[i] = k
			}
		}
		value[f.before[i]] += value[f.points[i][best[i]]]
	}
	y := make([]float64, f.sequences)
	y[0] = 1
	for i, point := range f.points {
		y[point[best[i]]] = y[f.before[i]]
	}
	return y
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// minimise finds the best scheduler.
func (f *fit) minimise() {
	start := f.uniform()
	f.y, f.atoms = start, []atom{{start, 1}}
	for f.iterations = 0; f.iterations < maxIterations; f.iterations++ {
		g := f.gradient(f.y)
		to := f.corner(g)
		here := dot(g, f.y)
		if f.gap = here - dot(g, to); f.gap <= wantedGap {
			return
		}
		worst := 0
		for i := range f.atoms {
			if dot(g, f.atoms[i].y) > dot(g, f.atoms[worst].y) {
				worst = i
			}
		}
		if away := dot(g, f.atoms[worst].y) - here; away > f.gap && len(f.atoms) > 1 {
			share := f.atoms[worst].share
			f.leave(worst, f.search(f.atoms[worst].y, -share/(1-share)))
		} else {
			f.approach(to, f.search(to, 1))
		}
	}
}

// search returns the best step between 0 and most along the line from y to another scheduler; a negative one leads away from it.
func (f *fit) search(to []float64, most float64) float64 {
	low, high := 0.0, most
	for range 60 {
		mid := (low + high) / 2
		at := f.mixed(to, mid)
		g := f.gradient(at)
		slope := dot(g, to) - dot(g, f.y)
		if most < 0 {
			slope = -slope
		}
		if slope > 0 {
			high = mid
		} else {
			low = mid
		}
	}
	return (low + high) / 2
}

// mixed returns the scheduler at a step along the line from y to another.
func (f *fit) mixed(to []float64, step float64) []float64 {
	out := make([]float64, len(f.y))
	for i := range out {
		out[i] = math.Max(0, f.y[i]+step*(to[i]-f.y[i]))
	}
	return out
}

// approach makes a step towards a corner.
func (f *fit) approach(to []float64, step float64) {
	f.y = f.mixed(to, step)
	for i := range f.atoms {
		f.atoms[i].share *= 1 - step
	}
	if i := slices.IndexFunc(f.atoms, func(a atom) bool { return slices.Equal(a.y, to) }); i >= 0 {
		f.atoms[i].share += step
	} else {
		f.atoms = append(f.atoms, atom{to, step})
	}
	f.drop()
}

// leave makes a step away from an atom; the step is negative.
func (f *fit) leave(i int, step float64) {
	f.y = f.mixed(f.atoms[i].y, step)
	for k := range f.atoms {
		f.atoms[k].share *= 1 - step
	}
	f.atoms[i].share += step
	f.drop()
}

// drop removes atoms whose share is 0.
func (f *fit) drop() {
	f.atoms = slices.DeleteFunc(f.atoms, func(a atom) bool { return a.share <= 1e-12 })
}

// pool merges classes of a sample until each has a large enough expected count at y.
func pool(sample []class, y []float64) []class {
	var c statistics.Counts
	total := 0
	for i := range sample {
		c.Observed, c.Probability = append(c.Observed, int(sample[i].observed)), append(c.Probability, math.Max(sample[i].probability(y), 1e-12))
		total += int(sample[i].observed)
	}
	var out []class
	for _, group := range c.Pool() {
		one := class{runs: float64(total)}
		for _, i := range group {
			one.observed += sample[i].observed
			one.terms = append(one.terms, sample[i].terms...)
		}
		out = append(out, one)
	}
	return out
}

// dimension returns the dimension of the image, in the space of classes, of the face of the polytope around y: for each point of choice, mass is
// moved from its first alternative that is used to each of the others.
func (f *fit) dimension() int {
	const used = 1e-6
	below := f.directions()
	var rows [][]float64
	for _, point := range f.points {
		first := -1
		for _, q := range point {
			switch {
			case f.y[q] <= used:
			case first < 0:
				first = q
			default:
				row := make([]float64, len(f.classes))
				for i := range row {
					row[i] = below[q][i]/f.y[q] - below[first][i]/f.y[first]
				}
				rows = append(rows, row)
			}
		}
	}
	return rank(rows)
}

// directions returns, by sequence, the contribution of the sequence and its successors to the probability of each class.
func (f *fit) directions() [][]float64 {
	out := make([][]float64, f.sequences)
	for q := range out {
		out[q] = make([]float64, len(f.classes))
	}
	for i := range f.classes {
		for _, t := range f.classes[i].terms {
			out[t.sequence][i] += t.factor * f.y[t.sequence]
		}
	}
	for k := len(f.points) - 1; k >= 0; k-- {
		for _, q := range f.points[k] {
			for i, v := range out[q] {
				out[f.before[k]][i] += v
			}
		}
	}
	return out
}

// rank returns the rank of a matrix, by elimination.
func rank(rows [][]float64) int {
	n := 0
	if len(rows) == 0 {
		return 0
	}
	for column := range rows[0] {
		pivot := n
		for i := n; i < len(rows); i++ {
			if math.Abs(rows[i][column]) > math.Abs(rows[pivot][column]) {
				pivot = i
			}
		}
		if pivot >= len(rows) || math.Abs(rows[pivot][column]) < 1e-9 {
			continue
		}
		rows[n], rows[pivot] = rows[pivot], rows[n]
		for i := n + 1; i < len(rows); i++ {
			factor := rows[i][column] / rows[n][column]
			for k := column; k < len(rows[i]); k++ {
				rows[i][k] -= factor * rows[n][k]
			}
		}
		if n++; n == len(rows) {
			break
		}
	}
	return n
}

package solve

import (
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Surrogates are guesses of a function between and beyond its rows. For one numeric argument it is the polygon through
// the rows, continued at both ends; for several, the plane of least squares. Both are piecewise linear, so the solver can
// compose them and solve for inputs. A surrogate is only a hint: the inputs that it suggests are run.

// maxCorners bounds the rows of a polygon; the nearest to the last one are kept.
const maxCorners = 24

// wideShape requires that ψ holds at the surrogate and also some way above and below it.
func wideShape(_ context.Context, t *search, round int) []*term.Term {
	return t.shape(fit{margin: 0.1 / math.Pow(4, float64(round)), trusted: true})
}

// narrowShape requires that ψ holds at the surrogate.
func narrowShape(_ context.Context, t *search, _ int) []*term.Term {
	return t.shape(fit{trusted: true})
}

// boldShape follows the surrogate wherever it leads.
func boldShape(_ context.Context, t *search, _ int) []*term.Term { return t.shape(fit{}) }

// fit is the degree of trust in a surrogate.
type fit struct {
	margin  float64 // share of the rows' range by which the result may be wrong
	trusted bool    // only near the rows
}

// shape ties the results of calls to the surrogates of their functions. With a margin, ψ must also hold if one result is
// that share of the rows' range higher or lower.
func (t *search) shape(f fit) []*term.Term {
	for _, c := range t.calls {
		if len(t.demandsOn(c)) > 0 && t.surrogate(c) == nil {
			return nil // there is no row for the result that ψ constrains
		}
	}
	return t.shapeOf(t.calls, f)
}

func (t *search) shapeOf(calls []call, f fit) []*term.Term {
	var out []*term.Term
	for _, c := range calls {
		predicted := t.surrogate(c)
		if predicted == nil {
			continue
		}
		result := c.Results[0]
		if result.Sort().Kind == term.KindInt {
			predicted = t.store.Floor(t.store.Add(predicted, t.rational(0.5)))
		}
		believed := []*term.Term{t.store.Eq(result, predicted)}
		if f.trusted {
			believed = append(believed, t.trusted(c)...)
		}
		out = append(out, t.store.Or(t.formulas.sum(c), t.store.And(believed...))) // a known row, or the surrogate
		if f.margin > 0 {
			out = append(out, t.robust(c, f.margin)...)
		}
	}
	return out
}

// trusted keeps the arguments where a surrogate can be trusted: not much further from the rows than they are from each
// other.
func (t *search) trusted(c call) []*term.Term {
	var out []*term.Term
	for i, a := range c.Args {
		low, high := extent(c.rows(), i)
		reach := new(big.Rat).Sub(high, low)
		reach.Add(reach.Mul(reach, big.NewRat(2, 1)), big.NewRat(64, 1))
		out = append(out, t.within(a, low.Sub(low, reach), high.Add(high, reach)))
	}
	return out
}

// extent is the range of one argument over the rows; of no rows it is zero.
func extent(rows []table.Row, i int) (low, high *big.Rat) {
	low, high = new(big.Rat), new(big.Rat)
	for k, r := range rows {
		v := r.Args[i].Rat()
		if k == 0 || v.Cmp(low) < 0 {
			low.Set(v)
		}
		if k == 0 || v.Cmp(high) > 0 {
			high.Set(v)
		}
	}
	return low, high
}

// within is the condition that a number lies in a closed interval.
func (t *search) within(a *term.Term, low, high *big.Rat) *term.Term {
	x := t.asReal(a)
	return t.store.And(t.store.Le(t.constant(low), x), t.store.Le(x, t.constant(high)))
}

// robust is ψ with the result of a call moved up and down.
func (t *search) robust(c call, margin float64) []*term.Term {
	result := c.Results[0]
	width := t.spread(c) * margin
	if width == 0 {
		return nil
	}
	var step *term.Term
	if result.Sort().Kind == term.KindInt {
		step = t.store.Int(int64(math.Ceil(width)))
	} else {
		step = t.rational(width)
	}
	var out []*term.Term
	for _, moved := range []*term.Term{t.store.Add(result, step), t.store.Sub(result, step)} {
		by := map[*term.Term]*term.Term{result: moved}
		for _, k := range t.query.Conjuncts {
			if k.Mentions(result) {
				out = append(out, t.store.Substitute(k, by))
			}
		}
	}
	return out
}

// spread is the range of the outputs in a table.
func (t *search) spread(c call) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range c.rows() {
		y := number(r.Result[0])
		low, high = math.Min(low, y), math.Max(high, y)
	}
	return math.Max(high-low, 0)
}

// surrogate is the predicted result of a call as a real term over its arguments, or nil.
func (t *search) surrogate(c call) *term.Term {
	rows := c.rows()
	if len(rows) < 2 || len(c.Results) != 1 || !numeric(c.Results[0].Sort()) {
		return nil
	}
	if slices.ContainsFunc(c.Args, func(a *term.Term) bool { return !numeric(a.Sort()) }) {
		return nil
	}
	if len(c.Args) == 1 {
		return t.polygon(c.Args[0], rows)
	}
	return t.plane(c.Args, rows)
}

func numeric(s *term.Sort) bool { return s.Kind == term.KindInt || s.Kind == term.KindReal }

func number(v term.Value) float64 {
	f, _ := v.Rat().Float64()
	return f
}

// rational is a real constant near a float, with few digits.
func (t *search) rational(x float64) *term.Term {
	r := new(big.Rat)
	if r.SetFloat64(x) == nil {
		r.SetInt64(0)
	}
	scaled := new(big.Rat).Mul(r, big.NewRat(1_000_000_000, 1))
	rounded := new(big.Int).Div(scaled.Num(), scaled.Denom())
	return t.constant(new(big.Rat).SetFrac(rounded, big.NewInt(1_000_000_000)))
}

func (t *search) constant(r *big.Rat) *term.Term { return t.store.Const(term.Real, term.RatValue(r)) }

func (t *search) asReal(u *term.Term) *term.Term {
	if u.Sort().Kind == term.KindInt {
		return t.store.ToReal(u)
	}
	return u
}

// polygon interpolates between neighbouring rows and extrapolates beyond the ends.
func (t *search) polygon(arg *term.Term, rows []table.Row) *term.Term {
	corners := sorted(rows[max(len(rows)-maxCorners, 0):])
	x := t.asReal(arg)
	out := t.line(x, corners[len(corners)-2], corners[len(corners)-1])
	for i := len(corners) - 3; i >= 0; i-- {
		bend := t.store.Const(term.Real, corners[i+1].Args[0])
		out = t.store.Ite(t.store.Le(x, bend), t.line(x, corners[i], corners[i+1]), out)
	}
	return out
}

// sorted orders rows of functions of one argument by it.
func sorted(rows []table.Row) []table.Row {
	return slices.SortedFunc(slices.Values(rows), func(a, b table.Row) int { return term.CompareInt(a.Args[0], b.Args[0]) })
}

// line goes through two rows exactly.
func (t *search) line(x *term.Term, a, b table.Row) *term.Term {
	x0, y0 := a.Args[0].Rat(), a.Result[0].Rat()
	rise := new(big.Rat).Sub(b.Result[0].Rat(), y0)
	slope := new(big.Rat).Quo(rise, new(big.Rat).Sub(b.Args[0].Rat(), x0))
	level := new(big.Rat).Sub(y0, new(big.Rat).Mul(slope, x0))
	return t.store.Add(t.store.Mul(t.constant(slope), x), t.constant(level))
}

// plane is the linear function of least squares through the rows; a little weight on small coefficients makes it unique.
func (t *search) plane(args []*term.Term, rows []table.Row) *term.Term {
	n := len(args) + 1
	system := make([][]float64, n) // normal equations, augmented
	for i := range system {
		system[i] = make([]float64, n+1)
		system[i][i] = 1e-6
	}
	for _, r := range rows {
		x := make([]float64, n)
		for i, v := range r.Args {
			x[i] = number(v)
		}
		x[n-1] = 1
		for i := range n {
			for j := range n {
				system[i][j] += x[i] * x[j]
			}
			system[i][n] += x[i] * number(r.Result[0])
		}
	}
	coefficients := gauss(system)
	if coefficients == nil {
		return nil
	}
	out := t.rational(coefficients[n-1])
	for i, a := range args {
		out = t.store.Add(out, t.store.Mul(t.rational(coefficients[i]), t.asReal(a)))
	}
	return out
}

// gauss solves a linear system in place, or returns nil if it has no unique solution.
func gauss(m [][]float64) []float64 {
	n := len(m)
	for i := range n {
		best := i
		for k := i + 1; k < n; k++ {
			if math.Abs(m[k][i]) > math.Abs(m[best][i]) {
				best = k
			}
		}
		m[i], m[best] = m[best], m[i]
		if math.Abs(m[i][i]) < 1e-12 {
			return nil
		}
		for k := range n {
			if k == i {
				continue
			}
			factor := m[k][i] / m[i][i]
			for j := i; j <= n; j++ {
				m[k][j] -= factor * m[i][j]
			}
		}
	}
	out := make([]float64, n)
	for i := range n {
		out[i] = m[i][n] / m[i][i]
	}
	return out
}

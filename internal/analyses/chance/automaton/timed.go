package automaton

import (
	"context"
	"math"
	"math/big"
)

// Time-bounded reachability without choices of a scheduler, by uniformisation: all delays get the same rate q, the largest of all, and
// states with a smaller rate return to themselves with the rest of the probability. The number of delays within the time t then has a
// Poisson distribution with mean q·t, and the probability is the sum over n of the probability of n delays times that of reaching the
// goal within n of them. States that no time passes in are followed through, which needs that they have no cycles.
//
// The Poisson probabilities are computed with 256 bits from the mean, as a fraction with the error of some last bits, far below what
// is added when they are rounded outwards to floating-point numbers. The sum is cut where the rest is below the precision; the rest is
// added to the upper bound.

// maxMean is the largest mean number of delays that is computed.
const maxMean = 2_000_000

// WithinTime returns the probability of reaching a goal state within a time, without a state to avoid before it.
func (s *Solver) WithinTime(ctx context.Context, goal, avoid []bool, time *big.Rat) (Answer, error) {
	if !s.graph.Deterministic() {
		return Answer{Kind: Unknown, Why: Choices}, nil
	}
	if initial := s.graph.Initial[0]; goal[initial] {
		return exactly(one), nil
	} else if s.graph.impossible(target{goal, avoid})[initial] {
		return exactly(zero), nil
	}
	u, why := s.uniformise(target{goal, avoid})
	if why != "" {
		return Answer{Kind: Unknown, Why: why}, nil
	}
	mean := new(big.Rat).Mul(u.rate, time)
	if f, _ := mean.Float64(); f > maxMean {
		return Answer{Kind: Unknown, Why: Horizon}, nil
	}
	return u.run(ctx, s.graph.Initial[0], newPoisson(mean), s.Precision)
}

// uniform is an automaton whose delays have the same rate.
type uniform struct {
	rate    *big.Rat
	goal    []bool
	options []floatOption // by state; the terms are states
	delayed []int         // states that are left after a delay
	instant []int         // states that are left at once, each after those it leads to
}

// uniformise returns the automaton with uniform rates; states that are not passed on the way to the goal have no option.
func (s *Solver) uniformise(t target) (*uniform, Reason) {
	u := &uniform{rate: new(big.Rat), goal: t.goal, options: make([]floatOption, len(s.graph.States))}
	open := s.graph.backward(t.goal, t.through)
	instant := make([]bool, len(open))
	for i := range open {
		if open[i] = open[i] && t.through(i); !open[i] {
			continue
		}
		if rate := s.graph.States[i].Choices[0].Rate; rate == nil {
			instant[i] = true
		} else if rate.Cmp(u.rate) > 0 {
			u.rate = rate
		}
	}
	if u.instant = s.orderInstant(instant); u.instant == nil {
		return nil, InstantCycles
	}
	for i := range open {
		if open[i] {
			u.add(i, &s.graph.States[i].Choices[0])
		}
	}
	return u, ""
}

// orderInstant sorts the states in which no time passes so that each comes after those it leads to; nil if there are cycles.
func (s *Solver) orderInstant(instant []bool) []int {
	order := []int{}
	successors := func(v int) []int {
		var out []int
		if instant[v] {
			for _, b := range s.graph.States[v].Choices[0].Branches {
				out = append(out, b.To)
			}
		}
		return out
	}
	for _, c := range components(len(instant), successors) {
		if len(c) > 1 {
			return nil
		}
		if !instant[c[0]] {
			continue
		}
		for _, next := range successors(c[0]) {
			if next == c[0] {
				return nil
			}
		}
		order = append(order, c[0])
	}
	return order
}

// add makes the option of a state.
func (u *uniform) add(state int, c *Choice) {
	o := &u.options[state]
	share := one
	if c.Rate != nil {
		u.delayed = append(u.delayed, state)
		share = new(big.Rat).Quo(c.Rate, u.rate)
	}
	for _, b := range c.Branches {
		w, _ := new(big.Rat).Mul(share, b.Probability).Float64()
		o.terms = append(o.terms, floatTerm{b.To, w})
	}
	if rest := new(big.Rat).Sub(one, share); rest.Sign() > 0 {
		w, _ := rest.Float64()
		o.terms = append(o.terms, floatTerm{state, w})
	}
	o.slack = float64(len(o.terms)+5) * 0x1p-52
}

// run sums up over the number of delays.
func (u *uniform) run(ctx context.Context, initial int, p *poisson, precision float64) (Answer, error) {
	low, high := u.start(false), u.start(true)
	nextLow, nextHigh := u.start(false), u.start(true)
	var sumLow, sumHigh float64
	for {
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		w := p.next()
		sumLow = down(sumLow + down(down(w)*low[initial]))
		sumHigh = up(sumHigh + up(up(w)*high[initial]))
		if rest := p.rest(); rest <= precision*sumLow/4 || rest < 1e-30 {
			return Answer{Kind: Bounds, Low: sumLow, High: math.Min(1, up(sumHigh+up(rest))), Why: Irrational}, nil
		}
		u.step(low, nextLow, false)
		u.step(high, nextHigh, true)
		low, nextLow, high, nextHigh = nextLow, low, nextHigh, high
	}
}

// start is the probability of being at the goal before any delay.
func (u *uniform) start(upwards bool) []float64 {
	out := make([]float64, len(u.options))
	for s, in := range u.goal {
		if in {
			out[s] = 1
		}
	}
	u.follow(out, upwards)
	return out
}

// step computes the probabilities for one more delay.
func (u *uniform) step(from, to []float64, upwards bool) {
	for _, s := range u.delayed {
		to[s] = math.Min(1, u.options[s].value(from, upwards))
	}
	u.follow(to, upwards)
}

// follow computes the probabilities of the states in which no time passes.
func (u *uniform) follow(values []float64, upwards bool) {
	for _, s := range u.instant {
		values[s] = math.Min(1, u.options[s].value(values, upwards))
	}
}

func down(x float64) float64 { return math.Max(0, math.Nextafter(x, math.Inf(-1))) }
func up(x float64) float64   { return math.Nextafter(x, math.Inf(1)) }

// poisson gives the probabilities of 0, 1, 2 ... events.
type poisson struct {
	mean  *big.Float
	n     int64
	now   *big.Float
	total *big.Float
}

const poissonBits = 256

func newPoisson(mean *big.Rat) *poisson {
	m := new(big.Float).SetPrec(poissonBits).SetRat(mean)
	return &poisson{mean: m, now: expNegative(m), total: new(big.Float).SetPrec(poissonBits)}
}

// next returns the probability of one more event than before, the first time that of none.
func (p *poisson) next() float64 {
	if p.n > 0 {
		p.now.Mul(p.now, p.mean)
		p.now.Quo(p.now, new(big.Float).SetInt64(p.n))
	}
	p.n++
	p.total.Add(p.total, p.now)
	f, _ := p.now.Float64()
	return f
}

// rest is the probability of more events than those that next has returned, or a little more than that.
func (p *poisson) rest() float64 {
	f, _ := new(big.Float).Sub(big.NewFloat(1), p.total).Float64()
	return math.Max(f, 0) + 1e-40
}

// expNegative is e to the power of -x, for x up to some millions: the power series of x/2^k, squared k times.
func expNegative(x *big.Float) *big.Float {
	const bits = poissonBits + 64
	k := max(0, x.MantExp(nil)+8)
	y := new(big.Float).SetPrec(bits).SetMantExp(x, -k)
	y.Neg(y)
	sum, power := newFloat(bits, 1), newFloat(bits, 1)
	for i := int64(1); i < 64; i++ {
		power.Mul(power, y)
		power.Quo(power, new(big.Float).SetInt64(i))
		sum.Add(sum, power)
	}
	for range k {
		sum.Mul(sum, sum)
	}
	return sum.SetPrec(poissonBits)
}

func newFloat(bits uint, v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

package automaton

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawAutomaton draws a small automaton. Few states and probabilities make cycles, end components and ties frequent.
func drawAutomaton(t *rapid.T) *Automaton {
	n := rapid.IntRange(1, 6).Draw(t, "states")
	a := &Automaton{Initial: []int{0}}
	for s := range n {
		var state State
		for c := range rapid.IntRange(0, 3).Draw(t, fmt.Sprint("choices", s)) {
			name := fmt.Sprint(s, "/", c)
			var choice Choice
			if rapid.Bool().Draw(t, "timed "+name) {
				choice.Rate = big.NewRat(int64(rapid.IntRange(1, 5).Draw(t, "rate "+name)), 3)
			}
			parts := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "weights "+name)
			total := 0
			for _, p := range parts {
				total += p
			}
			for i, p := range parts {
				to := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("to ", name, i))
				choice.Branches = append(choice.Branches, Branch{to, big.NewRat(int64(p), int64(total))})
			}
			state.Choices = append(state.Choices, choice)
		}
		a.States = append(a.States, state)
	}
	return a
}

func drawSet(t *rapid.T, n int, name string) []bool {
	return rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, name)
}

// schedulers calls visit with every memoryless deterministic scheduler, as a choice by state.
func schedulers(a *Automaton, visit func(choice []int)) {
	choice := make([]int, len(a.States))
	var next func(s int)
	next = func(s int) {
		if s == len(a.States) {
			visit(choice)
			return
		}
		for c := range max(1, len(a.States[s].Choices)) {
			choice[s] = c
			next(s + 1)
		}
	}
	next(0)
}

// chain is the Markov chain of a scheduler, with goal states and those to avoid made absorbing.
type chain struct {
	step [][]*big.Rat
	cost []*big.Rat
}

func newChain(a *Automaton, choice []int, stop func(s int) bool, cost func(*Choice) *big.Rat) *chain {
	n := len(a.States)
	c := &chain{}
	for s := range n {
		row := make([]*big.Rat, n)
		for i := range row {
			row[i] = new(big.Rat)
		}
		c.cost = append(c.cost, new(big.Rat))
		if !stop(s) && len(a.States[s].Choices) > 0 {
			taken := &a.States[s].Choices[choice[s]]
			c.cost[s] = cost(taken)
			for _, b := range taken.Branches {
				row[b.To].Add(row[b.To], b.Probability)
			}
		}
		c.step = append(c.step, row)
	}
	return c
}

// canReach returns the states of the chain from which a set is reached with a positive probability.
func (c *chain) canReach(set []bool) []bool {
	out := append([]bool(nil), set...)
	for range c.step {
		for s := range c.step {
			for u, p := range c.step[s] {
				out[s] = out[s] || p.Sign() > 0 && out[u]
			}
		}
	}
	return out
}

// solve solves x = constant + step x for the open states, all others being given, by Gauss-Jordan elimination.
func (c *chain) solve(open []bool, constant, given []*big.Rat) []*big.Rat {
	n := len(c.step)
	m := make([][]*big.Rat, n)
	for s := range m {
		m[s] = make([]*big.Rat, n+1)
		for u := range n {
			m[s][u] = new(big.Rat)
			if open[s] {
				m[s][u].Neg(c.step[s][u])
			}
		}
		m[s][s].Add(m[s][s], one)
		m[s][n] = given[s]
		if open[s] {
			m[s][n] = constant[s]
		}
	}
	for i := range n {
		p := i
		for m[p][i].Sign() == 0 {
			p++
		}
		m[i], m[p] = m[p], m[i]
		for j := range n {
			if j == i || m[j][i].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(m[j][i], m[i][i])
			for k := i; k <= n; k++ {
				m[j][k] = new(big.Rat).Sub(m[j][k], new(big.Rat).Mul(f, m[i][k]))
			}
		}
	}
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat).Quo(m[i][n], m[i][i])
	}
	return out
}

func numbers(n int, of func(s int) *big.Rat) []*big.Rat {
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = of(i)
	}
	return out
}

// bruteProbability tries all schedulers.
func bruteProbability(a *Automaton, goal, avoid []bool, o Objective) *big.Rat {
	var best *big.Rat
	stop := func(s int) bool { return goal[s] || avoid[s] }
	schedulers(a, func(choice []int) {
		c := newChain(a, choice, stop, func(*Choice) *big.Rat { return zero })
		can := c.canReach(goal)
		open := make([]bool, len(can))
		for s := range can {
			open[s] = can[s] && !stop(s)
		}
		zeros := numbers(len(can), func(int) *big.Rat { return zero })
		v := c.solve(open, zeros, numbers(len(can), func(s int) *big.Rat {
			if goal[s] {
				return one
			}
			return zero
		}))[0]
		if best == nil || o.better(v, best) {
			best = v
		}
	})
	return best
}

// bruteExpected tries all schedulers; nil is infinity.
func bruteExpected(a *Automaton, goal []bool, o Objective, cost func(*Choice) *big.Rat) *big.Rat {
	var best *big.Rat
	first := true
	schedulers(a, func(choice []int) {
		v := chainExpected(newChain(a, choice, func(s int) bool { return goal[s] }, cost), goal)
		better := first || best == nil && v != nil && o == Minimum || v == nil && o == Maximum || best != nil && v != nil && o.better(v, best)
		if better && !(o == Maximum && !first && best == nil) {
			best = v
		}
		first = false
	})
	return best
}

func chainExpected(c *chain, goal []bool) *big.Rat {
	lost := c.canReach(complement(c.canReach(goal)))
	if lost[0] {
		return nil
	}
	open := make([]bool, len(goal))
	for s := range open {
		open[s] = !lost[s] && !goal[s]
	}
	return c.solve(open, c.cost, numbers(len(goal), func(int) *big.Rat { return zero }))[0]
}

// TestEqualBruteForce compares exact values, and bounds, with the best of all schedulers.
func TestEqualBruteForce(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		a := drawAutomaton(t)
		goal, avoid := drawSet(t, len(a.States), "goal"), drawSet(t, len(a.States), "avoid")
		exact, bounds := NewSolver(a), NewSolver(a)
		bounds.Exact = -1
		for _, o := range []Objective{Minimum, Maximum} {
			want := bruteProbability(a, goal, avoid, o)
			for _, s := range []*Solver{exact, bounds} {
				got, err := s.Probability(ctx, goal, avoid, o)
				compare(t, fmt.Sprint(o, " probability"), s, got, err, want)
			}
			steps := bruteExpected(a, goal, o, func(*Choice) *big.Rat { return one })
			time := bruteExpected(a, goal, o, func(c *Choice) *big.Rat {
				if c.Rate == nil {
					return zero
				}
				return new(big.Rat).Inv(c.Rate)
			})
			for _, s := range []*Solver{exact, bounds} {
				got, err := s.ExpectedSteps(ctx, goal, o)
				compare(t, fmt.Sprint(o, " steps"), s, got, err, steps)
				got, err = s.ExpectedTime(ctx, goal, o)
				compare(t, fmt.Sprint(o, " time"), s, got, err, time)
			}
		}
	})
}

func compare(t *rapid.T, what string, s *Solver, got Answer, err error, want *big.Rat) {
	t.Helper()
	switch {
	case err != nil:
		t.Fatalf("%s: %v", what, err)
	case want == nil:
		if got.Kind != Infinite {
			t.Fatalf("%s: got %+v, want infinity", what, got)
		}
	case s.Exact >= 0 && got.Kind != Exact, got.Kind > Bounds, !got.Contains(want):
		t.Fatalf("%s: got %+v, want %s", what, got, want.RatString())
	case got.Gap() > s.Precision:
		t.Fatalf("%s: the bounds %g, %g are not close", what, got.Low, got.High)
	}
}

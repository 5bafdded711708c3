package automaton

import (
	"context"
	"math/big"
)

// WithinSteps returns the probability of reaching a goal state in at most a number of steps, without a state to avoid before it: the
// operator of the equations applied that often, exactly as long as the numbers are small, else in floating-point numbers rounded
// outwards.
func (s *Solver) WithinSteps(ctx context.Context, goal, avoid []bool, steps int, o Objective) (Answer, error) {
	e := s.stepEquations(target{goal, avoid}, o)
	if s.Exact >= 0 {
		if values, err := s.exactSteps(ctx, e, steps); err == nil {
			return s.stepAnswer(e, goal, func(r int) Answer { return exactly(values[r]) }), nil
		} else if err != errTooLarge {
			return Answer{}, err
		}
	}
	low, high, err := s.floatSteps(ctx, e, steps)
	if err != nil {
		return Answer{}, err
	}
	return s.stepAnswer(e, goal, func(r int) Answer { return Answer{Kind: Bounds, Low: low[r], High: high[r], Why: s.inexact()} }), nil
}

// stepEquations has an unknown for every state that can be passed on the way to the goal.
func (s *Solver) stepEquations(t target, o Objective) *equations {
	open := s.graph.backward(t.goal, t.through)
	for i := range open {
		open[i] = open[i] && t.through(i)
	}
	b := &builder{graph: s.graph, known: func(state int) *big.Rat {
		if t.goal[state] {
			return one
		}
		return zero
	}}
	e := b.build(o, open, nil, 0)
	e.bound = true
	return e
}

func (s *Solver) stepAnswer(e *equations, goal []bool, of func(row int) Answer) Answer {
	answers := make([]Answer, len(s.graph.Initial))
	for i, state := range s.graph.Initial {
		switch r := e.unknown[state]; {
		case r >= 0:
			answers[i] = of(r)
		case goal[state]:
			answers[i] = exactly(one)
		default:
			answers[i] = exactly(zero)
		}
	}
	return e.objective.join(answers)
}

func (s *Solver) exactSteps(ctx context.Context, e *equations, steps int) ([]*big.Rat, error) {
	x := &exactSolver{e, make([]*big.Rat, len(e.rows)), s.Exact / wordsOfUnit}
	for r := range x.values {
		x.values[r] = zero
	}
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := make([]*big.Rat, len(e.rows))
		for r := range e.rows {
			v, err := x.best(r)
			if err != nil {
				return nil, err
			}
			next[r] = v
		}
		x.values = next
	}
	return x.values, nil
}

func (s *Solver) floatSteps(ctx context.Context, e *equations, steps int) (low, high []float64, err error) {
	x := &enclosure{equations: e, rows: make([]floatRow, len(e.rows)), low: make([]float64, len(e.rows)), high: make([]float64, len(e.rows))}
	for r := range e.rows {
		x.rows[r] = floats(e.rows[r])
	}
	nextLow, nextHigh := make([]float64, len(e.rows)), make([]float64, len(e.rows))
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for r := range e.rows {
			nextLow[r], nextHigh[r] = x.value(r, x.low, false), x.value(r, x.high, true)
		}
		x.low, nextLow = nextLow, x.low
		x.high, nextHigh = nextHigh, x.high
	}
	return x.low, x.high, nil
}

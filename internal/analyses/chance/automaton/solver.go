package automaton

import (
	"context"
	"errors"
	"math/big"
)

// Solver answers queries about an automaton. It belongs to one goroutine.
type Solver struct {
	graph     *graph
	Precision float64 // relative distance of bounds; 1e-6 if it is 0
	Exact     int     // work for exact answers, in multiplications of small numbers; see DefaultExact. Negative: never
	Work      int     // work for bounds, in evaluations of options; see DefaultWork
}

// Limits of the work of one query: some seconds.
const (
	DefaultPrecision = 1e-6
	DefaultExact     = 4_000_000
	DefaultWork      = 300_000_000
)

// NewSolver returns a solver for an automaton, which must be valid.
func NewSolver(a *Automaton) *Solver {
	return &Solver{graph: newGraph(a), Precision: DefaultPrecision, Exact: DefaultExact, Work: DefaultWork}
}

// Probability returns the probability of reaching a goal state without a state to avoid before it; avoid may be nil. Goal states that
// are also to be avoided count as reached.
func (s *Solver) Probability(ctx context.Context, goal, avoid []bool, o Objective) (Answer, error) {
	t := target{goal, avoid}
	var sure, never []bool
	if o == Maximum {
		sure, never = s.graph.attainable(t), s.graph.impossible(t)
	} else {
		sure, never = s.graph.certain(t), s.graph.avoidable(t)
	}
	known := func(state int) *big.Rat {
		if sure[state] {
			return one
		}
		return zero
	}
	open := make([]bool, len(sure))
	for i := range open {
		open[i] = !sure[i] && !never[i]
	}
	b := &builder{graph: s.graph, known: known}
	var e *equations
	if o == Maximum {
		component, found := s.graph.endComponents(open, func(at edge) bool { return s.graph.stays(at, open) })
		e = b.build(o, open, component, found)
	} else {
		e = b.build(o, open, nil, 0)
	}
	e.bound = true
	return s.solve(ctx, e, func(state int) Answer { return exactly(known(state)) })
}

// ExpectedSteps returns the expected number of steps until a goal state is reached.
func (s *Solver) ExpectedSteps(ctx context.Context, goal []bool, o Objective) (Answer, error) {
	return s.expected(ctx, goal, o, func(edge) *big.Rat { return one })
}

// ExpectedTime returns the expected time until a goal state is reached.
func (s *Solver) ExpectedTime(ctx context.Context, goal []bool, o Objective) (Answer, error) {
	return s.expected(ctx, goal, o, func(e edge) *big.Rat {
		if rate := s.graph.States[e.state].Choices[e.choice].Rate; rate != nil {
			return new(big.Rat).Inv(rate)
		}
		return zero
	})
}

func (s *Solver) expected(ctx context.Context, goal []bool, o Objective, cost func(edge) *big.Rat) (Answer, error) {
	t := target{goal: goal}
	finite := s.graph.certain(t)
	if o == Minimum {
		finite = s.graph.attainable(t)
	}
	open := make([]bool, len(finite))
	for i := range open {
		open[i] = finite[i] && !goal[i]
	}
	b := &builder{graph: s.graph, known: func(int) *big.Rat { return zero }, cost: cost,
		allowed: func(e edge) bool { return s.graph.stays(e, finite) }}
	var e *equations
	if o == Minimum {
		component, found := s.graph.endComponents(open, func(at edge) bool { return cost(at).Sign() == 0 && s.graph.stays(at, open) })
		e = b.build(o, open, component, found)
		e.findProper()
	} else {
		e = b.build(o, open, nil, 0)
	}
	return s.solve(ctx, e, func(state int) Answer {
		if finite[state] {
			return exactly(zero)
		}
		return Answer{Kind: Infinite}
	})
}

// solve answers for the initial states; settled answers for those that are not unknowns.
func (s *Solver) solve(ctx context.Context, e *equations, settled func(state int) Answer) (Answer, error) {
	var x *enclosure
	var values []*big.Rat
	answers := make([]Answer, len(s.graph.Initial))
	for i, state := range s.graph.Initial {
		r := e.unknown[state]
		if r < 0 {
			answers[i] = settled(state)
			continue
		}
		if x == nil {
			var err error
			if x, values, err = s.solveEquations(ctx, e); err != nil {
				return Answer{}, err
			}
		}
		if values != nil {
			answers[i] = exactly(values[r])
		} else {
			answers[i] = x.bounds(r, s.Precision, s.inexact())
		}
	}
	return e.objective.join(answers), nil
}

// inexact is why an answer is not exact.
func (s *Solver) inexact() Reason {
	if s.Exact < 0 {
		return NotAsked
	}
	return TooLarge
}

// firstWork is how many evaluations of each option are made to find a scheduler that is probably optimal.
const firstWork = 100

// solveEquations finds the solution exactly if that is not too much work, otherwise it encloses it.
func (s *Solver) solveEquations(ctx context.Context, e *equations) (*enclosure, []*big.Rat, error) {
	x := e.newEnclosure(s.Precision)
	if s.Exact >= 0 {
		options := 0
		for _, r := range e.rows {
			options += len(r.options)
		}
		if err := x.improve(ctx, min(firstWork*options, s.Work)); err != nil {
			return nil, nil, err
		}
		values, err := e.solveExactly(ctx, x.scheduler(), s.Exact)
		if !errors.Is(err, errTooLarge) {
			return x, values, err
		}
	}
	return x, nil, x.improve(ctx, s.Work)
}

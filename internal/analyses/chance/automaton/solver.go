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
	Exact     int     // work for exact answers, in multiplications of words; see DefaultExact. Negative: never
	Work      int     // work for bounds, in evaluations of options; see DefaultWork
}

// Limits of the work of one query: some seconds.
const (
	DefaultPrecision = 1e-6
	DefaultExact     = 40_000_000
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
	var rows []int
	for _, state := range s.graph.Initial {
		if r := e.unknown[state]; r >= 0 {
			rows = append(rows, r)
		}
	}
	answer := func(int) Answer { return Answer{} }
	if len(rows) > 0 {
		var err error
		if answer, err = s.solveEquations(ctx, e, rows); err != nil {
			return Answer{}, err
		}
	}
	answers := make([]Answer, len(s.graph.Initial))
	for i, state := range s.graph.Initial {
		if r := e.unknown[state]; r >= 0 {
			answers[i] = answer(r)
		} else {
			answers[i] = settled(state)
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

// solveEquations encloses the solution, finds it exactly if that is asked for and not too much work, and returns the answers for some rows.
// Where the bounds are not close the exact solution is sought in any case, and otherwise they are iterated.
func (s *Solver) solveEquations(ctx context.Context, e *equations, rows []int) (func(r int) Answer, error) {
	x := e.newEnclosure(s.Precision)
	x.work = s.Work
	if err := x.approximate(ctx); err != nil {
		return nil, err
	}
	if s.Exact >= 0 || x.wide > 0 {
		work := s.Exact
		if work < 0 {
			work = DefaultExact
		}
		values, err := x.solveExactly(ctx, rows, work)
		if err == nil {
			return func(r int) Answer { return s.known(values[r]) }, nil
		} else if !errors.Is(err, errTooLarge) {
			return nil, err
		}
	}
	if x.wide > 0 {
		if err := x.improve(ctx); err != nil {
			return nil, err
		}
	}
	return func(r int) Answer { return x.bounds(r, s.Precision, s.inexact()) }, nil
}

// known is the answer for a value that was computed exactly.
func (s *Solver) known(v *big.Rat) Answer {
	a := exactly(v)
	if s.Exact < 0 {
		return Answer{Kind: Bounds, Low: a.Low, High: a.High, Why: NotAsked}
	}
	return a
}

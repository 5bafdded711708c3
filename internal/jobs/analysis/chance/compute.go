package chance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/simulate"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// compute builds the automaton of the model and computes every goal.
func (x *chance) compute(ctx context.Context) error {
	limits := x.options.Space
	limits.Progress = x.options.Progress
	s, err := space.Build(ctx, x.system, limits)
	if err != nil {
		return adviceFor(err)
	}
	x.count(s)
	solver := automaton.NewSolver(s.Automaton)
	solver.Precision = x.options.Precision
	if x.options.Inexact {
		solver.Exact = -1
	}
	for _, g := range x.goals {
		row, err := x.computeGoal(ctx, s, solver, g)
		if err != nil {
			return err
		}
		x.document.Goals = append(x.document.Goals, row)
	}
	return nil
}

// adviceFor adds advice to an error.
func adviceFor(err error) error {
	var many *space.ErrStates
	if errors.As(err, &many) {
		return fmt.Errorf("%w; allow more with --states N, or estimate with --simulate N", err)
	}
	return err
}

// count notes the size of the automaton.
func (x *chance) count(s *space.Space) {
	x.document.States = len(s.States)
	x.document.Stats.States = len(s.States)
	x.document.Scheduler = !s.Deterministic()
	for i := range s.States {
		x.document.Choices += len(s.States[i].Choices)
		for _, c := range s.States[i].Choices {
			x.document.Branches += len(c.Branches)
		}
	}
}

// computeGoal computes one goal.
func (x *chance) computeGoal(ctx context.Context, s *space.Space, solver *automaton.Solver, g chanceGoal) (result.ChanceGoal, error) {
	row := result.ChanceGoal{Name: g.name, Kind: g.kind}
	goal, err := s.Where(ctx, g.reached)
	if err != nil {
		return row, err
	}
	var avoid []bool
	if g.avoid != nil {
		if avoid, err = s.Where(ctx, g.avoid); err != nil {
			return row, err
		}
	}
	row.Probability, err = x.overSchedulers(func(o automaton.Objective) (automaton.Answer, error) {
		switch {
		case x.steps != nil:
			return solver.WithinSteps(ctx, goal, avoid, *x.steps, o)
		case x.time != nil:
			return solver.WithinTime(ctx, goal, avoid, x.time)
		}
		return solver.Probability(ctx, goal, avoid, o)
	})
	if err != nil || x.steps != nil || x.time != nil || avoid != nil {
		return row, err
	}
	steps, err := x.overSchedulers(func(o automaton.Objective) (automaton.Answer, error) { return solver.ExpectedSteps(ctx, goal, o) })
	if row.Steps = &steps; err != nil || !s.Timed() {
		return row, err
	}
	time, err := x.overSchedulers(func(o automaton.Objective) (automaton.Answer, error) { return solver.ExpectedTime(ctx, goal, o) })
	row.Time = &time
	return row, err
}

// overSchedulers computes the minimum and the maximum, which are equal if the scheduler has no choices.
func (x *chance) overSchedulers(of func(automaton.Objective) (automaton.Answer, error)) (result.ChanceRange, error) {
	low, err := of(automaton.Minimum)
	if err != nil {
		return result.ChanceRange{}, err
	}
	out := result.ChanceRange{Minimum: chanceValue(low), Maximum: chanceValue(low)}
	if x.document.Scheduler {
		high, err := of(automaton.Maximum)
		if err != nil {
			return out, err
		}
		out.Maximum = chanceValue(high)
	}
	return out, nil
}

// longestFraction is the length of the fractions that documents have.
const longestFraction = 4000

// chanceValue is an answer as data.
func chanceValue(a automaton.Answer) result.ChanceValue {
	switch a.Kind {
	case automaton.Infinite:
		return result.ChanceValue{Kind: result.ChanceInfinite, Text: "infinite"}
	case automaton.Unknown:
		return result.ChanceValue{Kind: result.ChanceUnknown, Text: "unknown", Why: string(a.Why)}
	}
	out := result.ChanceValue{Kind: result.ChanceBounds, Text: certainDigits(a.Low, a.High), Low: &a.Low, Why: string(a.Why)}
	if !math.IsInf(a.High, 1) {
		out.High = &a.High
	}
	if a.Kind == automaton.Exact {
		out.Kind, out.Why = result.ChanceExact, ""
		out.Text = exactDigits(a.Value)
		if fraction := a.Value.RatString(); len(fraction) <= longestFraction {
			out.Exact = fraction
		}
	}
	return out
}

// exactDigits writes a rational number, exactly if that is short, and rounded otherwise.
func exactDigits(v *big.Rat) string {
	if s := v.RatString(); v.IsInt() && len(s) <= 15 {
		return s
	}
	f, _ := v.Float64()
	for digits := 1; digits <= 9; digits++ {
		if s := strconv.FormatFloat(f, 'g', digits, 64); equals(s, v) {
			return s
		}
	}
	return strconv.FormatFloat(f, 'g', 9, 64)
}

func equals(text string, v *big.Rat) bool {
	r, ok := new(big.Rat).SetString(text)
	return ok && r.Cmp(v) == 0
}

// certainDigits writes a number between bounds, rounded to the digits that all numbers between the bounds have in common.
func certainDigits(low, high float64) string {
	for digits := 12; digits > 0; digits-- {
		s := strconv.FormatFloat(low, 'g', digits, 64)
		if s == strconv.FormatFloat(high, 'g', digits, 64) {
			return s
		}
	}
	return strconv.FormatFloat(low, 'g', 3, 64) + " to " + strconv.FormatFloat(high, 'g', 3, 64)
}

// simulate estimates by random runs.
func (x *chance) simulate(ctx context.Context) error {
	var goals []simulate.Goal
	for _, g := range x.goals {
		goal := simulate.Goal{Reached: g.reached, Avoid: g.avoid, Steps: -1, Time: -1}
		if x.steps != nil {
			goal.Steps = *x.steps
		}
		if x.time != nil {
			goal.Time, _ = x.time.Float64()
		}
		goals = append(goals, goal)
	}
	x.document.Method, x.document.Confidence, x.document.Scheduler = result.ChanceBySimulation, x.options.Simulation.Confidence, true
	runs := x.options.Simulation
	runs.Seed, runs.Progress = x.options.Seed, x.options.Progress
	estimates, err := simulate.Run(ctx, x.system, goals, runs)
	for i, e := range estimates {
		x.document.Runs = e.Runs
		row := result.ChanceGoal{Name: x.goals[i].name, Kind: x.goals[i].kind, Undecided: e.Undecided}
		v := estimateValue(e)
		row.Probability = result.ChanceRange{Minimum: v, Maximum: v}
		x.document.Goals = append(x.document.Goals, row)
	}
	return err
}

func estimateValue(e simulate.Estimate) result.ChanceValue {
	out := result.ChanceValue{Kind: result.ChanceEstimate, Low: &e.Low, High: &e.High, Text: "unknown"}
	if e.Runs > 0 {
		out.Text = strconv.FormatFloat(float64(e.Reached)/float64(e.Runs), 'g', 4, 64)
	}
	return out
}

// Package simulate runs a model at random, by its probabilities and rates, and estimates how often goals are reached.
//
// Choices that the model leaves to a scheduler are made uniformly: the initial state, and one of the distributions of a state. So the
// estimate applies to this one scheduler; the minimum and maximum over all are not known. Branches are drawn by their probabilities, and
// delays from the exponential distribution of the race.
package simulate

import (
	"context"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Goal is the goal of runs. A run that enters a state to avoid first does not reach it.
type Goal struct {
	Reached func(c *sts.Config) (bool, error)
	Avoid   func(c *sts.Config) (bool, error) // may be nil
	Steps   int                               // maximum number of steps; negative means no limit
	Time    float64                           // maximum time; negative means no limit
}

// Options bounds the number and length of runs.
type Options struct {
	Runs       int `flag:"simulate" usual:"yes" min:"0" replay:"search" help:"estimate from this many random runs instead; choices of a scheduler are made uniformly"`
	Length     int `flag:"steps" was:"length" min:"1" replay:"search" help:"with --simulate: maximum number of steps of a run"`
	Seed       int64
	Confidence float64 `flag:"confidence" replay:"search" help:"with --simulate: confidence level of the intervals"`
	Progress   func(result.Progress)
}

// Estimate is the estimate for a goal.
type Estimate struct {
	Runs      int
	Reached   int
	Undecided int     // runs that were as long as allowed
	Low, High float64 // contain the probability with the confidence, whatever the undecided runs would have become
	Steps     float64 // mean number of steps of the runs that reached the goal
	Time      float64 // mean time of them
}

// Run makes runs. If ctx ends it returns the estimates so far, with the error.
func Run(ctx context.Context, s *sts.System, goals []Goal, o Options) ([]Estimate, error) {
	stepper, err := space.NewStepper(s)
	if err != nil {
		return nil, err
	}
	x := &simulation{stepper: stepper, goals: goals, options: o, random: rand.New(rand.NewPCG(uint64(o.Seed), 1)), estimates: make([]Estimate, len(goals))}
	err = stepper.Begin(func(w *run.Witness) error {
		x.starts = append(x.starts, w.Config)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for i := range o.Runs {
		if o.Progress != nil {
			o.Progress(result.Progress{Doing: "simulating", Done: int64(i), Total: int64(o.Runs), Found: text.Count(i, "run")})
		}
		if err = x.run(ctx); err != nil {
			break
		}
	}
	for i := range x.estimates {
		x.estimates[i].finish(o.Confidence)
	}
	return x.estimates, err
}

// simulation is the state of Run.
type simulation struct {
	stepper   *space.Stepper
	goals     []Goal
	options   Options
	random    *rand.Rand
	starts    []*sts.Config // initial states
	estimates []Estimate
}

// run makes one run.
func (x *simulation) run(ctx context.Context) error {
	open := make([]int, len(x.goals))
	for i := range open {
		open[i] = i
	}
	var tally []verdict
	begin := x.starts[x.random.IntN(len(x.starts))]
	at, time := x.stepper.Machine.Compact(begin), 0.0
	var path []statespace.Step
	for step := 0; ; step++ {
		var err error
		if open, tally, err = x.look(open, tally, at, step, time); err != nil {
			return err
		}
		if len(open) == 0 || step == x.options.Length {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		groups, err := x.stepper.Groups(ctx, at)
		if err != nil {
			return x.stepper.Explain(ctx, begin, path, err)
		}
		if len(groups) == 0 {
			open = nil // nothing happens any more
			break
		}
		g := &groups[x.random.IntN(len(groups))]
		if g.Rate != nil {
			rate, _ := g.Rate.Float64()
			time += x.random.ExpFloat64() / rate
		}
		taken := x.draw(g)
		at, path = taken.Next, append(path, taken.Step)
	}
	for _, v := range tally {
		x.estimates[v.goal].add(v)
	}
	for _, i := range open {
		x.estimates[i].Undecided++
	}
	for i := range x.estimates {
		x.estimates[i].Runs++
	}
	return nil
}

// verdict is a goal that a run has reached.
type verdict struct {
	goal, steps int
	time        float64
}

// look determines which goals are reached in a state or can no longer be reached; it returns the others.
func (x *simulation) look(open []int, tally []verdict, at flat.Config, step int, time float64) ([]int, []verdict, error) {
	config := x.stepper.Machine.Expand(at)
	still := open[:0]
	for _, i := range open {
		g := &x.goals[i]
		if g.Steps >= 0 && step > g.Steps || g.Time >= 0 && time > g.Time {
			continue
		}
		reached, err := g.Reached(config)
		if err != nil {
			return nil, nil, err
		}
		if reached {
			tally = append(tally, verdict{i, step, time})
			continue
		}
		if g.Avoid != nil {
			if lost, err := g.Avoid(config); err != nil {
				return nil, nil, err
			} else if lost {
				continue
			}
		}
		still = append(still, i)
	}
	return still, tally, nil
}

// draw chooses a branch by its probability.
func (x *simulation) draw(g *space.Group) space.Branch {
	u := x.random.Float64()
	for i := range g.Branches {
		p, _ := g.Branches[i].Probability.Float64()
		if u -= p; u < 0 {
			return g.Branches[i]
		}
	}
	return g.Branches[len(g.Branches)-1]
}

func (e *Estimate) add(v verdict) {
	e.Reached++
	e.Steps += (float64(v.steps) - e.Steps) / float64(e.Reached)
	e.Time += (v.time - e.Time) / float64(e.Reached)
}

// finish computes the confidence interval, of Clopper and Pearson.
func (e *Estimate) finish(confidence float64) {
	e.Low, e.High = 0, 1
	if e.Runs == 0 {
		return
	}
	e.Low = statistics.Binomial(e.Reached, e.Runs, 1-confidence).Low
	e.High = statistics.Binomial(e.Reached+e.Undecided, e.Runs, 1-confidence).High
}

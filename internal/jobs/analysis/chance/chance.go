// Package chance computes and estimates the probabilities, expected values and rates of a model.
package chance

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/simulate"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options are the options of Compute.
type Options struct {
	Purposes    []string `flag:"purpose" usual:"yes" split:"," replay:"search" help:"compute only these purposes; by default all purposes that name a location, and the violation of each invariant"`
	Reach       string   `flag:"reach" usual:"yes" replay:"search" help:"compute reaching this location or condition, such as idle or 'n > 3'"`
	Avoid       string   `flag:"avoid" replay:"search" help:"with --reach: count only runs that do not visit this location or condition before"`
	WithinSteps string   `flag:"within-steps" usual:"yes" replay:"search" help:"count only runs that reach the goal in at most this many steps"`
	WithinTime  string   `flag:"within-time" usual:"yes" replay:"search" help:"count only runs that reach the goal within this time, such as 2.5 or 5/2"`
	Space       space.Options
	Precision   float64 `flag:"precision" replay:"search" help:"maximum relative distance of the bounds, where no exact value is computed"`
	Inexact     bool    `flag:"no-exact" replay:"search" help:"compute bounds only, not exact fractions"`
	Simulation  simulate.Options
	model.Common
}

// Defaults returns the values of flags that are not given.
func Defaults() Options {
	return Options{Common: model.CommonDefaults(), Space: space.Options{States: 1_000_000}, Precision: automaton.DefaultPrecision,
		Simulation: simulate.Options{Length: 10_000, Confidence: 0.95}}
}

// chanceGoal is a set of states that is computed.
type chanceGoal struct {
	name, kind string
	reached    func(c *sts.Config) (bool, error)
	avoid      func(c *sts.Config) (bool, error) // nil is nothing
}

// chance is the state of a call of Compute.
type chance struct {
	options     Options
	system      *sts.System
	interpreter *sts.Interpreter
	goals       []chanceGoal
	steps       *int
	time        *big.Rat
	document    *result.Chance
}

// Compute computes the probabilities that a model reaches its purposes and violates its invariants, and the expected number of steps and
// time until then: the minimum and the maximum over all schedulers, or an estimate by simulation.
func Compute(ctx context.Context, l *model.Loaded, o Options) (*result.Chance, error) {
	l, err := withConditions(ctx, l, o)
	if err != nil {
		return nil, err
	}
	x := &chance{options: o, system: l.System, interpreter: sts.NewInterpreter(l.System),
		document: &result.Chance{Head: l.Head("chance"), Method: result.ChanceByStates, Goals: []result.ChanceGoal{}, Findings: []result.Finding{}}}
	if err := x.readOptions(); err != nil {
		return nil, err
	}
	if err := x.findGoals(); err != nil {
		return nil, err
	}
	if o.Simulation.Runs > 0 {
		err = x.simulate(ctx)
	} else {
		err = x.compute(ctx)
	}
	var wrong *space.ErrModel
	if errors.As(err, &wrong) {
		x.document.Findings = append(x.document.Findings, modelFinding(l.System, wrong))
		err = nil
	}
	return x.document, err
}

// The names of the predicates that stand for --reach and --avoid in the copy of the model that has them.
const reachName, avoidName = "reach__", "avoid__"

// withConditions returns the model with the conditions of --reach and --avoid as predicates, unless they are locations.
func withConditions(ctx context.Context, l *model.Loaded, o Options) (*model.Loaded, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	if o.Avoid != "" && o.Reach == "" {
		return nil, errors.New("--avoid goes with --reach: write --reach CONDITION as well")
	}
	more := ""
	for _, c := range [][2]string{{reachName, o.Reach}, {avoidName, o.Avoid}} {
		if _, _, isLocation := findLocation(l.System, c[1]); c[1] != "" && !isLocation {
			if strings.ContainsAny(c[1], "#\n\r") {
				return nil, fmt.Errorf("the condition %q has a comment or a line break: leave it out", c[1])
			}
			more += fmt.Sprintf("\npredicates %s = { %s }\n", c[0], c[1])
		}
	}
	if more == "" {
		return l, nil
	}
	options := o.LoadOptions()
	options.ReadFile = func(path string) ([]byte, error) {
		data, err := modelfile.Read(path)
		if path == l.Path {
			data = append(data, more...)
		}
		return data, err
	}
	extended, err := model.LoadWithin(ctx, l.Path, options)
	if err != nil {
		return nil, err
	}
	for _, d := range extended.List.Sorted() {
		if d.Severity == diag.Error {
			return nil, fmt.Errorf("--reach or --avoid is not a condition of the model: %s", d.Message)
		}
	}
	return extended, extended.Usable()
}

// findLocation finds a location by its name, with that of its machine before it where there are several.
func findLocation(s *sts.System, name string) (machine, location int, found bool) {
	for i, m := range s.Machines {
		for k, l := range m.Locations {
			if m.Name+"."+l.Name == name || len(s.Machines) == 1 && l.Name == name {
				return i, k, true
			}
		}
	}
	return 0, 0, false
}

// readOptions checks the bounds.
func (x *chance) readOptions() error {
	o := &x.options
	switch {
	case !(o.Precision > 0 && o.Precision < 1):
		return fmt.Errorf("--precision %g: it must be between 0 and 1, such as 1e-6", o.Precision)
	case !(o.Simulation.Confidence > 0 && o.Simulation.Confidence < 1):
		return fmt.Errorf("--confidence %g: it must be between 0 and 1, such as 0.95", o.Simulation.Confidence)
	}
	var within result.ChanceWithin
	if o.WithinSteps != "" {
		n, err := strconv.Atoi(o.WithinSteps)
		if err != nil || n < 0 {
			return fmt.Errorf("--within-steps %s: it must be a number of steps, such as 10", o.WithinSteps)
		}
		x.steps, within.Steps = &n, &n
	}
	if o.WithinTime != "" {
		t, ok := new(big.Rat).SetString(o.WithinTime)
		if !ok || t.Sign() < 0 || len(o.WithinTime) > 100 || strings.ContainsAny(o.WithinTime, "eE") {
			return fmt.Errorf("--within-time %s: it must be a number from 0 on, such as 2.5 or 5/2", o.WithinTime)
		}
		x.time, within.Time = t, t.RatString()
	}
	if x.steps != nil && x.time != nil {
		return errors.New("--within-steps and --within-time do not go together")
	}
	if x.steps != nil || x.time != nil {
		x.document.Within = &within
	}
	return nil
}

// findGoals returns the goals to compute.
func (x *chance) findGoals() error {
	for _, name := range x.options.Purposes {
		if _, err := model.Purpose(x.system, name); err != nil {
			return err
		}
	}
	if x.options.Reach != "" {
		return x.reachGoal()
	}
	for i := range x.system.Purposes {
		p := &x.system.Purposes[i]
		switch {
		case len(x.options.Purposes) > 0 && !slices.Contains(x.options.Purposes, p.Name):
		case p.Kind != sts.ReachLocation:
			x.document.Left = append(x.document.Left, result.ChanceLeft{Name: p.Name, Reason: "only purposes that name a location are computed"})
		default:
			x.goals = append(x.goals, chanceGoal{p.Name, "purpose", x.at(p.Machine, p.Location, p.Cond), x.unless(p.Name)})
		}
	}
	if len(x.options.Purposes) == 0 {
		for _, v := range x.system.Invariants {
			x.goals = append(x.goals, chanceGoal{v.Name, "invariant", x.violated(v), nil})
		}
	}
	if len(x.goals) == 0 {
		return errors.New("there is nothing to compute: the model has no purpose that names a location and no invariant; write one, or use --reach CONDITION")
	}
	return nil
}

// at returns the condition that a location is active and another condition holds.
func (x *chance) at(machine, location int, cond *term.Term) func(*sts.Config) (bool, error) {
	return func(c *sts.Config) (bool, error) {
		if c.Locations[machine] != location {
			return false, nil
		}
		return x.interpreter.Holds(c, cond)
	}
}

// unless returns the negation of the predicates with the name of a purpose, which must hold until it is reached; nil if there are none.
func (x *chance) unless(name string) func(*sts.Config) (bool, error) {
	i := slices.IndexFunc(x.system.Predicates, func(p sts.PredicateSet) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	all := x.system.Store.And(x.system.Predicates[i].Conds...)
	return func(c *sts.Config) (bool, error) {
		holds, err := x.interpreter.Holds(c, all)
		return !holds, err
	}
}

// violated returns the condition that an invariant does not hold, or has no value.
func (x *chance) violated(v sts.Named) func(*sts.Config) (bool, error) {
	all := x.system.Holds(&v)
	return func(c *sts.Config) (bool, error) {
		holds, err := x.interpreter.Holds(c, all)
		return !holds, err
	}
}

// reachGoal is the goal of --reach and --avoid.
func (x *chance) reachGoal() error {
	if len(x.options.Purposes) > 0 {
		return errors.New("--reach and --purpose do not go together")
	}
	g := chanceGoal{name: x.options.Reach, kind: "reach", reached: x.condition(x.options.Reach, reachName)}
	if x.options.Avoid != "" {
		g.avoid = x.condition(x.options.Avoid, avoidName)
	}
	x.goals = []chanceGoal{g}
	return nil
}

// condition returns the condition of a location, or a condition that withConditions added to the model.
func (x *chance) condition(text, predicates string) func(*sts.Config) (bool, error) {
	if machine, location, ok := findLocation(x.system, text); ok {
		return x.at(machine, location, x.system.Store.True())
	}
	i := slices.IndexFunc(x.system.Predicates, func(p sts.PredicateSet) bool { return p.Name == predicates })
	return func(c *sts.Config) (bool, error) { return x.interpreter.Holds(c, x.system.Predicates[i].Conds[0]) }
}

// modelFinding is a model error as a finding.
func modelFinding(s *sts.System, e *space.ErrModel) result.Finding {
	out := result.Finding{Kind: "bad-weights", Message: e.Text, Transition: e.Move.Name, Trace: e.Run.Trace(s), Depth: len(e.Run.Steps()) - 1}
	span := e.Move.Parts[0].Span
	if e.Violated != nil {
		out.Kind, span = string(e.Violated.Kind), e.Violated.Span
	}
	p := span.Position()
	out.File, out.Line, out.Column = span.FileName(), p.Line, p.Column
	return out
}

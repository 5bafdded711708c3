// Package abstract abstracts models of events by predicates, and plays the tests of an abstraction.
package abstract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/analyses/abstraction/predicate"
	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// autoPredicates is the name that stands for predicates proposed by the tool.
const autoPredicates = "auto"

// Options are the options of Run.
type Options struct {
	Predicates []string `flag:"predicates" usual:"yes" split:"," replay:"search" help:"sets of predicates of the model, names of purposes for ones taken from a purpose, or auto for ones taken from the guards; by default all sets of the model"`
	Depth      int      `flag:"depth" group:"search" usual:"yes" min:"0" replay:"search" help:"maximum number of steps to the states in which chains begin"`
	Plan       abstraction.Plan
	Limits     abstraction.Options
	System     string        `flag:"sut" usual:"yes" page:"exec" group:"system" replay:"search" help:"play the tests on a system that takes events: exec:COMMAND, tcp:HOST:PORT or ws://HOST:PORT/PATH (docs/abstraction.md)"`
	Graph      string        `flag:"graph" usual:"yes" writes:"picture" help:"draw the abstraction of the first set with its tests to a .svg, .dot or .mmd file"`
	Drawn      int           `flag:"draw-test" min:"0" help:"number of a test to draw over the graph, step by step"`
	Wait       time.Duration `flag:"wait" group:"system" min:"1ms" help:"time limit for an answer of the system"`
	Folder     string        `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the tests; those of an older suite in it are replaced"`
	model.Common
	Solver model.SolverOptions
}

// Run divides the states of a model by predicates and generates tests that are sure to be executable. All sets of
// predicates share one tree of reachable states. The suite, if one is wanted, has the tests of all sets.
func Run(ctx context.Context, l *model.Loaded, options Options) (*result.Abstract, *result.Suite, error) {
	if err := l.Usable(); err != nil {
		return nil, nil, err
	}
	sets, err := predicateSets(l.System, options.Predicates)
	if err != nil {
		return nil, nil, err
	}
	if options.Solver.Spares == nil {
		options.Solver.Spares = &smt.Spares{}
		defer options.Solver.Spares.Close()
	}
	newSolver := options.Solver.Separate(l.System.Store)
	limits := options.Limits
	limits.Workers, limits.NewSolver, limits.Progress = options.Workers, newSolver, options.Progress
	session, err := abstraction.Open(l.System, limits)
	if err != nil {
		return nil, nil, err
	}
	x := &abstracting{loaded: l, options: options, newSolver: newSolver, session: session, start: time.Now()}
	if err := x.run(ctx, sets); err != nil {
		return nil, nil, err
	}
	r := x.result(ctx)
	if options.System != "" && ctx.Err() == nil {
		if err := x.play(ctx, r); err != nil && ctx.Err() == nil {
			return nil, nil, err
		}
	}
	if options.Folder == "" {
		return r, nil, nil
	}
	suite, err := x.suite(ctx, r)
	return r, suite, err
}

// predicateSets finds sets of predicates by name. Without names they are all sets of the model, or proposed ones if it has none.
func predicateSets(s *sts.System, names []string) ([]sts.PredicateSet, error) {
	if len(names) == 0 && len(s.Predicates) > 0 {
		return s.Predicates, nil
	}
	if len(names) == 0 {
		names = []string{autoPredicates}
	}
	var out []sts.PredicateSet
	for _, name := range names {
		set, err := predicateSet(s, name)
		if err != nil {
			return nil, err
		}
		out = append(out, set)
	}
	return out, nil
}

// predicateSet finds one set.
func predicateSet(s *sts.System, name string) (sts.PredicateSet, error) {
	known := []string{autoPredicates}
	for _, p := range s.Predicates {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	if name == autoPredicates {
		return predicate.Propose(s)
	}
	for _, p := range s.Purposes {
		if p.Name == name {
			return predicate.ForPurpose(s, p)
		}
		known = append(known, p.Name)
	}
	hint := "it has " + strings.Join(known[1:], ", ")
	if meant := diag.Closest(name, known); meant != "" {
		hint = fmt.Sprintf("did you mean %q?", meant)
	} else if len(known) == 1 {
		hint = "declare some, as in predicates P = { x > 0 }, or let the tool propose some with --predicates auto"
	}
	return sts.PredicateSet{}, fmt.Errorf("the model has no predicates %q; %s", name, hint)
}

// abstracting is the state of one call of Run.
type abstracting struct {
	loaded    *model.Loaded
	options   Options
	newSolver func() (smt.Solver, error)
	session   *abstraction.Session
	start     time.Time
	reach     *abstraction.Reach
	studies   []*abstraction.Study
}

// run computes the abstractions first, since they are the cheapest, then the tree that all of them share, and then their
// tests. If it is interrupted, it returns a summary of the results so far.
func (x *abstracting) run(ctx context.Context, sets []sts.PredicateSet) error {
	var abstractions []*abstraction.Abstraction
	for _, set := range sets {
		a, err := x.session.Abstract(ctx, set)
		if a != nil {
			abstractions = append(abstractions, a)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	var err error
	if x.reach, err = x.session.Reach(ctx, x.options.Depth); x.reach == nil {
		if ctx.Err() == nil {
			return err
		}
		x.reach = &abstraction.Reach{Depth: x.options.Depth}
	}
	for _, a := range abstractions {
		study, err := x.session.Study(ctx, a, x.reach, x.options.Plan)
		if err != nil && ctx.Err() == nil {
			return err
		}
		x.studies = append(x.studies, study)
	}
	return nil
}

// result sums up.
func (x *abstracting) result(ctx context.Context) *result.Abstract {
	r := &result.Abstract{Head: x.loaded.Head("abstract"), Seed: x.options.Seed, Breaches: []result.Breach{},
		Findings: []result.Finding{}}
	r.Stop = result.StopOf(ctx)
	r.Stats = model.SolverStats(x.session.Stats(), x.start)
	r.Stats.Workers = x.options.Workers
	r.Reach = result.ReachSize{Depth: x.reach.Depth, Nodes: len(x.reach.Nodes), Complete: x.reach.Complete}
	if x.reach.Tree != nil {
		r.Stats.States, r.Stats.WitnessHits = x.reach.Tree.Size(), x.reach.Tree.WitnessHits
		r.Findings = broken(x.reach.Tree.Result().Findings)
	}
	r.AbstractSet = emptySet(x.options.Plan)
	tests := 1
	for i, study := range x.studies {
		if i == 0 {
			r.Breaches = study.Derived.Abstraction.FormatBreaches()
			r.AbstractSet = setResult(study, x.options.Plan, tests)
		} else {
			r.More = append(r.More, setResult(study, x.options.Plan, tests))
		}
		tests += len(study.Tests)
	}
	return r
}

// broken returns the findings about states that must not be reached. Deadlocks do not matter to an abstraction.
func broken(findings []result.Finding) []result.Finding {
	out := []result.Finding{}
	for _, f := range findings {
		if f.Kind != explore.Deadlock && f.Kind != explore.Livelock {
			out = append(out, f)
		}
	}
	return out
}

// emptySet returns the result for a set of predicates that was not studied yet.
func emptySet(plan abstraction.Plan) result.AbstractSet {
	return result.AbstractSet{
		Predicates:  result.PredicateList{List: []string{}},
		Abstraction: result.AbstractSystem{StateList: []result.AbstractState{}, Transitions: []result.AbstractTransition{}},
		Derived:     result.AbstractDerived{Transitions: []result.AbstractTransition{}},
		Chains:      abstraction.FormatChains(nil, plan.Repeat, false),
		Tests:       []result.AbstractTest{},
		Unknown:     []result.OpenQuery{},
	}
}

// setResult returns a study as plain data; its tests are numbered from first.
func setResult(s *abstraction.Study, plan abstraction.Plan, first int) result.AbstractSet {
	a := s.Derived.Abstraction
	return result.AbstractSet{
		Predicates:  result.PredicateList{Name: a.Predicates.Name, List: a.Predicates.Texts, Added: s.Added},
		Abstraction: a.Result(),
		Derived:     s.Derived.Result(),
		Engines:     s.Derived.Engines,
		Chains:      abstraction.FormatChains(s.Chains, plan.Repeat, s.All),
		Tests:       s.Derived.FormatTests(s.Tests, s.Chains, first),
		Coverage:    s.Derived.Coverage(s.Tests),
		Unknown:     append([]result.OpenQuery{}, slices.Concat(a.Doubts, s.Derived.Doubts, s.Doubts)...),
	}
}

// suite stores the tests of all sets as those of generate.
func (x *abstracting) suite(ctx context.Context, r *result.Abstract) (*result.Suite, error) {
	solver, err := x.newSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	oracle := &testgen.Oracle{System: x.loaded.System, Solver: solver}
	out := &result.Suite{Head: r.Head, Seed: r.Seed, Tests: []result.SuiteTest{}, Criterion: abstractTransitions,
		Coverage: map[string]result.Tally{abstractTransitions: r.Coverage.Transitions}}
	for _, study := range x.studies {
		for _, t := range study.Tests {
			test, err := x.suiteTest(ctx, oracle, study, t)
			if err != nil {
				return nil, err
			}
			test.Name = fmt.Sprintf("test-%02d", len(out.Tests)+1)
			out.Steps += len(test.Transitions)
			out.Tests = append(out.Tests, test)
		}
	}
	return out, nil
}

// abstractTransitions is the criterion of suites made from an abstraction.
const abstractTransitions = "abstract transitions"

// suiteTest stores a test. What it covers is its chain.
func (x *abstracting) suiteTest(ctx context.Context, oracle *testgen.Oracle, study *abstraction.Study, t *abstraction.Test) (result.SuiteTest, error) {
	covers := "found by refinement"
	if len(t.Chain.Steps) > 0 {
		covers = t.Chain.String()
	}
	run := script.Test{Run: t.Run, Covers: []string{study.Derived.Abstraction.Predicates.Name + ": " + covers}}
	out, err := analysis.SuiteTest(x.loaded.System, x.loaded.Info(), run, x.options.Seed, nil)
	if err != nil {
		return out, err
	}
	steps, err := oracle.Script(ctx, run.Inputs(), out.Transitions)
	if err != nil {
		return out, err
	}
	out.Expect, err = analysis.Expected(steps)
	return out, err
}

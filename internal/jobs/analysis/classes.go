package analysis

import (
	"cmp"
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/classes"
	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// ClassesOptions are the options of Classes.
type ClassesOptions struct {
	Steps  result.Span `flag:"steps" usual:"yes" help:"minimum and maximum number of steps of a run, as in 2..5; 5 alone stands for 1..5"`
	Limit  int         `flag:"limit" group:"search" usual:"yes" min:"1" help:"maximum number of classes"`
	States int         `flag:"states" group:"search" min:"1" help:"maximum number of symbolic states"`
	Folder string      `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the tests, one for each class; those of an older suite in it are replaced"`
	model.Common
	Solver model.SolverOptions
}

// DefaultClassSteps are the default numbers of steps of the runs that are divided.
var DefaultClassSteps = result.Span{Least: 1, Most: 3}

// DefaultClasses is the default maximum number of classes.
const DefaultClasses = 1000

// listedImpossible is the maximum number of impossible combinations that are listed.
const listedImpossible = 64

// Classes divides the runs of a model by its classifiers, with a test for each class.
func Classes(ctx context.Context, l *model.Loaded, options ClassesOptions) (*result.Classes, *result.Suite, error) {
	backend := model.Backend{Solver: options.Solver, Externs: model.ExternDefaults()}
	externs, err := model.OpenExterns(l, backend.Externs, options.Seed)
	if err != nil {
		return nil, nil, err
	}
	defer externs.Close()
	g := &generation{loaded: l, externs: externs, start: time.Now(), options: GenerateOptions{Criterion: testgen.Classes, Common: options.Common, Backend: backend}}
	search := explore.Options{States: options.States, Workers: options.Workers, Seed: options.Seed, Progress: options.Progress}
	if g.explore, err = externs.Search(ctx, l, search, backend); err != nil {
		return nil, nil, err
	}
	return g.divide(ctx, options)
}

// divide finds the classes and makes a suite of a test for each.
func (g *generation) divide(ctx context.Context, options ClassesOptions) (*result.Classes, *result.Suite, error) {
	steps := cmp.Or(options.Steps, DefaultClassSteps)
	ask := &reach.Question{NewSolver: g.options.Solver.Factory(g.loaded.System.Store), Seed: g.options.Seed, Proofs: reach.Brief(reach.UsualQueries), States: reach.FewStates,
		Bounded: options.States != 0 && options.States != explore.DefaultStates, Memory: g.options.Budget()}
	division, err := classes.Find(ctx, g.loaded.System, classes.Options{Least: steps.Least, Most: steps.Most, Limit: cmp.Or(options.Limit, DefaultClasses), Explore: g.explore, Ask: ask})
	if err != nil {
		return nil, nil, err
	}
	g.engines = division.Engines
	stats := division.Tree.Result().Stats
	stats.Add(model.SolverStats(division.Solver, time.Now()))
	g.searches = []result.Search{{Strategy: string(explore.BreadthFirst), Depth: steps.Most, Stop: division.Stop, Stats: stats}}
	suite, err := g.result(ctx, classSuite(g.loaded.System, division))
	if err != nil {
		return nil, nil, err
	}
	return g.classes(division, steps, suite), suite, nil
}

// classSuite is a test for each class.
func classSuite(s *sts.System, d *classes.Division) *testgen.Suite {
	out := &testgen.Suite{Covered: len(d.Classes)}
	for _, c := range d.Classes {
		t := script.Test{Run: c.Run}
		for i, v := range c.Values {
			t.Covers = append(t.Covers, s.Classifiers[i].Name+" = "+v.Text)
		}
		out.Tests = append(out.Tests, t)
	}
	return out
}

// classes is the document of a division.
func (g *generation) classes(d *classes.Division, steps result.Span, suite *result.Suite) *result.Classes {
	s := g.loaded.System
	out := &result.Classes{Head: g.loaded.Head("classes"), Steps: steps, Classes: []result.Class{}, Combinations: d.Combinations, Complete: d.Complete(), Doubts: d.Doubts,
		Paths: d.Paths, Engines: d.Engines}
	out.Stats, out.Stop = suite.Stats, d.Stop
	for _, c := range s.Classifiers {
		out.Classifiers = append(out.Classifiers, result.Classifier{Name: c.Name, Term: c.Text, Source: sourceOf(c.Span)})
	}
	for i, c := range d.Classes {
		class := result.Class{Test: suite.Tests[i], Trace: c.Run.Trace(s)}
		for _, v := range c.Values {
			class.Values = append(class.Values, v.Text)
		}
		out.Classes = append(out.Classes, class)
	}
	if n := d.Combinations - len(d.Classes); d.Complete() && d.Combinations > 0 && n > 0 && n <= listedImpossible {
		out.Impossible = d.Missing(s)
	}
	return out
}

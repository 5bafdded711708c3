package analysis

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// GenerateOptions are the options of Generate.
type GenerateOptions struct {
	model.Common
	model.Backend
	Criterion testgen.Criterion `flag:"cover" usual:"yes" choices:"transitions,locations,pairs,paths,boundary,mcdc,purposes,classes" help:"what to cover: transitions, locations, pairs (of transitions), paths, boundary (values), mcdc, purposes or classes (of runs)"`
	Purpose   string            `flag:"purpose" usual:"yes" help:"cover only this purpose of the model"`
	Depth     int               `flag:"depth" group:"search" usual:"yes" min:"0" help:"maximum length of a test; 0 derives a bound from the criterion"`
	States    int               `flag:"states" group:"search" min:"1" help:"maximum number of symbolic states"`
	Folder    string            `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the tests; those of an older suite in it are replaced"`

	Strength int `flag:"sample-products" min:"0" help:"for a product line, propose products that contain all possible combinations of the values of this many features; 0 proposes a few that cover all transitions"`
}

// CriterionNamed returns the criterion with a name; the zero criterion for an empty name.
func CriterionNamed(name string) (testgen.Criterion, error) {
	c := testgen.Criterion(name)
	if name != "" && !c.Known() {
		return "", fmt.Errorf("no criterion is called %q: use one of %v", name, testgen.Criteria)
	}
	return c, nil
}

// Generate explores a model and chooses a small suite of tests.
func Generate(ctx context.Context, l *model.Loaded, options GenerateOptions) (*result.Suite, error) {
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	if options.Criterion == "" {
		options.Criterion = testgen.Transitions
	}
	search := explore.Options{Depth: options.Depth, States: options.States, Workers: options.Workers, Seed: options.Seed, Progress: options.Progress, Memory: options.Budget(), PathsOnly: true}
	g := &generation{loaded: l, options: options, externs: externs, start: time.Now()}
	if g.explore, err = externs.Search(ctx, l, search, options.Backend); err != nil {
		return nil, err
	}
	r, err := g.suite(ctx)
	if err == nil && options.Externs.Save {
		err = externs.Save()
	}
	return r, err
}

// generation is one call of Generate.
type generation struct {
	loaded   *model.Loaded
	options  GenerateOptions
	explore  explore.Options
	externs  *model.Externs
	start    time.Time
	searches []result.Search
	findings []result.Finding // of the searches
	covered  []products.Set   // by transition, of a product line
	engines  []result.EngineUse
}

// suite builds the suite with the method that suits the criterion.
func (g *generation) suite(ctx context.Context) (*result.Suite, error) {
	if g.options.Criterion != testgen.Classes {
		suite, err := g.best(ctx)
		if err == nil {
			err = g.complete(ctx, suite)
		}
		if err != nil {
			return nil, err
		}
		return g.result(ctx, suite)
	}
	steps := result.Span{Least: DefaultClassSteps.Least, Most: cmp.Or(g.options.Depth, DefaultClassSteps.Most)}
	_, suite, err := g.divide(ctx, ClassesOptions{States: g.options.States, Steps: steps})
	return suite, err
}

// defaultDepths are the bounds of trees that are searched level by level.
var defaultDepths = map[testgen.Criterion]int{testgen.Pairs: 7, testgen.Paths: 4, testgen.Boundary: 7, testgen.MCDC: 7, testgen.Purposes: 8}

// wideStates bounds the second tree, which is wide enough for tests that cover several goals each. The states of models with collections
// cost more, so their bound is wideCollections.
const (
	wideStates      = 5000
	wideCollections = 500
)

// best explores with the method that suits the criterion. For transitions and locations, a search guided towards uncovered goals
// covers the most, but stops before it finds paths that cover several goals at once. So a wide tree is tried as well, if there
// are no externs to run, and the smaller suite is used. For goals on values the order is reversed: goals that the wide tree does
// not cover are searched for in a deeper tree.
func (g *generation) best(ctx context.Context) (*testgen.Suite, error) {
	first := g.firstTree()
	suite, err := g.build(ctx, first, nil)
	if err != nil {
		return nil, err
	}
	second, needed := g.secondTree(first, suite)
	if !needed || ctx.Err() != nil {
		return suite, nil
	}
	other, err := g.build(ctx, second, missing(suite))
	switch {
	case ctx.Err() != nil: // the time limit is reached, but there is a suite already
	case err != nil:
		return nil, err
	case g.options.Criterion.OnValues():
		suite.Join(other)
	case other.SmallerThan(suite):
		keepReasons(other.Missing, suite.Missing)
		suite = other
	}
	return suite, nil
}

// missing returns the names of the goals that a suite does not cover.
func missing(suite *testgen.Suite) map[string]bool {
	out := map[string]bool{}
	for _, m := range suite.Missing {
		out[m.Name] = true
	}
	return out
}

// firstTree returns the options of the first search.
func (g *generation) firstTree() explore.Options {
	o := g.explore
	depth, level := defaultDepths[g.options.Criterion]
	o.Strategy = explore.Cover
	if level {
		o.Strategy = explore.BreadthFirst
	}
	if o.Depth == 0 {
		o.Depth = depth
	}
	if g.options.Criterion.OnValues() {
		o = g.widened(o)
	}
	return o
}

// secondTree returns the options of another search, if one may give a better suite.
func (g *generation) secondTree(first explore.Options, suite *testgen.Suite) (explore.Options, bool) {
	_, level := defaultDepths[g.options.Criterion]
	switch {
	case len(g.loaded.System.Externs) > 0:
		return first, false
	case !level:
		return g.improving(first, suite)
	case g.options.Criterion.OnValues():
		second := g.explore
		second.Strategy = explore.Cover
		return second, len(suite.Missing) > 0
	}
	return first, false
}

// improving returns the options of a wide tree, whose paths may give a smaller suite, if one is possible.
func (g *generation) improving(first explore.Options, suite *testgen.Suite) (explore.Options, bool) {
	second := g.widened(first)
	improvement := testgen.NewImprovement(g.loaded.System, g.options.Criterion, suite)
	if improvement == nil {
		return second, true
	}
	second.Useful = improvement.Useful
	return second, improvement.Possible()
}

// widened returns the options of a wide tree that is not deep.
func (g *generation) widened(o explore.Options) explore.Options {
	most := wideStates
	if g.loaded.System.HasCollections() {
		most = wideCollections
	}
	o.Strategy = explore.BreadthFirst
	if o.States == 0 || o.States > most {
		o.States = most
	}
	return o
}

// keepReasons replaces the reasons for uncovered goals by those of the deeper search.
func keepReasons(misses, further []result.Miss) {
	known := map[string]result.Why{}
	for _, m := range further {
		known[m.Name] = m.Why
	}
	for i, m := range misses {
		if why, ok := known[m.Name]; ok {
			misses[i].Why = why
		}
	}
}

// errorsBefore corrects the reasons of transitions that are called unreachable although a model error leads to them.
func (g *generation) errorsBefore(ctx context.Context, coverage *result.Tally) error {
	if g.options.Criterion != testgen.Transitions || coverage.Unreachable == 0 {
		return nil
	}
	return findErrorWays(g.loaded, g.options.Solver, g.options.Budget(), g.findings).correct(ctx, coverage, &g.engines)
}

// build explores once and chooses a suite; for goals on values, it covers only the given ones.
func (g *generation) build(ctx context.Context, options explore.Options, only map[string]bool) (*testgen.Suite, error) {
	solver, err := options.NewSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	wanted := testgen.Options{Criterion: g.options.Criterion, Purpose: g.options.Purpose, Solver: solver, Only: only}
	options.Enough = testgen.Enough(ctx, g.loaded.System, options.Functions, wanted)
	tree, err := explore.Run(ctx, g.loaded.System, options)
	if err != nil {
		return nil, err
	}
	g.noteProducts(tree)
	explored := tree.Result()
	g.findings = append(g.findings, explored.Findings...)
	chosen := time.Now()
	suite, err := testgen.Build(ctx, tree, explored, wanted)
	stats := explored.Stats
	stats.Add(model.SolverStats(solver.Stats(), chosen))
	g.searches = append(g.searches, result.Search{Strategy: string(tree.Options.Strategy), Depth: tree.Options.Depth, Stop: explored.Stop, Stats: stats})
	return suite, err
}

func (g *generation) result(ctx context.Context, suite *testgen.Suite) (*result.Suite, error) {
	var runs []*run.Witness
	for _, t := range suite.Tests {
		runs = append(runs, t.Run)
	}
	if err := g.externs.Deterministic(ctx, g.loaded, runs); err != nil {
		return nil, err
	}
	out := newSuite("generate", g.loaded, string(g.options.Criterion), suite.Covered, suite.Missing)
	out.Searches, out.Stop, out.Steps, out.Seed = g.searches, g.searches[0].Stop, suite.Steps(), g.explore.Seed
	for _, s := range g.searches {
		out.Stats.Add(s.Stats)
	}
	out.Stats.Seconds = time.Since(g.start).Seconds()
	coverage := out.Covered()
	coverage.Excluded = suite.Excluded
	if err := g.errorsBefore(ctx, &coverage); err != nil {
		return nil, err
	}
	out.Coverage[out.Criterion], out.Engines = coverage, g.engines
	for i, t := range suite.Tests {
		test, err := SuiteTest(g.loaded.System, out.Model, t, g.explore.Seed, g.explore.Functions)
		if err != nil {
			return nil, err
		}
		test.Name = fmt.Sprintf("test-%02d", i+1)
		out.Tests = append(out.Tests, test)
	}
	if err := g.labelProducts(ctx, suite, out); err != nil {
		return nil, err
	}
	return out, g.expect(ctx, suite, out.Tests)
}

// SuiteTest is a test of a suite, without its expected outputs. The model is identified once for all tests, since that takes time. The
// functions are those whose results are known.
func SuiteTest(s *sts.System, of result.Model, t script.Test, seed int64, functions run.Functions) (result.SuiteTest, error) {
	out := result.SuiteTest{Transitions: t.Transitions(), Initial: t.Initial(s), Instants: t.Instants(), Expect: []result.ExpectedStep{}, Chosen: t.Chosen(),
		Assumes: t.Assumes(functions), Covers: t.Covers}
	if t.Run.Config != nil { // concolic searches do not keep configurations
		trace, _ := explore.Trace(s, functions, t.Run)
		out.Run = &trace
	}
	var err error
	out.Test, err = store.NewTest(of, seed, t.Inputs())
	if t.Wait != nil {
		out.Wait = term.FormatRat(t.Wait)
	}
	return out, err
}

// newSuite returns a suite without tests, with the covered and the uncovered goals of a criterion.
func newSuite(command string, l *model.Loaded, criterion string, covered int, missing []result.Miss) *result.Suite {
	return &result.Suite{Head: l.Head(command), Criterion: criterion, Coverage: map[string]result.Tally{criterion: result.NewTally(covered, missing)},
		Tests: []result.SuiteTest{}}
}

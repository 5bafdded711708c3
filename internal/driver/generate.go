package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/testgen"
)

// GenerateOptions are the options of Generate.
type GenerateOptions struct {
	Criterion testgen.Criterion // empty is testgen.Transitions
	Purpose   string            // with testgen.Purposes: only this one
	Explore   explore.Options   // strategy and, if it is 0, depth are chosen by the criterion
	Solver    SolverOptions
	Externs   ExternOptions
}

// SuiteTest is a test of a suite: a stored test, and what it is for. Only its inputs matter when it is run; the rest is for
// people.
type SuiteTest struct {
	Test
	Name        string            `json:"name"`
	Transitions []string          `json:"transitions"`
	Initial     map[string]string `json:"initial,omitempty"` // assumed of what may start with any value
	Expect      []string          `json:"expect"`            // by step: what the system sends in the run that was found
	Chosen      []string          `json:"chosen,omitempty"`  // by step: what the system chooses in that run
	Assumes     []string          `json:"assumes,omitempty"` // results of externs that the run takes for granted
	Covers      []string          `json:"covers"`
}

// GoalCoverage counts covered goals of a criterion.
type GoalCoverage struct {
	Criterion testgen.Criterion `json:"criterion"`
	Covered   int               `json:"covered"`
	Total     int               `json:"total"`
	Missing   []result.Miss     `json:"missing"`
}

// SuiteResult is a suite with its coverage.
type SuiteResult struct {
	Command  string       `json:"command"`
	Model    result.Model `json:"model"`
	Stats    result.Stats `json:"stats"`
	Stop     string       `json:"stop"` // why the search ended
	Coverage GoalCoverage `json:"coverage"`
	Steps    int          `json:"steps"` // of all tests
	Seed     int64        `json:"seed"`
	Tests    []SuiteTest  `json:"tests"`
}

// Generate explores a model and chooses a small suite of tests.
func Generate(ctx context.Context, l *Loaded, options GenerateOptions) (*SuiteResult, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	externs, err := openExterns(l, options.Externs)
	if err != nil {
		return nil, err
	}
	defer externs.close()
	g := &generation{loaded: l, options: options}
	if err := g.prepare(externs); err != nil {
		return nil, err
	}
	r, err := g.best(ctx)
	if err == nil && options.Externs.Save {
		err = externs.save()
	}
	return r, err
}

// generation is one call of Generate.
type generation struct {
	loaded  *Loaded
	options GenerateOptions
	explore explore.Options
}

// prepare sets up the search as Explore does.
func (g *generation) prepare(e *externs) (err error) {
	if g.options.Criterion == "" {
		g.options.Criterion = testgen.Transitions
	}
	g.explore = g.options.Explore
	g.explore.NewSolver = e.solver(g.options.Solver.factory(g.loaded.System.Store))
	if e != nil {
		g.explore.Functions = e.functions
		if len(e.runners) > 0 {
			g.explore.Workers = 1
		}
	}
	if g.options.Externs.Treatment == ByContract {
		g.explore.Contracts, err = contract.Choose(g.loaded.System, g.options.Externs.Contract)
	}
	return err
}

// defaultDepths bound trees that are searched level by level.
var defaultDepths = map[testgen.Criterion]int{testgen.Pairs: 7, testgen.Paths: 4, testgen.Purposes: 8}

// wideStates bounds the second tree: wide enough for tests that do several things each.
const wideStates = 5000

// best explores as fits the criterion. For transitions and locations a search that is guided to what is not yet covered finds
// the most, but stops before it knows paths that cover much at once; so a wide tree is tried as well, if there are no externs
// to run, and the smaller suite is taken.
func (g *generation) best(ctx context.Context) (*SuiteResult, error) {
	first := g.explore
	first.Strategy = explore.BreadthFirst
	depth, level := defaultDepths[g.options.Criterion]
	if !level {
		first.Strategy = explore.Cover
	}
	if first.Depth == 0 {
		first.Depth = depth
	}
	suite, explored, err := g.build(ctx, first)
	if err != nil || level || len(g.loaded.System.Externs) > 0 || ctx.Err() != nil {
		return g.result(suite, explored, err)
	}
	wide, _, err := g.build(ctx, widened(first))
	switch {
	case ctx.Err() != nil:
		err = nil // the time is up: there is a suite already
	case err == nil && wide.SmallerThan(suite):
		keepReasons(wide.Missing, suite.Missing)
		suite = wide
	}
	return g.result(suite, explored, err)
}

// widened are the options of the second tree.
func widened(o explore.Options) explore.Options {
	o.Strategy = explore.BreadthFirst
	if o.States == 0 || o.States > wideStates {
		o.States = wideStates
	}
	return o
}

// keepReasons replaces the reasons of misses by those of the search that went further.
func keepReasons(misses, further []result.Miss) {
	reasons := map[string]string{}
	for _, m := range further {
		reasons[m.Name] = m.Reason
	}
	for i, m := range misses {
		if reason := reasons[m.Name]; reason != "" {
			misses[i].Reason = reason
		}
	}
}

// build explores once and chooses a suite.
func (g *generation) build(ctx context.Context, options explore.Options) (*testgen.Suite, *result.Explore, error) {
	tree, err := explore.Run(ctx, g.loaded.System, options)
	if err != nil {
		return nil, nil, err
	}
	solver, err := options.NewSolver()
	if err != nil {
		return nil, nil, err
	}
	defer solver.Close()
	explored := tree.Result()
	suite, err := testgen.Build(ctx, tree, explored, testgen.Options{Criterion: g.options.Criterion, Purpose: g.options.Purpose, Solver: solver})
	return suite, explored, err
}

func (g *generation) result(suite *testgen.Suite, explored *result.Explore, err error) (*SuiteResult, error) {
	if err != nil {
		return nil, err
	}
	out := &SuiteResult{Command: "generate", Model: g.loaded.Info(), Stats: explored.Stats, Stop: explored.Stop, Steps: suite.Steps(),
		Seed: explored.Seed, Tests: []SuiteTest{}}
	out.Coverage = GoalCoverage{Criterion: g.options.Criterion, Covered: suite.Covered, Total: suite.Goals, Missing: suite.Missing}
	for i, t := range suite.Tests {
		test, err := g.test(t)
		if err != nil {
			return nil, err
		}
		test.Name = fmt.Sprintf("test-%02d", i+1)
		out.Tests = append(out.Tests, test)
	}
	return out, nil
}

// test stores a test of a suite.
func (g *generation) test(t testgen.Test) (SuiteTest, error) {
	knows := func(x *sts.Extern) bool { return g.explore.Functions != nil && g.explore.Functions.Knows(x) }
	out := SuiteTest{Transitions: t.Transitions(), Initial: t.Initial(g.loaded.System), Expect: t.Expect(), Chosen: t.Chosen(),
		Assumes: t.Assumes(knows), Covers: t.Covers}
	inputs, err := storeAll(t.Inputs())
	out.Test = Test{Format: testFormat, Model: g.loaded.Info(), Seed: g.explore.Seed, Inputs: inputs}
	return out, err
}

// suiteFile is the summary in the folder of a suite.
const suiteFile = "suite.json"

const suiteFormat = "sextant-suite-1"

// suiteSummary is what the summary has: which files belong to the suite, and what it covers.
type suiteSummary struct {
	Format   string       `json:"format"`
	Model    result.Model `json:"model"`
	Seed     int64        `json:"seed"`
	Steps    int          `json:"steps"`
	Coverage GoalCoverage `json:"coverage"`
	Files    []string     `json:"files"`
}

// WriteSuite writes each test to a file of a folder, and a summary. Tests of an older suite in the folder are removed, as far
// as its summary names them; nothing else is touched.
func WriteSuite(folder string, r *SuiteResult) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := suiteFiles(folder)
	if err != nil {
		return err
	}
	summary := suiteSummary{Format: suiteFormat, Model: r.Model, Seed: r.Seed, Steps: r.Steps, Coverage: r.Coverage, Files: []string{}}
	written := map[string]bool{}
	for _, t := range r.Tests {
		name := t.Name + ".json"
		if err := writeJSON(filepath.Join(folder, name), t); err != nil {
			return err
		}
		summary.Files = append(summary.Files, name)
		written[name] = true
	}
	if err := writeJSON(filepath.Join(folder, suiteFile), summary); err != nil {
		return err
	}
	return removeOthers(folder, old, written)
}

func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(path, append(data, '\n'))
}

// removeOthers removes files that are not kept.
func removeOthers(folder string, files []string, kept map[string]bool) error {
	var errs []error
	for _, name := range files {
		if kept[name] {
			continue
		}
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// testFile is the form of the names that WriteSuite gives. Whatever a summary says, no other file is read or removed.
var testFile = regexp.MustCompile(`^test-[0-9]{2,9}\.json$`)

// suiteFiles lists the tests of the suite in a folder, none if there is no suite.
func suiteFiles(folder string) ([]string, error) {
	path := filepath.Join(folder, suiteFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var summary suiteSummary
	if err := json.Unmarshal(data, &summary); err != nil || summary.Format != suiteFormat {
		return nil, fmt.Errorf("%s is not the summary of a suite", path)
	}
	for _, name := range summary.Files {
		if !testFile.MatchString(name) {
			return nil, fmt.Errorf("%s names the file %q, which is not a test of a suite", path, name)
		}
	}
	return summary.Files, nil
}

// TestFiles lists the stored tests at a path: those of a suite in order if it is a folder, otherwise the file itself.
func TestFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	names, err := suiteFiles(path)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no suite with tests", path)
	}
	for i, name := range names {
		names[i] = filepath.Join(path, name)
	}
	return names, nil
}

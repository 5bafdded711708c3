package driver

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/abstract"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/exports"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/mutate"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The analyses that search: they cover models and generate tests.

func exploreDefaults() *analysis.ExploreOptions {
	return &analysis.ExploreOptions{Search: explore.Options{Strategy: explore.Cover, Depth: explore.DefaultDepth, States: explore.DefaultStates}, Common: model.CommonDefaults(), Prove: reach.UsualQueries,
		Backend: model.BackendDefaults()}
}

func runExplore(ctx context.Context, j *Job, o *analysis.ExploreOptions) (any, error) {
	for _, name := range o.Steps() {
		if _, err := model.Find("transition", name, j.Loaded.System.Moves(), func(m *sts.Move) string { return m.Name }); err != nil {
			return nil, fmt.Errorf("--path: %w", err)
		}
	}
	options := *o
	options.KeepTree = j.kept != nil
	r, err := analysis.Explore(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	r.Replay = j.repeat("strategy", "depth", "states", "seed")
	command := j.show("explore", j.Args)
	for i := range r.Findings {
		f := &r.Findings[i]
		var path []string
		for _, s := range f.Trace.Steps {
			path = append(path, s.Transition)
		}
		f.Replay = command
		if len(path) > 0 {
			f.Replay = command + " --path " + text.Quote(strings.Join(path, ","))
		}
	}
	if err := drawExploration(ctx, j.Loaded, o, r); err != nil {
		return nil, err
	}
	if o.Explain == "" || o.JSON {
		return r, nil
	}
	r.EndedBy(result.StopOf(ctx))
	j.explained = r
	return Text(report.Explain(o.Steps(), r)), Judge(r)
}

// drawExploration draws the tree and the model, if requested.
func drawExploration(ctx context.Context, l *model.Loaded, o *analysis.ExploreOptions, r *result.Explore) error {
	if o.Graph != "" {
		format, _ := draw.ParseFormat("", o.Graph)
		if err := file.Write(o.Graph, draw.Tree(format, r.Tree)); err != nil {
			return err
		}
	}
	if o.ModelGraph == "" {
		return nil
	}
	graph, err := analysis.Graph(l)
	if err != nil {
		return err
	}
	format, _ := draw.ParseFormat("", o.ModelGraph)
	picture, err := draw.Model(ctx, format, graph, r.Coverage.Coloring())
	if err != nil {
		return err
	}
	return file.Write(o.ModelGraph, picture)
}

func generateDefaults() *analysis.GenerateOptions {
	return &analysis.GenerateOptions{Common: model.CommonDefaults(), Backend: model.BackendDefaults(), Criterion: testgen.Transitions, States: explore.DefaultStates}
}

func runGenerate(ctx context.Context, j *Job, o *analysis.GenerateOptions) (any, error) {
	options := *o
	switch {
	case o.Purpose != "" && !j.Given("cover"):
		options.Criterion = testgen.Purposes
	case o.Purpose != "" && o.Criterion != testgen.Purposes:
		return nil, fmt.Errorf("--purpose goes with --cover purposes, not with --cover %s", o.Criterion)
	}
	if _, err := model.Purpose(j.Loaded.System, o.Purpose); err != nil {
		return nil, fmt.Errorf("--purpose: %w", err)
	}
	r, err := analysis.Generate(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	r.Replay, err = j.storeSuite(o.Folder, r)
	return r, err
}

func classesDefaults() *analysis.ClassesOptions {
	return &analysis.ClassesOptions{Steps: analysis.DefaultClassSteps, Limit: analysis.DefaultClasses, States: explore.DefaultStates,
		Common: model.CommonDefaults(), Solver: model.SolverDefaults()}
}

func runClasses(ctx context.Context, j *Job, o *analysis.ClassesOptions) (any, error) {
	options := *o
	r, suite, err := analysis.Classes(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	r.Replay, err = j.storeSuite(o.Folder, suite)
	return r, err
}

func familyDefaults() *analysis.FamilyOptions {
	return &analysis.FamilyOptions{Ladder: ladder.Defaults(), Common: model.CommonDefaults(), Solver: model.SolverDefaults()}
}

func runFamily(ctx context.Context, j *Job, o *analysis.FamilyOptions) (any, error) {
	options := *o
	r, err := analysis.Family(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	if o.Graph == "" {
		return r, nil
	}
	format, _ := draw.ParseFormat("", o.Graph)
	picture, err := draw.Ledger(ctx, format, r)
	if err != nil {
		return nil, err
	}
	return r, file.Write(o.Graph, picture)
}

// storeSuite stores a suite, if requested, and returns the command that runs it.
func (j *Job) storeSuite(folder string, suite *result.Suite) (replay string, err error) {
	if folder == "" || suite == nil {
		return "", nil
	}
	if err := store.WriteSuite(folder, suite); err != nil || len(suite.Tests) == 0 {
		return "", err
	}
	return strings.Join(append([]string{"sextant", "replay"}, quoted([]string{j.Args[0], folder, "--sut", "exec:COMMAND"})...), " "), nil
}

func abstractDefaults() *abstract.Options {
	return &abstract.Options{Depth: 1, Plan: abstraction.Plan{Repeat: 1, Prove: reach.UsualQueries}, Limits: abstraction.Defaults(),
		Wait: 2 * time.Second, Common: model.CommonDefaults(), Solver: model.SolverDefaults()}
}

func runAbstract(ctx context.Context, j *Job, o *abstract.Options) (any, error) {
	if o.Drawn > 0 && o.Graph == "" {
		return nil, errors.New("--draw-test goes with --graph FILE")
	}
	options := *o
	r, suite, err := abstract.Run(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	r.Replay = j.repeat("depth", "uses")
	if t := r.Coverage.Transitions; t.Covered+t.Unreachable < t.Total && o.Plan.Search == 0 && r.Stop == result.StopDone {
		r.Hint = "to cover more: a larger --depth, --queries 2000 (a guided search) or --refine 3 (more predicates)"
	}
	if _, err := j.storeSuite(o.Folder, suite); err != nil {
		return nil, err
	}
	if err := drawAbstraction(ctx, o, r); err != nil {
		return nil, err
	}
	return r, nil
}

// drawAbstraction draws the abstraction, if requested.
func drawAbstraction(ctx context.Context, o *abstract.Options, r *result.Abstract) error {
	if o.Graph == "" {
		return nil
	}
	if o.Drawn > len(r.Tests) {
		return &ErrFlag{"draw-test", fmt.Sprint(o.Drawn), fmt.Sprintf("there are %d tests", len(r.Tests))}
	}
	format, _ := draw.ParseFormat("", o.Graph)
	picture, err := draw.AbstractDrawing{Title: r.Model.Name + ": " + r.Predicates.Name, Set: r.AbstractSet, Test: o.Drawn}.Draw(ctx, format)
	if err != nil {
		return err
	}
	return file.Write(o.Graph, picture)
}

func concolicDefaults() *analysis.ConcolicOptions {
	return &analysis.ConcolicOptions{Common: model.CommonDefaults(), Backend: model.BackendDefaults(), Engine: string(concolic.Auto), Repeat: 1, Search: concolic.Defaults()}
}

// weightPaths is the maximum number of paths that are listed for each target.
const weightPaths = 6

func runConcolic(ctx context.Context, j *Job, o *analysis.ConcolicOptions) (any, error) {
	engines, err := parseEngines(o.Engine)
	if err != nil {
		return nil, err
	}
	if o.Weights {
		return whole(analysis.Weights(j.Loaded, weightPaths))
	}
	options := *o
	options.Engines = engines
	if o.Repeat*len(engines) > 1 {
		options.Reload = func() (*model.Loaded, error) {
			runtime.GC() // garbage of the previous run must not count against this one
			ctx, cancel := withTimeout(ctx, o.Timeout)
			defer cancel()
			return model.LoadWithin(ctx, j.Args[0], o.LoadOptions())
		}
	}
	r, err := analysis.Concolic(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	if r.Replay, err = j.storeSuite(o.Folder, analysis.ConcolicSuite(r)); err != nil {
		return nil, err
	}
	if o.Curve != "" {
		err = file.Write(o.Curve, draw.CurveSVG(r.Model.Name, r.Curves()))
	}
	j.Verbose = o.Verbose
	return r, err
}

// withTimeout is context.WithTimeout, except that 0 means no limit.
func withTimeout(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// parseEngines reads the names of engines.
func parseEngines(names string) ([]concolic.Engine, error) {
	if names == "all" {
		return concolic.Engines, nil
	}
	var out []concolic.Engine
	for _, word := range strings.Split(names, ",") {
		e := concolic.Engine(strings.ToLower(strings.TrimSpace(word)))
		if !slices.Contains(concolic.Engines, e) {
			return nil, &ErrFlag{"engine", word, "write auto, ec, rand, cons, symb or all"}
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out, nil
}

func mutateDefaults() *mutate.Options {
	o := &mutate.Options{Common: model.CommonDefaults(), Backend: model.BackendDefaults(), Limit: 1000}
	o.Timeout = longWork
	return o
}

func runMutate(ctx context.Context, j *Job, o *mutate.Options) (any, error) {
	options := *o
	options.Suite = strings.Join(j.Args[1:], "")
	r, err := mutate.Run(ctx, j.Loaded, options)
	if err != nil {
		return nil, err
	}
	if r.Replay, err = j.storeSuite(o.Folder, r.Suite); err != nil {
		return nil, err
	}
	if 100*r.After.Score < o.Least {
		return r, ErrFinding
	}
	return r, nil
}

// names converts values of a string type to strings.
func names[T ~string](list []T) []string {
	var out []string
	for _, t := range list {
		out = append(out, string(t))
	}
	return out
}

func exportDefaults() *exports.Options {
	return &exports.Options{Common: model.CommonDefaults(), Backend: model.BackendDefaults()}
}

func runExport(ctx context.Context, j *Job, o *exports.Options) (any, error) {
	if o.JSON && o.File == "" {
		return nil, errors.New("with --json, name the file with -o: standard output has the JSON document")
	}
	path := ""
	if len(j.Args) > 1 {
		path = j.Args[1]
	}
	r, err := exports.Export(ctx, j.Loaded, path, *o)
	if err != nil {
		return nil, err
	}
	if r.Changed {
		j.Note("the model was changed after the tests were made; the expected outputs are those of the current model")
	}
	r.File = o.File
	if printed, err := output(o.File, r.Text); printed != nil || err != nil {
		return printed, err
	}
	return r, nil
}

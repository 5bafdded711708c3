package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/report/draw"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// exploreFlags are the flags of explore.
type exploreFlags struct {
	searchFlags
	explain  string
	strategy string
	depth    int
	states   int
	prune    bool
	prove    int
	path     string
	graph    string
	model    string
}

// usualProve bounds proofs to about a second.
const usualProve = 2000

func exploreCommand() *cobra.Command {
	var flags exploreFlags
	c := &cobra.Command{
		Use:   "explore MODEL",
		Short: "Build the symbolic execution tree of a model",
		Long: "Explore executes the model symbolically, finds inputs that reach each transition, and reports deadlocks, livelocks,\n" +
			"violated invariants, divisions by zero and indices or values out of range, each with a concrete trace.\n" +
			"The exit code is 1 if there is a finding.",
		Args:    oneModel,
		Example: "  sextant explore examples/class2/class2.sxt\n  sextant explore examples/small/small.sxt --strategy bfs --depth 4 --graph tree.svg",
		RunE:    func(c *cobra.Command, args []string) error { return runExplore(c, &flags, args[0]) },
	}
	flags.add(c)
	f := c.Flags()
	f.StringVar(&flags.strategy, "strategy", string(explore.Cover), "cover (until all transitions are covered), bfs, dfs or random")
	f.IntVar(&flags.depth, "depth", explore.DefaultDepth, "longest path")
	f.IntVar(&flags.states, "states", explore.DefaultStates, "most symbolic states")
	f.BoolVar(&flags.prune, "prune", false, "leave out states that are included in an earlier one of the same locations")
	f.IntVar(&flags.prove, "prove", usualProve, "most questions to the solver to prove unreachable what was not covered; 0 does not try")
	f.StringVar(&flags.path, "path", "", "follow only this path: names of transitions, separated by commas")
	f.StringVar(&flags.explain, "explain", "", "follow only this path and say in words how far it can be followed, and why not further")
	f.StringVar(&flags.graph, "graph", "", "draw the tree to a .svg, .dot or .mmd file")
	f.StringVar(&flags.model, "model-graph", "", "draw the model with its coverage to a .svg, .dot or .mmd file")
	return c
}

func runExplore(c *cobra.Command, flags *exploreFlags, path string) error {
	if err := flags.check(); err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	known := l.List.Sorted()
	r, err := flags.explore(c, l)
	showTables(c, l, known)
	if err != nil {
		return err
	}
	r.Replay = flags.replay(path)
	if err := flags.draw(c.Context(), l, r); err != nil {
		return err
	}
	flags.addReplays(path, r)
	if flags.explain == "" || flags.json {
		return flags.show(c, r)
	}
	if _, err := io.WriteString(c.OutOrStdout(), report.Explain(strings.Split(flags.explain, ","), r)); err != nil {
		return err
	}
	if r.Finding() {
		return errFinding
	}
	return nil
}

// check refuses flags that make no sense, before any work is done.
func (f *exploreFlags) check() error {
	switch {
	case !explore.Strategy(f.strategy).Known():
		return fmt.Errorf("--strategy %s: write cover, bfs, dfs or random", f.strategy)
	case f.prove < 0:
		return fmt.Errorf("--prove %d: must not be negative", f.prove)
	}
	for _, file := range []string{f.graph, f.model} {
		if file != "" {
			if _, err := draw.ParseFormat("", file); err != nil {
				return err
			}
		}
	}
	if err := checkBounds(bound{"depth", f.depth, 1}, bound{"states", f.states, 1}, bound{"workers", f.workers, 1}); err != nil {
		return err
	}
	return canWrite([]string{f.graph, f.model})
}

// explore runs the search with progress on a terminal.
func (f *exploreFlags) explore(c *cobra.Command, l *driver.Loaded) (_ *result.Explore, err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	steps, err := f.steps(l)
	if err != nil {
		return nil, err
	}
	means, closeLog, err := f.means()
	if err != nil {
		return nil, err
	}
	defer closeLog(&err)
	progress := newProgress(c.ErrOrStderr())
	options := driver.ExploreOptions{Means: means, Prove: f.prove, Rows: f.graph != "" || f.explain != ""}
	options.Options = explore.Options{Strategy: explore.Strategy(f.strategy), Depth: f.depth, States: f.states, Workers: f.workers,
		Seed: f.seed, Prune: f.prune, Path: steps, Progress: progress.tell}
	defer progress.close()
	return driver.Explore(ctx, l, options)
}

// steps reads --path or --explain.
func (f *exploreFlags) steps(l *driver.Loaded) ([]string, error) {
	path := f.path
	if f.explain != "" {
		path = f.explain
	}
	if path == "" {
		return nil, nil
	}
	steps := strings.Split(path, ",")
	return steps, checkPath(l, steps)
}

func (f *exploreFlags) draw(ctx context.Context, l *driver.Loaded, r *result.Explore) error {
	if f.graph != "" {
		format, _ := draw.ParseFormat("", f.graph)
		if err := file.Write(f.graph, draw.Tree(format, r.Tree)); err != nil {
			return err
		}
	}
	if f.model == "" {
		return nil
	}
	graph, err := driver.Graph(l)
	if err != nil {
		return err
	}
	format, _ := draw.ParseFormat("", f.model)
	picture, err := draw.Model(ctx, format, graph, r.Coverage.Coloring())
	if err != nil {
		return err
	}
	return file.Write(f.model, picture)
}

// replay is the command that does the same again.
func (f *exploreFlags) replay(path string) string {
	words := []string{"sextant", "explore", text.Quote(path), "--strategy", f.strategy, "--depth", fmt.Sprint(f.depth), "--states", fmt.Sprint(f.states), "--seed", fmt.Sprint(f.seed)}
	if f.prune {
		words = append(words, "--prune")
	}
	if f.prove != usualProve {
		words = append(words, "--prove", fmt.Sprint(f.prove))
	}
	words = append(words, f.externs.words()...)
	words = append(words, f.constWords()...)
	if f.path != "" {
		words = append(words, "--path", text.Quote(f.path))
	}
	return strings.Join(words, " ")
}

// addReplays adds to each finding the command that shows it again.
func (f *exploreFlags) addReplays(path string, r *result.Explore) {
	for i := range r.Findings {
		finding := &r.Findings[i]
		names := make([]string, len(finding.Trace.Steps))
		for i, s := range finding.Trace.Steps {
			names[i] = s.Transition
		}
		words := slices.Concat([]string{"sextant", "explore", text.Quote(path)}, f.externs.words(), f.constWords())
		if len(names) > 0 {
			words = append(words, "--path", text.Quote(strings.Join(names, ",")))
		}
		finding.Replay = strings.Join(words, " ")
	}
}

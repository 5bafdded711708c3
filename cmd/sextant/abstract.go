package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/abstraction"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/report/draw"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// abstractFlags are the flags of abstract.
type abstractFlags struct {
	commonFlags
	predicates []string
	depth      int
	repeat     int
	states     int
	chains     int
	search     int
	refine     int
	reduce     bool
	prove      int
	graph      string
	drawn      int
	folder     string
	system     string
	wait       time.Duration
}

func abstractCommand() *cobra.Command {
	var flags abstractFlags
	c := &cobra.Command{
		Use:   "abstract MODEL",
		Short: "Divide the states of a model by predicates and make tests from the division",
		Long: "Abstract finds the parts into which predicates divide the states, and how events lead from part to part: from some state\n" +
			"(may), from every state (must+), to every state (must-). Chains of the form (must-)* may (must+)* that begin in states\n" +
			"reachable in --depth steps become tests, which are sure to be executable; each is replayed from an initial state.\n" +
			"With --sut they are played on a real system, which may resolve choices itself.\n" +
			"The exit code is 1 if the reachable states show something wrong with the model, or if a played test fails.",
		Args:    oneModel,
		Example: "  sextant abstract examples/small/small.sxt --predicates P0 --depth 1 --repeat 2\n  sextant abstract examples/electrical/electrical.sxt --const n=8 --depth 2 --graph batteries.svg",
		RunE:    func(c *cobra.Command, args []string) error { return runAbstract(c, &flags, args[0]) },
	}
	flags.add(c)
	flags.addSolver(c)
	f := c.Flags()
	f.StringSliceVar(&flags.predicates, "predicates", nil, "sets of predicates of the model, or auto for ones taken from its guards; by default all sets of the model")
	f.IntVar(&flags.depth, "depth", 1, "steps in which the states are reached that chains begin in")
	f.IntVar(&flags.repeat, "repeat", 1, "how often a chain may use an abstract transition")
	f.IntVar(&flags.states, "states", abstraction.DefaultStates, "most abstract states")
	f.IntVar(&flags.chains, "chains", abstraction.DefaultChains, "most chains")
	f.IntVar(&flags.search, "search", 0, "questions for a guided search of abstract transitions that the chains do not cover")
	f.IntVar(&flags.refine, "refine", 0, "predicates that may be added to find more tests")
	f.IntVar(&flags.prove, "prove", usualProve, "most questions to the solver to prove unreachable what no test covers; 0 does not try")
	f.BoolVar(&flags.reduce, "reduce", false, "keep only as many tests as cover what all of them cover")
	f.StringVar(&flags.graph, "graph", "", "draw the abstraction of the first set with its tests to a .svg, .dot or .mmd file")
	f.IntVar(&flags.drawn, "draw-test", 0, "number of a test to draw over the graph, step by step")
	f.StringVar(&flags.system, "sut", "", "play the tests on a system that takes events: exec:COMMAND, tcp:HOST:PORT or ws://HOST:PORT/PATH (docs/abstraction.md)")
	f.DurationVar(&flags.wait, "wait", 2*time.Second, "how long an answer of the system may take")
	f.StringVarP(&flags.folder, "output", "o", "", "folder for the tests; those of an older suite in it are replaced")
	return c
}

func runAbstract(c *cobra.Command, flags *abstractFlags, path string) error {
	if err := flags.check(); err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	r, suite, err := flags.abstract(c, l)
	if err != nil {
		return err
	}
	r.Replay = flags.replay(path)
	if err := flags.write(c.Context(), r, suite); err != nil {
		return err
	}
	r.Hint = flags.hint(r)
	return flags.show(c, r)
}

// check refuses flags that make no sense, before any work is done.
func (f *abstractFlags) check() error {
	err := checkBounds(bound{"depth", f.depth, 0}, bound{"repeat", f.repeat, 1}, bound{"states", f.states, 1}, bound{"chains", f.chains, 1},
		bound{"search", f.search, 0}, bound{"refine", f.refine, 0}, bound{"prove", f.prove, 0}, bound{"workers", f.workers, 1}, bound{"draw-test", f.drawn, 0})
	if err != nil {
		return err
	}
	if f.wait <= 0 {
		return fmt.Errorf("--wait %s: write a time such as 200ms or 2s", f.wait)
	}
	if f.graph == "" {
		if f.drawn > 0 {
			return fmt.Errorf("--draw-test goes with --graph FILE")
		}
	} else if _, err := draw.ParseFormat("", f.graph); err != nil {
		return err
	}
	return canWrite([]string{f.graph}, f.folder)
}

// abstract runs the analysis.
func (f *abstractFlags) abstract(c *cobra.Command, l *driver.Loaded) (_ *result.Abstract, _ *result.Suite, err error) {
	ctx, cancel := f.context(c)
	defer cancel()
	solver, closeLog, err := f.solverOptions()
	if err != nil {
		return nil, nil, err
	}
	defer closeLog(&err)
	options := driver.AbstractOptions{Predicates: f.predicates, Depth: f.depth, Suite: f.folder != "", Seed: f.seed, Solver: solver}
	options.Play = driver.PlayOptions{System: f.system, Wait: f.wait}
	options.Plan = abstraction.Plan{Repeat: f.repeat, Search: f.search, Refine: f.refine, Prove: f.prove, Reduce: f.reduce}
	options.Options = abstraction.Options{States: f.states, Chains: f.chains, Workers: f.workers}
	return driver.Abstract(ctx, l, options)
}

// write draws the graph and stores the tests.
func (f *abstractFlags) write(ctx context.Context, r *result.Abstract, suite *result.Suite) error {
	if suite != nil {
		if err := driver.WriteSuite(f.folder, suite); err != nil {
			return err
		}
	}
	if f.graph == "" {
		return nil
	}
	if f.drawn > len(r.Tests) {
		return fmt.Errorf("--draw-test %d: there are %d tests", f.drawn, len(r.Tests))
	}
	format, _ := draw.ParseFormat("", f.graph)
	drawing := draw.AbstractDrawing{Title: r.Model.Name + ": " + r.Predicates.Name, Set: r.AbstractSet, Test: f.drawn}
	picture, err := drawing.Draw(ctx, format)
	if err != nil {
		return err
	}
	return file.Write(f.graph, picture)
}

// replay is the command that does the same again.
func (f *abstractFlags) replay(path string) string {
	words := []string{"sextant", "abstract", text.Quote(path)}
	if len(f.predicates) > 0 {
		words = append(words, "--predicates", text.Quote(strings.Join(f.predicates, ",")))
	}
	words = append(words, "--depth", fmt.Sprint(f.depth), "--repeat", fmt.Sprint(f.repeat))
	for _, n := range []struct {
		name            string
		value, standard int
	}{{"states", f.states, abstraction.DefaultStates}, {"chains", f.chains, abstraction.DefaultChains}, {"search", f.search, 0}, {"refine", f.refine, 0}, {"prove", f.prove, usualProve}} {
		if n.value != n.standard {
			words = append(words, "--"+n.name, fmt.Sprint(n.value))
		}
	}
	if f.system != "" {
		words = append(words, "--sut", text.Quote(f.system))
	}
	if f.reduce {
		words = append(words, "--reduce")
	}
	return strings.Join(append(words, f.constWords()...), " ")
}

// hint says what could cover more.
func (f *abstractFlags) hint(r *result.Abstract) string {
	t := r.Coverage.Transitions
	if t.Covered+t.Unreachable == t.Total || f.search > 0 || r.Stop != result.StopDone {
		return ""
	}
	return "to cover more: a larger --depth, --search 2000 (a guided search) or --refine 3 (more predicates)"
}

package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/report/draw"
	"github.com/sextant-mbt/sextant/internal/result"
)

// concolicFlags are the flags of concolic.
type concolicFlags struct {
	searchFlags
	engine     string
	repeat     int
	inactivity int
	steps      int
	queries    int
	folder     string
	curve      string
	journal    string
	weights    bool
}

func concolicCommand() *cobra.Command {
	var flags concolicFlags
	c := &cobra.Command{
		Use:   "concolic MODEL",
		Short: "Look for tests that cover every transition, concretely and symbolically",
		Long: "Concolic runs the model concretely and fast, and where that gets stuck, looks for a way with the solver, backwards from\n" +
			"what is not covered. Other engines can be compared with the default: those of the literature on EFSMs.\n" +
			"--timeout is the limit of each run of an engine.",
		Args:    oneModel,
		Example: "  sextant concolic examples/korelvending/korelvending.sxt\n  sextant concolic examples/atm/atm.sxt --engine all --repeat 10 --curve atm.svg",
		RunE:    func(c *cobra.Command, args []string) error { return runConcolic(c, &flags, args[0]) },
	}
	flags.add(c)
	f := c.Flags()
	f.StringVar(&flags.engine, "engine", string(concolic.Auto), "auto, ec (the paper's), rand (which needs no solver), cons, symb, several of them separated by commas, or all")
	f.IntVar(&flags.repeat, "repeat", 1, "run each engine so often, with seeds that follow each other")
	f.IntVar(&flags.inactivity, "inactivity", concolic.DefaultInactivity, "concrete steps without a new transition, before the solver is asked for a way")
	f.IntVar(&flags.steps, "steps", concolic.DefaultSteps, "most concrete steps of a run; of SYMB, most symbolic states")
	f.IntVar(&flags.queries, "queries", concolic.DefaultQueries, "most questions to the solver of a run")
	f.StringVarP(&flags.folder, "output", "o", "", "folder for the tests of the last engine; those of an older suite in it are replaced")
	f.StringVar(&flags.curve, "curve", "", "write the curve of coverage against time to an SVG file")
	f.StringVar(&flags.journal, "journal", "", "file in which what is reached is kept as the search goes on; if it is there, the search goes on from it")
	f.BoolVar(&flags.weights, "weights", false, "print the dependency analysis instead: how much assignments and paths depend on inputs")
	f.BoolVar(&flags.verbose, "transitions", false, "list every transition that was reached: when, how, by what path")
	return c
}

// engines reads --engine.
func (f *concolicFlags) engines() ([]concolic.Engine, error) {
	if f.engine == "all" {
		return concolic.Engines, nil
	}
	var out []concolic.Engine
	for _, word := range strings.Split(f.engine, ",") {
		e := concolic.Engine(strings.ToLower(strings.TrimSpace(word)))
		if !slices.Contains(concolic.Engines, e) {
			return nil, fmt.Errorf("--engine %s: write auto, ec, rand, cons, symb or all", word)
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out, nil
}

// mostRepeats bounds --repeat: the results of all runs are kept until the one in the middle is known.
const mostRepeats = 1000

// weightPaths is the maximum number of paths that are listed for each target.
const weightPaths = 6

// check refuses flags that make no sense, before any work is done.
func (f *concolicFlags) check() error {
	if f.repeat > mostRepeats {
		return fmt.Errorf("--repeat %d: must be at most %d", f.repeat, mostRepeats)
	}
	err := checkBounds(bound{"repeat", f.repeat, 1}, bound{"inactivity", f.inactivity, 1}, bound{"steps", f.steps, 1}, bound{"queries", f.queries, 1},
		bound{"workers", f.workers, 1})
	if err != nil {
		return err
	}
	return canWrite([]string{f.curve}, f.folder)
}

func runConcolic(c *cobra.Command, flags *concolicFlags, path string) error {
	if err := flags.check(); err != nil {
		return err
	}
	engines, err := flags.engines()
	if err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	if flags.weights {
		r, err := driver.Weights(l, weightPaths)
		if err != nil {
			return err
		}
		return flags.show(c, r)
	}
	known := l.List.Sorted()
	r, err := flags.search(c, l, engines, path)
	showTables(c, l, known)
	if err != nil {
		return err
	}
	if err := flags.write(r, path); err != nil {
		return err
	}
	return flags.show(c, r)
}

// search runs the engines with progress on a terminal. Each run has the time limit of its own.
func (f *concolicFlags) search(c *cobra.Command, l *driver.Loaded, engines []concolic.Engine, path string) (_ *result.Concolic, err error) {
	means, closeLog, err := f.means()
	if err != nil {
		return nil, err
	}
	defer closeLog(&err)
	progress := newProgress(c.ErrOrStderr())
	options := driver.ConcolicOptions{Engines: engines, Repeat: f.repeat, Limit: f.timeout, Means: means, Journal: f.journal}
	options.Search = concolic.Options{Seed: f.seed, Workers: f.workers, Inactivity: f.inactivity, Steps: f.steps, Queries: f.queries, Progress: progress.tellConcolic}
	if f.repeat*len(engines) > 1 {
		options.Reload = func() (*driver.Loaded, error) {
			runtime.GC()          // what the run before left behind is not this one's to pay for
			f.begun = time.Time{} // each run has the time limit of its own
			return f.load(c, path)
		}
	}
	defer progress.close()
	return driver.Concolic(c.Context(), l, options)
}

// write stores the suite and the curve, if they are wanted.
func (f *concolicFlags) write(r *result.Concolic, path string) error {
	if suite := driver.ConcolicSuite(r); suite != nil && f.folder != "" {
		if err := driver.WriteSuite(f.folder, suite); err != nil {
			return err
		}
		r.Replay = replaySuiteCommand(path, f.folder)
	}
	if f.curve != "" {
		return file.Write(f.curve, draw.CurveSVG(r.Model.Name, r.Curves()))
	}
	return nil
}

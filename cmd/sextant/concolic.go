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
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
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
	all        bool
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
	f.BoolVar(&flags.all, "transitions", false, "list every transition that was reached: when, how, by what path")
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
		return printWeights(c, flags, l)
	}
	known := l.List.Sorted()
	r, err := flags.search(c, l, engines, path)
	showTables(c, l, known)
	if err != nil {
		return err
	}
	if err := flags.write(r, engines); err != nil {
		return err
	}
	return flags.print(c, r, func() string { return flags.text(path, r, engines) })
}

// search runs the engines with progress on a terminal. Each run has the time limit of its own.
func (f *concolicFlags) search(c *cobra.Command, l *driver.Loaded, engines []concolic.Engine, path string) (_ *driver.ConcolicResult, err error) {
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
func (f *concolicFlags) write(r *driver.ConcolicResult, engines []concolic.Engine) error {
	last := engines[len(engines)-1]
	if f.folder != "" && r.Engines[last] != nil {
		if err := driver.WriteSuite(f.folder, r.ConcolicSuite(last)); err != nil {
			return err
		}
	}
	if f.curve != "" {
		return file.Write(f.curve, report.CurveSVG(r.Model.Name, curves(r, engines)))
	}
	return nil
}

// curves are those of the engines that ran.
func curves(r *driver.ConcolicResult, engines []concolic.Engine) []result.Curve {
	var out []result.Curve
	for _, e := range engines {
		if found := r.Engines[e]; found != nil {
			out = append(out, result.Curve{Name: strings.ToUpper(string(e)), Total: found.Coverage.Total, Points: found.Curve})
		}
	}
	return out
}

// text is the result for people: a table as the paper's Table 2, the curve, and what was not covered.
func (f *concolicFlags) text(path string, r *driver.ConcolicResult, engines []concolic.Engine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\n", r.Model.Name, r.Model.File)
	writeOverlaps(&b, r.Overlaps)
	if len(r.Engines) == 0 {
		b.WriteString("Interrupted before the first engine began.\n")
		return b.String()
	}
	writeEngines(&b, r, engines)
	b.WriteString("\n" + report.CurveText(curves(r, engines)))
	for _, e := range engines {
		if found := r.Engines[e]; found != nil {
			f.writeEngine(&b, e, found)
		}
	}
	writeSilent(&b, allTests(r))
	if f.folder != "" && r.Engines[engines[len(engines)-1]] != nil {
		writeReplay(&b, path, f.folder)
	}
	return b.String()
}

// fewOverlaps is how many overlaps a text lists.
const fewOverlaps = 10

func writeOverlaps(b *strings.Builder, overlaps []driver.OverlapNote) {
	if len(overlaps) == 0 {
		return
	}
	b.WriteString("Not deterministic: guards are true together, in states that runs may reach or not; the system chooses\n")
	for _, o := range overlaps[:min(len(overlaps), fewOverlaps)] {
		fmt.Fprintf(b, "  %s\n", o.Message)
	}
	if n := len(overlaps) - fewOverlaps; n > 0 {
		fmt.Fprintf(b, "  ... and %d more pairs\n", n)
	}
	b.WriteString("\n")
}

// writeEngines writes a line for each engine.
func writeEngines(b *strings.Builder, r *driver.ConcolicResult, engines []concolic.Engine) {
	fmt.Fprintf(b, "  %-6s  %9s  %-24s  %-16s  %12s  %9s  %5s\n", "engine", "covered", "", "last improvement", "steps", "questions", "tests")
	for _, e := range engines {
		found := r.Engines[e]
		if found == nil {
			continue
		}
		k, end := found.Coverage, found.Curve[len(found.Curve)-1]
		fmt.Fprintf(b, "  %-6s  %7.2f %%  %s  %-16s  %12d  %9d  %5d\n", strings.ToUpper(string(e)), found.Percent.Median, report.CoverageBar(k.Covered, k.Total, 24),
			report.Seconds(found.LastImprovement.Median), end.Steps, end.Queries, len(found.Tests))
	}
	if r.Repeat > 1 {
		writeSpread(b, r, engines)
	}
}

// writeSpread says how much the seeds differ, and how many of them each engine ran if it was interrupted.
func writeSpread(b *strings.Builder, r *driver.ConcolicResult, engines []concolic.Engine) {
	fmt.Fprintf(b, "\n  median of %d seeds; least to most:\n", r.Repeat)
	for _, e := range engines {
		found := r.Engines[e]
		if found == nil {
			continue
		}
		fmt.Fprintf(b, "  %-6s  %.2f %% to %.2f %%, last improvement after %s to %s", strings.ToUpper(string(e)), found.Percent.Least, found.Percent.Most,
			report.Seconds(found.LastImprovement.Least), report.Seconds(found.LastImprovement.Most))
		if n := len(found.Runs); n < r.Repeat {
			fmt.Fprintf(b, "; interrupted after %s", text.Count(n, "seed"))
		}
		b.WriteString("\n")
	}
}

// writeEngine says what an engine reached, if that is wanted, and what it did not.
func (f *concolicFlags) writeEngine(b *strings.Builder, e concolic.Engine, found *driver.EngineResult) {
	fmt.Fprintf(b, "\n%s: %d/%d transitions, ended by %s\n", strings.ToUpper(string(e)), found.Coverage.Covered, found.Coverage.Total, report.EndWords(found.Stop, found.Coverage.Covered, found.Coverage.Total))
	if found.JournalError != "" {
		fmt.Fprintf(b, "the journal could not be written: %s\n", found.JournalError)
	}
	if f.journal != "" {
		fmt.Fprintf(b, "%d of them were in the journal %s already\n", found.Earlier, f.journal)
	}
	if f.all {
		for _, h := range found.Coverage.Reached {
			fmt.Fprintf(b, "  %-16s  %-8s  %-22s  %s: %s\n", h.Name, report.Seconds(h.Seconds), h.How, text.Count(h.Length, "step"), shortened(h.Path))
		}
	}
	writeMisses(b, "Not covered", found.Coverage.Missing)
}

// allTests are those of all engines.
func allTests(r *driver.ConcolicResult) []driver.SuiteTest {
	var out []driver.SuiteTest
	for _, found := range r.Engines {
		out = append(out, found.Tests...)
	}
	return out
}

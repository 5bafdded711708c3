// Bugs runs the bug bench. See bench/bugs/README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"github.com/sextant-mbt/sextant/bench/bugs/trial"
)

type config struct {
	dir, only, out string
	joined         []string
	tools          []string
	seeds          int
	seed           int64 // the first
	budget         trial.Budget
	heldout, all   bool
	correct, quiet bool
	verbose        bool
	timeout        time.Duration
	shrinkTime     time.Duration
}

func main() {
	c, err := parse(os.Args[1:])
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		err = errors.Join(c.run(ctx), trial.Clean())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bugs:", err)
		os.Exit(2)
	}
}

func parse(args []string) (*config, error) {
	c := &config{}
	f := flag.NewFlagSet("bugs", flag.ExitOnError)
	tools := f.String("tools", "sextant,covered,rapid,fastcheck", "testers, separated by commas: sextant, covered (sextant that stops when its goals are covered), random (sextant with random inputs), rapid, fastcheck")
	f.StringVar(&c.only, "only", "*/*", "faults, as system/fault; * stands for any text")
	f.IntVar(&c.seeds, "seeds", 3, "number of seeds")
	f.Int64Var(&c.seed, "seed", 0, "the first seed")
	f.IntVar(&c.budget.Inputs, "inputs", 5000, "maximum number of inputs for each fault, tester and seed; 0 is any number")
	f.DurationVar(&c.budget.Time, "time", time.Minute, "maximum processor time of tester and systems for each fault, tester and seed")
	f.BoolVar(&c.heldout, "heldout", false, "run the faults held out of tuning, instead of the others")
	f.BoolVar(&c.all, "all", false, "run all faults")
	f.BoolVar(&c.correct, "correct", false, "run the correct systems instead: every failure is a false alarm")
	f.BoolVar(&c.quiet, "quiet", false, "print only the table")
	f.BoolVar(&c.verbose, "v", false, "print the failures that sextant reports")
	f.IntVar(&c.budget.Shrink, "shrink", 20_000, "maximum number of inputs for making a failure shorter; 0 leaves it as it was found, and the table has no lengths")
	f.DurationVar(&c.timeout, "timeout", 10*time.Minute, "a tester that takes that long by the clock is stuck")
	f.DurationVar(&c.shrinkTime, "shrinktime", 20*time.Second, "time by the clock in which sextant makes a failure shorter")
	f.StringVar(&c.dir, "dir", "bench/bugs", "folder of the bench")
	f.StringVar(&c.out, "o", "", "write table.txt, table.md and table.json to this folder")
	joined := f.String("join", "", "folders of -o, separated by commas: print one table of these runs, and run nothing")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	c.tools = strings.Split(*tools, ",")
	if *joined != "" {
		c.joined = strings.Split(*joined, ",")
	}
	return c, nil
}

func (c *config) run(ctx context.Context) error {
	tools, err := c.chosenTools()
	if err != nil {
		return err
	}
	if len(c.joined) > 0 {
		return c.join()
	}
	held, err := readHeldout(filepath.Join(c.dir, "heldout.txt"))
	if err != nil {
		return err
	}
	var outcomes []trial.Outcome
	for _, target := range bugs.Targets() {
		for _, fault := range c.faults(target, held) {
			some, err := c.try(ctx, tools, target, fault, held[target.Name+"/"+fault])
			if err != nil {
				return err
			}
			outcomes = append(outcomes, some...)
		}
	}
	return c.write(trial.NewTable(c.budget, c.tools, outcomes), outcomes)
}

func (c *config) chosenTools() ([]trial.Tool, error) {
	var out []trial.Tool
	for _, name := range c.tools {
		i := slices.IndexFunc(trial.Tools(), func(t trial.Tool) bool { return t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no tester is called %q", name)
		}
		out = append(out, trial.Tools()[i])
	}
	return out, nil
}

// readHeldout reads the faults that are not for tuning, as system/fault, one a line.
func readHeldout(file string) (map[string]bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	held := map[string]bool{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			held[line] = true
		}
	}
	return held, lines.Err()
}

// faults returns the names of the faults to look for.
func (c *config) faults(target *bugs.Target, held map[string]bool) []string {
	if c.correct {
		if ok, _ := path.Match(c.only, target.Name+"/x"); ok {
			return []string{""}
		}
		return nil
	}
	var out []string
	for _, f := range target.Faults {
		id := target.Name + "/" + f.Name
		if ok, _ := path.Match(c.only, id); ok && (c.all || held[id] == c.heldout) {
			out = append(out, f.Name)
		}
	}
	return out
}

func (c *config) try(ctx context.Context, tools []trial.Tool, target *bugs.Target, fault string, heldout bool) ([]trial.Outcome, error) {
	var out []trial.Outcome
	for _, tool := range tools {
		for seed := range c.seeds {
			o, err := tool.Try(ctx, target, fault, trial.Options{Dir: c.dir, Budget: c.budget, Seed: c.seed + int64(seed), Timeout: c.timeout, ShrinkTime: c.shrinkTime})
			if err != nil {
				return nil, fmt.Errorf("%s %s/%s: %w", tool.Name, target.Name, fault, err)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			o.Heldout = heldout
			out = append(out, o)
			c.progress(o)
		}
	}
	return out, nil
}

func (c *config) progress(o trial.Outcome) {
	if c.quiet {
		return
	}
	verdict := "not found"
	if o.Found {
		verdict = fmt.Sprintf("found, length %d after %.2f s", o.Length, o.Shorter)
	}
	fmt.Fprintf(os.Stderr, "%-9s %s/%s seed %d: %s, %d inputs, %.2f s, %.2f s in all  %s\n",
		o.Tool, o.System, o.Fault, o.Seed, verdict, o.Inputs, o.Seconds, o.Total, o.Trouble)
	if c.verbose || c.correct {
		for _, line := range o.Failure {
			fmt.Fprintln(os.Stderr, "   ", line)
		}
	}
}

// document is what is written to table.json.
type document struct {
	Table    *trial.Table
	Outcomes []trial.Outcome
}

// join writes one table of several runs with the same budget.
func (c *config) join() error {
	var outcomes []trial.Outcome
	for i, folder := range c.joined {
		content, err := os.ReadFile(filepath.Join(folder, "table.json"))
		if err != nil {
			return err
		}
		var d document
		if err := json.Unmarshal(content, &d); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		if i > 0 && d.Table.Budget != c.budget {
			return fmt.Errorf("%s: a budget of %v cannot be joined with one of %v", folder, d.Table.Budget, c.budget)
		}
		c.budget, outcomes = d.Table.Budget, append(outcomes, d.Outcomes...)
	}
	return c.write(trial.NewTable(c.budget, c.tools, outcomes), outcomes)
}

// write prints the table, and writes it to the folder of -o.
func (c *config) write(t *trial.Table, outcomes []trial.Outcome) error {
	fmt.Print(t.Text())
	if c.out == "" {
		return nil
	}
	if err := os.MkdirAll(c.out, 0o755); err != nil {
		return err
	}
	doc, err := json.MarshalIndent(document{t, outcomes}, "", "  ")
	if err != nil {
		return err
	}
	for name, content := range map[string]string{"table.txt": t.Text(), "table.md": t.Markdown(), "table.json": string(doc) + "\n"} {
		if err := os.WriteFile(filepath.Join(c.out, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

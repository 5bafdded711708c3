// Speed measures what the goals for speed and memory are about, and prints a table: the figure of the day, what it was when the goals were
// set, how that compares with the closest peer, and the goal. The figures of the day of docs/rationale.md come from it.
//
// Times are CPU seconds of the program and its solvers, user and system together, with one worker unless the row says otherwise, so that
// other work on the machine matters little; the ratio of two runs on one machine is worth more than either.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// config says what is measured, and how.
type config struct {
	program string // that is measured; built if it is not named
	base    string // a program that is measured instead of taking the figures of base
	rows    *regexp.Regexp
	limit   time.Duration
	times   int    // how often a row is measured; the median counts
	folder  string // for models and programs
}

func main() {
	c := config{rows: regexp.MustCompile("")}
	flag.StringVar(&c.program, "program", "", "the program to measure; by default it is built from the sources")
	flag.StringVar(&c.base, "base", "", "measure this program too, instead of comparing with the recorded figures of the day when the goals were set")
	flag.Func("rows", "measure only rows whose name matches a regular expression", func(s string) (err error) {
		c.rows, err = regexp.Compile(s)
		return err
	})
	flag.DurationVar(&c.limit, "limit", time.Minute, "time limit of one run")
	flag.IntVar(&c.times, "times", 1, "number of measurements per row, alternating between the two programs; the median is printed")
	list := flag.Bool("list", false, "list the rows and measure nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *list {
		for _, r := range allRows() {
			fmt.Println(r.name)
		}
		return
	}
	if err := c.run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(2)
	}
}

// allRows lists the rows, those of timed systems last.
func allRows() []row { return slices.Concat(rows, timedRows()) }

// run measures the rows and prints them as they come.
func (c *config) run(ctx context.Context, out io.Writer) error {
	folder, err := os.MkdirTemp("", "sextant-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c.folder = folder
	if c.program == "" {
		c.program = filepath.Join(folder, "sextant")
		if text, err := exec.CommandContext(ctx, "go", "build", "-o", c.program, "./cmd/sextant").CombinedOutput(); err != nil {
			return fmt.Errorf("building the program: %w\n%s", err, text)
		}
	}
	fmt.Fprintln(out, "| measure | then | today | faster or smaller | × the peer | goal |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|")
	for _, r := range allRows() {
		if c.rows.MatchString(r.name) && ctx.Err() == nil {
			fmt.Fprintln(out, c.measure(ctx, r))
		}
	}
	return ctx.Err()
}

// measure returns the line of a row.
func (c *config) measure(ctx context.Context, r row) string {
	var todays, bases, rivals []figure
	for range max(c.times, 1) {
		today, err := r.measure(ctx, c, c.program)
		if err != nil {
			return fmt.Sprintf("| %s | %s | not measured: %v | | | %s |", r.name, r.base.text(r.unit), err, r.goal)
		}
		base := r.base
		if c.base != "" {
			if base, err = r.measure(ctx, c, c.base); err != nil {
				return fmt.Sprintf("| %s | not measured: %v | %s | | | %s |", r.name, err, today.text(r.unit), r.goal)
			}
		}
		todays, bases = append(todays, today), append(bases, base)
		if r.rival != nil {
			seconds, err := r.rival(ctx, c)
			if err != nil {
				return fmt.Sprintf("| %s | %s | %s | | not measured: %v | %s |", r.name, base.text(r.unit), today.text(r.unit), err, r.goal)
			}
			rivals = append(rivals, figure{value: seconds})
		}
	}
	today := median(todays)
	if len(rivals) > 0 {
		ratio := median(rivals).value / today.value
		r.beside = fmt.Sprintf("%s (%s s)", number(ratio), number(median(rivals).value))
	}
	return r.line(median(bases), today)
}

// median returns the figure in the middle, by its value.
func median(figures []figure) figure {
	slices.SortFunc(figures, func(a, b figure) int { return cmp.Compare(a.value, b.value) })
	return figures[len(figures)/2]
}

// line is the line of the table for what was measured.
func (r row) line(base, today figure) string {
	ratio, peer := "", r.beside
	if base.value > 0 && today.value > 0 && r.unit != machines && r.unit != times && r.unit != exponent {
		gain := base.value / today.value
		ratio = number(gain)
		if r.peer.high > 0 {
			peer = r.peer.times(gain)
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", r.name, base.text(r.unit), today.text(r.unit), ratio, peer, r.goal)
}

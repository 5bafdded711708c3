package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/result"
)

// conformFlags are the flags of conform.
type conformFlags struct {
	searchFlags
	wait      time.Duration
	instances int
	findings  int
	skip      bool
	fields    map[string]string
}

func conformCommand() *cobra.Command {
	var flags conformFlags
	c := &cobra.Command{
		Use:   "conform MODEL LOG",
		Short: "Check a recorded log against a model",
		Long: "Conform reads a log of JSON lines that say what was sent to systems and what came from them, and checks each instance\n" +
			"against the model, as run does with a system that it can talk to (docs/conform.md). The log - is standard input.\n" +
			"The exit code is 1 if an instance fails.",
		Args:    modelAndLog,
		Example: "  sextant conform examples/light/light.sxt lamps.log --wait 2s\n  tail -f lamps.log | sextant conform examples/light/light.sxt - --fields id=session,time=ts",
		RunE:    func(c *cobra.Command, args []string) error { return runConform(c, &flags, args[0], args[1]) },
	}
	flags.add(c)
	f := c.Flags()
	f.DurationVar(&flags.wait, "wait", 0, "take a longer time between two lines of an instance for a silence; 0 takes none")
	f.IntVar(&flags.instances, "max-instances", ioco.DefaultInstances, "how many instances may be open at a time")
	f.IntVar(&flags.findings, "max-findings", 100, "how many findings are shown; all are counted")
	f.BoolVar(&flags.skip, "skip-garbage", false, "skip lines that say nothing about an instance, and count them")
	f.StringToStringVar(&flags.fields, "fields", nil, "other names of fields in the log, as in id=session,time=ts")
	timeout := c.Flag("timeout")
	timeout.DefValue, flags.timeout = "0s", 0 // a log may be long, or never end
	return c
}

// modelAndLog wants exactly two arguments.
func modelAndLog(c *cobra.Command, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return withUsage(c, fmt.Errorf("conform needs a model file and a log"))
}

// check refuses flags that make no sense, before any work is done.
func (f *conformFlags) check() error {
	switch {
	case f.wait < 0:
		return fmt.Errorf("--wait %v: must not be negative", f.wait)
	case f.findings < 0:
		return fmt.Errorf("--max-findings %d: must not be negative", f.findings)
	}
	if err := ioco.Fields(f.fields).Check(); err != nil {
		return fmt.Errorf("--fields: %w", err)
	}
	return checkBounds(bound{"max-instances", f.instances, 1})
}

func runConform(c *cobra.Command, flags *conformFlags, path, log string) (err error) {
	if err := flags.check(); err != nil {
		return err
	}
	ctx, cancel := flags.context(c)
	defer cancel()
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	file, err := openLog(c, log)
	if err != nil {
		return err
	}
	defer file.Close()
	options, closeLog, err := flags.options()
	if err != nil {
		return err
	}
	defer closeLog(&err)
	view := newConformView(c, flags, log, file)
	options.Found, options.Progress = view.found, view.progress.tell
	r, err := driver.Conform(ctx, l, file, options)
	view.progress.close()
	if err != nil {
		return located(log, err)
	}
	return view.show(r)
}

func (f *conformFlags) options() (driver.ConformOptions, func(*error), error) {
	means, closeLog, err := f.means()
	return driver.ConformOptions{CheckOptions: ioco.CheckOptions{Wait: f.wait, Instances: f.instances}, Means: means,
		Fields: f.fields, SkipGarbage: f.skip, Findings: f.findings}, closeLog, err
}

// openLog opens a log; - is standard input.
func openLog(c *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(c.InOrStdin()), nil
	}
	if isFolder(path) {
		return nil, fmt.Errorf("%s is a folder: name a file with JSON lines, or - for standard input", path)
	}
	return os.Open(path)
}

// located says where in the log a line is garbage, shows it, and says what can be done.
func located(log string, err error) error {
	var garbage *ioco.ErrGarbage
	if !errors.As(err, &garbage) {
		return err
	}
	return fmt.Errorf("%s:%d:%d: %s\n%s\nTo skip lines that are no events, add --skip-garbage; if fields have other names, say so with --fields",
		logName(log), garbage.Line, garbage.Column, garbage.Reason, garbage.Quote())
}

func logName(log string) string {
	if log == "-" {
		return "stdin"
	}
	return log
}

// conformView shows findings as they come, and the result.
type conformView struct {
	c        *cobra.Command
	flags    *conformFlags
	log      string
	shown    int
	progress *logProgress
}

func newConformView(c *cobra.Command, flags *conformFlags, log string, file io.Reader) *conformView {
	return &conformView{c: c, flags: flags, log: logName(log), progress: newLogProgress(c.ErrOrStderr(), logSize(file))}
}

// found prints a finding at once: a log may never end.
func (v *conformView) found(f result.LogFinding) {
	if v.flags.json || v.shown == v.flags.findings {
		return
	}
	v.shown++
	v.progress.print(v.c.OutOrStdout(), report.LogFinding(v.log, f))
}

func (v *conformView) show(r *result.Conform) error {
	r.Log, r.Shown = v.log, v.shown
	return v.flags.show(v.c, r)
}

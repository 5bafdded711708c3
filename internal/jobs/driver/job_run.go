package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// The analyses of real systems.

// The default time limit for an output, and the maximum if the limit is measured.
const (
	defaultWait = "200ms"
	learnedWait = 2 * time.Second
)

// ReplayFlags are the flags of replay, and part of those of run.
type ReplayFlags struct {
	rig.SystemOptions
	Wait string `flag:"wait" usual:"yes" group:"system" replay:"model" help:"time limit for an output; learn measures it, up to 2s"`
	rig.Timing
	ShrinkTime time.Duration `flag:"shrink-time" min:"0s" help:"time limit for shortening a failing test; 0s turns this off"`
	model.Backend
	JUnitFlag
	model.Detail `was:"trace"`
	model.Common
}

func replayDefaults() *ReplayFlags {
	o := &ReplayFlags{Wait: defaultWait, Timing: rig.Timing{TimeUnit: rig.DefaultTimeUnit}, ShrinkTime: tester.DefaultShrinkTime, Backend: model.BackendDefaults(), Common: model.CommonDefaults()}
	o.Timeout = longWork
	return o
}

// longWork is the time limit of work with other bounds, such as numbers of inputs, tests or mutants.
const longWork = 10 * time.Minute

// TestFlags are the flags of replay.
type TestFlags struct {
	ReplayFlags
	Shorten bool `flag:"shrink" usual:"yes" help:"shorten the test if it fails, and store it in its file"`
}

func testDefaults() *TestFlags { return &TestFlags{ReplayFlags: *replayDefaults()} }

// RunFlags are the flags of run.
type RunFlags struct {
	ReplayFlags
	Session  tester.Options
	Purpose  string `flag:"purpose" usual:"yes" help:"test towards this purpose of the model"`
	Failures string `flag:"failures" usual:"yes" page:"-" help:"folder for failing tests, which are run first next time; empty stores none"`
	rig.CampaignOptions
	Plan   bool   `flag:"plan" group:"chance" help:"compute the number of runs that detect a --deviation with the given --power, without testing a system"`
	Graph  string `flag:"graph" writes:"file" help:"file for pictures of frequencies and waiting times, as SVG"`
	Folder string `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the result and the messages exchanged"`
}

func runDefaults() *RunFlags {
	return &RunFlags{ReplayFlags: *replayDefaults(), Session: tester.Options{Until: tester.Spent, Strategy: tester.Guided}, Failures: "failures", CampaignOptions: rig.CampaignDefaults()}
}

// options are those of a tester, with the options of a session.
func (f *ReplayFlags) options(j *Job, session tester.Options) (rig.RunOptions, error) {
	o := rig.RunOptions{Options: session, SystemOptions: f.SystemOptions, Backend: f.Backend, Shrink: f.ShrinkTime > 0}
	o.Progress = j.Progress
	o.Seed, o.ShrinkTime, o.TimeUnit, o.Tolerance = f.Seed, f.ShrinkTime, f.TimeUnit, f.Tolerance
	if f.System == "" {
		return o, errors.New("name the system under test with --sut, as in --sut exec:./lamp")
	}
	if f.Wait == "learn" {
		o.Wait, o.Learn = learnedWait, true
		return o, nil
	}
	var err error
	if o.Wait, err = time.ParseDuration(f.Wait); err != nil || o.Wait <= 0 {
		return o, &ErrFlag{"wait", f.Wait, "write a time such as 200ms or 2s, or learn"}
	}
	return o, nil
}

func runRun(ctx context.Context, j *Job, f *RunFlags) (any, error) {
	if f.Plan {
		return planRuns(ctx, j, f)
	}
	j.Verbose = f.Verbose
	if f.Repeat > 0 {
		return repeatRuns(ctx, j, f)
	}
	o, err := f.options(j, f.Session)
	if err != nil {
		return nil, err
	}
	o.Goal, o.Failures = f.Purpose, f.Failures
	r, err := rig.Run(ctx, j.Loaded, o)
	if err != nil {
		return untested(ctx, j, o.Seed, err)
	}
	stored := f.store(j, r)
	if r.Finding() && stored != nil {
		j.Note(stored.Error())
		stored = nil
	}
	return r, errors.Join(stored, incomplete(r))
}

// store writes the failing tests and the run to the requested folders. Results that cannot be stored are still printed.
func (f *RunFlags) store(j *Job, r *result.Run) error {
	var errs []error
	if f.Failures != "" {
		if err := store.WriteFailures(f.Failures, j.Args[0], r); err != nil {
			errs = append(errs, fmt.Errorf("the failing tests cannot be stored: %w", err))
		}
	}
	for i := range r.Failures {
		if failure := &r.Failures[i]; failure.File != "" {
			j.showFailure(failure)
		}
	}
	if f.Folder != "" {
		if err := store.WriteRun(f.Folder, r); err != nil {
			errs = append(errs, fmt.Errorf("the run cannot be kept: %w", err))
		}
	}
	return errors.Join(errs...)
}

// incomplete returns the error of a test that was ended early: nothing failed, but the test is not a success.
func incomplete(r *result.Run) error {
	if !r.Finding() && r.Stop.Early() {
		return errors.New(report.Incomplete(r))
	}
	return nil
}

func runReplay(ctx context.Context, j *Job, f *TestFlags) (any, error) {
	o, err := f.options(j, tester.Options{})
	if err != nil {
		return nil, err
	}
	j.Verbose = f.Verbose
	path := j.Args[1]
	if isFolder(path) {
		return replaySuite(ctx, j, o, path)
	}
	test, err := store.ReadTest(path)
	if err != nil {
		return nil, err
	}
	o.Shrink = o.Shrink && f.Shorten
	r, err := rig.Replay(ctx, j.Loaded, &test.Test, o)
	if err != nil {
		return untested(ctx, j, o.Seed, err)
	}
	if o.Shrink && r.Verdict == result.Fail && r.Failures[0].Shrink != nil {
		if err := storeShorter(j, path, test, &r.Failures[0]); err != nil {
			j.Note(err.Error())
		}
	}
	return r, incomplete(r)
}

// storeShorter writes a shortened test to its file. A test of a suite is not changed, since it would lose its goals.
func storeShorter(j *Job, path string, test *store.Test, f *result.Failure) error {
	if test.Name != "" {
		return fmt.Errorf("%s is a test of a suite and is not changed; the shorter test is not stored", path)
	}
	f.File = path
	j.showFailure(f)
	if err := store.WriteTest(path, f.Test); err != nil {
		return fmt.Errorf("the shorter test cannot be stored: %w", err)
	}
	return nil
}

// showFailure adds the commands for a stored failure.
func (j *Job) showFailure(f *result.Failure) {
	args := []string{j.Args[0], f.File}
	f.Replay = j.show("replay", args)
	if f.Shrink != nil && f.Shrink.Stop.Early() {
		f.Continue = j.show("replay", args, "--shrink")
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// readTests reads all tests of a folder before any is run, so that an unreadable test is reported first.
func readTests(folder, model string) (files []string, tests []*store.Test, err error) {
	if files, err = store.TestFiles(folder, model); err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		test, err := store.ReadTest(file)
		if err != nil {
			return nil, nil, err
		}
		tests = append(tests, test)
	}
	return files, tests, nil
}

// replaySuite runs the tests of a suite in order and prints a line for each, until the time limit is reached.
func replaySuite(ctx context.Context, j *Job, o rig.RunOptions, folder string) (any, error) {
	files, tests, err := readTests(folder, j.Args[0])
	if err != nil {
		return nil, err
	}
	out := &result.Replay{Head: j.Loaded.Head(j.Analysis.Name), NotRun: len(files), Tests: []result.ReplayedTest{}, Seed: o.Seed}
	if len(tests) > 0 && tests[0].Model.Hash != out.Model.Hash {
		j.Note("the model was changed after the tests were made; generate a suite again to cover the changes")
	}
	o.Shrink = false
	err = replayAll(ctx, j, o, files, tests, out)
	out.Conclude(err != nil)
	if err == nil && !out.Finding() && out.NotRun > 0 { // nothing failed, but this is not a success
		err = errors.New(report.NotRun(out))
	}
	return out, err
}

// replayAll runs tests and adds their results.
func replayAll(ctx context.Context, j *Job, o rig.RunOptions, files []string, tests []*store.Test, out *result.Replay) error {
	t, err := rig.NewTester(j.Loaded, o)
	if err != nil {
		return err
	}
	defer t.Close()
	for i, file := range files {
		begun := time.Now()
		r, err := t.Replay(ctx, &tests[i].Test)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if r.Stop.Early() {
			out.Stop = r.Stop
			return nil
		}
		one := result.ReplayedTest{File: filepath.Base(file), Verdict: r.Verdict, Evidence: r.Evidence, Seconds: time.Since(begun).Seconds()}
		if r.Verdict != result.Pass {
			one.Trace, one.Run = r.Trace, r.Explanation()
		}
		out.Add(one)
		out.Stats = r.Stats // of all tests until now
		j.Print(report.Replayed(one))
	}
	return nil
}

func conformDefaults() *rig.ConformOptions {
	o := &rig.ConformOptions{Common: model.CommonDefaults(), Backend: model.BackendDefaults(), Check: logs.CheckOptions{Instances: logs.DefaultInstances}, Findings: 100,
		Timing: rig.Timing{TimeUnit: rig.DefaultTimeUnit}, TimeFormat: logs.Auto, Alpha: rig.CampaignDefaults().Alpha}
	o.Timeout = 0 // a log may be long, or never end
	return o
}

func runConform(ctx context.Context, j *Job, o *rig.ConformOptions) (any, error) {
	if err := logs.Fields(o.Fields).Check(); err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	if err := o.TimeFormat.Check(); err != nil {
		return nil, &ErrFlag{"time-format", string(o.TimeFormat), err.Error()}
	}
	if !(o.Alpha > 0 && o.Alpha < 1) {
		return nil, &ErrFlag{"alpha", fmt.Sprint(o.Alpha), "write a probability between 0 and 1, both excluded"}
	}
	name := j.Args[1]
	log, size, err := openLog(j.In, name)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if name == "-" {
		name = "stdin"
	}
	shown := 0
	options := *o
	options.Found = func(f result.LogFinding) { // is shown at once: a log may never end
		if shown < o.Findings {
			shown++
			j.Print(report.LogFinding(name, f))
		}
	}
	options.Size = size
	r, err := rig.Conform(ctx, j.Loaded, log, options)
	var garbage *logs.ErrGarbage
	switch {
	case errors.As(err, &garbage):
		return nil, fmt.Errorf("%s:%d:%d: %s\n%s%s", name, garbage.Line, garbage.Column, garbage.Reason, garbage.Quote(), remedy(garbage))
	case err != nil:
		return nil, err
	}
	r.Log, r.Shown = name, shown
	if unchecked := report.Unchecked(r); unchecked != "" && !r.Finding() {
		return r, errors.New(unchecked)
	}
	return r, nil
}

// remedy returns advice about a line that cannot be used, as a separate line; empty if the reason includes it.
func remedy(garbage *logs.ErrGarbage) string {
	switch {
	case garbage.Needed && garbage.Field == "":
		return "\nIf the field has another name, give it with --fields, as in --fields time=ts"
	case garbage.Needed:
		return ""
	case garbage.Field == "time":
		return "\nIf times have another format, name it with --time-format; to skip lines that are not events, add --skip-garbage"
	}
	return "\nTo skip lines that are not events, add --skip-garbage; if fields have other names, give them with --fields"
}

// openLog opens a log; - is standard input. The size is 0 if it is unknown.
func openLog(in io.Reader, path string) (io.ReadCloser, int64, error) {
	if path == "-" {
		return io.NopCloser(in), 0, nil
	}
	if isFolder(path) {
		return nil, 0, fmt.Errorf("%s is a folder: name a file with JSON lines, or - for standard input", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return f, info.Size(), nil
	}
	return f, 0, nil
}

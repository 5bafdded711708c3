package rig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
)

// ConformOptions are the options of Conform.
type ConformOptions struct {
	model.Common
	model.Backend
	Timing
	TimeFormat  logs.TimeFormat `flag:"time-format" usual:"yes" help:"format of times: auto (that of the first time), seconds, ms, us, ns, rfc3339, clock (a time of day) or a layout such as \"2006-01-02 15:04:05\""`
	Check       logs.CheckOptions
	Findings    int               `flag:"limit" was:"max-findings" group:"search" min:"0" help:"maximum number of findings that are shown; all are counted"`
	SkipGarbage bool              `flag:"skip-garbage" help:"skip and count lines that are not events"`
	Alpha       float64           `flag:"alpha" group:"chance" help:"for models with probabilities or rates: probability of rejecting a correct system, between 0 and 1"`
	Fields      map[string]string `flag:"fields" usual:"yes" pair:"FIELD=NAME" split:"," help:"other names of fields in the log, as in id=session,time=ts"`

	Size  int64                   // of the log in bytes, for its progress; 0 if unknown
	Found func(result.LogFinding) // gets each finding at once
}

// Conform checks a recorded log against a model. A line that is not an event ends it with *logs.ErrGarbage unless
// garbage is skipped.
func Conform(ctx context.Context, l *model.Loaded, log io.Reader, options ConformOptions) (*result.Conform, error) {
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	start := time.Now()
	solver, err := options.Solver.Factory(l.System.Store)()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	if err := run.MustStart(ctx, l.System, solver); err != nil {
		return nil, err
	}
	c := &conformance{options: options, instances: newInstances(l.System, options), result: &result.Conform{Head: l.Head("conform"), Findings: []result.LogFinding{}}}
	tracker := func() (*ioco.Tracker, error) {
		t, err := newTracker(l, solver, externs, options.Externs)
		if err == nil {
			t.Tolerance = options.Units(options.Tolerance)
		}
		return t, err
	}
	check := options.Check
	check.Unit, check.Fields = options.unit(), options.Fields
	c.checker = logs.NewChecker(l.System, tracker, c.found, check)
	if err := c.readAll(ctx, logs.NewReader(log, logs.ReadOptions{Fields: options.Fields, Times: options.TimeFormat, Timed: l.System.Timed()})); err != nil {
		return nil, err
	}
	c.noteTimes(l.System.Timed())
	c.result.Instances = c.checker.Counts()
	c.judgeProducts(ctx)
	c.judgeChance(l.System)
	c.result.Coverage.Transitions = sessionCoverage(l.System, c.checker.Covered())
	c.result.Stats = model.SolverStats(solver.Stats(), start)
	return c.result, nil
}

// productTime bounds the search for the products that explain a log, which is made even after the time limit of the check.
const productTime = 5 * time.Second

// judgeProducts finds the products of a product line for which a log that does not fail has its verdict. The log cannot pass if no
// product is known to explain all of it: different instances may need different products.
func (c *conformance) judgeProducts(ctx context.Context) {
	limited, cancel := crowd.WithTimeout(context.WithoutCancel(ctx), productTime)
	defer cancel()
	c.result.Products, c.result.ByProducts = c.checker.Products(limited, c.result.Verdict)
	if p := c.result.Products; c.result.Verdict == result.Pass && p != nil && p.Formula == result.NoProduct {
		c.result.Verdict, c.result.Evidence = result.Inconclusive, "no product is known to explain all instances, though each of them is explained by some"
		c.result.Products, _ = c.checker.Products(limited, result.Inconclusive)
	}
}

// noteTimes adds a note about the format in which times were read.
func (c *conformance) noteTimes(timed bool) {
	if c.times == "" {
		return
	}
	c.result.Times = &result.LogTimes{Format: string(c.times), Judged: timed}
	if timed {
		c.result.Times.Unit, c.result.Times.Tolerance = c.options.unit().String(), c.options.Tolerance.String()
	}
}

// conformance is one call of Conform.
type conformance struct {
	options ConformOptions
	checker *logs.Checker
	result  *result.Conform
	times   logs.TimeFormat // of the lines read; empty if they have none

	instances *instances // nil unless frequencies are compared
}

func (c *conformance) found(f result.LogFinding) {
	if c.instances != nil {
		c.instances.drop(f.ID)
	}
	if len(c.result.Findings) < c.options.Findings {
		c.result.Findings = append(c.result.Findings, f)
	}
	if c.options.Found != nil {
		c.options.Found(f)
	}
}

// entry is an event or an error read from a log, and the position after it.
type entry struct {
	event logs.Event
	err   error
	bytes int64
	lines int
	times logs.TimeFormat
}

// readAll checks a log to its end, or until ctx ends; the results so far are kept.
func (c *conformance) readAll(ctx context.Context, reader *logs.Reader) error {
	err := c.takeAll(ctx, entries(ctx, reader))
	if err == nil {
		err = c.checker.Close(ctx)
	}
	c.judge()
	if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	c.result.Stop = result.StopOf(ctx)
	c.result.Evidence = "the check was ended before the end of the log"
	if c.result.Verdict == result.Pass {
		c.result.Verdict = result.Inconclusive
	}
	return nil
}

// judge sets the verdict on the log. If there was nothing to check, it is inconclusive.
func (c *conformance) judge() {
	counts := c.checker.Counts()
	c.result.Verdict = counts.Verdict()
	if counts.Total == 0 {
		c.result.Verdict, c.result.Evidence = result.Inconclusive, "nothing was checked: the log has no events"
	}
}

// entries reads in the background, so that the check of a log that is still being written can be stopped at any time.
func entries(ctx context.Context, reader *logs.Reader) <-chan entry {
	out := make(chan entry, 256)
	go func() {
		defer close(out)
		for {
			e, err := reader.Next()
			select {
			case out <- entry{e, err, reader.Bytes(), reader.Lines(), reader.Times()}:
			case <-ctx.Done():
				return
			}
			if garbage := (*logs.ErrGarbage)(nil); err != nil && !errors.As(err, &garbage) {
				return
			}
		}
	}()
	return out
}

// takeAll takes entries until there are no more.
func (c *conformance) takeAll(ctx context.Context, from <-chan entry) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, more := <-from:
			if !more || errors.Is(e.err, io.EOF) {
				return ctx.Err()
			}
			if err := c.take(ctx, e); err != nil {
				return err
			}
		}
	}
}

// progressEvery is the number of lines between two reports of progress.
const progressEvery = 64

func (c *conformance) take(ctx context.Context, e entry) error {
	c.result.Lines, c.times = e.lines, e.times
	if c.options.Progress != nil && e.lines%progressEvery == 0 {
		n := c.checker.Counts()
		c.options.Progress(result.Progress{Doing: "checking", Done: e.bytes, Total: c.options.Size,
			Found: fmt.Sprintf("%d lines, %d instances, %d failed", e.lines, n.Total, n.Failed), Point: result.Point{Covered: n.Total, States: e.lines, Counted: "lines"}})
	}
	garbage := (*logs.ErrGarbage)(nil)
	switch {
	case errors.As(e.err, &garbage) && c.options.SkipGarbage:
		c.result.Garbage++
		return nil
	case e.err != nil:
		return e.err
	}
	c.result.Events++
	if c.instances != nil {
		c.instances.take(e.event)
	}
	return c.checker.Take(ctx, e.event)
}

package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/results/report/junit"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// JUnitFlag names the JUnit report of an analysis of a system.
type JUnitFlag struct {
	JUnit string `flag:"junit" usual:"yes" writes:"file" help:"write the result to a file as JUnit XML"`
}

// WriteJUnit writes the JUnit report of an analysis with a start time, a result and an error, if requested. It returns the error,
// or that of writing.
func (j *Job) WriteJUnit(begun time.Time, document any, err error) error {
	wanted := Part[JUnitFlag](j.Options)
	if wanted == nil || wanted.JUnit == "" {
		return err
	}
	s := j.junitSuite(document, err)
	s.Started = begun
	s.Host, _ = os.Hostname() // without a name, localhost
	var out bytes.Buffer
	writeErr := junit.Write(&out, s)
	if writeErr == nil {
		writeErr = file.Write(wanted.JUnit, out.Bytes())
	}
	return unwritten("the JUnit report", err, writeErr)
}

func (j *Job) junitSuite(document any, err error) *junit.Suite {
	shown := err
	if IsComplete(err) {
		shown = nil
	}
	switch r := document.(type) {
	case *result.Run:
		return junit.OfRun(r, shown)
	case *result.Replay:
		return junit.OfReplay(r, shown)
	}
	if err == nil {
		err = errors.New("there is no result")
	}
	return junit.OfError(j.Unfinished("").Head, err, IsFinding(err))
}

// untested returns the result of a test of a system that ended with an error before there was a verdict.
func untested(ctx context.Context, j *Job, seed int64, err error) (any, error) {
	r := &result.Run{Head: j.Loaded.Head(j.Analysis.Name), Verdict: result.Errored, Evidence: err.Error(), Refusal: result.Refused(err), Trace: []result.Event{}, Seed: seed}
	r.Stats.Seconds = j.seconds()
	r.Coverage.Transitions = result.NewTally(0, nil)
	if isEnd(err) {
		r.Verdict, r.Evidence, r.Stop = result.Inconclusive, "it was ended before the first test", result.StopOf(ctx)
		return r, incomplete(r)
	}
	return r, err
}

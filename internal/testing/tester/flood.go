package tester

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Floods. An input is sent when the system is silent, since an output that was already on its way would otherwise look like an answer to
// it. A system that is never silent gets no input. As long as the model allows each output, that is not a failure: the test ends, and the
// next one begins. A session that could not send its inputs for this reason is inconclusive.

// maxOutputs bounds the outputs between two inputs of a test, and maxFloods the tests of a session that may exceed it.
const (
	maxOutputs = 1000
	maxFloods  = 20
)

// errFlood ends a test in which outputs came without a pause, each of which the model allows.
var errFlood = errors.New("outputs came without a pause")

// unlessFlood returns nil for the error of a flood, which does not matter at the end of a test.
func unlessFlood(ok bool, err error) (bool, error) {
	if errors.Is(err, errFlood) {
		return true, nil
	}
	return ok, err
}

// judgeFloods returns errFlood if floods prevented a session from completing its work; done is the work so far.
func (j *judge) judgeFloods(done int) error {
	if j.floods > 0 && done < j.options.Steps && !j.report.Complete {
		return errFlood
	}
	return nil
}

// explainFlood makes a session inconclusive that could not send inputs because of a flood.
func (j *judge) explainFlood() {
	if j.report.Stop != result.StopFlood || !hasInputs(j.tracker.System) {
		return
	}
	words := fmt.Sprintf("no input could be sent, because the system sent %d outputs without a pause, each of which the model allows", maxOutputs)
	switch j.report.Verdict {
	case "":
		j.report.Verdict, j.report.Evidence = result.Inconclusive, words
	case result.Inconclusive:
		j.report.Evidence += "; " + words
	}
}

// hasInputs reports whether a system has inputs.
func hasInputs(s *sts.System) bool {
	for _, m := range s.Moves() {
		if m.Input != nil {
			return true
		}
	}
	return false
}

package tester

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Floods. An input is sent when the system is silent, since what was under way would otherwise seem to be an answer to it. A system that
// never is silent gets no input. As long as the model allows each output, that is no failure: the test is over, and the next one begins. A
// session that could not send its inputs for that reason is inconclusive.

// maxOutputs bounds the outputs between two inputs of a test, and maxFloods the tests of a session that may exceed it.
const (
	maxOutputs = 1000
	maxFloods  = 20
)

// errFlood ends a test in which outputs came without a pause, each of which the model allows.
var errFlood = errors.New("outputs came without a pause")

// unlessFlood hides that a test which is over was ended by a flood.
func unlessFlood(ok bool, err error) (bool, error) {
	if errors.Is(err, errFlood) {
		return true, nil
	}
	return ok, err
}

// judgeFloods returns errFlood if floods kept a session from doing all that it was to do, done so far.
func (s *Session) judgeFloods(done int) error {
	if s.floods > 0 && done < s.options.Steps && !s.report.Complete {
		return errFlood
	}
	return nil
}

// explainFlood makes a session inconclusive that could not send inputs because of a flood.
func (s *Session) explainFlood() {
	if s.report.Stop != result.StopFlood || !hasInputs(s.tracker.System) {
		return
	}
	words := fmt.Sprintf("no input could be sent, because the system sent %d outputs without a pause, each of which the model allows", maxOutputs)
	switch s.report.Verdict {
	case "":
		s.report.Verdict, s.report.Evidence = result.Inconclusive, words
	case result.Inconclusive:
		s.report.Evidence += "; " + words
	}
}

// hasInputs reports whether a system receives something.
func hasInputs(s *sts.System) bool {
	for _, m := range s.Moves() {
		if m.Input != nil {
			return true
		}
	}
	return false
}

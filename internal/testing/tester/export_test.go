package tester

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/bytepath"
)

// DecodeInput reads the first input that bytes stand for, and returns the bytes that are left.
func DecodeInput(data []byte, s *sts.System) (sut.Message, []byte) {
	r := bytepath.NewReader(data)
	m, _ := r.Message(s)
	return m, r.Rest()
}

// Work is what the searches of a session have cost, and what they were granted for the inputs sent.
type Work struct{ Queries, QueriesGranted, Trials, TrialsGranted int }

// Work returns the work of a session so far.
func (s *Session) Work() Work {
	sent := s.report.Sent
	return Work{s.chooser.expenses.cost + s.chooser.picker.drawing.Cost(), s.chooser.expenses.effort.queries.granted(sent), s.chooser.planner.scouts.Tried(), s.chooser.expenses.effort.trials.granted(sent)}
}

// SetCrowd makes the machine seem as busy as a factor says, until the function that it returns is called.
func SetCrowd(factor float64) (back func()) {
	before := crowdFactor
	crowdFactor = func() float64 { return factor }
	return func() { crowdFactor = before }
}

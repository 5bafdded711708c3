package tester

import (
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// progressInterval is the time between two calls of Options.Progress.
const progressInterval = 100 * time.Millisecond

// tell reports the progress of the session from time to time.
func (s *Session) tell() {
	if s.options.Progress == nil || time.Since(s.told) < progressInterval {
		return
	}
	s.told = time.Now()
	now := result.Point{Covered: len(s.covered), Total: len(s.tracker.System.Transitions()), States: s.report.Sent}
	s.options.Progress(result.Progress{Doing: "testing", Done: int64(s.report.Sent), Total: int64(s.options.Steps), Point: now,
		Found: fmt.Sprintf("%d/%d transitions, %d inputs, started %d times", now.Covered, now.Total, s.report.Sent, s.report.Tests)})
}

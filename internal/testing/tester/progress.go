package tester

import "time"

// Progress is how far a session is.
type Progress struct {
	Covered, Total int // transitions
	Sent, Steps    int // inputs
	Tests          int
}

// progressInterval is the time between two calls of Options.Progress.
const progressInterval = 100 * time.Millisecond

// tell says how far the session is, now and then.
func (s *Session) tell() {
	if s.options.Progress == nil || time.Since(s.told) < progressInterval {
		return
	}
	s.told = time.Now()
	s.options.Progress(Progress{Covered: len(s.covered), Total: len(s.tracker.System.Transitions()), Sent: s.report.Sent, Steps: s.options.Steps, Tests: s.report.Tests})
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A command whose time is up, or that was interrupted, ends by itself, with what it has found. Some computations cannot be
// interrupted: a step on very large terms, the reading of a very large model. The session is then given up.

const (
	// patience is how long a command may compute after its end: that much time, and that much work of its processors, which is
	// less where other programs keep the machine busy.
	patience = 800 * time.Millisecond

	// longest is how long it may take at all, also if it has to wait for others.
	longest = 5 * time.Second
)

// giveUp waits until the command has ended, or must have ended, and then ends it. As JSON, the result is a document that says so.
func (s *session) giveUp(ctx context.Context) {
	if s.endure(longest, patience) {
		return
	}
	if s.spoken.Swap(true) { // the result is being written
		if s.endure(longest, longest) {
			return
		}
	} else {
		s.leaveUnfinished(result.StopOf(ctx))
	}
	fmt.Fprintln(s.c.ErrOrStderr(), "sextant: it did not stop in time and was ended")
	os.Exit(exitEnvironment)
}

// leaveUnfinished prints, as JSON, that the command was ended, and writes that to the report page.
func (s *session) leaveUnfinished(stop result.Stop) {
	document := s.Unfinished(stop)
	if s.json {
		if text, err := asJSON(document); err == nil {
			_, _ = s.c.OutOrStdout().Write(text)
		}
	}
	if stopped := (*driver.ErrStopped)(nil); !errors.As(s.WriteReport(document, &driver.ErrStopped{Stop: stop}), &stopped) {
		fmt.Fprintln(s.c.ErrOrStderr(), "sextant: the report page cannot be written")
	}
}

// endure waits for the end of the session, but not longer than the longest time, or the given time and as much work. It reports
// whether the session has ended.
func (s *session) endure(longest, patience time.Duration) bool {
	begun, before := time.Now(), processorTime()
	for {
		select {
		case <-s.over:
			return true
		case <-time.After(patience / 16):
		}
		elapsed, worked := time.Since(begun), processorTime()-before
		if elapsed >= longest || elapsed >= patience && worked >= patience {
			return false
		}
	}
}

// lastWord is called before the result is written. It does not return if the session was given up.
func (s *session) lastWord() {
	if s.spoken.Swap(true) {
		select {}
	}
}

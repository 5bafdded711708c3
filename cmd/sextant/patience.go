package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A command that reached its time limit, or was interrupted, ends by itself with the results so far. Some computations
// cannot be interrupted, such as a step on very large terms or the reading of a very large model. The session is then
// abandoned.

const (
	// patience is the time that a command may compute after it was ended, measured both as real time and as processor time,
	// which passes more slowly on a busy machine.
	patience = 800 * time.Millisecond

	// longest is the maximum real time, as on an idle machine.
	longest = 5 * time.Second
)

// giveUp waits until the command has ended or has used up its patience, and then ends the process. With --json it prints a document about
// that.
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

// leaveUnfinished prints, with --json, a document that the command was ended, and writes it to the report page.
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

// endure waits for the end of the session, but not longer than the longest time, as on an idle machine, or the given time and as much
// work. It reports whether the session has ended.
func (s *session) endure(longest, patience time.Duration) bool {
	ctx, cancel := crowd.WithTimeout(context.Background(), longest)
	defer cancel()
	begun, before := time.Now(), processorTime()
	for {
		select {
		case <-s.over:
			return true
		case <-ctx.Done():
			return false
		case <-time.After(patience / 16):
		}
		if time.Since(begun) >= patience && processorTime()-before >= patience {
			return false
		}
	}
}

// lastWord is called before the result is written. It does not return if the session was abandoned.
func (s *session) lastWord() {
	if s.spoken.Swap(true) {
		select {}
	}
}

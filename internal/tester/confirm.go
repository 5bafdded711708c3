package tester

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Confirmation: a failure may be an accident, such as a start that takes long on a busy machine, or a system that fails now and then.
// So a failing test is repeated: the same inputs, from a fresh start. If it fails again, in whatever way, it is a failure. If it never
// does, it is flaky: something wrong was observed, so it is reported, but nothing is concluded from it.

// maxRepeats bounds how often a failing test is repeated.
const maxRepeats = 5

// Confirm repeats a failing test until it fails again, and makes it flaky if it never does. A failure that cannot be repeated, because
// the system cannot be started any more or the time is up, stays a failure.
func (s *Session) Confirm(ctx context.Context, failed *Report) error {
	for range maxRepeats {
		again, err := s.replay(ctx, Inputs(failed.Trace), s.observeLast)
		if err != nil {
			return unlessEnded(err)
		}
		failed.Repeats.Add(again.Verdict)
		if again.Verdict == result.Fail {
			return nil
		}
	}
	failed.Verdict = result.Flaky
	failed.Evidence += fmt.Sprintf("; this was not reproduced: with the same inputs the test was repeated %s, and did not fail", text.Count(maxRepeats, "time"))
	return nil
}

// FailsAgain reports whether a failing test fails once more in the same way.
func (s *Session) FailsAgain(ctx context.Context, failed *Report) (bool, error) {
	again, err := s.replay(ctx, Inputs(failed.Trace), s.observeLast)
	return err == nil && s.alike(again, failed), unlessEnded(err)
}

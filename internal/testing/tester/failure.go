package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// failure describes a failure of a system, without the values.
type failure struct {
	kind    result.FailureKind
	output  *sts.Channel // of a wrong output
	allowed []string     // channels of outputs that were allowed instead
	silence bool         // silence was allowed instead
	after   *sts.Channel // of the last input; nil after the start
	place   string       // of a panic
}

// same reports whether two failures are of the same kind, possibly after different inputs. A shortened test must fail in the same way in
// this sense.
func (f failure) same(g failure) bool {
	if f.kind == result.WrongTime && g.kind == f.kind { // what else was allowed depends on the instant, and so does whether the output still came
		return f.output == g.output || f.output == nil || g.output == nil
	}
	return f.kind == g.kind && f.place == g.place && f.output == g.output && f.silence == g.silence && slices.Equal(f.allowed, g.allowed)
}

// alike reports whether two failures of a session count as one: the same failure after inputs of the same channel.
func (f failure) alike(g failure) bool { return f.same(g) && f.after == g.after }

// Failure is the kind of a failure, and the channel of a wrong output.
func (r *Report) Failure() (kind result.FailureKind, output string) {
	if r.failure.output != nil {
		output = r.failure.output.Name
	}
	return r.failure.kind, output
}

// SameFailure reports whether the system failed in the same way in two tests.
func (r *Report) SameFailure(other *Report) bool { return r.failure.same(other.failure) }

// failsAs reports whether a test fails in the same way as another.
func (r *Report) failsAs(failed *Report) bool {
	return r.Verdict == result.Fail && r.failure.same(failed.failure)
}

// lastInput returns the channel of the last input in a trace; nil if there is none.
func lastInput(trace []Event) *sts.Channel {
	for _, e := range slices.Backward(trace) {
		if e.Kind == result.EventInput {
			return e.Message.Channel
		}
	}
	return nil
}

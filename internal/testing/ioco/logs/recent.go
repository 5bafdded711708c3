package logs

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// recent is the last observations of an instance, and what was known before them, so that they can be explained. What was known is noted
// once in keptSteps observations: those since the last two notes are kept.
type recent struct {
	list   []ioco.Observation
	before *ioco.Snapshot // the first one; nil is the start of the instance
	later  *ioco.Snapshot // before the second half of them
	middle int            // where the second half begins
}

// note keeps an observation that is about to be followed.
func (r *recent) note(tracker *ioco.Tracker, o ioco.Observation) {
	if len(r.list)-r.middle == keptSteps {
		if r.middle > 0 {
			r.list, r.before = slices.Delete(r.list, 0, r.middle), r.later
		}
		r.later, r.middle = tracker.Snapshot(), len(r.list)
	}
	r.list = append(r.list, o)
}

// explain returns the run of the model behind the last observations, of which kept are shown; nil if they cannot be followed.
func (r *recent) explain(ctx context.Context, tracker *ioco.Tracker, kept int) *result.Trace {
	if tracker == nil {
		return nil
	}
	out, err := tracker.Explain(ctx, r.before, r.list, max(0, len(r.list)-kept))
	if err != nil {
		return nil
	}
	return out
}

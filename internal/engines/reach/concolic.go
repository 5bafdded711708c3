package reach

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Concolic search: concrete runs, and where these get stuck, paths that are solved backwards from the goals; see package concolic.

// The budget of the concolic search: about a second, and some more where conditions are hard.
const (
	concolicSteps      = 1_000_000
	concolicInactivity = 20_000
	concolicQueries    = 200
)

func refuseConcolic(q *Question) *result.Unsupported {
	refused := &result.Unsupported{By: "concolic search"}
	switch {
	case len(q.System.Externs) > 0:
		refused.Feature, refused.Text, refused.Because = result.HasExterns, "external functions are called", "they would be run again"
	case q.Bounded || q.Depth > 0:
		refused.Feature, refused.Text = result.GivenBounds, boundsGiven
	default:
		return nil
	}
	return refused
}

// askConcolic looks for runs to transitions, and to watches for violated invariants.
func (s *session) askConcolic(ctx context.Context, open []*Answer, use *result.EngineUse) error {
	watched := s.watchInvariants(open)
	outcome, err := concolic.Search(ctx, watched.system, concolic.Options{Engine: concolic.Auto, Seed: s.Seed, Workers: 1, Steps: concolicSteps,
		Inactivity: concolicInactivity, Queries: concolicQueries, NewSolver: briefly(s.NewSolver), Memory: s.Memory})
	if err != nil {
		return err
	}
	s.count(use, outcome.Solver)
	var found []*Answer
	var runs []*concolic.Run
	for _, a := range open {
		t := watched.target(a)
		if t == nil {
			continue
		}
		if hit := outcome.Hits[t.ID]; hit != nil {
			found, runs = append(found, a), append(runs, hit.Run)
		}
	}
	return outcome.Replay(ctx, runs, func(i int, w *run.Witness) error {
		return watched.found(ctx, found[i], w, result.ConcolicEngine)
	})
}

package concolic

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestRandomModels: on models of any form, with queues and several machines, searches terminate, and all their runs replay.
func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := testkit.TryText(r, testkit.Model(r))
		if s == nil {
			return
		}
		for _, e := range []Engine{EC, Auto} {
			o, err := Search(t.Context(), s, Options{Engine: e, Seed: 1, Workers: teams()[0], Steps: 1000, Queries: 20, Inactivity: 100, NewSolver: newSolver(s)})
			if errors.Is(err, run.ErrNoInitialState) {
				continue
			}
			if err != nil {
				r.Fatal(err)
			}
			for i, h := range o.Hits {
				if h == nil && o.Why[i].Reason == "" {
					r.Errorf("%s: no reason for %s", e, s.Transitions()[i].Name)
				}
			}
			mustReplay(t, o)
		}
	})
}

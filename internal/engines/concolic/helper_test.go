package concolic

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// hangLimit ends a search that does not terminate.
const hangLimit = 5 * time.Minute

// teams returns the numbers of workers to search with. Short tests run under the race detector, which finds nothing with a single worker.
func teams() []int {
	if testing.Short() {
		return []int{2}
	}
	return []int{1, 2}
}

// seeds returns the number of seeds to search with, which is larger in long tests.
func seeds(some, many int64) int64 {
	if testkit.Long() {
		return many
	}
	return some
}

// searchFor runs an engine with limits in steps and queries, so that its result does not depend on the speed of the machine.
func searchFor(t testing.TB, s *sts.System, options Options) *Outcome {
	t.Helper()
	testkit.NeedsSolver(t)
	ctx, cancel := context.WithTimeout(context.Background(), hangLimit)
	defer cancel()
	if options.NewSolver == nil {
		options.NewSolver = newSolver(s)
	}
	o, err := Search(ctx, s, options)
	if err != nil {
		t.Fatal(err)
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Fatalf("%s did not end: %d steps, %d queries", options.Engine, o.Steps, o.Queries)
	}
	return o
}

// example loads a model of the examples folder.
func example(t testing.TB, name string) *sts.System {
	t.Helper()
	return testkit.LoadExample(t, name+"/"+name+".sxt", nil)
}

// newSolver makes solvers that share a cache.
func newSolver(s *sts.System) func() (smt.Solver, error) {
	return solverWithin(s, 300*time.Millisecond)
}

// hastySolver makes solvers with short limits, for tests that do not depend on the answers to hard queries.
func hastySolver(s *sts.System) func() (smt.Solver, error) {
	return solverWithin(s, 20*time.Millisecond)
}

func solverWithin(s *sts.System, limit time.Duration) func() (smt.Solver, error) {
	cache := smt.NewCache(smt.DefaultCacheEntries)
	return func() (smt.Solver, error) {
		return testkit.SteadySolver(limit, smt.Config{Store: s.Store, Cache: cache})
	}
}

// missed lists the transitions that were not reached.
func missed(o *Outcome) []string {
	var out []string
	for i, h := range o.Hits {
		if h == nil {
			out = append(out, o.System.Transitions()[i].Name+": "+o.Why[i].Reason)
		}
	}
	return out
}

// mustReplay replays the run of every hit from the initial configuration, and the suite, which must take every transition that was reached.
func mustReplay(t *testing.T, o *Outcome) {
	t.Helper()
	var runs []*Run
	for i, h := range o.Hits {
		if h == nil {
			continue
		}
		runs = append(runs, h.Run)
		steps := h.Run.All()
		last := steps[len(steps)-1].Move
		found := false
		for _, part := range last.Parts {
			found = found || part.ID == i
		}
		if !found {
			t.Errorf("the run to %s ends with %s", h.Transition.Name, last.Name)
		}
	}
	replayed := 0
	if err := o.Replay(t.Context(), runs, func(i int, w *run.Witness) error { replayed++; return nil }); err != nil || replayed != len(runs) {
		t.Errorf("%d of %d runs were replayed: %v", replayed, len(runs), err)
	}
	taken := map[string]bool{}
	for _, test := range o.Suite() {
		for _, s := range test.Run.All() {
			for _, part := range s.Move.Parts {
				taken[part.Name] = true
			}
		}
	}
	for _, h := range o.Hits {
		if h != nil && !taken[h.Transition.Name] {
			t.Errorf("the suite does not take %s", h.Transition.Name)
		}
	}
}

// proveOdd claims that the transition odd is unreachable, and counts its calls.
func proveOdd(calls *int) func(context.Context, []*sts.Transition, smt.Solver) ([]result.Why, error) {
	return func(_ context.Context, targets []*sts.Transition, _ smt.Solver) ([]result.Why, error) {
		*calls++
		out := make([]result.Why, len(targets))
		for i, t := range targets {
			if t.Name == "odd" {
				out[i] = result.Proved(result.ByInvariant, "x is even")
			}
		}
		return out, nil
	}
}

package mutate

import (
	"context"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// sessionJudge judges by sessions of ioco, as the driver does.
type sessionJudge struct{ tracker *ioco.Tracker }

func (j *sessionJudge) Fails(ctx context.Context, system sut.Adapter, inputs []sut.Message) (string, bool, error) {
	r, err := tester.NewSession(j.tracker, system, tester.Options{}).Replay(ctx, shrink.Inputs(inputs))
	if err != nil {
		return "", false, err
	}
	return r.Evidence, r.Verdict == result.Fail, nil
}

func (j *sessionJudge) Shrink(_ context.Context, _ sut.Adapter, inputs []sut.Message) ([]sut.Message, error) {
	return inputs, nil
}

// options are those of a run with real solvers.
func options(original *sts.System) Options {
	cache := smt.NewCache(10000)
	return Options{Workers: 1, Extend: true, Explore: explore.Options{States: 60}, NewSolver: func() (smt.Solver, error) {
		return testkit.SteadySolver(300*time.Millisecond, smt.Config{Cache: cache})
	},
		NewJudge: func(s smt.Solver) (Judge, error) {
			tracker, err := ioco.NewTracker(original, s)
			return &sessionJudge{tracker}, err
		}}
}

func needSolver(t *testing.T) {
	t.Helper()
	testkit.NeedsSolver(t)
}

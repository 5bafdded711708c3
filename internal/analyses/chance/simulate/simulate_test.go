package simulate_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/simulate"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// inLocation is the goal of being in a location of the only machine.
func inLocation(n int) simulate.Goal {
	return simulate.Goal{Reached: func(c *sts.Config) (bool, error) { return c.Locations[0] == n, nil }, Steps: -1, Time: -1}
}

const race = "initial s\nlocation s, a, b\nx: s -> a rate 1\ny: s -> b rate 3\n"

func TestEstimateContainsValue(t *testing.T) {
	s := testkit.LoadText(t, race)
	within := inLocation(2)
	within.Time = 0.25
	got, err := simulate.Run(context.Background(), s, []simulate.Goal{inLocation(1), inLocation(2), within}, simulate.Options{Runs: 4000, Length: 10, Seed: 7, Confidence: 0.999})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.25, 0.75, 0.75 * (1 - math.Exp(-1))} {
		if got[i].Low > want || got[i].High < want || got[i].High-got[i].Low > 0.06 {
			t.Errorf("goal %d: %+v, want %g", i, got[i], want)
		}
	}
	if mean := got[0].Time; math.Abs(mean-0.25) > 0.04 { // five standard deviations of 1,000 runs
		t.Errorf("the mean time is %g, want 0.25", mean)
	}
}

func TestSameSeedSameRuns(t *testing.T) {
	s := testkit.LoadText(t, race)
	run := func(seed int64) simulate.Estimate {
		got, err := simulate.Run(context.Background(), s, []simulate.Goal{inLocation(1)}, simulate.Options{Runs: 500, Length: 5, Seed: seed, Confidence: 0.95})
		if err != nil {
			t.Fatal(err)
		}
		return got[0]
	}
	if run(1) != run(1) || run(1) == run(2) {
		t.Error("runs must depend on the seed, and on nothing else")
	}
}

// TestUndecidedRuns checks that runs that were cut off widen the interval only upwards.
func TestUndecidedRuns(t *testing.T) {
	s := testkit.LoadText(t, "initial s\nlocation s, a\nstay: s -> { 1/2: s; 1/2: a }\nback: a -> s\n")
	never := simulate.Goal{Reached: func(*sts.Config) (bool, error) { return false, nil }, Steps: -1, Time: -1}
	got, err := simulate.Run(context.Background(), s, []simulate.Goal{never}, simulate.Options{Runs: 50, Length: 20, Confidence: 0.95})
	if err != nil || got[0].Undecided != 50 || got[0].Low != 0 || got[0].High != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestModelErrorHasRun(t *testing.T) {
	s := testkit.LoadText(t, "var n: 0..3 = 0\ninitial s\nup: s -> s when n < 3 do n := n + 1\nsplit: s -> { n / 6: s; 1/3: s } when n == 3\n")
	_, err := simulate.Run(context.Background(), s, []simulate.Goal{inLocation(5)}, simulate.Options{Runs: 5, Length: 20, Confidence: 0.95})
	var wrong *space.ErrModel
	if !errors.As(err, &wrong) || len(wrong.Run.Steps()) != 4 {
		t.Errorf("got %v, want a model error after three steps", err)
	}
}

package analysis

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

func TestSpread(t *testing.T) {
	for _, row := range []struct {
		values []float64
		want   result.Spread
	}{
		{[]float64{3}, result.Spread{Median: 3, Min: 3, Max: 3}},
		{[]float64{5, 1, 3}, result.Spread{Median: 3, Min: 1, Max: 5}},
		{[]float64{4, 1, 3, 2}, result.Spread{Median: 2.5, Min: 1, Max: 4}},
	} {
		if got := spread(row.values); got != row.want {
			t.Errorf("%v: %+v", row.values, got)
		}
	}
}

// TestRunInTheMiddle: of several runs, the one of median coverage is reported, and all are summed up.
func TestRunInTheMiddle(t *testing.T) {
	a := &engineRuns{}
	for i, covered := range []int{9, 2, 5} {
		a.runs = append(a.runs, result.EngineRun{Seed: int64(i), Covered: covered, Percent: float64(10 * covered), LastImprovement: float64(i)})
		a.results = append(a.results, &result.Engine{Coverage: result.Coverage{Transitions: result.Tally{Covered: covered}}})
	}
	got := a.sumUp()
	if got.Coverage.Transitions.Covered != 5 || got.Percent != (result.Spread{Median: 50, Min: 20, Max: 90}) || len(got.Runs) != 3 {
		t.Errorf("%+v", got)
	}
}

// TestInterruptedRun: a run that was interrupted is no seed of the median, unless there is no other.
func TestInterruptedRun(t *testing.T) {
	whole, cut := result.EngineRun{Percent: 90, Stop: result.StopCovered}, result.EngineRun{Percent: 10, Stop: result.StopInterrupted}
	for _, row := range []struct {
		runs  []result.EngineRun
		least float64
		count int
	}{
		{[]result.EngineRun{whole, whole, cut}, 90, 2},
		{[]result.EngineRun{whole, whole}, 90, 2},
		{[]result.EngineRun{cut}, 10, 1},
	} {
		a := &engineRuns{runs: row.runs, results: make([]*result.Engine, len(row.runs))}
		for i := range a.results {
			a.results[i] = &result.Engine{}
		}
		a.dropInterrupted()
		if got := a.sumUp(); got.Percent.Min != row.least || len(got.Runs) != row.count {
			t.Errorf("%+v: %+v", row.runs, got)
		}
	}
}

// TestCostOfAllRuns: the stats of the whole are those of all seeds, not of the one in the middle.
func TestCostOfAllRuns(t *testing.T) {
	l, err := model.Load("../../../examples/ifss/ifss.sxt", model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	options := ConcolicOptions{Engines: []concolic.Engine{concolic.Symb}, Repeat: 3, Common: model.Common{Workers: 1}}
	r, err := Concolic(t.Context(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	if one := r.Engines[string(concolic.Symb)].Stats.States; one == 0 || r.Stats.States != 3*one {
		t.Errorf("%d states in all, %d of one run", r.Stats.States, one)
	}
}

// TestWeightsOfPaths has the numbers of the paper's Fig. 2 as they are printed.
func TestWeightsOfPaths(t *testing.T) {
	l, err := model.Load("../../../examples/ifss/ifss.sxt", model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Weights(l, 4)
	if err != nil {
		t.Fatal(err)
	}
	t9 := r.Targets[9]
	if t9.Target != "t9" || t9.Initial["ova"] != 1 || t9.Initial["pva"] != 1 || len(t9.Paths) != 4 || t9.Paths[0].Consumed != 0 {
		t.Errorf("%+v", t9)
	}
	if len(concolic.Engines) != 5 {
		t.Errorf("%d engines: say so in docs/concolic.md", len(concolic.Engines))
	}
}

package statistics

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Without a deviation the law is χ², and near the model the power is that of noncentral χ².
func TestLawNearTheModel(t *testing.T) {
	p := []float64{0.5, 0.3, 0.2}
	same := Part{1000, p, p}.Law()
	near(t, "mean", same.Mean, 2, 1e-9)
	near(t, "variance", same.Variance, 4, 1e-9)
	near(t, "power against the model itself", same.Power(0.05), 0.05, 1e-6)
	changed, _ := Changed(p, 0, 0.01)
	near(t, "power nearby", Part{10000, p, changed}.Law().Power(0.05), Power(10000, 2, 0.01*0.01/0.25, 0.05), 5e-3)
}

// The power against large deviations is that of simulated tests.
func TestLawFarFromTheModel(t *testing.T) {
	const tests = 4000
	for _, c := range []struct {
		model        []float64
		outcome      int
		change       float64
		observations int
		others       int // choices without a deviation
	}{
		{[]float64{0.9, 0.1}, 0, -0.1, 120, 0},
		{[]float64{0.9, 0.1}, 0, -0.1, 120, 5},
		{[]float64{0.9, 0.1}, 0, 0.09, 120, 1},
		{[]float64{0.5, 0.5}, 0, 0.2, 60, 3},
		{[]float64{0.5, 0.3, 0.2}, 2, 0.15, 80, 2},
		{[]float64{0.5, 0.3, 0.2}, 0, -0.15, 150, 0},
	} {
		real, ok := Changed(c.model, c.outcome, c.change)
		if !ok {
			t.Fatal(c)
		}
		law, random := Part{float64(c.observations), c.model, real}.Law(), rand.New(rand.NewPCG(7, 8))
		rejected := 0
		for range c.others {
			law = law.Add(Part{float64(c.observations), c.model, c.model}.Law())
		}
		for range tests {
			all := []Counts{drawn(random, c.observations, c.model, real)}
			for range c.others {
				all = append(all, drawn(random, c.observations, c.model, c.model))
			}
			if Sum(all).P < 0.05 {
				rejected++
			}
		}
		near(t, fmt.Sprintf("power of %+v", c), law.Power(0.05), float64(rejected)/tests, 0.035)
	}
}

// drawn counts outcomes that are drawn.
func drawn(random *rand.Rand, n int, model, real []float64) Counts {
	out := Counts{make([]int, len(model)), model}
	for range n {
		x, i := random.Float64(), 0
		for ; i < len(real)-1 && x >= real[i]; i++ {
			x -= real[i]
		}
		out.Observed[i]++
	}
	return out
}

// A change is at the cost of all others in proportion, and possible only between 0 and 1.
func TestChanged(t *testing.T) {
	got, ok := Changed([]float64{0.5, 0.3, 0.2}, 0, 0.1)
	for i, want := range []float64{0.6, 0.24, 0.16} {
		near(t, "probability", got[i], want, 1e-12)
	}
	if _, too := Changed([]float64{0.5, 0.5}, 0, 0.6); !ok || too {
		t.Error("a probability became 1.1")
	}
	if _, sure := Changed([]float64{1}, 0, -0.1); sure {
		t.Error("what is sure has nothing in proportion")
	}
}

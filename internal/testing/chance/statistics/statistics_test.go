package statistics

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestReferenceFigures(t *testing.T) {
	for df, want := range map[int]float64{1: 3.8415, 2: 5.9915, 3: 7.8147} {
		near(t, "critical value", Critical(df, 0.05), want, 5e-5)
	}
	interval := Rate{Completed: 1000, Total: 1325}.Interval(0.05)
	near(t, "lower limit of the rate", interval.Low, 0.7087, 5e-5)
	near(t, "upper limit of the rate", interval.High, 0.8022, 5e-5)
	near(t, "wait at rate 10", Stages{10}.Patience(0.05), 0.29957, 5e-6)
	near(t, "wait at rate 1", Stages{1}.Patience(0.05), 2.99573, 5e-6)
	near(t, "critical value of Anderson and Darling", andersonDarlingLimit(2.492), 0.95, 1e-4)
	near(t, "critical value of Anderson and Darling", andersonDarlingLimit(3.8781), 0.99, 1e-4)
}

func TestProtocolAcceptsFiveToFifteenErrors(t *testing.T) {
	for errors := range 101 {
		test := Counts{[]int{100 - errors, errors}, []float64{0.9, 0.1}}.Test()
		if accepted, want := test.P >= 0.05, errors >= 5 && errors <= 15; accepted != want {
			t.Errorf("%d errors: χ² = %v, P = %v", errors, test.Statistic, test.P)
		}
		if (test.Statistic < test.Critical(0.05)) != (test.P >= 0.05) {
			t.Errorf("%d errors: statistic and P disagree", errors)
		}
	}
}

func TestPooling(t *testing.T) {
	c := Counts{[]int{90, 1, 2, 7}, []float64{0.9, 0.01, 0.02, 0.07}}
	groups := c.Pool()
	if len(groups) != 2 || len(groups[0]) != 1 || len(groups[1]) != 3 {
		t.Errorf("groups are %v", groups)
	}
	if got := (Counts{[]int{1, 0}, []float64{0.5, 0.5}}).Test(); got.Testable() || got.P != 1 {
		t.Errorf("one run is tested: %+v", got)
	}
	if got := (Counts{[]int{99, 1}, []float64{1, 0}}).Test(); got.P != 0 {
		t.Errorf("an impossible outcome is accepted: %+v", got)
	}
}

func TestPoolPartitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "outcomes")
		c := Counts{Observed: make([]int, n), Probability: make([]float64, n)}
		sum := 0.0
		for i := range n {
			c.Observed[i] = rapid.IntRange(0, 40).Draw(t, "observed")
			c.Probability[i] = rapid.Float64Range(0.001, 1).Draw(t, "weight")
			sum += c.Probability[i]
		}
		for i := range n {
			c.Probability[i] /= sum
		}
		seen := 0
		groups := c.Pool()
		pooled := c.Pooled(groups)
		for i, g := range groups {
			seen += len(g)
			if len(groups) > 1 && pooled.Probability[i]*float64(c.Total()) < MinExpected-1e-9 {
				t.Fatalf("group %v is expected too rarely", g)
			}
		}
		if seen != n || pooled.Total() != c.Total() {
			t.Fatalf("%v is no partition of %d outcomes", groups, n)
		}
		if len(groups) > 1 && pooled.Statistic() > c.Statistic()+1e-6 {
			t.Fatalf("pooling increases the statistic")
		}
	})
}

func TestIntervalAndPAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rate{Completed: rapid.IntRange(0, 200).Draw(t, "n"), Censored: rapid.IntRange(0, 3).Draw(t, "cut"), Total: rapid.Float64Range(0.1, 300).Draw(t, "T")}
		if r.Completed+r.Censored == 0 {
			return
		}
		lambda := rapid.Float64Range(0.01, 20).Draw(t, "rate")
		i := r.Interval(0.05)
		if p := r.P(lambda); math.Abs(p-0.05) > 1e-6 && i.Contains(lambda) != (p > 0.05) {
			t.Fatalf("%+v: interval %v, rate %v, P %v", r, i, lambda, p)
		}
	})
}

// rejections counts how often one of 2,000 repeats of a test rejects a right hypothesis.
func rejections(t *testing.T, what string, exact bool, p func(*rand.Rand) float64) {
	t.Helper()
	const repeats = 2000
	random := rand.New(rand.NewPCG(11, 5))
	n := 0
	for range repeats {
		if p(random) < 0.05 {
			n++
		}
	}
	low, high := Band(repeats, 0.05, 0.01)
	if n > high || exact && n < low {
		t.Errorf("%s rejects %d of %d, want %d to %d", what, n, repeats, low, high)
	}
}

func TestTestsKeepTheirLevel(t *testing.T) {
	rejections(t, "χ²", true, func(r *rand.Rand) float64 {
		c := Counts{make([]int, 4), []float64{0.4, 0.3, 0.2, 0.1}}
		for range 300 {
			x := r.Float64()
			switch {
			case x < 0.4:
				c.Observed[0]++
			case x < 0.7:
				c.Observed[1]++
			case x < 0.9:
				c.Observed[2]++
			default:
				c.Observed[3]++
			}
		}
		return c.Test().P
	})
	rejections(t, "the rate", true, func(r *rand.Rand) float64 {
		var s Rate
		for range 50 {
			s.Add(r.ExpFloat64()/3, true)
		}
		return s.P(3)
	})
	for _, n := range []int{10, 100} {
		rejections(t, "the shape", true, func(r *rand.Rand) float64 {
			var u []float64
			for range n {
				u = append(u, Wait{r.ExpFloat64() / 3, math.Inf(1)}.Uniform(Exponential(3)))
			}
			return AndersonDarling(u).P
		})
	}
	rejections(t, "the shape of two stages with a time-out", true, func(r *rand.Rand) float64 {
		law := Stages{2, 5}
		var u []float64
		for range 60 {
			if w := r.ExpFloat64()/2 + r.ExpFloat64()/5; w < 1 {
				u = append(u, Wait{w, 1}.Uniform(law.CDF))
			}
		}
		return AndersonDarling(u).P
	})
}

func TestCensoredIntervalCovers(t *testing.T) {
	rejections(t, "the rate with time-outs", false, func(r *rand.Rand) float64 {
		var s Rate
		for range 60 {
			w := r.ExpFloat64()
			s.Add(math.Min(w, 1.5), w < 1.5)
		}
		return s.P(1)
	})
	if got := (Rate{Censored: 20, Total: 60}).P(1); got > 1e-10 {
		t.Errorf("a system that never answers is accepted: P = %v", got)
	}
}

func TestUniformWaitsAreDetected(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var u []float64
	var s Rate
	for range 100 {
		w := 2 * r.Float64()
		s.Add(w, true)
		u = append(u, Wait{w, math.Inf(1)}.Uniform(Exponential(1)))
	}
	if got := AndersonDarling(u); got.P > 0.01 {
		t.Errorf("uniform waits pass as exponential: %+v", got)
	}
	if p := s.P(1); p < 0.05 {
		t.Errorf("the mean is wrong: P = %v", p)
	}
}

func TestStagesHaveTheClosedForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0.1, 5).Draw(t, "a"), rapid.Float64Range(6, 20).Draw(t, "b")
		x := rapid.Float64Range(0, 10).Draw(t, "t")
		want := 1 - (b*math.Exp(-a*x)-a*math.Exp(-b*x))/(b-a)
		if got := (Stages{a, b}).CDF(x); math.Abs(got-want) > 1e-9 {
			t.Fatalf("CDF is %v, want %v", got, want)
		}
	})
	near(t, "two equal stages", Stages{1, 1}.CDF(2), 1-3*math.Exp(-2), 1e-12)
}

func TestPatienceIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Stages
		for range rapid.IntRange(1, 4).Draw(t, "stages") {
			s = append(s, rapid.Float64Range(0.1, 10).Draw(t, "rate"))
		}
		alpha := rapid.Float64Range(0.001, 0.5).Draw(t, "alpha")
		if late := 1 - s.CDF(s.Patience(alpha)); late > alpha+1e-9 {
			t.Fatalf("%v are late with probability %v, more than %v", s, late, alpha)
		}
	})
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "adjusted P", got[i], want, 1e-12)
	}
}

func TestPower(t *testing.T) {
	near(t, "noncentrality for 90 %", Noncentrality(1, 0.05, 0.9), 10.507, 5e-3) // (1.95996+1.28155)², the other tail is negligible
	near(t, "what 379 runs detect", Detectable(379, 1, 0.1, 0.05, 0.9), 0.05, 1e-4)
	n, ok := RateRuns(1.1, 0.05, 0.9)
	if !ok || CensoredRatePower(n, 1.1, 0.05) < 0.9 || CensoredRatePower(n-1, 1.1, 0.05) >= 0.9 {
		t.Errorf("%d waits for a rate off by 10 %%", n)
	}
	near(t, "what these waits detect", DetectableRatio(n, 0.05, 0.9), 1.1, 1e-3)
	near(t, "power against the model itself", RatePower(50, 1, 0.05), 0.05, 1e-9)
}

func TestSequential(t *testing.T) {
	decide := func(real float64, seed uint64) (Decision, int) {
		s := NewSequential(2, 0.05, 0.1)
		r := rand.New(rand.NewPCG(seed, 9))
		for n := 1; ; n++ {
			hit := r.Float64() < real
			if d := s.Observe(BernoulliRatio(hit, 0.1, 0.15), BernoulliRatio(hit, 0.1, 0.05)); d != Undecided {
				return d, n
			}
		}
	}
	wrong, missed, length := 0, 0, 0
	for seed := range uint64(400) {
		d, n := decide(0.1, seed)
		length += n
		if d == Rejected {
			wrong++
		}
		if d, _ := decide(0.15, seed+1000); d == Accepted {
			missed++
		}
	}
	if _, high := Band(400, 0.05, 0.01); wrong > high {
		t.Errorf("rejects %d of 400 right systems", wrong)
	}
	if _, high := Band(400, 0.1, 0.01); missed > high {
		t.Errorf("accepts %d of 400 wrong systems", missed)
	}
	if fixed := 379; length/400 >= fixed { // see TestPower
		t.Errorf("needs %d runs on average, a test of fixed size %d", length/400, fixed)
	}
}

func TestBinomial(t *testing.T) {
	i := Binomial(0, 10, 0.05)
	near(t, "upper limit without success", i.High, 1-math.Pow(0.025, 0.1), 1e-9)
	if low, high := Band(1000, 0.05, 0.01); low != 33 || high != 69 {
		t.Errorf("band is %d to %d", low, high)
	}
}

func TestNonsenseDoesNotPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]float64{0, 1, -1, 2, 0.5, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 1e-300})
		a, b, c := odd.Draw(t, "a"), odd.Draw(t, "b"), odd.Draw(t, "c")
		n := rapid.IntRange(-2, 3).Draw(t, "n")
		Quantile(a, b)
		Above(a, b)
		Below(a, b)
		Critical(n, a)
		Counts{[]int{n, 1}, []float64{a, b}}.Test()
		Rate{n, max(n, 0), a}.Interval(b)
		Rate{n, max(n, 0), a}.P(c)
		Stages{a}.Patience(b)
		Binomial(n, 2, a)
		Band(n, a, b)
		Noncentrality(n, a, b)
		Detectable(n, 1, a, b, c)
		Part{a, []float64{b, 1 - b}, []float64{c, 1 - c}}.Law().Power(b)
		RatePower(n, a, b)
		Wait{a, b}.Uniform(Exponential(c))
	})
}

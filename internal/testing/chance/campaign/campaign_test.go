package campaign_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/campaign"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var protocol = testkit.Protocol(2)

// bench judges runs that are made by hand.
type bench struct {
	t      *testing.T
	system *sts.System
	judge  *campaign.Judge
	random *rand.Rand
	runs   []campaign.Run // that were judged
}

func newBench(t *testing.T, model string, seed uint64) *bench {
	t.Helper()
	s := testkit.LoadText(t, model)
	b := &bench{t: t, system: s, random: rand.New(rand.NewPCG(seed, 77))}
	b.restart()
	return b
}

func (b *bench) restart() {
	var err error
	b.runs = nil
	if b.judge, err = campaign.NewJudge(b.system, campaign.Options{Alpha: 0.05}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) action(kind forward.Kind, name string) forward.Action {
	for _, c := range b.system.Channels {
		if c.Name == name {
			return forward.Action{Kind: kind, Channel: c}
		}
	}
	b.t.Fatalf("no channel %s", name)
	return forward.Action{}
}

// run begins a run.
type run struct {
	*bench
	campaign.Run
	now float64
}

func (b *bench) run() *run { return &run{bench: b} }

func (r *run) input(name string) {
	r.Events = append(r.Events, campaign.Event{Action: r.action(forward.Input, name), Time: r.now, Limit: math.Inf(1)})
}

// output adds an output that comes after a wait, or a time-out if that is longer than the patience. It reports whether it came.
func (r *run) output(name string, wait, patience float64) bool {
	e := campaign.Event{Action: r.action(forward.Output, name), Limit: r.now + patience}
	if wait > patience {
		e.Action, wait = forward.Action{Kind: forward.Silence}, patience
	}
	r.now += wait
	e.Time = r.now
	r.Events = append(r.Events, e)
	return e.Action.Kind == forward.Output
}

func (r *run) end() {
	r.runs = append(r.runs, r.Run)
	r.judge.Add(r.Run)
}

// rounds plays runs of the protocol with n rounds each.
func (b *bench) rounds(runs, n int, answer func() string, wait func() float64) {
	for range runs {
		r := b.run()
		for range n {
			r.input("send")
			if !r.output(answer(), wait(), -math.Log(0.05)/2) {
				break
			}
		}
		r.end()
	}
}

func (b *bench) lossy(p float64) func() string {
	return func() string {
		if b.random.Float64() < p {
			return "ack"
		}
		return "err"
	}
}

func (b *bench) exponential(rate float64) func() float64 {
	return func() float64 { return b.random.ExpFloat64() / rate }
}

func (b *bench) verdict() *result.Campaign { return b.judge.Conclude(b.system) }

func TestRightProtocolPasses(t *testing.T) {
	b := newBench(t, protocol, 1)
	b.rounds(500, 3, b.lossy(0.9), b.exponential(2))
	v := b.verdict()
	if v.Probabilistic != result.ChancePass || len(v.Hypotheses) != 3 {
		t.Errorf("verdict is %s: %s, %+v", v.Probabilistic, v.Evidence, v.Hypotheses)
	}
	if r := v.Rates[0]; r.Censored == 0 || r.Name != "work" || r.Low > 2 || r.High < 2 {
		t.Errorf("the rate is %+v", r)
	}
	for _, c := range v.Classes {
		if c.Observed > 100 && math.Abs(float64(c.Observed)-c.Expected) > 50 {
			t.Errorf("class %s was observed %d times, expected %v", c.Actions, c.Observed, c.Expected)
		}
	}
}

func TestFaultsAreDetected(t *testing.T) {
	for name, c := range map[string]struct {
		play func(b *bench)
		kind result.HypothesisKind
	}{
		"0.85":    {func(b *bench) { b.rounds(600, 2, b.lossy(0.85), b.exponential(2)) }, result.FrequencyHypothesis},
		"missing": {func(b *bench) { b.rounds(200, 2, b.lossy(1), b.exponential(2)) }, result.FrequencyHypothesis},
		"slow":    {func(b *bench) { b.rounds(1200, 2, b.lossy(0.9), b.exponential(1.8)) }, result.RateHypothesis},
		"uniform": {func(b *bench) { b.rounds(300, 2, b.lossy(0.9), func() float64 { return b.random.Float64() }) }, result.ShapeHypothesis},
		"never":   {func(b *bench) { b.rounds(30, 2, b.lossy(0.9), func() float64 { return 100 }) }, result.RateHypothesis},
		"losses in rows": {func(b *bench) {
			last := "ack"
			b.rounds(400, 3, func() string {
				if b.random.Float64() < 0.5 {
					last = b.lossy(0.9)()
				}
				return last
			}, b.exponential(2))
		}, result.FrequencyHypothesis},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, protocol, 5)
			c.play(b)
			v := b.verdict()
			found := false
			for _, h := range v.Hypotheses {
				found = found || h.Kind == c.kind && h.Rejected
			}
			if v.Probabilistic != result.ChanceFail || !found || v.Evidence == "" {
				t.Errorf("verdict is %s: %s, %+v", v.Probabilistic, v.Evidence, v.Hypotheses)
			}
		})
	}
}

// scheduled plays runs of Routes whose scheduler takes the fast way with probability y.
func (b *bench) scheduled(runs, rounds int, y, fast float64) {
	for range runs {
		r := b.run()
		for range rounds {
			r.input("send")
			name := "a"
			if b.random.Float64() < y {
				if b.random.Float64() >= fast {
					name = "b"
				}
			} else if b.random.Float64() >= 1.0/3 {
				name = "c"
			}
			r.output(name, 0, 1)
		}
		r.end()
	}
}

func TestSchedulersAreFitted(t *testing.T) {
	for _, y := range []float64{0, 0.3, 1} {
		b := newBench(t, testkit.Routes, 9)
		b.scheduled(400, 2, y, 0.5)
		v := b.verdict()
		if v.Probabilistic != result.ChancePass || v.Frequencies.Scheduler == nil || v.Frequencies.Scheduler.Certainty != result.Certified {
			t.Errorf("y = %v: verdict is %s: %s, %+v", y, v.Probabilistic, v.Evidence, v.Frequencies.Scheduler)
		}
	}
	b := newBench(t, testkit.Routes, 9)
	b.scheduled(400, 2, 0.7, 0.8)
	v := b.verdict()
	if v.Probabilistic != result.ChanceFail || v.Frequencies.Scheduler.Certainty != result.Certified {
		t.Errorf("no scheduler makes a that likely, but the verdict is %s: %+v", v.Probabilistic, v.Frequencies)
	}
}

// TestCalibration: right systems are rejected as often as alpha says, by each test for itself and, with Holm's correction, by all of them.
func TestCalibration(t *testing.T) {
	campaigns := 200
	if testkit.Long() {
		campaigns = 1000
	}
	for name, c := range map[string]struct {
		model string
		play  func(b *bench)
	}{
		"protocol":        {protocol, func(b *bench) { b.rounds(200, 2, b.lossy(0.9), b.exponential(2)) }},
		"nondeterminism":  {testkit.Routes, func(b *bench) { b.scheduled(150, 2, 0.6, 0.5) }},
		"deterministic y": {testkit.Routes, func(b *bench) { b.scheduled(150, 2, 1, 0.5) }},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.model, 31)
			rejected := map[string]int{}
			family := 0
			for range campaigns {
				b.restart()
				c.play(b)
				v := b.verdict()
				for _, h := range v.Hypotheses {
					if h.P < 0.05 {
						rejected[string(h.Kind)+" "+h.Name]++
					}
				}
				if v.Probabilistic == result.ChanceFail {
					family++
				}
			}
			low, high := statistics.Band(campaigns, 0.05, 0.01)
			t.Logf("rejected %v, overall %d of %d; 99 %% band %d to %d", rejected, family, campaigns, low, high)
			for hypothesis, n := range rejected {
				if n < low || n > high {
					t.Errorf("%s is rejected %d times of %d", hypothesis, n, campaigns)
				}
			}
			if family > high {
				t.Errorf("%d of %d right systems are rejected", family, campaigns)
			}
		})
	}
}

// A sequential test needs fewer runs than one of fixed size, accepts right systems and rejects wrong ones.
func TestSequential(t *testing.T) {
	for rate, want := range map[float64]result.SequentialDecision{2: result.SequentialAccepted, 3: result.SequentialRejected} {
		b := newBench(t, protocol, 3)
		s := campaign.NewSequential(0.05, 0.1, 0.2)
		runs := 0
		for ; !s.Decided() && runs < 5000; runs++ {
			r := b.run()
			r.input("send")
			r.output(b.lossy(0.9)(), b.exponential(rate)(), 1.5)
			s.Add(b.judge.Tree(), r.Run)
		}
		if got := s.State(); got.Decision != want || runs > 1500 {
			t.Errorf("rate %v: %+v after %d runs", rate, got, runs)
		}
	}
}

// A plan asks for as many runs as the statistics do.
func TestPlan(t *testing.T) {
	b := newBench(t, protocol, 3)
	b.rounds(300, 1, b.lossy(0.9), b.exponential(2))
	p := b.judge.Plan(b.system, 0.1)
	n, _ := statistics.RateRuns(0.9, 0.05/3, 0.9)
	up, _ := statistics.RateRuns(1.1, 0.05/3, 0.9)
	if len(p.Items) != 2 || p.Items[1].Observations != max(n, up) || p.Runs < p.Items[1].Observations {
		t.Errorf("the plan is %+v", p)
	}
}

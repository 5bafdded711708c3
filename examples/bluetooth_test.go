package examples

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/examples/bluetooth/discovery"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// devices is a pair of devices under test.
type devices struct {
	variant discovery.Variant
	random  *rand.Rand
	answer  *sts.Channel
	due     time.Time
}

func (d *devices) Reset(context.Context) error { d.due = time.Time{}; return nil }

func (d *devices) Close() error { return nil }

func (d *devices) Send(context.Context, sut.Message) error {
	if t := discovery.Time(d.random, d.variant, 200*time.Second); t != discovery.Never {
		d.due = time.Now().Add(t)
	}
	return nil
}

func (d *devices) Receive(_ context.Context, wait time.Duration) (sut.Message, bool, error) {
	if left := time.Until(d.due); !d.due.IsZero() && left <= wait {
		time.Sleep(left)
		d.due = time.Time{}
		return sut.Message{Channel: d.answer}, true, nil
	}
	time.Sleep(wait)
	return sut.Message{}, false, nil
}

// TestBluetooth: campaigns of 1,000 runs with the devices of the paper and its mutants. None has the rate of the specification, since the
// description is not that of an exponential time; docs/campaigns.md has the figures beside those of the paper.
func TestBluetooth(t *testing.T) {
	testkit.NeedsSolver(t)
	l, err := model.Load("bluetooth/bluetooth.sxt", model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []discovery.Variant{discovery.Right, discovery.Master, discovery.Slave} {
		synctest.Test(t, func(t *testing.T) {
			system := &devices{variant: v, random: rand.New(rand.NewPCG(1, 2))}
			for _, c := range l.System.Channels {
				if c.Direction == sts.Output {
					system.answer = c
				}
			}
			tester, err := rig.NewTester(l, rig.RunOptions{Adapter: system})
			if err != nil {
				t.Fatal(err)
			}
			defer tester.Close()
			o := rig.CampaignDefaults()
			o.Repeat, o.Length = 1000, 2
			r, err := tester.Campaign(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			rate := r.Campaign.Rates[0]
			t.Logf("%s: rate %.4f in [%.4f, %.4f], %d connected, %d cut off, shape P = %.2g: %s", v, rate.Estimate, rate.Low, rate.High, rate.Completed, rate.Censored, rate.ShapeP, r.Verdict)
			if r.Campaign.Functional != result.Pass || r.Campaign.Probabilistic != result.ChanceFail {
				t.Errorf("%s: functional %s, probabilistic %s", v, r.Campaign.Functional, r.Campaign.Probabilistic)
			}
		})
	}
}

// TestDiscoveryTimes: the means of the simulation, over all runs that connect within 200 s.
func TestDiscoveryTimes(t *testing.T) {
	for v, want := range map[discovery.Variant]struct{ low, high, never float64 }{
		discovery.Right: {0.9, 1.9, 0.01}, discovery.Master: {0.1, 1.2, 0.6}, discovery.Slave: {3.5, 6, 0.02},
	} {
		random := rand.New(rand.NewPCG(4, 4))
		const runs = 4000
		sum, met := 0.0, 0
		for range runs {
			if d := discovery.Time(random, v, 200*time.Second); d != discovery.Never {
				sum, met = sum+d.Seconds(), met+1
			}
		}
		mean, never := sum/float64(met), 1-float64(met)/runs
		t.Logf("%s: mean %.2f s, %.1f %% never", v, mean, 100*never)
		if mean < want.low || mean > want.high || never > want.never {
			t.Errorf("%s: mean %v s, %v never", v, mean, never)
		}
	}
}

package rig_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/play"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// files is the file exchange of Gerhold and Stoelinga (figure 4): a small file takes a tenth of the time of a large one.
const files = `system Files
input small()
input large()
output acknowledge()
initial idle
sendSmall: idle -> short in small()
sendLarge: idle -> long in large()
quick: short -> done rate 10
slow:  long -> done rate 1
tell:  done -> idle out acknowledge()
`

// repeated makes campaigns, each with other seeds, and counts how often each hypothesis is rejected by itself, and the system by all.
func repeated(t *testing.T, l *model.Loaded, campaigns int, o rig.CampaignOptions, system func(seed uint64) sut.Adapter) (alone map[string]int, failed int) {
	t.Helper()
	alone = map[string]int{}
	synctest.Test(t, func(t *testing.T) {
		for i := range campaigns {
			r := campaigned(t, l, system(uint64(1000+i)), o, int64(i))
			if r.Campaign.Functional != result.Pass {
				t.Fatalf("%s: %s", r.Verdict, r.Evidence)
			}
			for _, h := range r.Campaign.Hypotheses {
				if h.P < o.Alpha {
					alone[string(h.Kind)+" "+h.Name]++
				} else if alone[string(h.Kind)+" "+h.Name] == 0 {
					alone[string(h.Kind)+" "+h.Name] = 0
				}
			}
			if r.Campaign.Probabilistic == result.ChanceFail {
				failed++
			}
		}
	})
	return alone, failed
}

// TestCalibratedCampaigns: whole campaigns against right systems are rejected as often as alpha says. With SEXTANT_LONG there are 1,000 of
// each model, as docs/campaigns.md reports them.
func TestCalibratedCampaigns(t *testing.T) {
	testkit.Sequential(t)
	testkit.NeedsSolver(t)
	campaigns, runs := 60, 80
	if testkit.Long() {
		campaigns, runs = 1000, 200
	}
	for name, text := range map[string]string{"protocol": protocol, "files": files, "testkit.Routes": testkit.Routes} {
		t.Run(name, func(t *testing.T) {
			l := loadText(t, text)
			alone, failed := repeated(t, l, campaigns, options(runs, 4), func(seed uint64) sut.Adapter { return play.New(l.System, l.System, play.Options{Seed: seed}) })
			low, high := statistics.Band(campaigns, 0.05, 0.01)
			t.Logf("of %d campaigns with %d runs: %v, all together %d; 99 %% band %d to %d", campaigns, runs, alone, failed, low, high)
			for h, n := range alone {
				if n < low || n > high {
					t.Errorf("%s is rejected %d times, want %d to %d", h, n, low, high)
				}
			}
			if failed > high {
				t.Errorf("%d right systems fail, at most %d may", failed, high)
			}
		})
	}
}

// correlated is the protocol with losses that come in rows: one in ten in the long run, fewer at first.
const correlated = `system Protocol
input send()
output ack()
output err()
initial good
transfer: good -> sent in send()
work: sent -> busy rate 2
reply: busy -> { 17/18: good out ack(); 1/18: bad out err() }
transferBad: bad -> sentBad in send()
workBad: sentBad -> busyBad rate 2
replyBad: busyBad -> { 1/2: good out ack(); 1/2: bad out err() }
`

// TestDetection: how often faults are found by campaigns of m runs. With SEXTANT_LONG it prints the table of docs/campaigns.md.
func TestDetection(t *testing.T) {
	testkit.NeedsSolver(t)
	testkit.Sequential(t)
	l := loadText(t, protocol)
	uniform := func(r *rand.Rand, rate float64) float64 { return 2 * r.Float64() / rate }
	faults := []struct {
		name, system string
		options      play.Options
		least        int // percent that 800 runs find at least
	}{
		{"0.9 is 0.85", strings.NewReplacer("9/10", "85/100", "1/10", "15/100").Replace(protocol), play.Options{}, 90},
		{"rate 10 % too high", strings.Replace(protocol, "rate 2", "rate 2.2", 1), play.Options{}, 60},
		{"uniform", protocol, play.Options{Delay: uniform}, 95},
		{"missing branch", strings.Replace(protocol, "{ 9/10: idle out ack(); 1/10: idle out err() }", "idle out ack()", 1), play.Options{}, 95},
		{"losses in rows", correlated, play.Options{}, 95},
	}
	campaigns, sizes := 10, []int{800}
	if testkit.Long() {
		campaigns, sizes = 200, []int{25, 50, 100, 200, 400, 800, 1600}
	}
	for _, f := range faults {
		system := testkit.LoadText(t, f.system)
		line := f.name
		for _, m := range sizes {
			_, found := repeated(t, l, campaigns, options(m, 4), func(seed uint64) sut.Adapter {
				o := f.options
				o.Seed = seed
				return play.New(system, l.System, o)
			})
			line += fmt.Sprintf(" | %d: %d %%", m, 100*found/campaigns)
			if m == 800 && 100*found/campaigns < f.least {
				t.Errorf("%s is found by %d of %d campaigns", f.name, found, campaigns)
			}
		}
		t.Log(line)
	}
}

// BenchmarkCampaign measures campaigns of 100,000 runs in process, without waiting.
func BenchmarkCampaign(b *testing.B) {
	l := loadText(b, protocol)
	for b.Loop() {
		tester, err := rig.NewTester(l, rig.RunOptions{Adapter: play.New(l.System, l.System, play.Options{Hasty: true})})
		if err != nil {
			b.Fatal(err)
		}
		r, err := tester.Campaign(b.Context(), options(100_000, 4))
		tester.Close()
		if err != nil || r.Campaign.Runs != 100_000 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}

package rig_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/play"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var protocol = testkit.Protocol(2)

// campaigned makes a campaign in simulated time against a system that behaves as a model says, or as another one.
func campaigned(t *testing.T, l *model.Loaded, system sut.Adapter, o rig.CampaignOptions, seed int64) *result.Run {
	t.Helper()
	options := rig.RunOptions{Adapter: system}
	options.Seed = seed
	tester, err := rig.NewTester(l, options)
	if err != nil {
		t.Fatal(err)
	}
	defer tester.Close()
	r, err := tester.Campaign(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func options(repeat, length int) rig.CampaignOptions {
	o := rig.CampaignDefaults()
	o.Repeat, o.Length = repeat, length
	return o
}

func TestCampaignInSimulatedTime(t *testing.T) {
	testkit.NeedsSolver(t)
	l := loadText(t, protocol)
	for name, c := range map[string]struct {
		system  string
		options play.Options
		want    result.Verdict
		in      string
	}{
		"right":   {protocol, play.Options{Seed: 1}, result.Pass, ""},
		"0.8":     {strings.NewReplacer("9/10", "8/10", "1/10", "2/10").Replace(protocol), play.Options{Seed: 1}, result.Fail, "frequencies"},
		"slow":    {strings.Replace(protocol, "rate 2", "rate 1.5", 1), play.Options{Seed: 1}, result.Fail, "the rate of work is between"},
		"uniform": {protocol, play.Options{Seed: 1, Delay: func(r *rand.Rand, rate float64) float64 { return 2 * r.Float64() / rate }}, result.Fail, "do not have the law"},
		"wrong":   {strings.Replace(protocol, "idle out err()", "idle out ack(), ack()", 1), play.Options{Seed: 1}, result.Fail, "the system sent ack()"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := campaigned(t, l, play.New(testkit.LoadText(t, c.system), l.System, c.options), options(400, 6), 1)
				if r.Verdict != c.want || !strings.Contains(r.Evidence, c.in) {
					t.Errorf("%s: %s", r.Verdict, r.Evidence)
				}
				t.Logf("%s: %d runs, %s %s, %+v", r.Verdict, r.Campaign.Runs, r.Campaign.Probabilistic, r.Campaign.Evidence, r.Campaign.Hypotheses)
			})
		})
	}
}

// dying is a system that is gone after some runs.
type dying struct {
	*play.System
	left int
}

func (d *dying) Reset(ctx context.Context) error {
	if d.left--; d.left < 0 {
		return &sut.ErrUnavailable{Reason: "nobody is there"}
	}
	return d.System.Reset(ctx)
}

func TestSystemDiesInTheMiddle(t *testing.T) {
	testkit.NeedsSolver(t)
	l := loadText(t, protocol)
	synctest.Test(t, func(t *testing.T) {
		r := campaigned(t, l, &dying{play.New(l.System, l.System, play.Options{}), 20}, options(100, 4), 1)
		if r.Verdict != result.Fail || !strings.Contains(r.Evidence, "did not survive the test before: nobody is there") || r.Campaign.Runs != 20 {
			t.Errorf("%s after %d runs: %s", r.Verdict, r.Campaign.Runs, r.Evidence)
		}
	})
}

func TestCampaignsThatMakeNoSense(t *testing.T) {
	testkit.NeedsSolver(t)
	chancy, plain := loadText(t, protocol), loadText(t, "system Plain\noutput a()\ninitial s\ngo: s -> s out a()\n")
	free := loadText(t, "system Free\nvar n: int\noutput a()\noutput b()\ninitial s\ngo: s -> { 1/2: s out a(); 1/2: s out b() }\n")
	for _, c := range []struct {
		l    *model.Loaded
		o    func(*rig.CampaignOptions)
		want string
	}{
		{chancy, func(o *rig.CampaignOptions) { o.Alpha = 0 }, "--alpha is 0: write a probability between 0 and 1"},
		{chancy, func(o *rig.CampaignOptions) { o.Repeat = 1 }, "--repeat is 1: one run has no frequencies"},
		{chancy, func(o *rig.CampaignOptions) { o.Power = 1 }, "--power is 1"},
		{plain, func(*rig.CampaignOptions) {}, "neither probabilities nor rates"},
		{free, func(*rig.CampaignOptions) {}, "n has no initial value"},
	} {
		o := options(100, 4)
		c.o(&o)
		tester, err := rig.NewTester(c.l, rig.RunOptions{Adapter: play.New(c.l.System, c.l.System, play.Options{})})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tester.Campaign(t.Context(), o)
		tester.Close()
		if nonsense := (*rig.ErrCampaign)(nil); !errors.As(err, &nonsense) && result.Refused(err) == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q: %v", c.want, err)
		}
	}
}

// stopping is a system after whose n-th reset the campaign is killed.
type stopping struct {
	*play.System
	left int
	kill func()
}

func (s *stopping) Reset(ctx context.Context) error {
	if s.left--; s.left < 0 {
		s.kill()
		return context.Canceled
	}
	return s.System.Reset(ctx)
}

// TestResumedCampaign: a campaign that is ended at any moment, with a line half written, and continued has the same result as one that was not.
func TestResumedCampaign(t *testing.T) {
	testkit.NeedsSolver(t)
	l := loadText(t, protocol)
	o := options(200, 5)
	synctest.Test(t, func(t *testing.T) {
		whole := campaigned(t, l, play.New(l.System, l.System, play.Options{Seed: 7}), o, 3)
		for _, at := range []int{0, 1, 77, 199} {
			o.Traces = filepath.Join(t.TempDir(), "traces")
			ctx, cancel := context.WithCancel(t.Context())
			tester, err := rig.NewTester(l, seeded(&stopping{play.New(l.System, l.System, play.Options{Seed: 7}), at, cancel}, 3))
			if err != nil {
				t.Fatal(err)
			}
			first, err := tester.Campaign(ctx, o)
			tester.Close()
			if err != nil || first.Verdict != result.Inconclusive || first.Campaign.Runs != at {
				t.Fatalf("killed after %d runs: %+v, %v", at, first, err)
			}
			tear(t, filepath.Join(o.Traces, "runs.jsonl"))
			second := campaigned(t, l, play.New(l.System, l.System, play.Options{Seed: 7, Runs: at}), o, 3)
			if second.Campaign.Resumed != at || second.Campaign.Runs != 200 {
				t.Errorf("resumed %d, made %d", second.Campaign.Resumed, second.Campaign.Runs)
			}
			second.Campaign.Resumed = 0
			if got, want := document(t, second.Campaign), document(t, whole.Campaign); got != want {
				t.Errorf("killed after %d runs the result is\n%s\nand without that\n%s", at, got, want)
			}
		}
	})
}

func seeded(system sut.Adapter, seed int64) rig.RunOptions {
	o := rig.RunOptions{Adapter: system}
	o.Seed = seed
	return o
}

// tear leaves the beginning of a line at the end of a file, as a killed process does.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"run":200,"ev`); err != nil {
		t.Fatal(err)
	}
}

func document(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

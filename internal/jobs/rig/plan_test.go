package rig_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/play"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// lottery has three outcomes, and after one of them another choice.
const lottery = `system Lottery
input draw()
output blank()
output prize()
output again()
initial idle
first: idle -> busy in draw()
answer: busy -> { 1/2: idle out blank(); 3/10: idle out prize(); 2/10: second out again() }
once: second -> last in draw()
reply: last -> { 2/3: idle out blank(); 1/3: idle out prize() }
`

// planned makes the plan of a campaign.
func planned(t *testing.T, text string, length int, deviation float64) *result.CampaignPlan {
	t.Helper()
	o := options(0, length)
	o.Deviation = deviation
	r, err := rig.Plan(t.Context(), loadText(t, text), rig.RunOptions{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Plan
}

// TestPlansKeepTheirPromise: systems that deviate as a plan says are found as often as it promises by as many runs as it asks for, and not by half of
// them.
func TestPlansKeepTheirPromise(t *testing.T) {
	testkit.Sequential(t)
	testkit.NeedsSolver(t)
	for _, c := range []struct {
		name, model string
		old, new    string // the deviation
		length      int
		deviation   float64
		item        string // the name of the item of the plan
		long        bool   // only with SEXTANT_LONG
	}{
		{name: "fewer answers", model: protocol, old: "9/10: idle out ack(); 1/10", new: "8/10: idle out ack(); 2/10", length: 4, deviation: 0.1, item: "what follows send?()"},
		{name: "many histories", model: protocol, old: "9/10: idle out ack(); 1/10", new: "8/10: idle out ack(); 2/10", length: 10, deviation: 0.1, item: "what follows send?()"},
		{name: "small change", model: protocol, old: "9/10: idle out ack(); 1/10", new: "17/20: idle out ack(); 3/20", length: 4, deviation: 0.05, item: "what follows send?()", long: true},
		{name: "first draw", model: lottery, old: "1/2: idle out blank(); 3/10: idle out prize(); 2/10", new: "7/10: idle out blank(); 18/100: idle out prize(); 12/100", length: 6, deviation: 0.2, item: "what follows draw?()"},
		{name: "first draw by little", model: lottery, old: "1/2: idle out blank(); 3/10: idle out prize(); 2/10", new: "3/5: idle out blank(); 24/100: idle out prize(); 16/100", length: 6, deviation: 0.1, item: "what follows draw?()", long: true},
		{name: "second draw", model: lottery, old: "2/3: idle out blank(); 1/3", new: "17/30: idle out blank(); 13/30", length: 6, deviation: 0.1, item: "what follows draw?() again!() draw?()", long: true},
		{name: "fast", model: protocol, old: "rate 2", new: "rate 2.4", length: 4, deviation: 0.2, item: "work"},
		{name: "slow by little", model: protocol, old: "rate 2", new: "rate 1.8", length: 4, deviation: 0.1, item: "work", long: true},
		{name: "fast by little", model: protocol, old: "rate 2", new: "rate 2.2", length: 4, deviation: 0.1, item: "work", long: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			campaigns := 40
			if testkit.Long() {
				campaigns = 400
			} else if c.long {
				t.Skip("with SEXTANT_LONG")
			}
			plan := planned(t, c.model, c.length, c.deviation)
			item := itemOf(t, plan, c.item)
			if plan.Runs < item.Runs {
				t.Errorf("the plan has %d runs, an item %d", plan.Runs, item.Runs)
			}
			l, system := loadText(t, c.model), testkit.LoadText(t, strings.Replace(c.model, c.old, c.new, 1))
			found := func(runs int) int {
				_, n := repeated(t, l, campaigns, options(runs, c.length), func(seed uint64) sut.Adapter { return play.New(system, l.System, play.Options{Seed: seed}) })
				return n
			}
			low, high := statistics.Band(campaigns, plan.Power, 0.01)
			enough, half := found(item.Runs), found(item.Runs/2)
			t.Logf("%d runs are promised to find it with probability %g: %d of %d campaigns do, with half of the runs %d; 99 %% band %d to %d", item.Runs, plan.Power, enough, campaigns, half, low, high)
			if enough < low {
				t.Errorf("%d of %d campaigns with %d runs find it, want %d at least", enough, campaigns, item.Runs, low)
			}
			if half > high || half >= enough {
				t.Errorf("%d of %d campaigns with half of %d runs find it", half, campaigns, item.Runs)
			}
		})
	}
}

func itemOf(t *testing.T, plan *result.CampaignPlan, name string) result.PlannedTest {
	t.Helper()
	for _, item := range plan.Items {
		if item.Name == name {
			return item
		}
	}
	t.Fatalf("nothing is planned for %q: %+v", name, plan)
	return result.PlannedTest{}
}

// Where no number of runs is known, a plan has the reason.
func TestPlansWithoutNumber(t *testing.T) {
	testkit.NeedsSolver(t)
	const send = "input send()\noutput ack()\noutput err()\ninitial idle\nrequest: idle -> w in send()\n"
	for name, c := range map[string]struct {
		model     string
		length    int
		deviation float64
		kind      result.ChanceBlank
	}{
		"scheduler":  {send + "good: w -> { 8/10: idle out ack(); 2/10: idle out err() }\nbad: w -> { 6/10: idle out ack(); 4/10: idle out err() }\n", 4, 0.1, result.BlankScheduler},
		"chain":      {send + "one: w -> x rate 20\ntwo: x -> y rate 20\nreply: y -> idle out ack()\n", 4, 0.1, result.BlankMerged},
		"impossible": {send + "good: w -> { 1/2: idle out ack(); 1/2: idle out err() }\n", 4, 0.6, result.BlankImpossible},
		"too short":  {send + "good: w -> { 1/2: idle out ack(); 1/2: idle out err() }\n", 1, 0.1, result.BlankNever},
	} {
		t.Run(name, func(t *testing.T) {
			plan := planned(t, "system Blank\n"+c.model, c.length, c.deviation)
			if plan.Runs != 0 || len(plan.Items) != 0 || len(plan.NotPlanned) != 1 || plan.NotPlanned[0].Kind != c.kind || plan.NotPlanned[0].Text == "" {
				t.Errorf("got %s, want %s", fmt.Sprintf("%+v", plan), c.kind)
			}
		})
	}
}

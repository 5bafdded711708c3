package prove_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// No reported step that breaks an invariant begins in a state in which an absent value or a field of another alternative matters.
func TestStepsBeginInNormalForm(t *testing.T) {
	for name, text := range map[string]string{
		"absent value": `var v: (0..2)? = none
var n: 0..3 = 0
event set: any k: (0..2)? do v := k
event use: when v == none and get(v, 0) + n == 0 do n := 0
event odd: when v == none and v != none do n := 3
invariant low: n < 3`,
		"value without zero": `var v: (2..3)? = none
var n: int = 0
event set: any k: (2..3)? do v := k
event use: when v != none do n := get(v, 2) - 2
invariant natural: n >= 0`,
		"other alternative": `type Answer = ok{n: 0..2} | bad{why: bool}
var v: Answer = bad{why: true}
var same: bool = true
event ok: any k: 0..2 do v := ok{n: k}
event use: when v is bad do same := v == bad{why: true} or v == bad{why: false}
invariant two: same`,
	} {
		s := testkit.LoadText(t, text)
		for _, a := range check(t, s, smt.Config{}).Answers {
			if a.Status != prove.Proved {
				t.Errorf("%s: %s and %s: %s (%s)", name, a.Claim, moveName(a.Move), a.Status, a.Explain())
			}
		}
	}
}

// Answers about the invariants of random models with optional values and unions agree with an enumeration of all states on plain Go data.
// With SEXTANT_LONG set there are 5,000 models.
func TestInvariantsEqualExplicitStates(t *testing.T) {
	models, count := max(testkit.Models()/2, 1), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		drawn := collections.DrawChoices(rand.New(rand.NewPCG(seed, 4)))
		whole, seen, s := drawn.Whole(100), drawn.Explore(1000), testkit.TryText(t, drawn.Text())
		if whole == nil || !seen.Complete || s == nil {
			continue
		}
		count["models"]++
		solver, err := testkit.SteadySolver(500*time.Millisecond, smt.Config{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := prove.CheckInvariants(t.Context(), s, solver)
		if err == nil {
			compareAnswers(t, seed, drawn, whole, seen, report, count)
			err = report.Strengthen(t.Context(), s, solver, prove.Means{Options: prove.Brief(500)})
		}
		solver.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range report.Verdicts {
			if v.Holds() && (seen.Broken[v.Claim] || v.Claim == prove.Types && len(seen.Possible) > 0) {
				t.Fatalf("seed %d: %s holds, but a run breaks it\n%s", seed, v.Claim, drawn.Text())
			}
		}
	}
	t.Log(count)
	if count["proved"]+count["broken"] < 20*count["unknown"] || count["proved"] < 3*models || count["broken"] < models/2 {
		t.Errorf("%v are too few to mean something", count)
	}
}

func compareAnswers(t *testing.T, seed uint64, drawn *collections.Model, whole *collections.Whole, seen *collections.Seen, report *prove.Report, count map[string]int) {
	t.Helper()
	for _, a := range report.Answers {
		count[a.Status.String()]++
		want := brokenByAll(whole, a)
		if a.Reason == prove.NeverBegins {
			want = seen.Taken[a.Move.Name]
		}
		if got := a.Status == prove.Broken; a.Status != prove.Unknown && got != want {
			t.Fatalf("seed %d: %s and %s: %s (%v), want broken %v\n%s", seed, a.Claim, moveName(a.Move), a.Status, a.Step, want, drawn.Text())
		}
	}
}

// brokenByAll reports whether the enumeration of all states breaks the claim by the move of an answer.
func brokenByAll(whole *collections.Whole, a prove.StepAnswer) bool {
	invariant, _ := strconv.Atoi(strings.TrimPrefix(a.Claim, "i"))
	switch {
	case a.Claim == prove.Types:
		return a.Move != nil && whole.Errs(a.Move.Name)
	case a.Move == nil:
		return whole.BrokenAtStart(invariant)
	}
	return whole.Breaks(a.Move.Name, invariant)
}

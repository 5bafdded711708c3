package exercise_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// parking is the duty of the tariff of the car park, from the paths of the model.
func parking(t *testing.T) (*contract.Checker, contract.Duty) {
	c := contracts.Checker(t, testkit.LoadExample(t, "parking/parking.sxt", nil))
	return c, contracts.Duty(t, c, "FEE", "ticket,free", "ticket,hours", "ticket,evening", "ticket,days", "ticket,staff")
}

// fee is the tariff of the car park.
func fee(minutes int64) int64 {
	days, rest := minutes/1440, minutes%1440
	if rest <= 15 {
		return 2400 * days
	}
	return 2400*days + min(180+120*max((rest+29)/30-2, 0), 2400)
}

// outcomes are the outcomes of a function under what is demanded.
func outcomes(t *testing.T, c *contract.Checker, name string, d contract.Duty, run exercise.Run) (string, *result.Exercise) {
	t.Helper()
	e, err := exercise.Function(t.Context(), c, testkit.Extern(t, c.System, name), d, run, exercise.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, b := range e.Behaviors {
		out = append(out, string(b.Outcome))
	}
	return strings.Join(out, " "), e
}

// TestSomeInputMeetsDemand: the right tariff meets all demands, each for an input that is named; wrong ones are found, because
// all inputs are tried.
func TestSomeInputMeetsDemand(t *testing.T) {
	for name, test := range map[string]struct {
		fee  func(int64) int64
		want string
	}{
		"right":         {fee, "met met met met met"},
		"never free":    {func(m int64) int64 { return fee(m) + 60 }, "violated met met met met"},
		"no hours":      {func(m int64) int64 { return fee(m) / 2400 * 2400 }, "met violated violated met met"},
		"never evening": {func(m int64) int64 { return fee(m) - fee(m)%2400/2000*400 }, "met met violated met met"},
		"a day at most": {func(m int64) int64 { return min(fee(m), 2400) }, "met met met met violated"},
		"no number":     {func(m int64) int64 { return -1 }, "violated violated violated violated violated"},
	} {
		c, d := parking(t)
		if len(d.Contract.Behaviors) != 0 || len(d.Some) != 5 {
			t.Fatalf("%d and %d demands", len(d.Contract.Behaviors), len(d.Some))
		}
		got, e := outcomes(t, c, "FEE", d, small(func(args []int64) []int64 { return []int64{test.fee(args[0])} }))
		if got != test.want || len(e.Violations) != strings.Count(test.want, "violated") {
			t.Errorf("%s: %s, want %s: %+v", name, got, test.want, e.Violations)
		}
		for _, b := range e.Behaviors {
			if b.Quantifier != result.Some || (b.Outcome == result.DemandMet) != strings.HasPrefix(b.Witness, "FEE(") {
				t.Errorf("%s: %+v", name, b)
			}
		}
	}
}

// TestDemandOnOnlyInput: a function that is wrong for the only input that a path allows violates the demand of the path.
func TestDemandOnOnlyInput(t *testing.T) {
	c := contracts.LoadText(t, contracts.FixedAndFree)
	d := contracts.Duty(t, c, "F", "fixed,big", "free,small")
	for result, want := range map[int64]string{11: "met inconclusive", 3: "violated met"} {
		got, e := outcomes(t, c, "F", d, small(func([]int64) []int64 { return []int64{result} }))
		if got != want {
			t.Errorf("%d: %s: %+v", result, got, e)
		}
	}
}

// TestNoWitnessAmongManyIsNoViolation: inputs that were not tried may meet the demand.
func TestNoWitnessAmongManyIsNoViolation(t *testing.T) {
	c := contracts.LoadText(t, contracts.FixedAndFree)
	got, e := outcomes(t, c, "F", contracts.Duty(t, c, "F", "free,small"), small(func([]int64) []int64 { return []int64{11} }))
	if got != "inconclusive" || len(e.Violations)+len(e.Failures) > 0 || e.Behaviors[0].Inputs < 100 {
		t.Errorf("%s: %+v", got, e)
	}
	_, e = outcomes(t, c, "F", contracts.Duty(t, c, "F", "free,small"), func(context.Context, []term.Value) ([]term.Value, error) { return nil, errors.New("out of order") })
	if len(e.Failures) == 0 {
		t.Errorf("a function that always fails: %+v", e)
	}
}

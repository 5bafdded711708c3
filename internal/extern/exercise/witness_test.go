package exercise_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/extern/exercise"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// loadExample is a checker of one of the vending machines.
func loadExample(t testing.TB, name string) *contract.Checker {
	t.Helper()
	return checker(t, testkit.LoadExample(t, "vending/"+name, nil))
}

func loadText(t testing.TB, text string) *contract.Checker {
	t.Helper()
	return checker(t, testkit.LoadText(t, text))
}

func checker(t testing.TB, s *sts.System) *contract.Checker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{Timeout: time.Minute})
	return &contract.Checker{System: s, Solver: solver}
}

// named executes one sequence of transitions without contracts.
func named(t testing.TB, c *contract.Checker, path string) *contract.Path {
	t.Helper()
	moves, err := contract.Named(c.System, strings.Split(path, ","))
	if err != nil {
		t.Fatal(err)
	}
	return execute(t, c.System, moves, contract.Choice{})[0]
}

// execute follows moves in all ways that a choice of contracts leaves.
func execute(t testing.TB, s *sts.System, moves []*sts.Move, choice contract.Choice) []*contract.Path {
	t.Helper()
	paths, err := contract.Execute(t.Context(), s, moves, choice)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// dutyOf is what paths demand of a function, without contracts in force.
func dutyOf(t *testing.T, c *contract.Checker, name string, paths ...string) contract.Duty {
	t.Helper()
	var list []*contract.Path
	for _, p := range paths {
		list = append(list, named(t, c, p))
	}
	d, err := c.Duty(t.Context(), testkit.Extern(t, c.System, name), c.Infer(contract.Distinguish(c.System, list)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const fixedAndFree = `system M
input i(x: int)
extern F(n: int) -> int
var y: int = 0
initial s
fixed: s -> a do y := F(7)
big: a -> e when y > 10
free: s -> b in i(x) do y := F(x)
small: b -> e when y < 10
asked: s -> c in i(x) when x > 3 and F(x) == x + 1
look: s -> d in i(x) do y := F(x)
go: d -> e
`

// parking is what the paths of the car park demand of its tariff.
func parking(t *testing.T) (*contract.Checker, contract.Duty) {
	c := checker(t, testkit.LoadExample(t, "parking/parking.sxt", nil))
	return c, dutyOf(t, c, "FEE", "ticket,free", "ticket,hours", "ticket,evening", "ticket,days", "ticket,staff")
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

// TestDemandOnOnlyInput: a function that is wrong for the only input that a path allows violates what the path demands.
func TestDemandOnOnlyInput(t *testing.T) {
	c := loadText(t, fixedAndFree)
	d := dutyOf(t, c, "F", "fixed,big", "free,small")
	for result, want := range map[int64]string{11: "met inconclusive", 3: "violated met"} {
		got, e := outcomes(t, c, "F", d, small(func([]int64) []int64 { return []int64{result} }))
		if got != want {
			t.Errorf("%d: %s: %+v", result, got, e)
		}
	}
}

// TestNoWitnessAmongManyIsNoViolation: inputs that were not tried may meet the demand.
func TestNoWitnessAmongManyIsNoViolation(t *testing.T) {
	c := loadText(t, fixedAndFree)
	got, e := outcomes(t, c, "F", dutyOf(t, c, "F", "free,small"), small(func([]int64) []int64 { return []int64{11} }))
	if got != "inconclusive" || len(e.Violations)+len(e.Failures) > 0 || e.Behaviors[0].Inputs < 100 {
		t.Errorf("%s: %+v", got, e)
	}
	_, e = outcomes(t, c, "F", dutyOf(t, c, "F", "free,small"), func(context.Context, []term.Value) ([]term.Value, error) { return nil, errors.New("out of order") })
	if len(e.Failures) == 0 {
		t.Errorf("a function that always fails: %+v", e)
	}
}

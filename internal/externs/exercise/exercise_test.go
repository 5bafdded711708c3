package exercise_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// small makes a Run of a function on small numbers.
func small(function func(args []int64) []int64) exercise.Run {
	return func(_ context.Context, args []term.Value) ([]term.Value, error) {
		numbers := make([]int64, len(args))
		for i, v := range args {
			numbers[i], _ = v.Small()
		}
		return testkit.Ints(function(numbers)...), nil
	}
}

// change gives coins back; it tries all ways.
func change(args []int64) []int64 {
	rest := args[1] - args[0]
	for c := min(args[4], rest/100); c >= max(0, rest/100-5); c-- {
		for b := min(args[3], (rest-100*c)/50); b >= max(0, (rest-100*c)/50-5); b-- {
			if left := rest - 100*c - 50*b; left%20 == 0 && left/20 <= args[2] {
				return []int64{left / 20, b, c}
			}
		}
	}
	for a := range min(args[2], rest/20) + 1 {
		if left := rest - 20*a; left%10 == 0 {
			c := min(args[4], left/100)
			if b := (left - 100*c) / 50; (left-100*c)%50 == 0 && b <= args[3] {
				return []int64{a, b, c}
			}
		}
	}
	return []int64{0, 0, 0}
}

func tried(t *testing.T, c *contract.Checker, name string, run exercise.Run, options exercise.Options) *result.Exercise {
	t.Helper()
	x := testkit.Extern(t, c.System, name)
	start := time.Now()
	e, err := exercise.Function(t.Context(), c, x, contract.Duty{Contract: x.Contracts[0]}, run, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v: %+v", time.Since(start).Round(time.Millisecond), e)
	return e
}

func TestExerciseRightFunctions(t *testing.T) {
	e := tried(t, contracts.LoadExample(t, "vending.sxt"), "Price", small(func(args []int64) []int64 { return []int64{150 + 50*args[0]} }), exercise.Options{})
	if len(e.Violations)+len(e.Failures)+len(e.Undecided)+len(e.Impossible) > 0 || e.Calls != 2 || e.Behaviors[0].Inputs != 1 || e.Behaviors[1].Inputs != 1 {
		t.Errorf("%+v", e)
	}
	e = tried(t, contracts.LoadExample(t, "change.sxt"), "Return", small(change), exercise.Options{})
	if len(e.Violations)+len(e.Failures)+len(e.Undecided) > 0 || e.Behaviors[0].Inputs != 50 || len(e.Impossible) == 0 {
		t.Errorf("%+v", e)
	}
}

func TestExerciseFindsWrongPrice(t *testing.T) {
	e := tried(t, contracts.LoadExample(t, "vending.sxt"), "Price", small(func(args []int64) []int64 { return []int64{150 + 49*args[0]} }), exercise.Options{})
	if len(e.Violations) != 1 || e.Violations[0].Behavior != "high" ||
		e.Violations[0].Text != "behavior high: Price(coffee) = 199, which breaks the postcondition result >= 200 and result <= 300" {
		t.Errorf("%+v", e.Violations)
	}
}

// One coin of 50 too many, if there is one: the smallest input that shows it has a single coin in the reserve.
func TestExerciseFindsWrongReturn(t *testing.T) {
	e := tried(t, contracts.LoadExample(t, "change.sxt"), "Return", small(func(args []int64) []int64 {
		coins := change(args)
		if coins[1] < args[3] {
			coins[1]++
		}
		return coins
	}), exercise.Options{})
	if len(e.Violations) == 0 {
		t.Fatal("the fault was not found")
	}
	if !strings.HasPrefix(e.Violations[0].Text, "behavior exact: Return(1, 1, [0, 1, 0]) = [0, 1, 0], which breaks the postcondition") {
		t.Errorf("%+v", e.Violations)
	}
}

// The solver finds a fault at one edge of the precondition, which random inputs would miss.
func TestExerciseFindsEdges(t *testing.T) {
	c := contracts.LoadText(t, "system S\nextern F(n: int) -> int\n  contract { behavior: requires n >= 777_000 and n <= 812_345 and n % 5 == 0 ensures result > n }\ninitial a\ngo: a -> a\n")
	for _, fault := range []int64{777_000, 812_345} {
		e := tried(t, c, "F", small(func(args []int64) []int64 {
			if args[0] == fault {
				return args
			}
			return []int64{args[0] + 1}
		}), exercise.Options{})
		if len(e.Violations) != 1 || e.Behaviors[0].Inputs != 50 {
			t.Errorf("%+v", e)
		}
	}
}

// Quantifiers that cannot be enumerated are decided by the solver.
func TestExerciseDecidesQuantifiers(t *testing.T) {
	c := contracts.LoadText(t, "system S\nextern Even(n: int) -> bool\n  contract { behavior: ensures result <=> (exists k: int :: 2 * k == n) }\ninitial a\ngo: a -> a\n")
	even := func(args []int64) []int64 { return []int64{1 - args[0]&1} }
	if e := tried(t, c, "Even", small(even), exercise.Options{Inputs: 20}); len(e.Violations)+len(e.Undecided) > 0 {
		t.Errorf("%+v", e)
	}
	wrong := func(args []int64) []int64 { return []int64{args[0] & 1} }
	if e := tried(t, c, "Even", small(wrong), exercise.Options{Inputs: 20}); len(e.Violations) == 0 || !strings.Contains(e.Violations[0].Text, "Even(0) = false") {
		t.Errorf("%+v", e)
	}
}

func TestExerciseReportsErrors(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	e := tried(t, c, "Price", func(context.Context, []term.Value) ([]term.Value, error) { return nil, errors.New("out of order") }, exercise.Options{})
	if len(e.Failures) != 2 || e.Failures[0].Text != "Price(tea): out of order" {
		t.Errorf("%+v", e)
	}
	e = tried(t, c, "Price", small(func([]int64) []int64 { return nil }), exercise.Options{})
	if len(e.Undecided) != 2 {
		t.Errorf("%+v", e)
	}
}

func TestExerciseTypes(t *testing.T) {
	c := contracts.LoadText(t, "system S\ntype Mode = enum { a, b }\nextern F(r: real, s: string, u: uint64, m: Mode, on: bool, k: 5..7) -> 0..9\n  contract { behavior: requires r > 0.5 and s != \"x\" and u > 9_000_000_000_000_000_000 ensures result <= k }\ninitial a\ngo: a -> a\n")
	e := tried(t, c, "F", small(func(args []int64) []int64 { return []int64{args[5]} }), exercise.Options{})
	if len(e.Violations)+len(e.Failures)+len(e.Undecided) > 0 || e.Behaviors[0].Inputs != 50 {
		t.Errorf("%+v", e)
	}
	e = tried(t, c, "F", small(func(args []int64) []int64 { return []int64{10} }), exercise.Options{})
	if len(e.Violations) == 0 || !strings.Contains(e.Violations[0].Text, "no value of type 0..9") {
		t.Errorf("%+v", e)
	}
}

func TestExerciseEndsInTime(t *testing.T) {
	slow := func(ctx context.Context, _ []term.Value) ([]term.Value, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	e := tried(t, contracts.LoadExample(t, "vending.sxt"), "Price", slow, exercise.Options{Limit: 300 * time.Millisecond})
	if e.Stop != result.StopTime || len(e.Failures) > 0 {
		t.Errorf("%+v", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := contracts.LoadExample(t, "vending.sxt")
	x := testkit.Extern(t, c.System, "Price")
	if _, err := exercise.Function(ctx, c, x, contract.Duty{Contract: x.Contracts[0]}, slow, exercise.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The fault of a function that gives large coins first without backtracking is found with the default number of inputs.
func TestExerciseFindsGreedyReturn(t *testing.T) {
	e := tried(t, contracts.LoadExample(t, "change.sxt"), "Return", small(func(args []int64) []int64 {
		rest, coins := args[1]-args[0], make([]int64, 3)
		for _, i := range []int{2, 1, 0} {
			worth := []int64{20, 50, 100}[i]
			coins[i] = min(args[2+i], rest/worth)
			rest -= worth * coins[i]
		}
		return coins
	}), exercise.Options{})
	if len(e.Violations) == 0 {
		t.Errorf("the fault was not found: %+v", e)
	}
}

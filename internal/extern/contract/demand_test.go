package contract_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

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

// texts prints behaviours with the names of the model.
func texts(c *contract.Checker, x *sts.Extern, behaviors []sts.Behavior) string {
	var out []string
	for _, b := range behaviors {
		out = append(out, contract.PlainText(c.System, x, b.Pre)+" | "+contract.PlainText(c.System, x, b.Post))
	}
	return strings.Join(out, "; ")
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

// TestInferredDemandsHaveQuantifiers: a path that fixes the input demands something of this input, one that leaves it free of
// some input, and one that does not look at the result demands nothing.
func TestInferredDemandsHaveQuantifiers(t *testing.T) {
	c := loadText(t, fixedAndFree)
	x := testkit.Extern(t, c.System, "F")
	for path, want := range map[string][2]string{
		"fixed,big":  {"n == 7 | result >= 11", ""},
		"free,small": {"", "true | result <= 9"},
		"asked":      {"", "n >= 4 | result == n + 1"},
		"look,go":    {"", ""},
	} {
		d := dutyOf(t, c, "F", path)
		if got := [2]string{texts(c, x, d.Contract.Behaviors), texts(c, x, d.Some)}; got != want {
			t.Errorf("%s: every %q, some %q, want %q", path, got[0], got[1], want)
		}
		if d.Empty() != (want == [2]string{}) {
			t.Errorf("%s: empty is %t", path, d.Empty())
		}
		inferred := c.Infer([]*contract.Path{named(t, c, path)})
		demand, err := c.Simplify(t.Context(), inferred[0])
		if err != nil {
			t.Fatal(err)
		}
		quantifier := map[bool]result.Quantifier{true: result.NoDemand}[d.Empty()]
		if len(d.Contract.Behaviors) > 0 {
			quantifier = result.Every
		} else if len(d.Some) > 0 {
			quantifier = result.Some
		}
		if demand.Quantifier != quantifier {
			t.Errorf("%s: %+v, want %s", path, demand, quantifier)
		}
	}
}

// TestConditionsOnInputsAreNotDemands: what a path says about arguments alone is no demand on the result.
func TestConditionsOnInputsAreNotDemands(t *testing.T) {
	c := loadExample(t, "change.sxt")
	p := named(t, c, "start,insert,choose,price,add,insert,choose,price,change")
	demand, err := c.Simplify(t.Context(), c.Infer([]*contract.Path{p})[2])
	if err != nil {
		t.Fatal(err)
	}
	if demand.Extern != "Return" || demand.Quantifier != result.NoDemand || len(demand.Needs) > 0 || len(demand.Requires) == 0 {
		t.Errorf("%+v", demand)
	}
}

// TestDemandIsProjection: the demand over formal parameters has the same solutions as the axioms with the other variables bound.
func TestDemandIsProjection(t *testing.T) {
	c := loadExample(t, "vending.sxt")
	x := testkit.Extern(t, c.System, "Price")
	d := dutyOf(t, c, "Price", "start,insert,choose,price,add,insert,choose,price,deliver")
	if got := texts(c, x, d.Some); got != "true | result >= 150 and result <= 200" {
		t.Errorf("demands %s", got)
	}
	c = loadExample(t, "change.sxt")
	ret := testkit.Extern(t, c.System, "Return")
	d = dutyOf(t, c, "Return", "start,insert,choose,price,add,insert,choose,price,change,giveBack")
	s := c.System.Store
	whole := s.And(d.Some[0].Pre, d.Some[0].Post)
	for text, test := range map[string]struct {
		values []int64 // price, amount, reserve, result
		want   smt.Status
	}{
		"right":                   {[]int64{150, 200, 0, 1, 0, 0, 1, 0}, smt.Sat},
		"no coins for the change": {[]int64{150, 200, 2, 0, 0, 0, 0, 0}, smt.Unsat},
		"too many coins":          {[]int64{150, 200, 0, 1, 0, 90, 0, 0}, smt.Unsat},
		"no such amount":          {[]int64{150, 210, 3, 0, 0, 3, 0, 0}, smt.Sat},
		"exact":                   {[]int64{200, 200, 3, 0, 0, 0, 0, 0}, smt.Unsat},
	} {
		query := []*term.Term{whole}
		for i, v := range append(append([]*term.Term{}, ret.Inputs...), ret.Output...) {
			query = append(query, s.Eq(v, s.Int(test.values[i])))
		}
		answer, err := c.Solver.Check(t.Context(), smt.Query{Conjuncts: query})
		if err != nil || answer.Status != test.want {
			t.Errorf("%s: %v %v, want %v", text, answer.Status, err, test.want)
		}
	}
}

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
func outcomes(t *testing.T, c *contract.Checker, name string, d contract.Duty, run contract.Run) (string, *result.Exercise) {
	t.Helper()
	e, err := c.Exercise(t.Context(), testkit.Extern(t, c.System, name), d, run, contract.ExerciseOptions{})
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

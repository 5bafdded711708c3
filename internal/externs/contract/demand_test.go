package contract_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// texts prints behaviours with the names of the model.
func texts(c *contract.Checker, x *sts.Extern, behaviors []sts.Behavior) string {
	var out []string
	for _, b := range behaviors {
		out = append(out, contract.PlainText(c.System, x, b.Pre)+" | "+contract.PlainText(c.System, x, b.Post))
	}
	return strings.Join(out, "; ")
}

// TestInferredDemandsHaveQuantifiers: a path that fixes the input has a demand on this input, one that leaves it free a demand on some input,
// and one that ignores the result none.
func TestInferredDemandsHaveQuantifiers(t *testing.T) {
	c := contracts.LoadText(t, contracts.FixedAndFree)
	x := testkit.Extern(t, c.System, "F")
	for names, want := range map[string][2]string{
		"fixed,big":  {"n == 7 | result >= 11", ""},
		"free,small": {"", "true | result <= 9"},
		"asked":      {"", "n >= 4 | result == n + 1"},
		"look,go":    {"", ""},
	} {
		d := contracts.Duty(t, c, "F", names)
		if got := [2]string{texts(c, x, d.Contract.Behaviors), texts(c, x, d.Some)}; got != want {
			t.Errorf("%s: every %q, some %q, want %q", names, got[0], got[1], want)
		}
		if d.Empty() != (want == [2]string{}) {
			t.Errorf("%s: empty is %t", names, d.Empty())
		}
		inferred := c.Infer([]*path.Path{contracts.Named(t, c, names)})
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
			t.Errorf("%s: %+v, want %s", names, demand, quantifier)
		}
	}
}

// TestConditionsOnInputsAreNotDemands: conditions of a path on arguments alone are not demands on the result.
func TestConditionsOnInputsAreNotDemands(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	p := contracts.Named(t, c, "start,insert,choose,price,add,insert,choose,price,change")
	demand, err := c.Simplify(t.Context(), c.Infer([]*path.Path{p})[2])
	if err != nil {
		t.Fatal(err)
	}
	if demand.Extern != "Return" || demand.Quantifier != result.NoDemand || len(demand.Needs) > 0 || len(demand.Requires) == 0 {
		t.Errorf("%+v", demand)
	}
}

// TestDemandIsProjection: the demand over formal parameters has the same solutions as the axioms with the other variables bound.
func TestDemandIsProjection(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	x := testkit.Extern(t, c.System, "Price")
	d := contracts.Duty(t, c, "Price", "start,insert,choose,price,add,insert,choose,price,deliver")
	if got := texts(c, x, d.Some); got != "true | result >= 150 and result <= 200" {
		t.Errorf("demands %s", got)
	}
	c = contracts.LoadExample(t, "change.sxt")
	ret := testkit.Extern(t, c.System, "Return")
	d = contracts.Duty(t, c, "Return", "start,insert,choose,price,add,insert,choose,price,change,giveBack")
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

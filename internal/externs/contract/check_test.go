package contract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// TestContractCheckUsesAssumptions: constants that the model excludes are not counterexamples.
func TestContractCheckUsesAssumptions(t *testing.T) {
	for assume, want := range map[string]result.Property{
		"assume limit > 10":                   {Decision: result.Yes},
		"assume limit > 9":                    {Decision: result.No, Evidence: "with limit = 10"},
		"assume limit > 10\nassume limit < 5": {Decision: result.Undecided, Evidence: "no constants satisfy the assumptions"},
		"assume start > 10 and limit > start": {Decision: result.Yes},
	} {
		c := contracts.LoadText(t, "system M\nconst limit: int\n"+assume+`
extern F(x: int) -> int contract { behavior b: requires x > 0 ensures result > 10 and result < limit + 1 }
var start: int
var y: int = 0
initial s
call: s -> s do y := F(y)
`)
		x := c.System.Externs[0]
		r, err := c.CheckContract(t.Context(), x, &x.Contracts[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Satisfiable; got.Decision != want.Decision || !strings.Contains(got.Evidence, want.Evidence) {
			t.Errorf("%s: %+v, want %+v", assume, got, want)
		}
	}
}

// TestOverlappingBehaviorsAreJudgedTogether: each postcondition can be met alone, but not both where both apply.
func TestOverlappingBehaviorsAreJudgedTogether(t *testing.T) {
	c := contracts.LoadText(t, `system M
extern F(x: int) -> int contract {
  behavior more: requires x > 3 ensures result > x
  behavior less: requires x > 5 ensures result < x
  behavior other: requires x < 0 ensures result == 0
}
extern G(x: int) -> int contract {
  behavior more: requires x > 3 ensures result > x
  behavior less: requires x > 5 ensures result < 2 * x
}
var y: int = 0
initial s
call: s -> s do y := F(y) + G(y)
`)
	for i, want := range []string{"behavior more and behavior less apply, but no result satisfies their postconditions together", ""} {
		x := c.System.Externs[i]
		r, err := c.CheckContract(t.Context(), x, &x.Contracts[0])
		if err != nil {
			t.Fatal(err)
		}
		if (r.Satisfiable.Decision == result.Yes) != (want == "") || !strings.Contains(r.Satisfiable.Evidence, want) {
			t.Errorf("%s: %+v", x.Name, r.Satisfiable)
		}
	}
}

// TestContractsOfValuesThatExist: an argument that only the bounds widened by zero allow is not a counterexample, and such a result does not
// satisfy a contract.
func TestContractsOfValuesThatExist(t *testing.T) {
	c := contracts.LoadText(t, `system M
extern F(x: (5..9)?) -> (5..9)? contract {
  behavior some: requires x != none and value(x) >= 5 ensures result == none
  behavior none: requires x == none ensures result != none and value(result) < 5
}
var y: (5..9)? = none
initial s
call: s -> s do y := F(y)
`)
	x := c.System.Externs[0]
	r, err := c.CheckContract(t.Context(), x, &x.Contracts[0])
	if err != nil || r.Complete.Decision != result.Yes || r.Disjoint.Decision != result.Yes || r.Satisfiable.Decision != result.No {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestContractsNoFunctionCanKeep: a contract without a result for some input is named, with the transitions that may call the function with
// it.
func TestContractsNoFunctionCanKeep(t *testing.T) {
	c := contracts.LoadText(t, `system M
const low: int
assume low > 3
extern Never(x: int) -> int contract C { behavior b: requires x > 3 ensures result > x and result < x }
extern Guarded(x: int) -> int contract { behavior b: requires x >= low ensures result > low and result < x }
extern Fine(x: int) -> int contract { behavior b: ensures result > x }
var y: int = 0
initial s
never: s -> s do y := Never(y)
zero: s -> s when y < 2 do y := Never(y)
guarded: s -> s when y > low + 1 do y := Guarded(y)
fine: s -> s do y := Fine(y)
`)
	choice, err := contract.Choose(c.System, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Unkeepable(t.Context(), choice)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !strings.Contains(got[i].Evidence, "no result satisfies") {
			t.Errorf("%+v", got[i])
		}
		got[i].Evidence = ""
	}
	want := []result.Unkeepable{{Extern: "Never", Contract: "C", Transitions: []string{"never"}}, {Extern: "Guarded", Transitions: []string{}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

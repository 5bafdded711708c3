package contract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// Example 1: both contracts of Price are disjoint and complete, and satisfiable.
func TestExample1Contracts(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	price := testkit.Extern(t, c.System, "Price")
	for i := range price.Contracts {
		r, err := c.CheckContract(t.Context(), price, &price.Contracts[i])
		if err != nil {
			t.Fatal(err)
		}
		want := result.ContractCheck{Extern: "Price", Contract: []string{"Cr", "Cw"}[i], Behaviors: 2,
			Disjoint: result.Property{Decision: result.Yes}, Complete: result.Property{Decision: result.Yes}, Satisfiable: result.Property{Decision: result.Yes}}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Error(diff)
		}
	}
}

// Examples 4 and 5, contract Cr: four distinguished paths, each feasible and all together; Price(coffee) = 200 and
// Price(tea) between 150 and 200.
func TestExample5ContractCr(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	paths := loops(t, c, map[string]string{"Price": "Cr"})
	f, err := c.Feasible(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) != 4 || f.Status != result.Feasible {
		t.Fatalf("%d paths, %s (%s)", len(paths), f.Status, f.Reason)
	}
	for _, s := range f.Singles {
		if s.Status != result.Feasible {
			t.Errorf("%s is %s", s.Path.Name(), s.Status)
		}
	}
	prices := map[string]int64{}
	for _, row := range f.Implementation[testkit.Extern(t, c.System, "Price")] {
		n, _ := row.Result[0].Small()
		prices[row.Args[0].Format(testkit.Extern(t, c.System, "Price").Params[0].Type.Scalar)] = n
	}
	if prices["coffee"] != 200 || prices["tea"] < 150 || prices["tea"] > 200 || len(prices) != 2 {
		t.Errorf("implementation %v", prices)
	}
}

// Example 5, contract Cw: no path is feasible; the guards' prices and the postconditions clash.
func TestExample5ContractCw(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	f, err := c.Feasible(t.Context(), loops(t, c, map[string]string{"Price": "Cw"}))
	if err != nil {
		t.Fatal(err)
	}
	if f.Status != result.Infeasible || len(f.Singles) != 4 {
		t.Fatalf("%s, %d paths", f.Status, len(f.Singles))
	}
	for _, s := range f.Singles {
		var origins []string
		for _, k := range s.Conflict {
			origins = append(origins, k.Origin)
		}
		text := strings.Join(origins, "; ")
		last := s.Path.Move.Name
		if s.Status != result.Infeasible || len(origins) != 2 || !strings.Contains(text, "guard of "+last) || !strings.Contains(text, "postcondition of behavior") {
			t.Errorf("%s is %s, conflict %v", s.Path.Name(), s.Status, s.Conflict)
		}
	}
}

// Section 7.1: eight distinguished paths with the path conditions pc1 to pc8. The paper's pc6 and pc8 print e >= r where
// the contract of Return has <=; the contract is right, since the machine cannot give more coins than it has.
func TestSection71PathConditions(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	paths := loops(t, c, map[string]string{"Price": "Cr"})
	if len(paths) != 8 {
		t.Fatalf("%d distinguished paths, want 8", len(paths))
	}
	for _, p := range paths {
		if got, want := condition(c, p), printedCondition(c, p); !equivalent(t, c, got, want) {
			t.Errorf("%s:\n got %v\nwant %v", p.Name(), got, want)
		}
	}
}

// condition is π as one term.
func condition(c *contract.Checker, p *path.Path) *term.Term {
	return c.System.Store.And(path.Terms(p.All())...)
}

// takes reports whether a path has a transition.
func takes(p *path.Path, transition string) bool {
	for _, m := range p.Moves() {
		if m.Name == transition {
			return true
		}
	}
	return false
}

// printedCondition is the paper's condition for a path of the machine with change, over our variables.
func printedCondition(c *contract.Checker, p *path.Path) *term.Term {
	s := c.System.Store
	price := p.AllCalls()[0].Results[0]
	between := func(low, high int64) *term.Term { return s.And(s.Le(s.Int(low), price), s.Le(price, s.Int(high))) }
	parts := []*term.Term{between(150, 200)}
	drink := p.AllCalls()[0].Args[0]
	if strings.Contains(p.Name(), "[low]") {
		parts = append(parts, s.Eq(drink, s.Const(drink.Sort(), term.IntValue(0))), between(100, 200))
	} else {
		parts = append(parts, s.Eq(drink, s.Const(drink.Sort(), term.IntValue(1))), between(200, 300))
	}
	suffix := price.Name()[strings.Index(price.Name(), "#"):]
	coin := func(name string, i int) *term.Term {
		return s.Var(name+"["+string(rune('0'+i))+"]"+map[string]string{"X": "@2", "R": "@0"}[name]+suffix, term.Nat)
	}
	worth := func(a, b, d *term.Term) *term.Term {
		return s.Add(s.Mul(s.Int(20), a), s.Mul(s.Int(50), b), s.Mul(s.Int(100), d))
	}
	m := worth(coin("X", 0), coin("X", 1), coin("X", 2))
	n1, n2, n3 := s.Var("n1", term.Int), s.Var("n2", term.Int), s.Var("n3", term.Int)
	var bounds []*term.Term
	for i, n := range []*term.Term{n1, n2, n3} {
		bounds = append(bounds, s.Le(s.Int(0), n), s.Le(n, coin("R", i)))
	}
	change := s.Sub(m, price)
	phi := s.Exists([]*term.Term{n1, n2, n3}, s.And(append(bounds, s.Eq(change, worth(n1, n2, n3)))...))
	switch {
	case takes(p, "add"):
		parts = append(parts, s.Lt(m, price))
	case takes(p, "exact"):
		parts = append(parts, s.Eq(m, price))
	case takes(p, "refuse"):
		parts = append(parts, s.Lt(price, m), s.Not(phi))
	default:
		e := p.AllCalls()[1].Results
		parts = append(parts, s.Lt(price, m), phi, s.Lt(s.Int(0), price), s.Eq(worth(e[0], e[1], e[2]), change))
		for i := range e {
			parts = append(parts, s.Le(e[i], coin("R", i)))
		}
	}
	return s.And(parts...)
}

// Section 7.2: the four paths pc1 to pc4 are feasible together under Cr and not under Cw.
func TestSection72Feasibility(t *testing.T) {
	for name, want := range map[string]result.Feasibility{"Cr": result.Feasible, "Cw": result.Infeasible} {
		c := contracts.LoadExample(t, "change.sxt")
		var four []*path.Path
		for _, p := range loops(t, c, map[string]string{"Price": name}) {
			if takes(p, "add") || takes(p, "exact") {
				four = append(four, p)
			}
		}
		f, err := c.Feasible(t.Context(), four)
		if err != nil || len(four) != 4 || f.Status != want {
			t.Errorf("%s: %d paths, %v, %v", name, len(four), f.Status, err)
		}
	}
}

// All eight paths of section 7.1 together: feasible under Cr, by an implementation that gives change only from what is there.
func TestSection71PathsTogether(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	f, err := c.Feasible(t.Context(), loops(t, c, map[string]string{"Price": "Cr"}))
	if err != nil || f.Status != result.Feasible {
		t.Fatalf("%s (%s), %v", f.Status, f.Reason, err)
	}
	for _, row := range f.Implementation[testkit.Extern(t, c.System, "Return")] {
		for i := range 3 {
			given, _ := row.Result[i].Small()
			reserve, _ := row.Args[2+i].Small()
			if given < 0 || given > reserve {
				t.Errorf("Return gives %v from %v", row.Result, row.Args[2:])
			}
		}
	}
}

// Section 7: the contract of Return cannot always be met: for instance a difference of 20 without a 20-cent coin.
func TestReturnIsNotSatisfiable(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	x := testkit.Extern(t, c.System, "Return")
	r, err := c.CheckContract(t.Context(), x, &x.Contracts[0])
	if err != nil {
		t.Fatal(err)
	}
	if r.Satisfiable.Decision != result.No || !strings.Contains(r.Satisfiable.Evidence, "Return(") {
		t.Errorf("satisfiable: %+v", r.Satisfiable)
	}
	if r.Complete.Decision != result.No || r.Disjoint.Decision != result.Yes {
		t.Errorf("complete %+v, disjoint %+v", r.Complete, r.Disjoint)
	}
	t.Log(r.Satisfiable.Evidence)
}

// TestOverlappingBehaviors: where behaviours overlap, an implementation has to keep both.
func TestOverlappingBehaviors(t *testing.T) {
	c := contracts.LoadText(t, `system M
extern G(x: int) -> int contract {
  behavior more: requires x > 0 ensures result > x
  behavior less: requires x > 5 ensures result < 4 * x
}
input i(x: int)
initial s
much: s -> e in i(x) when x == 6 and G(x) == 24`)
	f, err := c.Feasible(t.Context(), loops(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range f.Singles {
		if p.Status != result.Infeasible {
			t.Errorf("%s is %s", p.Path.Name(), p.Status)
		}
	}
}

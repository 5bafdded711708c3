package contract_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

func names(vars []*term.Term) string {
	var out []string
	for _, v := range vars {
		out = append(out, v.Name())
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

// Example 6: a path of the simple machine that calls Price twice. v1 and v2 are x@2 and x@6, p1 and p2 Price@4 and Price@8, B1
// and B2 the drinks. Everything is related, since v1 occurs with p1 and with p2.
func TestExample6Inference(t *testing.T) {
	c := contracts.LoadExample(t, "vending.sxt")
	p := contracts.Named(t, c, "start,insert,choose,price,add,insert,choose,price,deliver")
	inferred := c.Infer([]*path.Path{p})
	if len(inferred) != 2 {
		t.Fatalf("%d behaviours, want 2", len(inferred))
	}
	var got [][]string
	for _, r := range inferred {
		got = append(got, []string{names(r.Frozen), r.Pre.String(), r.Post.String()})
	}
	want := [][]string{
		{"B@3 Price@4 Price@8 x@2 x@6", "Price.x1 == B@3", "Price.result == Price@4"},
		{"B@7 Price@4 Price@8 x@2 x@6", "Price.x1 == B@7", "Price.result == Price@8"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("G, Pre and Post (-want +got):\n%s", diff)
	}
	s := c.System.Store
	v1, v2 := s.Var("x@2", term.Nat), s.Var("x@6", term.Nat)
	p1, p2 := s.Var("Price@4", term.Int), s.Var("Price@8", term.Int)
	between := func(p *term.Term) *term.Term { return s.And(s.Le(s.Int(150), p), s.Le(p, s.Int(200))) }
	axioms := s.And(s.Lt(v1, p1), between(p1), s.Le(p2, s.Add(v1, v2)), between(p2))
	for _, r := range inferred {
		if !equivalent(t, c, s.And(r.Axioms...), axioms) {
			t.Errorf("Ax is %v", r.Axioms)
		}
	}
	preserved(t, c, p, inferred)
}

// Section 7.3: a path of the machine with change that calls Price twice and Return once.
func TestSection73Inference(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	p := contracts.Named(t, c, "start,insert,choose,price,add,insert,choose,price,change,giveBack")
	inferred := c.Infer([]*path.Path{p})
	if len(inferred) != 3 {
		t.Fatalf("%d behaviours, want 3", len(inferred))
	}
	ret := inferred[2]
	if ret.Call.Extern.Name != "Return" {
		t.Fatalf("the third call is of %s", ret.Call.Extern.Name)
	}
	for _, v := range []string{"Price@4", "Price@8", "X[0]@2", "X[0]@6", "R[0]@0", "Return[0]@9"} {
		if !strings.Contains(" "+names(ret.Frozen)+" ", " "+v+" ") {
			t.Errorf("G of Return lacks %s: %s", v, names(ret.Frozen))
		}
	}
	for _, axiom := range []string{"exists", "Price@4"} {
		if !strings.Contains(c.System.Store.And(ret.Axioms...).String(), axiom) {
			t.Errorf("Ax of Return lacks %q: %v", axiom, ret.Axioms)
		}
	}
	preserved(t, c, p, inferred)
}

func preserved(t *testing.T, c *contract.Checker, p *path.Path, inferred []contract.Inferred) {
	t.Helper()
	ok, why, err := c.Preserves(t.Context(), []*path.Path{p}, inferred)
	if err != nil || !ok {
		t.Errorf("theorem 1: %s %v", why, err)
	}
}

// section73 is the path of section 7.3 up to the call of Return, under a contract of Return.
func section73(t *testing.T, c *contract.Checker, k *sts.Contract) *path.Path {
	t.Helper()
	moves, err := contract.Named(c.System, strings.Split("start,insert,choose,price,add,insert,choose,price,change", ","))
	if err != nil {
		t.Fatal(err)
	}
	choice := contract.Choice{}
	if k != nil {
		choice[testkit.Extern(t, c.System, "Return")] = k
	}
	paths, err := contract.Execute(t.Context(), c.System, moves, choice)
	if err != nil || len(paths) != 1 {
		t.Fatalf("%d paths, %v", len(paths), err)
	}
	return paths[0]
}

// printed73 is the condition that section 7.3 prints, over our variables: without the equation of Return's postcondition, and that
// equation.
func printed73(s *term.Store) (path, equation *term.Term) {
	coin := func(name string, i int, step string) *term.Term {
		return s.Var(name+"["+string(rune('0'+i))+"]@"+step, term.Nat)
	}
	worth := func(a, b, c *term.Term) *term.Term {
		return s.Add(s.Mul(s.Int(20), a), s.Mul(s.Int(50), b), s.Mul(s.Int(100), c))
	}
	inserted := func(step string) *term.Term { return worth(coin("X", 0, step), coin("X", 1, step), coin("X", 2, step)) }
	m1, m2 := inserted("2"), inserted("6")
	p1, p2 := s.Var("Price@4", term.Int), s.Var("Price@8", term.Int)
	between := func(p *term.Term) *term.Term { return s.And(s.Le(s.Int(150), p), s.Le(p, s.Int(200))) }
	n := []*term.Term{s.Var("n1", term.Int), s.Var("n2", term.Int), s.Var("n3", term.Int)}
	var parts []*term.Term
	for i := range n {
		parts = append(parts, s.Le(s.Int(0), n[i]), s.Le(n[i], coin("R", i, "0")))
	}
	change := s.Sub(s.Add(m1, m2), p2)
	phi := s.Exists(n, s.And(append(parts, s.Eq(change, worth(n[0], n[1], n[2])))...))
	path = s.And(s.Lt(m1, p1), between(p1), s.Lt(p2, s.Add(m1, m2)), between(p2), phi)
	return path, s.Eq(worth(coin("Return", 0, "9"), coin("Return", 1, "9"), coin("Return", 2, "9")), change)
}

// The axioms of section 7.3 without contracts: the printed ones without the equation of Return's postcondition. With the contract
// of Return in force, as far as the paper prints it, they are the printed ones; with all of it, the result is also bounded by the
// reserve.
func TestSection73Axioms(t *testing.T) {
	c := contracts.LoadExample(t, "change.sxt")
	s, ret := c.System.Store, testkit.Extern(t, c.System, "Return")
	whole := ret.Contracts[0]
	equation := sts.Contract{Behaviors: []sts.Behavior{whole.Behaviors[0]}}
	equation.Behaviors[0].Post = whole.Behaviors[0].Post.Conjuncts()[0]
	condition, sum := printed73(s)
	var bounded []*term.Term
	for _, i := range []string{"0", "1", "2"} {
		bounded = append(bounded, s.Le(s.Var("Return["+i+"]@9", term.Nat), s.Var("R["+i+"]@0", term.Nat)))
	}
	for name, test := range map[string]struct {
		contract *sts.Contract
		printed  *term.Term
	}{"none": {nil, condition}, "printed": {&equation, s.And(condition, sum)}, "whole": {&whole, s.And(append(bounded, condition, sum)...)}} {
		p := section73(t, c, test.contract)
		inferred := c.Infer([]*path.Path{p})
		if len(inferred) != 3 {
			t.Fatalf("%s: %d behaviours", name, len(inferred))
		}
		for _, r := range inferred {
			if !equivalent(t, c, s.And(r.Axioms...), test.printed) {
				t.Errorf("contract %s: Ax of %s is %v", name, r.Call.Extern.Name, r.Axioms)
			}
		}
		preserved(t, c, p, inferred)
	}
}

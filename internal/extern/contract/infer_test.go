package contract_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/term"
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
	c := loadExample(t, "vending.sxt")
	p := named(t, c, "start,insert,choose,price,add,insert,choose,price,deliver")
	inferred := c.Infer([]*contract.Path{p})
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
	c := loadExample(t, "change.sxt")
	p := named(t, c, "start,insert,choose,price,add,insert,choose,price,change,giveBack")
	inferred := c.Infer([]*contract.Path{p})
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

func preserved(t *testing.T, c *contract.Checker, p *contract.Path, inferred []contract.Inferred) {
	t.Helper()
	ok, why, err := c.Preserves(t.Context(), []*contract.Path{p}, inferred)
	if err != nil || !ok {
		t.Errorf("theorem 1: %s %v", why, err)
	}
}

// The axioms of section 7.3, on the path up to the call of Return. The paper says that no contracts are associated, but
// prints the equation of Return's postcondition among them; ours are the printed ones without that equation.
func TestSection73Axioms(t *testing.T) {
	c := loadExample(t, "change.sxt")
	p := named(t, c, "start,insert,choose,price,add,insert,choose,price,change")
	inferred := c.Infer([]*contract.Path{p})
	s := c.System.Store
	coin := func(name string, i int, step string) *term.Term {
		return s.Var(name+"["+string(rune('0'+i))+"]@"+step, term.Nat)
	}
	worth := func(step string) *term.Term {
		return s.Add(s.Mul(s.Int(20), coin("X", 0, step)), s.Mul(s.Int(50), coin("X", 1, step)), s.Mul(s.Int(100), coin("X", 2, step)))
	}
	m1, m2 := worth("2"), worth("6")
	p1, p2 := s.Var("Price@4", term.Int), s.Var("Price@8", term.Int)
	between := func(p *term.Term) *term.Term { return s.And(s.Le(s.Int(150), p), s.Le(p, s.Int(200))) }
	var bound, parts []*term.Term
	for i, factor := range []int64{20, 50, 100} {
		n := s.Var("n"+string(rune('1'+i)), term.Int)
		bound = append(bound, n)
		parts = append(parts, s.Le(s.Int(0), n), s.Le(n, coin("R", i, "0")))
		m2 = s.Add(m2, s.Mul(s.Int(-factor), n))
	}
	phi := s.Exists(bound, s.And(append(parts, s.Eq(s.Add(m1, m2), p2))...))
	printed := s.And(s.Lt(m1, p1), between(p1), s.Lt(p2, s.Add(m1, worth("6"))), between(p2), phi)
	for _, r := range inferred {
		if !equivalent(t, c, s.And(r.Axioms...), printed) {
			t.Errorf("Ax of %s is %v", r.Call.Extern.Name, r.Axioms)
		}
	}
	preserved(t, c, p, inferred)
}

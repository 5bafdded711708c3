package term

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// freeIn is the definition: the variables of the parts, without those that a quantifier binds.
func freeIn(t *Term) map[*Term]bool {
	out := map[*Term]bool{}
	if t.op == OpVar {
		out[t] = true
	}
	parts := t.args
	quantified := t.op == OpExists || t.op == OpForall
	if quantified {
		parts = []*Term{t.Body()}
	}
	for _, a := range parts {
		for v := range freeIn(a) {
			out[v] = true
		}
	}
	if quantified {
		for _, v := range t.Bound() {
			delete(out, v)
		}
	}
	return out
}

// Terms with few and with many variables agree with the definition.
func TestVarsAreThoseThatOccur(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewRawStore()
		variable := func(i int) *Term { return s.Var(fmt.Sprint("v", i), Int) }
		condition := s.True()
		for range rapid.IntRange(1, 8).Draw(t, "parts") {
			from := rapid.IntRange(0, 200).Draw(t, "from")
			sum := s.Int(0)
			for i := range rapid.IntRange(0, 50).Draw(t, "length") {
				sum = s.Add(sum, variable(from+i))
			}
			condition = s.And(condition, s.Le(sum, s.Int(7)))
			if rapid.Bool().Draw(t, "quantified") {
				condition = s.Exists([]*Term{variable(rapid.IntRange(0, 200).Draw(t, "bound"))}, condition)
			}
		}
		got := condition.Vars()
		want := freeIn(condition)
		if len(got) != len(want) || slices.ContainsFunc(got, func(v *Term) bool { return !want[v] }) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if !slices.IsSortedFunc(got, func(a, b *Term) int { return int(a.id) - int(b.id) }) {
			t.Fatalf("not in order: %v", got)
		}
	})
}

// A chain over a large array takes memory linear in the array, not quadratic.
func TestLongChainsAreSmall(t *testing.T) {
	const length = 4096
	s := NewStore()
	index := s.Var("i", Int)
	made := testing.AllocsPerRun(1, func() {
		chain := s.Int(0)
		for k := range int64(length) {
			chain = s.Ite(s.Eq(index, s.Int(k)), s.Var(fmt.Sprint("a", k), Int), chain)
		}
		for part := chain; part.op == OpIte; part = part.args[2] {
			if len(part.vars) > fewEnough {
				t.Fatalf("a part keeps %d variables", len(part.vars))
			}
		}
		if n := len(chain.Vars()); n != length+1 {
			t.Fatalf("%d variables", n)
		}
	})
	if made > 100*length {
		t.Fatalf("%v allocations", made)
	}
}

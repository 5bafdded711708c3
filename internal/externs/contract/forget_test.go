package contract

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// TestForgetEqualsEnumeration: the result of forgetting variables holds for exactly those values of the others for which trying all values of
// the forgotten ones finds a solution.
func TestForgetEqualsEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := term.NewStore()
		sort := term.Range(0, 3)
		var vars []*term.Term
		for i := range 4 {
			vars = append(vars, s.Var(fmt.Sprintf("v%d", i), sort))
		}
		sum := func(name string) *term.Term {
			out := s.Int(int64(rapid.IntRange(-3, 3).Draw(r, name)))
			for i := range rapid.IntRange(1, 2).Draw(r, name+" terms") {
				factor := s.Int(int64(rapid.SampledFrom([]int{1, 1, -1, 2}).Draw(r, fmt.Sprint(name, " factor ", i))))
				out = s.Add(out, s.Mul(factor, rapid.SampledFrom(vars).Draw(r, fmt.Sprint(name, " variable ", i))))
			}
			return out
		}
		var conditions []*term.Term
		for i := range rapid.IntRange(1, 5).Draw(r, "conditions") {
			a, b := sum(fmt.Sprint("a", i)), sum(fmt.Sprint("b", i))
			conditions = append(conditions, rapid.SampledFrom([]*term.Term{s.Le(a, b), s.Lt(a, b), s.Eq(a, b), s.Not(s.Eq(a, b))}).Draw(r, fmt.Sprint("condition ", i)))
		}
		keep := map[*term.Term]bool{vars[0]: true, vars[1]: true}
		left := s.And(forget(s, conditions, keep)...)
		whole := s.And(conditions...)
		some := false
		agree := func(want bool, a, b int64) {
			v, err := s.Evaluate(left, map[*term.Term]term.Value{vars[0]: term.IntValue(a), vars[1]: term.IntValue(b)})
			if err != nil || v.Bool() != want {
				r.Fatalf("%v without %v, %v is %v: for %d, %d it is %v, want %t (%v)", whole, vars[2], vars[3], left, a, b, v.Bool(), want, err)
			}
		}
		found := map[[2]int64]bool{}
		for n := range int64(256) {
			values := map[*term.Term]term.Value{}
			for i, v := range vars {
				values[v] = term.IntValue(n >> (2 * i) & 3)
			}
			v, err := s.Evaluate(whole, values)
			if err != nil {
				r.Fatal(err)
			}
			found[[2]int64{n & 3, n >> 2 & 3}] = found[[2]int64{n & 3, n >> 2 & 3}] || v.Bool()
			some = some || v.Bool()
		}
		if !some {
			return // conditions must be satisfiable
		}
		for key, want := range found {
			agree(want, key[0], key[1])
		}
	})
}

package term_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/term"
)

// What a count of conditions says is a condition where it is about none, one, all but one or all of them; and it has the same values as
// the comparison of numbers.
func TestCountsAreConditions(t *testing.T) {
	simple, raw := term.NewStore(), term.NewRawStore()
	count := func(s *term.Store) *term.Term {
		parts := []*term.Term{s.Int(0)}
		for i := range 3 {
			parts = append(parts, s.Ite(s.Var(fmt.Sprint("c", i), term.Bool), s.Int(1), s.Int(0)))
		}
		return s.Add(parts...)
	}
	for n := int64(-1); n <= 4; n++ {
		for name, compare := range map[string]func(s *term.Store, a, b *term.Term) *term.Term{
			"<=": (*term.Store).Le, "<": (*term.Store).Lt, "==": (*term.Store).Eq,
			">=": func(s *term.Store, a, b *term.Term) *term.Term { return s.Le(b, a) },
		} {
			got, want := compare(simple, count(simple), simple.Int(n)), compare(raw, count(raw), raw.Int(n))
			for bits := range int64(8) {
				values, rawValues := map[*term.Term]term.Value{}, map[*term.Term]term.Value{}
				for i := range 3 {
					name, value := fmt.Sprint("c", i), term.BoolValue(bits>>i&1 == 1)
					values[simple.Var(name, term.Bool)], rawValues[raw.Var(name, term.Bool)] = value, value
				}
				x, errX := simple.Evaluate(got, values)
				y, errY := raw.Evaluate(want, rawValues)
				if errX != nil || errY != nil || !x.Equal(y) {
					t.Errorf("count %s %d with %03b: %v, %v; unsimplified %v, %v", name, n, bits, x, errX, y, errY)
				}
			}
		}
	}
	c, d := simple.Var("c0", term.Bool), simple.Var("c1", term.Bool)
	two := simple.Add(simple.Ite(c, simple.Int(1), simple.Int(0)), simple.Ite(d, simple.Int(1), simple.Int(0)))
	for _, row := range []struct{ got, want *term.Term }{
		{simple.Le(two, simple.Int(0)), simple.And(simple.Not(c), simple.Not(d))},
		{simple.Le(two, simple.Int(1)), simple.Not(simple.And(c, d))},
		{simple.Le(simple.Int(1), two), simple.Not(simple.And(simple.Not(c), simple.Not(d)))},
		{simple.Eq(two, simple.Int(2)), simple.And(c, d)},
	} {
		if row.got != row.want {
			t.Errorf("%s instead of %s", row.got, row.want)
		}
	}
}

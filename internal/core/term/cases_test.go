package term_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A comparison of a count of conditions with none, one, all but one or all of them is written as a condition; it has the same values as the
// comparison of numbers.
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
				x, errX := simple.Evaluate(got, truths(simple, bits))
				y, errY := raw.Evaluate(want, truths(raw, bits))
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

// A number counted in both cases of a condition is counted once, whatever the condition; and sums of counts have the same values as without
// simplification.
func TestHalvesAreJoined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stores := []*term.Store{term.NewStore(), term.NewRawStore()}
		sums := make([]*term.Term, 2)
		for range rapid.IntRange(1, 8).Draw(t, "counts") {
			number, then, bits := rapid.Int64Range(-2, 2).Draw(t, "number"), rapid.Bool().Draw(t, "then"), rapid.IntRange(0, 26).Draw(t, "condition")
			for i, s := range stores {
				if sums[i] == nil {
					sums[i] = s.Int(0)
				}
				counts := s.Ite(literals(s, bits), s.Int(number), s.Int(0))
				if !then {
					counts = s.Ite(literals(s, bits), s.Int(0), s.Int(number))
				}
				sums[i] = s.Add(sums[i], counts)
			}
		}
		for bits := range int64(8) {
			values := []term.Value{}
			for i, s := range stores {
				v, err := s.Evaluate(sums[i], truths(s, bits))
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, v)
			}
			if !values[0].Equal(values[1]) {
				t.Fatalf("%s is %v with %03b, unsimplified %v", sums[0], values[0], bits, values[1])
			}
		}
	})
	s := term.NewStore()
	a, b := s.Var("c0", term.Bool), s.Var("c1", term.Bool)
	count := func(c *term.Term) *term.Term { return s.Ite(c, s.Int(1), s.Int(0)) }
	for _, row := range []struct{ got, want *term.Term }{
		{s.Add(count(s.And(a, b)), count(s.And(a, s.Not(b)))), count(a)},
		{s.Add(count(s.And(a, b)), count(s.And(a, s.Not(b))), count(s.Not(a))), s.Int(1)},
		{s.Le(s.Add(count(s.And(a, b)), count(s.And(a, s.Not(b)))), s.Int(1)), s.True()},
	} {
		if row.got != row.want {
			t.Errorf("%s instead of %s", row.got, row.want)
		}
	}
}

// A comparison of a chain of choices between constants, such as the index of an element that is found or -1, is a condition without
// choices; and it has the same values as without simplification.
func TestChainsAreConditions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		simple, raw := term.NewStore(), term.NewRawStore()
		a, b := simple.Int(-1), raw.Int(-1)
		for range rapid.IntRange(1, 5).Draw(t, "links") {
			bits, n, flip := rapid.IntRange(0, 26).Draw(t, "condition"), rapid.Int64Range(-2, 2).Draw(t, "number"), rapid.Bool().Draw(t, "flip")
			link := func(s *term.Store, rest *term.Term) *term.Term {
				if flip {
					return s.Ite(literals(s, bits), rest, s.Int(n))
				}
				return s.Ite(literals(s, bits), s.Int(n), rest)
			}
			a, b = link(simple, a), link(raw, b)
		}
		bound, left := rapid.Int64Range(-3, 3).Draw(t, "bound"), rapid.Bool().Draw(t, "left")
		compare := func(s *term.Store, chain *term.Term) *term.Term {
			if left {
				return s.Le(chain, s.Int(bound))
			}
			return s.Lt(s.Int(bound), chain)
		}
		got, want := compare(simple, a), compare(raw, b)
		if strings.Contains(got.String(), "if ") {
			t.Fatalf("%s has a choice", got)
		}
		for bits := range int64(8) {
			x, errX := simple.Evaluate(got, truths(simple, bits))
			y, errY := raw.Evaluate(want, truths(raw, bits))
			if errX != nil || errY != nil || !x.Equal(y) {
				t.Fatalf("%s is %v, %v with %03b; %s is %v, %v", got, x, errX, bits, want, y, errY)
			}
		}
	})
	s := term.NewStore()
	x, y := s.Var("c0", term.Bool), s.Var("c1", term.Bool)
	index := s.Ite(x, s.Int(0), s.Ite(y, s.Int(1), s.Int(-1)))
	if got, want := s.Le(s.Int(0), index), s.Or(x, y); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// literals is a conjunction of three conditions, each unchanged, negated or left out, by the digits of a number.
func literals(s *term.Store, digits int) *term.Term {
	var out []*term.Term
	for i := range 3 {
		c := s.Var(fmt.Sprint("c", i), term.Bool)
		switch digits % 3 {
		case 0:
			out = append(out, c)
		case 1:
			out = append(out, s.Not(c))
		}
		digits /= 3
	}
	return s.And(out...)
}

// truths are the values of the three conditions, by the bits of a number.
func truths(s *term.Store, bits int64) map[*term.Term]term.Value {
	out := map[*term.Term]term.Value{}
	for i := range 3 {
		out[s.Var(fmt.Sprint("c", i), term.Bool)] = term.BoolValue(bits>>i&1 == 1)
	}
	return out
}

// A comparison with the lesser or greater of a constant and a number needs no choice where one of the two decides; it has the same values as
// without simplification.
func TestComparisonsWithMinimum(t *testing.T) {
	simple, raw := term.NewStore(), term.NewRawStore()
	choices := map[string]func(s *term.Store, x *term.Term) *term.Term{
		"min(3, x)": func(s *term.Store, x *term.Term) *term.Term { return s.Ite(s.Le(s.Int(3), x), s.Int(3), x) },
		"min(x, 3)": func(s *term.Store, x *term.Term) *term.Term { return s.Ite(s.Lt(x, s.Int(3)), x, s.Int(3)) },
		"max(3, x)": func(s *term.Store, x *term.Term) *term.Term { return s.Ite(s.Le(x, s.Int(3)), s.Int(3), x) },
		"max(x, 3)": func(s *term.Store, x *term.Term) *term.Term { return s.Ite(s.Lt(s.Int(3), x), x, s.Int(3)) },
	}
	sides := map[string]func(s *term.Store, x *term.Term) *term.Term{
		"x": func(_ *term.Store, x *term.Term) *term.Term { return x }, "x - 1": func(s *term.Store, x *term.Term) *term.Term { return s.Sub(x, s.Int(1)) },
		"x + 1": func(s *term.Store, x *term.Term) *term.Term { return s.Add(x, s.Int(1)) }, "2": func(s *term.Store, _ *term.Term) *term.Term { return s.Int(2) },
		"3": func(s *term.Store, _ *term.Term) *term.Term { return s.Int(3) }, "4": func(s *term.Store, _ *term.Term) *term.Term { return s.Int(4) },
		"5 - x": func(s *term.Store, x *term.Term) *term.Term { return s.Sub(s.Int(5), x) },
	}
	build := func(s *term.Store, choice, side func(*term.Store, *term.Term) *term.Term, left bool) *term.Term {
		x := s.Var("x", term.Nat)
		if left {
			return s.Le(choice(s, x), side(s, x))
		}
		return s.Le(side(s, x), choice(s, x))
	}
	for name, choice := range choices {
		for other, side := range sides {
			for _, left := range []bool{true, false} {
				got, want := build(simple, choice, side, left), build(raw, choice, side, left)
				for n := range int64(8) {
					a, errA := simple.Evaluate(got, map[*term.Term]term.Value{simple.Var("x", term.Nat): term.IntValue(n)})
					b, errB := raw.Evaluate(want, map[*term.Term]term.Value{raw.Var("x", term.Nat): term.IntValue(n)})
					if errA != nil || errB != nil || !a.Equal(b) {
						t.Errorf("%s and %s, %v, for %d: %v %v, unsimplified %v %v", name, other, left, n, a, errA, b, errB)
					}
				}
			}
		}
	}
	if got := build(simple, choices["min(3, x)"], sides["x"], true); !got.IsTrue() {
		t.Errorf("min(3, x) <= x is %s", got)
	}
	if got := build(simple, choices["min(3, x)"], sides["x + 1"], false); !got.IsFalse() {
		t.Errorf("x + 1 <= min(3, x) is %s", got)
	}
}

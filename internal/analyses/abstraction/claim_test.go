package abstraction_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Claims about infinitely many states: which are proved, and which refuted, and by what kind of query.
func TestClaims(t *testing.T) {
	tests := []struct {
		name, model string
		want        []string
		quantified  bool // some claim needs a query with quantifiers
	}{
		{"a choice that depends on the state", `
			var x: nat = 0
			event grow: any a: nat where a > x do x := a
			predicates P = { x > 10 }`,
			[]string{"q0 -grow-> q0", "q0 -grow+--> q1", "q1 -grow+-> q1"}, false},
		{"one-to-one", `
			var x: int = 0
			event turn: do x := -x
			predicates P = { x > 0, x < 0 }`,
			[]string{"q0 -turn+--> q0", "q1 -turn+--> q2", "q2 -turn+--> q1"}, false},
		{"not onto", `
			var x: int = 0
			event double: do x := 2 * x
			predicates P = { x % 2 == 0 }`,
			[]string{"q0 -double+-> q1", "q1 -double+-> q1"}, false},
		{"reals", `
			var x: real = 0.0
			event halve: when x > 0.0 do x := x / 2.0
			event shift: any d: real where d > 0.0 and d < 1.0 do x := x + d
			predicates P = { x > 0.0 }`,
			[]string{"q0 -shift--> q0", "q0 -shift-> q1", "q1 -halve+--> q1", "q1 -shift+--> q1"}, false},
		{"machine integers wrap around", `
			var x: uint8 = 0
			event step: do x := x + 1
			predicates P = { x == 0 }`,
			[]string{"q0 -step-> q0", "q0 -step--> q1", "q1 -step+-> q0"}, true},
		{"text", `
			var s: string = ""
			event put: any c: string where len(c) == 1 do s := c
			predicates P = { s == "" }`,
			[]string{"q0 -put+-> q0", "q1 -put+-> q0"}, false},
		{"two choices that hang together", `
			var x: int = 0
			event split: any a: int, b: int where a + b == x and a < b do x := b - a
			predicates P = { x > 0 }`,
			[]string{"q0 -split+--> q1", "q1 -split+--> q1"}, false},
		{"frozen constants", `
			const k: nat
			assume k > 0
			var x: nat = 0
			event step: when x < k do x := x + 1
			invariant below: x <= k
			predicates P = { x == k }`,
			[]string{"q0 -step-> q0", "q0 -step--> q1"}, false},
		{"many values", `
			var x: 0..100000 = 0
			event jump: any a: 0..100000 where a % 7 == 3 do x := a
			predicates P = { x % 7 == 3, x > 5 }`,
			[]string{"q0 -jump+--> q2", "q0 -jump+--> q3", "q1 -jump+--> q2", "q1 -jump+--> q3", "q2 -jump+--> q2", "q2 -jump+--> q3",
				"q3 -jump+--> q2", "q3 -jump+--> q3"}, false},
		{"locations", `
			var x: nat = 0
			initial off
			on: off -> on do x := x + 1
			off: on -> off when x > 3 do x := 0
			predicates P = { x > 3 }`,
			[]string{"q0 -on-> q2", "q0 -on-> q3", "q1 -on+-> q3", "q3 -off+-> q0"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := testkit.LoadText(t, test.model)
			a := abstract(t, open(t, s, abstraction.Options{}), s)
			noDoubts(t, a.Doubts)
			quantified := false
			for _, x := range a.Transitions {
				quantified = quantified || x.MustPlus.Quantified || x.MustMinus.Quantified
				t.Log(x, x.MustPlus.Queries, x.MustMinus.Queries)
			}
			if got := strings.Join(names(a.Transitions), ", "); got != strings.Join(test.want, ", ") {
				t.Errorf("got  %s\nwant %s", got, strings.Join(test.want, ", "))
			}
			if quantified != test.quantified {
				t.Errorf("a query with quantifiers was sent: %v", quantified)
			}
		})
	}
}

// A claim that the solver cannot decide is unknown and not used.
func TestUndecidedClaim(t *testing.T) {
	s := testkit.LoadText(t, `
		var x: int = 3
		event cubes: any a: int, b: int, c: int where a * a * a + b * b * b + c * c * c == x do x := x + 1
		predicates P = { x > 2 }`)
	fast := func() (smt.Solver, error) { return smt.New(smt.Config{Timeout: 20 * time.Millisecond}) }
	session := open(t, s, abstraction.Options{NewSolver: fast})
	a := abstract(t, session, s)
	unknown := 0
	for _, x := range a.Transitions {
		if x.MustPlus.Answer == result.AnswerUnknown {
			unknown++
			if x.MustPlus.Reason == "" || strings.Contains(x.Marks(), "+") {
				t.Errorf("%s: unknown for the reason %q", x, x.MustPlus.Reason)
			}
		}
	}
	if unknown == 0 {
		t.Fatalf("the solver decided about sums of three cubes: %v", names(a.Transitions))
	}
	r, err := session.Reach(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	d, err := session.Derive(context.Background(), a, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range testsOf(t, session, d, 2) {
		if len(test.Chain.Steps) != 1 {
			t.Errorf("%s: uses an unknown must", test.Chain)
		}
	}
}

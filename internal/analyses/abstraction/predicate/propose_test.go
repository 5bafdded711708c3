package predicate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction/predicate"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func TestPropose(t *testing.T) {
	tests := []struct{ name, model, want string }{
		{"atoms of guards, without doubles and complements", `
			var x: int = 0
			var y: int = 0
			event a: when x > 3 and y == 1 do x := 0
			event b: when x <= 3 do x := 5
			event c: when x < 10 or y > 7`,
			"x >= 4; y == 1; x <= 9; y >= 8"},
		{"guards with parameters", `
			var x: nat = 0
			event a: any k: 0..1 where k == x do x := k`,
			"x <= 1"},
		{"an invariant", `
			var x: int = 0
			event a: do x := x + 1
			invariant i: x > 0 or x == -1`,
			"x >= 1; x == -1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			set, err := predicate.Propose(testkit.LoadText(t, test.model))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, strings.Join(set.Texts, "; ")); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := predicate.Propose(testkit.LoadText(t, "var x: int = 0\nevent a: do x := x + 1")); !errors.Is(err, predicate.ErrNone) {
		t.Errorf("got %v", err)
	}
	set, err := predicate.Propose(testkit.LoadExample(t, "electrical/electrical.sxt", map[string]string{"n": "16"}))
	if err != nil || len(set.Conds) > 8 {
		t.Errorf("%d predicates, %v", len(set.Conds), err)
	}
}

// TestForPurpose takes the condition of the purpose, then the guards of the moves that change its variables, and nothing else.
func TestForPurpose(t *testing.T) {
	const model = `
		var x: int = 0
		var y: int = 0
		var z: int = 0
		initial s
		a: s -> s when y == 1 do x := x + 1
		b: s -> s when y > 5 do y := 0
		c: s -> s when z > 7 do z := 0
		purpose high = location s when x > 3
		purpose order = sequence b, *, c
		purpose nothing = location s`
	for name, want := range map[string]string{
		"high":  "x >= 4; y == 1",
		"order": "y >= 6; z >= 8",
	} {
		s := testkit.LoadText(t, model)
		for _, p := range s.Purposes {
			set, err := predicate.ForPurpose(s, p)
			if p.Name == "nothing" && err == nil {
				t.Error("a purpose that compares nothing has predicates")
			}
			if p.Name == name && (err != nil || strings.Join(set.Texts, "; ") != want) {
				t.Errorf("%s: %v, %v; want %s", name, set.Texts, err, want)
			}
		}
	}
}

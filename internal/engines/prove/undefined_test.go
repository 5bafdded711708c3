package prove_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A guard that is false as written only with an arbitrary value for an undefined expression is a model error, not a proof.
func TestErrorsInFalseGuardsBreakTypes(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"index", "const debug = false\nvar a: 0..9[3], i: 0..5 = 5\ninitial s\nlook: s -> s when a[i] == 5 and debug\nstay: s -> s"},
		{"division", "const debug = false\nvar people: 0..3 = 0\ninitial s\nshare: s -> s when 100 / people > 10 and debug\nstay: s -> s"},
		{"two machines", `const debug = false
var people: 0..3 = 0
channel c()
machine A {
  initial s
  t: s -> s when 100 / people > 10 and debug out c()
}
machine B {
  initial u
  r: u -> u in c()
}
instance a = A()
instance b = B()`},
	} {
		s := testkit.LoadText(t, c.text)
		r := strengthened(t, s, smt.Config{}, prove.Means{})
		if v := verdict(t, r, prove.Types); v.Holds() || v.Status != prove.Broken {
			t.Errorf("%s: %+v", c.name, v)
		}
		solver := testkit.Solver(t, smt.Config{})
		answers, err := prove.Unreachable(t.Context(), s, s.Transitions()[:1], solver, prove.Options{})
		if err != nil || !answers[0].Proved || answers[0].Explain() != "its guard is false wherever it has a value" {
			t.Errorf("%s: %+v, %v", c.name, answers, err)
		}
	}
	safe := testkit.LoadText(t, "const debug = false\nvar a: 0..9[3], i: 0..2 = 2\ninitial s\nlook: s -> s when a[i] == 5 and debug\nstay: s -> s")
	if v := verdict(t, strengthened(t, safe, smt.Config{}, prove.Means{}), prove.Types); !v.Holds() {
		t.Errorf("an index that is never out of bounds: %+v", v)
	}
}

// An initial value that is undefined or out of range for some values of the frozen constants breaks the types, though every step
// keeps them; an assumption may exclude these values.
func TestBadInitialValuesBreakTypes(t *testing.T) {
	for text, want := range map[string]string{
		"var x: 0..3 = k + 1":                                    "k = 3",
		"var x: int = 10 / k":                                    "k = 0",
		"var x: int = 10 / k\nassume x > 3":                      "k = 0",
		"const row = [4, 5]\nvar x: int = row[k]\nassume k != 2": "k = 3",
		"var x: 0..3 = k + 1\nassume k <= 2":                     "",
		"var x: 0..3 = k + 1\nassume x <= 2":                     "",
	} {
		s := testkit.LoadText(t, "const k: 0..3\n"+text+"\ninitial s\nt: s -> s when x > 1\nu: s -> s")
		r := strengthened(t, s, smt.Config{}, prove.Means{})
		v := verdict(t, r, prove.Types)
		if v.Holds() != (want == "") || r.Broken() == (want == "") {
			t.Errorf("%s: %+v", text, v)
		}
		if start := r.Result(s).Steps[0]; want != "" && (start.Event != "initialisation" || start.Example == nil || "k = "+start.Example.After["k"] != want) {
			t.Errorf("%s: %+v", text, start)
		}
	}
}

package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// FiniteMachine draws a machine with finite inputs and choices, whose steps without input always lead to a location with a
// larger number, so that it comes to rest.
func FiniteMachine(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system R\ninput put(0..2)\ninput go()\noutput told(int)\noutput done()\nvar x: int = 0, y: 0..3 = 0\ninitial l0\n")
	clauses := []string{
		"in put(x)", "in put(p) when p > 1 do x := x + p", "in go when x < 4 do x := x + 1 out told(x)", "in put(p) when p == y out done(), told(p)",
		"in go out told(x + y)", "in put(p) when p <= y do y := p", "in put(y) out done()", "any k: 0..1 in go do y := k out told(k)",
	}
	spontaneous := []string{"when x > 1 out told(x)", "when y < 3 do y := y + 1", "when x == y out done()", "do x := 0", "any k: 0..2 where k != y out told(k)"}
	for i := range rapid.IntRange(2, 5).Draw(r, "transitions") {
		from := rapid.IntRange(0, 2).Draw(r, "from")
		to, list := rapid.IntRange(0, 3).Draw(r, "to"), clauses
		if rapid.IntRange(0, 3).Draw(r, "kind") == 0 {
			to, list = from+1, spontaneous
		}
		fmt.Fprintf(&b, "t%d: l%d -> l%d %s\n", i, from, to, rapid.SampledFrom(list).Draw(r, "clause"))
	}
	return b.String()
}

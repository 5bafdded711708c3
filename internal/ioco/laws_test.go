package ioco_test

import (
	"fmt"

	"pgregory.net/rapid"
)

// finiteMachine writes a machine whose variables and channels have finite domains. Steps without input lead to locations with
// larger numbers, so that it comes to rest.
func finiteMachine(r *rapid.T) string {
	text := "system R\ninput put(0..2)\ninput go()\noutput told(0..2)\noutput done()\nvar x: 0..2 = 0, y: 0..2\ninitial l0\n"
	clauses := []string{
		"in put(x)", "in put(p) when p > 0 do x := (x + p) % 3", "in go when x < 2 do y := x out told(y)",
		"in put(p) when p == y out done(), told(p)", "in go out told((x + y) % 3)", "in put(p) when p <= y do y := p", "in go",
	}
	spontaneous := []string{"when x > 0 out told(x)", "when y < 2 do y := y + 1", "when x == y out done()", "do x := 0", "any k: 0..1 do x := k"}
	for i := range rapid.IntRange(2, 6).Draw(r, "transitions") {
		from := rapid.IntRange(0, 2).Draw(r, "from")
		to, clause := from+1, rapid.SampledFrom(spontaneous).Draw(r, "spontaneous")
		if rapid.IntRange(0, 3).Draw(r, "kind") > 0 {
			to, clause = rapid.IntRange(0, 3).Draw(r, "to"), rapid.SampledFrom(clauses).Draw(r, "clause")
		}
		text += fmt.Sprintf("t%d: l%d -> l%d %s\n", i, from, to, clause)
	}
	return text
}

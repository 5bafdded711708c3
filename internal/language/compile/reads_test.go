package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// TestAssignments checks Mod and Ref of assignments, with the examples of section 3.1 of paper 3 first.
func TestAssignments(t *testing.T) {
	head := "const k = 3\nconst frozen: int\ntype P = record { x: int, y: int }\ninput go(n: int, m: int)\ninput put(int)\n" +
		"var r: int[3], q: int[3], i: 0..2, j: 0..2, a: int, b: int, p: P\nfunction both(z: int) -> int = z + b\ninitial s\n"
	for _, row := range []struct{ clauses, want string }{
		{"do r[i] := r[j]", "r:r,i,j"},
		{"do r[i] := q[j]", "r:q,i,j"},
		{"do a := 1; b := a", "a: b:a"},
		{"do a := a - a", "a:a"},
		{"do a, b := b, a", "a:b|b:a"},
		{"do r[0], r[1] := r[1], a", "r:r,a"},
		{"in go(n, _) do a := n + k + frozen; b := a", "a:n b:a"},
		{"in go(n, m) do a := both(n * m)", "a:b,n,m"},
		{"in go(n, _) do a := n; b := both(a)", "a:n b:a,b"},
		{"in put(r[i])", "r:i,x1"},
		{"in go(a, n) do b := n", "a:a b:n"},
		{"do p.x := p.y", "p:p"},
		{"any c: int where c > a do a := c", "a:c"},
		{"do a := if (exists e: 0..9 :: e > b) then 1 else 2", "a:b"},
	} {
		m := loadGood(t, head+"t: s -> s "+row.clauses+"\n")
		if got := assignmentText(m.System, m.System.Transitions()[0]); got != row.want {
			t.Errorf("%s: got %s, want %s", row.clauses, got, row.want)
		}
	}
}

func assignmentText(s *sts.System, t *sts.Transition) string {
	var groups []string
	for _, group := range t.Assignments {
		var parts []string
		for _, a := range group {
			var refs []string
			for _, v := range a.Vars {
				refs = append(refs, s.Vars[v].Name)
			}
			for _, p := range a.Params {
				refs = append(refs, t.Params[p].Name)
			}
			parts = append(parts, fmt.Sprintf("%s:%s", s.Vars[a.Target].Name, strings.Join(refs, ",")))
		}
		groups = append(groups, strings.Join(parts, "|"))
	}
	return strings.Join(groups, " ")
}

package explore_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// randomModel writes a small model over finite domains: three variables, an array, two inputs, two or three locations.
// Assignments may leave the range of a variable, and indices that of the array, so that obligations matter.
func randomModel(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system Random\ninput put(0..3)\ninput flag(bool, -1..1)\noutput told(int)\n")
	b.WriteString("var x: 0..4 = 0\nvar y: -2..2\nvar ok: bool = false\nvar a: 0..3[2] = [1, 2]\ninitial l0\n")
	n := rapid.IntRange(2, 5).Draw(r, "transitions")
	for i := range n {
		from, to := rapid.IntRange(0, 2).Draw(r, "from"), rapid.IntRange(0, 2).Draw(r, "to")
		if i == 0 {
			from = 0
		}
		fmt.Fprintf(&b, "t%d: l%d -> l%d %s\n", i, from, to, randomClauses(r))
	}
	return b.String()
}

func randomClauses(r *rapid.T) string {
	g := &expressions{r: r, names: []string{"x", "y", "a[0]"}, flags: []string{"ok"}}
	out := ""
	if rapid.Bool().Draw(r, "before") {
		out += " when " + g.condition(2)
	}
	switch rapid.IntRange(0, 2).Draw(r, "trigger") {
	case 1:
		out += " in put(p)"
		g.names = append(g.names, "p")
		out += " when p >= 0 and " + g.condition(2)
	case 2:
		out += " in flag(f, q)"
		g.names, g.flags = append(g.names, "q"), append(g.flags, "f")
		out += " when (f or q < 2) and " + g.condition(1)
	}
	out += " do " + rapid.SampledFrom([]string{"x := ", "y := ", "a[1] := ", "a[x % 2] := ", "a[y] := "}).Draw(r, "target") + g.number(2)
	if rapid.Bool().Draw(r, "second") {
		out += "; ok := " + g.condition(1)
	}
	return out + " out told(" + g.number(1) + ")"
}

// expressions writes random expressions over given names.
type expressions struct {
	r            *rapid.T
	names, flags []string
}

func (g *expressions) number(depth int) string {
	if depth == 0 || rapid.IntRange(0, 2).Draw(g.r, "leaf") == 0 {
		if rapid.Bool().Draw(g.r, "constant") {
			return fmt.Sprint(rapid.IntRange(0, 4).Draw(g.r, "number"))
		}
		return rapid.SampledFrom(g.names).Draw(g.r, "name")
	}
	a, b := g.number(depth-1), g.number(depth-1)
	switch rapid.IntRange(0, 4).Draw(g.r, "operator") {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "(" + a + " - " + b + ")"
	case 2:
		return "(" + a + " * " + b + ")"
	case 3:
		return "(" + a + " % 3)"
	default:
		return "(if " + g.condition(depth-1) + " then " + a + " else " + b + ")"
	}
}

func (g *expressions) condition(depth int) string {
	if depth == 0 {
		return rapid.SampledFrom(g.flags).Draw(g.r, "flag")
	}
	switch rapid.IntRange(0, 5).Draw(g.r, "condition") {
	case 0:
		return "(" + g.condition(depth-1) + " and " + g.condition(depth-1) + ")"
	case 1:
		return "(" + g.condition(depth-1) + " or " + g.condition(depth-1) + ")"
	case 2:
		return "not " + g.condition(depth-1)
	}
	operator := rapid.SampledFrom([]string{"==", "!=", "<", "<=", ">", ">="}).Draw(g.r, "comparison")
	return "(" + g.number(depth-1) + " " + operator + " " + g.number(depth-1) + ")"
}

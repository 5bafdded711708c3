package jani

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// ring is Herman's protocol with n processes, each of which has an edge for both values of its own token and that of its neighbour. A process
// whose token is that of its neighbour draws a new one, the others copy.
func ring(n int) string {
	var automata, elements, vector, variables []string
	for i := range n {
		variables = append(variables, fmt.Sprintf(`{"name": "x%d", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 1}}`, i))
		elements = append(elements, fmt.Sprintf(`{"automaton": "p%d"}`, i))
		vector = append(vector, `"go"`)
		var edges []string
		for both := range 4 {
			own, other := both/2, both%2
			to := fmt.Sprintf(`{"location": "l", "assignments": [{"ref": "x%d", "value": %d}]}`, i, other)
			if own == other {
				draw := `{"location": "l", "probability": {"exp": 0.5}, "assignments": [{"ref": "x%d", "value": %d}]}`
				to = fmt.Sprintf(draw, i, 0) + ", " + fmt.Sprintf(draw, i, 1)
			}
			is := `{"op": "=", "left": "x%d", "right": %d}`
			edges = append(edges, fmt.Sprintf(`{"location": "l", "action": "go", "guard": {"exp": {"op": "∧", "left": %s, "right": %s}}, "destinations": [%s]}`,
				fmt.Sprintf(is, i, own), fmt.Sprintf(is, (i+1)%n, other), to))
		}
		automata = append(automata, fmt.Sprintf(`{"name": "p%d", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [%s]}`, i, strings.Join(edges, ", ")))
	}
	return fmt.Sprintf(`{"jani-version": 1, "name": "ring", "type": "dtmc", "actions": [{"name": "go"}], "variables": [%s], "automata": [%s],
"system": {"elements": [%s], "syncs": [{"synchronise": [%s], "result": "go"}]}}`, strings.Join(variables, ", "), strings.Join(automata, ", "),
		strings.Join(elements, ", "), strings.Join(vector, ", "))
}

// TestImpossibleCombinations: of 4^n combinations of edges, those for the 2^n values are left.
func TestImpossibleCombinations(t *testing.T) {
	for _, n := range []int{3, 7} {
		var list diag.List
		m, _ := Options{}.Convert(diag.NewFile("ring.jani", ring(n)), &list)
		if list.HasErrors() {
			t.Fatal(list.Sorted())
		}
		if got := strings.Count(m.Text, ": on ->"); got != 1<<n {
			t.Errorf("%d processes: %d transitions, want %d", n, got, 1<<n)
		}
	}
}

package abstraction_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Proofs for uncovered parts do not send many more queries than the work before them, whatever their limit.
func TestProofsKeepProportion(t *testing.T) {
	var predicates []string
	for k := range 8 {
		predicates = append(predicates, fmt.Sprintf("x <= %d", 50*k+49))
	}
	s := testkit.LoadText(t, "var x: nat = 0\nvar y: nat = 0\npredicates P = { "+strings.Join(predicates, ", ")+` }
		event up: any n: 1..2 when x < 1000 do x := x + n
		event turn: when x > 0 do x, y := x - 1, y + 2
		event back: when y > 300 do x := 0`)
	session := open(t, s, abstraction.Options{Workers: 1})
	a := abstract(t, session, s)
	reach, err := session.Reach(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Study(t.Context(), a, reach, abstraction.Plan{Repeat: 1}); err != nil {
		t.Fatal(err)
	}
	without := session.Stats().Calls
	if _, err := session.Study(t.Context(), a, reach, abstraction.Plan{Repeat: 1, Prove: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	if all := session.Stats().Calls; all == without || all > 4*without+200 {
		t.Errorf("%d queries without proofs, %d with proofs", without, all-without)
	}
}

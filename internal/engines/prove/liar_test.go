package prove_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// lying makes a liar for a test.
func lying(t *testing.T, s *sts.System, lie int, crossCheck bool) smt.Solver {
	t.Helper()
	testkit.NeedsSolver(t)
	solver, err := testkit.LyingSolvers(smt.Config{Store: s.Store}, lie, crossCheck, t.TempDir())()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { solver.Close() })
	return solver
}

// always is a liar whose every sat is a lie; the others lie once.
const always = -1

// A solver that answers unsat where there is a solution leads to false proofs: transitions that can be taken are called unreachable. If a
// second solver checks the first, no false claim is proved, and true ones still are.
func TestCrossCheckOfUnreachable(t *testing.T) {
	s := testkit.LoadText(t, `input set(n: int)
var x: int = 0, y: int = 0
initial s
up:    s -> s when x < 9 do x := x + 1; y := y + 2
top:   s -> t when x == 5 and y == 10
set:   s -> u in set(n) when n > 1 do x := n
big:   u -> u when x > 50
never: s -> t when x > y
final t`)
	wrong, right := 0, 0
	for lie := always; lie < 12; lie++ {
		for _, crossCheck := range []bool{false, true} {
			answers, err := prove.Unreachable(t.Context(), s, s.Transitions(), lying(t, s, lie, crossCheck), prove.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range answers {
				switch {
				case !a.Proved:
				case a.Transition.Name == "never":
					right++
				case crossCheck:
					t.Errorf("lie %d: %s is proved unreachable: %s", lie, a.Transition.Name, a.Explain())
				default:
					wrong++
				}
			}
		}
	}
	if wrong < 3 || right < 12 {
		t.Errorf("%d wrong proofs without a cross-check, %d right ones", wrong, right)
	}
}

// The same for invariants.
func TestCrossCheckOfInvariants(t *testing.T) {
	s := testkit.LoadText(t, `var x: 0..9 = 0, y: 0..3 = 0
event up: when x < 9 do x := x + 1
event down: when x > 0 do x := x - 1
event both: when y < 2 do y := y + 1
invariant small: x < 5
invariant less: y <= 2`)
	wrong, right := 0, 0
	for lie := always; lie < 6; lie++ {
		for _, crossCheck := range []bool{false, true} {
			solver := lying(t, s, lie, crossCheck)
			r, err := prove.CheckInvariants(t.Context(), s, solver)
			if err == nil {
				err = r.Strengthen(t.Context(), s, solver, prove.Means{})
			}
			if err != nil {
				t.Fatal(err)
			}
			switch small, less := verdict(t, r, "small"), verdict(t, r, "less"); {
			case small.Holds() && crossCheck:
				t.Errorf("lie %d: %+v", lie, small)
			case small.Holds():
				wrong++
			case less.Holds():
				right++
			}
		}
	}
	if wrong < 2 || right < 7 {
		t.Errorf("%d wrong proofs without a cross-check, %d right ones", wrong, right)
	}
}

package abstraction_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A solver that answers unsat once where there is a solution leads to wrong musts. If a second solver checks the first, there are none.
func TestCrossCheckOfMust(t *testing.T) {
	const model = `var x: 0..20 = 0
event grow: when x < 20 do x := x + 1
event halve: when x > 4 do x := x / 2
predicates P = { x > 10 }`
	claims := func(lie int, crossCheck bool) []string {
		s := testkit.LoadText(t, model)
		config := smt.Config{Store: s.Store, Timeout: 10 * time.Second, Spares: testkit.Spares()}
		session := open(t, s, abstraction.Options{Workers: 1, NewSolver: testkit.LyingSolvers(config, lie, crossCheck, t.TempDir())})
		var out []string
		for _, tr := range abstract(t, session, s).Transitions {
			name := fmt.Sprintf("%v %s %v", tr.From.Truth, tr.Move.Name, tr.To.Truth)
			if tr.MustPlus.Answer == result.AnswerProved {
				out = append(out, "must+ "+name)
			}
			if tr.MustMinus.Answer == result.AnswerProved {
				out = append(out, "must- "+name)
			}
		}
		return out
	}
	testkit.NeedsSolver(t)
	const never = 1 << 30
	honest, wrong := claims(never, false), 0
	isWrong := func(claim string) bool { return !slices.Contains(honest, claim) }
	for lie := range 25 {
		if slices.ContainsFunc(claims(lie, false), isWrong) {
			wrong++
		}
		if checked := claims(lie, true); slices.ContainsFunc(checked, isWrong) {
			t.Errorf("lie %d: %v, want %v", lie, checked, honest)
		}
	}
	if len(honest) == 0 || wrong == 0 {
		t.Errorf("%d honest claims, %d lies that lead to wrong ones", len(honest), wrong)
	}
}

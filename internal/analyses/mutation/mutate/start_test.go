package mutate

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Functions in initial values and in assumptions change the initial states of a mutant, even if they do not change its moves.
func TestMutantsOfTheStart(t *testing.T) {
	needSolver(t)
	for name, text := range map[string]string{
		"initial value": `system Counter
input show()
output count(0..9)
function first() -> 0..9 = 5
var x: 0..9 = first()
initial a
tell: a -> a in show() out count(x)
`,
		"initial value and guard": `system Counter
input show()
output count(0..9)
function first() -> 0..9 = 5
var x: 0..9 = first()
initial a
tell: a -> a in show() when x >= first() out count(x)
`} {
		t.Run(name, func(t *testing.T) {
			counts := agrees(t, text, 1000)
			t.Log(counts)
			if counts[result.FateKilled] < 5 || counts[result.FateUndecided] > 0 {
				t.Errorf("%v", counts)
			}
		})
	}
}

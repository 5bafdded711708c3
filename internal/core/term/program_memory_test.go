package term_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Programs whose results are remembered compute the same terms as others, also from inputs that they have seen before, and if two of them
// alternate.
func TestRememberedResults(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("y", term.Int)
	inputs := make([]*term.Term, 120)
	for i := range inputs {
		inputs[i] = s.Var(fmt.Sprint("v", i), term.Int)
	}
	roots := [][]*term.Term{{s.Le(x, y), s.Add(x, y)}, {s.Add(x, x), s.Le(y, x)}}
	random := rand.New(rand.NewPCG(1, 2))
	var plain, remembering []*term.Program
	for _, r := range roots {
		plain = append(plain, s.Compile(r, []*term.Term{x, y}))
		remembering = append(remembering, s.Compile(r, []*term.Term{x, y}).Remembering())
	}
	for range 20_000 {
		row := []*term.Term{inputs[random.IntN(len(inputs))], inputs[random.IntN(len(inputs))]}
		k := random.IntN(2)
		want, got := plain[k].Symbolic(row), remembering[k].Symbolic(row[:1], row[1:])
		if got[0] != want[0] || got[1] != want[1] {
			t.Fatalf("program %d of %v computes %v, want %v", k, row, got, want)
		}
	}
}

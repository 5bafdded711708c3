package tester

import (
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// patience is how many outputs are awaited in a row, before there is another input: a system may be wrong only after the third, or drift a little
// with each.
type patience struct {
	left int
	next int // of awaited
}

// awaited are the numbers of outputs that are awaited in a row, in turn.
var awaited = []int{6, 3, 12}

// draw decides after an input whether outputs are awaited in a row.
func (p *patience) draw(random *rand.Rand) {
	if p.left = 0; random.IntN(6) == 0 {
		p.left = awaited[p.next%len(awaited)]
		p.next++
	}
}

// holds reports whether one more output is awaited. Where none can come without an input it is over.
func (p *patience) holds(f ioco.Future) bool {
	if len(f.Outputs) == 0 {
		p.left = 0
	}
	p.left--
	return p.left >= 0
}

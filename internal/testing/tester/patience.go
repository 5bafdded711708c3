package tester

import (
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// patience is how many outputs are awaited in a row, before there is another input: a system may be wrong only after the third, or drift a little
// with each.
type patience struct {
	left int
	next int // of awaited, also the number of times
}

// awaited are the numbers of outputs that are awaited in a row, in turn.
var awaited = []int{6, 3, 12}

// often is how often each of them is awaited before that becomes rare.
const often = 4

// draw decides after an input whether outputs are awaited in a row.
func (p *patience) draw(random *rand.Rand) {
	rarity := 6
	if p.next >= often*len(awaited) {
		rarity = 24
	}
	if p.left == 0 && random.IntN(rarity) == 0 {
		p.left = awaited[p.next%len(awaited)]
		p.next++
	}
}

// holds reports whether one more output is awaited. Where none can come without an input, it is awaited after that.
func (p *patience) holds(f ioco.Future) bool {
	if len(f.Outputs) == 0 || p.left == 0 {
		return false
	}
	p.left--
	return true
}

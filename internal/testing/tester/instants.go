package tester

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
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

// halvings is how often the time to an end of a window is halved to find the end.
const halvings = 10

// atAnEnd returns another instant for an input, in one case of two where there is one: near to the first or the last at which a move receives it
// with its values, where something wrong by a little shows.
func (s *Session) atAnEnd(ctx context.Context, c ioco.Chance, msg sut.Message, at *big.Rat) (*big.Rat, error) {
	if s.options.Strategy != Guided || s.random.IntN(2) == 0 {
		return at, nil
	}
	beyond := s.timed.clock.Now()
	if s.random.IntN(2) == 0 {
		if beyond = c.Window.High; beyond == nil {
			beyond = new(big.Rat).Add(at, big.NewRat(int64(1+s.random.IntN(8)), 1))
		}
	}
	return s.lastTaken(ctx, c, msg, at, beyond)
}

// lastTaken returns an instant on the way from one at which a move receives an input to another: one near to the last at which it does, and
// further from it than the tolerance.
func (s *Session) lastTaken(ctx context.Context, c ioco.Chance, msg sut.Message, taken, beyond *big.Rat) (*big.Rat, error) {
	best := taken
	margin := new(big.Rat).Set(s.timed.tolerance)
	if beyond.Cmp(taken) < 0 {
		margin.Neg(margin)
	}
	for range halvings {
		middle := new(big.Rat).Add(taken, beyond)
		middle.Mul(middle, big.NewRat(1, 2))
		ok, err := s.takenAt(ctx, c, msg, middle)
		if err != nil {
			return nil, err
		}
		if !ok {
			beyond = middle
			continue
		}
		taken = middle
		if certain, err := s.takenAt(ctx, c, msg, new(big.Rat).Add(middle, margin)); err != nil || certain {
			best = middle
		}
	}
	return best, nil
}

// takenAt reports whether a move receives an input at an instant, and no state refuses it.
func (s *Session) takenAt(ctx context.Context, c ioco.Chance, msg sut.Message, at *big.Rat) (bool, error) {
	s.tracker.At(at)
	receivers, err := s.tracker.Receivers(ctx)
	if err != nil {
		return false, err
	}
	for _, r := range receivers {
		if r.Move == c.Move {
			return s.drawing.Fits(ctx, r, msg)
		}
	}
	return false, nil
}

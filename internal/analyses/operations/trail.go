package operations

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// trail is the way of a known run to a transition. Where a path has come to a location of the run, what is left of the run is a guess of what the
// path has to do to fire the transition: better than the way in the graph, which does not count how often a loop is to be taken.
type trail struct {
	moves []int          // numbers
	first map[string]int // by locations: the steps of the run before it first came there
}

// newTrail returns the trail of a run up to where it first fires a transition.
func newTrail(w *run.Witness, t *sts.Transition) *trail {
	out := &trail{first: map[string]int{}}
	for i, step := range w.Steps() {
		if step.Move != nil {
			out.moves = append(out.moves, step.Move.ID)
			for _, part := range step.Move.Parts {
				if part == t {
					return out
				}
			}
		}
		key := placeKey(step.Config.Locations)
		if _, known := out.first[key]; !known {
			out.first[key] = i
		}
	}
	return out
}

func placeKey(locations []int) string { return fmt.Sprint(locations) }

// offTrail is the position of a path that has come to no location of the run.
const offTrail = -1

// enter returns the position on the trail of a path that begins at locations.
func (t *trail) enter(place string) int {
	if at, known := t.first[place]; known {
		return at
	}
	return offTrail
}

// advance returns the position of a path after one more step, which leads to a place: one step ahead if the run does the same step there.
func (t *trail) advance(position int, m *sts.Move, place string) int {
	if position != offTrail && position < len(t.moves) && t.moves[position] == m.ID {
		return position + 1
	}
	return t.enter(place)
}

// left is the number of steps of the run from a position on.
func (t *trail) left(position int) int { return len(t.moves) - max(position, 0) }

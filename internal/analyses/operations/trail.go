package operations

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// trail is the path of a known run to a transition. When another path reaches a location of the run, the rest of the run estimates the steps
// needed to fire the transition: better than a path in the graph, which ignores how often a loop must be taken.
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

// offTrail is the position of a path that has reached no location of the run.
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

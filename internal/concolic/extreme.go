package concolic

import (
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// Extremes: where a variable that the guards of a location read is largest or smallest. Counting up consumes no weight, so no
// backward search finds the end of a count; and a walk that has to make the right choice a hundred times in a row does not,
// either. But a walk that starts where a count was left has to make it once. So the store keeps the runs after which a variable
// was most extreme, walks start there, and what lies beyond is kept in turn. A run from which nothing beyond was found for some
// walks is a dead end: it is forgotten, and the one before it is the most extreme again.

// extreme has the runs after which a variable was most extreme.
type extreme struct {
	slot   int
	sign   int64 // 1 for the largest, -1 for the smallest
	points []point
	moved  int // how often there was a new one
}

// point is a run that was the most extreme, with the value of the variable after it, and the walks from it that led nowhere.
type point struct {
	run    *Run
	value  int64
	failed int
}

// The bounds: points that an extreme keeps; walks after which one is a dead end; how often an extreme is moved, since variables
// may grow for ever.
const (
	maxPoints = 8
	maxFailed = 16
	maxMoved  = 4096
)

// beaten tells whether a configuration is more extreme.
func (e *extreme) beaten(slots []int64) bool {
	if len(e.points) == 0 {
		return true
	}
	return e.sign*slots[e.slot] > e.sign*e.points[len(e.points)-1].value && e.moved < maxMoved
}

// move makes a run the most extreme one.
func (e *extreme) move(r *Run, value int64) {
	e.points = append(e.points[max(0, len(e.points)+1-maxPoints):], point{run: r, value: value})
	e.moved++
}

// watch adds a move that starts at the location, and extremes of the slots that its guard reads.
func (sh *shelf) watch(m *sts.Move, slots []int) {
	sh.moves = append(sh.moves, m)
	for _, slot := range slots {
		if !slices.ContainsFunc(sh.extremes, func(e *extreme) bool { return e.slot == slot }) {
			sh.extremes = append(sh.extremes, &extreme{slot: slot, sign: 1}, &extreme{slot: slot, sign: -1})
		}
	}
}

// moveExtremes puts a run in front of those that it beats, and counts them.
func (sh *shelf) moveExtremes(r *Run, slots []int64) int {
	count := 0
	for _, e := range sh.extremes {
		if e.beaten(slots) {
			e.move(r, slots[e.slot])
			count++
		}
	}
	return count
}

// open tells whether a move that starts at the location was not taken yet.
func (s *store) open(sh *shelf) bool { return slices.ContainsFunc(sh.moves, s.campaign.fresh) }

// isExtreme tells whether a configuration of an open location has a variable that is more extreme than all before.
func (s *store) isExtreme(sh *shelf, words []int64) bool {
	slots := words[len(s.shelf):]
	return slices.ContainsFunc(sh.extremes, func(e *extreme) bool { return e.beaten(slots) }) && s.open(sh)
}

// moves is how often a variable became more extreme.
func (s *store) moves() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.moved
}

// outpost is where a walk starts from an extreme.
type outpost struct {
	run     *Run
	extreme *extreme
	moved   int // of the extreme when the walk started
}

// outpost draws an extreme of a location from which a move was not taken yet; false if there is none.
func (s *store) outpost(random *rand.Rand) (outpost, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*extreme
	for _, sh := range s.filled {
		if s.open(sh) {
			all = append(all, sh.extremes...)
		}
	}
	return drawOutpost(random, all)
}

// outpostAt draws an extreme of the location of a target; false if there is none.
func (s *store) outpostAt(random *rand.Rand, target *sts.Transition) (outpost, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return drawOutpost(random, s.shelf[target.Machine][target.From].extremes)
}

// drawOutpost draws a point of some extreme: the last one half of the time, and so on.
func drawOutpost(random *rand.Rand, all []*extreme) (outpost, bool) {
	if len(all) == 0 {
		return outpost{}, false
	}
	e := all[random.IntN(len(all))]
	i := len(e.points) - 1
	if i < 0 {
		return outpost{}, false
	}
	for i > 0 && random.IntN(2) == 0 {
		i--
	}
	return outpost{e.points[i].run, e, e.moved}, true
}

// judge looks at what a walk from an outpost led to, and forgets a dead end. The first point is kept: there must be one.
func (s *store) judge(o outpost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.extreme.moved > o.moved {
		return
	}
	for i := 1; i < len(o.extreme.points); i++ {
		p := &o.extreme.points[i]
		if p.run != o.run {
			continue
		}
		if p.failed++; p.failed >= maxFailed {
			o.extreme.points = slices.Delete(o.extreme.points, i, i+1)
		}
		return
	}
}

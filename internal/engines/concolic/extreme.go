package concolic

import (
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/keep"
)

// The extremes of the store, from which walks start; package keep explains them.
type (
	extreme = keep.Extreme[*Run]
	outpost = keep.Outpost[*Run]
)

// watch adds a move that starts at the location, and extremes of the slots that its guard reads.
func (sh *shelf) watch(m *sts.Move, slots []int) {
	sh.starting = append(sh.starting, m)
	for _, slot := range slots {
		if !slices.Contains(sh.reads, slot) {
			sh.reads = append(sh.reads, slot)
			sh.extremes = append(sh.extremes, keep.Extremes[*Run](slot)...)
		}
	}
}

// post makes a run the last post of the extremes that it beats, and counts the records among them.
func (sh *shelf) post(r *Run, slots []int64) int {
	records := 0
	for _, e := range sh.extremes {
		if e.Beaten(slots) && e.Add(r, slots) {
			records++
		}
	}
	return records
}

// open reports whether a move that starts at the location is still wanted.
func (s *store) open(sh *shelf) bool { return slices.ContainsFunc(sh.starting, s.wanted) }

// isExtreme reports whether a configuration of an open location has a variable that is more extreme than all before.
func (s *store) isExtreme(sh *shelf, words []int64) bool {
	slots := words[len(s.shelf):]
	return slices.ContainsFunc(sh.extremes, func(e *extreme) bool { return e.Beaten(slots) }) && s.open(sh)
}

// advances returns how many times a variable set a new extreme.
func (s *store) advances() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.records
}

// outpost draws an extreme of a location with a move that is still wanted; false if there is none.
func (s *store) outpost(random *rand.Rand) (outpost, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return keep.Draw(random, s.openExtremes())
}

// openExtremes returns the extremes of the locations with a move that is still wanted. They are recomputed when a location is reached for the
// first time, or a move is no longer wanted.
func (s *store) openExtremes() []*extreme {
	if now := (epoch{s.settled(), len(s.filled)}); s.openAt != now {
		s.openAt, s.openNow = now, s.openNow[:0]
		for _, sh := range s.filled {
			if s.open(sh) {
				s.openNow = append(s.openNow, sh.extremes...)
			}
		}
	}
	return s.openNow
}

// epoch is a period in which the open locations do not change. It is identified by the number of transitions that are covered or proved
// unreachable, and the number of locations that were reached.
type epoch struct {
	settled int64
	reached int
}

// outpostAt draws an extreme of the location of a target; false if there is none.
func (s *store) outpostAt(random *rand.Rand, target *sts.Transition) (outpost, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return keep.Draw(random, s.shelf[target.Machine][target.From].extremes)
}

// noteWalk counts a walk from an outpost that reached nothing new.
func (s *store) noteWalk(o outpost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.Fail()
}

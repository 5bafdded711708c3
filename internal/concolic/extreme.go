package concolic

import (
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// Extremes: where a variable that the guards of a location read is largest or smallest. Counting up consumes no weight, so
// backjumping does not find the end of a count; nor does a walk that has to make the right choice a hundred times in a row. But
// a walk that starts where a count was left has to make it once. So the store keeps the runs after which a variable was most
// extreme, walks start there, and what lies beyond is kept in turn. A run from which some walks found nothing beyond is a dead
// end: it is forgotten, and the one before it is the most extreme again.

// extreme has the runs after which a variable was most extreme.
type extreme struct {
	slot  int
	sign  int64 // 1 for the largest, -1 for the smallest
	posts []post
	added int // posts so far, with those that were forgotten

	record  int64 // the most extreme value so far
	records int   // how many times there was a new one
}

// post is a run that was the most extreme, with the value of the variable after it, and the number of walks from it that led
// nowhere.
type post struct {
	run    *Run
	value  int64
	failed int
}

// The bounds: posts that an extreme keeps; walks after which one is a dead end; records, since variables may grow forever.
const (
	maxPosts   = 8
	maxFailed  = 16
	maxRecords = 4096
)

// beaten reports whether a configuration is more extreme than the last post.
func (e *extreme) beaten(slots []int64) bool {
	if len(e.posts) == 0 {
		return true
	}
	value := slots[e.slot]
	return e.sign*value > e.sign*e.posts[len(e.posts)-1].value && (e.records < maxRecords || !e.isRecord(value))
}

// isRecord reports whether a value is more extreme than all before it; one found again after a dead end is not.
func (e *extreme) isRecord(value int64) bool {
	return e.records == 0 || e.sign*value > e.sign*e.record
}

// add makes a run the last post, and reports whether its value is a record.
func (e *extreme) add(r *Run, value int64) bool {
	e.posts = append(e.posts[max(0, len(e.posts)+1-maxPosts):], post{run: r, value: value})
	e.added++
	if !e.isRecord(value) {
		return false
	}
	e.record = value
	e.records++
	return true
}

// watch adds a move that starts at the location, and extremes of the slots that its guard reads.
func (sh *shelf) watch(m *sts.Move, slots []int) {
	sh.starting = append(sh.starting, m)
	for _, slot := range slots {
		if !slices.Contains(sh.reads, slot) {
			sh.reads = append(sh.reads, slot)
			sh.extremes = append(sh.extremes, &extreme{slot: slot, sign: 1}, &extreme{slot: slot, sign: -1})
		}
	}
}

// post makes a run the last post of the extremes that it beats, and counts the records among them.
func (sh *shelf) post(r *Run, slots []int64) int {
	records := 0
	for _, e := range sh.extremes {
		if e.beaten(slots) && e.add(r, slots[e.slot]) {
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
	return slices.ContainsFunc(sh.extremes, func(e *extreme) bool { return e.beaten(slots) }) && s.open(sh)
}

// advances returns how many times a variable became more extreme than ever before.
func (s *store) advances() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.records
}

// outpost is where a walk starts from an extreme.
type outpost struct {
	run     *Run
	extreme *extreme
	added   int // of the extreme, when the walk started
}

// outpost draws an extreme of a location with a move that is still wanted; false if there is none.
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

// drawOutpost draws a post of some extreme: the last one half of the time, and so on.
func drawOutpost(random *rand.Rand, all []*extreme) (outpost, bool) {
	if len(all) == 0 {
		return outpost{}, false
	}
	e := all[random.IntN(len(all))]
	i := len(e.posts) - 1
	if i < 0 {
		return outpost{}, false
	}
	for i > 0 && random.IntN(2) == 0 {
		i--
	}
	return outpost{e.posts[i].run, e, e.added}, true
}

// noteWalk counts a walk from an outpost that led nowhere, and forgets a dead end. The first post is kept: there must be one.
func (s *store) noteWalk(o outpost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.extreme.added > o.added {
		return
	}
	for i := 1; i < len(o.extreme.posts); i++ {
		p := &o.extreme.posts[i]
		if p.run != o.run {
			continue
		}
		if p.failed++; p.failed >= maxFailed {
			o.extreme.posts = slices.Delete(o.extreme.posts, i, i+1)
		}
		return
	}
}

package concolic

import (
	"math/rand/v2"
	"sync"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// perLocation bounds how many configurations of one location are stored.
const perLocation = 48

// store keeps runs by the location where they end: the configurations of RInf. It is bounded and kept diverse: of each
// location it stores the first configurations, and then replaces those that are like others. Besides, it keeps the extremes of
// the variables that the guards there read. It may be used by several goroutines.
type store struct {
	campaign *campaign
	root     *Run

	mu      sync.Mutex
	shelf   [][]*shelf // by machine and location
	filled  []*shelf   // those that have runs, in the order in which they were reached
	records int        // how often a variable became more extreme than ever before
}

// shelf is what is stored of one location.
type shelf struct {
	machine, location int
	visits            int
	runs              []*Run
	like              map[uint64]int // by signature: how many runs have it
	starting          []*sts.Move    // the moves that start there
	extremes          []*extreme     // two for each variable that their guards read
}

func newStore(c *campaign) *store {
	s := &store{campaign: c}
	for i, m := range c.system.Machines {
		row := make([]*shelf, len(m.Locations))
		for l := range row {
			row[l] = &shelf{machine: i, location: l, like: map[uint64]int{}}
		}
		s.shelf = append(s.shelf, row)
	}
	for _, m := range c.system.Moves() {
		for _, t := range m.Parts {
			s.shelf[t.Machine][t.From].watch(m, c.depends.slotsIn(m.Conjuncts()))
		}
	}
	return s
}

// due counts a visit of where a run stands, and tells whether it is worth looking at: the first visits, and then ever fewer.
func (s *store) due(words []int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	due := false
	for i := range s.shelf {
		sh := s.shelf[i][words[i]]
		sh.visits++
		due = due || sh.visits <= 4 || sh.visits&(sh.visits-1) == 0 || len(sh.runs) < perLocation && sh.visits%16 == 0 || s.isExtreme(sh, words)
	}
	return due
}

// add stores a run on the shelves of the locations where it ends.
func (s *store) add(r *Run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.shelf {
		sh := s.shelf[i][r.Config.Words[i]]
		s.put(sh, r)
		s.records += sh.post(r, r.Config.Words[len(s.shelf):])
	}
}

// put stores a run on a shelf. On a full one it takes the place of one that is like others, unless it is like others itself.
func (s *store) put(sh *shelf, r *Run) {
	key := signature(r)
	switch {
	case len(sh.runs) == 0:
		s.filled = append(s.filled, sh)
	case sh.like[key] > 1 && len(sh.runs) >= perLocation/4:
		return
	case len(sh.runs) >= perLocation:
		victim := 0
		for i, old := range sh.runs {
			if sh.like[signature(old)] > 1 || old.Length > sh.runs[victim].Length {
				victim = i
			}
		}
		old := signature(sh.runs[victim])
		if sh.like[old]--; sh.like[old] == 0 {
			delete(sh.like, old)
		}
		sh.runs[victim] = r
		sh.like[key]++
		return
	}
	sh.runs = append(sh.runs, r)
	sh.like[key]++
}

// signature tells configurations apart: a hash of the words, and of how much waits in queues.
func signature(r *Run) uint64 {
	h := uint64(0)
	for _, w := range r.Config.Words {
		h = mix(h, uint64(w))
	}
	if r.Config.Large != nil {
		for _, q := range r.Config.Large.Queues {
			h = mix(h, uint64(q.Count))
		}
	}
	return h
}

// at lists the runs that end where all machines of a control stand; -1 is anywhere. The list is the caller's.
func (s *store) at(control []int) []*Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Run
	for machine, location := range control {
		if location < 0 {
			continue
		}
		for _, r := range s.shelf[machine][location].runs {
			if stands(r, control) {
				out = append(out, r)
			}
		}
		return out
	}
	return nil
}

func stands(r *Run, control []int) bool {
	for machine, location := range control {
		if location >= 0 && r.Config.Location(machine) != location {
			return false
		}
	}
	return true
}

// reached tells whether a run ends at a location.
func (s *store) reached(machine, location int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.shelf[machine][location].runs) > 0
}

// any draws a run: first a location, so that those that are seldom reached are drawn as often as others.
func (s *store) any(random *rand.Rand) *Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.filled[random.IntN(len(s.filled))]
	return sh.runs[random.IntN(len(sh.runs))]
}

// controlOf says where the machines of a move stand before it; -1 is anywhere.
func controlOf(s *sts.System, m *sts.Move) []int {
	out := make([]int, len(s.Machines))
	for i := range out {
		out[i] = -1
	}
	for _, t := range m.Parts {
		out[t.Machine] = t.From
	}
	return out
}

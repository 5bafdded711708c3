package concolic

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// perLocation bounds the configurations that are stored for one location.
const perLocation = 48

// store keeps runs by the location where they end: the configurations of RInf. It is bounded and kept diverse: for each
// location it stores the first configurations, and then replaces those that are like others. It also keeps the extremes of the
// variables that the guards there read. It may be used by several goroutines.
type store struct {
	wanted func(*sts.Move) bool // whether a move has a part that is still to be covered
	root   *Run

	mu      sync.Mutex
	shelf   [][]*shelf // by machine and location
	filled  []*shelf   // those that have runs, in the order in which they were reached
	records int        // how many times a variable became more extreme than ever before
}

// shelf is what is stored for one location.
type shelf struct {
	visits   int
	runs     []*Run
	like     map[uint64]int // by signature: how many runs have it
	starting []*sts.Move    // the moves that start there
	extremes []*extreme     // two for each variable that their guards read
}

func newStore(c *campaign) *store {
	s := &store{wanted: c.wanted}
	for _, m := range c.system.Machines {
		row := make([]*shelf, len(m.Locations))
		for l := range row {
			row[l] = &shelf{like: map[uint64]int{}}
		}
		s.shelf = append(s.shelf, row)
	}
	for _, m := range c.system.Moves() {
		for _, t := range m.Parts {
			s.shelf[t.Machine][t.From].watch(m, c.depends.SlotsIn(m.Conjuncts()...))
		}
	}
	return s
}

// due counts a visit of where a run stands, and reports whether it may be worth storing: the first visits, and then ever fewer.
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
		if len(sh.runs) == 0 {
			s.filled = append(s.filled, sh)
		}
		sh.put(r)
		s.records += sh.post(r, r.Config.Words[len(s.shelf):])
	}
}

// put stores a run on a shelf. On a full one it replaces a run that is like others, unless it is like others itself.
func (sh *shelf) put(r *Run) {
	key := signature(r)
	if sh.like[key] > 1 && len(sh.runs) >= perLocation/4 {
		return
	}
	if len(sh.runs) < perLocation {
		sh.runs = append(sh.runs, r)
	} else {
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
	}
	sh.like[key]++
}

// signature returns a hash of the words of a configuration, and of the lengths of its queues.
func signature(r *Run) uint64 {
	h := uint64(0)
	for _, w := range r.Config.Words {
		h = trail.Mix(h, uint64(w))
	}
	if r.Config.Large != nil { // queues with content make a configuration large
		for _, q := range r.Config.Large.Queues {
			h = trail.Mix(h, uint64(q.Count))
		}
	}
	return h
}

// at returns the runs that end where all machines of a control stand; -1 is anywhere. The list belongs to the caller.
func (s *store) at(control []int) []*Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	machine := slices.IndexFunc(control, func(location int) bool { return location >= 0 })
	if machine < 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.shelf[machine][control[machine]].runs), func(r *Run) bool {
		for m, location := range control {
			if location >= 0 && r.Config.Location(m) != location {
				return true
			}
		}
		return false
	})
}

// reached reports whether a run ends at a location.
func (s *store) reached(machine, location int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.shelf[machine][location].runs) > 0
}

// any draws a run: first a location, so that rarely reached ones are drawn as often as others.
func (s *store) any(random *rand.Rand) *Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.filled[random.IntN(len(s.filled))]
	return sh.runs[random.IntN(len(sh.runs))]
}

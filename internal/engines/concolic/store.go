package concolic

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/keep"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/live"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// store keeps runs by the location where they end: the configurations of RInf. It is bounded, so it keeps a sample of those that differ in
// their live slots (package keep): one sample from walks, and a separate one of the states that backward searches passed on their way to a
// target, which walks rarely reach. It also keeps the extremes of the variables that the guards there read. It may be used by several
// goroutines.
type store struct {
	wanted  func(*sts.Move) bool // whether a move has a part that is still to be covered
	settled func() int64         // the number of transitions that are not
	live    *live.Slots
	root    *Run

	mu      sync.Mutex
	shelf   [][]*shelf // by machine and location
	filled  []*shelf   // those that have runs, in the order in which they were reached
	records int        // how many times a variable set a new extreme
	buffer  []int64    // of the words of a configuration
	openAt  epoch      // when openNow was made
	openNow []*extreme // of the locations with a move that is wanted
}

// rack keeps runs that end at one location.
type rack = keep.Rack[*Run]

func newRack() rack { return keep.NewRack(func(r *Run) int { return r.Length }) }

// shelf is what is stored for one location.
type shelf struct {
	walked   rack
	passed   rack        // by backward searches
	starting []*sts.Move // the moves that start there
	reads    []int       // the slots that their guards read
	extremes []*extreme  // two for each of them
}

func newStore(c *campaign) *store {
	s := &store{wanted: c.wanted, settled: c.settled.Load, live: live.Find(c.system, c.depends)}
	for _, m := range c.system.Machines {
		row := make([]*shelf, len(m.Locations))
		for l := range row {
			row[l] = &shelf{walked: newRack(), passed: newRack()}
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

// label returns the label of a configuration with a given hash, for a shelf.
func (s *store) label(sh *shelf, c flat.Config, whole uint64) keep.Label {
	read := live.Mix(0, c.Words[len(s.shelf):], sh.reads)
	if c.Large != nil { // queues with content make a configuration large
		for _, q := range c.Large.Queues {
			read = trail.Mix(read, uint64(q.Count))
		}
	}
	return keep.Label{Whole: whole, Read: read}
}

// due notes the current configuration of a walk, and reports whether it is worth storing.
func (s *store) due(c flat.Config) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	due, whole := false, s.live.KeyOf(c)
	for i := range s.shelf {
		sh := s.shelf[i][c.Words[i]]
		fresh := sh.walked.Meet(whole)
		due = due || fresh && sh.walked.HasPlace(s.label(sh, c, whole)) || s.isExtreme(sh, c.Words)
	}
	return due
}

// add stores a run on the shelves of the locations where it ends.
func (s *store) add(r *Run) { s.put(r, func(sh *shelf) *rack { return &sh.walked }) }

// pass stores a run that a backward search made on its way to a target.
func (s *store) pass(r *Run) { s.put(r, func(sh *shelf) *rack { return &sh.passed }) }

func (s *store) put(r *Run, choose func(*shelf) *rack) {
	s.mu.Lock()
	defer s.mu.Unlock()
	config := r.at.config(s.buffer[:0])
	s.buffer = config.Words
	whole := s.live.KeyOf(config)
	for i := range s.shelf {
		sh := s.shelf[i][config.Words[i]]
		if sh.size() == 0 {
			s.filled = append(s.filled, sh)
		}
		choose(sh).Put(r, s.label(sh, config, whole))
		s.records += sh.post(r, config.Words[len(s.shelf):])
	}
}

// size returns the number of runs on a shelf.
func (sh *shelf) size() int { return len(sh.walked.Runs) + len(sh.passed.Runs) }

// at returns the runs that end at the locations of a control; -1 matches any location. The list belongs to the caller.
func (s *store) at(control []int) []*Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	machine := slices.IndexFunc(control, func(location int) bool { return location >= 0 })
	if machine < 0 {
		return nil
	}
	sh := s.shelf[machine][control[machine]]
	return slices.DeleteFunc(slices.Concat(sh.passed.Runs, sh.walked.Runs), func(r *Run) bool {
		for m, location := range control {
			if location >= 0 && r.at.word(m) != int64(location) {
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
	return s.shelf[machine][location].size() > 0
}

// any draws a run: first a location, so that runs at rarely reached locations are drawn too, and then one of its runs.
func (s *store) any(random *rand.Rand) *Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.filled[random.IntN(len(s.filled))]
	i := random.IntN(sh.size())
	if i < len(sh.walked.Runs) {
		return sh.walked.Runs[i]
	}
	return sh.passed.Runs[i-len(sh.walked.Runs)]
}

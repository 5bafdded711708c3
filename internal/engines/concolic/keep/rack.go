// Package keep keeps a bounded number of runs to start from: racks of runs that differ, and the runs after which a variable was most
// extreme. R is the type of a run.
package keep

import "slices"

// A rack keeps a bounded number of runs that differ. As long as there is room, it takes every configuration that is new. Then it prefers
// variety in the slots that the guards of the location read and in the lengths of queues: a configuration that is rare on the rack in this
// respect replaces one that is frequent. Otherwise a configuration is taken with a probability that falls with the number met so far, and
// replaces the longest run, since short runs are better starts. Randomness comes from hashes of the configurations, so that it does not
// depend on other draws.

// PerRack bounds the runs of a rack.
const PerRack = 48

// recent is the number of hashes by which a rack recognizes configurations that it has met.
const recent = 256

// Label identifies a configuration at its location: by all live slots and the content of queues, and by the slots that guards
// read there and the lengths of queues.
type Label struct{ Whole, Read uint64 }

// Rack keeps runs that end at one location.
type Rack[R any] struct {
	Runs []R

	length func(R) int
	labels []Label        // by run
	like   map[uint64]int // by Label.Read: how many runs have it
	most   int            // the largest of these numbers
	met    uint64         // configurations met so far, without recognized repetitions
	known  []uint64       // hashes of some that were met, by their last bits
}

// NewRack returns an empty rack of runs with the given length.
func NewRack[R any](length func(R) int) Rack[R] {
	return Rack[R]{length: length, like: map[uint64]int{}}
}

// Meet notes a configuration, by the hash of its live slots, and reports whether it may be new.
func (k *Rack[R]) Meet(whole uint64) bool {
	if k.known == nil {
		k.known = make([]uint64, recent)
	}
	last := &k.known[whole%recent]
	if *last == whole {
		return false
	}
	*last = whole
	k.met++
	return true
}

// HasPlace reports whether there is room, or a run with more frequent values, or else whether a random choice admits the run.
func (k *Rack[R]) HasPlace(l Label) bool {
	return len(k.Runs) < PerRack || k.most > k.like[l.Read]+1 || l.Whole>>16%max(k.met, 1) < PerRack
}

// Put keeps a run, unless there is one like it, or no place.
func (k *Rack[R]) Put(r R, l Label) {
	if !k.HasPlace(l) || slices.ContainsFunc(k.labels, func(old Label) bool { return old.Whole == l.Whole }) {
		return
	}
	if len(k.Runs) < PerRack {
		k.Runs, k.labels = append(k.Runs, r), append(k.labels, l)
	} else {
		place := k.victim()
		k.like[k.labels[place].Read]--
		if k.like[k.labels[place].Read] == 0 {
			delete(k.like, k.labels[place].Read)
		}
		k.Runs[place], k.labels[place] = r, l
	}
	k.like[l.Read]++
	k.most = 0
	for _, n := range k.like {
		k.most = max(k.most, n)
	}
}

// victim returns the index of the longest run among those whose values are most frequent.
func (k *Rack[R]) victim() int {
	victim := -1
	for i, r := range k.Runs {
		if k.like[k.labels[i].Read] == k.most && (victim < 0 || k.length(r) > k.length(k.Runs[victim])) {
			victim = i
		}
	}
	return victim
}

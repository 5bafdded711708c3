package concolic

import "slices"

// A rack keeps a bounded number of runs that differ. As long as there is room, it takes every configuration that is new. Then it
// prefers variety in what the guards of the location read and in the lengths of queues: a configuration that is rare on the rack
// in this respect takes the place of one that is frequent. Otherwise the more were met the fewer are taken, by chance, and each
// takes the place of the longest run: short ones are good to start from. Chance comes from hashes of the configurations, so that
// it does not depend on other draws.

// perRack bounds the runs of a rack.
const perRack = 48

// recent is the number of hashes by which a rack knows again what it met.
const recent = 256

// label identifies a configuration at its location: by all live slots and the content of queues, and by the slots that guards
// read there and the lengths of queues.
type label struct{ whole, read uint64 }

// rack keeps runs that end at one location.
type rack struct {
	runs   []*Run
	labels []label        // by run
	like   map[uint64]int // by label.read: how many runs have it
	most   int            // the largest of these numbers
	met    uint64         // configurations so far, without those that are known again
	known  []uint64       // hashes of some that were met, by their last bits
}

func newRack() rack { return rack{like: map[uint64]int{}} }

// meet notes a configuration, by the hash of its live slots, and reports whether it may be new.
func (k *rack) meet(whole uint64) bool {
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

// hasPlace reports whether there is room, or a run with values that are more frequent; or else whether chance wants it.
func (k *rack) hasPlace(l label) bool {
	return len(k.runs) < perRack || k.most > k.like[l.read]+1 || l.whole>>16%max(k.met, 1) < perRack
}

// put keeps a run, unless there is one like it, or no place.
func (k *rack) put(r *Run, l label) {
	if !k.hasPlace(l) || slices.ContainsFunc(k.labels, func(old label) bool { return old.whole == l.whole }) {
		return
	}
	if len(k.runs) < perRack {
		k.runs, k.labels = append(k.runs, r), append(k.labels, l)
	} else {
		place := k.victim()
		k.like[k.labels[place].read]--
		if k.like[k.labels[place].read] == 0 {
			delete(k.like, k.labels[place].read)
		}
		k.runs[place], k.labels[place] = r, l
	}
	k.like[l.read]++
	k.most = 0
	for _, n := range k.like {
		k.most = max(k.most, n)
	}
}

// victim returns the index of the longest run among those whose values are most frequent.
func (k *rack) victim() int {
	victim := -1
	for i, r := range k.runs {
		if k.like[k.labels[i].read] == k.most && (victim < 0 || r.Length > k.runs[victim].Length) {
			victim = i
		}
	}
	return victim
}

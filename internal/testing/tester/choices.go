package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Shrinking of tests of systems that choose by themselves: a candidate that can fail does not fail each time. So it is run several times, and if
// runs are fast, as often as the candidates before needed until they failed. When nothing shorter is found, all is tried again with more patience.

const (
	choiceTries  = 3   // runs of a candidate, if they are slow
	choiceFactor = 4   // runs of a candidate, by those that others needed
	choiceMost   = 200 // runs of a candidate at most
	maxPatience  = 16  // greatest factor for them
	leastSmall   = 60  // number of short tests that are tried at least
)

// chooses reports whether the system may have choices, so that a failing test does not fail each time.
func (k *shrinking) chooses() bool {
	return k.differ > 0 || k.failed.Repeats.Total() > 0 && !k.failed.Repeats.Always()
}

// tries returns how often a candidate is run at most. If the system has choices, that is a few times as often as the last candidates had to be run
// until they failed, since shorter ones may fail more seldom. If the test fails each time, the first candidates that do not fail are run twice,
// to see whether the system has choices.
func (k *shrinking) tries() int {
	switch {
	case !k.chooses() && !k.cheap():
		return 1
	case !k.cheap():
		return choiceTries
	case k.chooses():
		return min(choiceFactor*k.needed*k.patience, choiceMost)
	case k.same < enoughSame:
		return 2
	}
	return 1
}

// learn records how many runs a failing candidate needed.
func (k *shrinking) learn(runs int) { k.needed = max(runs, k.needed*3/4, 1) }

// enoughSame is the number of candidates that give the same outputs again by which a system is taken to have no choice.
const enoughSame = 20

// compare counts a candidate that was run again.
func (k *shrinking) compare(first, again *Report) {
	switch {
	case first == nil || !slices.EqualFunc(Inputs(first.Trace), Inputs(again.Trace), sut.Message.Equal):
	case slices.EqualFunc(outputs(first.Trace), outputs(again.Trace), sut.Message.Equal):
		k.same++
	default:
		k.differ++
	}
}

// small returns the number of short tests to try.
func (k *shrinking) small() int {
	if !k.cheap() {
		return 0
	}
	return min(max(4*shrink.SmallRuns/k.tries(), leastSmall), shrink.SmallRuns)
}

// needsRepeat reports whether a short test must be repeated once more.
func (k *shrinking) needsRepeat(r *Report) bool {
	n := r.Repeats
	switch {
	case !k.chooses() && !r.open:
		return n.Total() < enoughRepeats
	case n.Failed < enoughRepeats && k.cheap(): // so that the share that fails is known
		return n.Total() < maxChosen
	}
	return n.Total() < maxRepeats
}

package ioco

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// Sequences: a pattern is a list of transitions in which nil stands for any transitions in between. Cut at the nils, it is a
// list of pieces that a path must have one after the other. To take the first place for each piece leaves the most room for
// the others, so one pass over the path decides.

// follows tells whether a path has the pieces of a pattern in order.
func follows(path, pattern []*sts.Transition) bool {
	for _, piece := range pieces(pattern) {
		at := find(path, piece)
		if at < 0 {
			return false
		}
		path = path[at+len(piece):]
	}
	return true
}

// endsWith tells whether a path has the pieces of a pattern in order, the last of them at its end unless any transitions may
// follow it.
func endsWith(path, pattern []*sts.Transition) bool {
	if len(pattern) == 0 || pattern[len(pattern)-1] == nil {
		return follows(path, pattern)
	}
	all := pieces(pattern)
	last := all[len(all)-1]
	start := len(path) - len(last)
	return start >= 0 && slices.Equal(path[start:], last) && follows(path[:start], pattern[:len(pattern)-len(last)])
}

// nextOf is the transition that a pattern needs next after a path.
func nextOf(path, pattern []*sts.Transition) *sts.Transition {
	for k, t := range slices.Backward(pattern) {
		if t != nil && endsWith(path, pattern[:k]) {
			return t
		}
	}
	return nil
}

// pieces cuts a pattern at the places that stand for any transitions.
func pieces(pattern []*sts.Transition) [][]*sts.Transition {
	var out [][]*sts.Transition
	start := 0
	for i, t := range pattern {
		if t == nil {
			out = append(out, pattern[start:i])
			start = i + 1
		}
	}
	return append(out, pattern[start:])
}

// find is the first place of a piece in a path, or -1.
func find(path, piece []*sts.Transition) int {
	for i := range len(path) - len(piece) + 1 {
		if slices.Equal(path[i:i+len(piece)], piece) {
			return i
		}
	}
	return -1
}

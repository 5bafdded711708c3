package ioco

import "github.com/sextant-mbt/sextant/internal/sts"

// Sequences: a pattern is followed as an automaton does. Position i is active when the path ends with a match of the first i
// entries; nil stands for any transitions in between.

// positions marks the active positions after a path.
func positions(path, pattern []*sts.Transition) []bool {
	active := rest(make([]bool, len(pattern)+1), pattern)
	for _, t := range path {
		if active[len(pattern)] {
			break
		}
		next := make([]bool, len(active))
		for i, wanted := range pattern {
			switch {
			case !active[i]:
			case wanted == nil:
				next[i] = true
			case wanted == t:
				next[i+1] = true
			}
		}
		active = rest(next, pattern)
	}
	return active
}

// rest adds what is active without a further transition: the beginning, and what follows a gap.
func rest(active []bool, pattern []*sts.Transition) []bool {
	active[0] = true
	for i, wanted := range pattern {
		if active[i] && wanted == nil {
			active[i+1] = true
		}
	}
	return active
}

// follows tells whether a path passes through a pattern.
func follows(path, pattern []*sts.Transition) bool { return positions(path, pattern)[len(pattern)] }

// nextOf is the transition that leads a path farthest along a pattern.
func NextInSequence(path, pattern []*sts.Transition) []*sts.Transition {
	active := positions(path, pattern)
	for i := len(pattern) - 1; i >= 0; i-- {
		if active[i] && pattern[i] != nil {
			return []*sts.Transition{pattern[i]}
		}
	}
	return nil
}

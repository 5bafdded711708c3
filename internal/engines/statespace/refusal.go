package statespace

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Refuse returns the error that the states of a system cannot be enumerated, and why, as in "input x of press has type int".
func Refuse(feature result.Feature, text string) *result.Unsupported {
	return &result.Unsupported{By: "the search of all states", Feature: feature, Text: text}
}

// IsFree reports whether runs of a system have no symbols: no step has an input with a value or a choice, and all initial values are given.
func IsFree(s *sts.System) bool {
	for _, slot := range s.Slots {
		if slot.Init == nil {
			return false
		}
	}
	for _, m := range s.Moves() {
		for _, p := range m.Params {
			if p.Kind != sts.Dequeued {
				return false
			}
		}
	}
	return true
}

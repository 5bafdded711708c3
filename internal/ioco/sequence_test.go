package ioco

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// fits is the meaning of a pattern, word for word: whether a whole path fits it.
func fits(path, pattern []*sts.Transition) bool {
	switch {
	case len(pattern) == 0:
		return len(path) == 0
	case pattern[0] == nil:
		return fits(path, pattern[1:]) || len(path) > 0 && fits(path[1:], pattern)
	}
	return len(path) > 0 && path[0] == pattern[0] && fits(path[1:], pattern[1:])
}

// TestSequences: one pass over a path finds what the meaning of patterns says.
func TestSequences(t *testing.T) {
	names := []*sts.Transition{{Name: "a"}, {Name: "b"}, nil}
	rapid.Check(t, func(r *rapid.T) {
		path := rapid.SliceOfN(rapid.SampledFrom(names[:2]), 0, 7).Draw(r, "path")
		pattern := rapid.SliceOfN(rapid.SampledFrom(names), 0, 5).Draw(r, "pattern")
		anywhere := append(append([]*sts.Transition{nil}, pattern...), nil)
		if got, want := follows(path, pattern), fits(path, anywhere); got != want {
			r.Fatalf("follows: %v, want %v", got, want)
		}
	})
}

// TestNextOf: what a sequence needs next, after a path that came so far, or that has to begin again.
func TestNextOf(t *testing.T) {
	a, b, c := &sts.Transition{Name: "a"}, &sts.Transition{Name: "b"}, &sts.Transition{Name: "c"}
	pattern := []*sts.Transition{a, b, nil, c}
	for _, test := range []struct {
		path []*sts.Transition
		want *sts.Transition
	}{
		{nil, a}, {[]*sts.Transition{a}, b}, {[]*sts.Transition{a, c}, a}, {[]*sts.Transition{a, b}, c}, {[]*sts.Transition{a, b, a, a}, c},
	} {
		if got := NextInSequence(test.path, pattern); len(got) != 1 || got[0] != test.want {
			t.Errorf("after %d transitions: %v, want %v", len(test.path), got, test.want)
		}
	}
}

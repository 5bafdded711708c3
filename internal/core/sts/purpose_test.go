package sts

import (
	"testing"

	"pgregory.net/rapid"
)

// fits is the definition of a pattern: it reports whether a whole path matches it.
func fits(path, pattern []*Transition) bool {
	switch {
	case len(pattern) == 0:
		return len(path) == 0
	case pattern[0] == nil:
		return fits(path, pattern[1:]) || len(path) > 0 && fits(path[1:], pattern)
	}
	return len(path) > 0 && path[0] == pattern[0] && fits(path[1:], pattern[1:])
}

// along is the progress of a path with a step for each transition.
func along(p *Purpose, path []*Transition) Progress {
	g := p.Begin()
	for _, t := range path {
		g = p.Advance(g, &Move{Parts: []*Transition{t}})
	}
	return g
}

// TestSequences: one pass over a path agrees with the definition of patterns.
func TestSequences(t *testing.T) {
	names := []*Transition{{Name: "a"}, {Name: "b"}, nil}
	rapid.Check(t, func(r *rapid.T) {
		path := rapid.SliceOfN(rapid.SampledFrom(names[:2]), 0, 7).Draw(r, "path")
		p := &Purpose{Kind: FollowSequence, Transitions: rapid.SliceOfN(rapid.SampledFrom(names), 0, 5).Draw(r, "pattern")}
		anywhere := append(append([]*Transition{nil}, p.Transitions...), nil)
		if got, want := p.Done(along(p, path)), fits(path, anywhere); got != want {
			r.Fatalf("done: %v, want %v", got, want)
		}
	})
}

// TestMissing: the next transition for a purpose, also after a path that has to begin again.
func TestMissing(t *testing.T) {
	a, b, c := &Transition{Name: "a"}, &Transition{Name: "b"}, &Transition{Name: "c"}
	sequence := &Purpose{Kind: FollowSequence, Transitions: []*Transition{a, b, nil, c}}
	for _, test := range []struct {
		path []*Transition
		want *Transition
	}{
		{nil, a}, {[]*Transition{a}, b}, {[]*Transition{a, c}, a}, {[]*Transition{a, b}, c}, {[]*Transition{a, b, a, a}, c},
	} {
		if got := sequence.Missing(along(sequence, test.path)); len(got) != 1 || got[0] != test.want {
			t.Errorf("after %d transitions: %v, want %v", len(test.path), got, test.want)
		}
	}
	all := &Purpose{Kind: ReachTransitions, Transitions: []*Transition{a, b}}
	if got := all.Missing(along(all, []*Transition{c, b})); len(got) != 1 || got[0] != a {
		t.Errorf("missing are %v, want a", got)
	}
}

// A joint step of two machines is one step: it matches an entry if one of its transitions does.
func TestSequenceOfJointSteps(t *testing.T) {
	a, send, receive := &Transition{Name: "a"}, &Transition{Name: "send"}, &Transition{Name: "receive"}
	for _, second := range []*Transition{send, receive} {
		p := &Purpose{Kind: FollowSequence, Transitions: []*Transition{a, second, a}}
		g := along(p, []*Transition{a})
		g = p.Advance(g, &Move{Parts: []*Transition{send, receive}})
		if g = p.Advance(g, &Move{Parts: []*Transition{a}}); !p.Done(g) {
			t.Errorf("the sequence a, %s, a is not followed", second.Name)
		}
	}
}

package sts_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

// drawGraph is any small graph; some guards are false.
func drawGraph(t *rapid.T) *sts.Machine {
	s := term.NewStore()
	location := rapid.IntRange(0, 7)
	m := &sts.Machine{Locations: make([]sts.Location, 8), Initial: location.Draw(t, "initial")}
	for range rapid.IntRange(0, 16).Draw(t, "transitions") {
		m.Transitions = append(m.Transitions, &sts.Transition{ID: len(m.Transitions), From: location.Draw(t, "from"),
			To: location.Draw(t, "to"), Guard: rapid.SampledFrom([]*term.Term{s.True(), s.False()}).Draw(t, "guard")})
	}
	return m
}

// The reference follows the definition: it repeats one step until nothing changes.
func TestReachableIsTheClosureOfSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t)
		want := make([]bool, len(m.Locations))
		want[m.Initial] = true
		for range m.Locations {
			for _, tr := range m.Transitions {
				want[tr.To] = want[tr.To] || want[tr.From] && !tr.Guard.IsFalse()
			}
		}
		if got := m.Reachable(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestDistancesAreShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t)
		wanted := rapid.SliceOfN(rapid.Bool(), len(m.Transitions), len(m.Transitions)).Draw(t, "wanted")
		want := slices.Repeat([]int{sts.FarAway}, len(m.Locations))
		for range m.Locations {
			for i, tr := range m.Transitions {
				want[tr.From] = min(want[tr.From], want[tr.To]+1)
				if wanted[i] {
					want[tr.From] = 0
				}
			}
		}
		if got := m.Distances(func(tr *sts.Transition) bool { return wanted[tr.ID] }); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

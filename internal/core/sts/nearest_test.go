package sts

import (
	"testing"

	"pgregory.net/rapid"
)

// TestNearestEqualsDistances compares distances that are found on demand with those of all locations, while wanted transitions become fewer.
func TestNearestEqualsDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "locations")
		m := &Machine{Locations: make([]Location, n)}
		wanted := map[*Transition]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "transitions") {
			end := rapid.IntRange(0, n-1)
			u := &Transition{From: end.Draw(t, "from"), To: end.Draw(t, "to")}
			m.Transitions = append(m.Transitions, u)
			wanted[u] = rapid.Bool().Draw(t, "wanted")
		}
		wants := func(u *Transition) bool { return wanted[u] }
		near := m.Nearest(wants)
		for _, u := range append([]*Transition{nil}, m.Transitions...) {
			wanted[u] = false
			near.Forget()
			all := m.Distances(wants)
			for range rapid.IntRange(0, 2*n).Draw(t, "questions") {
				if l := rapid.IntRange(0, n-1).Draw(t, "location"); near.Distance(l) != all[l] {
					t.Fatalf("location %d: %d, want %d", l, near.Distance(l), all[l])
				}
			}
		}
	})
}

package regions

import (
	"slices"
	"testing"
)

// TestLater follows two clocks, the second half a unit ahead or level, until both are above the largest constant.
func TestLater(t *testing.T) {
	const u = Unit
	for _, row := range []struct {
		name string
		from Region
		want []Region
	}{
		{"together", Region{0, 0}, []Region{{u / 2, u / 2}, {u, u}, {2 * u, 2 * u}, {2 * u, 2 * u}}},
		{"ahead", Region{0, u / 2}, []Region{{u / 3, 2 * u / 3}, {u / 2, u}, {u / 2, 2 * u}, {u, 2 * u}, {2 * u, 2 * u}}},
		{"negative", Region{-u, u}, []Region{{-u / 2, 2 * u}, {0, 2 * u}, {u / 2, 2 * u}, {u, 2 * u}, {2 * u, 2 * u}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			at := row.from
			for i, want := range row.want {
				if at = at.Later(1); !slices.Equal(at, want) {
					t.Fatalf("after %d steps: %v, want %v", i+1, at, want)
				}
			}
		})
	}
}

// TestRegions counts the regions of two clocks with constant 1 that are reached by waiting and resets: all of them in which both clocks
// are not negative.
func TestRegions(t *testing.T) {
	seen := map[string]bool{}
	var visit func(Region)
	visit = func(r Region) {
		if seen[r.Key()] {
			return
		}
		seen[r.Key()] = true
		visit(r.Later(1))
		visit(r.Assign(0, 0, 1))
		visit(r.Assign(1, 0, 1))
	}
	visit(Zero(2))
	// Each clock is 0, between, 1 or above: 16 pairs, and three orders of fractions instead of one where both are between.
	if len(seen) != 18 {
		t.Errorf("%d regions, want 18", len(seen))
	}
}

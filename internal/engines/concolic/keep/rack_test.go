package keep

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// TestRackKeepsVariety: configurations with rare values of the slots that guards read are kept among many frequent ones, however late they
// come; the same configuration is kept once.
func TestRackKeepsVariety(t *testing.T) {
	k := NewRack(func(length int) int { return length })
	meet := func(whole, read uint64) {
		l := Label{trail.Mix(1, whole), read}
		if k.Meet(l.Whole) && k.HasPlace(l) {
			k.Put(int(whole), l)
		}
	}
	for i := range uint64(10_000) {
		meet(i, 7)
	}
	for i := range uint64(10) {
		meet(1<<20+i, 100+i)
		meet(1<<20+i, 100+i)
	}
	for i := range uint64(10_000) {
		meet(1<<30+i, 7)
	}
	if len(k.Runs) != PerRack || k.like[7] != PerRack-10 {
		t.Errorf("%d runs, %d of them with the frequent values", len(k.Runs), k.like[7])
	}
	late := slices.ContainsFunc(k.Runs, func(length int) bool { return length >= 1<<30 })
	if k.Runs[0] != 0 || !late {
		t.Errorf("the first run has length %d; one that came late is kept: %v", k.Runs[0], late)
	}
}

package ioco

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// newTestTracker makes a tracker with a solver of its own.
func newTestTracker(t testing.TB, system *sts.System) *Tracker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{})
	tracker, err := NewTracker(system, solver)
	if err != nil {
		t.Fatal(err)
	}
	return tracker
}

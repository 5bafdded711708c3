package rig_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// A run tells how far it is: what it says only grows.
func TestRunTells(t *testing.T) {
	testkit.NeedsSolver(t)
	l, err := model.Load(testkit.Example("light/light.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var told []tester.Progress
	o := rig.RunOptions{Backend: model.BackendDefaults(), Adapter: simulated.New(l.System, l.System, 1), Told: func(p tester.Progress) { told = append(told, p) }}
	o.Steps = 300
	r, err := rig.Run(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) == 0 {
		t.Fatal("it told nothing")
	}
	last := tester.Progress{}
	for _, p := range told {
		if p.Sent <= last.Sent || p.Covered < last.Covered || p.Covered > p.Total || p.Sent > p.Steps {
			t.Errorf("%+v follows %+v", p, last)
		}
		last = p
	}
	if last.Total != r.Coverage.Transitions.Total {
		t.Errorf("told %d transitions of %d", last.Total, r.Coverage.Transitions.Total)
	}
}

package rig_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
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
	var told []result.Progress
	o := rig.RunOptions{Backend: model.BackendDefaults(), Adapter: simulated.New(l.System, l.System, 1)}
	o.Steps, o.Progress = 300, func(p result.Progress) { told = append(told, p) }
	r, err := rig.Run(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(told) == 0 {
		t.Fatal("it told nothing")
	}
	last := result.Progress{}
	for _, p := range told {
		if p.Done < last.Done || p.Point.Covered < last.Point.Covered || p.Point.Covered > p.Point.Total || p.Done > p.Total {
			t.Errorf("%+v follows %+v", p, last)
		}
		last = p
	}
	if live := last.Live; live == nil || len(live.Locations) != 1 || len(live.Trace) == 0 || live.Test < 1 || live.Test > r.Starts {
		t.Errorf("the last test is %+v", live)
	}
	if last.Point.Total != r.Coverage.Transitions.Total {
		t.Errorf("told %d transitions of %d", last.Point.Total, r.Coverage.Transitions.Total)
	}
}

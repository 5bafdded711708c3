package rig_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/mutate"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// seededModels are the models whose mutants are tested as systems: machines of the literature, and one of the tour. The others have
// hardly any outputs.
func seededModels() (names []string, mutants int) {
	if testkit.Long() {
		return []string{"atm/atm", "class2/class2", "cruise/cruise", "ifss/ifss", "inres/inres", "light/light", "vending/kiosk"}, 50
	}
	return []string{"atm/atm", "inres/inres", "light/light"}, 12
}

// seeding counts what became of seeded faults.
type seeding struct{ wrong, found int }

// TestSeededFaults: a session finds most mutants that do not conform, as a search with the text of the mutant decides, and no mutant
// that is proved to conform ever fails. What is missed is listed: a fault may need more inputs than a session has, or values and choices
// that nothing in the model hints at.
func TestSeededFaults(t *testing.T) {
	var all seeding
	names, mutants := seededModels()
	for _, name := range names {
		t.Run(name, func(t *testing.T) { all.tryModel(t, name, mutants) })
	}
	t.Logf("%d of %d faults were found", all.found, all.wrong)
	if all.wrong < 15 || all.found < all.wrong*9/10 {
		t.Errorf("%d of %d faults were found", all.found, all.wrong)
	}
}

func (s *seeding) tryModel(t *testing.T, name string, mutants int) {
	l, err := model.Load(testkit.Example(name+".sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := mutant.Make(t.Context(), l.System, mutant.Source{Path: l.Path, Files: l.Files, Consts: l.Consts}, mutants)
	if err != nil {
		t.Fatal(err)
	}
	fates := fatesOf(t, l, mutants)
	for _, m := range p.Mutants {
		o := rig.RunOptions{Backend: model.BackendDefaults(), Adapter: simulated.New(m.System, l.System, 1)}
		r, err := rig.Run(t.Context(), l, o)
		if errors.Is(err, simulated.ErrRestless) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		s.judge(t, m, fates[fmt.Sprint(m.Line, m.Words)], r)
	}
}

// fatesOf returns what mutate found out about the mutants of a model, by line and change.
func fatesOf(t *testing.T, l *model.Loaded, mutants int) map[string]result.Fate {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	found, err := mutate.Run(ctx, l, mutate.Options{Common: model.CommonDefaults(), Backend: model.BackendDefaults(), Limit: mutants})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]result.Fate{}
	for _, m := range found.Mutants {
		out[fmt.Sprint(m.Line, m.Text)] = m.Status
	}
	return out
}

// judge compares the verdict on a mutant with its fate.
func (s *seeding) judge(t *testing.T, m *mutant.Mutant, fate result.Fate, r *result.Run) {
	t.Helper()
	switch fate {
	case result.FateEquivalent, result.FateConforming:
		if r.Finding() {
			t.Errorf("%s is %s, and failed: %s", m, fate, r.Evidence)
		}
	case result.FateKilled:
		s.wrong++
		if r.Finding() {
			s.found++
		} else {
			t.Logf("missed: %s", m)
		}
	case "":
		t.Errorf("%s: nothing is known of it", m)
	}
}

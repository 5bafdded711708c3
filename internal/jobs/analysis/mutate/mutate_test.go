package mutate

import (
	"cmp"
	"context"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func mutated(t *testing.T, path string, options Options) *result.Mutate {
	t.Helper()
	testkit.NeedsSolver(t)
	l, err := model.Load(filepath.Join("..", "..", "..", "..", "examples", path), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	options.Limit, options.Workers, options.Solver.Spares = 1000, cmp.Or(options.Workers, 2), testkit.Spares()
	r, err := Run(context.Background(), l, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Examples whose mutants are all killed or proved harmless. The suite with the tests added kills all that can be killed, and
// still does when it is stored and read back.
func TestMutationScores(t *testing.T) {
	for _, c := range []struct {
		path                         string
		made, equivalent, conforming int
	}{
		{"light/light.sxt", 40, 0, 0},
		{"atm/atm.sxt", 173, 1, 4},
		{"class2/class2.sxt", 259, 0, 18},
		{"inres/inres.sxt", 140, 0, 0},
		{"ifss/ifss.sxt", 141, 6, 1},
	} {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			if testing.Short() && c.made > 200 {
				t.Skip("the smaller examples run the same code")
			}
			r := mutated(t, c.path, Options{})
			count := map[result.Fate]int{}
			for _, m := range r.Mutants {
				count[m.Status]++
			}
			t.Logf("%d mutants: %v; before %+v, after %+v", len(r.Mutants), count, r.Before, r.After)
			if len(r.Mutants) != c.made || count[result.FateEquivalent] != c.equivalent || count[result.FateConforming] != c.conforming {
				t.Errorf("%d mutants, %v", len(r.Mutants), count)
			}
			if r.After.Score != 1 || r.Before.Score >= 1 || r.After.Killed != r.After.Against || r.After.Tests <= r.Before.Tests {
				t.Errorf("before %+v, after %+v", r.Before, r.After)
			}
			if c.made > 200 && !testkit.Long() {
				return // the smaller suites are read back
			}
			folder := t.TempDir()
			if err := store.WriteSuite(folder, r.Suite); err != nil {
				t.Fatal(err)
			}
			again := mutated(t, c.path, Options{Suite: folder, Measure: true})
			if again.Before.Score != 1 || again.Before.Tests != r.After.Tests || again.Before.Inputs != r.After.Inputs {
				t.Errorf("read back: %+v", again.Before)
			}
		})
	}
}

// The fates of mutants, and the tests that are added, do not depend on the number of workers. A mutant of this model is killed only by some of
// the values that a solver may choose.
func TestMutationWithAnyNumberOfWorkers(t *testing.T) {
	one, two := mutated(t, "vending/vending.sxt", Options{Common: model.Common{Workers: 1}}), mutated(t, "vending/vending.sxt", Options{})
	if diff := gocmp.Diff(one.Mutants, two.Mutants); diff != "" {
		t.Errorf("- one worker, + two:\n%s", diff)
	}
	if diff := gocmp.Diff(one.Suite.Tests, two.Suite.Tests); diff != "" {
		t.Errorf("- one worker, + two:\n%s", diff)
	}
}

// Mutants of a model with a function that only a contract describes: nothing is claimed that was not shown.
func TestMutationWithUnknownFunction(t *testing.T) {
	testkit.Sequential(t)
	r := mutated(t, "vending/vending.sxt", Options{})
	killed := 0
	for _, m := range r.Mutants {
		if m.Reason == "" || m.Status == result.FateKilled && m.Test == "" {
			t.Errorf("%+v", m)
		}
		if m.Status == result.FateKilled {
			killed++
		}
	}
	if killed != r.After.Killed || killed < 10 {
		t.Errorf("%d killed, after %+v", killed, r.After)
	}
}

// When the time is up at once, every mutant is undecided, and says so.
func TestMutationOutOfTime(t *testing.T) {
	testkit.NeedsSolver(t)
	l, err := model.Load(filepath.Join("..", "..", "..", "..", "examples", "light", "light.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	suite, err := analysis.Generate(t.Context(), l, analysis.GenerateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := store.WriteSuite(folder, suite); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Run(ctx, l, Options{Suite: folder, Limit: 100, Common: model.Common{Workers: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Stop.Early() || r.After.Killed != 0 || r.Before.Score != 0 || r.After.Score != 0 {
		t.Errorf("stop %v, after %+v", r.Stop, r.After)
	}
}

package classes_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/classes"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// askedAlone divides the runs of a system with a tree of one state, so that the portfolio is asked about nearly all of them.
func askedAlone(t testkit.Failer, s *sts.System, o classes.Options, only ...result.SearchEngine) (*classes.Division, []string) {
	t.Helper()
	o.Ask = &reach.Question{NewSolver: testkit.NewSolver, Proofs: reach.Brief(reach.UsualQueries), Only: only}
	o.Explore = explore.Options{States: 1, NewSolver: testkit.NewSolver}
	d, err := classes.Find(context.Background(), s, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return d, tuples(d)
}

// TestAskedClassesEqualBruteForce: what the portfolio says about runs that the tree does not show is what an enumeration says. All engines
// together leave nothing open; one alone finds no class that is not there.
func TestAskedClassesEqualBruteForce(t *testing.T) {
	testkit.NeedsSolver(t)
	decided := map[result.SearchEngine]int{}
	rapid.Check(t, func(t *rapid.T) {
		model, steps := drawMachine(t)
		least, most := rapid.IntRange(0, 1).Draw(t, "least"), rapid.IntRange(1, 3).Draw(t, "most")
		s := testkit.LoadText(t, model)
		want := enumerated(steps, least, most)
		d, got := askedAlone(t, s, classes.Options{Least: least, Most: most, Limit: 1000})
		if !slices.Equal(got, want) || !d.Complete() || len(d.Doubts) > 0 {
			t.Fatalf("runs of %d to %d steps: %q, complete %v, want %q\n%s", least, most, got, d.Complete(), want, model)
		}
		engine := rapid.SampledFrom([]result.SearchEngine{result.InductionEngine, result.InductionEngine, result.StatesEngine, result.StatesEngine, result.ConcolicEngine}).Draw(t, "engine")
		d, got = askedAlone(t, s, classes.Options{Least: least, Most: most, Limit: 1000}, engine)
		if d.Complete() && !slices.Equal(got, want) || slices.ContainsFunc(got, func(c string) bool { return !slices.Contains(want, c) }) {
			t.Fatalf("%s, runs of %d to %d steps: %q, complete %v, want %q\n%s", engine, least, most, got, d.Complete(), want, model)
		}
		for _, use := range d.Engines {
			decided[use.Engine] += use.Decided
		}
	})
	t.Log(decided)
	if decided[result.StatesEngine] == 0 || decided[result.InductionEngine] == 0 {
		t.Errorf("an engine has decided nothing: %v", decided)
	}
}

// walk has too many paths for a tree, and few states.
const walk = `system Walk
var x: 0..12 = 0
initial a
up: a -> a when x < 12 do x := x + 1
stay: a -> a
down: a -> a when x > 0 do x := x - 1
classify far: x >= 11
classify home: x == 0
classify early: x@2 == 2
`

// TestLongRuns: the classes of runs with millions of paths, and that there are no others.
func TestLongRuns(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, walk)
	options := classes.Options{Least: 12, Most: 14, Limit: 100, Explore: explore.Options{States: 2000, NewSolver: testkit.NewSolver},
		Ask: &reach.Question{NewSolver: testkit.NewSolver, Proofs: reach.Brief(reach.UsualQueries)}}
	d, err := classes.Find(context.Background(), s, options)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"false false false", "false false true", "false true false", "false true true", "true false false", "true false true"}
	if got := tuples(d); !slices.Equal(got, want) || !d.Complete() {
		t.Errorf("%q, complete %v, %s", got, d.Complete(), d.Stop)
	}
	for _, c := range d.Classes {
		if n := len(c.Run.Steps()) - 1; n < 12 || n > 14 {
			t.Errorf("%v: a run of %d steps", c.Values, n)
		}
	}
	options.Ask = nil
	if d, err = classes.Find(context.Background(), s, options); err != nil || d.Complete() || len(d.Engines) > 0 {
		t.Errorf("without the portfolio: %v, complete %v", err, d.Complete())
	}
}

// TestOtherClasses: a classifier with values that are not listed, one class after the other.
func TestOtherClasses(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, "system M\ninput i(a: 0..2)\nvar x: int = 0\ninitial l\nt: l -> l in i(a) do x := x + 10 * a\nclassify sum: x\nclassify times: taken(t)\n")
	d, got := askedAlone(t, s, classes.Options{Least: 0, Most: 2, Limit: 100})
	want := []string{"0 0", "0 1", "0 2", "10 1", "10 2", "20 1", "20 2", "30 2", "40 2"}
	if !slices.Equal(got, want) || !d.Complete() {
		t.Errorf("%q, complete %v", got, d.Complete())
	}
	if d, got := askedAlone(t, s, classes.Options{Least: 0, Most: 2, Limit: 5}); len(got) != 5 || d.Stop != result.StopClasses {
		t.Errorf("%q, %s", got, d.Stop)
	}
}

// TestAskedStarts: initial values are part of the past, and a run that gives a classifier no value is found beyond the tree.
func TestAskedStarts(t *testing.T) {
	testkit.NeedsSolver(t)
	const open = "system M\nconst c: 0..3\nvar x: 0..5\nassume x > c\ninput i(a: 0..1)\ninitial l\nt: l -> m in i(a) do x := a\nu: m -> l do x := 5\n"
	s := testkit.LoadText(t, open+"classify first: x@0\nclassify fixed: c\nclassify last: x\n")
	d, got := askedAlone(t, s, classes.Options{Least: 2, Most: 2, Limit: 100})
	var want []string
	for c := range 4 {
		for x := c + 1; x <= 5; x++ {
			want = append(want, fmt.Sprint(x, c, 5))
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) || !d.Complete() {
		t.Errorf("%q, complete %v, want %q", got, d.Complete(), want)
	}
	s = testkit.LoadText(t, open+"classify ratio: 10 / (x@1 - x@0 + 5) > 1\n")
	_, err := classes.Find(context.Background(), s, classes.Options{Least: 2, Most: 2, Limit: 100, Explore: explore.Options{States: 1, NewSolver: testkit.NewSolver},
		Ask: &reach.Question{NewSolver: testkit.NewSolver, Proofs: reach.Brief(reach.UsualQueries)}})
	var missing *classes.NoValueError
	if !errors.As(err, &missing) || len(missing.Run.Steps()) != 3 {
		t.Errorf("%v", err)
	}
}

// TestAskedClocks: the values of clocks are those right after steps, not those when the question is asked.
func TestAskedClocks(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, "system M\nclock c\ninitial l\nt: l -> m when c >= 2 and c <= 3\nu: m -> l when c >= 4 do c := 0\nclassify late: c@1 > 3\nclassify fresh: c == 0\nclassify steps2: steps == 2\n")
	d, got := askedAlone(t, s, classes.Options{Least: 1, Most: 2, Limit: 100}, result.InductionEngine, result.ConcolicEngine)
	if want := []string{"false false false", "false true true"}; !slices.Equal(got, want) || !d.Complete() {
		t.Errorf("%q, complete %v", got, d.Complete())
	}
}

package sextant

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// TestOptions say how a system is tested. The zero value is the default.
type TestOptions struct {
	Steps   int           // inputs to send at most; 0 is 200
	Seed    int64         // of the choices that are left to chance: the same seed makes the same choices
	Wait    time.Duration // how long an output may take; 0 is 200 ms
	Random  bool          // choose inputs at random instead of by coverage
	Purpose string        // reach this purpose of the model instead of covering its transitions
	Solver  string        // command of a solver other than z3
	Folder  string        // where Test keeps failing tests; empty is testdata/sextant/MODEL

	// Functions are Go functions behind externs, by name, as in ExploreOptions.
	Functions map[string]func(args []any) (any, error)
}

// TestResult is what came of a test: the verdict, and for a failure the evidence and the shortest trace that was found.
type TestResult = result.Run

// Verdict is what a test says about a system.
type Verdict = result.Verdict

// The verdicts.
const (
	Pass         = result.Pass
	WeakPass     = result.WeakPass // the purpose may have been reached, but need not
	Fail         = result.Fail
	Inconclusive = result.Inconclusive // the purpose was not reached
)

// Test tests a system against the model: it sends inputs that the model foresees, chosen so that they cover its transitions,
// and checks every output, and every silence, against what the model allows. A failing test is made short. That a system
// fails is not an error. Cancelling ctx ends the test early with what was found so far.
func (m *Model) Test(ctx context.Context, system System, options TestOptions) (*TestResult, error) {
	return driver.Run(ctx, m.loaded, m.runOptions(system, options))
}

// runOptions are the options of a tester of the system.
func (m *Model) runOptions(system System, options TestOptions) driver.RunOptions {
	return driver.RunOptions{
		Options: tester.Options{Steps: options.Steps, Wait: options.Wait, Seed: options.Seed, Strategy: options.strategy()},
		Means:   options.means(),
		Adapter: &adapter{model: m, system: system},
		Shrink:  true,
		Goal:    options.Purpose,
	}
}

func (o TestOptions) strategy() tester.Strategy {
	if o.Random {
		return tester.Random
	}
	return tester.Guided
}

// means are the solver, and the Go functions behind externs.
func (o TestOptions) means() driver.Means {
	return driver.Means{Solver: driver.SolverOptions{Command: o.Solver}, Externs: driver.ExternOptions{Go: goFunctions(o.Functions)}}
}

// suiteStates bounds the exploration for a suite, so that a Go test starts quickly.
const suiteStates = 2000

// suite chooses a small suite that covers the transitions of the model.
func (m *Model) suite(ctx context.Context, options TestOptions) (*result.Suite, error) {
	return driver.Generate(ctx, m.loaded, driver.GenerateOptions{Explore: explore.Options{States: suiteStates}, Means: options.means()})
}

// Test tests a system against a model file, as part of a Go test, with subtests in this order:
//
//	stored   each test that failed before, from testdata/sextant/MODEL; commit the files to keep them as regression tests
//	paths    each path of a small suite that covers the transitions of the model
//	online   a session that goes on from there, as Model.Test does
//
// With the options Random or Purpose there are no paths. If t is not a *testing.T, there is only the session.
//
// If the system fails, so does t, with what was observed, what was allowed instead, the trace, and how to see it again. The
// failing test is stored and runs first next time. A purpose that was not reached fails t as well. There is at most one set of
// options.
func Test(t testing.TB, model string, system System, options ...TestOptions) {
	t.Helper()
	o, m, ok := prepare(t, "sextant.Test", model, options)
	if !ok {
		return
	}
	tester, err := driver.NewTester(t.Context(), m.loaded, m.runOptions(system, o))
	if err != nil {
		t.Fatalf("%s: %v", model, err)
		return
	}
	defer tester.Close()
	if sub, ok := t.(*testing.T); ok {
		(&goTest{path: model, model: m, options: o, tester: tester, name: t.Name()}).run(sub)
		return
	}
	r, err := tester.Run(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", model, err)
		return
	}
	if r.Verdict == Fail {
		t.Errorf("%s\n%s", failure(model, r), again(o))
		return
	}
	tellOnline(t, model, r)
}

// prepare reads the options and the model; false means that t was told what is wrong.
func prepare(t testing.TB, caller, model string, options []TestOptions) (TestOptions, *Model, bool) {
	t.Helper()
	if len(options) > 1 {
		t.Fatal(caller + " takes one set of options")
		return TestOptions{}, nil, false
	}
	m, err := Load(model)
	if err != nil {
		t.Fatal(err)
		return TestOptions{}, nil, false
	}
	if len(options) == 0 {
		return TestOptions{}, m, true
	}
	return options[0], m, true
}

// tellOnline tells a test about a session that did not fail.
func tellOnline(t testing.TB, model string, r *TestResult) {
	t.Helper()
	switch r.Verdict {
	case Inconclusive:
		t.Errorf("%s: %s", model, r.Evidence)
	case WeakPass:
		t.Logf("%s: %s", model, r.Evidence)
	}
}

// failure prints a result for people.
func failure(model string, r *TestResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the system does not conform to %s\nevidence: %s\ntrace:", model, r.Evidence)
	for i, e := range r.Trace {
		fmt.Fprintf(&b, "\n  %2d. %s", i+1, strings.TrimSpace(fmt.Sprintf("%-10s %s", e.Kind, e.Message)))
	}
	return b.String()
}

// again are the options that show a failure again.
func again(o TestOptions) string {
	return fmt.Sprintf("to see it again: sextant.TestOptions{Seed: %d, Steps: %d, Random: %v, Purpose: %q}", o.Seed, o.Steps, o.Random, o.Purpose)
}

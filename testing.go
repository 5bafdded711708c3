package sextant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// TestOptions say how a system is tested. The zero value is the default.
type TestOptions struct {
	Steps     int           // number of inputs; 0 is 5000, or fewer if these take long
	Seed      int64         // of random choices: the same seed makes the same choices
	Wait      time.Duration // how long an output may take; 0 is 200 ms
	Covered   bool          // stop when transitions and boundary values were tried, instead of sending all inputs
	Random    bool          // choose inputs at random instead of by coverage
	Purpose   string        // reach this purpose of the model instead of covering its transitions
	Solver    string        // command of a solver other than z3
	Functions Functions
	Consts    map[string]string // other values for constants, as in LoadOptions; only where the model is given as a File
	Folder    string            // where Test keeps failing tests; empty is testdata/sextant/MODEL

	ShrinkTime time.Duration // how long a failing test is made shorter; 0 is 20 s, less leaves it as it was found

	// For models with clocks. In a bubble of testing/synctest time is simulated, and instants are exact.
	TimeUnit  time.Duration // the real time of one unit of the model; 0 is a second
	Tolerance time.Duration // how far measured instants may be from the real ones; 0 measures it at the start
}

// Test tests a system against the model: it sends inputs that the model foresees, chosen so that they cover its transitions,
// and checks every output, and every silence, against what the model allows. A failing test is made short. That a system
// fails is not an error. Cancelling ctx ends the test early with what was found so far.
func (m *Model) Test(ctx context.Context, system System, options TestOptions) (*TestResult, error) {
	if _, err := m.load(options.Consts); err != nil {
		return nil, errors.Join(err, (&adapter{system: system}).Close())
	}
	a := &adapter{model: m, system: system}
	t, err := m.tester(a, options, true)
	if err != nil {
		return nil, err
	}
	r, err := t.Run(ctx)
	if err = errors.Join(err, t.Close()); err != nil {
		return nil, err
	}
	out := newTestResult(r)
	out.Unfit = a.unfit
	return out, nil
}

// tester opens what testing a system takes; if it cannot, the system is closed.
func (m *Model) tester(a *adapter, options TestOptions, shrink bool) (*rig.Tester, error) {
	backend, err := newBackend(options.Solver, options.Functions)
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	session := tester.Options{Steps: options.Steps, Wait: options.Wait, Seed: options.Seed, Strategy: tester.Guided,
		ShrinkTime: max(options.ShrinkTime, 0), TimeUnit: options.TimeUnit, Tolerance: options.Tolerance}
	if options.Covered {
		session.Until = tester.Covered
	}
	if options.Random {
		session.Strategy = tester.Random
	}
	t, err := rig.NewTester(m.loaded, rig.RunOptions{Options: session, Backend: backend, Adapter: a, Shrink: shrink && options.ShrinkTime >= 0, Goal: options.Purpose, Unexplained: true})
	if err != nil {
		return nil, errors.Join(explain(err), a.Close())
	}
	return t, nil
}

// suiteStates bounds the exploration for a suite, so that a Go test starts quickly.
const suiteStates = 2000

// suite chooses a small suite that covers the transitions of the model.
func (m *Model) suite(ctx context.Context, options TestOptions) (*result.Suite, error) {
	backend, err := newBackend(options.Solver, options.Functions)
	if err != nil {
		return nil, err
	}
	return analysis.Generate(ctx, m.loaded, analysis.GenerateOptions{States: suiteStates, Backend: backend})
}

// Test tests a system against a model as part of a Go test, with subtests in this order:
//
//	stored   each test that failed before, from testdata/sextant/MODEL; commit the files to keep them as regression tests
//	paths    each path of a small suite that covers the transitions of the model
//	online   a session that continues from there, as Model.Test does
//
// With the options Random or Purpose there are no paths. With go test -short a session has 500 inputs, or fewer if everything is covered,
// unless Steps says otherwise. The test ends before the deadline of go test. A *testing.B runs b.N sessions; in others than these and
// *testing.T there is only the session. In a bubble of
// testing/synctest, where time is simulated, the parts are run in this order too, but not as subtests.
//
// If the system fails, so does t, with what was observed, what was allowed instead, the trace, and how to see it again. The
// failing test is stored and runs first next time. A purpose that was not reached fails t as well. A mistake of the System, such as an
// output on a channel that does not exist, is reported once as a *MistakeError, and is not stored.
func Test(t testing.TB, model Source, system System, options TestOptions) {
	t.Helper()
	g, err := newGoTest(t, model, system, options, true)
	if err != nil {
		t.Fatal(err)
		return
	}
	defer func() {
		t.Helper()
		if err := g.tester.Close(); err != nil {
			t.Errorf("%s: %v", g.path, err)
		}
	}()
	if sub, ok := t.(*testing.T); ok {
		g.run(sub)
		return
	}
	if b, ok := t.(*testing.B); ok {
		g.benchmark(b)
		return
	}
	ctx, cancel := within(t)
	defer cancel()
	r, err := g.tester.Run(ctx)
	if g.check(t, r, err) {
		g.reportSession(ctx, t, r)
	}
}

// check reports a session that failed, or that was not possible.
func (g *goTest) check(t testing.TB, r *result.Run, err error) bool {
	t.Helper()
	switch {
	case err != nil:
		t.Fatalf("%s: %v", g.path, err)
		return false
	case r.Finding():
		t.Errorf("%s\n%s", g.failure(r), again(g.options))
		return false
	}
	return true
}

// benchmark runs b.N sessions, and reports the number of inputs of a second.
func (g *goTest) benchmark(b *testing.B) {
	b.Helper()
	sent := 0
	for b.Loop() {
		r, err := g.tester.Run(b.Context())
		if !g.check(b, r, err) {
			return
		}
		sent += r.Sent
	}
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "inputs/s")
}

// again returns the options that show a failure again.
func again(o TestOptions) string {
	return fmt.Sprintf("to see it again: sextant.TestOptions{Seed: %d, Steps: %d, Random: %v, Purpose: %q}", o.Seed, o.Steps, o.Random, o.Purpose)
}

// summary says in a few lines what a session did, for go test -v.
func (g *goTest) summary(r *result.Run) string {
	c := r.Coverage.Transitions
	line := fmt.Sprintf("%s: %s: %d/%d transitions, %s, %s, seed %d", g.path, r.Verdict, c.Covered, c.Total, text.Count(r.Sent, "input"),
		text.Count(r.Starts, "reset"), g.options.Seed)
	if b := r.Coverage.Boundary; b != nil {
		line += fmt.Sprintf("; %d/%d boundary values", b.Covered, b.Total)
	}
	if g.options.Steps == 0 && !g.options.Covered && g.options.Purpose == "" && r.Sent < fewInputs {
		line += fmt.Sprintf("\nwarning: a test of %s is small: inputs to this system take long, or it seldom accepts one; TestOptions.Steps has no limit of time", text.Count(r.Sent, "input"))
	}
	for i, miss := range c.Missing {
		if i == maxMissing {
			return line + fmt.Sprintf("\nand %d more that were not taken", len(c.Missing)-i)
		}
		line += "\nnot taken: " + miss.Name
	}
	return line
}

// fewInputs is fewer than a test with default options should send.
const fewInputs = 100

// maxMissing bounds the list of transitions that were not taken.
const maxMissing = 10

// failure prints a result of a failing test.
func (g *goTest) failure(r *result.Run) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the system does not conform to %s (%s, seed %d)\nevidence: %s", g.path, text.Count(r.Sent, "input"), g.options.Seed, r.Evidence)
	tested := newTestResult(r)
	if len(tested.Stack) > 0 {
		b.WriteString("\nstack:\n  " + strings.Join(tested.Stack, "\n  "))
	}
	b.WriteString("\ntrace:")
	most := result.ManyEvents
	if testing.Verbose() {
		most = len(r.Trace)
	}
	places, hidden := result.ForReaders(r.Trace, most)
	if hidden > 0 {
		fmt.Fprintf(&b, "\n  (%d lines before; go test -v prints them)", hidden)
	}
	for _, i := range places {
		e := tested.Trace[i]
		e.Message = text.Middle(e.Message)
		fmt.Fprintf(&b, "\n  %2d. %s", i+1, e)
	}
	if len(r.Failures) > 0 && r.Failures[0].Shrink != nil && r.Failures[0].Shrink.Stop.Early() {
		b.WriteString("\nthe time to make the test shorter was up; give it more with TestOptions.ShrinkTime")
	}
	return b.String()
}

// reportSession reports a session that did not fail.
func (g *goTest) reportSession(ctx context.Context, t testing.TB, r *result.Run) {
	t.Helper()
	t.Log(g.summary(r))
	g.reportUnfit(t, r)
	switch Verdict(r.Verdict) {
	case Inconclusive:
		if errors.Is(context.Cause(ctx), errDeadline) {
			t.Errorf("%s: %s: %v", g.path, r.Evidence, errDeadline)
			return
		}
		t.Errorf("%s: %s", g.path, r.Evidence)
	case WeakPass:
		t.Logf("%s: %s", g.path, r.Evidence)
	}
}

// reportUnfit reports the inputs that were not sent because their values do not fit the Go types of the bindings. If some transitions were not
// taken, this may be why, so that t fails.
func (g *goTest) reportUnfit(t testing.TB, r *result.Run) {
	t.Helper()
	report := t.Logf
	if len(r.Coverage.Transitions.Missing) > 0 {
		report = t.Errorf
	}
	if len(g.adapter.unfit) > 0 {
		report("%s: inputs were not sent since they do not fit the Go types of the bindings, which sextant export --int big widens:\n  %s",
			g.path, strings.Join(g.adapter.unfit, "\n  "))
	}
}

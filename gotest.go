package sextant

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// goTest is one call of Test or Fuzz.
type goTest struct {
	path    string // of the model
	model   *Model
	options TestOptions
	tester  *rig.Tester
	adapter *adapter
	name    string // of the test that called
	broken  bool   // a mistake was reported, which every other part would report again
}

// newGoTest loads the model and opens what testing takes. A system that cannot be tested is closed.
func newGoTest(t testing.TB, source Source, system System, options TestOptions, shrink bool) (*goTest, error) {
	if source == nil {
		source = (*Model)(nil)
	}
	m, err := source.load(options.Consts)
	if err != nil {
		return nil, errors.Join(err, (&adapter{system: system}).Close())
	}
	g := &goTest{path: m.loaded.Path, model: m, options: options.inShort(), name: t.Name(), adapter: &adapter{model: m, system: system}}
	if g.tester, err = m.tester(g.adapter, g.options, shrink); err != nil {
		return nil, fmt.Errorf("%s: %w", g.path, err)
	}
	return g, nil
}

// shortSteps is the number of inputs with go test -short.
const shortSteps = 500

// inShort returns the options of a test that is as long as go test -short wants it, unless they say how long it is.
func (o TestOptions) inShort() TestOptions {
	if o.Steps == 0 && testing.Short() {
		o.Steps, o.Covered = shortSteps, true
	}
	return o
}

// within returns the context of a test, which ends shortly before go test ends the program.
func within(t testing.TB) (context.Context, context.CancelFunc) {
	limited, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok || crowd.Simulated() {
		return t.Context(), func() {}
	}
	deadline, ok := limited.Deadline()
	if !ok {
		return t.Context(), func() {}
	}
	spare := min(max(time.Until(deadline)/20, time.Second), 10*time.Second)
	return context.WithDeadlineCause(t.Context(), deadline.Add(-spare), errDeadline)
}

// errDeadline is the cause of the end of a context of within.
var errDeadline = errors.New("go test ends soon: give it more time with -timeout, or send fewer inputs with TestOptions.Steps")

func (g *goTest) run(t *testing.T) {
	t.Helper()
	ctx, cancel := within(t)
	defer cancel()
	if files := g.storedFiles(t); len(files) > 0 {
		g.subtest(t, "stored", func(t *testing.T) {
			t.Helper()
			for _, file := range files {
				g.subtest(t, testName(file), func(t *testing.T) {
					t.Helper()
					g.stored(ctx, t, file)
				})
			}
		})
	}
	if !g.options.Random && g.options.Purpose == "" {
		g.subtest(t, "paths", func(t *testing.T) {
			t.Helper()
			g.paths(ctx, t)
		})
	}
	g.subtest(t, "online", func(t *testing.T) {
		t.Helper()
		r, err := g.tester.Run(ctx)
		g.judge(t, r, err)
		if !t.Failed() {
			g.reportSession(ctx, t, r)
		}
	})
}

// subtest runs a part of a test as a subtest, or, in a bubble of testing/synctest, where there are none, as it is. After a mistake that
// every part would report again, nothing more is run.
func (g *goTest) subtest(t *testing.T, name string, f func(*testing.T)) {
	t.Helper()
	switch {
	case g.broken:
	case crowd.Simulated():
		f(t)
	default:
		t.Run(name, f)
	}
}

// skip skips a subtest, or, where there are none, says why a part of the test has no result.
func skip(t *testing.T, why string) {
	t.Helper()
	if crowd.Simulated() {
		t.Log(why)
	} else {
		t.Skip(why)
	}
}

// folder is where failing tests are kept.
func (g *goTest) folder() string {
	if g.options.Folder != "" {
		return g.options.Folder
	}
	base := filepath.Base(g.path)
	return filepath.Join("testdata", "sextant", strings.TrimSuffix(base, filepath.Ext(base)))
}

func (g *goTest) storedFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(g.folder(), "*.json"))
	if err != nil {
		t.Fatalf("the folder of stored tests: %v", err)
	}
	return files
}

// testName is the name of the subtest of a stored test.
func testName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }

// stored runs a test that failed before. One that the model does not accept any more is skipped.
func (g *goTest) stored(ctx context.Context, t *testing.T, file string) {
	t.Helper()
	test, err := store.ReadTest(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.tester.Replay(ctx, &test.Test)
	if err != nil {
		g.fatal(t, file, err)
	}
	switch Verdict(r.Verdict) {
	case Fail, Flaky:
		t.Errorf("%s\n%s", g.failure(r), g.command("the failing test is "+file, "stored", testName(file)))
	case Inconclusive:
		skip(t, file+": "+r.Evidence)
	}
}

// paths runs each test of a suite.
func (g *goTest) paths(ctx context.Context, t *testing.T) {
	t.Helper()
	suite, err := g.model.suite(ctx, g.options)
	if err != nil {
		t.Fatalf("%s: %v", g.path, err)
	}
	for i, test := range suite.Tests {
		g.subtest(t, pathName(i+1, test.Transitions), func(t *testing.T) {
			t.Helper()
			r, err := g.tester.Shorten(ctx, &test.Test)
			g.judge(t, r, err)
			if !t.Failed() && Verdict(r.Verdict) == Inconclusive {
				skip(t, r.Evidence)
			}
		})
	}
	covered := suite.Covered()
	t.Logf("%s cover %d/%d transitions", text.Count(len(suite.Tests), "path"), covered.Covered, covered.Total)
	for _, miss := range covered.Missing {
		t.Logf("no path takes %s: %s", miss.Name, miss.Reason)
	}
}

// maxPathName bounds the name of a subtest.
const maxPathName = 60

func pathName(number int, transitions []string) string {
	return text.Clip(fmt.Sprintf("%02d-%s", number, strings.Join(transitions, "-")), maxPathName)
}

// judge fails a test if the system failed, and stores what failed.
func (g *goTest) judge(t *testing.T, r *result.Run, err error) {
	t.Helper()
	if err != nil {
		g.fatal(t, g.path, err)
	}
	if !r.Finding() {
		return
	}
	if err := store.WriteFailures(g.folder(), g.path, r); err != nil {
		t.Errorf("%s\nthe failing test cannot be stored: %v\n%s", g.failure(r), err, again(g.options))
		return
	}
	file := r.Failures[0].File
	t.Errorf("%s\n%s", g.failure(r), g.command("the failing test is stored in "+file, "stored", testName(file)))
}

// fatal ends a part of a test with an error that is no failure of the system. A mistake of the System ends the whole test.
func (g *goTest) fatal(t *testing.T, where string, err error) {
	t.Helper()
	mistake := (*MistakeError)(nil)
	g.broken = errors.As(err, &mistake)
	t.Fatalf("%s: %v", where, err)
}

// command returns how to run one subtest.
func (g *goTest) command(what string, names ...string) string {
	var parts []string
	for _, name := range append(strings.Split(g.name, "/"), names...) {
		parts = append(parts, "^"+regexp.QuoteMeta(name)+"$")
	}
	return what + "; to see it again:\n  go test -run '" + strings.Join(parts, "/") + "'"
}

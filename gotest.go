package sextant

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
	name    string // of the test that called
}

// newGoTest loads the model and opens what testing takes. A system that cannot be tested is closed.
func newGoTest(t testing.TB, source Source, system System, options TestOptions, shrink bool) (*goTest, error) {
	m, err := source.load(options.Consts)
	if err != nil {
		return nil, errors.Join(err, (&adapter{system: system}).Close())
	}
	g := &goTest{path: m.loaded.Path, model: m, options: options, name: t.Name()}
	if g.tester, err = m.tester(system, options, shrink); err != nil {
		return nil, fmt.Errorf("%s: %w", g.path, err)
	}
	return g, nil
}

func (g *goTest) run(t *testing.T) {
	if files := g.storedFiles(t); len(files) > 0 {
		subtest(t, "stored", func(t *testing.T) {
			for _, file := range files {
				subtest(t, testName(file), func(t *testing.T) { g.stored(t, file) })
			}
		})
	}
	if !g.options.Random && g.options.Purpose == "" {
		subtest(t, "paths", g.paths)
	}
	subtest(t, "online", func(t *testing.T) {
		r, err := g.tester.Run(t.Context())
		g.judge(t, r, err)
		if !t.Failed() {
			g.reportSession(t, r)
		}
	})
}

// subtest runs a part of a test as a subtest, or, in a bubble of testing/synctest, where there are none, as it is.
func subtest(t *testing.T, name string, f func(*testing.T)) {
	if crowd.Simulated() {
		f(t)
	} else {
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
	files, err := filepath.Glob(filepath.Join(g.folder(), "*.json"))
	if err != nil {
		t.Fatalf("the folder of stored tests: %v", err)
	}
	return files
}

// testName is the name of the subtest of a stored test.
func testName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }

// stored runs a test that failed before. One that the model does not accept any more is skipped.
func (g *goTest) stored(t *testing.T, file string) {
	test, err := store.ReadTest(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.tester.Replay(t.Context(), &test.Test)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	switch Verdict(r.Verdict) {
	case Fail, Flaky:
		t.Errorf("%s\n%s", g.failure(r), g.command("the failing test is "+file, "stored", testName(file)))
	case Inconclusive:
		skip(t, file+": "+r.Evidence)
	}
}

// paths runs each test of a suite.
func (g *goTest) paths(t *testing.T) {
	suite, err := g.model.suite(t.Context(), g.options)
	if err != nil {
		t.Fatalf("%s: %v", g.path, err)
	}
	for i, test := range suite.Tests {
		subtest(t, pathName(i+1, test.Transitions), func(t *testing.T) {
			r, err := g.tester.Shorten(t.Context(), &test.Test)
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
		t.Fatalf("%s: %v", g.path, err)
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

// command returns how to run one subtest.
func (g *goTest) command(what string, names ...string) string {
	var parts []string
	for _, name := range append(strings.Split(g.name, "/"), names...) {
		parts = append(parts, "^"+regexp.QuoteMeta(name)+"$")
	}
	return what + "; to see it again:\n  go test -run '" + strings.Join(parts, "/") + "'"
}

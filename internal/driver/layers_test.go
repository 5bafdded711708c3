package driver

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// modulePath is that of go.mod.
const modulePath = "github.com/sextant-mbt/sextant"

// layer is a package, by its folder, with its level and the packages of the module that it may import.
type layer struct {
	folder string
	level  int
	may    []string
}

// layers is the architecture: imports go down only. A new package gets a row here.
var layers = []layer{
	{"internal/term/chars", -2, nil},
	{"internal/term/pattern", -2, nil},
	{"internal/term", -1, []string{"internal/term/chars", "internal/term/pattern"}},

	{"internal/diag", 0, nil},
	{"internal/equality", 0, []string{"internal/term"}},
	{"internal/opaque", 0, []string{"internal/term"}},
	{words, 0, nil},
	{"internal/file", 0, nil},
	{"internal/subprocess", 0, nil},
	{"internal/priority", 0, nil},
	{"internal/gocall", 0, nil},
	{"internal/memory", 0, nil},
	{"internal/crowd", 0, nil},
	{"internal/zone", 0, nil},
	{"internal/chance/statistics", 0, nil},
	{"internal/chance/automaton", 0, nil},

	{"internal/syntax/token", 1, []string{"internal/diag"}},
	{"internal/syntax", 2, []string{"internal/syntax/token", "internal/diag"}},
	{"internal/syntax/print", 3, []string{"internal/syntax/token", "internal/syntax", "internal/diag"}},
	{"internal/smt", 1, []string{"internal/equality", "internal/opaque", "internal/term", "internal/term/pattern", "internal/file", "internal/subprocess"}},
	{"internal/sts", 1, []string{"internal/term", "internal/diag"}},
	{"internal/chance/step", 3, []string{"internal/statespace/domain", "internal/sts", "internal/term"}},
	{"internal/chance/forward", 4, []string{"internal/chance/step", "internal/chance/statistics", "internal/sts", "internal/term"}},
	{"internal/result", 1, []string{"internal/diag"}},
	{"internal/distance", 1, []string{"internal/term"}},
	{"internal/prove/domain", 1, []string{"internal/term"}},
	{"internal/testkit/golden", 1, nil},
	{"internal/testkit/random", 1, []string{"internal/term"}},
	{"internal/testkit/types", 2, []string{"internal/sts", "internal/term"}},
	{"internal/testkit/explicit", 1, nil},
	{"internal/testkit/collections", 1, nil},
	{"internal/testkit/regions", 1, nil},
	{"internal/testkit/timed", 2, []string{"internal/testkit/regions"}},
	{"internal/testkit/samples", 2, []string{"internal/result"}},
	{"internal/testkit/services", 8, []string{"internal/convert", "internal/diag", "internal/sut", "internal/testkit", "internal/testkit/golden"}},
	{"internal/testkit/simulated", 5, []string{"internal/sut", "internal/sts", "internal/term"}},
	{"internal/testkit/junitrules", 1, nil},
	{"internal/testkit/documents", 3, []string{"internal/schema"}},
	{"internal/testkit/codes", 1, []string{"internal/diag"}},
	{"internal/testkit/contracts", 8, []string{"internal/testkit", "internal/extern/contract", "internal/smt", "internal/sts"}},
	{"internal/testkit/core", 2, []string{"internal/sts", "internal/term"}},

	{"internal/syntax/modelfile", 3, []string{"internal/syntax", "internal/file", "internal/diag"}},
	{"internal/compile/warn", 2, []string{"internal/sts", "internal/term", "internal/diag"}},
	{"internal/compile/operand", 2, []string{"internal/sts", "internal/term", "internal/diag"}},
	{"internal/compile/symbols", 3, []string{"internal/compile/operand", "internal/syntax", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/compile/expression", 4, []string{"internal/compile/operand", "internal/compile/symbols", "internal/syntax", "internal/sts", "internal/term", "internal/term/pattern", "internal/diag"}},
	{"internal/compile", 5, []string{"internal/compile/operand", "internal/compile/symbols", "internal/compile/expression", "internal/compile/warn", "internal/syntax", "internal/syntax/modelfile", "internal/syntax/print", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/convert", 4, []string{"internal/convert/scan", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/document", 1, []string{"internal/diag"}},
	{"internal/convert/service", 5, []string{"internal/convert", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/jani", 6, []string{"internal/convert", "internal/convert/document", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/openapi", 6, []string{"internal/convert", "internal/convert/document", "internal/convert/service", "internal/syntax", "internal/diag"}},
	{"internal/convert/protobuf", 6, []string{"internal/convert", "internal/convert/service", "internal/diag"}},
	{"internal/convert/scan", 1, []string{"internal/diag"}},
	{"internal/convert/uppaal/source", 6, []string{"internal/convert/scan", "internal/convert", "internal/diag"}},
	{"internal/convert/uppaal", 7, []string{"internal/convert/uppaal/source", "internal/convert", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/classicalb/source", 2, []string{"internal/convert/scan", "internal/diag"}},
	{"internal/convert/classicalb/expression", 5, []string{"internal/convert/classicalb/source", "internal/convert/scan", "internal/convert", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/classicalb", 6, []string{"internal/convert/classicalb/source", "internal/convert/classicalb/expression", "internal/convert/scan", "internal/convert", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/xlia", 6, []string{"internal/convert/scan", "internal/convert", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/convert/efsmjson", 5, []string{"internal/convert", "internal/convert/document", "internal/syntax", "internal/syntax/print", "internal/diag"}},
	{"internal/run", 3, []string{"internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term", "internal/diag"}},
	{"internal/chance/space", 4, []string{"internal/chance/automaton", "internal/chance/step", "internal/statespace/domain", "internal/run", "internal/flat", "internal/sts", "internal/term"}},
	{"internal/chance/simulate", 5, []string{"internal/chance/space", "internal/chance/statistics", "internal/run", "internal/flat", "internal/sts", "internal/term"}},
	{"internal/zone/track", 2, []string{"internal/zone", "internal/sts", "internal/term"}},
	{"internal/explore/compact", 0, nil},
	{"internal/explore", 4, []string{"internal/explore/compact", "internal/family/products", "internal/priority", "internal/memory", "internal/zone", "internal/zone/track", "internal/run", "internal/sts", "internal/smt", "internal/result", "internal/term", "internal/diag"}},
	{"internal/conflict", 4, []string{"internal/run", "internal/sts", "internal/smt", "internal/term"}},
	{"internal/flat", 2, []string{"internal/sts", "internal/term"}},
	{"internal/statespace/pack", 0, nil},
	{"internal/statespace/hashset", 0, nil},
	{"internal/statespace/domain", 2, []string{"internal/prove/domain", "internal/sts", "internal/term"}},
	{"internal/statespace/symmetry", 2, []string{"internal/sts", "internal/term"}},
	{"internal/statespace", 4, []string{"internal/statespace/symmetry", "internal/statespace/pack", "internal/statespace/hashset", "internal/statespace/domain", "internal/flat", "internal/run", "internal/sts", "internal/result", "internal/term", "internal/diag"}},
	{"internal/hardmachine", 4, []string{"internal/syntax", "internal/syntax/token", "internal/syntax/print", "internal/diag"}},
	{"internal/family/products", 2, []string{"internal/result", "internal/smt", "internal/sts", "internal/term"}},
	{"internal/family/admit", 4, []string{"internal/family/products", "internal/run", "internal/sts", "internal/term"}},
	{"internal/lint", 3, []string{"internal/family/products", "internal/sts", "internal/smt", "internal/term", "internal/diag"}},
	{"internal/schema", 2, []string{"internal/result"}},
	{"internal/report/page", 2, []string{"internal/result"}},
	{"internal/report/draw", 2, []string{"internal/result"}},
	{"internal/report", 3, []string{"internal/report/draw", "internal/result"}},
	{"internal/report/junit", 4, []string{"internal/report", "internal/result"}},
	{"internal/value", 2, []string{"internal/sts", "internal/term", "internal/diag"}},

	{"internal/mutation/mutant", 6, []string{"internal/compile", "internal/syntax", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/prove/sample", 4, []string{"internal/run", "internal/sts", "internal/smt", "internal/term"}},
	{"internal/prove", 5, []string{"internal/prove/domain", "internal/prove/sample", "internal/run", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/prove/unwind", 6, []string{"internal/prove", "internal/conflict", "internal/smt", "internal/sts", "internal/term"}},
	{"internal/family/sizes", 2, []string{"internal/opaque", "internal/sts", "internal/term"}},
	{"internal/family/ladder", 7, []string{"internal/crowd", "internal/explore", "internal/family/admit", "internal/family/products", "internal/family/sizes", "internal/prove", "internal/prove/unwind", "internal/result", "internal/run", "internal/smt", "internal/sts", "internal/term", "internal/reach"}},
	{"internal/consent", 2, []string{"internal/file", "internal/result", "internal/diag"}},
	{"internal/extern/program", 2, []string{"internal/subprocess", "internal/sts"}},
	{"internal/extern/table", 3, []string{"internal/extern/program", "internal/file", "internal/value", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/extern/sandbox", 3, []string{"internal/value", "internal/text"}},
	{"internal/extern/runner", 4, []string{"internal/crowd", "internal/gocall", "internal/extern/sandbox", "internal/extern/program", "internal/value", "internal/subprocess", "internal/sts", "internal/term"}},
	{"internal/sut/frame", 0, nil},
	{"internal/sut/carrier", 1, []string{"internal/crowd", "internal/sut/frame", "internal/subprocess"}},
	{"internal/sut/content", 3, []string{"internal/value", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/sut", 4, []string{"internal/crowd", "internal/sut/frame", "internal/sut/carrier", "internal/sut/content", "internal/file", "internal/value", "internal/subprocess", "internal/sts", "internal/result", "internal/term", "internal/diag"}},
	{"internal/chance/campaign", 5, []string{"internal/chance/forward", "internal/chance/statistics", "internal/value", "internal/sts", "internal/result"}},
	{"internal/chance/play", 5, []string{"internal/chance/step", "internal/sut", "internal/sts"}},

	{"internal/relax", 6, []string{"internal/compile", "internal/syntax", "internal/syntax/print", "internal/sts", "internal/term", "internal/diag"}},
	{"internal/extern/contract", 4, []string{"internal/crowd", "internal/run", "internal/extern/table", "internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/extern/solve", 5, []string{"internal/run", "internal/extern/runner", "internal/extern/table", "internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term", "internal/diag"}},

	{"internal/extern/exercise", 5, []string{"internal/crowd", "internal/extern/contract", "internal/extern/table", "internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/extern/emit", 5, []string{"internal/extern/contract", "internal/extern/table", "internal/value", "internal/sts", "internal/term"}},
	{"internal/suite/script", 5, []string{"internal/run", "internal/sut", "internal/sts", "internal/term"}},
	{"internal/suite/export", 6, []string{"internal/report/junit", "internal/extern/emit", "internal/suite/script", "internal/value", "internal/sts", "internal/result", "internal/term"}},
	{"internal/concolic/trail", 2, []string{"internal/priority", "internal/sts", "internal/smt", "internal/term"}},
	{"internal/draw", 2, []string{"internal/sts", "internal/term", "internal/term/pattern"}},
	{"internal/concolic/keep", 2, nil},
	{"internal/concolic/live", 3, []string{"internal/concolic/trail", "internal/flat", "internal/sts", "internal/term"}},
	{"internal/concolic", 5, []string{"internal/statespace/domain", "internal/memory", "internal/draw", "internal/concolic/keep", "internal/concolic/live", "internal/concolic/trail", "internal/value", "internal/distance", "internal/priority", "internal/run", "internal/flat", "internal/explore", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/ioco/history", 2, []string{"internal/sts"}},
	{"internal/ioco/witness", 1, []string{"internal/term"}},
	{"internal/ioco/scope", 3, []string{"internal/text", "internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/ioco", 5, []string{"internal/family/products", "internal/ioco/history", "internal/ioco/witness", "internal/ioco/scope", "internal/run", "internal/sut", "internal/value", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/ioco/logs", 6, []string{"internal/ioco", "internal/sut", "internal/value", "internal/sts", "internal/result"}},
	{"internal/abstraction/predicate", 2, []string{"internal/sts", "internal/term"}},
	{"internal/reach", 6, []string{"internal/concolic", "internal/memory", "internal/prove", "internal/result", "internal/run", "internal/smt", "internal/statespace", "internal/sts", "internal/term", "internal/crowd", "internal/explore"}},
	{"internal/abstraction", 7, []string{"internal/crowd", "internal/abstraction/predicate", "internal/priority", "internal/run", "internal/prove", "internal/explore", "internal/sts", "internal/smt", "internal/result", "internal/term", "internal/reach"}},
	{"internal/classes", 6, []string{"internal/explore", "internal/result", "internal/run", "internal/smt", "internal/sts", "internal/term"}},
	{"internal/operations", 7, []string{"internal/family/products", "internal/explore", "internal/result", "internal/run", "internal/smt", "internal/sts", "internal/term", "internal/reach"}},
	{"internal/suite/testgen", 6, []string{"internal/crowd", "internal/run", "internal/priority", "internal/suite/script", "internal/sut", "internal/explore", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/mutation/joint", 6, []string{"internal/run", "internal/statespace/domain", "internal/sts", "internal/term", "internal/statespace"}},
	{"internal/mutation/mutate", 7, []string{"internal/crowd", "internal/run", "internal/prove", "internal/result", "internal/mutation/mutant", "internal/mutation/joint", "internal/sut", "internal/draw", "internal/explore", "internal/sts", "internal/smt", "internal/term", "internal/statespace"}},

	{kit, 7, below(7)},
	{"internal/tester/drawing", 6, []string{"internal/draw", "internal/ioco", "internal/sut", "internal/sts", "internal/smt", "internal/term"}},
	{"internal/tester/novelty", 6, []string{"internal/draw", "internal/ioco", "internal/sts"}},
	{"internal/tester/bytepath", 5, []string{"internal/sut", "internal/sts", "internal/term"}},
	{"internal/tester/shrink", 5, []string{"internal/sut", "internal/sts", "internal/term"}},
	{"internal/tester/timing", 2, []string{"internal/crowd", "internal/sts"}},
	{"internal/tester/plan", 6, []string{"internal/distance", "internal/priority", "internal/ioco", "internal/sut", "internal/sts", "internal/smt", "internal/result", "internal/term"}},
	{"internal/tester", 7, []string{"internal/crowd", "internal/tester/timing", "internal/draw", "internal/tester/drawing", "internal/tester/novelty", "internal/tester/bytepath", "internal/tester/plan", "internal/tester/shrink", "internal/ioco", "internal/sut", "internal/sts", "internal/smt", "internal/result", "internal/term"}},

	{"internal/store", 5, []string{"internal/value", "internal/file", "internal/sut", "internal/sts", "internal/result"}},
	{"internal/model", 7, below(7)},
	{"internal/analysis/invariants", 7, []string{"internal/crowd", "internal/diag", "internal/family/admit", "internal/family/products", "internal/statespace", "internal/term", "internal/explore", "internal/prove", "internal/extern/contract", "internal/sts", "internal/smt", "internal/result", "internal/reach"}},
	{"internal/rig", 8, below(8)},
	{"internal/analysis", 8, below(8)},
	{"internal/analysis/tables", 8, below(8)},
	{"internal/analysis/imports", 8, below(8)},
	{"internal/analysis/step", 8, below(8)},

	{"internal/driver", 9, below(9)},

	{"internal/workbench/history", 9, []string{"internal/result"}},
	{"internal/workbench", 10, below(10)},
	{"internal/workbench/browser", 10, nil},

	{"internal/lsp/protocol", 0, nil},
	{"internal/lsp/buffer", 1, []string{"internal/lsp/protocol"}},
	{"internal/lsp", 10, below(10)},
	{"internal/starter", 9, []string{"internal/analysis/imports", "internal/syntax/print", "internal/file", "internal/diag", words}},
	{"cmd/sextant", 11, []string{"internal/memory", "internal/starter", "internal/lsp", "internal/workbench", "internal/driver", "internal/analysis/step", "internal/model", "internal/report", "internal/result", "internal/diag"}},
	{"", 10, below(10)}, // the public package

	{"examples/light/lamp", 0, nil}, // systems under test, which know nothing of us
	{"examples/internal/lines", 0, nil},
	{"examples/internal/web", 0, nil},
	{"examples/account", 0, nil},
	{"examples/bluetooth/discovery", 0, nil},
	{"examples/protocol/station", 1, []string{"examples/internal/lines"}},
	{"examples/rest/server", 1, []string{"examples/internal/web"}},
	{"examples/session/peer", 0, nil},
	{"examples/session/endpoint", 1, []string{"examples/internal/lines", "examples/session/peer"}},
	{"examples/vending/machine", 1, []string{"examples/internal/lines"}},
	{"examples/atm/machine", 1, []string{"examples/internal/lines"}},
	{"examples/redis/resp", 1, []string{"examples/internal/lines"}},
	{"examples/mosquitto/mqtt", 1, []string{"examples/internal/lines"}},
	{"examples/cart/server", 1, []string{"examples/internal/web"}},
	{"examples/queue/fifo", 1, []string{"examples/internal/lines"}},
	{"examples/lru/cache", 1, []string{"examples/internal/lines"}},

	{bench + "/wire", 0, nil},
	{bench + "/lru", 0, nil},
	{bench + "/mailbox", 0, nil},
	{bench + "/ledger", 0, nil},
	{bench + "/users", 0, nil},
	{bench + "/cart", 0, nil},
	{bench + "/limiter", 0, nil},
	{bench + "/calc", 0, nil},
	{bench + "/login", 1, []string{bench + "/wire"}},
	{bench + "/chat", 1, []string{bench + "/wire"}},
	{bench + "/kv", 1, []string{bench + "/wire"}},
	{bench, 2, below(2)},
	{bench + "/trial", 11, []string{"", bench}},
	{bench + "/cmd/serve", 3, []string{bench, bench + "/wire"}},
	{bench + "/cmd/bugs", 12, []string{bench, bench + "/trial"}},
	{"bench/data", 0, nil},
	{"bench/speed", 0, nil},
}

// words is what all packages above it may import.
const words = "internal/text"

// kit serves tests only: it may import testing, and only tests may import it. The public package may import testing too,
// for what it offers to tests of its users; nothing else may, so the command does not have the flags of tests.
const kit = "internal/testkit"

// bench compares testers; its own package of trials may import testing, for rapid, and nothing else of the module imports it.
const bench = "bench/bugs"

// below stands for every package of a lower level.
func below(level int) []string { return []string{fmt.Sprint("below ", level)} }

// source is a file of the module: its folder, its name, and what it imports.
type source struct {
	folder, name string
	imports      []string
}

// The sources are read here and not by go list: the test cache sees the files that a test opens, but not those that a child
// process does, and would go on to say "ok (cached)" after a bad import.
func TestLayers(t *testing.T) {
	sources := readSources(t, filepath.Join("..", ".."))
	if len(sources) < 50 {
		t.Fatalf("only %d sources were found", len(sources))
	}
	for _, v := range violations(sources) {
		t.Error(v)
	}
}

// The table itself must be in order: whatever is allowed lies on a lower level, so there can be no cycle.
func TestLayersTable(t *testing.T) {
	for _, l := range layers {
		for _, other := range layers {
			if allowed(l, other) && other.level >= l.level {
				t.Errorf("%q on level %d may import %q on level %d", l.folder, l.level, other.folder, other.level)
			}
		}
	}
}

func TestLayersCatch(t *testing.T) {
	tests := []struct{ name, folder, file, imported, want string }{
		{"down", "internal/explore", "x.go", modulePath + "/internal/sts", ""},
		{"up", "internal/term", "x.go", modulePath + "/internal/smt", "internal/term/x.go: may not import internal/smt"},
		{"sideways", "internal/explore", "x.go", modulePath + "/internal/compile", "internal/explore/x.go: may not import internal/compile"},
		{"down, but not in the row", "internal/report", "x.go", modulePath + "/internal/term", "internal/report/x.go: may not import internal/term"},
		{"from the top", "cmd/sextant", "x.go", modulePath + "/internal/term", "cmd/sextant/x.go: may not import internal/term"},
		{"from the public package", "", "x.go", modulePath + "/internal/term", ""},
		{"the public package", "internal/driver", "x.go", modulePath, `internal/driver/x.go: may not import the public package`},
		{"in a test", "internal/term", "x_test.go", modulePath + "/internal/smt", ""},
		{"testkit", "cmd/sextant", "x.go", modulePath + "/internal/testkit", "cmd/sextant/x.go: may not import internal/testkit"},
		{"testkit in a test", "cmd/sextant", "x_test.go", modulePath + "/internal/testkit", ""},
		{"testing in testkit", "internal/testkit", "x.go", "testing", ""},
		{"testing in the public package", "", "x.go", "testing", ""},
		{"testing in the command", "cmd/sextant", "x.go", "testing", "cmd/sextant/x.go: may not import testing outside of tests"},
		{"testing", "internal/term", "x.go", "testing", "internal/term/x.go: may not import testing outside of tests"},
		{"testing in a test", "internal/term", "x_test.go", "testing", ""},
		{"not in the table", "internal/new", "x.go", "fmt", "internal/new/x.go: internal/new is not in the table of layers"},
		{"import of what is not in the table", "cmd/sextant", "x.go", modulePath + "/internal/new", "cmd/sextant/x.go: may not import internal/new"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := violations([]source{{test.folder, test.file, []string{test.imported}}})
			if strings.Join(got, "\n") != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// violations lists the imports that the table does not allow.
func violations(sources []source) []string {
	var out []string
	for _, s := range sources {
		if strings.HasSuffix(s.name, "_test.go") {
			continue
		}
		for _, imported := range s.imports {
			if problem := violation(s.folder, imported); problem != "" {
				out = append(out, filepath.ToSlash(filepath.Join(s.folder, s.name))+": "+problem)
			}
		}
	}
	sort.Strings(out)
	return slices.Compact(out)
}

// violation says what is wrong with an import, if anything is.
func violation(folder, imported string) string {
	from, ok := find(folder)
	switch {
	case !ok:
		return folder + " is not in the table of layers"
	case !forTests(folder) && folder != "" && (imported == "testing" || strings.HasPrefix(imported, "testing/")):
		return "may not import " + imported + " outside of tests"
	case imported != modulePath && !strings.HasPrefix(imported, modulePath+"/"):
		return ""
	}
	target := strings.TrimPrefix(strings.TrimPrefix(imported, modulePath), "/")
	if to, ok := find(target); ok && (!forTests(to.folder) || forTests(folder)) && allowed(from, to) {
		return ""
	}
	if target == "" {
		target = "the public package"
	}
	return "may not import " + target
}

// forTests reports whether a package is testkit, the bench, or a part of these.
func forTests(folder string) bool {
	return folder == kit || strings.HasPrefix(folder, kit+"/") || folder == bench || strings.HasPrefix(folder, bench+"/")
}

func find(folder string) (layer, bool) {
	i := slices.IndexFunc(layers, func(l layer) bool { return l.folder == folder })
	if i < 0 {
		return layer{}, false
	}
	return layers[i], true
}

func allowed(from, to layer) bool {
	if to.folder == words {
		return from.level > 0 && !strings.HasPrefix(from.folder, "examples/")
	}
	return slices.Contains(from.may, to.folder) || slices.Equal(from.may, below(from.level)) && to.level < from.level
}

// readSources parses the imports of every Go file of the module.
func readSources(t *testing.T, root string) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		s, err := readSource(root, path)
		out = append(out, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readSource(root, path string) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return source{}, err
	}
	relative, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil {
		return source{}, err
	}
	s := source{folder: strings.TrimPrefix(filepath.ToSlash(relative), "."), name: filepath.Base(path)}
	for _, i := range file.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return source{}, err
		}
		s.imports = append(s.imports, name)
	}
	return s, nil
}

package driver

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// modulePath is that of go.mod.
const modulePath = "github.com/sextant-mbt/sextant"

// wing is a folder below internal with the wings whose packages its own packages may import.
type wing struct {
	name string
	may  []string
}

// wings is the architecture, from below: imports go down only. Within a wing the compiler forbids cycles.
var wings = []wing{
	{"base", nil},
	{"results", []string{"base"}},
	{"core", []string{"base", "results"}},
	{"language", []string{"base", "core"}},
	{"externs", []string{"base", "results", "core"}},
	{"engines", []string{"base", "results", "core"}},
	{"testing", []string{"base", "results", "core", "externs", "engines"}},
	{"analyses", []string{"base", "results", "core", "language", "engines", "testing"}},
	{"imports", []string{"base", "language"}},
	{"verify", nil},
	{"jobs", []string{"base", "results", "core", "language", "externs", "engines", "testing", "analyses", "imports", "verify"}},
	{"face", []string{"base", "results", "language", "externs", "jobs"}},
}

// outside has the packages beside the wings that import something of the module, with the folders that they may import from.
var outside = map[string][]string{
	"":                 {"internal/base", "internal/results", "internal/core", "internal/externs", "internal/engines", "internal/testing", "internal/jobs"},
	"runners/starlark": {"internal/externs"},
	"runners/wasm":     {"internal/externs"},
	"runners/http":     {"internal/externs"},
	"cmd/sextant":      {"internal/base", "internal/results", "internal/jobs", "internal/face"},
	kit:                {"internal"},

	"examples": {"examples"}, // systems under test, which know nothing of us

	bench:               {bench}, // small systems with faults
	bench + "/trial":    {bench, ""},
	bench + "/cmd/bugs": {bench},
	"bench/sample":      {"bench/sample", "internal/base", "internal/core", "internal/language"},
}

// kit serves tests only: it may import testing, and only tests may import it. The public package may import testing too,
// for what it offers to tests of its users; nothing else may, so the command does not have the flags of tests.
const kit = "internal/testkit"

// bench compares testers; its own package of trials may import testing, for rapid, and nothing else of the module imports it.
const bench = "bench/bugs"

// source is a file of the module: its folder, its name, and what it imports.
type source struct {
	folder, name string
	imports      []string
}

// The sources are read here and not by go list: the test cache sees the files that a test opens, but not those that a child
// process does, and would go on to say "ok (cached)" after a bad import.
func TestLayers(t *testing.T) {
	sources := readSources(t, filepath.Join("..", "..", ".."))
	if len(sources) < 50 {
		t.Fatalf("only %d sources were found", len(sources))
	}
	for _, v := range violations(sources) {
		t.Error(v)
	}
	t.Logf("%d imports between wings", betweenWings(sources))
}

// betweenWings counts the pairs of a package and one of another wing that it imports, outside of tests.
func betweenWings(sources []source) int {
	pairs := map[[2]string]bool{}
	for _, s := range sources {
		from, inWing := wingOf(s.folder)
		for _, imported := range s.imports {
			to, known := wingOf(strings.TrimPrefix(imported, modulePath+"/"))
			if inWing && known && from.name != to.name && !strings.HasSuffix(s.name, "_test.go") {
				pairs[[2]string{s.folder, imported}] = true
			}
		}
	}
	return len(pairs)
}

// The table itself must be in order: a wing may import only those before it, so there can be no cycle; and each has its folder.
func TestLayersTable(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("..", "..", "..", "internal"))
	if err != nil {
		t.Fatal(err)
	}
	var folders, names []string
	for _, e := range entries {
		if folder := "internal/" + e.Name(); folder != kit {
			folders = append(folders, e.Name())
		}
	}
	for _, w := range wings {
		for _, other := range w.may {
			if !slices.Contains(names, other) {
				t.Errorf("%s may import %s, which is not below it", w.name, other)
			}
		}
		names = append(names, w.name)
	}
	slices.Sort(names)
	if !slices.Equal(folders, names) {
		t.Errorf("the folders of internal are %v, the wings %v", folders, names)
	}
}

func TestLayersCatch(t *testing.T) {
	tests := []struct{ name, folder, file, imported, want string }{
		{"down", "internal/engines/explore", "x.go", modulePath + "/internal/core/sts", ""},
		{"within a wing", "internal/core/smt", "x.go", modulePath + "/internal/core/term", ""},
		{"up", "internal/core/term", "x.go", modulePath + "/internal/engines/explore", "internal/core/term/x.go: may not import internal/engines/explore"},
		{"sideways", "internal/engines/explore", "x.go", modulePath + "/internal/language/compile", "internal/engines/explore/x.go: may not import internal/language/compile"},
		{"down, but not in the row", "internal/results/report", "x.go", modulePath + "/internal/core/term", "internal/results/report/x.go: may not import internal/core/term"},
		{"from the top", "cmd/sextant", "x.go", modulePath + "/internal/core/term", "cmd/sextant/x.go: may not import internal/core/term"},
		{"from the public package", "", "x.go", modulePath + "/internal/core/term", ""},
		{"the public package", "internal/jobs/driver", "x.go", modulePath, `internal/jobs/driver/x.go: may not import the public package`},
		{"from an example", "examples/light/lamp", "x.go", modulePath + "/internal/base/file", "examples/light/lamp/x.go: may not import internal/base/file"},
		{"within the examples", "examples/light/lamp", "x.go", modulePath + "/examples/internal/lines", ""},
		{"an example", "internal/jobs/rig", "x.go", modulePath + "/examples/light/lamp", "internal/jobs/rig/x.go: may not import examples/light/lamp"},
		{"in a test", "internal/core/term", "x_test.go", modulePath + "/internal/engines/explore", ""},
		{"testkit", "cmd/sextant", "x.go", modulePath + "/internal/testkit", "cmd/sextant/x.go: may not import internal/testkit"},
		{"testkit in a test", "cmd/sextant", "x_test.go", modulePath + "/internal/testkit", ""},
		{"testing in testkit", "internal/testkit", "x.go", "testing", ""},
		{"testing in the public package", "", "x.go", "testing", ""},
		{"testing in the command", "cmd/sextant", "x.go", "testing", "cmd/sextant/x.go: may not import testing outside of tests"},
		{"testing", "internal/core/term", "x.go", "testing", "internal/core/term/x.go: may not import testing outside of tests"},
		{"testing in a test", "internal/core/term", "x_test.go", "testing", ""},
		{"not in the table", "internal/new", "x.go", "fmt", "internal/new/x.go: internal/new is in no wing, nor in the table of what is outside"},
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
	may, ok := allowed(folder)
	switch {
	case !ok:
		return folder + " is in no wing, nor in the table of what is outside"
	case !forTests(folder) && folder != "" && (imported == "testing" || strings.HasPrefix(imported, "testing/")):
		return "may not import " + imported + " outside of tests"
	case imported != modulePath && !strings.HasPrefix(imported, modulePath+"/"):
		return ""
	}
	target := strings.TrimPrefix(strings.TrimPrefix(imported, modulePath), "/")
	inside := func(above string) bool { return target == above || above != "" && strings.HasPrefix(target, above+"/") }
	if slices.ContainsFunc(may, inside) && (!forTests(target) || forTests(folder)) {
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

// allowed returns the folders that a package may import from: those of its wing, or of the nearest folder in the table of what is outside.
func allowed(folder string) ([]string, bool) {
	if w, ok := wingOf(folder); ok {
		may := []string{"internal/" + w.name}
		for _, name := range w.may {
			may = append(may, "internal/"+name)
		}
		return may, true
	}
	for above := folder; above != "."; above = path.Dir(above) {
		if may, ok := outside[above]; ok {
			return may, true
		}
	}
	return nil, strings.HasPrefix(folder, "bench/")
}

// wingOf returns the wing that a package lies in.
func wingOf(folder string) (wing, bool) {
	name, inside := strings.CutPrefix(folder, "internal/")
	name, _, _ = strings.Cut(name, "/")
	i := slices.IndexFunc(wings, func(w wing) bool { return inside && w.name == name })
	if i < 0 {
		return wing{}, false
	}
	return wings[i], true
}

// readSources parses the imports of every Go file of the module.
func readSources(t *testing.T, root string) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		s, err := readSource(root, name)
		out = append(out, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readSource(root, name string) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return source{}, err
	}
	relative, err := filepath.Rel(root, filepath.Dir(name))
	if err != nil {
		return source{}, err
	}
	s := source{folder: strings.TrimPrefix(filepath.ToSlash(relative), "."), name: filepath.Base(name)}
	for _, i := range file.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return source{}, err
		}
		s.imports = append(s.imports, imported)
	}
	return s, nil
}

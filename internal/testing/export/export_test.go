package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/export"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
	"github.com/sextant-mbt/sextant/internal/testkit/junitrules"
)

// sample is a file of testdata: a model and tests of it.
type sample struct {
	path    string
	archive *txtar.Archive
}

func goldenFiles(t *testing.T) []sample {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	var out []sample
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sample{path, archive})
	}
	return out
}

func (g *sample) name() string { return strings.TrimSuffix(filepath.Base(g.path), ".txtar") }

func (g *sample) section(name string) *txtar.File {
	for i := range g.archive.Files {
		if g.archive.Files[i].Name == name {
			return &g.archive.Files[i]
		}
	}
	g.archive.Files = append(g.archive.Files, txtar.File{Name: name})
	return &g.archive.Files[len(g.archive.Files)-1]
}

// suite compiles the model and follows the tests.
func (g *sample) suite(t *testing.T) *export.Suite {
	t.Helper()
	var list diag.List
	read := func(string) ([]byte, error) { return g.section("model.sxt").Data, nil }
	model, err := compile.Load("model.sxt", compile.Options{ReadFile: read}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Skip("z3 is not installed")
	}
	defer solver.Close()
	var tests []struct {
		Name, Found string
		Transitions []string
		Inputs      []result.Stored
	}
	if err := json.Unmarshal(g.section("tests.json").Data, &tests); err != nil {
		t.Fatal(err)
	}
	oracle := &testgen.Oracle{System: model.System, Solver: solver}
	out := &export.Suite{System: model.System, Model: result.Model{Name: model.System.Name, File: "model.sxt", Hash: "0123"}, Seed: 7}
	for _, test := range tests {
		steps, err := oracle.Script(context.Background(), messages(t, model.System, test.Inputs), test.Transitions)
		if err != nil {
			t.Fatal(err)
		}
		out.Tests = append(out.Tests, script.Test{Name: test.Name, Found: test.Found, Script: steps})
	}
	return out
}

func messages(t *testing.T, s *sts.System, stored []result.Stored) []sut.Message {
	t.Helper()
	var out []sut.Message
	for _, in := range stored {
		m, err := sut.Restore(in, s, sts.Input)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// exported is a suite in a format.
func exported(t *testing.T, suite *export.Suite, format string, options export.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.Named(format, "").Write(&b, suite, options); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What the samples become in each format is in a file for each format.
func TestGolden(t *testing.T) {
	suites := map[string][]txtar.File{}
	for _, g := range goldenFiles(t) {
		suite := g.suite(t)
		for _, format := range export.Formats {
			suites[format.Name] = append(suites[format.Name], txtar.File{Name: g.name(), Data: []byte(exported(t, suite, format.Name, export.Options{}))})
		}
	}
	for format, files := range suites {
		t.Run(format, func(t *testing.T) {
			golden.File(t, filepath.Join("testdata", "formats", format+".txtar"), string(txtar.Format(&txtar.Archive{Files: files})))
		})
	}
}

// The Go files compile, whatever the names and strings of the model are.
func TestGoFilesCompile(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "go.mod"), "module exported\n\ngo 1.24\n")
	for _, g := range goldenFiles(t) {
		into := filepath.Join(folder, g.name())
		write(t, filepath.Join(into, "exported_test.go"), exported(t, g.suite(t), "go", export.Options{Package: "p"}))
		write(t, filepath.Join(into, "system_test.go"), "package p\n\nimport \"testing\"\n\nfunc newSystem(t *testing.T) System { return nil }\n")
	}
	command := exec.Command("go", "vet", "./...")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Eclipse Titan accepts the modules.
func TestTitanAccepts(t *testing.T) {
	compiler, err := exec.LookPath("ttcn3_compiler")
	if err != nil {
		t.Skip("eclipse-titan is not installed")
	}
	for _, g := range goldenFiles(t) {
		t.Run(g.name(), func(t *testing.T) {
			suite := g.suite(t)
			folder := t.TempDir()
			write(t, filepath.Join(folder, "Exported.ttcn"), exported(t, suite, "ttcn3", export.Options{}))
			command := exec.Command(compiler, "-s", "Exported.ttcn")
			command.Dir = folder
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// The skeleton is well-formed XML with a case for each test.
func TestJUnitIsXML(t *testing.T) {
	for _, g := range goldenFiles(t) {
		suite := g.suite(t)
		text := exported(t, suite, "junit", export.Options{})
		if _, problems := junitrules.Check([]byte(text)); len(problems) > 0 {
			t.Errorf("%s: %v", g.name(), problems)
		}
		decoder := xml.NewDecoder(strings.NewReader(text))
		cases := 0
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", g.name(), err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "testcase" {
				cases++
			}
		}
		if cases != len(suite.Tests) {
			t.Errorf("%s: %d cases for %d tests", g.name(), cases, len(suite.Tests))
		}
	}
}

func TestPackageNames(t *testing.T) {
	g := goldenFiles(t)[0]
	suite := g.suite(t)
	for _, name := range []string{"1", "a b", "func", "_", "x;y"} {
		if err := export.Named("go", "").Write(io.Discard, suite, export.Options{Package: name}); err == nil {
			t.Errorf("the package %q is not refused", name)
		}
	}
}

// A format is found by its name, or by the ending of a file; the names and the endings differ.
func TestNamed(t *testing.T) {
	for i := range export.Formats {
		f := &export.Formats[i]
		if export.Named(f.Name, "") != f || export.Named("", "suite"+f.Ending) != f || export.Named(f.Name, "x.unknown") != f {
			t.Errorf("%s is not found by its name or by its ending %s", f.Name, f.Ending)
		}
	}
	for _, file := range []string{"", "suite", "suite.unknown"} {
		if f := export.Named("", file); f != nil {
			t.Errorf("%q is taken for %s", file, f.Name)
		}
	}
}

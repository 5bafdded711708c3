package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/testkit/documents"
)

// jsonTrouble is a way in which a command cannot do its work.
type jsonTrouble struct {
	name  string
	flag  string                        // the command must have; empty is none
	words func(words []string) []string // of the command line, made from one that is right
}

func with(more ...string) func([]string) []string {
	return func(words []string) []string { return append(words, more...) }
}

func renamed(file string) func([]string) []string {
	return func(words []string) []string {
		return strings.Split(strings.ReplaceAll(strings.Join(words, "\n"), "model.sxt", file), "\n")
	}
}

var jsonTroubles = []jsonTrouble{
	{"unknown flag", "", with("--no-such-flag")},
	{"unknown flag first", "", func(words []string) []string { return slices.Insert(words, 1, "--no-such-flag") }},
	{"wrong value", "timeout", with("--timeout", "soon")},
	{"too many arguments", "", with("a", "b", "c", "d", "e")},
	{"no arguments", "", func(words []string) []string {
		return slices.DeleteFunc(words, func(w string) bool { return strings.Contains(w, ".") || strings.Contains(w, ":") })
	}},
	{"no model", "", renamed("missing.sxt")},
	{"folder as model", "", renamed("folder")},
	{"faulty model", "", renamed("faulty.sxt")},
	{"faulty table", "", renamed("table.sxt")},
	{"no solver", "solver-cmd", with("--solver-cmd", "no-such-solver")},
	{"no time", "timeout", with("--timeout", "1ns")},
	{"no folder", "output", with("--output", filepath.Join("no", "such", "folder", "file"))},
	{"no folder for the page", "report", with("--report", filepath.Join("no", "such", "folder", "page.html"))},
	{"file to write", "output", with("--output", "written")},
	{"nothing wrong", "", with()},
}

const jsonModel = `extern F(x: int) -> int table "TABLE"
  contract C { behavior b: ensures result > x }
input i(a: 0..9)
output o(a: int)
var x: 0..9 = 0
initial s
t: s -> s in i(a) when a > x do x := a out o(a)
u: s -> s when x == 9 do x := 0
invariant small: x < 10
predicates P = { x > 3 }
`

// TestJSONIsOneDocument: a command with --json prints exactly one document, and one that its schema accepts, whatever is wrong.
func TestJSONIsOneDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"model.sxt": strings.ReplaceAll(jsonModel, "TABLE", "rows.csv"), "table.sxt": strings.ReplaceAll(jsonModel, "TABLE", "missing.csv"),
		"faulty.sxt": "initial\n", "rows.csv": "x,result\n1,2\n", "more.csv": "x,result\n3,4\n", "log": "", "service.json": "{}",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, a := range driver.Analyses {
		var flags []string
		for _, f := range a.Flags(a.New()) {
			flags = append(flags, f.Name)
		}
		if !slices.Contains(flags, "json") {
			continue
		}
		for _, trouble := range jsonTroubles {
			several := a.Most < 0 && trouble.name == "too many arguments"
			if !several && (trouble.flag == "" || slices.Contains(flags, trouble.flag)) {
				words := trouble.words(append(strings.Fields(a.Name), append(exampleArgs(a), "--json")...))
				t.Run(a.Name+"/"+trouble.name, func(t *testing.T) { oneDocument(t, words) })
			}
		}
	}
	for _, words := range [][]string{{"explor", "--json"}, {"--json"}, {"table", "--json"}, {"table", "lst", "--json=true"}} {
		t.Run(strings.Join(words, " "), func(t *testing.T) { oneDocument(t, words) })
	}
}

// exampleArgs are arguments for an analysis.
func exampleArgs(a *driver.Analysis) []string {
	var out []string
	for _, word := range strings.Fields(a.Args) {
		if example := map[string]string{
			"MODEL": "model.sxt", "EXTERN": "F", "FILE.csv": "more.csv", "ARGS...": "1", "TEST": "missing.json", "LOG": "log",
			"FORMAT": "openapi", "FILE": "service.json", "--sut": "--sut", "SYSTEM": "exec:false", "MODEL...": "model.sxt",
		}[word]; example != "" {
			out = append(out, example)
		}
	}
	return out
}

// oneDocument runs a command line, which must print one document, also if it fails.
func oneDocument(t *testing.T, words []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(words, &stdout, &stderr)
	decoder := json.NewDecoder(bytes.NewReader(stdout.Bytes()))
	var document any
	if err := decoder.Decode(&document); err != nil {
		t.Fatalf("sextant %s\nexit code %d, there is no document: %v\n%s%s", strings.Join(words, " "), code, err, stdout.Bytes(), stderr.Bytes())
	}
	if err := decoder.Decode(&document); !errors.Is(err, io.EOF) {
		t.Errorf("sextant %s\nsomething follows the document: %v", strings.Join(words, " "), err)
	}
	name, err := documents.Printed(stdout.Bytes())
	if err != nil {
		t.Errorf("sextant %s\n%v\n%s", strings.Join(words, " "), err, stdout.Bytes())
	}
	if name == "error" && (code != exitEnvironment || !strings.Contains(stderr.String(), document.(map[string]any)["error"].(string))) {
		t.Errorf("sextant %s\nexit code %d, the document and standard error differ:\n%s\n%s", strings.Join(words, " "), code, stdout.Bytes(), stderr.Bytes())
	}
}

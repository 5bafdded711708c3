package efsmjson

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
)

var update = flag.Bool("update", false, "rewrite the models that the tables become")

// convert converts a text that must have no errors.
func convert(t testing.TB, name, text string) string {
	t.Helper()
	var list diag.List
	out := Convert(diag.NewFile(name, text), &list)
	if list.HasErrors() {
		t.Fatalf("%s: %v", name, diag.ToJSON(list.Sorted()))
	}
	return out
}

// load compiles a model, which must have neither errors nor warnings.
func load(t testing.TB, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("import.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list.Sorted() {
		if d.Severity <= diag.Warning {
			t.Fatalf("%s at %v: %s\n%s", d.Code, d.Span.Position(), d.Message, text)
		}
	}
	return m.System
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The published tables become the models beside them.
func TestPublishedTables(t *testing.T) {
	tables, err := filepath.Glob("testdata/*.json")
	if err != nil || len(tables) < 7 {
		t.Fatal(tables, err)
	}
	for _, path := range tables {
		got := convert(t, path, read(t, path))
		load(t, got)
		golden := strings.TrimSuffix(path, ".json") + ".sxt"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, golden); got != want {
			t.Errorf("%s has changed; run go test ./internal/efsmjson -update and read the diff. It is now:\n%s", golden, got)
		}
	}
}

// Every documented code is what its example gives, and only that.
func TestDocumentedCodes(t *testing.T) {
	for _, c := range diag.ImportCodes {
		if c.Example == "" {
			continue
		}
		var list diag.List
		if text := Convert(diag.NewFile("example.json", c.Example), &list); text != "" {
			t.Errorf("%s: the example gives a model:\n%s", c.Code, text)
		}
		for _, d := range list.Sorted() {
			if d.Code != c.Code {
				t.Errorf("%s: the example gives %s: %s", c.Code, d.Code, d.Message)
			}
		}
		if !list.HasErrors() {
			t.Errorf("%s: the example has no errors", c.Code)
		}
	}
}

// Whatever names a table uses, the model has names that the language allows, and tells them apart.
func TestNamesThatTheLanguageDoesNotHave(t *testing.T) {
	text := convert(t, "names.json", `{"name": "in out", "initial": "when", "states": ["when", "1st state", "1st-state"],
		"vars": {"initial": 0, "int": 1, "x": true, "min": 0},
		"transitions": [
		  {"id": "do", "from": "when", "to": "1st state", "input": "x", "params": ["in", "out", "write"], "guard": "in > initial && x && min == out",
		   "update": [["initial", "write + int"]], "output": "write(in); write(x); write"},
		  {"id": "do!", "from": "1st state", "to": "1st-state", "input": "", "update": [["x", "!x"], ["min", "min + 1"]], "output": "x; U!x(initial); \"; odd"},
		  {"id": "ok", "from": "1st-state", "to": "when", "input": "record", "params": [], "guard": "true"}]}`)
	s := load(t, text)
	if len(s.Transitions()) != 3 || len(s.Machines[0].Locations) != 3 {
		t.Errorf("%s", text)
	}
}

// A guard of C becomes the guard that means the same, whatever binds how tightly.
func TestOperatorsBindAsInC(t *testing.T) {
	for guard, want := range map[string]string{
		"!a && b":                   "not a and b",
		"!(a && b)":                 "not (a and b)",
		"!a == b":                   "(not a) == b",
		"a || b && x > 0":           "a or b and x > 0",
		"(a || b) && x > 0":         "(a or b) and x > 0",
		"x - (y - 1) * 2 >= -x":     "x - (y - 1) * 2 >= -x",
		"c == 'e' || c != '-'":      "c == char_e or c != char_x2d",
		"(x > 0) == (y > 0)":        "(x > 0) == (y > 0)",
		"x%2==0&&a":                 "x % 2 == 0 and a",
		`s == "say \"hi\"" && true`: `s == "say \"hi\"" and true`,
		"r < 0.5":                   "r < 0.5",
		"r == x && x == 1.5":        "r == x and x == 1.5",
	} {
		text := convert(t, "guard.json", `{"initial": "q", "states": ["q"], "vars": {"a": true, "b": false},
			"transitions": [{"id": "t", "from": "q", "to": "q", "input": "i", "params": ["x", "y", "c", "s", "r", "a", "b"], "guard": `+quoted(guard)+`}]}`)
		load(t, text)
		if !strings.Contains(text, " when "+want+"\n") {
			t.Errorf("%s became\n%s", guard, text)
		}
	}
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
}

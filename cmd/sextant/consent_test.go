package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// hostile is a model that wants something outside of its folder, in a way of its own.
type hostile struct {
	name    string
	decls   string // declarations of F(x: int) -> int; OUT is a folder elsewhere, SERVER a server
	flag    string // allows it
	refused string // what the message names
	runs    bool   // only commands that run functions are refused
}

// declare is the extern F of a hostile model.
func declare(clauses string) string {
	return "extern F(x: int) -> int " + clauses + " contract { behavior: ensures result > x }"
}

var hostiles = []hostile{
	{"program", declare(`table "rows.csv" run exec "touch OUT/made"`), "--allow-exec", "touch OUT/made", true},
	{"program in shell", declare(`table "rows.csv" run exec "sh -c 'echo > OUT/made'"`), "--allow-exec", `sh -c 'echo > OUT/made'`, true},
	{"server", declare(`table "rows.csv" run http "SERVER/steal"`), "--allow-net", "SERVER/steal", true},
	{"table elsewhere", declare(`table "OUT/secret" run starlark "f.star"`), "--allow-files", "OUT/secret", false},
	{"new table elsewhere", declare(`table "../OUTNAME/new.csv" run starlark "f.star"`), "--allow-files", "OUT/new.csv", false},
	{"table behind a link", declare(`table "link/secret" run starlark "f.star"`), "--allow-files", "link/secret", false},
	{"script elsewhere", declare(`run starlark "../OUTNAME/secret"`), "--allow-files", "OUT/secret", false},
	{"module elsewhere", declare(`run wasm "OUT/secret"`), "--allow-files", "OUT/secret", false},
	{"import", "import \"../OUTNAME/secret\"\n" + declare(`run starlark "f.star"`), "--allow-files", "OUT/secret", false},
	{"import that runs", "import \"part.sxt\"", "--allow-exec", "touch OUT/made", true},
}

const hostileRest = `
input go(n: int)
output r(n: int)
predicates P = { 1 > 0 }
initial s
t: s -> s in go(n) when F(n) > 3 out r(n)
`

// hostileArguments are the arguments of each command; the model comes first where there is one.
var hostileArguments = map[string][]string{
	"check": {}, "graph": {}, "explore": {}, "explore --save": {"--save"}, "generate": {}, "classes": {}, "certify": {}, "family": {}, "chance": {}, "concolic": {}, "mutate": {}, "abstract": {"--predicates", "P"},
	"run": {"--sut", "cat"}, "replay": {"test.json", "--sut", "cat"}, "conform": {"log.jsonl"}, "export": {"test.json", "--format", "go"},
	"table list": {}, "table import": {"F", "rows.csv"}, "table export": {"F"}, "table run": {"F", "1", "--save"}, "table recheck": {"--save"}, "table prune": {"--save"},
	"contract check": {}, "contract feasible": {"--path", "t"}, "contract infer": {"--path", "t"}, "contract test": {}, "contract export": {"--extern", "F"},
	"trust": {"--list"},
}

// withoutModel are the commands that read no model, or only its text.
var withoutModel = []string{"fmt", "import", "verify", "doctor", "schema"}

// noFunctions are the commands that do not run functions, so they need no consent to run programs.
var noFunctions = []string{"check", "graph", "certify", "chance", "family", "abstract", "contract check", "contract feasible", "contract infer", "contract export", "table list", "table import", "table export", "trust"}

// noFiles are those that do not open the files of externs either.
var noFiles = []string{"certify", "chance", "family", "graph", "abstract", "contract check", "contract feasible", "contract infer", "contract export", "trust"}

// world is a folder with a hostile model, a folder elsewhere with a secret, and a server.
type world struct {
	model, out string
	server     *httptest.Server
	posts      atomic.Int32
}

const secret = "the secret line"

func newWorld(t *testing.T, h hostile) *world {
	w := &world{}
	top := t.TempDir()
	w.model, w.out = filepath.Join(top, "model"), filepath.Join(top, "out")
	w.server = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { w.posts.Add(1) }))
	t.Cleanup(w.server.Close)
	for path, text := range map[string]string{
		"model/h.sxt":      "system H\n" + h.decls + hostileRest,
		"model/part.sxt":   declare(`table "rows.csv" run exec "touch OUT/made"`) + "\n",
		"model/f.star":     "def F(x):\n    return x + 4\n",
		"model/rows.csv":   "x,result\n1,5\n",
		"model/test.json":  `{"format": "sextant-test-1", "model": {"name": "H", "file": "OUT/secret", "hash": ""}, "seed": 0, "inputs": [{"channel": "go", "values": {"n": 1}}]}`,
		"model/log.jsonl":  `{"in": "go", "values": {"n": 1}}` + "\n",
		"out/secret":       secret + "\n",
		"config/empty.txt": "",
	} {
		path = filepath.Join(top, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(w.fill(text)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(w.out, filepath.Join(w.model, "link")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(top, "config"))
	t.Setenv("HOME", filepath.Join(top, "config"))
	t.Setenv("SEXTANT_ALLOW", "")
	t.Chdir(w.model)
	return w
}

func (w *world) fill(text string) string {
	return strings.NewReplacer("OUTNAME", filepath.Base(w.out), "OUT", w.out, "SERVER", w.server.URL).Replace(text)
}

// untouched fails if something happened outside of the folder of the model.
func (w *world) untouched(t *testing.T, printed string) {
	t.Helper()
	entries, err := os.ReadDir(w.out)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder elsewhere has %v (%v), want the secret only", entries, err)
	}
	if text, _ := os.ReadFile(filepath.Join(w.out, "secret")); string(text) != secret+"\n" {
		t.Errorf("the file elsewhere was changed: %q", text)
	}
	if n := w.posts.Load(); n > 0 {
		t.Errorf("the server got %d requests", n)
	}
	if strings.Contains(printed, secret) {
		t.Errorf("a line of the file elsewhere was printed:\n%s", printed)
	}
}

// TestHostileModelsDoNothing runs every command on models that want to run programs, send data and use files elsewhere.
func TestHostileModelsDoNothing(t *testing.T) {
	testkit.NeedsSolver(t)
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			for _, a := range driver.Analyses {
				if slices.Contains(withoutModel, a.Name) {
					continue
				}
				arguments, known := hostileArguments[a.Name]
				if !known {
					t.Fatalf("no arguments are given for %s: add them to hostileArguments", a.Name)
				}
				w := newWorld(t, h)
				words := slices.Concat(strings.Fields(a.Name), []string{"h.sxt"}, arguments)
				var out, errs bytes.Buffer
				code := run(words, &out, &errs)
				w.untouched(t, out.String()+errs.String())
				if strings.Contains(errs.String(), "unexpected") {
					t.Fatalf("the model is wrong: %s", errs.String())
				}
				if mustRefuse(h, a.Name) && (code != exitEnvironment || !strings.Contains(errs.String(), w.fill(h.refused)) || !strings.Contains(errs.String(), h.flag)) {
					t.Errorf("sextant %s: exit code %d, want a refusal that names %s and %s:\n%s%s", strings.Join(words, " "), code, w.fill(h.refused), h.flag, &out, &errs)
				}
			}
		})
	}
}

// mustRefuse reports whether a command needs what a model asks for.
func mustRefuse(h hostile, command string) bool {
	switch {
	case command == "trust":
		return false
	case h.name == "import":
		return true
	case command == "contract test" && strings.Contains(h.name, "table"):
		return false // it runs functions and reads no tables
	case h.runs:
		return !slices.Contains(noFunctions, command)
	}
	return !slices.Contains(noFiles, command)
}

// TestConsent allows what the hostile models ask for, by flag, by environment and by the trust file, and takes it back.
func TestConsent(t *testing.T) {
	testkit.NeedsSolver(t)
	for _, h := range hostiles[:3] {
		w := newWorld(t, h)
		happened := func() bool {
			_, err := os.Stat(filepath.Join(w.out, "made"))
			_ = os.Remove(filepath.Join(w.out, "made"))
			return err == nil || w.posts.Swap(0) > 0
		}
		sextant := func(words ...string) string {
			var out bytes.Buffer
			code := run(words, &out, &out)
			return fmt.Sprintf("exit code %d\n%s", code, &out)
		}
		for _, step := range []struct {
			words []string
			allow string
			want  bool
		}{
			{[]string{"table", "run", "h.sxt", "F", "7"}, "", false},
			{[]string{"table", "run", "h.sxt", "F", "7", h.flag}, "", true},
			{[]string{"table", "run", "h.sxt", "F", "7"}, "files", false},
			{[]string{"table", "run", "h.sxt", "F", "7"}, strings.TrimPrefix(h.flag, "--allow-"), true},
			{[]string{"trust", "h.sxt"}, "", false},
			{[]string{"table", "run", "h.sxt", "F", "7"}, "", true},
			{[]string{"trust", "h.sxt", "--revoke"}, "", false},
			{[]string{"table", "run", "h.sxt", "F", "7"}, "", false},
		} {
			t.Setenv("SEXTANT_ALLOW", step.allow)
			if printed := sextant(step.words...); happened() != step.want {
				t.Errorf("%s: %v with SEXTANT_ALLOW=%s: happened is not %v:\n%s", h.name, step.words, step.allow, step.want, printed)
			}
		}
	}
}

// refusesFile is what messages about files say that are too large, or not what they should be.
var refusesFile = regexp.MustCompile(`MiB|more than the maximum of a journal|is not a file|was not checked to its end|To skip lines that are not events`)

// TestEndlessFilesAreRefused gives the commands files of 10 GB, and links to a device without an end.
func TestEndlessFilesAreRefused(t *testing.T) {
	testkit.NeedsSolver(t)
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{
		"plain.sxt": "system Plain\ninput go(n: int)\noutput r(n: int)\ninitial s\nt: s -> s in go(n) when n > 3 out r(n)\n",
		"large.sxt": "system Large\nextern F(x: int) -> int table \"large\" run starlark \"f.star\"\ninput go(n: int)\ninitial s\nt: s -> s in go(n) when F(n) > 3\n",
		"f.star":    "def F(x):\n    return x\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("large", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate("large", 10<<30); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("/dev/zero", "endless"); err != nil {
		t.Skip(err)
	}
	for _, line := range []string{
		"explore large.sxt", "check large.sxt", "table import large.sxt F large",
		"check FILE", "explore FILE", "import efsm-json FILE", "fmt FILE",
		"replay plain.sxt FILE --sut cat", "export plain.sxt FILE --format go", "mutate plain.sxt FILE",
		"concolic plain.sxt --journal FILE", "conform plain.sxt FILE --timeout 2s",
	} {
		for _, file := range []string{"large", "endless"} {
			words := strings.Fields(strings.ReplaceAll(line, "FILE", file))
			var out, errs bytes.Buffer
			if code := run(words, &out, &errs); code == exitDone || !refusesFile.MatchString(errs.String()) {
				t.Errorf("sextant %s: exit code %d:\n%s%s", strings.Join(words, " "), code, &out, &errs)
			}
		}
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if after.Sys > 2<<30 {
		t.Errorf("%d MiB of memory were needed", after.Sys>>20)
	}
}

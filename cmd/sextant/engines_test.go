package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/results/schema"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/documents"
)

// Every document of a command that asks the portfolio of engines has what each engine decided, and why an engine does not suit.

// engineModels are models with something that the first engine of each command leaves open.
var engineModels = map[string]string{
	"steps.sxt": `system Steps
input put(n: int)
output sum(n: int)
var x: 0..20 = 0
invariant low: x != 16
predicates P = { x > 7 }
initial a
add: a -> a in put(n) when n > 0 and x < 16 do x := x + 2 out sum(x)
odd: a -> b in put(n) when x == 7 and n > 3
far: a -> b in put(n) when x == 16 and n > 3 out sum(n)
purpose late = location b when x == 16
purpose never = location b when x == 7
classify high: x >= 12
classify seven: exists i: 0..steps :: x@i == 7
`,
	"errors.sxt": `system Errors
input put(n: 0..3)
var x: 0..2 = 0
initial a
add: a -> a in put(n) do x := x + n
big: a -> b in put(n) when x == 5
`,
	"line.sxt": `system Line
feature Quick
input step()
var moved: int = 0
initial s
a: s -> s in step() when moved < 2000 do moved := moved + 1
b: s -> s in step() when moved > 1500 do moved := 0 - moved
invariant jump: Quick or moved != 1234
`,
	"walk.sxt": `system Walk
var x: 0..30 = 0
initial a
up: a -> a when x < 30 do x := x + 1
stay: a -> a
down: a -> a when x > 0 do x := x - 1
classify far: x >= 15
classify home: x == 0
`,
	"contract.sxt": `system Contract
extern F(x: int) -> int
  contract C {
    behavior a: requires x > 0 ensures result > x
    behavior b: requires x <= 0 ensures result == 0
  }
input go(a: int)
var v: int = 0
initial s
t: s -> s in go(a) when a > v do v := F(a)
u: s -> s in go(a) when v < 0
`,
	"infer.sxt": `system Infer
extern F(x: int) -> int
input go(a: int)
var v: int = 0
initial s
t: s -> s in go(a) when F(a) > 3 do v := v + 1
u: s -> c in go(a) when v < 0
`,
}

// engineCase is a command line with what its document has.
type engineCase struct{ words, at, engines string }

// engineCases are the commands that ask the portfolio, with the engines that one of their documents has, in order; those that do not suit
// with the feature that is why, and those that were asked about the system in which steps with model errors are taken with a mark.
var engineCases = []engineCase{
	{"check steps.sxt --invariants", "invariants.engines", "states(input) tree"},
	{"check steps.sxt --operations", "operations.engines", "tree"},
	{"explore steps.sxt --states 5", "engines", "induction states(bounds) concolic(bounds) tree"},
	{"explore errors.sxt", "engines", "tree!"},
	{"generate steps.sxt --states 5", "engines", "induction states(bounds) concolic(bounds)"},
	{"generate steps.sxt --cover purposes", "engines", "induction states(input) concolic"},
	{"generate steps.sxt --cover pairs", "engines", "induction states(input) concolic"},
	{"generate errors.sxt", "engines", "tree!"},
	{"concolic errors.sxt", "engines.auto.asked", "induction tree!"},
	{"certify steps.sxt", "engines", "tree"},
	{"classes steps.sxt --steps 8 --states 5", "engines", "induction states(bounds) concolic(bounds)"},
	{"classes walk.sxt --steps 30", "engines", "induction states"},
	{"abstract steps.sxt --depth 1", "engines", "induction states(input)"},
	{"family line.sxt", "engines", "tree induction states"},
	{"mutate steps.sxt", "engines", "induction states(input) tree"},
	{"contract feasible contract.sxt --cover transitions", "goal.engines", "induction states(externs) concolic(externs)"},
	{"contract infer infer.sxt --cover transitions", "goal.engines", "induction"},
}

func TestDocumentsNameTheEngines(t *testing.T) {
	testkit.NeedsSolver(t)
	t.Chdir(t.TempDir())
	for name, text := range engineModels {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range engineCases {
		t.Run(c.words, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			run(append(strings.Fields(c.words), "--json", "--workers", "1"), &stdout, &stderr)
			if _, err := documents.Printed(stdout.Bytes()); err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			if engines := enginesAt(t, stdout.Bytes(), strings.Split(c.at, ".")); engines != c.engines {
				t.Errorf("%s is %q, not %q", c.at, engines, c.engines)
			}
		})
	}
}

// enginesAt writes the engines that a document has at a path.
func enginesAt(t *testing.T, document []byte, path []string) string {
	for _, key := range path {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(document, &object); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		document = object[key]
	}
	var uses []result.EngineUse
	if err := json.Unmarshal(document, &uses); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, use := range uses {
		name := string(use.Engine)
		if use.Relaxed {
			name += "!"
		}
		if use.Refusal != nil {
			name += "(" + string(use.Refusal.Feature) + ")"
		}
		if use.Goals == 0 || use.Decided > use.Goals || use.Refusal != nil && use.Decided > 0 {
			t.Errorf("%+v", use)
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// TestEngineCasesAreComplete: there is a case for every command whose document has engines, and whatever asks the portfolio takes over its
// engines.
func TestEngineCasesAreComplete(t *testing.T) {
	for _, d := range schema.Documents {
		text, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if d.Name == "import" || !strings.Contains(string(text), `"EngineUse": {`) { // import only has the type of the document of check
			continue
		}
		for _, command := range d.Commands {
			if !slices.ContainsFunc(engineCases, func(c engineCase) bool { return strings.HasPrefix(c.words, command+" ") }) {
				t.Errorf("add %s to engineCases", command)
			}
		}
	}
	err := filepath.WalkDir(filepath.Join("..", "..", "internal"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "reach.Ask(") && !strings.Contains(string(text), "reply.Engines") {
			t.Errorf("%s asks the portfolio, and leaves out its engines", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

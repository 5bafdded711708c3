package result_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// documents are the results of all commands, and the files that they store.
var documents = map[string]any{
	"check": result.Check{}, "import": result.Import{}, "graph": result.GraphDocument{}, "tree": result.Tree{}, "step": result.StepState{}, "explore": result.Explore{}, "generate": result.Suite{},
	"run": result.Run{}, "replay": result.Replay{}, "conform": result.Conform{}, "mutate": result.Mutate{}, "concolic": result.Concolic{},
	"concolic --weights": result.Weights{}, "abstract": result.Abstract{}, "chance": result.Chance{}, "contract check": result.ContractChecks{},
	"contract feasible": result.FeasiblePaths{}, "contract infer": result.Inferred{}, "contract test": result.ContractTests{},
	"contract export": result.ContractText{}, "table list": result.Table[result.TableState]{}, "table import": result.Table[result.TableImported]{},
	"table export": result.Table[result.TableContent]{}, "table run": result.Table[result.TableRan]{}, "table recheck": result.Table[result.TableChecked]{},
	"doctor": result.Doctor{}, "trust": result.Trust{}, "trust.json": result.TrustFile{}, "export": result.Export{}, "stored test": result.SuiteTest{},
	"suite.json": result.SuiteSummary{}, "journal header": result.JournalHeader{}, "journal entry": result.JournalEntry{},
	"traces header": result.TracesHeader{}, "traced run": result.TracedRun{},
}

// visit calls f for every field of a struct, and of those that it contains, that is written as JSON.
func visit(t reflect.Type, seen map[reflect.Type]bool, f func(in reflect.Type, name string, t reflect.Type)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem(), seen, f)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			field := t.Field(i)
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case name == "-" || !field.IsExported():
				continue
			case field.Anonymous:
				name = "..."
			case options == "omitempty" || options == "omitzero":
				name += "?"
			}
			f(t, name, field.Type)
			visit(field.Type, seen, f)
		}
	}
}

// short is the name of a type without packages.
func short(t reflect.Type) string {
	return regexp.MustCompile(`[\w./-]+\.`).ReplaceAllString(t.String(), "")
}

// TestNames lists the names of all documents: they are a contract with users.
func TestNames(t *testing.T) {
	lines := map[string][]string{}
	var out strings.Builder
	seen := map[reflect.Type]bool{}
	for _, command := range slices.Sorted(maps.Keys(documents)) {
		root := reflect.TypeOf(documents[command])
		fmt.Fprintf(&out, "%s: %s\n", command, short(root))
		visit(root, seen, func(in reflect.Type, name string, t reflect.Type) {
			lines[short(in)] = append(lines[short(in)], fmt.Sprintf("    %s %s\n", name, short(t)))
		})
	}
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(&out, "\n%s\n%s", name, strings.Join(lines[name], ""))
	}
	golden.File(t, filepath.Join("testdata", "names.txt"), out.String())
}

// TestSameNames checks that a name has one meaning in all documents.
func TestSameNames(t *testing.T) {
	meanings := map[string]reflect.Type{
		"stop": reflect.TypeFor[result.Stop](), "model": reflect.TypeFor[result.Model](), "stats": reflect.TypeFor[result.Stats](),
		"seed": reflect.TypeFor[int64](), "replay": reflect.TypeFor[string](), "seconds": reflect.TypeFor[float64](), "command": reflect.TypeFor[string](),
		"queries": reflect.TypeFor[int](), "covered": reflect.TypeFor[int](), "total": reflect.TypeFor[int](), "evidence": reflect.TypeFor[string](),
		"diagnostics": reflect.TypeOf(result.Check{}.Diagnostics), "conflicts": reflect.TypeFor[[]result.TableConflict](), "reason": reflect.TypeFor[string](),
	}
	for command, d := range documents {
		visit(reflect.TypeOf(d), map[reflect.Type]bool{}, func(in reflect.Type, name string, found reflect.Type) {
			name = strings.TrimSuffix(name, "?")
			if want := meanings[name]; want != nil && found != want {
				t.Errorf("%s: %s of %s is a %s, elsewhere a %s", command, name, in, found, want)
			}
			if name != "..." && (name == "" || name != strings.ToLower(name[:1])+name[1:]) {
				t.Errorf("%s: %q of %s is not a JSON name", command, name, in)
			}
		})
		_, hasHead := reflect.TypeOf(d).FieldByName("Stats")
		if !hasHead && !slices.Contains([]string{"contract export", "stored test", "suite.json", "trust.json", "journal header", "journal entry", "traces header", "traced run", "tree", "step"}, command) {
			t.Errorf("%s has no stats", command)
		}
	}
}

package testkit

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// Failer is what *testing.T, *testing.B and *rapid.T have in common.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Skip(args ...any)
	Cleanup(func())
}

// Long reports whether tests are to do all that they can, and not only what fits into the time of "make test".
func Long() bool { return os.Getenv("SEXTANT_LONG") != "" }

// Sequential skips a test that does one thing after the other, and takes long, where tests are to be short: that is under the race detector,
// which finds nothing in it.
func Sequential(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it does one thing after the other, and takes long under the race detector")
	}
}

// Text are the options to compile a text in place of a file.
func Text(text string) compile.Options {
	return compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
}

// Load compiles a model, which must have no errors.
func Load(t Failer, path string, options compile.Options) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load(path, options, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if list.HasErrors() {
		t.Fatalf("%s: %v", path, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

// LoadText compiles a model given as text, which must have no errors.
func LoadText(t Failer, text string) *sts.System {
	t.Helper()
	return Load(t, "model.sxt", Text(text))
}

// MustLoad compiles a model given as text, for runnable examples, which have no test that could fail.
func MustLoad(text string) *sts.System {
	var list diag.List
	m, err := compile.Load("model.sxt", Text(text), &list)
	if err != nil || m.System == nil {
		panic(fmt.Sprint(err, diag.ToJSON(list.Sorted())))
	}
	return m.System
}

// LoadExample compiles a model of the examples folder, with other values of its constants if there are any.
func LoadExample(t Failer, path string, consts map[string]string) *sts.System {
	t.Helper()
	return Load(t, Example(path), compile.Options{Consts: consts})
}

// Example returns the path of a file in the examples folder, from the folder of whichever package is being tested.
func Example(path string) string {
	up := ""
	for range 5 {
		if _, err := os.Stat(up + "go.mod"); err == nil {
			break
		}
		up += "../"
	}
	return up + "examples/" + path
}

// TryText compiles a model given as text; nil if it has errors, which random models may have.
func TryText(t Failer, text string) *sts.System {
	t.Helper()
	s, _ := loadText(t, text, nil)
	return s
}

// Compiled compiles a random model. One that has errors, such as a value that is always out of range, is skipped.
func Compiled(t Failer, text string) *sts.System {
	t.Helper()
	s := TryText(t, text)
	if s == nil {
		t.Skip("the model has errors")
	}
	return s
}

// loadText compiles a model given as text; the system is nil if it has errors.
func loadText(t Failer, text string, consts map[string]string) (*sts.System, []diag.Diagnostic) {
	t.Helper()
	options := Text(text)
	options.Consts = consts
	var list diag.List
	m, err := compile.Load("model.sxt", options, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m.System, list.Sorted()
}

// Extern is the extern of a system with a name.
func Extern(t Failer, s *sts.System, name string) *sts.Extern {
	t.Helper()
	for _, x := range s.Externs {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no extern %s", name)
	return nil
}

// Ints are numbers as values.
func Ints(numbers ...int64) []term.Value {
	out := make([]term.Value, len(numbers))
	for i, n := range numbers {
		out[i] = term.IntValue(n)
	}
	return out
}

// Mutants makes the mutants of a model given as text; nil if the model has errors.
func Mutants(t Failer, text string, limit int) *mutant.Population {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", Text(text), &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if list.HasErrors() {
		return nil
	}
	p, err := mutant.Make(context.Background(), m.System, mutant.Source{Path: "model.sxt", Files: m.Files}, limit)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// Models is how many random models differential tests compare: the value of SEXTANT_MODELS, else many in a long test and few in a
// short one.
func Models() int {
	switch n, err := strconv.Atoi(os.Getenv("SEXTANT_MODELS")); {
	case err == nil:
		return n
	case Long():
		return 10_000
	case testing.Short():
		return 50
	}
	return 60
}

package export_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/sextant-mbt/sextant/internal/suite/export"
)

// oneAnswer is a system that answers every input with one output, the one that the environment names.
const oneAnswer = `package p

import (
	"math/big"
	"os"
	"testing"
	"time"
)

var large, _ = new(big.Int).SetString("36893488147419103232", 10)

type answer struct{ ready bool }

func newSystem(t *testing.T) System { return &answer{} }

func (a *answer) Reset() error { return nil }

func (a *answer) Send(string, ...any) error { a.ready = true; return nil }

func (a *answer) Receive(time.Duration) (string, []any, error) {
	if !a.ready {
		return "", nil, nil
	}
	a.ready = false
	return "state", answers[os.Getenv("ANSWER")], nil
}

var answers = map[string][]any{
%s}
`

// An exported Go test judges values of every type: each answer is that of another system.
func TestGoFileJudges(t *testing.T) {
	shapes := sample{}
	for _, g := range goldenFiles(t) {
		if g.name() == "shapes" {
			shapes = g
		}
	}
	right := `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`
	tests := []struct{ name, answer, want string }{
		{"right", right, "^PASS$"},
		{"other", `map[string]any{"low": uint8(9), "mode": "turning"}, []any{10.0, int64(7)}, "lamp \"one\"", 0.1, large.String()`, "^PASS$"},
		{"order", `map[string]any{"low": 4, "mode": "still"}, [2]int{7, 5}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"low", `map[string]any{"low": 2, "mode": "still"}, [2]int{3, 7}, "lamp \"one\"", 0.1, large`, "this does not hold: state.p.low >= 3"},
		{"sum", `map[string]any{"low": 4, "mode": "still"}, [2]int{6, 7}, "lamp \"one\"", 0.1, large`, `this does not hold: state.all\[0\] == state.p.low \+ 1`},
		{"mode", `map[string]any{"low": 4, "mode": 1}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"member", `map[string]any{"low": 4, "mode": "broken"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"field", `map[string]any{"low": 4, "mood": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, large`, "the system sent state"},
		{"text", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp", 0.1, large`, "the system sent state"},
		{"real", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.2, large`, "the system sent state"},
		{"large", `map[string]any{"low": 4, "mode": "still"}, [2]int{5, 7}, "lamp \"one\"", 0.1, 3`, "the system sent state"},
		{"short", `map[string]any{"low": 4, "mode": "still"}`, "the system sent state"},
		{"none", `nil, nil, nil, nil, nil`, "the system sent state"},
	}
	answers := ""
	for _, test := range tests {
		answers += fmt.Sprintf("%q: {%s},\n", test.name, test.answer)
	}
	program := testProgram(t, exported(t, shapes.suite(t), export.Go, export.Options{Package: "p"}), fmt.Sprintf(oneAnswer, answers))
	for _, test := range tests {
		command := exec.Command(program)
		command.Env = append(os.Environ(), "ANSWER="+test.name)
		out, err := command.CombinedOutput()
		if passed := err == nil; passed != (test.want == "^PASS$") || !regexp.MustCompile("(?m)"+test.want).Match(out) {
			t.Errorf("%s: %v, want %s\n%s", test.name, err, test.want, out)
		}
	}
}

// testProgram compiles a test file with the system that it tests.
func testProgram(t *testing.T, text, system string) string {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "go.mod"), "module exported\n\ngo 1.24\n")
	write(t, filepath.Join(folder, "exported_test.go"), text)
	write(t, filepath.Join(folder, "system_test.go"), system)
	command := exec.Command("go", "test", "-c", "-o", "program")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(folder, "program")
}

package starter_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/starter"
)

// goPackages are packages with what their models are to have, and what is to be said of what is left out.
var goPackages = map[string]struct {
	source  string
	want    []string
	leftOut []string
}{
	"type": {`package counter
type Counter struct{ n int }
func NewCounter() *Counter { return &Counter{} }
func NewOther() *Counter { return &Counter{} }
func (c *Counter) Add(by int) int { c.n += by; return c.n }
func (c *Counter) Reset() { c.n = 0 }
func (c *Counter) Name(prefix string, loud bool) (string, error) { return prefix, nil }
func (c *Counter) hidden() {}
func (c *Counter) Odd(x map[string]int) int { return 0 }
func (c *Counter) Ärger() {}
func Free(x int) int { return x }
type Other struct{}
func (Other) Method() {}
func (Other) Values() []int { return nil }
type hidden struct{}
func (hidden) Method() {}
`, []string{"input addCall(a1: int64)", "output nameReturn(result: string, failed: bool)", "input ärgerCall()"}, []string{
		"NewOther is left out: values are made by NewCounter",
		"Counter.Odd is left out: parameter 1 is map[string]int; only bool, string and integers are supported",
		"Free is left out: the model is one of the type Counter",
		"Other.Method is left out: the model is one of the type Counter",
		"Other.Values is left out: result 1 is []int; only bool, string and integers are supported",
	}},
	"functions": {`package text
func Upper(s string) string { return s }
func Fail(n uint8) error { return nil }
func Two() (int, int) { return 1, 2 }
func Numbers(a int8, b uint16, c uint64, d uint, e rune) (int16, uint64, error) { return int16(a), c, nil }
func Generic[T any](t T) T { return t }
`, []string{"output failReturn(failed: bool)", "output twoReturn(result1: int64, result2: int64)",
		"input numbersCall(a1: int8, a2: uint16, a3: uint64, a4: uint64, a5: int32)", "output numbersReturn(result1: int16, result2: uint64, failed: bool)"},
		[]string{"Generic is left out: it has type parameters"}},
	"stack": {`package stack
type Stack struct{ items []string }
func New() *Stack { return &Stack{} }
func (s *Stack) Push(x string) { s.items = append(s.items, x) }
func (s *Stack) Pop() (string, bool) { return "", false }
`, []string{"output popReturn(result1: string, result2: bool)", "out popReturn(result1, result2)"}, nil},
	"many": {`package many
func A() {}
func B() {}
func C() {}
func D() {}
func E() {}
func F() {}
func G() {}
func H() {}
func I() {}
`, []string{"input hCall()"}, []string{"I is left out: a first model has at most 8 functions"}},
}

// TestGoPackage: the model compiles, and so does the test with the package.
func TestGoPackage(t *testing.T) {
	place, err := filepath.Abs("generated")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range goPackages {
		t.Run(name, func(t *testing.T) {
			source := t.TempDir()
			if err := os.WriteFile(filepath.Join(source, "code.go"), []byte(c.source), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := starter.GoPackage(source, ".", "sample")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Write(source); err != nil {
				t.Fatal(err)
			}
			checkModel(t, filepath.Join(source, "sample.sxt"))
			text, err := os.ReadFile(filepath.Join(source, "sample.sxt"))
			for _, want := range c.want {
				if err != nil || !strings.Contains(string(text), want) {
					t.Errorf("the model has no %q:\n%s", want, text)
				}
			}
			if !slices.Equal(p.Notes, c.leftOut) {
				t.Errorf("left out is\n%s", strings.Join(p.Notes, "\n"))
			}
			checkJob(t, source)
			buildGo(t, source, place)
		})
	}
}

// buildGo lets the compiler see the package with its test, as if both were in a folder of this module.
func buildGo(t *testing.T, source, place string) {
	t.Helper()
	overlay := map[string]map[string]string{"Replace": {}}
	for name, as := range map[string]string{"code.go": "code.go", "sample_sextant_test.go": "test.go"} {
		overlay["Replace"][filepath.Join(place, as)] = filepath.Join(source, name)
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(source, "overlay.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "go", "build", "-overlay", file, "github.com/sextant-mbt/sextant/internal/jobs/starter/generated")
	c.Dir = filepath.Dir(place)
	if output, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

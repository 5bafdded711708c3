package starter_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/starter"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// write writes a project to a folder, and returns it.
func write(t *testing.T, p *starter.Project, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if _, err := p.Write(folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

// checkModel reads a model that must have no errors.
func checkModel(t *testing.T, path string) *model.Loaded {
	t.Helper()
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if l.Usable() != nil {
		t.Fatal(l.List.Sorted())
	}
	text := l.Files[0].Text
	if canonical := print.Format(diag.NewFile(path, text), &diag.List{}); canonical != text {
		t.Errorf("%s is not in canonical form:\n%s", path, text)
	}
	return l
}

// checkJob reads the job, and returns the arguments of its uses of the action.
func checkJob(t *testing.T, folder string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, ".github", "workflows", "sextant.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var job struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(data, &job); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	var out []string
	for _, s := range job.Jobs["model"].Steps {
		if strings.HasPrefix(s.Uses, "sextant-mbt/sextant@") {
			out = append(out, s.With["arguments"])
		}
	}
	return out
}

// TestService: the model and the mapping of a service fit together, and the job uses them.
func TestService(t *testing.T) {
	p, err := starter.OpenAPI(testkit.Example("rest/openapi.yaml"), "")
	openapi := write(t, p, err)
	p, err = starter.TCP("localhost:7000", "My shop!")
	tcp := write(t, p, err)
	for _, c := range []struct {
		folder, name, system, more string
		reset                      sut.Reset
	}{{openapi, "openapi", "http://localhost:8080", " --reset none", sut.NoReset}, {tcp, "my_shop", "tcp:localhost:7000", "", ""}} {
		l := checkModel(t, filepath.Join(c.folder, c.name+".sxt"))
		mapping := filepath.Join(c.folder, c.name+".toml")
		text, err := os.ReadFile(mapping)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := sut.ParseMapping(mapping, text)
		if err != nil {
			t.Fatal(err)
		}
		adapter, err := sut.Open(l.System, c.system, sut.Options{Mapping: parsed, Reset: c.reset})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else {
			adapter.Close()
		}
		want := "run " + c.name + ".sxt --sut " + c.system + " --sut-map " + c.name + ".toml" + c.more
		if got := checkJob(t, c.folder); len(got) != 2 || got[0] != "check "+c.name+".sxt" || got[1] != want {
			t.Errorf("the job runs %q", got)
		}
	}
}

// goPackages are packages with what their models are to have.
var goPackages = map[string]struct{ source, want string }{
	"type": {`package counter
type Counter struct{ n int }
func NewCounter() *Counter { return &Counter{} }
func (c *Counter) Add(by int) int { c.n += by; return c.n }
func (c *Counter) Reset() { c.n = 0 }
func (c *Counter) Name(prefix string, loud bool) (string, error) { return prefix, nil }
func (c *Counter) hidden() {}
func (c *Counter) Odd(x map[string]int) int { return 0 }
func Free(x int) int { return x }
`, "input addCall(a1: int64)"},
	"functions": {`package text
func Upper(s string) string { return s }
func Fail(n uint8) error { return nil }
func Two() (int, int) { return 1, 2 }
func Generic[T any](t T) T { return t }
`, "output failReturn(failed: bool)"},
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
			if err != nil || !strings.Contains(string(text), c.want) {
				t.Errorf("the model has no %q:\n%s", c.want, text)
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
	c := exec.CommandContext(t.Context(), "go", "build", "-overlay", file, "github.com/sextant-mbt/sextant/internal/starter/generated")
	c.Dir = filepath.Dir(place)
	if output, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

// TestNeverOverwrites: if one file is there, nothing is written.
func TestNeverOverwrites(t *testing.T) {
	p, err := starter.TCP("localhost:7000", "")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	mapping := filepath.Join(folder, "server.toml")
	if err := os.WriteFile(mapping, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = p.Write(folder)
	var exists *starter.ErrExists
	if !errors.As(err, &exists) || len(exists.Paths) != 1 || exists.Paths[0] != mapping {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files are there", len(entries))
	}
	if text, _ := os.ReadFile(mapping); string(text) != "mine" {
		t.Errorf("the mapping is %q now", text)
	}
}

// TestRefused: what cannot be a project says why.
func TestRefused(t *testing.T) {
	empty, program := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(program, "main.go"), []byte("package main\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"write HOST:PORT":            second(starter.TCP("localhost", "")),
		"is not the number of a por": second(starter.TCP("localhost:http", "")),
		"is not the name of a host":  second(starter.TCP("a b:80", "")),
		"there is no Go package":     second(starter.GoPackage(empty, ".", "")),
		"is a program":               second(starter.GoPackage(program, ".", "")),
		"within the project":         second(starter.GoPackage(empty, "../other", "")),
		"no such file":               second(starter.OpenAPI(filepath.Join(empty, "no.yaml"), "")),
		"cannot be turned into":      second(starter.OpenAPI(filepath.Join(program, "main.go"), "")),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func second(_ *starter.Project, err error) error { return err }

package starter_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/imports"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/jobs/starter"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
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
		parsed, err := connect.ParseMapping(mapping, text)
		if err != nil {
			t.Fatal(err)
		}
		adapter, err := connect.Open(l.System, c.system, connect.Options{Mapping: parsed, Reset: c.reset})
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

// petDocument describes a service with a member of a response that is not required.
const petDocument = `openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pet:
    get:
      operationId: pet
      responses:
        "200":
          description: ok
          content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, nick: {type: string}}}}}
`

// petProject makes the project of petDocument.
func petProject(t *testing.T) (document string, p *starter.Project) {
	t.Helper()
	document = filepath.Join(t.TempDir(), "pets.yaml")
	if err := os.WriteFile(document, []byte(petDocument), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := starter.OpenAPI(document, "")
	if err != nil {
		t.Fatal(err)
	}
	return document, p
}

// TestSameAsImport: a document is translated as an import does it.
func TestSameAsImport(t *testing.T) {
	document, p := petProject(t)
	m, err := imports.Import(t.Context(), "openapi", document, imports.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Files[0].Text != m.Text || p.Files[1].Text != m.Mapping {
		t.Errorf("init writes\n%s\n%s\nimport writes\n%s\n%s", p.Files[0].Text, p.Files[1].Text, m.Text, m.Mapping)
	}
}

// TestOptionalMember: a service that leaves out a member that is not required passes the first model.
func TestOptionalMember(t *testing.T) {
	_, p := petProject(t)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"name": "rex"}`) }))
	defer service.Close()
	pass(t, write(t, p, nil), "pets", rig.SystemOptions{System: service.URL, Reset: sut.NoReset})
}

// pass tests a system with the files of a project.
func pass(t *testing.T, folder, name string, system rig.SystemOptions) {
	t.Helper()
	l := checkModel(t, filepath.Join(folder, name+".sxt"))
	system.Mapping = filepath.Join(folder, name+".toml")
	r, err := rig.Run(t.Context(), l, rig.RunOptions{SystemOptions: system, Options: tester.Options{Steps: 4, Wait: time.Second, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != result.Pass {
		t.Errorf("the verdict is %s: %v", r.Verdict, r.Failures)
	}
}

// TestGreeting: a server that greets whoever connects passes the first model, and also where the mapping describes the greeting. One
// that does not greet passes too.
func TestGreeting(t *testing.T) {
	for name, greeting := range map[string]string{"greets": "220 hello\n", "silent": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			address := lineServer(t, greeting)
			p, err := starter.TCP(address, "")
			folder := write(t, p, err)
			if !slices.ContainsFunc(p.Notes, func(note string) bool { return strings.Contains(note, "reset.steps in server.toml") }) {
				t.Errorf("the notes are %q", p.Notes)
			}
			pass(t, folder, "server", rig.SystemOptions{System: "tcp:" + address})
			if greeting != "" {
				describeGreeting(t, filepath.Join(folder, "server.toml"))
				pass(t, folder, "server", rig.SystemOptions{System: "tcp:" + address})
			}
		})
	}
}

// describeGreeting makes a step of the reset of what is a comment in the mapping.
func describeGreeting(t *testing.T, mapping string) {
	t.Helper()
	text, err := os.ReadFile(mapping)
	if err != nil {
		t.Fatal(err)
	}
	before, step, found := strings.Cut(string(text), "# [[reset.steps]]\n")
	if !found {
		t.Fatalf("the mapping has no steps:\n%s", text)
	}
	active := before + "[[reset.steps]]\n" + regexp.MustCompile("(?m)^# ").ReplaceAllString(step, "")
	if err := os.WriteFile(mapping, []byte(active), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lineServer starts a server that greets and then answers each line, and returns its address.
func lineServer(t *testing.T, greeting string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprint(c, greeting)
				for lines := bufio.NewScanner(c); lines.Scan(); {
					fmt.Fprintf(c, "250 %s\n", lines.Text())
				}
			}()
		}
	}()
	return listener.Addr().String()
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
	empty, program, odd := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(odd, "odd.go"), []byte("package odd\ntype Set[T any] struct{}\nfunc (*Set[T]) Len() int { return 0 }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(program, "main.go"), []byte("package main\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"write HOST:PORT":                             second(starter.TCP("localhost", "")),
		"is not a port number":                        second(starter.TCP("localhost:http", "")),
		"is not a host name":                          second(starter.TCP("a b:80", "")),
		"there is no Go package":                      second(starter.GoPackage(empty, ".", "")),
		"Set.Len is left out: it has type parameters": second(starter.GoPackage(odd, ".", "")),
		"is a program":                                second(starter.GoPackage(program, ".", "")),
		"within the project":                          second(starter.GoPackage(empty, "../other", "")),
		"no such file":                                second(starter.OpenAPI(filepath.Join(empty, "no.yaml"), "")),
		"cannot be converted to":                      second(starter.OpenAPI(filepath.Join(program, "main.go"), "")),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func second(_ *starter.Project, err error) error { return err }

package workbench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// light is a small model.
const light = `system Light
input touch(n: int)
output shine(n: int)
var level: int = 0
initial off
press: off -> on in touch(n) when n > 3 do level := n out shine(n)
again: on -> off in touch(n) when n == 0
never: off -> on in touch(n) when n > 5 and n < 5
`

// endless is a model whose exploration takes long.
const endless = `system Endless
input go(a: int)
var x: int = 0
initial s
t: s -> s in go(a) when a > x do x := a
u: s -> s in go(a) when a < x do x := x + a
goal: s -> done in go(a) when x == 1 and x == 2
`

// served is a server on a real listener, with a client.
type served struct {
	t      *testing.T
	url    string
	client *http.Client
	stop   func()
}

// serve starts a server in a new project, which is the current folder during the test. When the test ends, no goroutine of the server
// may be left.
func serve(t *testing.T, o workbench.Options) *served {
	t.Helper()
	folder := t.TempDir()
	t.Chdir(folder)
	write(t, "light.sxt", light)
	write(t, "endless.sxt", endless)
	return serveHere(t, o)
}

func serveHere(t *testing.T, o workbench.Options) *served {
	t.Helper()
	before := runtime.NumGoroutine()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Note, o.Version = func(text string) { t.Log(text) }, "test"
	server, err := workbench.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	s := &served{t: t, url: "http://" + listener.Addr().String(), client: &http.Client{Transport: &http.Transport{}}}
	s.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		s.client.CloseIdleConnections()
		noneLeft(t, before)
		s.stop = func() {}
	}
	t.Cleanup(func() { s.stop() })
	return s
}

// noneLeft waits until there are no more goroutines than before, and fails with their stacks if that does not happen.
func noneLeft(t *testing.T, before int) {
	t.Helper()
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(30 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines are left, there were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// do sends a request with a body of JSON, and returns the status and the answer.
func (s *served) do(method, path, body string, change ...func(*http.Request)) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for _, c := range change {
		c(r)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, string(data)
}

// get reads an answer with the status 200, or 201, into a value.
func get[T any](s *served, method, path, body string) T {
	s.t.Helper()
	status, text := s.do(method, path, body)
	var v T
	if status != http.StatusOK && status != http.StatusCreated {
		s.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		s.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
	return v
}

// start starts a run.
func (s *served) start(analysis, options string, args ...string) result.Summary {
	s.t.Helper()
	list, _ := json.Marshal(args)
	return get[result.Summary](s, "POST", "/api/runs", fmt.Sprintf(`{"analysis": %q, "args": %s, "options": %s}`, analysis, list, options))
}

// wait waits until a run has ended.
func (s *served) wait(id string) *result.Record {
	s.t.Helper()
	for range 2400 {
		if r := get[result.Record](s, "GET", "/api/runs/"+id, ""); r.State.Over() {
			return &r
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatal("the run does not end")
	return nil
}

// refused demands that a request is answered with an error of a status, as JSON.
func (s *served) refused(status int, words, method, path, body string, change ...func(*http.Request)) {
	s.t.Helper()
	got, text := s.do(method, path, body, change...)
	var answer struct{ Error string }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.Error == "" {
		s.t.Errorf("%s %s: the answer %q is no error as JSON", method, path, text)
	}
	if got != status || !strings.Contains(answer.Error, words) {
		s.t.Errorf("%s %s: %d %q, want %d with %q", method, path, got, answer.Error, status, words)
	}
}

func TestProject(t *testing.T) {
	s := serve(t, workbench.Options{})
	write(t, "more/other.sxt", light)
	write(t, ".hidden/model.sxt", light)
	write(t, "notes.txt", "")
	status, text := s.do("GET", "/api/project", "")
	for _, want := range []string{`"version":"test"`, `"allowExec":false`, `"file":"light.sxt"`, `"file":"more/other.sxt"`} {
		if status != 200 || !strings.Contains(text, want) {
			t.Errorf("%d %s has no %s", status, text, want)
		}
	}
	for _, no := range []string{"hidden", "notes"} {
		if strings.Contains(text, no) {
			t.Errorf("%s has %s", text, no)
		}
	}
	for _, name := range []string{"/", "/app.js", "/app.css"} {
		if status, text := s.do("GET", name, ""); status != 200 || text == "" {
			t.Errorf("%s: %d", name, status)
		}
	}
	s.refused(404, "this address does not exist", "GET", "/api/nothing", "")
	s.refused(404, "this address does not exist", "POST", "/api/project", "{}")
}

type form struct {
	Name      string
	Arguments []struct{ Name, Kind string }
	Fields    []struct {
		Name, Type, Default, Group, GroupTitle string
		Choices                                []string
	}
}

// The forms offer nothing that reads or writes outside of the project, and no program.
func TestAnalyses(t *testing.T) {
	s := serve(t, workbench.Options{})
	found := map[string]form{}
	for _, f := range get[[]form](s, "GET", "/api/analyses", "") {
		found[f.Name] = f
		for _, field := range f.Fields {
			switch field.Name {
			case "json", "report", "output", "allow-exec", "allow-net", "allow-files", "solver-cmd", "log-smt", "failures", "junit", "graph", "journal", "stub", "curve":
				t.Errorf("%s offers --%s", f.Name, field.Name)
			}
			if field.Type == "" || field.Group == "" || field.GroupTitle == "" || field.Type == "choice" && len(field.Choices) < 2 {
				t.Errorf("%s: %+v is not complete", f.Name, field)
			}
		}
	}
	for _, name := range []string{"check", "explore", "generate", "run", "replay", "concolic", "mutate", "abstract", "contract infer", "table list"} {
		if len(found[name].Arguments) == 0 || found[name].Arguments[0].Kind != "model" {
			t.Errorf("%s is missing, or takes no model", name)
		}
	}
	for _, name := range []string{"fmt", "schema", "trust", "doctor", "import"} {
		if found[name].Name != "" {
			t.Errorf("%s is offered", name)
		}
	}
}

type modelAnswer struct {
	File, Text, Hash string
	View             result.ModelView
}

func TestModel(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	m := get[modelAnswer](s, "GET", "/api/model?file=light.sxt", "")
	if m.Text != light || m.View.Name != "Light" || len(m.View.Graph.Arrows) != 3 || m.View.Graph.Arrows[0].Line != 6 {
		t.Errorf("got %+v", m)
	}
	if len(m.View.Diagnostics) == 0 {
		t.Error("the guard that is never true is not reported")
	}
	body := func(text, hash string) string {
		data, _ := json.Marshal(map[string]string{"text": text, "hash": hash})
		return string(data)
	}
	broken := strings.Replace(light, "touch(n) when n > 3", "nothing", 1)
	changed := get[modelAnswer](s, "PUT", "/api/model?file=light.sxt", body(broken, m.Hash))
	if changed.View.Graph != nil || len(changed.View.Diagnostics) == 0 || changed.Hash == m.Hash {
		t.Errorf("an error is not seen: %+v", changed)
	}
	if data, _ := os.ReadFile("light.sxt"); string(data) != broken {
		t.Errorf("the file has %q", data)
	}
	s.refused(409, "changed on disk", "PUT", "/api/model?file=light.sxt", body(light, m.Hash))
	get[modelAnswer](s, "PUT", "/api/model?file=new.sxt", body(light, ""))
	if data, _ := os.ReadFile("new.sxt"); string(data) != light {
		t.Errorf("the new file has %q", data)
	}
	checked := get[result.ModelView](s, "POST", "/api/check", `{"file": "light.sxt", "text": "system S\ninitial a\nt: a -> b\n"}`)
	if checked.Name != "S" || checked.Graph == nil {
		t.Errorf("an unsaved text gives %+v", checked)
	}
	s.refused(404, "", "GET", "/api/model?file=nosuch.sxt", "")
}

// What can be written at a place, and corrections, come from the code of the language server. Other files than those of the project are not read
// for them.
func TestWords(t *testing.T) {
	s := serve(t, workbench.Options{})
	type answer struct {
		Items []struct{ Label string }
		Error string
	}
	ask := func(text string, line, character int) string {
		t.Helper()
		body, err := json.Marshal(map[string]any{"file": "light.sxt", "text": text, "position": map[string]int{"line": line, "character": character}})
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, item := range get[answer](s, "POST", "/api/complete", string(body)).Items {
			words = append(words, item.Label)
		}
		return strings.Join(words, " ")
	}
	if got := ask(light+"more: on -> off in \n", 8, 19); !strings.Contains(got, "touch") {
		t.Errorf("after in can come %s", got)
	}
	write(t, filepath.Join("..", "secret.sxt"), "const hidden: int = 3\n")
	if got := ask("import \"../secret.sxt\"\n"+light+"more: on -> off in touch(n) when n > hid\n", 9, 39); strings.Contains(got, "hidden") {
		t.Errorf("a file outside of the project is read: %s", got)
	}
	type corrected struct {
		Fixes []struct {
			Line int
			Text string
		}
	}
	checked := get[corrected](s, "POST", "/api/check", `{"file": "light.sxt", "text": "system S\ninput touch()\ninitial a\nt: a -> a in tuch()\n"}`)
	if len(checked.Fixes) != 1 || checked.Fixes[0].Line != 4 || checked.Fixes[0].Text != "touch" {
		t.Errorf("the corrections are %+v", checked.Fixes)
	}
}

func TestRun(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	id := s.start("explore", `{"depth": ["3"]}`, "light.sxt").ID
	r := s.wait(id)
	if r.State != result.RunDone || r.Error != "" || r.Command != "sextant explore light.sxt --depth 3" || r.Text == "" || r.Document == nil {
		t.Errorf("got %+v", r.Summary)
	}
	if r.Tree == nil || len(r.Tree.Nodes) < 3 || len(r.Curve) == 0 || r.Model.Graph == nil {
		t.Errorf("the record has no tree, curve or graph: %v", r)
	}
	list := get[[]result.Summary](s, "GET", "/api/runs?limit=5", "")
	if len(list) != 1 || list[0].ID != id {
		t.Errorf("the list is %+v", list)
	}
	status, page := s.do("GET", "/api/runs/"+id+"/report", "")
	if status != 200 || !strings.HasPrefix(page, "<!doctype html>") || !strings.Contains(page, id) {
		t.Errorf("the report: %d", status)
	}
	why := get[result.WhyNot](s, "GET", "/api/runs/"+id+"/why?node=0&transition=never", "")
	if why.Answer != result.StepInfeasible || len(why.Conditions) == 0 {
		t.Errorf("why not: %+v", why)
	}
	s.refused(400, "no state", "GET", "/api/runs/"+id+"/why?node=9999&transition=never", "")
	s.refused(400, "nothing", "GET", "/api/runs/"+id+"/why?node=0&transition=nothing", "")
	get[struct{}](s, "DELETE", "/api/runs/"+id, "")
	s.refused(404, "no such run", "GET", "/api/runs/"+id, "")
}

// A run that asks for more than the memory of the server ends with what it found.
func TestMemoryOfRuns(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{Memory: 8 << 20})
	r := s.wait(s.start("explore", `{"strategy": ["bfs"], "depth": ["1000"], "states": ["10000000"]}`, "light.sxt").ID)
	if document, _ := r.Document.(map[string]any); r.State != result.RunDone || document["stop"] != "memory" {
		t.Errorf("%s %s, stopped because of %v", r.State, r.Error, document["stop"])
	}
}

// A suite that a run makes is stored, and another run can use it; it is removed with the run.
func TestRunStoresTests(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	id := s.start("generate", "{}", "light.sxt").ID
	if r := s.wait(id); r.State != result.RunDone {
		t.Fatal(r.Error)
	}
	suite := ".sextant/suites/" + id
	r := s.wait(s.start("mutate", `{"timeout": ["20s"]}`, "light.sxt", suite).ID)
	if r.State != result.RunDone || r.Document == nil {
		t.Errorf("mutate with the suite: %s %s", r.State, r.Error)
	}
	get[struct{}](s, "DELETE", "/api/runs/"+id, "")
	if _, err := os.Stat(suite); err == nil {
		t.Error("the suite is still there")
	}
}

func TestFaultyModel(t *testing.T) {
	s := serve(t, workbench.Options{})
	write(t, "bad.sxt", "system Bad\ninitial\n")
	r := s.wait(s.start("explore", "{}", "bad.sxt").ID)
	if !r.Finding || len(r.Model.Diagnostics) == 0 {
		t.Errorf("got %+v", r)
	}
}

// A model that is changed by an editor is seen.
func TestFileEvents(t *testing.T) {
	s := serve(t, workbench.Options{})
	changed, stopped := make(chan bool), make(chan bool)
	change := func() { // until it is noticed, and removes the file then
		defer close(stopped)
		for n := 0; ; n++ {
			_ = os.WriteFile("light.sxt", fmt.Appendf(nil, "%s# changed %d\n", light, n), 0o644)
			select {
			case <-changed:
				_ = os.Remove("light.sxt")
				return
			case <-t.Context().Done():
				return
			case <-time.After(700 * time.Millisecond):
			}
		}
	}
	var seen []string
	s.stream(func(kind, data string) bool {
		switch kind {
		case "open":
			go change()
		case "file":
			var e struct{ File, Hash string }
			_ = json.Unmarshal([]byte(data), &e)
			if e.File != "light.sxt" {
				t.Errorf("%s changed", e.File)
			}
			if seen = append(seen, e.Hash); len(seen) == 1 {
				close(changed)
			}
			return e.Hash != ""
		}
		return true
	})
	<-stopped
	if len(seen) < 2 {
		t.Errorf("events with the hashes %q: want one of a change before that of the removal", seen)
	}
}

func TestQueue(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	var ids []string
	for range 4 {
		ids = append(ids, s.start("explore", `{"strategy": ["bfs"], "depth": ["5000"], "states": ["100000000"]}`, "endless.sxt").ID)
	}
	if r := get[result.Record](s, "GET", "/api/runs/"+ids[3], ""); r.State != result.RunWaiting {
		t.Errorf("the fourth run is %s", r.State)
	}
	s.refused(409, "cancel it first", "DELETE", "/api/runs/"+ids[3], "")
	if r := get[result.Summary](s, "POST", "/api/runs/"+ids[3]+"/cancel", ""); r.State != result.RunCancelled {
		t.Errorf("a waiting run that was cancelled is %s", r.State)
	}
	for range 101 {
		if status, text := s.do("POST", "/api/runs", `{"analysis": "explore", "args": ["light.sxt"]}`); status == http.StatusTooManyRequests {
			if !strings.Contains(text, "wait already") {
				t.Error(text)
			}
			break
		} else if status != http.StatusCreated {
			t.Fatalf("%d %s", status, text)
		}
	}
	s.refused(429, "wait already", "POST", "/api/runs", `{"analysis": "explore", "args": ["light.sxt"]}`)
	s.stop() // with two that run, and many that wait

	again := serveHere(t, workbench.Options{})
	states := map[result.RunState]int{}
	for _, r := range get[[]result.Summary](again, "GET", "/api/runs", "") {
		states[r.State]++
	}
	if states[result.RunCancelled] < 100 || states[result.RunWaiting]+states[result.RunRunning]+states[result.RunInterrupted] > 0 {
		t.Errorf("after the end: %v", states)
	}
}

func TestSteps(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	state := get[result.StepState](s, "POST", "/api/steps", `{"file": "light.sxt"}`)
	if state.Location != "off" || len(state.Choices) != 2 {
		t.Fatalf("begins with %+v", state)
	}
	at := "/api/steps/" + state.ID
	state = get[result.StepState](s, "POST", at, `{"do": "take", "transition": "press", "inputs": {"n": 9}}`)
	if state.Location != "on" || len(state.Trace.Steps) != 1 || state.Trace.Steps[0].Outputs[0].Text != "shine(9)" {
		t.Errorf("after press: %+v", state)
	}
	if state = get[result.StepState](s, "POST", at, `{"do": "save", "name": "one"}`); state.Saved == "" || state.Error != "" {
		t.Errorf("saved: %+v", state)
	}
	if state = get[result.StepState](s, "POST", at, `{"do": "undo"}`); state.Location != "off" {
		t.Errorf("after undo: %+v", state)
	}
	if state = get[result.StepState](s, "POST", at, `{"do": "take", "transition": "press", "inputs": {"n": 1}}`); state.Error == "" {
		t.Errorf("an impossible step: %+v", state)
	}
	s.refused(400, "name of a test", "POST", at, `{"do": "save", "name": "../x"}`)
	s.refused(400, "cannot be done", "POST", at, `{"do": "fly"}`)
	s.refused(400, "not the JSON", "POST", at, `{"do": 7}`)
	get[struct{}](s, "DELETE", at, "")
	s.refused(404, "has ended", "POST", at, `{"do": "undo"}`)
	for range 16 {
		get[result.StepState](s, "POST", "/api/steps", `{"file": "light.sxt"}`)
	}
	s.refused(429, "end one", "POST", "/api/steps", `{"file": "light.sxt"}`)
}

// A walk takes records and collections as texts of the language, and says of each value that it cannot read what is wrong with it.
func TestStepTexts(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	write(t, "places.sxt", `system Places
type Point = record { x: int, y: int }
input go(to: Point, via: Point[], tags: set string, n: int)
var at: Point = Point{x: 0, y: 0}
initial here
go: here -> here in go(to, via, tags, n) do at := to
`)
	state := get[result.StepState](s, "POST", "/api/steps", `{"file": "places.sxt"}`)
	at := "/api/steps/" + state.ID
	wish := `{"do": "take", "transition": "go", "texts": {"to": "Point{x: 1, y: -2}", "via": "[{x: 0, y: 1}]", "tags": "{\"a\"}"}, "inputs": {"n": 5}}`
	if state = get[result.StepState](s, "POST", at, wish); len(state.Trace.Steps) != 1 || state.Trace.Steps[0].Input.Text != `go(Point{x: 1, y: -2}, [Point{x: 0, y: 1}], {"a"}, 5)` {
		t.Fatalf("after go: %+v", state)
	}
	if p := state.Choices[0].Input.Parameters[0]; p.Syntax != "Point{x: 0, y: 0}" || state.Choices[0].Input.Parameters[3].Syntax != "" {
		t.Errorf("the parameters are %+v", state.Choices[0].Input.Parameters)
	}
	state = get[result.StepState](s, "POST", at, `{"do": "take", "transition": "go", "texts": {"to": "Point{x: 1}", "via": "[[[[[[", "n": "5"}}`)
	if len(state.Faults) != 2 || state.Faults[0].Name != "to" || !strings.Contains(state.Faults[0].Message, "the field y is missing; write Point{x: 0, y: 0}") || state.Faults[1].Name != "via" || len(state.Trace.Steps) != 1 {
		t.Errorf("the faults are %+v", state.Faults)
	}
	s.refused(400, "given twice", "POST", at, `{"do": "take", "transition": "go", "texts": {"n": "5"}, "inputs": {"n": 5}}`)
	s.refused(400, "not the JSON", "POST", at, `{"do": "take", "transition": "go", "texts": {"n": 5}}`)
}

// Two servers in one folder would take each other's runs for interrupted.
func TestOneServer(t *testing.T) {
	serve(t, workbench.Options{})
	if _, err := workbench.New(workbench.Options{}); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("a second server: %v", err)
	}
}

// A folder of data that is a link may come with a project, to be written through.
func TestDataIsLink(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink(t.TempDir(), ".sextant"); err != nil {
		t.Fatal(err)
	}
	if _, err := workbench.New(workbench.Options{}); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("with a link: %v", err)
	}
}

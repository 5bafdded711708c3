package workbench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// token is long enough to be one.
const token = "0123456789abcdef0123"

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// secret writes a file outside of the project, which no answer may have.
func secret(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret.sxt")
	write(t, path, "system Secret\ninitial a\nt: a -> b\n")
	return path
}

// outside are names that lead out of the project.
func outside(t *testing.T) []string {
	t.Helper()
	path := secret(t)
	for name, target := range map[string]string{"link.sxt": path, "folder": filepath.Dir(path)} {
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	here, _ := os.Getwd()
	relative, _ := filepath.Rel(here, path)
	return []string{path, relative, "./" + relative, "x/../" + relative, "link.sxt", "folder/secret.sxt", "..", "", "/etc/passwd", "../light.sxt", `..\secret.sxt`,
		"light.sxt\x00.sxt", "//" + path}
}

func TestPathsStayInside(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	for _, name := range outside(t) {
		query := "?file=" + url.QueryEscape(name)
		quoted, _ := json.Marshal(name)
		requests := [][3]string{
			{"GET", "/api/model" + query, ""},
			{"PUT", "/api/model" + query, `{"text": "system S", "hash": ""}`},
			{"POST", "/api/check", fmt.Sprintf(`{"file": %s, "text": "system S"}`, quoted)},
			{"POST", "/api/steps", fmt.Sprintf(`{"file": %s}`, quoted)},
			{"POST", "/api/runs", fmt.Sprintf(`{"analysis": "explore", "args": [%s]}`, quoted)},
			{"POST", "/api/runs", fmt.Sprintf(`{"analysis": "conform", "args": ["light.sxt", %s]}`, quoted)},
			{"POST", "/api/runs", fmt.Sprintf(`{"analysis": "mutate", "args": ["light.sxt", %s]}`, quoted)},
		}
		for _, r := range requests {
			status, text := s.do(r[0], r[1], r[2])
			if status != http.StatusForbidden && status != http.StatusNotFound && status != http.StatusBadRequest || strings.Contains(text, "Secret") {
				t.Errorf("%s %s %s: %d %s", r[0], r[1], r[2], status, text)
			}
		}
	}
	for _, raw := range []string{"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../go.mod", "/.sextant/history.db", "/light.sxt"} {
		if status, text := s.do("GET", raw, ""); status == 200 {
			t.Errorf("GET %s: %s", raw, text)
		}
	}
}

// A model must not bring in what is outside: by an import, a table, a link, or a folder with a link.
func TestModelsStayInside(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{AllowExec: true})
	path := secret(t)
	write(t, "imports.sxt", fmt.Sprintf("import %q\nsystem S\ninitial a\nt: a -> b\n", path))
	if m := get[modelAnswer](s, "GET", "/api/model?file=imports.sxt", ""); len(m.View.Diagnostics) == 0 || len(m.View.Files) != 1 {
		t.Errorf("the import: %+v", m.View)
	}
	table := filepath.Join(filepath.Dir(path), "table.csv")
	write(t, table, "x,result\n1,77777\n")
	write(t, "tables.sxt", fmt.Sprintf("system S\nextern F(x: int) -> int table %q\ninput go(a: int)\nvar y: int = 0\ninitial s\nt: s -> s in go(a) do y := F(a)\n", table))
	r := s.wait(s.start("table export", "{}", "tables.sxt", "F").ID)
	if r.State != result.RunFailed || strings.Contains(r.Text, "77777") {
		t.Errorf("the table: %s %s %s", r.State, r.Error, r.Text)
	}
	if err := os.MkdirAll("suite", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, "suite/test.json"); err != nil {
		t.Fatal(err)
	}
	s.refused(403, "", "POST", "/api/runs", `{"analysis": "mutate", "args": ["light.sxt", "suite"]}`)
}

// Programs are run only if the user allows it, even if the model is trusted.
func TestPrograms(t *testing.T) {
	testkit.NeedsSolver(t)
	t.Setenv("SEXTANT_ALLOW", "exec,net,files")
	const sut = `{"analysis": "run", "args": ["light.sxt"], "options": {"sut": ["exec:touch ran"], "steps": ["3"]}}`
	program := "system S\nextern F(x: int) -> int run exec \"./function\"\ninput go(a: int)\nvar y: int = 0\ninitial s\nt: s -> s in go(a) do y := F(a)\ngoal: s -> done when y == 7\n"
	s := serve(t, workbench.Options{})
	write(t, "program.sxt", program)
	write(t, "function", "#!/bin/sh\ntouch called\n")
	if err := os.Chmod("function", 0o755); err != nil {
		t.Fatal(err)
	}
	s.refused(403, "--allow-exec", "POST", "/api/runs", sut)
	if r := s.wait(s.start("explore", "{}", "program.sxt").ID); r.State != result.RunFailed || !strings.Contains(r.Error, "start the server with --allow-exec") {
		t.Errorf("a model with a program: %s %s", r.State, r.Error)
	}
	s.refused(400, "--allow-exec", "POST", "/api/steps", `{"file": "program.sxt"}`)
	for _, option := range []string{"allow-exec", "solver-cmd", "log-smt", "output", "report", "junit", "json", "failures"} {
		s.refused(400, "no option", "POST", "/api/runs", fmt.Sprintf(`{"analysis": "run", "args": ["light.sxt"], "options": {%q: ["true"]}}`, option))
	}
	for _, name := range []string{"ran", "called"} {
		if _, err := os.Stat(name); err == nil {
			t.Errorf("a program has made the file %s", name)
		}
	}
	s.stop()

	s = serveHere(t, workbench.Options{AllowExec: true})
	id := get[result.Summary](s, "POST", "/api/runs", sut).ID
	s.wait(id)
	s.wait(s.start("explore", "{}", "program.sxt").ID)
	for _, name := range []string{"ran", "called"} {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("with --allow-exec: %v", err)
		}
	}
}

func TestToken(t *testing.T) {
	s := serve(t, workbench.Options{Token: token})
	for _, path := range []string{"/", "/app.js", "/api/project", "/api/runs", "/api/events", "/?token=", "/?token=wrong", "/api/project?token=" + token} {
		s.refused(401, "token", "GET", path, "")
	}
	s.refused(401, "token", "POST", "/api/runs", `{"analysis": "explore", "args": ["light.sxt"]}`)
	s.refused(401, "token", "GET", "/api/project", "", header("Authorization", "Bearer wrong"))
	s.refused(401, "token", "GET", "/api/project", "", header("Authorization", token))
	s.refused(401, "token", "GET", "/api/project", "", header("Cookie", "sextant="+token))
	if status, text := s.do("GET", "/api/project", "", header("Authorization", "Bearer "+token)); status != 200 {
		t.Errorf("with the token: %d %s", status, text)
	}
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := s.client.Get(s.url + "/?token=" + token)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusSeeOther || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("%d with cookies %v", answer.StatusCode, cookies)
	}
	if location := answer.Header.Get("Location"); location != "/" {
		t.Errorf("goes on to %s", location)
	}
	if status, _ := s.do("GET", "/api/project", "", header("Cookie", cookies[0].Name+"="+cookies[0].Value)); status != 200 {
		t.Errorf("with the cookie: %d", status)
	}
}

func TestOtherSites(t *testing.T) {
	s := serve(t, workbench.Options{})
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	for _, origin := range []string{"http://evil.example", "null", "https://127.0.0.1:" + port, "http://127.0.0.1:1", "http://localhost:" + port, "http://127.0.0.1:" + port + ".evil.example", "%"} {
		s.refused(403, "other sites", "GET", "/api/project", "", header("Origin", origin))
		s.refused(403, "other sites", "POST", "/api/runs", "{}", header("Origin", origin))
	}
	for _, site := range []string{"cross-site", "same-site", "anything"} {
		s.refused(403, "other sites", "GET", "/api/project", "", header("Sec-Fetch-Site", site))
		s.refused(403, "other sites", "GET", "/", "", header("Sec-Fetch-Site", site))
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json-no"} {
		for _, r := range [][2]string{{"POST", "/api/runs"}, {"PUT", "/api/model?file=light.sxt"}, {"DELETE", "/api/runs/x"}, {"POST", "/api/steps"}, {"POST", "/api/runs/x/cancel"}} {
			s.refused(415, "application/json", r[0], r[1], "{}", header("Content-Type", kind))
		}
	}
	if status, _ := s.do("GET", "/api/project", "", header("Origin", s.url), header("Sec-Fetch-Site", "same-origin")); status != 200 {
		t.Errorf("the page itself: %d", status)
	}
}

// A name of an attacker that leads to this machine is not our name.
func TestRebinding(t *testing.T) {
	s := serve(t, workbench.Options{})
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	for _, name := range []string{"evil.example:" + port, "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "localhost.evil.example:" + port, "192.168.0.1:" + port, "127.0.0.1.nip.io:" + port, "[::2]:" + port} {
		s.refused(403, "another address", "GET", "/api/project", "", host(name))
	}
	for _, name := range []string{"127.0.0.1:" + port, "localhost:" + port, "LOCALHOST:" + port, "[::1]:" + port} {
		if status, text := s.do("GET", "/api/project", "", host(name)); status != 200 {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}

// endlessBody is a body of a hundred megabytes.
type endlessBody struct{ left int }

func (b *endlessBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), b.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	b.left -= n
	return n, nil
}

func TestLargeBody(t *testing.T) {
	s := serve(t, workbench.Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, length := range []int64{100 << 20, -1} { // announced, and in pieces
		for _, path := range []string{"/api/runs", "/api/check", "/api/complete", "/api/steps"} {
			r, _ := http.NewRequest("POST", s.url+path, &endlessBody{100 << 20})
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/json")
			answer, err := s.client.Do(r)
			if err != nil {
				continue // the connection was closed while the body was sent
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: %d", path, answer.StatusCode)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 200<<20 {
		t.Errorf("%d MB were used", used>>20)
	}
	if status, _ := s.do("GET", "/api/project", ""); status != 200 {
		t.Errorf("afterwards: %d", status)
	}
}

func TestMalformed(t *testing.T) {
	s := serve(t, workbench.Options{})
	posts := []string{"POST /api/runs", "POST /api/check", "POST /api/complete", "POST /api/steps", "POST /api/steps/x", "PUT /api/model?file=light.sxt"}
	bodies := []string{"", "{", "null null", "[]", "7", `"x"`, `{"unknown": 1}`, `{"args": 7}`, `{"analysis": ["x"]}`, "\xff\xfe", strings.Repeat("[", 100_000), `{"options": {"depth": 7}}`, `{"file": 3}`, "{} {}"}
	for _, post := range posts {
		method, path, _ := strings.Cut(post, " ")
		for _, body := range bodies {
			status, text := s.do(method, path, body)
			if status < 400 || status >= 500 || !strings.Contains(text, `"error"`) {
				t.Errorf("%s with %.20q: %d %s", post, body, status, text)
			}
		}
	}
	for _, body := range []string{"", "x", "{}"} {
		for _, post := range []string{"POST /api/runs/none/cancel", "DELETE /api/runs/none", "DELETE /api/steps/none"} {
			method, path, _ := strings.Cut(post, " ")
			s.refused(404, "", method, path, body)
		}
	}
	for _, path := range []string{"/api/runs?limit=x", "/api/runs?limit=0", "/api/runs?limit=-1", "/api/runs?limit=99999999999999999999"} {
		s.refused(400, "limit", "GET", path, "")
	}
	if got := get[[]result.Summary](s, "GET", "/api/runs?before=none'--&limit=3", ""); len(got) != 0 {
		t.Errorf("before a run that does not exist: %v", got)
	}
}

func TestUnknownWishes(t *testing.T) {
	s := serve(t, workbench.Options{})
	for body, words := range map[string]string{
		`{"analysis": "expolre", "args": ["light.sxt"]}`:                                           "did you mean explore?",
		`{"analysis": "fmt", "args": ["light.sxt"]}`:                                               "no analysis",
		`{"analysis": "explore"}`:                                                                  "needs a model file",
		`{"analysis": "explore", "args": ["light.sxt", "light.sxt"]}`:                              "takes one",
		`{"analysis": "check", "args": ["light.sxt", "light.sxt"]}`:                                "takes one model",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"dpth": ["3"]}}`:               "depth",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"depth": ["x"]}}`:              "whole number",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"depth": ["0"]}}`:              "at least 1",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"strategy": ["best"]}}`:        "bfs",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"timeout": ["soon"]}}`:         "duration",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"const": ["n"]}}`:              "NAME=VALUE",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"workers": ["-1"]}}`:           "at least 1",
		`{"analysis": "explore", "args": ["light.sxt"], "options": {"workers": ["100000"]}}`:       "a run of the workbench has at most",
		`{"analysis": "run", "args": ["light.sxt"], "options": {"sut-map": ["../../etc/passwd"]}}`: "not a file of the project",
	} {
		status, text := s.do("POST", "/api/runs", body)
		if status != 400 && status != 403 || !strings.Contains(text, words) {
			t.Errorf("%s: %d %s, want %q", body, status, text, words)
		}
	}
}

// What is in a model is only in JSON, where it can end nothing, with a policy that lets no foreign script run.
func TestScriptInModel(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	const attack = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
	write(t, "attack.sxt", "system Attack\ninput say(s: string)\nvar x: string = \""+attack+"\"\ninitial a\nt: a -> b in say(s) when s == \""+attack+"\" do x := s\n")
	if err := os.WriteFile("<img src=x onerror=alert(1)>.sxt", []byte(light), 0o644); err != nil {
		t.Fatal(err)
	}
	id := s.start("explore", "{}", "attack.sxt").ID
	if r := s.wait(id); r.State != result.RunDone || !strings.Contains(r.Model.Files[0].Text, attack) {
		t.Fatalf("%s %s", r.State, r.Error)
	}
	for _, path := range []string{"/api/runs/" + id, "/api/runs/" + id + "/report", "/api/project", "/api/model?file=attack.sxt", "/api/model?file=" + url.QueryEscape("<img src=x>")} {
		answer, err := s.client.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if bytes.Contains(text, []byte("<img src")) || bytes.Contains(text, []byte("<script>alert")) {
			t.Errorf("%s has the attack as it is", path)
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'") {
			t.Errorf("%s has the headers %v", path, answer.Header)
		}
		if strings.HasSuffix(path, "report") && !strings.HasPrefix(answer.Header.Get("Content-Disposition"), "attachment") {
			t.Error("the report is no download")
		}
	}
}

// 200 pages listen at once, and all see a run; more than 256 are refused.
func TestManyStreams(t *testing.T) {
	s := serve(t, workbench.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	open := func() *http.Response {
		r, _ := http.NewRequestWithContext(ctx, "GET", s.url+"/api/events", nil)
		answer, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	var streams []*http.Response
	var readers sync.WaitGroup
	seen := make(chan bool, 300)
	for range 200 {
		answer := open()
		streams = append(streams, answer)
		readers.Go(func() {
			var all []byte
			buffer := make([]byte, 4096)
			for {
				n, err := answer.Body.Read(buffer)
				all = append(all, buffer[:n]...)
				if bytes.Contains(all, []byte("event: run")) {
					seen <- true
					return
				}
				if err != nil {
					seen <- false
					return
				}
			}
		})
	}
	s.start("check", "{}", "light.sxt")
	for range 200 {
		if !<-seen {
			t.Fatal("a stream ended without the event")
		}
	}
	for range 56 {
		streams = append(streams, open())
	}
	last := open()
	if last.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("stream 257: %d", last.StatusCode)
	}
	last.Body.Close()
	cancel()
	readers.Wait()
	for _, answer := range streams {
		answer.Body.Close()
	}
	for range 1500 { // the places are free again
		again, err := s.client.Get(s.url + "/api/events")
		if err != nil {
			t.Fatal(err)
		}
		again.Body.Close()
		if again.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the places of streams that ended are not free")
}

// Clients that send or read slowly keep nobody else waiting, and the server ends though they are there.
func TestSlowClients(t *testing.T) {
	s := serve(t, workbench.Options{})
	address := strings.TrimPrefix(s.url, "http://")
	var slow []net.Conn
	for i := range 100 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		slow = append(slow, c)
		switch i % 4 {
		case 0: // half of the headers
			fmt.Fprintf(c, "GET /api/project HTTP/1.1\r\nHost: %s\r\nX-Slow: ", address)
		case 1: // half of the body
			fmt.Fprintf(c, "POST /api/runs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", address)
		case 2: // events that nobody reads
			fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: %s\r\n\r\n", address)
		case 3: // large answers that nobody reads
			for range 20 {
				fmt.Fprintf(c, "GET /app.js HTTP/1.1\r\nHost: %s\r\n\r\n", address)
			}
		}
	}
	begun := time.Now()
	for range 20 {
		if status, _ := s.do("GET", "/api/project", ""); status != 200 {
			t.Errorf("status %d", status)
		}
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("20 requests took %s", took)
	}
	_ = slow[0].SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.ReadAll(slow[0]); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a client with half of the headers is waited for")
	}
}

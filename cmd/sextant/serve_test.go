package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// slowModel is a model whose exploration takes long.
const slowModel = `system Slow
input go(a: int)
var x: int = 0
initial s
t: s -> s in go(a) when a > x do x := a
u: s -> s in go(a) when a < x do x := x + a
goal: s -> done in go(a) when x == 1 and x == 2
`

// bench is a workbench that runs as a process of its own.
type bench struct {
	t       *testing.T
	cmd     *exec.Cmd
	address string // as it is printed
	stderr  bytes.Buffer
}

// startBench starts the real command in a folder.
func startBench(t *testing.T, folder string, flags ...string) *bench {
	t.Helper()
	b := &bench{t: t, cmd: exec.Command("sextant", append([]string{"serve", folder}, flags...)...)}
	b.cmd.Stderr = &b.stderr
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = b.cmd.Process.Kill()
		_ = b.cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = b.cmd.Wait()
		t.Fatalf("%v: %s", err, b.stderr.String())
	}
	b.address = regexp.MustCompile(`http://\S+`).FindString(line)
	return b
}

// ask sends a request and reads the answer.
func (b *bench) ask(method, path, body string, v any) {
	b.t.Helper()
	base, token, _ := strings.Cut(b.address, "?token=")
	r, err := http.NewRequest(method, strings.TrimSuffix(base, "/")+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		b.t.Fatalf("%s %s: %d %s %v", method, path, answer.StatusCode, text, err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		b.t.Fatal(err)
	}
}

// awaitRunning starts an exploration that takes long, and waits until it runs.
func (b *bench) awaitRunning() string {
	b.t.Helper()
	var run result.Summary
	b.ask("POST", "/api/runs", `{"analysis": "explore", "args": ["slow.sxt"], "options": {"depth": ["1000"], "states": ["1000000"]}}`, &run)
	for range 3000 {
		var now result.Record
		b.ask("GET", "/api/runs/"+run.ID, "", &now)
		if now.State == result.RunRunning && len(now.Curve) > 1 {
			return run.ID
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatal("the run does not begin")
	return ""
}

func benchFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "slow.sxt"), []byte(slowModel), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// A run of a server that was killed is interrupted, as the next server says; one that was ended by Ctrl-C cancels its runs, and has
// what they found.
func TestServeKilledAndInterrupted(t *testing.T) {
	testkit.NeedsSolver(t)
	t.Parallel()
	folder := benchFolder(t)
	first := startBench(t, folder, "--listen", "127.0.0.1:0")
	killed := first.awaitRunning()
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.cmd.Wait()

	second := startBench(t, folder, "--listen", "127.0.0.1:0")
	var r result.Record
	if second.ask("GET", "/api/runs/"+killed, "", &r); r.State != result.RunInterrupted {
		t.Errorf("the run of the server that was killed is %s", r.State)
	}
	if len(r.Curve) == 0 {
		t.Error("the run of the server that was killed has no curve")
	}
	cancelled := second.awaitRunning()
	if err := second.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- second.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("after Ctrl-C: %v %s", err, second.stderr.String())
		}
	case <-time.After(time.Minute):
		t.Fatal("the server does not end")
	}

	third := startBench(t, folder, "--listen", "127.0.0.1:0")
	r = result.Record{}
	if third.ask("GET", "/api/runs/"+cancelled, "", &r); r.State != result.RunCancelled || r.Document == nil {
		t.Errorf("the run that Ctrl-C ended is %s, %s", r.State, r.Error)
	}
}

// A server at a host name has that name, and no other that leads to it.
func TestServeAtHostName(t *testing.T) {
	t.Parallel()
	name, err := os.Hostname()
	if _, unknown := net.LookupHost(name); err != nil || unknown != nil || name == "localhost" {
		t.Skipf("the machine has no name that is known: %v", cmp.Or(err, unknown))
	}
	b := startBench(t, benchFolder(t), "--listen", name+":0")
	if !strings.HasPrefix(b.address, "http://"+name+":") {
		t.Fatalf("the address is %s", b.address)
	}
	var project struct{ Models []any }
	if b.ask("GET", "/api/project", "", &project); len(project.Models) != 1 {
		t.Errorf("the project has %d models", len(project.Models))
	}
	base, _, _ := strings.Cut(b.address, "?")
	r, err := http.NewRequest("GET", base+"api/project", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "other.example:" + r.URL.Port()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("by another name: %d", answer.StatusCode)
	}
}

// An address that others can reach needs a token, which is made if none is given.
func TestServeElsewhere(t *testing.T) {
	t.Parallel()
	folder := benchFolder(t)
	b := startBench(t, folder, "--listen", "0.0.0.0:0")
	if !regexp.MustCompile(`^http://localhost:\d+/\?token=\w{20,}$`).MatchString(b.address) {
		t.Fatalf("the address is %s", b.address)
	}
	base, _, _ := strings.Cut(b.address, "?")
	answer, err := http.Get(base + "api/project")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the token: %d", answer.StatusCode)
	}
	var project struct{ Models []any }
	if b.ask("GET", "/api/project", "", &project); len(project.Models) != 1 {
		t.Errorf("the project has %d models", len(project.Models))
	}
	for _, words := range [][]string{{"serve", folder, "--token", "short"}, {"serve", "nosuch"}, {"serve", folder, "--listen", "nonsense"}, {"serve", "a", "b"}} {
		out, err := exec.Command("sextant", words...).CombinedOutput()
		if code := err.(*exec.ExitError).ExitCode(); code != exitEnvironment || bytes.Contains(out, []byte("goroutine")) {
			t.Errorf("%v: %d %s", words, code, out)
		}
	}
	if out, _ := exec.Command("sextant", "serve", folder, "--listen", "127.0.0.1:0").CombinedOutput(); !bytes.Contains(out, []byte("another server is running in this folder")) {
		t.Errorf("a second server says %s", fmt.Sprintf("%.300s", out))
	}
}

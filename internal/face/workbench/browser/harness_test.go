package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// root is the folder of the module.
var root = filepath.Join("..", "..", "..", "..")

// patience is how long a page may take to show something. The machine may be busy with other tests.
const patience = 2 * time.Minute

// tools are the programs that the tests use, and a log of a system: made once, when the first test needs them.
var tools = sync.OnceValues(func() (folder string, err error) {
	folder, err = os.MkdirTemp("", "sextant-browser-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { os.RemoveAll(folder) })
	for name, source := range map[string]string{"sextant": "./cmd/sextant", "lamp": "./examples/light/lamp"} {
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", filepath.Join(folder, name), source)
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build %s: %w\n%s", source, err, out)
		}
	}
	return folder, protocolLog(filepath.Join(folder, "protocol.log"), 200, 10)
})

// unused are features of the browser that cost much processor time and that no test sees: pages behind its address bar, one for each tab.
const unused = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI"

// chromium is the browser, started once. Its context is that of a first tab, which no test uses.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(browserPath()), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WindowSize(1280, 800), chromedp.Flag("disable-features", unused)}
	for _, flag := range []string{"disable-background-networking", "disable-component-update", "disable-sync", "disable-quic", "hide-scrollbars"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	atEnd = append(atEnd, func() { stop(); stopAllocator() })
	return ctx, chromedp.Do(ctx)
})

// atEnd is what has to be done after the last test.
var atEnd []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range atEnd {
		f()
	}
	os.Exit(code)
}

// browserPath finds Chromium; it is empty if there is none.
func browserPath() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// desk is a server with a project, and a tab of the browser.
type desk struct {
	testing.TB
	ctx     context.Context
	address string
	folder  string

	mu      sync.Mutex
	console []string // errors that the page wrote
}

// newDesk starts a server in a project with copies of the given folders of examples, and opens a tab.
func newDesk(t testing.TB, examples ...string) *desk {
	t.Helper()
	d := newTab(t)
	d.folder = t.TempDir()
	for _, name := range examples {
		if err := os.CopyFS(filepath.Join(d.folder, name), os.DirFS(filepath.Join(root, "examples", name))); err != nil {
			t.Fatal(err)
		}
	}
	d.serve()
	return d
}

// newTab opens a tab without a server.
func newTab(t testing.TB) *desk {
	t.Helper()
	if testing.Short() {
		t.Skip("the tests in a browser are not run with -short")
	}
	if browserPath() == "" {
		t.Skip("no chromium is found: scripts/install.sh --targets installs it")
	}
	if _, err := tools(); err != nil {
		t.Fatal(err)
	}
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser)
	d := &desk{TB: t, ctx: ctx}
	d.listen()
	t.Cleanup(func() {
		cancel()
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, text := range d.console {
			t.Errorf("the page wrote an error: %s", text)
		}
	})
	return d
}

// listen collects the errors that the page writes to its console.
func (d *desk) listen() {
	messages := chromedp.Console(d.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" || m.Source == "security" {
				d.mu.Lock()
				d.console = append(d.console, m.String())
				d.mu.Unlock()
			}
		}
	}()
}

var addressPattern = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// serve starts the server and waits until it names its address.
func (d *desk) serve() {
	d.Helper()
	folder, _ := tools()
	command := exec.Command(filepath.Join(folder, "sextant"), "serve", "--listen", "127.0.0.1:0", "--allow-exec")
	command.Dir = d.folder
	command.Env = append(os.Environ(), "HOME="+d.folder, "XDG_CONFIG_HOME="+d.folder)
	reader, writer := io.Pipe()
	command.Stdout, command.Stderr = writer, writer
	if err := command.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		d.leave()
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
		writer.Close()
	})
	found := make(chan string, 1)
	go watchAddress(reader, found)
	select {
	case d.address = <-found:
	case <-time.After(patience):
		d.Fatal("the server does not say where it listens")
	}
}

// leave leaves the page before the server ends, so that it does not miss the server.
func (d *desk) leave() {
	ctx, cancel := context.WithTimeout(d.ctx, 5*time.Second)
	defer cancel()
	_ = chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

// watchAddress sends the address that the server prints, and reads on so that the server is not held up.
func watchAddress(r io.Reader, found chan<- string) {
	var all bytes.Buffer
	buffer := make([]byte, 4096)
	for sent := false; ; {
		n, err := r.Read(buffer)
		if !sent {
			all.Write(buffer[:n])
			if address := addressPattern.FindString(all.String()); address != "" {
				found <- address
				sent = true
			}
		}
		if err != nil {
			return
		}
	}
}

// request sends a request to the server and decodes the answer.
func (d *desk) request(method, path string, body, into any) {
	d.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	request, err := http.NewRequest(method, d.address+path, bytes.NewReader(data))
	if err != nil {
		d.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		d.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		d.Fatalf("%s %s: %s %s %v", method, path, answer.Status, text, err)
	}
	if raw, ok := into.(*[]byte); ok {
		*raw = text
	} else if err := json.Unmarshal(text, into); err != nil {
		d.Fatalf("%s %s: %v", method, path, err)
	}
}

// options are those of a run.
type options map[string][]string

// start begins a run and returns its id.
func (d *desk) start(analysis, model string, o options) string {
	d.Helper()
	var s result.Summary
	d.request("POST", "/api/runs", map[string]any{"analysis": analysis, "args": []string{model}, "options": o}, &s)
	return s.ID
}

// run begins a run, waits for its end and returns its id.
func (d *desk) run(analysis, model string, o options) string {
	d.Helper()
	id := d.start(analysis, model, o)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var s result.Summary
		d.request("GET", "/api/runs/"+id, nil, &s)
		if s.State == result.RunDone {
			return id
		}
		if s.State.Over() {
			d.Fatalf("%s %s: %s %s", analysis, model, s.State, s.Error)
		}
	}
	d.Fatalf("%s %s does not end", analysis, model)
	return ""
}

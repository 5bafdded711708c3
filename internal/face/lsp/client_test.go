package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// patience is how long a test waits for a message.
const patience = 60 * time.Second

// binary builds the command once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(buildFolder, "sextant")
	out, err := exec.Command("go", "build", "-o", path, "../../../cmd/sextant").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

var buildFolder string

func TestMain(m *testing.M) {
	var err error
	if buildFolder, err = os.MkdirTemp("", "lsp"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(buildFolder)
	os.Exit(code)
}

// editor is an editor that talks to the command.
type editor struct {
	t      testing.TB
	folder string
	conn   *jsonrpc2.Conn
	cmd    *exec.Cmd

	mu          sync.Mutex
	changed     *sync.Cond
	diagnostics map[protocol.DocumentURI]protocol.PublishDiagnosticsParams
	published   int
	messages    []string
	progress    []string
	refreshed   int
	version     int32
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// startProcess starts the command.
func startProcess(t testing.TB) (*exec.Cmd, pipes) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "lsp")
	cmd.Stderr, cmd.Dir = os.Stderr, t.TempDir()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
	})
	return cmd, pipes{out, in}
}

// start begins a session in a folder with some files.
func start(t testing.TB, files map[string]string) *editor {
	t.Helper()
	return startWith(t, files, protocol.Options{})
}

// startWith begins a session with options.
func startWith(t testing.TB, files map[string]string, options protocol.Options) *editor {
	t.Helper()
	e := &editor{t: t, folder: t.TempDir(), diagnostics: map[protocol.DocumentURI]protocol.PublishDiagnosticsParams{}}
	e.changed = sync.NewCond(&e.mu)
	for name, text := range files {
		e.write(name, text)
	}
	var p pipes
	e.cmd, p = startProcess(t)
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(p, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(e.handle), jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	initialize := map[string]any{"rootUri": "file://" + e.folder, "initializationOptions": options,
		"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}, "workspace": map[string]any{"inlayHint": map[string]any{"refreshSupport": true}}}}
	call[protocol.InitializeResult](e, "initialize", initialize)
	e.conn.Notify(context.Background(), "initialized", struct{}{})
	return e
}

func (e *editor) write(name, text string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.folder, name), []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
}

// handle gets the messages of the server.
func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.changed.Broadcast()
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		json.Unmarshal(*r.Params, &p)
		e.diagnostics[p.URI] = p
		e.published++
	case "window/showMessage":
		var p protocol.ShowMessageParams
		json.Unmarshal(*r.Params, &p)
		e.messages = append(e.messages, p.Message)
	case "$/progress":
		var p protocol.ProgressParams
		json.Unmarshal(*r.Params, &p)
		e.progress = append(e.progress, p.Value.Kind)
	case "workspace/inlayHint/refresh":
		e.refreshed++
	}
	return nil, nil
}

// wait waits until a condition holds; it is called with the lock held.
func (e *editor) wait(what string, condition func() bool) {
	e.t.Helper()
	late := time.AfterFunc(patience, func() { e.changed.Broadcast() })
	defer late.Stop()
	begun := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !condition() {
		if time.Since(begun) > patience {
			e.t.Fatalf("no %s within %v", what, patience)
		}
		e.changed.Wait()
	}
}

func (e *editor) uri(name string) protocol.DocumentURI {
	return protocol.DocumentURI("file://" + filepath.Join(e.folder, name))
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// open opens a document with a text, which need not be that on disk.
func (e *editor) open(name, text string) {
	e.t.Helper()
	e.version++
	e.notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: e.uri(name), Version: e.version, Text: text}})
}

// replace changes the whole text of a document.
func (e *editor) replace(name, text string) {
	e.t.Helper()
	e.version++
	e.notify("textDocument/didChange", protocol.DidChangeTextDocumentParams{
		TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: e.uri(name), Version: e.version},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{{Text: text}}})
}

// diagnosticsOf waits for diagnostics of the newest version of a document.
func (e *editor) diagnosticsOf(name string) []protocol.Diagnostic {
	e.t.Helper()
	e.wait("diagnostics of "+name, func() bool {
		p, ok := e.diagnostics[e.uri(name)]
		return ok && p.Version != nil && *p.Version == e.version
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.diagnostics[e.uri(name)].Diagnostics
}

// call sends a request.
func call[R any](e *editor, method string, params any) R {
	e.t.Helper()
	out, err := tryCall[R](e, method, params)
	if err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
	return out
}

// tryCall sends a request that may fail.
func tryCall[R any](e *editor, method string, params any) (out R, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err = e.conn.Call(ctx, method, params, &out)
	return out, err
}

// at is the position of a mark in a text, and the text without the mark.
func at(marked string) (string, protocol.Position) {
	offset := strings.Index(marked, "¦")
	text := strings.Replace(marked, "¦", "", 1)
	return text, buffer.New(text).Position(offset)
}

// positionParams name a position of a document.
func (e *editor) positionParams(name string, p protocol.Position) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Position: p}
}

func (e *editor) document(name string) protocol.TextDocumentParams {
	return protocol.TextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}}
}

// under is the text of a range.
func under(text string, r protocol.Range) string {
	b := buffer.New(text)
	start, end := b.Offsets(r)
	return text[start:end]
}

// edited applies edits to a text, which come from the end to the beginning.
func edited(text string, edits []protocol.TextEdit) string {
	b := buffer.New(text)
	for _, edit := range edits {
		b = b.Replace(&edit.Range, edit.NewText)
	}
	return b.Text
}

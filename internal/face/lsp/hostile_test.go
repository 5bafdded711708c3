package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// message is a message with its header.
func message(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	shutdown   = `{"jsonrpc":"2.0","id":98,"method":"shutdown"}`
	exit       = `{"jsonrpc":"2.0","method":"exit"}`
)

// answers sends bytes to a server in this process, and returns what it answers by request, once it has ended.
func answers(t *testing.T, input string) (map[string]string, error) {
	t.Helper()
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- Serve(context.Background(), strings.NewReader(input), &out, "test") }()
	select {
	case err := <-done:
		return byRequest(t, out.Bytes()), err
	case <-time.After(patience):
		t.Fatal("the server does not end")
		return nil, nil
	}
}

// byRequest reads messages: the error code of each answer, or "ok".
func byRequest(t *testing.T, data []byte) map[string]string {
	t.Helper()
	s := newStream(bytes.NewReader(data), io.Discard, func() error { return nil })
	found := map[string]string{}
	for {
		length, err := s.readHeader()
		if err != nil {
			return found
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(s.in, body); err != nil {
			t.Fatal(err)
		}
		var m struct {
			ID    json.RawMessage `json:"id"`
			Error *jsonrpc2.Error `json:"error"`
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		if m.Error != nil {
			found[string(m.ID)] = fmt.Sprint(m.Error.Code)
		} else if m.ID != nil {
			found[string(m.ID)] = "ok"
		}
	}
}

// TestBadMessages sends messages that make no sense; each is answered with an error, and the session goes on to its orderly end.
func TestBadMessages(t *testing.T) {
	for name, c := range map[string]struct{ body, id, want string }{
		"not JSON":          {`{"jsonrpc":`, "null", "-32700"},
		"empty":             {``, "null", "-32700"},
		"a number":          {`17`, "null", "-32600"},
		"a batch":           {`[{"jsonrpc":"2.0","id":5,"method":"shutdown"}]`, "null", "-32600"},
		"an empty batch":    {`[]`, "null", "-32600"},
		"neither":           {`{"jsonrpc":"2.0","id":5}`, "null", "-32600"},
		"bad number":        {`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`, "null", "-32600"},
		"unknown method":    {`{"jsonrpc":"2.0","id":5,"method":"no/such"}`, "5", "-32601"},
		"no parameters":     {`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover"}`, "5", "-32602"},
		"wrong parameters":  {`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":[1]}`, "5", "-32602"},
		"negative line":     {`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":-1,"character":0}}}`, "5", "-32602"},
		"unknown document":  {`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":0}}}`, "5", "-32602"},
		"bad address":       {`{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"%%%"},"position":{"line":1,"character":0}}}`, "5", "-32602"},
		"unknown command":   {`{"jsonrpc":"2.0","id":5,"method":"workspace/executeCommand","params":{"command":"rm"}}`, "5", "-32602"},
		"command without":   {`{"jsonrpc":"2.0","id":5,"method":"workspace/executeCommand","params":{"command":"sextant.explore"}}`, "5", "-32602"},
		"second initialize": {`{"jsonrpc":"2.0","id":5,"method":"initialize","params":{}}`, "5", "-32600"},
		"answer to nothing": {`{"jsonrpc":"2.0","id":77,"result":null}`, "98", "ok"},
		"bad notification":  {`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":7}`, "98", "ok"},
		"change of nothing": {`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a"},"contentChanges":[{"text":"x"}]}}`, "98", "ok"},
		"cancel of nothing": {`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":12}}`, "98", "ok"},
		"bad cancel":        {`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`, "98", "ok"},
		"deep nesting":      {strings.Repeat("[", 100000) + strings.Repeat("]", 100000), "null", "-32700"},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := answers(t, message(initialize)+message(c.body)+message(shutdown)+message(exit))
			if err != nil {
				t.Errorf("the session ends with %v", err)
			}
			if found["1"] != "ok" || found["98"] != "ok" || found[c.id] != c.want {
				t.Errorf("answers %v, want %s for %s", found, c.want, c.id)
			}
		})
	}
}

// TestBadOrder sends messages at the wrong time.
func TestBadOrder(t *testing.T) {
	hover := `{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{}}`
	for name, c := range map[string]struct {
		input   string
		id      string
		want    string
		orderly bool
	}{
		"request before initialize": {message(hover) + message(initialize) + message(shutdown) + message(exit), "5", "-32002", true},
		"request after shutdown":    {message(initialize) + message(shutdown) + message(hover) + message(exit), "5", "-32600", true},
		"exit without shutdown":     {message(initialize) + message(exit), "1", "ok", false},
		"exit at once":              {message(exit), "", "", false},
		"nothing":                   {"", "", "", false},
		"end in a header":           {message(initialize) + "Content-Le", "1", "ok", false},
		"end in a message":          {message(initialize) + "Content-Length: 100\r\n\r\n{", "1", "ok", false},
		"bad header":                {"Content-Length: x\r\n\r\n{}", "", "", false},
		"negative length":           {"Content-Length: -5\r\n\r\n{}", "", "", false},
		"huge length":               {"Content-Length: 99999999999999999999\r\n\r\n{}", "", "", false},
		"long header":               {strings.Repeat("x", 1<<20), "", "", false},
		"many headers":              {strings.Repeat("a: b\r\n", 1<<16), "", "", false},
		"other headers":             {"Content-Type: x\r\n" + message(initialize) + message(shutdown) + message(exit), "1", "ok", true},
		"lines without \\r":         {strings.ReplaceAll(message(initialize), "\r", "") + message(shutdown) + message(exit), "1", "ok", true},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := answers(t, c.input)
			if found[c.id] != c.want || errors.Is(err, ErrDisorderly) == c.orderly {
				t.Errorf("answers %v, %v", found, err)
			}
		})
	}
}

// TestHugeMessages sends a message above the limit, which is skipped, and one below it.
func TestHugeMessages(t *testing.T) {
	huge := `{"jsonrpc":"2.0","id":5,"method":"` + strings.Repeat("x", maxMessage) + `"}`
	large := `{"jsonrpc":"2.0","id":6,"method":"` + strings.Repeat("x", 1<<20) + `"}`
	found, err := answers(t, message(initialize)+message(huge)+message(large)+message(shutdown)+message(exit))
	if err != nil || found["null"] != "-32600" || found["6"] != "-32601" || found["98"] != "ok" {
		t.Errorf("answers %v, %v", found, err)
	}
}

// TestCancelledRequest cancels an exploration.
func TestCancelledRequest(t *testing.T) {
	e := start(t, nil)
	e.open("a.sxt", strings.Replace(lamp, "min(top, level + steps)", "level * steps * steps + 1", 1))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	waiter, err := e.conn.DispatchCall(ctx, "workspace/executeCommand", map[string]any{"command": "sextant.explore", "arguments": []any{e.uri("a.sxt")}}, jsonrpc2.PickID(jsonrpc2.ID{Num: 4711}))
	if err != nil {
		t.Fatal(err)
	}
	e.notify("$/cancelRequest", map[string]any{"id": 4711})
	err = waiter.Wait(ctx, nil)
	var coded *jsonrpc2.Error
	if err != nil && (!errors.As(err, &coded) || coded.Code != codeCancelled) {
		t.Errorf("the request ends with %v", err)
	}
}

// TestClosedPipe closes the pipe to a server that is at work, and expects its end with code 1.
func TestClosedPipe(t *testing.T) {
	cmd, p := startProcess(t)
	open, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen",
		"params": protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: "file:///a.sxt", Text: lamp}}})
	io.WriteString(p, message(initialize)+message(string(open)))
	bufio.NewReader(p.Reader).ReadString('\n')
	p.Close()
	begun := time.Now()
	err := cmd.Wait()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 1 {
		t.Errorf("the server ends with %v", err)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it ends after %v", took)
	}
}

// FuzzSession sends any text as messages; the server must end.
func FuzzSession(f *testing.F) {
	hover := `{"jsonrpc":"2.0","id":5,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.sxt"},"position":{"line":0,"character":7}}}`
	f.Add(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.sxt","text":"var x: int initial s t: s -> s when x. > 0"}}}`, hover)
	f.Add(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.sxt"},"contentChanges":[{"range":{},"text":"x"}]}}`, hover)
	f.Add(`[]`, `{"id":"a","method":"textDocument/rename","params":{}}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		done := make(chan struct{})
		go func() {
			Serve(context.Background(), strings.NewReader(message(initialize)+message(first)+message(second)+message(shutdown)+message(exit)), io.Discard, "test")
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(30 * time.Second):
			panic("no end after 30 seconds")
		}
	})
}

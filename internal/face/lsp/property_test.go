package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestEveryNameOfTheExamplesCanBeRenamed gives names of examples new ones, and demands that the models have no errors then. It takes
// every name of small models, and some of large ones.
func TestEveryNameOfTheExamplesCanBeRenamed(t *testing.T) {
	testkit.Sequential(t)
	examples, _ := filepath.Glob("../../../examples/*/*.sxt")
	renamed := 0
	for _, path := range examples {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		uri := protocol.DocumentURI("file://" + path)
		before := newSnapshot(map[string]document{path: {buffer.New(string(content)), uri, 1}}, newDisk(nil))
		a, err := before.analyse(path)
		if err != nil || countErrors(a.found) > 0 {
			continue
		}
		symbols := map[identity]protocol.Position{}
		for _, u := range a.uses {
			if spotOf(u.At).path == path && spotOf(u.Symbol.Declared).path == path {
				symbols[identityOf(u.Symbol)] = before.open[path].Position(u.At.Start)
			}
		}
		s := &Server{}
		tried := 0
		for id, p := range symbols {
			if tried++; tried > 12 {
				break
			}
			edit, err := s.rename(context.Background(), before, protocol.RenameParams{NewName: "quiteNew",
				TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: uri}, Position: p}})
			if err != nil {
				t.Errorf("%s: the %s at %d: %v", path, id.kind, id.declared.start, err)
				continue
			}
			renamed++
			after := newSnapshot(changedBy(before, edit), newDisk(nil))
			b, err := after.analyse(path)
			if err != nil || countErrors(b.found) > 0 || len(b.uses) != len(a.uses) {
				t.Errorf("%s: after the %s at %d was renamed: %v, %v", path, id.kind, id.declared.start, err, diag.ToJSON(b.found))
			}
		}
	}
	if renamed < 300 {
		t.Errorf("only %d names were renamed", renamed)
	}
}

// changedBy are the documents after an edit.
func changedBy(s *snapshot, edit *protocol.WorkspaceEdit) map[string]document {
	out := map[string]document{}
	for uri, edits := range edit.Changes {
		content, _ := s.read(pathOf(uri))
		out[pathOf(uri)] = document{buffer.New(edited(string(content), edits)), uri, 2}
	}
	return out
}

// TestRequestsDuringEdits edits a document while requests are answered; with -race it finds data that is shared without a lock.
func TestRequestsDuringEdits(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), in, out, "test") }()
	silent := jsonrpc2.SetLogger(log.New(io.Discard, "", 0))
	conn := jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipes{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) { return nil, nil }), silent)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := conn.Call(ctx, "initialize", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		t.Fatal(err)
	}
	uri := protocol.DocumentURI("file:///no/such/a.sxt")
	conn.Notify(ctx, "textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: uri, Text: lamp}})
	random := rand.New(rand.NewPCG(1, 2))
	var waiting sync.WaitGroup
	for i := range 150 {
		at := protocol.Position{Line: random.Uint32N(14), Character: random.Uint32N(60)}
		edit := protocol.TextDocumentContentChangeEvent{Range: &protocol.Range{Start: at, End: at}, Text: []string{" ", "x", "level.", "(", "\n", "}"}[random.IntN(6)]}
		conn.Notify(ctx, "textDocument/didChange", protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{URI: uri, Version: int32(i)},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{edit}})
		if i%10 == 9 {
			conn.Notify(ctx, "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": i}, "contentChanges": []any{map[string]any{"text": lamp}}})
		}
		for _, method := range []string{"hover", "completion", "references", "documentSymbol", "semanticTokens/full", "foldingRange", "inlayHint", "codeAction", "formatting", "codeLens"} {
			waiting.Go(func() {
				params := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at, "range": edit.Range, "context": map[string]any{}}
				if err := conn.Call(ctx, "textDocument/"+method, params, nil); err != nil && ctx.Err() != nil {
					t.Errorf("%s is not answered", method)
				}
			})
		}
		if i%20 == 0 {
			time.Sleep(20 * time.Millisecond)
		}
	}
	waiting.Wait()
	if err := conn.Call(ctx, "shutdown", nil, nil); err != nil {
		t.Error(err)
	}
	conn.Notify(ctx, "exit", nil)
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Error("the server does not end")
	}
}

// TestCoverageOfTheWorkbench shows coverage that "sextant serve" has kept.
func TestCoverageOfTheWorkbench(t *testing.T) {
	folder := t.TempDir()
	os.Mkdir(filepath.Join(folder, ".sextant"), 0o700)
	h, err := history.Open(historyFile(folder))
	if err != nil {
		t.Fatal(err)
	}
	record := &result.Record{Summary: result.Summary{ID: "1", Analysis: "explore", Args: []string{"models/a.sxt"}, State: result.RunDone, Begun: time.Now()}}
	record.Document = &result.Explore{Coverage: result.Coverage{Transitions: result.Tally{Reached: []result.Hit{{Name: "dim", Depth: 2}},
		Missing: []result.Miss{{Name: "off", Why: result.Why{Status: result.NotReached, Reason: "too deep"}}}}}}
	if _, err := h.Add(record.Summary); err != nil {
		t.Fatal(err)
	}
	if err := h.Finish(record); err != nil {
		t.Fatal(err)
	}
	defer h.Close() // the server of the workbench goes on
	path := filepath.Join(folder, "models", "a.sxt")
	uri := protocol.DocumentURI("file://" + path)
	at := newSnapshot(map[string]document{path: {buffer.New(lamp), uri, 1}}, newDisk(nil))
	s := &Server{}
	params, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri}, "range": map[string]any{"end": map[string]any{"line": 99}}})
	var p protocol.InlayHintParams
	json.Unmarshal(params, &p)
	hints, err := s.inlayHints(context.Background(), at, p)
	if err != nil || len(hints) != 2 || hints[0].Label != "✓ covered" || hints[1].Label != "✗ not-reached" {
		t.Errorf("hints %s, %v", fmt.Sprint(hints), err)
	}
}

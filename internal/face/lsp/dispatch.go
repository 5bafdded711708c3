package lsp

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// method answers a request.
type method func(s *Server, ctx context.Context, r *jsonrpc2.Request, at *snapshot) (any, error)

// about converts a function of the parameters to a method.
func about[P, R any](answer func(*Server, context.Context, *snapshot, P) (R, error)) method {
	return func(s *Server, ctx context.Context, r *jsonrpc2.Request, at *snapshot) (any, error) {
		p, err := params[P](r)
		if err != nil {
			return nil, err
		}
		return answer(s, ctx, at, p)
	}
}

// methods are the requests that the server answers.
var methods = map[string]method{
	"initialize":                       about((*Server).initialize),
	"shutdown":                         (*Server).shutdown,
	"textDocument/hover":               about((*Server).hover),
	"textDocument/definition":          about((*Server).definition),
	"textDocument/references":          about((*Server).references),
	"textDocument/documentHighlight":   about((*Server).highlight),
	"textDocument/prepareRename":       about((*Server).prepareRename),
	"textDocument/rename":              about((*Server).rename),
	"textDocument/completion":          about((*Server).complete),
	"textDocument/formatting":          about((*Server).format),
	"textDocument/documentSymbol":      about((*Server).documentSymbols),
	"textDocument/foldingRange":        about((*Server).foldingRanges),
	"textDocument/semanticTokens/full": about((*Server).semanticTokens),
	"textDocument/codeAction":          about((*Server).codeActions),
	"textDocument/codeLens":            about((*Server).codeLenses),
	"textDocument/inlayHint":           about((*Server).inlayHints),
	"workspace/symbol":                 about((*Server).workspaceSymbols),
	"workspace/executeCommand":         about((*Server).execute),
}

// request answers a request.
func (s *Server) request(ctx context.Context, r *jsonrpc2.Request, at *snapshot) (any, error) {
	answer, ok := methods[r.Method]
	if !ok {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no method " + r.Method}
	}
	return answer(s, ctx, r, at)
}

// notified handles a notification. Invalid ones, and those before the session begins, are ignored.
func (s *Server) notified(r *jsonrpc2.Request) {
	switch r.Method {
	case "exit":
		s.exit()
		return
	case "$/cancelRequest":
		s.cancelRequest(r)
		return
	}
	s.mu.Lock()
	open := s.phase == initialized
	s.mu.Unlock()
	if !open {
		return
	}
	switch r.Method {
	case "textDocument/didOpen":
		ifGood(r, s.didOpen)
	case "textDocument/didChange":
		ifGood(r, s.didChange)
	case "textDocument/didClose":
		ifGood(r, s.didClose)
	case "textDocument/didSave":
		s.filesChanged()
		signal(s.paused)
	case "workspace/didChangeWatchedFiles":
		s.filesChanged()
	case "window/workDoneProgress/cancel":
		ifGood(r, s.cancelWork)
	}
}

// ifGood calls handle with the parameters of a message, if they are valid.
func ifGood[P any](r *jsonrpc2.Request, handle func(P)) {
	if p, err := params[P](r); err == nil {
		handle(p)
	}
}

func (s *Server) initialize(_ context.Context, _ *snapshot, p protocol.InitializeParams) (protocol.InitializeResult, error) {
	s.mu.Lock()
	s.phase, s.client, s.options = initialized, p.Capabilities, p.Options
	s.mu.Unlock()
	folders := []protocol.DocumentURI{p.RootURI}
	for _, f := range p.WorkspaceFolders {
		folders = append(folders, f.URI)
	}
	s.reread(foldersOf(folders))
	return protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding:   "utf-16",
			TextDocumentSync:   protocol.TextDocumentSyncOptions{OpenClose: true, Change: protocol.Incremental, Save: true},
			HoverProvider:      true,
			DefinitionProvider: true, ReferencesProvider: true, DocumentHighlightProvider: true,
			DocumentSymbolProvider: true, WorkspaceSymbolProvider: true,
			DocumentFormattingProvider: true, FoldingRangeProvider: true, InlayHintProvider: true,
			RenameProvider:         protocol.RenameOptions{PrepareProvider: true},
			CompletionProvider:     protocol.CompletionOptions{TriggerCharacters: []string{"."}},
			CodeActionProvider:     protocol.CodeActionOptions{CodeActionKinds: []string{protocol.QuickFix}},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
			SemanticTokensProvider: protocol.SemanticTokensOptions{Full: true,
				Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: []string{}}},
		},
		ServerInfo: protocol.ServerInfo{Name: "sextant", Version: s.version},
	}, nil
}

// shutdownPatience is the time limit for answering requests after the editor requested the shutdown.
const shutdownPatience = 2 * time.Second

// shutdown stops analyses, and waits for the answers to other requests.
func (s *Server) shutdown(_ context.Context, _ *jsonrpc2.Request, _ *snapshot) (any, error) {
	s.mu.Lock()
	s.phase = shutDown
	for _, cancel := range s.work {
		cancel()
	}
	s.mu.Unlock()
	answered := make(chan struct{})
	go func() {
		s.pending.Wait()
		close(answered)
	}()
	select {
	case <-answered:
	case <-time.After(shutdownPatience):
	}
	return nil, nil
}

func (s *Server) exit() {
	s.mu.Lock()
	s.orderly = s.phase == shutDown
	s.mu.Unlock()
	s.conn.Close()
}

// cancelRequest cancels a request.
func (s *Server) cancelRequest(r *jsonrpc2.Request) {
	ifGood(r, func(p protocol.CancelParams) {
		var id jsonrpc2.ID
		if json.Unmarshal(p.ID, &id) != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if cancel, ok := s.requests[id]; ok {
			cancel()
		}
	})
}

func (s *Server) cancelWork(p protocol.WorkDoneProgressCancelParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.work[p.Token]; ok {
		cancel()
	}
}

// signal sends to a channel with a buffer of one, unless the buffer is full.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

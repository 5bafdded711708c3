// Package lsp is the language server: it publishes diagnostics of models while they are edited, describes names, and runs analyses
// at the request of the user.
//
// Messages are read one after the other. Those that change texts are handled at once, and each makes a new snapshot of all open
// documents; each request is answered by a new goroutine, from the newest snapshot at its arrival. One goroutine compiles models
// after each change and publishes diagnostics, first without a solver and, when the user pauses or saves, with one.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// The error codes that the protocol adds to those of JSON-RPC.
const (
	codeNotInitialized  = -32002
	codeRequestFailed   = -32803
	codeServerCancelled = -32802
	codeContentModified = -32801
	codeCancelled       = -32800
)

// maxRequests is the maximum number of concurrent requests; further ones are rejected.
const maxRequests = 256

// phase is the phase of a session.
type phase int

const (
	fresh phase = iota
	initialized
	shutDown
)

// Server is one session with an editor.
type Server struct {
	version string
	conn    *jsonrpc2.Conn
	workspace

	mu       sync.Mutex
	phase    phase
	client   protocol.ClientCapabilities
	options  protocol.Options
	requests map[jsonrpc2.ID]context.CancelFunc
	work     map[string]context.CancelFunc // by the token of its progress
	orderly  bool                          // the editor ended the session according to the protocol

	changed chan struct{}  // not empty if there is a snapshot without diagnostics
	paused  chan struct{}  // not empty if the user saved: diagnostics with a solver do not wait
	running sync.WaitGroup // all goroutines of the session
	pending sync.WaitGroup // requests in progress

	coverage coverageStore
	shown    map[string]bool // files with diagnostics; used by the goroutine that publishes them
}

// ErrDisorderly is the error of a session that the editor ended without a shutdown request.
var ErrDisorderly = errors.New("the editor ended the session without a shutdown")

// Serve serves an editor until it ends the session, or ctx ends. The error is ErrDisorderly if the session was not ended
// according to the protocol.
func Serve(ctx context.Context, in io.Reader, out io.Writer, version string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &Server{version: version, requests: map[jsonrpc2.ID]context.CancelFunc{}, work: map[string]context.CancelFunc{},
		changed: make(chan struct{}, 1), paused: make(chan struct{}, 1), shown: map[string]bool{}}
	s.workspace.init()
	ready := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, newStream(in, out, closer(in)), handler{s, ready}, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	close(ready)
	s.running.Go(func() { s.publishAll(ctx) })
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
	}
	cancel()
	s.snapshot().cancel()
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.orderly {
		return ErrDisorderly
	}
	return nil
}

// closer closes a reader that can be closed.
func closer(in io.Reader) func() error {
	if c, ok := in.(io.Closer); ok {
		return c.Close
	}
	return func() error { return nil }
}

// handler handles the messages of the editor, once the server is ready.
type handler struct {
	*Server
	ready chan struct{}
}

// Handle handles a message. Each request is answered by a new goroutine.
func (h handler) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-h.ready
	if r.Notif {
		h.guard(func() { h.notified(r) })
		return
	}
	if err := h.admit(r); err != nil {
		h.reply(ctx, r, nil, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	h.mu.Lock()
	h.requests[r.ID] = cancel
	h.mu.Unlock()
	snapshot := h.snapshot()
	answer := func() {
		defer cancel()
		h.answer(ctx, r, snapshot)
	}
	if r.Method == "initialize" || r.Method == "shutdown" {
		answer() // later messages depend on it
		return
	}
	h.pending.Add(1)
	h.running.Go(func() {
		defer h.pending.Done()
		answer()
	})
}

// admit decides whether a request may be answered now.
func (s *Server) admit(r *jsonrpc2.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, twice := s.requests[r.ID]
	switch {
	case s.phase == fresh && r.Method != "initialize":
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request must be initialize"}
	case s.phase != fresh && r.Method == "initialize":
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the session is already initialized"}
	case s.phase == shutDown:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the session was shut down"}
	case twice:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "a request with this number is being answered"}
	case len(s.requests) >= maxRequests:
		return &jsonrpc2.Error{Code: codeServerCancelled, Message: "too many requests at once"}
	}
	return nil
}

// answer answers a request. It removes the request before it sends the answer, so that the editor may reuse its number.
func (s *Server) answer(ctx context.Context, r *jsonrpc2.Request, snapshot *snapshot) {
	var result any
	err := error(&jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: "the server failed; please report this as a bug"})
	s.guard(func() { result, err = s.request(ctx, r, snapshot) })
	if ctx.Err() != nil {
		result, err = nil, &jsonrpc2.Error{Code: codeCancelled, Message: "the request was cancelled"}
	}
	s.mu.Lock()
	delete(s.requests, r.ID)
	s.mu.Unlock()
	s.reply(ctx, r, result, err)
}

// guard recovers from a panic in the handling of a message, so that the session continues.
func (s *Server) guard(handle func()) {
	defer func() {
		if fault := recover(); fault != nil {
			s.tell(protocol.MessageError, fmt.Sprintf("The language server of Sextant has a bug: %v", fault))
		}
	}()
	handle()
}

func (s *Server) reply(ctx context.Context, r *jsonrpc2.Request, result any, err error) {
	if err == nil {
		s.conn.Reply(ctx, r.ID, result)
		return
	}
	var coded *jsonrpc2.Error
	if !errors.As(err, &coded) {
		coded = &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
	}
	s.conn.ReplyWithError(ctx, r.ID, coded)
}

// tell sends a message for the user to the editor.
func (s *Server) tell(kind int, message string) {
	s.conn.Notify(context.Background(), "window/showMessage", protocol.ShowMessageParams{Type: kind, Message: message})
}

// params reads the parameters of a message.
func params[T any](r *jsonrpc2.Request) (out T, err error) {
	if r.Params == nil {
		return out, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: r.Method + " has no parameters"}
	}
	if err := json.Unmarshal(*r.Params, &out); err != nil {
		return out, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("parameters of %s: %v", r.Method, err)}
	}
	return out, nil
}

package lsp

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// progressPause is the minimum time between two reports of progress.
const progressPause = 200 * time.Millisecond

// work is an analysis whose progress the editor shows.
type work struct {
	server *Server
	token  string
	shown  bool // the editor shows it
	cancel context.CancelFunc

	mu   sync.Mutex
	last time.Time
}

// begin shows the start of some work. The user can cancel it, which cancels the context.
func (s *Server) begin(ctx context.Context, title string) (context.Context, *work) {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{server: s, token: rand.Text(), cancel: cancel}
	s.mu.Lock()
	able := s.client.Window.WorkDoneProgress
	s.work[w.token] = cancel
	s.mu.Unlock()
	if able {
		asking, stop := context.WithTimeout(ctx, 2*time.Second)
		defer stop()
		if s.conn.Call(asking, "window/workDoneProgress/create", protocol.WorkDoneProgressCreateParams{Token: w.token}, nil) == nil {
			w.shown = true
			w.send(protocol.WorkDoneProgress{Kind: "begin", Title: title, Cancellable: true})
		}
	}
	return ctx, w
}

// report shows the progress of the work. It may be called often, and by several goroutines.
func (w *work) report(p result.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.last) < progressPause {
		return
	}
	w.last = time.Now()
	now := protocol.WorkDoneProgress{Kind: "report", Message: p.Doing + " " + p.Detail()}
	if share := p.Share(); share != nil {
		percentage := uint32(100 * *share)
		now.Percentage = &percentage
	}
	w.send(now)
}

// end ends the work.
func (w *work) end() {
	w.cancel()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.send(protocol.WorkDoneProgress{Kind: "end"})
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	delete(w.server.work, w.token)
}

func (w *work) send(now protocol.WorkDoneProgress) {
	if w.shown {
		w.server.conn.Notify(context.Background(), "$/progress", protocol.ProgressParams{Token: w.token, Value: now})
	}
}

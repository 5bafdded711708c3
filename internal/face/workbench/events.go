package workbench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Limits of event streams.
const (
	maxStreams  = 256
	maxPending  = 256              // buffered events of a client; a slower client is dropped
	eventTime   = 10 * time.Second // time limit for writing an event
	heartbeat   = 15 * time.Second // interval of comments, which keep the connection open
	retryMillis = 1000             // delay before a client reconnects
)

// hub sends events to all connected clients.
type hub struct {
	mu      sync.Mutex
	streams map[chan []byte]bool
	closed  bool
}

func newHub() *hub { return &hub{streams: map[chan []byte]bool{}} }

// send sends an event to all streams. A client that does not keep up loses its stream, and reloads everything with a new one.
func (h *hub) send(kind string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // events are plain data
	}
	event := fmt.Appendf(nil, "event: %s\ndata: %s\n\n", kind, data)
	h.mu.Lock()
	defer h.mu.Unlock()
	for stream := range h.streams {
		select {
		case stream <- event:
		default:
			h.drop(stream)
		}
	}
}

// drop closes a stream; the lock is held.
func (h *hub) drop(stream chan []byte) {
	if h.streams[stream] {
		delete(h.streams, stream)
		close(stream)
	}
}

// join opens a stream, which leave closes; nil if there are too many.
func (h *hub) join() chan []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.streams) >= maxStreams {
		return nil
	}
	stream := make(chan []byte, maxPending)
	h.streams[stream] = true
	return stream
}

func (h *hub) leave(stream chan []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(stream)
}

// listeners returns the number of streams.
func (h *hub) listeners() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.streams)
}

// close ends all streams.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for stream := range h.streams {
		h.drop(stream)
	}
}

// events answers with a stream of events.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	stream := s.hub.join()
	if stream == nil {
		writeError(w, &httpError{http.StatusServiceUnavailable, fmt.Sprintf("there are already %d event streams: close a page", maxStreams)})
		return
	}
	defer s.hub.leave(stream)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the request was read; the time limit for that must not end the stream
	w.Header().Set("Content-Type", "text/event-stream")
	put := func(text []byte) bool {
		_ = control.SetWriteDeadline(time.Now().Add(eventTime)) // not supported by recorders of tests
		_, err := w.Write(text)
		return err == nil && control.Flush() == nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for going := put(fmt.Appendf(nil, "retry: %d\n\n", retryMillis)); going; {
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			going = put([]byte(": \n\n"))
		case event, open := <-stream:
			going = open && put(event)
		}
	}
}

package workbench

import "testing"

// A client that does not keep up loses its stream, and the others do not notice.
func TestHubDropsSlow(t *testing.T) {
	h := newHub()
	slow, fast := h.join(), h.join()
	for i := range maxPending + 10 {
		h.send("run", i)
		if event, open := <-fast; !open || len(event) == 0 {
			t.Fatalf("the fast client lost its stream after %d events", i)
		}
	}
	got := 0
	for range slow { // ends because the stream was closed
		got++
	}
	if got != maxPending || h.listeners() != 1 {
		t.Errorf("the slow client got %d events, %d clients are left", got, h.listeners())
	}
	h.leave(slow) // once more does no harm
	h.close()
	if _, open := <-fast; open || h.join() != nil {
		t.Error("a hub that is closed has streams")
	}
}

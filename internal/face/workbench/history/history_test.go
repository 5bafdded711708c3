package history_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

func open(t *testing.T, path string) *history.History {
	t.Helper()
	h, err := history.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func add(t *testing.T, h *history.History, id string, state result.RunState) {
	t.Helper()
	if _, err := h.Add(result.Summary{ID: id, Analysis: "explore", State: state}); err != nil {
		t.Fatal(err)
	}
}

func ids(t *testing.T, h *history.History, limit int, before string) string {
	t.Helper()
	list, err := h.List(limit, before)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range list {
		out = append(out, s.ID+" "+string(s.State))
	}
	return strings.Join(out, ", ")
}

func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	h := open(t, path)
	add(t, h, "a", result.RunRunning)
	add(t, h, "b", result.RunRunning)
	add(t, h, "c", result.RunWaiting)
	r := &result.Record{Summary: result.Summary{ID: "b", State: result.RunDone}, Text: "found", Document: map[string]int{"states": 3},
		Tree: &result.Tree{Name: "T", Nodes: []result.Node{{ID: 0, Parent: -1}}}}
	if err := h.Finish(r); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} { // what is kept of a run that has ended is its record
		if err := h.Keep(&result.Record{Summary: result.Summary{ID: id, State: result.RunRunning}, Curve: []result.Point{{Covered: 2, Total: 5}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := ids(t, h, 10, ""); got != "c waiting, b done, a running" {
		t.Errorf("got %s", got)
	}
	if got := ids(t, h, 1, "b"); got != "a running" {
		t.Errorf("before b: %s", got)
	}
	h.Close()

	h = open(t, path) // the program was killed, and starts again
	if got := ids(t, h, 10, ""); got != "c interrupted, b done, a interrupted" {
		t.Errorf("after a restart: %s", got)
	}
	left, err := h.Record("a")
	if err != nil || left.State != result.RunInterrupted || len(left.Curve) != 1 || left.Curve[0].Covered != 2 {
		t.Errorf("of the interrupted run is left %+v, %v", left, err)
	}
	back, err := h.Record("b")
	if err != nil {
		t.Fatal(err)
	}
	if document, _ := json.Marshal(back.Document); back.Text != "found" || string(document) != `{"states":3}` || len(back.Tree.Nodes) != 1 {
		t.Errorf("the record came back as %+v with %s", back, document)
	}
	if err := h.Delete("b"); err != nil {
		t.Error(err)
	}
	for _, err := range []error{h.Delete("b"), h.Update(r.Summary), h.Finish(r)} {
		if !errors.Is(err, history.ErrUnknown) {
			t.Errorf("of a run that was removed: %v", err)
		}
	}
	if _, err := h.Record("b"); !errors.Is(err, history.ErrUnknown) {
		t.Error(err)
	}
}

// Only the newest are kept, but none that has not ended is removed.
func TestLimit(t *testing.T) {
	h := open(t, filepath.Join(t.TempDir(), "history.db"))
	add(t, h, "old", result.RunRunning)
	var removed []string
	for i := range history.Limit + 10 {
		gone, err := h.Add(result.Summary{ID: fmt.Sprint(i), State: result.RunDone})
		if err != nil {
			t.Fatal(err)
		}
		removed = append(removed, gone...)
	}
	if len(removed) != 10 || removed[0] != "0" {
		t.Errorf("removed %v", removed)
	}
	if list, _ := h.List(10_000, ""); len(list) != history.Limit+1 {
		t.Errorf("%d are kept", len(list))
	}
}

func TestAtOnce(t *testing.T) {
	h := open(t, filepath.Join(t.TempDir(), "history.db"))
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			s := result.Summary{ID: fmt.Sprint(i), State: result.RunWaiting}
			if _, err := h.Add(s); err != nil {
				t.Error(err)
			}
			s.State = result.RunDone
			if err := h.Finish(&result.Record{Summary: s}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if list, _ := h.List(100, ""); len(list) != 20 {
		t.Errorf("%d were entered", len(list))
	}
}

func TestOpenGarbage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("this is no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if h, err := history.Open(path); err == nil {
		h.Close()
		t.Error("garbage was opened")
	} else if !strings.Contains(err.Error(), "remove the file") {
		t.Error(err)
	}
}

package store

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// FuzzJournal: whatever a file has in it, opening it as a journal does not fail in a way that harms it: it is refused and left as
// it is, or it goes on with all its lines.
func FuzzJournal(f *testing.F) {
	header := `{"format":"sextant-journal-1","model":{"name":"M","file":"m.sxt","hash":"h"}}` + "\n"
	for _, text := range []string{"", header, header[:20], header + `{"after":-1,"start":["1"]}` + "\n", header + `{"after":`, header + "{\n", "model M\n", "model M"} {
		f.Add(text)
	}
	wanted := result.JournalHeader{Model: result.Model{Name: "M", File: "m.sxt", Hash: "h"}}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "journal.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path, wanted)
		if err != nil {
			if left, _ := os.ReadFile(path); string(left) != text {
				t.Errorf("refused (%v), but changed to %q", err, left)
			}
			return
		}
		defer j.Close()
		if err := j.Write(result.JournalEntry{After: -1}); err != nil {
			t.Fatal(err)
		}
		whole := text[:strings.LastIndexByte(text, '\n')+1]
		if left, _ := os.ReadFile(path); !strings.HasPrefix(string(left), whole) || strings.Count(string(left), "\n") != max(1, strings.Count(whole, "\n"))+1 {
			t.Errorf("%q became %q", text, left)
		}
	})
}

// TestTwoWriters: a journal belongs to one search at a time, and is not written to after somebody else has.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	one, err := OpenJournal(path, result.JournalHeader{})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	if _, err := OpenJournal(path, result.JournalHeader{}); runtime.GOOS == "linux" && (err == nil || !strings.Contains(err.Error(), "another search is writing to it")) {
		t.Errorf("a second search gets %v", err)
	}
	other, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.WriteString("mine\n"); err != nil {
		t.Fatal(err)
	}
	if err := one.Write(result.JournalEntry{After: -1}); err == nil || !strings.Contains(err.Error(), "another process wrote to it") {
		t.Errorf("got %v", err)
	}
}

// TestJournalBelongs: a journal of other constants, externs or another version of the model is refused.
func TestJournalBelongs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	right := result.JournalHeader{Model: result.Model{Name: "M", Hash: "h"}, Constants: map[string]string{"K": "3"}, Externs: "table"}
	other := []result.JournalHeader{right, right, right}
	other[0].Constants, other[1].Externs, other[2].Model.Hash = map[string]string{"K": "4"}, "fresh", "i"
	for i, h := range append([]result.JournalHeader{right, right}, other...) {
		j, err := OpenJournal(path, h)
		if (err == nil) != (i < 2) {
			t.Errorf("%d: %v", i, err)
		}
		if err == nil {
			j.Close()
		}
	}
}

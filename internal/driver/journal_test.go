package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/result"
)

// FuzzJournal: whatever a file has in it, opening it as a journal does not fail in a way that harms it: it is refused and left as
// it is, or it goes on with all its lines.
func FuzzJournal(f *testing.F) {
	header := `{"format":"sextant-journal-1","model":{"name":"M","file":"m.sxt","hash":"h"}}` + "\n"
	for _, text := range []string{"", header, header[:20], header + `{"after":-1,"start":["1"]}` + "\n", header + `{"after":`, header + "{\n", "model M\n", "model M"} {
		f.Add(text)
	}
	model := result.Model{Name: "M", File: "m.sxt", Hash: "h"}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "journal.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := openJournal(path, model)
		if err != nil {
			if left, _ := os.ReadFile(path); string(left) != text {
				t.Errorf("refused (%v), but changed to %q", err, left)
			}
			return
		}
		defer j.file.Close()
		if err := j.write(concolic.Entry{After: -1}); err != nil {
			t.Fatal(err)
		}
		whole := text[:strings.LastIndexByte(text, '\n')+1]
		if left, _ := os.ReadFile(path); !strings.HasPrefix(string(left), whole) || strings.Count(string(left), "\n") != max(1, strings.Count(whole, "\n"))+1 {
			t.Errorf("%q became %q", text, left)
		}
	})
}

// TestTwoWriters: a journal to which another process writes is not written to any more.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	one, err := openJournal(path, result.Model{Name: "M"})
	if err != nil {
		t.Fatal(err)
	}
	defer one.file.Close()
	two, err := openJournal(path, result.Model{Name: "M"})
	if err != nil {
		t.Fatal(err)
	}
	defer two.file.Close()
	if err := two.write(concolic.Entry{After: -1}); err != nil {
		t.Fatal(err)
	}
	if err := one.write(concolic.Entry{After: -1}); err == nil || !strings.Contains(err.Error(), "another search writes to it") {
		t.Errorf("got %v", err)
	}
}

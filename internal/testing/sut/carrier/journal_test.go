package carrier

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// entry is the beginning of a whole entry.
var entry = regexp.MustCompile(`\A +\d+\.\d{6} < xxx`)

// TestJournalIsBounded: only the end is kept, in whole lines, and a message does not fill it.
func TestJournalIsBounded(t *testing.T) {
	var j Journal
	j.Begin("first")
	j.Note(Inward, bytes.Repeat([]byte("y"), 1<<22))
	if log := j.Log(0); len(log) > maxJournalEntry+200 || !bytes.Contains(log, []byte(" ... 4194304 bytes in all\n")) {
		t.Errorf("a long message takes %d bytes", len(log))
	}
	long := bytes.Repeat([]byte("x"), 1000)
	for range 5000 {
		j.Note(Outward, long)
	}
	j.Note(Inward, []byte("last"))
	log := string(j.Log(0))
	if len(log) > maxJournal+100 || len(log) < maxJournal/2 || len(j.kept) > 2*maxJournal {
		t.Errorf("%d bytes are kept, %d shown", len(j.kept), len(log))
	}
	first, rest, _ := strings.Cut(log, "\n")
	if first != "... the beginning is left out" || !entry.MatchString(rest) || !strings.HasSuffix(log, " > last\n") {
		t.Errorf("%.100s ... %s", log, log[len(log)-100:])
	}
}

// TestJournalSinceReset: the log of a test begins with its first reset, whatever was dropped before.
func TestJournalSinceReset(t *testing.T) {
	var j Journal
	long := bytes.Repeat([]byte("x"), 1000)
	for i := range 4000 {
		if i%1000 == 0 {
			j.Begin("again")
		}
		j.Note(Outward, long)
	}
	for resets, want := range map[int]string{1: "--- reset 4: again\n", 2: "... the beginning is left out\n", 9: "... the beginning is left out\n", 0: "... the beginning is left out\n"} {
		if log := string(j.Log(resets)); !strings.HasPrefix(log, want) || len(log) > maxJournal+100 || (resets == 1) != (strings.Count(log, "\n") == 1001) {
			t.Errorf("%d resets: %.60s ... of %d bytes", resets, log, len(log))
		}
	}
	j.Begin("last")
	j.Note(Inward, []byte("a"))
	if log := string(j.Log(1)); !strings.HasPrefix(log, "--- reset 5: last\n") || strings.Count(log, "\n") != 2 {
		t.Error(log)
	}
}

// TestJournalIsReadable: each entry is one line, whatever the system sends.
func TestJournalIsReadable(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext":   "plain\ttext",
		"two\nlines":    `"two\nlines"`,
		"\x1b[31mred":   `"\x1b[31mred"`,
		"not \xff UTF8": "not \uFFFD UTF8",
	} {
		if got := visible([]byte(text)); got != want {
			t.Errorf("%q is shown as %s", text, got)
		}
	}
}

// TestErrorOutput: a line that is never ended is kept in pieces, and what is left at the end.
func TestErrorOutput(t *testing.T) {
	var j Journal
	j.Begin("x")
	e := &errorOutput{journal: &j}
	for range 10 {
		if _, err := e.Write(bytes.Repeat([]byte("z"), 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Write([]byte("\nend\nrest")); err != nil {
		t.Fatal(err)
	}
	e.flush()
	log := strings.ReplaceAll(string(j.Log(0)), strings.Repeat("z", 100), "Z")
	if n := 100*strings.Count(log, "Z") + strings.Count(log, "z"); n != 10000 || !strings.Contains(log, " ! end\n") || !strings.HasSuffix(log, " ! rest\n") {
		t.Errorf("%d of 10000 are kept:\n%s", n, log)
	}
	if words := e.lastWords(); len(words) > 500 || !strings.HasSuffix(words, "end\nrest") {
		t.Error(words)
	}
}

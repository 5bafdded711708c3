package carrier

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
)

const (
	maxJournal      = 1 << 20 // bytes that are kept
	maxJournalEntry = 4 << 10 // bytes of a message that are kept
)

// Mark is the kind of an entry of a journal.
type Mark byte

// The kinds.
const (
	Inward    Mark = '>' // to the system
	Outward   Mark = '<' // from the system
	ErrorLine Mark = '!' // written to standard error
	Remark    Mark = '#' // ours
)

// Journal keeps the last messages exchanged with a system, with the seconds since the reset:
//
//	--- reset 2: exec python3 lamp.py
//	  0.000153 > {"input": "press", "payload": []}
//	  0.014211 ! deprecated: use turn
//	  0.014260 < {"output": "lamp", "payload": [3]}
type Journal struct {
	mu     sync.Mutex
	kept   []byte
	begun  []int // where resets begin in kept
	cut    bool  // the beginning is lost
	resets int
	start  time.Time
}

// Begin records a reset.
func (j *Journal) Begin(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.resets++
	j.start = time.Now()
	j.begun = append(j.begun, len(j.kept))
	j.add(fmt.Sprintf("--- reset %d: %s\n", j.resets, visible([]byte(what))))
}

// Note adds an entry.
func (j *Journal) Note(m Mark, text []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.add(fmt.Sprintf("%10.6f %c %s\n", time.Since(j.start).Seconds(), m, visible(text)))
}

// add appends a line, and drops old ones when there are too many.
func (j *Journal) add(line string) {
	j.kept = append(j.kept, line...)
	if len(j.kept) > 2*maxJournal {
		j.drop()
	}
}

// drop drops all but the end.
func (j *Journal) drop() {
	rest := tail(j.kept)
	dropped := len(j.kept) - len(rest)
	j.begun = slices.DeleteFunc(j.begun, func(at int) bool { return at < dropped })
	for i := range j.begun {
		j.begun[i] -= dropped
	}
	j.kept, j.cut = bytes.Clone(rest), true
}

// tail returns the end of a journal: whole lines, up to the limit.
func tail(kept []byte) []byte {
	if len(kept) <= maxJournal {
		return kept
	}
	_, rest, _ := bytes.Cut(kept[len(kept)-maxJournal-1:], []byte("\n"))
	return rest
}

// Log returns the last messages exchanged with the system: since one of the last resets, of which 1 is the last, or, for 0, all that are kept.
func (j *Journal) Log(resets int) []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	wanted, cut := j.kept, j.cut
	if 0 < resets && resets <= len(j.begun) {
		wanted, cut = j.kept[j.begun[len(j.begun)-resets]:], false
	}
	end := tail(wanted)
	if cut || len(end) < len(wanted) {
		return append([]byte("... the beginning is left out\n"), end...)
	}
	return bytes.Clone(end)
}

// visible returns a text on one line; it shortens long texts, and quotes texts with control characters.
func visible(text []byte) string {
	rest := ""
	if len(text) > maxJournalEntry {
		rest = fmt.Sprintf(" ... %d bytes in all", len(text))
		text = text[:maxJournalEntry]
	}
	shown := strings.ToValidUTF8(string(text), "\uFFFD")
	if shown = strings.TrimRight(shown, " "); strings.ContainsFunc(shown, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
		shown = strconv.Quote(shown)
	}
	return shown + rest
}

// errorOutput receives the standard error of a program: it writes lines to the journal, long ones in pieces, and keeps the end.
type errorOutput struct {
	journal *Journal
	tail    subprocess.Tail

	mu   sync.Mutex
	line []byte // incomplete last line
}

// Write records bytes that were written.
func (e *errorOutput) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n, err := e.tail.Write(b); err != nil {
		return n, err
	}
	e.line = append(e.line, b...)
	for {
		line, rest, ended := bytes.Cut(e.line, []byte("\n"))
		if !ended && len(line) <= maxJournalEntry {
			return len(b), nil
		}
		if len(line) > maxJournalEntry {
			line, rest = e.line[:maxJournalEntry], e.line[maxJournalEntry:]
		}
		e.journal.Note(ErrorLine, line)
		e.line = rest
	}
}

// flush records an incomplete line.
func (e *errorOutput) flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.line) > 0 {
		e.journal.Note(ErrorLine, e.line)
		e.line = nil
	}
}

// lastWords returns the end of the output, without terminal control sequences.
func (e *errorOutput) lastWords() string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, e.tail.String())
}

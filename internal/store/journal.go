package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"

	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/value"
)

// A journal has a line with the model it belongs to, and a line for each entry. Lines are only ever added, each by one write, so a
// process that is killed leaves at most the beginning of a last line, which the next one removes.

const journalFormat = "sextant-journal-1"

// The bounds of a journal, in bytes and lines.
const (
	maxJournal = 256 << 20
	maxEntries = 1_000_000
)

// sameRuns reports whether runs of one are runs of the other.
func sameRuns(h, other result.JournalHeader) bool {
	return h.Model.Name == other.Model.Name && h.Model.Hash == other.Model.Hash && maps.Equal(h.Constants, other.Constants) && h.Externs == other.Externs
}

// Journal is an open journal.
type Journal struct {
	path    string
	file    *os.File
	unlock  func()
	size    int64 // as far as this process knows
	entries []result.JournalEntry
}

// OpenJournal opens a journal, or begins one. No other process can open it at the same time.
func OpenJournal(path string, header result.JournalHeader) (*Journal, error) {
	header.Format = journalFormat
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	j := &Journal{path: path, file: f}
	if j.unlock, err = file.Lock(path, 0); errors.Is(err, file.ErrLocked) {
		err = errors.New("another search writes to it; let that one end first")
	}
	if err == nil {
		err = j.read(header)
	}
	if err != nil {
		j.Close()
		return nil, fmt.Errorf("%w", err)
	}
	return j, nil
}

// Close ends the writing, and lets others write.
func (j *Journal) Close() error {
	if j.unlock != nil {
		j.unlock()
	}
	return j.file.Close()
}

// read reads what is there, and leaves the file ready for more.
func (j *Journal) read(header result.JournalHeader) error {
	info, err := j.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", j.path)
	case info.Size() > maxJournal:
		return fmt.Errorf("%s has %d bytes, more than a journal may have; remove it to begin again", j.path, info.Size())
	}
	text, err := io.ReadAll(io.LimitReader(j.file, maxJournal))
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	j.size = int64(len(whole))
	if len(whole) == 0 && len(text) > 0 && !bytes.HasPrefix(text, []byte(`{"format":"`+journalFormat)) {
		return j.foreign()
	}
	if err := j.readLines(whole, header); err != nil {
		return err
	}
	if err := j.file.Truncate(j.size); err != nil {
		return err
	}
	if len(whole) == 0 {
		return j.append(header)
	}
	return nil
}

// foreign says that the file is something else: it is left as it is.
func (j *Journal) foreign() error {
	return fmt.Errorf("%s is not a journal; name another file", j.path)
}

// readLines reads the header and the entries.
func (j *Journal) readLines(text []byte, header result.JournalHeader) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if number == 1 {
			if err := j.checkHeader(line, header); err != nil {
				return err
			}
			continue
		}
		var e result.JournalEntry
		if err := value.ReadInto(line, &e); err != nil {
			return fmt.Errorf("%s:%d: this line cannot be read (%w); remove it and those after it, or the file to begin again", j.path, number, err)
		}
		if j.entries = append(j.entries, e); len(j.entries) > maxEntries {
			return fmt.Errorf("%s has more than %d lines; remove it to begin again", j.path, maxEntries)
		}
	}
	return nil
}

// checkHeader demands that the journal is one, and of this model.
func (j *Journal) checkHeader(line []byte, wanted result.JournalHeader) error {
	var h result.JournalHeader
	if value.ReadInto(line, &h) != nil || h.Format != journalFormat {
		return j.foreign()
	}
	if !sameRuns(h, wanted) {
		return fmt.Errorf("%s belongs to another model, another version of it, or other values of --const or --externs (%s, %s); name another file, or remove this one to begin again", j.path, h.Model.Name, h.Model.File)
	}
	return nil
}

// Entries returns the entries that were there when the journal was opened.
func (j *Journal) Entries() []result.JournalEntry { return j.entries }

// Write adds an entry.
func (j *Journal) Write(e result.JournalEntry) error { return j.append(e) }

// Line returns the place of an entry, numbered from 0.
func (j *Journal) Line(entry int) string { return fmt.Sprintf("%s:%d", j.path, entry+2) }

// append adds a line, unless another process did.
func (j *Journal) append(line any) error {
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != j.size {
		return fmt.Errorf("%s: another process wrote to it", j.path)
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if j.size+int64(len(text)) >= maxJournal {
		return fmt.Errorf("%s has grown to %d bytes, more is not kept", j.path, j.size)
	}
	n, err := j.file.WriteAt(append(text, '\n'), j.size)
	j.size += int64(n)
	return err
}

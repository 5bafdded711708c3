package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// A journal has a header line that identifies its model, and a line for each entry. Lines are only appended, each with one write,
// so a killed process leaves at most an incomplete last line, which the next process removes.

// The maximum size of a journal, in bytes and lines.
const (
	maxJournal = 256 << 20
	maxEntries = 1_000_000
)

// lines is an open journal with entries of one type.
type lines[E any] struct {
	path    string
	format  string // prefix of its first line
	writer  string // who else may be writing to it, for messages
	file    *os.File
	unlock  func()
	size    int64 // as far as this process knows
	entries []E
}

// open opens the file, or creates it with a header. It checks an existing header, and closes the file if there is an error.
func (j *lines[E]) open(header any, check func(line []byte) error) error {
	f, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	j.file = f
	if j.unlock, err = file.Lock(j.path, 0); errors.Is(err, file.ErrLocked) {
		err = errors.New(j.writer + " is writing to it; wait until that one ends")
	}
	if err == nil {
		err = j.read(header, check)
	}
	if err != nil {
		j.Close()
		return fmt.Errorf("%w", err)
	}
	return nil
}

// Close closes the journal, so that other processes can write to it.
func (j *lines[E]) Close() error {
	if j.unlock != nil {
		j.unlock()
	}
	return j.file.Close()
}

// read reads the existing lines, and positions the file for appending.
func (j *lines[E]) read(header any, check func(line []byte) error) error {
	info, err := j.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", j.path)
	case info.Size() > maxJournal:
		return fmt.Errorf("%s has %d bytes, more than the maximum of a journal; remove it to begin again", j.path, info.Size())
	}
	text, err := io.ReadAll(io.LimitReader(j.file, maxJournal))
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	j.size = int64(len(whole))
	if len(whole) == 0 && len(text) > 0 && !bytes.HasPrefix(text, []byte(`{"format":"`+j.format)) {
		return j.foreign()
	}
	if err := j.readLines(whole, check); err != nil {
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

// foreign returns the error that the file is not a journal; the file is not changed.
func (j *lines[E]) foreign() error {
	return fmt.Errorf("%s is not a journal; name another file", j.path)
}

// readLines reads the header and the entries.
func (j *lines[E]) readLines(text []byte, check func(line []byte) error) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if number == 1 {
			if err := check(line); err != nil {
				return err
			}
			continue
		}
		var e E
		if err := value.ReadInto(line, &e); err != nil {
			return fmt.Errorf("%s:%d: this line cannot be read (%w); remove it and those after it, or the file to begin again", j.path, number, err)
		}
		if j.entries = append(j.entries, e); len(j.entries) > maxEntries {
			return fmt.Errorf("%s has more than %d lines; remove it to begin again", j.path, maxEntries)
		}
	}
	return nil
}

// Entries returns the entries that existed when the journal was opened.
func (j *lines[E]) Entries() []E { return j.entries }

// Write adds an entry.
func (j *lines[E]) Write(e E) error { return j.append(e) }

// Line returns the position of an entry, numbered from 0.
func (j *lines[E]) Line(entry int) string { return fmt.Sprintf("%s:%d", j.path, entry+2) }

// append adds a line, unless another process did.
func (j *lines[E]) append(line any) error {
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
		return fmt.Errorf("%s has reached %d bytes, the maximum of a journal", j.path, j.size)
	}
	n, err := j.file.WriteAt(append(text, '\n'), j.size)
	j.size += int64(n)
	return err
}

package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sextant-mbt/sextant/internal/concolic"
	"github.com/sextant-mbt/sextant/internal/result"
)

// A journal file has a line with the model it belongs to, and a line for each entry. Lines are only ever added, each by one
// write, so a process that is killed leaves at most the beginning of a last line, which the next one removes.

const journalFormat = "sextant-journal-1"

// maxJournal bounds the size of a journal that is read.
const maxJournal = 1 << 30

// journalHeader is the first line.
type journalHeader struct {
	Format string       `json:"format"`
	Model  result.Model `json:"model"`
}

// journalFile is an open journal.
type journalFile struct {
	path    string
	file    *os.File
	size    int64 // as far as this process knows
	entries []concolic.Entry
}

// openJournal opens a journal, or begins one, for a model.
func openJournal(path string, model result.Model) (*journalFile, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--journal: %w", err)
	}
	j := &journalFile{path: path, file: file}
	if err := j.read(model); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

// read reads what is there, and leaves the file ready for more.
func (j *journalFile) read(model result.Model) error {
	info, err := j.file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("--journal: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("--journal: %s is not a file", j.path)
	case info.Size() > maxJournal:
		return fmt.Errorf("--journal: %s has %d bytes, more than a journal may have; remove it to begin anew", j.path, info.Size())
	}
	text, err := io.ReadAll(io.LimitReader(j.file, maxJournal))
	if err != nil {
		return fmt.Errorf("--journal: %w", err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	j.size = int64(len(whole))
	if len(whole) == 0 && len(text) > 0 && !bytes.HasPrefix(text, []byte(`{"format":"`+journalFormat)) {
		return j.foreign()
	}
	if err := j.readLines(whole, model); err != nil {
		return err
	}
	if err := j.file.Truncate(j.size); err != nil {
		return fmt.Errorf("--journal: %w", err)
	}
	if len(whole) == 0 {
		return j.append(journalHeader{journalFormat, model})
	}
	return nil
}

// foreign says that the file is something else: it is left as it is.
func (j *journalFile) foreign() error {
	return fmt.Errorf("--journal: %s is not a journal; name another file", j.path)
}

// readLines reads the header and the entries.
func (j *journalFile) readLines(text []byte, model result.Model) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if number == 1 {
			if err := j.checkHeader(line, model); err != nil {
				return err
			}
			continue
		}
		var e concolic.Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s:%d: this line of the journal cannot be read (%w); remove it and those after it, or the file to begin anew", j.path, number, err)
		}
		j.entries = append(j.entries, e)
	}
	return nil
}

// checkHeader demands that the journal is one, and of this model.
func (j *journalFile) checkHeader(line []byte, model result.Model) error {
	var h journalHeader
	if json.Unmarshal(line, &h) != nil || h.Format != journalFormat {
		return j.foreign()
	}
	if h.Model.Name != model.Name || h.Model.Hash != model.Hash {
		return fmt.Errorf("--journal: %s belongs to another model or another version of it (%s, %s); name another file, or remove this one to begin anew", j.path, h.Model.Name, h.Model.File)
	}
	return nil
}

// errOtherWriter is why a journal is not written to any more.
var errOtherWriter = errors.New("another search writes to it; let one end before the next begins")

// write adds an entry.
func (j *journalFile) write(e concolic.Entry) error { return j.append(e) }

// append adds a line, unless somebody else did.
func (j *journalFile) append(line any) error {
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != j.size {
		return fmt.Errorf("%s: %w", j.path, errOtherWriter)
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	n, err := j.file.WriteAt(append(text, '\n'), j.size)
	j.size += int64(n)
	return err
}

// place adds to the error of a search where an entry stands that does not fit the model.
func (j *journalFile) place(err error) error {
	var wrong *concolic.EntryError
	if !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("%s:%d: this run does not replay on the model (%w); remove this line and those after it, or the file to begin anew", j.path, wrong.Number+2, wrong)
}

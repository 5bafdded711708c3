package store

import (
	"fmt"
	"maps"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

const journalFormat = "sextant-journal-1"

// sameRuns reports whether the runs of one model are runs of the other.
func sameRuns(h, other result.JournalHeader) bool {
	return h.Model.Name == other.Model.Name && h.Model.Hash == other.Model.Hash && maps.Equal(h.Constants, other.Constants) && h.Externs == other.Externs
}

// Journal is an open journal of a search.
type Journal struct {
	lines[result.JournalEntry]
}

// OpenJournal opens or creates a journal. No other process can open it at the same time.
func OpenJournal(path string, header result.JournalHeader) (*Journal, error) {
	header.Format = journalFormat
	j := &Journal{lines[result.JournalEntry]{path: path, format: journalFormat, writer: "another search"}}
	if err := j.open(header, func(line []byte) error { return j.checkHeader(line, header) }); err != nil {
		return nil, err
	}
	return j, nil
}

// checkHeader returns an error unless the file is a journal of this model.
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

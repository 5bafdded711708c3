// Package history keeps the records of runs in a SQLite file.
//
// A run is added when it is requested, and changed when it begins, from time to time, and when it ends. Runs that had not ended when the
// program was killed are marked as interrupted, with what was kept of them. The newest Limit runs are kept.
package history

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	_ "modernc.org/sqlite" // the driver

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Limit is the maximum number of runs in the history.
const Limit = 500

// ErrUnknown is the error of a run that is not in the history.
var ErrUnknown = errors.New("there is no such run")

// History is an open history. It may be used by several goroutines.
type History struct{ db *sql.DB }

const schema = `
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists runs (
	number  integer primary key autoincrement,
	id      text not null unique,
	over    integer not null,
	summary text not null,
	record  blob
);`

// Open opens the history in a file, and creates the file if it does not exist. It marks runs that had not ended as interrupted.
func Open(path string) (*History, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // SQLite has one writer
	h := &History{db: db}
	if _, err = db.Exec(schema); err == nil {
		err = h.interrupt()
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("the history %s cannot be used: %w; remove the file to begin a new one", path, err)
	}
	return h, nil
}

// Close closes the file.
func (h *History) Close() error { return h.db.Close() }

// interrupt marks the runs that have not ended as interrupted.
func (h *History) interrupt() error {
	open, err := h.summaries("select summary from runs where over = 0")
	if err != nil {
		return err
	}
	for _, s := range open {
		r, err := h.Record(s.ID)
		if err != nil {
			return err
		}
		r.Summary = s
		r.State = result.RunInterrupted
		if err := h.Finish(r); err != nil {
			return err
		}
	}
	return nil
}

// Add adds a run. If there are too many, it removes the oldest ones and returns their names.
func (h *History) Add(s result.Summary) (removed []string, err error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if _, err := h.db.Exec("insert into runs (id, over, summary) values (?, ?, ?)", s.ID, s.State.Over(), string(data)); err != nil {
		return nil, err
	}
	rows, err := h.db.Query("delete from runs where over = 1 and number not in (select number from runs order by number desc limit ?) returning id", Limit)
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// Update changes the summary of a run.
func (h *History) Update(s result.Summary) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return changed(h.db.Exec("update runs set over = ?, summary = ? where id = ?", s.State.Over(), string(data), s.ID))
}

// Keep stores what is known of a run that has not ended, which is left of it if the program is killed.
func (h *History) Keep(r *result.Record) error {
	record, err := pack(r)
	if err != nil {
		return err
	}
	_, err = h.db.Exec("update runs set record = ? where id = ? and over = 0", record, r.ID)
	return err
}

// Finish stores the record of a run that has ended.
func (h *History) Finish(r *result.Record) error {
	summary, err := json.Marshal(r.Summary)
	if err != nil {
		return err
	}
	record, err := pack(r)
	if err != nil {
		return err
	}
	return changed(h.db.Exec("update runs set over = 1, summary = ?, record = ? where id = ?", string(summary), record, r.ID))
}

// changed returns ErrUnknown if a statement changed no rows.
func changed(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrUnknown
}

// List returns runs, the newest first: those added before the named one, or all if the name is empty.
func (h *History) List(limit int, before string) ([]result.Summary, error) {
	if before == "" {
		return h.summaries("select summary from runs order by number desc limit ?", limit)
	}
	return h.summaries("select summary from runs where number < (select number from runs where id = ?) order by number desc limit ?", before, limit)
}

// Record returns the record of a run. One that has not ended has its summary, and what was kept.
func (h *History) Record(id string) (*result.Record, error) {
	text, err := h.JSON(id)
	if err != nil {
		return nil, err
	}
	var raw struct {
		result.Record
		Document json.RawMessage `json:"document"` // as it was written
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, err
	}
	r := raw.Record
	if raw.Document != nil {
		r.Document = raw.Document
	}
	return &r, nil
}

// JSON returns the stored record of a run without decoding it.
func (h *History) JSON(id string) ([]byte, error) {
	var summary string
	var packed []byte
	err := h.db.QueryRow("select summary, record from runs where id = ?", id).Scan(&summary, &packed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, ErrUnknown
	case err != nil:
		return nil, err
	case packed == nil:
		return []byte(summary), nil
	}
	return unpack(packed)
}

// Delete removes a run.
func (h *History) Delete(id string) error {
	return changed(h.db.Exec("delete from runs where id = ?", id))
}

func (h *History) summaries(query string, args ...any) ([]result.Summary, error) {
	rows, err := h.db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	list, err := texts(rows)
	if err != nil {
		return nil, err
	}
	out := make([]result.Summary, len(list))
	for i, text := range list {
		if err := json.Unmarshal([]byte(text), &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// texts reads rows with one text column.
func texts(rows *sql.Rows) ([]string, error) {
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

func pack(r *result.Record) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(r); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// maxRecord is the maximum size of a record, in bytes.
const maxRecord = 1 << 30

func unpack(packed []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(reader, maxRecord))
}

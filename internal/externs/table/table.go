// Package table has the tables of externs: rows of inputs and the output that the function returned for them.
//
// Vocabulary:
//
//	Row    the scalars of the arguments and of the result of one call
//	Table  the rows of one extern, without duplicates; a function has one result per input
//	File   a CSV file with rows, as people read, edit and commit it: rows with the comments above them
//	Set    the tables of all externs of a system with their files, shared by workers
//	stale  a file whose rows were recorded with another runner than the present one
//
// A table is read from the CSV files that the model names and grows in memory as functions are run; it is written back only on
// request. See csv.go for the form of the files:
//
//	set, err := table.OpenSet(system, dir, list)    // faults of the files are in list
//	t := set.Table(x)                               // Lookup, Add: from any goroutine
//	saved, err := set.Save()                        // new rows go to the first file of each extern
//
// Save reads each file again, adds to it and replaces it, with its folder locked. So processes may save the same table at once,
// and one that is killed leaves the file as it was.
package table

import (
	"fmt"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Row is one known call: the scalars of the arguments and of the result, in the order of sts.Type.Leaves.
type Row struct {
	Args, Result []term.Value
}

// Table is the rows of one extern. It may be used by several goroutines.
type Table struct {
	Extern *sts.Extern

	mu      sync.RWMutex
	rows    []Row
	index   map[string]int
	initial int
}

// New makes an empty table.
func New(x *sts.Extern) *Table { return &Table{Extern: x, index: map[string]int{}} }

// ErrContradiction is the error for two different results of one input.
type ErrContradiction struct {
	Extern             *sts.Extern
	Old, New           Row
	OldPlace, NewPlace string // file and line of a row that is in a file
}

// Error shows both rows, with their places.
func (e *ErrContradiction) Error() string {
	return fmt.Sprintf("%s answers differently for the same input: %s%s, and now %s%s", e.Extern.Name,
		FormatRow(e.Extern, e.Old), within(e.OldPlace), FormatRow(e.Extern, e.New), within(e.NewPlace))
}

func within(place string) string {
	if place == "" {
		return ""
	}
	return " (" + place + ")"
}

// FormatRow prints a row as a call: RISE(300) = 2.42.
func FormatRow(x *sts.Extern, r Row) string {
	return value.FormatCall(x, r.Args) + " = " + x.Result.Format(r.Result)
}

// Key is a text that identifies the arguments of a row among the rows of one extern.
func Key(x *sts.Extern, args []term.Value) string { return value.FormatCall(x, args) }

// Add adds a row and reports whether it is new. A different result for a known input is an *ErrContradiction, and the old row
// stays.
func (t *Table) Add(r Row) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := Key(t.Extern, r.Args)
	if i, ok := t.index[key]; ok {
		if !term.SameValues(t.rows[i].Result, r.Result) {
			return false, &ErrContradiction{Extern: t.Extern, Old: t.rows[i], New: r}
		}
		return false, nil
	}
	t.index[key] = len(t.rows)
	t.rows = append(t.rows, r)
	return true, nil
}

// Lookup finds the result for an input.
func (t *Table) Lookup(args []term.Value) ([]term.Value, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i, ok := t.index[Key(t.Extern, args)]
	if !ok {
		return nil, false
	}
	return t.rows[i].Result, true
}

// Won reports whether the row for an input was added after the initial rows.
func (t *Table) Won(args []term.Value) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i, ok := t.index[Key(t.Extern, args)]
	return ok && i >= t.initial
}

// Rows returns a snapshot of the rows, in the order in which they were added.
func (t *Table) Rows() []Row {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[:len(t.rows):len(t.rows)]
}

// Len is the number of rows.
func (t *Table) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

// Initial returns the number of rows before anything was run.
func (t *Table) Initial() int { return t.initial }

// MarkInitial makes the present rows the initial ones.
func (t *Table) MarkInitial() { t.initial = t.Len() }

package result

import "github.com/sextant-mbt/sextant/internal/base/diag"

// Table is the result of a command of table, with an entry for each extern.
type Table[T any] struct {
	Head
	Diagnostics []diag.JSONDiagnostic `json:"diagnostics"`
	Dropped     int                   `json:"dropped,omitempty"` // diagnostics that are not listed
	Tables      []T                   `json:"tables"`

	Pruning bool `json:"-"` // rows that the function contradicts are dropped
}

// TableFile is a file of an extern.
type TableFile struct {
	Path    string `json:"path"`
	Rows    int    `json:"rows"`
	Missing bool   `json:"missing,omitempty"`
	Stale   bool   `json:"stale,omitempty"`
}

// TableState is the table of an extern.
type TableState struct {
	Extern  string      `json:"extern"`
	Rows    int         `json:"rows"`
	Stale   bool        `json:"stale"` // the runner changed since rows were recorded
	Files   []TableFile `json:"files"`
	Runners []string    `json:"runners"`
}

// TableRow is a row with values as the language writes them.
type TableRow struct {
	Args   []string `json:"args"`
	Result string   `json:"result,omitempty"`
	Call   string   `json:"call"` // such as RISE(300)
	Place  string   `json:"place,omitempty"`
}

// TableConflict is two results for one input.
type TableConflict struct {
	TableRow
	Other      string `json:"other"` // the result in a run or another file
	OtherPlace string `json:"otherPlace,omitempty"`
}

// TableFailure is a call that the function did not answer.
type TableFailure struct {
	TableRow
	Error string `json:"error"`
}

// TableImported is the result of an import.
type TableImported struct {
	Extern     string          `json:"extern"`
	From       string          `json:"from"`
	File       string          `json:"file,omitempty"`
	New        int             `json:"new"`
	Duplicates int             `json:"duplicates"`
	Conflicts  []TableConflict `json:"conflicts"`
	Rows       int             `json:"rows"` // that the file has now
}

// TableContent is the rows of an extern.
type TableContent struct {
	Extern string     `json:"extern"`
	Rows   []TableRow `json:"rows"`
	CSV    string     `json:"-"`
}

// TableRan is the result of calls of the real function.
type TableRan struct {
	Extern    string          `json:"extern"`
	Rows      []TableRow      `json:"rows"`
	Conflicts []TableConflict `json:"conflicts"` // with the table
	Failures  []TableFailure  `json:"failures"`
	Saved     int             `json:"saved"`
	File      string          `json:"file,omitempty"`
}

// TableChecked is the result of running all rows again.
type TableChecked struct {
	Extern     string          `json:"extern"`
	Skipped    string          `json:"skipped,omitempty"` // why nothing was run
	Checked    int             `json:"checked"`
	Conflicts  []TableConflict `json:"conflicts"`
	Failures   []TableFailure  `json:"failures"`
	Duplicates int             `json:"duplicates"`
	Comments   []string        `json:"comments,omitempty"` // that went with dropped rows
	Written    []string        `json:"written"`            // files
}

// Wrong reports whether rows contradict the table.
func (r TableImported) Wrong() bool { return len(r.Conflicts) > 0 }

// Wrong reports whether the function failed or contradicts the table.
func (r TableRan) Wrong() bool { return len(r.Conflicts)+len(r.Failures) > 0 }

// Wrong reports whether the function failed or contradicts the table.
func (r TableChecked) Wrong() bool { return len(r.Conflicts)+len(r.Failures) > 0 }

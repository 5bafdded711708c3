package result

import (
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// RunState is the state of a run of an analysis.
type RunState string

// The states of a run.
const (
	RunWaiting     RunState = "waiting"
	RunRunning     RunState = "running"
	RunDone        RunState = "done"
	RunCancelled   RunState = "cancelled"   // the user ended it; it may have a result
	RunFailed      RunState = "failed"      // it ended with an error
	RunInterrupted RunState = "interrupted" // the program ended before it did
)

// Over reports whether a run in this state has ended.
func (s RunState) Over() bool { return s != RunWaiting && s != RunRunning }

// Summary is the entry for a run in a list of runs.
type Summary struct {
	ID       string              `json:"id"`
	Analysis string              `json:"analysis"`
	Args     []string            `json:"args"`
	Options  map[string][]string `json:"options"` // flags that differ from their defaults
	Command  string              `json:"command"` // the command line that does the same
	Begun    time.Time           `json:"begun"`
	Seconds  float64             `json:"seconds"`
	State    RunState            `json:"state"`
	Finding  bool                `json:"finding"`
	Error    string              `json:"error,omitempty"`
	Notes    []string            `json:"notes,omitempty"`
}

// Record is one run of an analysis with everything that is needed to view it later, without the model.
type Record struct {
	Summary
	Text     string     `json:"text"`               // the result as text
	Document any        `json:"document,omitempty"` // the result as --json prints it
	Model    *ModelView `json:"model,omitempty"`
	Tree     *Tree      `json:"tree,omitempty"`
	Curve    []Point    `json:"curve,omitempty"`
}

// Point is the progress of a run at a moment.
type Point struct {
	Seconds       float64 `json:"seconds"` // since the run began
	Covered       int     `json:"covered"` // of the total
	Total         int     `json:"total"`
	Unit          string  `json:"unit,omitempty"` // what these count, such as runs; transitions if it is empty
	States        int     `json:"states"`
	Counted       string  `json:"counted,omitempty"` // what States counts, such as inputs sent; states if it is empty
	Waiting       int     `json:"waiting"`           // states that are not expanded yet
	Depth         int     `json:"depth"`
	Calls         int     `json:"calls"` // of the solver
	SolverSeconds float64 `json:"solverSeconds"`
	Rows          int     `json:"rows"` // new rows in tables, from calls of functions
}

// ModelView is a model for display: its text, its diagnostics, and, if there are no errors, its graph and its externs.
type ModelView struct {
	Name        string                `json:"name"`
	Files       []SourceFile          `json:"files"` // the named one is the first
	Diagnostics []diag.JSONDiagnostic `json:"diagnostics"`
	Dropped     int                   `json:"dropped,omitempty"` // diagnostics that are not listed
	Graph       *Graph                `json:"graph,omitempty"`
	Outline     []string              `json:"outline,omitempty"` // of a large graph: the places at which regions are entered that its outline folds
	Externs     []ExternView          `json:"externs,omitempty"`
}

// SourceFile is a file of a model.
type SourceFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// ExternView is a function that a model does not define, with its table and contracts.
type ExternView struct {
	Name       string          `json:"name"`
	Parameters []ParameterView `json:"parameters"`
	Result     string          `json:"result"` // its type
	Rows       []RowView       `json:"rows"`
	Runner     string          `json:"runner,omitempty"`
	Contracts  []ContractView  `json:"contracts,omitempty"`
	Thresholds []string        `json:"thresholds,omitempty"` // values that guards compare its results with
	Cut        int             `json:"cut,omitempty"`        // rows that are left out
}

// ParameterView is a parameter with its type.
type ParameterView struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// RowView is a known call of an extern.
type RowView struct {
	Arguments []string `json:"arguments"`
	Result    string   `json:"result"`
	Won       bool     `json:"won,omitempty"` // by the run: it was not in the table before
}

// ContractView is a contract of an extern.
type ContractView struct {
	Name      string         `json:"name"`
	Behaviors []BehaviorView `json:"behaviors"`
}

// BehaviorView is a behavior of a contract, as written.
type BehaviorView struct {
	Name     string `json:"name"`
	Requires string `json:"requires"`
	Ensures  string `json:"ensures"`
}

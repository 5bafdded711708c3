package result

import "github.com/sextant-mbt/sextant/internal/base/diag"

// Check is the result of the command check, and of other commands on a model that has errors.
type Check struct {
	Head
	Diagnostics []diag.JSONDiagnostic `json:"diagnostics"`
	Dropped     int                   `json:"dropped,omitempty"` // diagnostics that are not listed
	Allowed     int                   `json:"allowed,omitempty"` // warnings and notes that comments in the model silence
	Invariants  *Invariants           `json:"invariants,omitempty"`
	Operations  *Operations           `json:"operations,omitempty"`

	Summary string `json:"-"` // the size of a model without errors
}

// Import is the result of the command import.
type Import struct {
	Check
	Text    string `json:"text,omitempty"`    // if no file was written
	Mapping string `json:"mapping,omitempty"` // of the description of a service, if no file was written
}

// Export is the result of the command export.
type Export struct {
	Head
	Format  string `json:"format"`
	Tests   int    `json:"tests"`
	Steps   int    `json:"steps"`
	Changed bool   `json:"changed"` // the model is not the one that the tests were made from
	File    string `json:"file,omitempty"`

	Text []byte `json:"-"`
}

// Doctor is the result of the command doctor.
type Doctor struct {
	Command string      `json:"command"`
	Version string      `json:"version"`
	Go      string      `json:"go"`
	System  string      `json:"system"`
	Stats   Stats       `json:"stats"`
	Tools   []ToolState `json:"tools"`
}

// ToolState is a program that Sextant can use.
type ToolState struct {
	Name     string `json:"name"`
	Purpose  string `json:"purpose"`
	Required bool   `json:"required"`
	Path     string `json:"path,omitempty"`
	Version  string `json:"version,omitempty"`
	Advice   string `json:"advice,omitempty"`
}

// Unfinished is the result of a command that was ended before it had anything to show.
type Unfinished struct{ Head }

// Failed is the result of a command that could not do its work: its command line is wrong, or it lacks something that it needs.
type Failed struct {
	Command string `json:"command"` // empty if the command line names none
	Error   string `json:"error"`   // as it is written to standard error

	Refusal *Unsupported `json:"refusal,omitempty"` // why the model cannot be analysed; nil if there is another reason
}

// NewFailed is the result of a command that ended with an error.
func NewFailed(command string, err error) *Failed {
	return &Failed{Command: command, Error: err.Error(), Refusal: Refused(err)}
}

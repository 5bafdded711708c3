// Package diag holds positions in source files and the diagnostics that point at them.
//
// Vocabulary:
//
//	File        the name and text of one source file, with a line index
//	Span        a half-open byte range of one File
//	Code        a stable name of one kind of finding, such as "undefined-name"; see codes.go
//	Diagnostic  one finding: code, severity, span, message, related places, a hint for a fix
//	List        the findings of one phase, which reports all of them together; see list.go
//
// A phase takes a *List and adds to it; the caller checks List.HasErrors before it starts the next phase.
// The package imports nothing of the module, so that every layer may report through it.
package diag

// Severity is how serious a finding is.
type Severity uint8

// The severities, worst first. Only errors make a model unusable.
const (
	Error Severity = iota
	Warning
	Note
)

// String is the word that stands before a message.
func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Related is a second place that a diagnostic refers to.
type Related struct {
	Span    Span
	Message string
}

// Diagnostic is one finding about a source file.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     Span
	Message  string
	Hint     string // what to do about it, may be empty
	Related  []Related
}

// WithHint sets the hint.
func (d *Diagnostic) WithHint(hint string) *Diagnostic {
	d.Hint = hint
	return d
}

// WithRelated adds a related place, unless the span points nowhere.
func (d *Diagnostic) WithRelated(span Span, message string) *Diagnostic {
	if span.File != nil {
		d.Related = append(d.Related, Related{span, message})
	}
	return d
}

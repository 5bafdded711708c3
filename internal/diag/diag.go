// Package diag holds positions in source files and the diagnostics that point at them.
//
// Vocabulary:
//
//	File        the name and text of one source file, with a line index
//	Span        a half-open byte range of one File
//	Code        a stable name of one kind of finding, such as "undefined-name"; see codes.go
//	Diagnostic  one finding: code, severity, span, message, related places, a hint how to fix it
//	List        the findings of one phase, which reports all of them in one go
//
// A phase takes a *List and adds to it; the caller asks List.HasErrors before it starts the next phase.
// The package imports nothing of the module, so that every layer may report through it.
package diag

import (
	"fmt"
	"sort"
)

// Severity says how bad a finding is.
type Severity uint8

// The severities, worst first. Only errors make a model unusable.
const (
	Error Severity = iota
	Warning
	Note
)

// String is the word that stands before a message.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "note"
	}
}

// Related is a second place that a diagnostic speaks of.
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

// MaxShown is how many diagnostics a List keeps; what comes after is counted, not kept.
const MaxShown = 100

// List collects the diagnostics of a phase.
type List struct {
	items   []Diagnostic
	dropped int
	errors  int
}

// Add appends d. It keeps at most MaxShown diagnostics.
func (l *List) Add(d Diagnostic) {
	if d.Severity == Error {
		l.errors++
	}
	if len(l.items) >= MaxShown {
		l.dropped++
		return
	}
	l.items = append(l.items, d)
}

// Errorf adds an error at span.
func (l *List) Errorf(code Code, span Span, format string, args ...any) {
	l.Add(Diagnostic{Code: code, Severity: Error, Span: span, Message: fmt.Sprintf(format, args...)})
}

// ErrorHint adds an error at span with a hint how to fix it; an empty hint is left out.
func (l *List) ErrorHint(code Code, span Span, hint, format string, args ...any) {
	l.Add(Diagnostic{Code: code, Severity: Error, Span: span, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning at span.
func (l *List) Warnf(code Code, span Span, format string, args ...any) {
	l.Add(Diagnostic{Code: code, Severity: Warning, Span: span, Message: fmt.Sprintf(format, args...)})
}

// Notef adds a note at span.
func (l *List) Notef(code Code, span Span, format string, args ...any) {
	l.Add(Diagnostic{Code: code, Severity: Note, Span: span, Message: fmt.Sprintf(format, args...)})
}

// HasErrors tells whether any error was added.
func (l *List) HasErrors() bool { return l.errors > 0 }

// Dropped is the number of diagnostics that were counted but not kept.
func (l *List) Dropped() int { return l.dropped }

// Sorted returns the diagnostics by file, position and code, without duplicates.
func (l *List) Sorted() []Diagnostic {
	out := append([]Diagnostic(nil), l.items...)
	sort.SliceStable(out, func(i, j int) bool { return less(out[i], out[j]) })
	kept := out[:0]
	for i, d := range out {
		if i > 0 && same(d, kept[len(kept)-1]) {
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

func less(a, b Diagnostic) bool {
	if x, y := a.Span.FileName(), b.Span.FileName(); x != y {
		return x < y
	}
	if a.Span.Start != b.Span.Start {
		return a.Span.Start < b.Span.Start
	}
	return a.Code < b.Code
}

func same(a, b Diagnostic) bool {
	return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
}

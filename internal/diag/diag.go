// Package diag holds positions in source files and the diagnostics that point at them.
//
// Vocabulary:
//
//	File        the name and text of one source file, with a line index
//	Span        a half-open byte range of one File
//	Code        a stable name of one kind of finding, such as "undefined-name"; see codes.go
//	Diagnostic  one finding: code, severity, span, message, related places, a hint how to fix it
//	List        the findings of one phase, which reports all of them together
//
// A phase takes a *List and adds to it; the caller checks List.HasErrors before it starts the next phase.
// The package imports nothing of the module, so that every layer may report through it.
package diag

import (
	"cmp"
	"fmt"
	"slices"
)

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

// MaxShown is the maximum number of diagnostics that a List keeps; further ones are only counted.
const MaxShown = 100

// List collects the diagnostics of a phase.
type List struct {
	items   []*Diagnostic
	dropped int
	errors  int
}

// Add appends d. It keeps at most MaxShown diagnostics.
func (l *List) Add(d Diagnostic) { l.add(&d) }

func (l *List) add(d *Diagnostic) {
	if d.Severity == Error {
		l.errors++
	}
	if len(l.items) >= MaxShown {
		l.dropped++
		return
	}
	l.items = append(l.items, d)
}

func (l *List) addf(severity Severity, code Code, span Span, format string, args []any) *Diagnostic {
	d := &Diagnostic{Code: code, Severity: severity, Span: span, Message: fmt.Sprintf(format, args...)}
	l.add(d)
	return d
}

// Errorf adds an error at span.
func (l *List) Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.addf(Error, code, span, format, args)
}

// ErrorHint adds an error at span with a hint how to fix it; an empty hint is left out.
func (l *List) ErrorHint(code Code, span Span, hint, format string, args ...any) {
	l.addf(Error, code, span, format, args).Hint = hint
}

// Warnf adds a warning at span.
func (l *List) Warnf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.addf(Warning, code, span, format, args)
}

// Notef adds a note at span.
func (l *List) Notef(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.addf(Note, code, span, format, args)
}

// HasErrors reports whether any error was added.
func (l *List) HasErrors() bool { return l.errors > 0 }

// IsFull reports whether further diagnostics are only counted, so that nobody reads their hints.
func (l *List) IsFull() bool { return len(l.items) >= MaxShown }

// Dropped is the number of diagnostics that were counted but not kept.
func (l *List) Dropped() int { return l.dropped }

// Sorted returns the diagnostics by file, position and code, without duplicates.
func (l *List) Sorted() []Diagnostic {
	out := make([]Diagnostic, len(l.items))
	for i, d := range l.items {
		out[i] = *d
	}
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.FileName(), b.Span.FileName()), a.Span.Start-b.Span.Start, cmp.Compare(a.Code, b.Code))
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
	})
}

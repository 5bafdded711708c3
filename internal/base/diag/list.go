package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxShown is the maximum number of errors that a List keeps, and of warnings and notes of one code; further ones are only counted.
// So many harmless findings never displace a worse one, or one of another kind.
const MaxShown = 100

// List collects the diagnostics of a phase.
type List struct {
	items   []*Diagnostic
	kept    map[kind]int
	dropped Counts
	allowed int
	errors  int
}

// kind identifies diagnostics that share a limit: all errors, and the warnings or notes of one code.
type kind struct {
	severity Severity
	code     Code
}

func kindOf(d *Diagnostic) kind {
	if d.Severity == Error {
		return kind{severity: Error}
	}
	return kind{d.Severity, d.Code}
}

// Counts are numbers of diagnostics by severity.
type Counts [Note + 1]int

// Total is the number of diagnostics of all severities.
func (c Counts) Total() int { return c[Error] + c[Warning] + c[Note] }

// Plus returns the sums.
func (c Counts) Plus(more Counts) Counts {
	for s := range c {
		c[s] += more[s]
	}
	return c
}

// Minus returns the differences.
func (c Counts) Minus(before Counts) Counts {
	for s := range c {
		c[s] -= before[s]
	}
	return c
}

// Add appends d, or counts it if enough of its kind are kept or a comment in its file silences it.
func (l *List) Add(d Diagnostic) { l.add(&d) }

func (l *List) add(d *Diagnostic) {
	if d.Severity == Error {
		l.errors++
	}
	if d.isAllowed() {
		l.allowed++
		return
	}
	if l.isFull(kindOf(d)) {
		l.dropped[d.Severity]++
		return
	}
	if l.kept == nil {
		l.kept = map[kind]int{}
	}
	l.kept[kindOf(d)]++
	l.items = append(l.items, d)
}

// AddAll appends the diagnostics of another list, and counts those that it only counted.
func (l *List) AddAll(other *List) {
	for _, d := range other.Sorted() {
		l.Add(d)
	}
	l.dropped = l.dropped.Plus(other.dropped)
	l.allowed += other.allowed
	l.errors += other.dropped[Error]
}

// Map changes each diagnostic that the list keeps, for instance its place, and returns the list.
func (l *List) Map(change func(Diagnostic) Diagnostic) *List {
	for _, d := range l.items {
		*d = change(*d)
	}
	return l
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

// ErrorHint adds an error at span with a hint for a fix; an empty hint is left out.
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

// IsFull reports whether further diagnostics of a severity and code are only counted, so that their hints need not be computed.
func (l *List) IsFull(severity Severity, code Code) bool {
	return l.isFull(kindOf(&Diagnostic{Severity: severity, Code: code}))
}

func (l *List) isFull(k kind) bool { return l.kept[k] >= MaxShown }

// Dropped is the number of diagnostics that were counted but not kept.
func (l *List) Dropped() Counts { return l.dropped }

// Allowed is the number of diagnostics that comments in their files silence.
func (l *List) Allowed() int { return l.allowed }

// Sorted returns the diagnostics, the worst first, by file, position and code, without duplicates.
func (l *List) Sorted() []Diagnostic {
	out := make([]Diagnostic, len(l.items))
	for i, d := range l.items {
		out[i] = *d
	}
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Span.FileName(), b.Span.FileName()), a.Span.Start-b.Span.Start, cmp.Compare(a.Code, b.Code))
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
	})
}

// String is the text about diagnostics that are not shown, such as "3 more errors and 20 more notes are not shown".
func (c Counts) String() string {
	var parts []string
	for s, n := range c {
		switch {
		case n == 1:
			parts = append(parts, fmt.Sprintf("1 more %s", Severity(s)))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d more %ss", n, Severity(s)))
		}
	}
	verb := " are not shown"
	if c.Total() == 1 {
		verb = " is not shown"
	}
	if len(parts) == 3 {
		parts = []string{parts[0] + ", " + parts[1], parts[2]}
	}
	return strings.Join(parts, " and ") + verb
}

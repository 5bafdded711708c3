package convert

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
)

// Model is the result of converting a foreign machine.
type Model struct {
	Text         string               // empty if the machine has errors
	Declarations string               // of a service: the part of the text without behaviour
	Mapping      string               // of a service: the mapping of its messages
	Places       map[string]diag.Span // where declarations come from, by their headings, in machines after MACHINE and a dot; that of "" is for all others
}

// Relocate converts a diagnostic about the text of the model, which need not be in any file, to one about the foreign file.
func (m *Model) Relocate(d diag.Diagnostic) diag.Diagnostic {
	line := m.declaration(d.Span.Start)
	at, known := m.Places[Heading(line)]
	if inner := m.inMachine(line, d.Span.Start); inner != "" {
		machine := strings.TrimPrefix(Heading(line), "machine ")
		line = inner
		if place, found := m.Places[machine+"."+Heading(inner)]; found {
			at, known = place, true
		}
	}
	if !known {
		at = m.Places[""]
	}
	return diag.Diagnostic{Code: d.Code, Severity: d.Severity, Span: at, Hint: d.Hint, Message: fmt.Sprintf("%s; this becomes: %s", d.Message, text.Clip(line, Width))}
}

// declaration is the first line of the declaration at an offset: its other lines are indented, or empty within a machine.
func (m *Model) declaration(offset int) string {
	start := strings.LastIndex(m.Text[:min(offset, len(m.Text))], "\n") + 1
	for start > 0 && (strings.HasPrefix(m.Text[start:], " ") || strings.HasPrefix(m.Text[start:], "\n")) {
		start = strings.LastIndex(m.Text[:start-1], "\n") + 1
	}
	line, _, _ := strings.Cut(m.Text[start:], "\n")
	return line
}

// inMachine is the first line of the declaration at an offset within a machine, without its indentation; empty elsewhere.
func (m *Model) inMachine(line string, offset int) string {
	if !strings.HasPrefix(line, "machine ") {
		return ""
	}
	before := strings.Split(m.Text[:min(offset, len(m.Text))], "\n")
	for i := len(before) - 1; i >= 0 && before[i] != line; i-- {
		if inner := strings.TrimPrefix(before[i], "  "); inner != before[i] && !strings.HasPrefix(inner, " ") {
			rest, _, _ := strings.Cut(m.Text[min(offset, len(m.Text)):], "\n")
			if i == len(before)-1 {
				inner += rest
			}
			return inner
		}
	}
	return ""
}

// Heading is the beginning of a declaration: "event up", "var x", or the name of a transition.
func Heading(line string) string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })
	switch {
	case len(words) == 0:
		return ""
	case len(words) > 1 && declares[words[0]]:
		return words[0] + " " + words[1]
	}
	return words[0]
}

var declares = map[string]bool{"event": true, "var": true, "const": true, "invariant": true, "type": true, "function": true, "input": true, "output": true, "channel": true,
	"clock": true, "initial": true, "final": true, "location": true, "machine": true, "instance": true, "purpose": true}

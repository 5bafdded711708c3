package efsmjson

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// write is the text of the model in canonical form.
func (m *model) write() convert.Model {
	var head, body strings.Builder
	locations, transitions := convert.NewNames(), convert.NewNames()
	place, places := map[string]string{}, map[string]diag.Span{"": m.at.Span}
	for _, v := range m.vars {
		name := m.variables[v.name.string].name
		places["var "+name], places["const "+name] = v.initial.Span, v.initial.Span
	}
	for _, s := range m.states {
		place[s.string] = locations.Give(s.string)
	}
	for _, s := range m.steps {
		name := transitions.Give(s.row.id.string)
		m.writeStep(&body, name, place, s)
		places[name] = s.row.at.Span
	}
	for _, r := range m.remarks {
		writeRemark(&head, r)
	}
	if m.name != "" {
		fmt.Fprintf(&head, "system %s\n", syntax.Declarable(m.name))
	}
	m.writeDeclarations(&head)
	m.writeLocations(&head, place)
	return convert.Model{Text: convert.Format(head.String() + body.String()), Places: places}
}

// writeRemark writes a comment in lines of the usual width.
func writeRemark(w *strings.Builder, text string) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, text)
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) >= convert.Width && line != "#" {
			fmt.Fprintln(w, line)
			line = "#"
		}
		line += " " + word
	}
	if line != "#" {
		fmt.Fprintln(w, line)
	}
}

func (m *model) writeDeclarations(w *strings.Builder) {
	if members := m.members(); len(members) > 0 {
		fmt.Fprintf(w, "\ntype %s = enum { %s }\n", characterType, strings.Join(members, ", "))
	}
	w.WriteString("\n")
	for _, name := range m.inputOrder {
		in := m.inputs[name]
		var payload []string
		own := convert.NewNames()
		for i, p := range in.params {
			payload = append(payload, own.Give(p)+": "+baseTypes[in.kinds[i].known()])
		}
		fmt.Fprintf(w, "input %s(%s)\n", in.name, strings.Join(payload, ", "))
	}
	for _, c := range m.outputs {
		fmt.Fprintf(w, "output %s(%s)\n", c.name, strings.Join(c.types, ", "))
	}
	w.WriteString("\n")
	for _, name := range m.order {
		m.writeVariable(w, m.variables[name])
	}
}

// writeVariable declares a variable, or a constant if nothing changes it.
func (m *model) writeVariable(w *strings.Builder, v *place) {
	word := "var"
	if !v.changed && v.initial != nil {
		word = "const"
	}
	fmt.Fprintf(w, "%s %s: %s", word, v.name, baseTypes[v.kind.known()])
	if v.initial != nil {
		fmt.Fprintf(w, " = %s", print.Expr(v.initial))
	}
	w.WriteString("\n")
}

// writeLocations names the initial location, and those that no transition leaves: the machine may stop there.
func (m *model) writeLocations(w *strings.Builder, place map[string]string) {
	left := map[string]bool{}
	for _, r := range m.rows {
		left[r.from.string] = true
	}
	fmt.Fprintf(w, "\ninitial %s\n", place[m.initial.string])
	var ends []string
	for _, s := range m.states {
		if !left[s.string] {
			ends = append(ends, place[s.string])
		}
	}
	if len(ends) > 0 {
		fmt.Fprintf(w, "final %s\n", strings.Join(ends, ", "))
	}
	w.WriteString("\n")
}

// writeStep writes a transition, on one line if it fits.
func (m *model) writeStep(w *strings.Builder, name string, place map[string]string, s step) {
	parts := []string{fmt.Sprintf("%s: %s -> %s", name, place[s.row.from.string], place[s.row.to.string])}
	if s.row.input.string != "" {
		parts = append(parts, fmt.Sprintf("in %s(%s)", m.inputs[s.row.input.string].name, strings.Join(s.targets, ", ")))
	}
	if s.guard != nil {
		parts = append(parts, "when "+print.Expr(s.guard))
	}
	if len(s.update) > 0 {
		parts = append(parts, "do "+strings.Join(s.update, "; "))
	}
	if len(s.sent) > 0 {
		var messages []string
		for _, message := range s.sent {
			messages = append(messages, m.channel(message).name+"("+strings.Join(message.args, ", ")+")")
		}
		parts = append(parts, "out "+strings.Join(messages, ", "))
	}
	w.WriteString(convert.Line(parts))
}

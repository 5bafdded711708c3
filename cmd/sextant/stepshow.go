package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The colours of a walk on a terminal.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	red   = "\x1b[31m"
	plain = "\x1b[0m"
)

// paint colours a text, on a terminal.
func (w *walker) paint(color, text string) string {
	if !w.color {
		return text
	}
	return color + text + plain
}

func (w *walker) line(format string, args ...any) { fmt.Fprintf(w.out, format+"\n", args...) }

// show shows the state: the last step, the locations, the values and terms, and the choices.
func (w *walker) show() {
	s := w.state
	if n := len(s.Trace.Steps); n > 0 {
		w.line("%s", text.Visible(stepLine(n, s.Trace.Steps[n-1])))
	}
	w.line("%s", w.paint(bold, "at "+text.Visible(s.Location)))
	w.showStore()
	if len(s.Condition) > 0 {
		w.line("  if %s", text.Visible(text.Clip(strings.Join(s.Condition, "; "), maxShown)))
	}
	for _, name := range s.Broken {
		w.line("%s", w.paint(red, "  the invariant "+text.Visible(name)+" does not hold"))
	}
	if len(s.Choices) == 0 {
		w.line("  nothing can happen here")
	}
	for i, c := range s.Choices {
		w.showChoice(i+1, c)
	}
}

// maxShown is the maximum length of a shown value, term or condition, in characters.
const maxShown = 300

// showStore lists the variables, with values and terms side by side.
func (w *walker) showStore() {
	names, values := 0, 0
	for _, v := range w.state.Concrete {
		names, values = max(names, utf8.RuneCountInString(v.Name)), max(values, min(maxValueColumn, utf8.RuneCountInString(v.Value)))
	}
	for i, v := range w.state.Concrete {
		term := w.state.Symbolic[i].Value
		if term == v.Value {
			term = ""
		}
		line := fmt.Sprintf("  %-*s  %-*s  %s", names, v.Name, values, text.Clip(v.Value, maxShown), text.Clip(term, maxShown))
		w.line("%s", strings.TrimRight(text.Visible(line), " "))
	}
}

// maxValueColumn is the width of the column of values; longer ones push the terms away.
const maxValueColumn = 40

// showChoice writes one line for a choice that can be taken, and two lines for one that cannot.
func (w *walker) showChoice(number int, c result.StepChoice) {
	line := fmt.Sprintf("  %d  %s%s", number, c.Transition, inputText(c))
	if c.Answer == result.StepFeasible {
		w.line("%s", text.Visible(line))
		return
	}
	reason := string(c.Answer)
	if len(c.Conflict) > 0 {
		reason += ": " + strings.Join(c.Conflict, "; ")
	}
	if c.Reason != "" {
		reason += "; " + c.Reason
	}
	w.line("%s", w.paint(faint, text.Visible(line+"  ("+text.Clip(reason, maxShown)+")")))
}

// inputText describes the values of a choice: names with types, and default values.
func inputText(c result.StepChoice) string {
	if c.Input == nil {
		return ""
	}
	var parts []string
	for _, p := range c.Input.Parameters {
		part := p.Name + ": " + p.Type
		if p.Example != "" {
			part += " = " + text.Clip(p.Example, maxValueColumn)
		}
		parts = append(parts, part)
	}
	return "  " + c.Input.Channel + "(" + strings.Join(parts, ", ") + ")"
}

func (w *walker) showTrace() {
	for i, t := range w.state.Trace.Steps {
		w.line("%s", text.Visible(stepLine(i+1, t)))
	}
}

// stepLine describes a step of the walk: its number, its name, and its messages.
func stepLine(number int, t result.Step) string {
	line := fmt.Sprintf("%d. %s", number, t.Transition)
	if t.At != "" {
		line += " at " + t.At
	}
	if t.Input != nil {
		line += "  <- " + t.Input.Text
	}
	for i, m := range t.Outputs {
		line += [2]string{"  -> ", ", "}[min(i, 1)] + m.Text
	}
	return line
}

// splitWords splits a line at blanks outside brackets and quotes.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	depth, quoted, escaped := 0, false, false
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range line {
		switch {
		case quoted:
			quoted = r != '"' || escaped
			escaped = r == '\\' && !escaped
		case r == '"':
			quoted = true
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case unicode.IsSpace(r) && depth <= 0:
			end()
			continue
		}
		word.WriteRune(r)
	}
	end()
	return words
}

// cutName splits a word of the form name=value.
func cutName(word string) (name, value string, named bool) {
	name, value, named = strings.Cut(word, "=")
	isName := name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return name, value, named && isName && !unicode.IsDigit([]rune(name)[0])
}

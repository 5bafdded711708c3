package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// The colours of text, as parameters of the ANSI "select graphic rendition" sequence.
const (
	styleStrong = "1"
	styleFaint  = "2"
	styleGood   = "32"
	styleCare   = "33"
	styleBad    = "1;31"
)

// textWriter collects lines for a terminal. Whatever is written passes through text.Visible, since names and expressions come from the user's
// model and may contain anything.
type textWriter struct {
	out     strings.Builder
	width   int
	color   bool
	verbose bool
}

// painted is text with a colour, made printable.
type painted string

// paint wraps text in a colour if colours are on.
func (w *textWriter) paint(style, s string) painted {
	s = text.Visible(s)
	if !w.color || s == "" || style == "" {
		return painted(s)
	}
	return painted("\x1b[" + style + "m" + s + "\x1b[0m")
}

func (w *textWriter) line(format string, args ...any) {
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			args[i] = text.Visible(s)
		}
	}
	fmt.Fprintf(&w.out, format+"\n", args...)
}

func (w *textWriter) blank() { w.out.WriteByte('\n') }

// section starts a part of the text under a heading.
func (w *textWriter) section(style, heading string) {
	w.blank()
	w.line("%s", w.paint(style, heading))
}

// entry writes a word at the left and text next to it.
func (w *textWriter) entry(label, text string) {
	w.wrapped(fmt.Sprintf("  %-*s", labelWidth, label), text)
}

// wrapped writes text after a lead; further lines are indented to where the text began.
func (w *textWriter) wrapped(lead, text string) { w.wrappedStyled("", lead, text) }

// wrappedStyled is wrapped with a colour for the lead, or none if style is empty.
func (w *textWriter) wrappedStyled(style, lead, s string) {
	indent := min(utf8.RuneCountInString(lead), w.width/2)
	first := w.paint(style, lead)
	for i, line := range wrap(text.Visible(s), w.width-indent) {
		if i > 0 {
			first = painted(strings.Repeat(" ", indent))
		}
		w.out.WriteString(strings.TrimRight(string(first)+line, " ") + "\n")
	}
}

// wrap breaks text at blanks into lines of at most width characters; a longer word has a line of its own.
func wrap(text string, width int) []string {
	words := breakable(text)
	lines := words[:1:1]
	for _, word := range words[1:] {
		last := &lines[len(lines)-1]
		if utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width {
			*last += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// breakable splits text at blanks, but not after a number, so that 3 ms stays together.
func breakable(text string) []string {
	words := strings.Split(text, " ")
	joined := words[:1:1]
	for i, word := range words[1:] {
		if before := words[i]; before != "" && isDigit(before[len(before)-1]) {
			joined[len(joined)-1] += " " + word
		} else {
			joined = append(joined, word)
		}
	}
	return joined
}

// pad adds blanks up to a width in characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// Package listing writes diagnostics as text for people, with the lines of source that they are about.
package listing

import (
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Render writes diagnostics as text. Each has a head line, the source line with the span underlined, a hint if
// there is one, and the related places:
//
//	lamp.sxt:3:14: error[unexpected-token]: unexpected `)`, expected an expression
//	   3 | assume a and )
//	     |              ^
//	  hint: ...
//	lamp.sxt:1:5: note: a is declared here
//
// If a file has many notes of one code, only the first is shown, with the number and the lines of the others. dropped holds the numbers of
// diagnostics that are not in list; colour is written only if color is set.
func Render(w io.Writer, list []diag.Diagnostic, dropped diag.Counts, color bool) {
	r := renderer{color: color}
	for _, e := range fold(list) {
		r.entry(e)
	}
	if dropped.Total() > 0 {
		fmt.Fprintf(&r.out, "%s\n", dropped)
	}
	io.WriteString(w, r.out.String())
}

// renderer collects the output, so that it is written at once.
type renderer struct {
	out   strings.Builder
	color bool
}

// The colours of the parts of a diagnostic, as parameters of the ANSI "select graphic rendition" sequence.
const styleStrong, styleGutter = "1", "34"

var styles = [...]string{diag.Error: "1;31", diag.Warning: "1;33", diag.Note: "1;36"}

// paint wraps text in a colour if colours are on.
func (r *renderer) paint(style, text string) string {
	if !r.color || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

func (r *renderer) entry(d *entry) {
	style := styles[d.Severity]
	kind := fmt.Sprintf("%s[%s]:", d.Severity, d.Code)
	fmt.Fprintf(&r.out, "%s%s %s\n", r.place(d.Span), r.paint(style, kind), r.paint(styleStrong, printable(d.Message)))
	r.snippet(d.Span, style)
	if d.Hint != "" {
		fmt.Fprintf(&r.out, "  %s %s\n", r.paint(styles[diag.Note], "hint:"), printable(d.Hint))
	}
	for _, related := range d.Related {
		fmt.Fprintf(&r.out, "%s%s %s\n", r.place(related.Span), r.paint(styles[diag.Note], "note:"), printable(related.Message))
		r.snippet(related.Span, styles[diag.Note])
	}
	if len(d.alike) > 0 {
		fmt.Fprintf(&r.out, "  %s\n", d.others())
	}
}

// place is "file:line:column: ", or empty for a span that points nowhere.
func (r *renderer) place(s diag.Span) string {
	if s.File == nil {
		return ""
	}
	at := s.Position()
	return fmt.Sprintf("%s:%d:%d: ", s.File.Name, at.Line, at.Column)
}

// snippet writes the line where s starts, and a line with a caret and tildes under s.
func (r *renderer) snippet(s diag.Span, style string) {
	if s.File == nil {
		return
	}
	line := s.Position().Line
	before, marked, after := cutWindow(s.Parts())
	number := fmt.Sprintf("%4d |", line)
	blank := strings.Repeat(" ", len(number)-1) + "|"
	caret := "^" + strings.Repeat("~", max(0, width(marked)-1))
	fmt.Fprintf(&r.out, "%s %s\n", r.paint(styleGutter, number), strings.TrimRight(before+marked+after, " "))
	fmt.Fprintf(&r.out, "%s %s%s\n", r.paint(styleGutter, blank), strings.Repeat(" ", width(before)), r.paint(style, caret))
}

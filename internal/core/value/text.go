package value

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Fault is an error in the text of a value: its position in the text, the message, and a hint.
type Fault struct {
	Code          diag.Code
	Start, End    int
	Message, Hint string
}

func fault(hint, format string, args ...any) *Fault {
	return &Fault{Code: diag.CodeTableValue, Hint: hint, Message: fmt.Sprintf(format, args...)}
}

// at shifts the position of a fault in a part of a text to the whole text. A fault without a position concerns the whole part.
func (f *Fault) at(start, length int) *Fault {
	if f == nil {
		return nil
	}
	if f.End == 0 {
		f.End = length
	}
	f.Start += start
	f.End += start
	return f
}

// Parse reads a value in the notation of models and tables into out, which has room for its scalars. The text of a string may be written
// without quotes.
func Parse(t *sts.Type, text string, out []term.Value) *Fault {
	if t.Scalar != nil {
		v, f := parseWhole(t.Scalar, text)
		out[0] = v
		return f.at(0, len(text))
	}
	if t.Form == sts.Optional && IsString(t.Elem) && text != "none" && !strings.HasPrefix(text, `"`) {
		out[0], out[1] = term.BoolValue(true), term.StringValue(text)
		return nil
	}
	r := &reader{text: text, left: maxElements}
	r.value(t, out)
	r.skip()
	if r.fault == nil && r.at < len(text) {
		r.fail(r.at, len(text), "the value ends before", "unexpected %s after the value", Show(text[r.at:]))
	}
	return r.fault
}

// parseWhole reads a text that is one scalar. A string is the text itself, or a literal if it begins with a quote.
func parseWhole(sort *term.Sort, text string) (term.Value, *Fault) {
	if sort.Kind != term.KindString {
		return parseScalar(sort, text)
	}
	if !strings.HasPrefix(text, `"`) {
		return term.StringValue(text), nil
	}
	content, length, f := literal(text)
	if f == nil && length < len(text) {
		f = fault(`within a literal, a quote is written \"`, "text follows the quote that closes the string")
		f.Start, f.End = length, len(text)
	}
	return term.StringValue(content), f
}

// parseScalar reads a value of a sort that is not a string.
func parseScalar(sort *term.Sort, s string) (term.Value, *Fault) {
	switch sort.Kind {
	case term.KindBool:
		if lower := strings.ToLower(s); lower == "true" || lower == "false" { // spreadsheets and other languages write TRUE, True
			return term.BoolValue(lower == "true"), nil
		}
		return term.Value{}, fault("write true or false", "%s is not a bool", Show(s))
	case term.KindEnum:
		return parseMember(sort, s)
	case term.KindReal:
		r, err := parseFraction(s, parseNumber)
		if err != nil {
			hint := numberHint(s, "write an exact decimal or a fraction, such as 2.42, -1e-3 or 1/3")
			return term.Value{}, fault(hint, "%s is not a real", Show(s))
		}
		return term.RatValue(r), nil
	}
	n, err := parseInteger(s)
	if err != nil {
		return term.Value{}, fault(integerHint(s), "%s is not of type %s", Show(s), sort)
	}
	v, ok := integer(sort, n)
	if !ok {
		f := fault("correct the value, or widen the type in the model", "%s is not of type %s", text.Clip(n.String(), 60), sort)
		f.Code = diag.CodeTableRange
		return v, f
	}
	return v, nil
}

func parseMember(sort *term.Sort, s string) (term.Value, *Fault) {
	if i := slices.Index(sort.Members, s); i >= 0 {
		return term.IntValue(int64(i)), nil
	}
	hint := "the members are " + text.Clip(strings.Join(sort.Members, ", "), 60)
	if closest := diag.Closest(s, sort.Members); closest != "" {
		hint = fmt.Sprintf("did you mean %s?", closest)
	}
	return term.Value{}, fault(hint, "%s is not a member of %s", Show(s), sort)
}

// integerHint returns a hint for a text that is not an integer.
func integerHint(s string) string {
	switch r, err := parseFraction(s, parseNumber); {
	case len(s) > maxDigits:
		return fmt.Sprintf("a number may have %d digits", maxDigits)
	case err == nil && r.IsInt():
		return "write " + text.Clip(r.Num().String(), 60)
	}
	return numberHint(s, "write a whole number, such as 12, -3 or 0xff")
}

// numberHint returns the usual hint, unless the text has a known mistake.
func numberHint(text, usual string) string {
	switch {
	case strings.Contains(text, "#"):
		return "write a comment on a line of its own"
	case strings.Contains(text, ";"):
		return "cells are separated by commas, not by semicolons"
	case text == "":
		return "the value is empty; " + usual
	}
	return usual
}

// Show quotes the text of a value in a message, shortened.
func Show(s string) string {
	if s == "" {
		return "an empty value"
	}
	return "`" + text.Clip(s, 60) + "`"
}

// Example shows how a value of the type is written; one that is long is shortened.
func Example(t *sts.Type) string { return text.Clip(t.Format(exampleOf(t)), 60) }

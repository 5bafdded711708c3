package content

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Plain has the values of a payload as text.
type Plain struct {
	Texts  []string // strings, members of enumerations and alternatives without fields unchanged, others as JSON
	Absent []bool   // optional values that are none; their text is empty
	data   []any
}

// Elements returns the texts of the elements of a value that is a sequence or set of scalars; false means that it is not.
func (p Plain) Elements(c *sts.Channel, i int) ([]string, bool) {
	t := c.Payload[i]
	if t.Form == sts.Optional && !p.Absent[i] {
		t = t.Elem
	}
	list, ok := p.data[i].([]any)
	if !ok || t.Form != sts.Sequence && t.Form != sts.Set || t.Elem.Scalar == nil {
		return nil, false
	}
	out := make([]string, len(list))
	for k, element := range list {
		text, err := value.AppendData(nil, element)
		if err != nil {
			return nil, false
		}
		if out[k] = string(text); value.IsString(t.Elem) || t.Elem.Scalar.Kind == term.KindEnum {
			out[k], _ = element.(string)
		}
	}
	return out, true
}

// plainData parses a text that Notation.Plain wrote.
func plainData(t *sts.Type, text string) (any, error) {
	switch {
	case t.Form == sts.Optional && text == "":
		return nil, nil
	case t.Form == sts.Optional && t.Elem.Form != sts.Optional:
		return plainData(t.Elem, text)
	case t.Form == sts.Union && !strings.HasPrefix(text, "{"):
		return text, nil
	case t.Scalar == nil:
		return value.ReadJSON([]byte(text))
	}
	switch t.Scalar.Kind {
	case term.KindBool:
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return text, nil // not a bool, which its decoder reports
	case term.KindString, term.KindEnum, term.KindReal:
		return text, nil
	}
	if isInteger().MatchString(text) {
		return json.Number(text), nil
	}
	return text, nil // not a number, which its decoder reports
}

var isInteger = text.Pattern(`\A` + integerPattern + `\z`)

const integerPattern = `[+-]?[0-9]+`

// isIntegral reports whether the values of a type are integers.
func isIntegral(t *sts.Type) bool {
	if t.Scalar == nil {
		return false
	}
	switch t.Scalar.Kind {
	case term.KindBool, term.KindString, term.KindEnum, term.KindReal:
		return false
	}
	return true
}

// patternOf returns a regular expression for the texts of values of a type.
func patternOf(t *sts.Type) string {
	switch {
	case t.Form == sts.Optional:
		return `(?:` + patternOf(t.Elem) + `)?`
	case t.Form == sts.Union:
		return membersPattern(t.Tag().Members) + `|\{.*?\}`
	case t.IsArray() || t.Form == sts.Sequence || t.Form == sts.Set:
		return `\[.*?\]`
	case t.Form == sts.Map:
		return `\{.*?\}|\[.*?\]`
	case t.IsRecord():
		return `\{.*?\}`
	}
	switch t.Scalar.Kind {
	case term.KindBool:
		return `true|false`
	case term.KindString:
		return `.*?`
	case term.KindReal:
		return `[+-]?[0-9.][0-9./eE+-]*`
	case term.KindEnum:
		return membersPattern(t.Scalar.Members)
	}
	return integerPattern
}

func membersPattern(members []string) string {
	names := make([]string, len(members))
	for i, name := range members {
		names[i] = regexp.QuoteMeta(name)
	}
	return strings.Join(names, "|")
}

// isText reports whether the text of a value can be any text.
func isText(t *sts.Type) bool { return value.IsString(t) || t.Form == sts.Optional && isText(t.Elem) }

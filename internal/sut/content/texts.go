package content

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/value"
)

// JSONTexts returns the values of a payload as JSON.
func JSONTexts(c *sts.Channel, scalars []term.Value) ([]string, error) {
	texts, err := value.JSON(c.Payload, scalars)
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = string(text)
	}
	return out, err
}

// PlainTexts returns the values of a payload as text: strings and members of enumerations as they are, others as JSON.
func PlainTexts(c *sts.Channel, scalars []term.Value) ([]string, error) {
	data, err := value.EncodeAll(c.Payload, scalars)
	if err != nil {
		return nil, err
	}
	out, err := JSONTexts(c, scalars)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if text, ok := data[i].(string); ok {
			out[i] = text
		}
	}
	return out, nil
}

// plainData reads a text as PlainTexts writes it.
func plainData(t *sts.Type, text string) (any, error) {
	if t.Scalar == nil {
		return value.ReadJSON([]byte(text))
	}
	switch t.Scalar.Kind {
	case term.KindBool:
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return text, nil // which is no bool; its decoder reports that
	case term.KindString, term.KindEnum, term.KindReal:
		return text, nil
	}
	if isInteger.MatchString(text) {
		return json.Number(text), nil
	}
	return text, nil // which is no number; its decoder reports that
}

var isInteger = regexp.MustCompile(`\A` + integerPattern + `\z`)

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
	case t.IsArray():
		return `\[.*?\]`
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
		names := make([]string, len(t.Scalar.Members))
		for i, name := range t.Scalar.Members {
			names[i] = regexp.QuoteMeta(name)
		}
		return strings.Join(names, "|")
	}
	return integerPattern
}

// Package convert holds the shared parts of converters of foreign notations: names and expressions of the model, and its text.
package convert

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Width is the maximum width of lines of the model.
const Width = 120

// Line is the parts of a declaration on one line, or on a line each if they do not fit.
func Line(parts []string) string {
	if line := strings.Join(parts, " "); len(line) <= Width {
		return line + "\n"
	}
	return strings.Join(parts, "\n") + "\n"
}

// Format is the text of a model in canonical form.
func Format(model string) string {
	return print.Format(diag.NewFile("import.sxt", model), &diag.List{})
}

// Clip shortens a foreign text for messages.
func Clip(s string) string { return scan.Clip(s) }

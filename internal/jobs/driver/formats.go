package driver

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis/imports"
	"github.com/sextant-mbt/sextant/internal/testing/export"
)

// listedFormat is a format of files as help and docs list it.
type listedFormat struct{ name, ending, holds string }

// importFormats lists the notations of import.
func importFormats() []listedFormat {
	var out []listedFormat
	for _, f := range imports.Formats {
		out = append(out, listedFormat{f.Name, f.Ending, f.Holds})
	}
	return out
}

// exportFormats lists the formats of export.
func exportFormats() []listedFormat {
	var out []listedFormat
	for _, f := range export.Formats {
		out = append(out, listedFormat{f.Name, f.Ending, f.Holds})
	}
	return out
}

// describeFormats lists formats as a table of help.
func describeFormats(formats []listedFormat) string {
	var lines []string
	for _, f := range formats {
		lines = append(lines, fmt.Sprintf("  %-10s  %s", f.name, strings.ReplaceAll(f.holds, "`", "")))
	}
	return strings.Join(lines, "\n")
}

// formatNames lists the names of formats.
func formatNames(formats []listedFormat) []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

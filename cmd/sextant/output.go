package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/report"
)

// textWidth is the width of texts, in columns.
const textWidth = 100

// show writes a document to standard output, as JSON if that is wanted and otherwise as a text for people. If the document has a
// finding, the exit code is 1.
func (f *commonFlags) show(c *cobra.Command, document any) error {
	var err error
	if f.json {
		err = printJSON(c.OutOrStdout(), document)
	} else {
		text := report.Text(document, report.Options{Width: textWidth, Color: isTerminal(c.OutOrStdout()), Verbose: f.verbose})
		_, err = io.WriteString(c.OutOrStdout(), text)
	}
	if found, ok := document.(interface{ Finding() bool }); ok && err == nil && found.Finding() {
		return errFinding
	}
	return err
}

// printJSON writes one indented document.
func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// showDiagnostics prints what is wrong with a model's text on standard error.
func showDiagnostics(c *cobra.Command, l *driver.Loaded, worst diag.Severity) {
	var shown []diag.Diagnostic
	for _, d := range l.List.Sorted() {
		if d.Severity <= worst {
			shown = append(shown, d)
		}
	}
	diag.Render(c.ErrOrStderr(), shown, l.List.Dropped(), isTerminal(c.ErrOrStderr()))
}

// isTerminal tells whether w is a terminal that may be coloured.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/diag/listing"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// show prints a result on standard output: as it is, as JSON if that is wanted, and otherwise as a text for people.
func (s *session) show(document any) error {
	out := s.c.OutOrStdout()
	if document == nil {
		return nil
	}
	text, ok := document.(driver.Text)
	var err error
	switch {
	case ok:
	case s.json:
		text, err = asJSON(document)
	default:
		text = []byte(report.Text(document, report.Options{Width: widthOf(out), Color: isTerminal(out), Verbose: s.Verbose}))
	}
	if err != nil {
		return err
	}
	s.lastWord()
	_, err = out.Write(text)
	return err
}

// output is standard output.
type output struct {
	io.Writer
	used bool // something was written
}

// Write writes to standard output, and notes that something was written.
func (o *output) Write(p []byte) (int, error) {
	o.used = true
	return o.Writer.Write(p)
}

// wantsJSON reports whether a command line asks for JSON. Flags that come after a wrong one have not been read by anyone else.
func wantsJSON(args []string) bool {
	wanted := false
	for _, word := range args {
		value, given := strings.CutPrefix(word, "--json=")
		switch {
		case word == "--":
			return wanted
		case word == "--json":
			wanted = true
		case given:
			wanted, _ = strconv.ParseBool(value) // the error is that of the flag
		}
	}
	return wanted
}

// showFailure prints the document of a command line that led to no analysis.
func showFailure(w io.Writer, c *cobra.Command, err error) {
	if usage := (*errUsage)(nil); errors.As(err, &usage) {
		err = usage.wrong
	}
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	if text, encodeErr := asJSON(result.NewFailed(name, err)); encodeErr == nil {
		_, _ = w.Write(text) // the exit code is that of the error
	}
}

// asJSON is an indented document.
func asJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

// showErrors prints what is wrong with a model's text on standard error.
func (s *session) showErrors() {
	var shown []diag.Diagnostic
	for _, d := range s.Loaded.List.Sorted() {
		if d.Severity == diag.Error {
			shown = append(shown, d)
		}
	}
	s.render(shown, diag.Counts{diag.Error: s.Loaded.List.Dropped()[diag.Error]})
}

// known is what was found in the text of a model at some moment.
type known struct {
	found   map[finding]bool
	dropped diag.Counts
}

// finding identifies a diagnostic.
type finding struct {
	code    diag.Code
	span    diag.Span
	message string
}

func findingOf(d diag.Diagnostic) finding { return finding{d.Code, d.Span, d.Message} }

// known returns what was found until now.
func (s *session) known() known {
	out := known{found: map[finding]bool{}, dropped: s.Loaded.List.Dropped()}
	for _, d := range s.Loaded.List.Sorted() {
		out.found[findingOf(d)] = true
	}
	return out
}

// showNew prints what the analysis found wrong with the text of the model and of tables.
func (s *session) showNew(before known) {
	var added []diag.Diagnostic
	for _, d := range s.Loaded.List.Sorted() {
		if !before.found[findingOf(d)] {
			added = append(added, d)
		}
	}
	s.render(added, s.Loaded.List.Dropped().Minus(before.dropped))
}

func (s *session) render(list []diag.Diagnostic, dropped diag.Counts) {
	listing.Render(s.c.ErrOrStderr(), list, dropped, isTerminal(s.c.ErrOrStderr()))
}

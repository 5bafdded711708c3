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

// show prints a result on standard output: as a plain text if it is one, as JSON if requested, and otherwise as a report.
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

// Write writes to standard output, and records that something was written.
func (o *output) Write(p []byte) (int, error) {
	o.used = true
	return o.Writer.Write(p)
}

// wantsJSON reports whether a command line requests JSON. It searches the arguments, since flags after an invalid one were not parsed.
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

// showFailure prints the document for a command line that did not start an analysis.
func showFailure(w io.Writer, c *cobra.Command, err error) {
	if usage := (*errUsage)(nil); errors.As(err, &usage) {
		err = usage.wrong
	}
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	if text, encodeErr := asJSON(result.NewFailed(name, err)); encodeErr == nil {
		_, _ = w.Write(text) // the exit code is that of the error
	}
}

// asJSON returns a document as indented JSON.
func asJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

// showErrors prints the diagnostics of a model on standard error.
func (s *session) showErrors() {
	var shown []diag.Diagnostic
	for _, d := range s.Loaded.List.Sorted() {
		if d.Severity == diag.Error {
			shown = append(shown, d)
		}
	}
	s.render(shown, diag.Counts{diag.Error: s.Loaded.List.Dropped()[diag.Error]})
}

// known is the set of diagnostics of a model at some time.
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

// known returns the diagnostics so far.
func (s *session) known() known {
	out := known{found: map[finding]bool{}, dropped: s.Loaded.List.Dropped()}
	for _, d := range s.Loaded.List.Sorted() {
		out.found[findingOf(d)] = true
	}
	return out
}

// showNew prints the diagnostics that the analysis added, about the model and its tables.
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

package lsp

import (
	"context"
	"regexp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// correction converts a hint to an edit: the text matched by the first group of the pattern replaces the range of the diagnostic.
type correction struct {
	codes   []diag.Code // none is any
	pattern *regexp.Regexp
	apply   func(d diag.Diagnostic, text string) replacement
}

// corrections are tried for every hint.
var corrections = []correction{
	{nil, regexp.MustCompile(`did you mean (?:the variable )?"([^"]+)"\?`), replaced},
	{[]diag.Code{diag.CodeEqualsSign, diag.CodeBadOperator}, regexp.MustCompile("^write `([^`]+)`(?: to assign| to compare)?$"), replaced},
	{[]diag.Code{diag.CodeUnused}, regexp.MustCompile(`write (_) if the value does not matter`), replaced},
	{[]diag.Code{diag.CodeReservedWord}, regexp.MustCompile("such as `([^`]+)`"), replaced},
	{[]diag.Code{diag.CodeNoInitial}, regexp.MustCompile(`^write: (initial .+)$`), insertedBefore},
}

// replaced returns the edit that replaces the range of the diagnostic by a text.
func replaced(d diag.Diagnostic, text string) replacement {
	return replacement{d.Span.Start, d.Span.End, text}
}

// insertedBefore returns the edit that inserts a line before that of the diagnostic, with the same indentation.
func insertedBefore(d diag.Diagnostic, text string) replacement {
	all := d.Span.File.Text
	start := strings.LastIndexByte(all[:d.Span.Start], '\n') + 1
	line := all[start:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return replacement{start, start, indent + text + "\n"}
}

// codeActions returns the corrections of the diagnostics in a range of a document.
func (s *Server) codeActions(_ context.Context, at *snapshot, p protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	path := pathOf(p.TextDocument.URI)
	a, err := at.of(path)
	if err != nil {
		return nil, err
	}
	start, end := d.Offsets(p.Range)
	out := []protocol.CodeAction{}
	for _, found := range a.found {
		if found.Span.File == nil || spotOf(found.Span).path != path || found.Span.End < start || found.Span.Start > end {
			continue
		}
		out = append(out, a.correct(found)...)
	}
	return out, nil
}

// correct returns the corrections of a diagnostic.
func (a *analysis) correct(d diag.Diagnostic) []protocol.CodeAction {
	var out []protocol.CodeAction
	for i, f := range Fixes(d) {
		r := replacement{f.Start, f.End, f.Text}
		out = append(out, protocol.CodeAction{Title: f.Title, Kind: protocol.QuickFix, IsPreferred: i == 0,
			Diagnostics: []protocol.Diagnostic{a.diagnostic(d)}, Edit: a.at.workspaceEdit(map[*diag.File][]replacement{d.Span.File: {r}})})
	}
	return out
}

// Fix is a correction of a diagnostic: a text for a part of the file of the diagnostic.
type Fix struct {
	Title      string
	Start, End int // offsets
	Text       string
}

// Fixes returns the corrections of a diagnostic.
func Fixes(d diag.Diagnostic) []Fix {
	var out []Fix
	for _, c := range corrections {
		match := c.pattern.FindStringSubmatch(d.Hint)
		if match == nil || !c.applies(d.Code) || d.Span.File == nil {
			continue
		}
		r := c.apply(d, match[1])
		title := "Replace with " + r.text
		if r.start == r.end {
			title = "Insert " + strings.TrimSpace(r.text)
		}
		out = append(out, Fix{title, r.start, r.end, r.text})
	}
	return out
}

func (c correction) applies(code diag.Code) bool {
	for _, wanted := range c.codes {
		if wanted == code {
			return true
		}
	}
	return len(c.codes) == 0
}

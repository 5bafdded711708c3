package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	checks "github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// solverDelay is the pause of the user before diagnostics that need a solver are computed.
const solverDelay = 700 * time.Millisecond

// codesPage explains the codes of diagnostics.
const codesPage = "https://github.com/sextant-mbt/sextant/blob/main/docs/codes.md#"

// publishAll publishes the diagnostics of open models after each change, until ctx ends.
func (s *Server) publishAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		}
		s.guard(func() { s.publishNow(ctx) })
	}
}

// publishNow publishes diagnostics of the newest snapshot: those without a solver at once, and the others when the user saves or
// pauses. It returns when a text changes.
func (s *Server) publishNow(ctx context.Context) {
	at := s.snapshot()
	findings := s.check(at)
	if at.ctx.Err() != nil {
		return
	}
	s.publish(at, findings)
	if !s.waitForPause(ctx, at) {
		return
	}
	for _, f := range findings {
		s.lint(at, f)
	}
	if at.ctx.Err() == nil {
		s.publish(at, findings)
	}
}

// waitForPause waits until the user pauses or saves. It reports false if a text changes before.
func (s *Server) waitForPause(ctx context.Context, at *snapshot) bool {
	timer := time.NewTimer(solverDelay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.paused:
	case <-at.ctx.Done():
		return false
	case <-ctx.Done():
		return false
	}
	return true
}

// findings are the diagnostics of one model.
type findings struct {
	*analysis
	root    string
	list    []diag.Diagnostic
	dropped diag.Counts // not in list
}

// check compiles the models that the open documents belong to.
func (s *Server) check(at *snapshot) []*findings {
	var out []*findings
	seen := map[string]bool{}
	for _, path := range at.openPaths() {
		for _, root := range at.roots(path) {
			if seen[root] {
				continue
			}
			seen[root] = true
			if a, err := at.analyse(root); err == nil {
				out = append(out, &findings{a, root, a.found, a.loaded.List.Dropped()})
			}
		}
	}
	return out
}

// openPaths returns the paths of open documents, in order.
func (s *snapshot) openPaths() []string {
	var out []string
	for path := range s.open {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// lint adds diagnostics that need a solver. It skips models with errors, and does nothing without a solver.
func (s *Server) lint(at *snapshot, f *findings) {
	if f.loaded.System == nil || at.ctx.Err() != nil {
		return
	}
	copied := *f.loaded
	copied.List = &diag.List{}
	if _, err := checks.Lint(at.ctx, &copied, model.SolverDefaults()); err == nil {
		f.list = append(slices.Clone(f.found), copied.List.Sorted()...)
		f.dropped = f.loaded.List.Dropped().Plus(copied.List.Dropped())
	}
}

// publish sends all findings to the editor, and empty lists for files that no longer have any.
func (s *Server) publish(at *snapshot, all []*findings) {
	byFile := map[string][]protocol.Diagnostic{}
	for path := range at.open {
		byFile[path] = []protocol.Diagnostic{}
	}
	for path, list := range merge(all) {
		byFile[path] = list
	}
	for path := range s.shown {
		if _, still := byFile[path]; !still {
			byFile[path] = []protocol.Diagnostic{}
		}
	}
	for path, list := range byFile {
		s.shown[path] = true
		p := protocol.PublishDiagnosticsParams{URI: at.uriOf(path), Diagnostics: list}
		if d, ok := at.open[path]; ok {
			p.Version = &d.version
		} else if len(list) == 0 {
			delete(s.shown, path)
		}
		s.conn.Notify(at.ctx, "textDocument/publishDiagnostics", p)
	}
}

// merge groups the findings of models by file. For a file that belongs to several models, all errors are shown, but only
// warnings and notes that all of these models have: a declaration unused in one model may be used in another.
func merge(all []*findings) map[string][]protocol.Diagnostic {
	type key struct {
		path    string
		start   int
		code    diag.Code
		message string
	}
	models, count := map[string]int{}, map[key]int{}
	for _, f := range all {
		for _, file := range f.loaded.Files {
			models[filepath.Clean(file.Name)]++
		}
		for _, d := range f.list {
			count[key{f.pathOf(d), d.Span.Start, d.Code, d.Message}]++
		}
	}
	out := map[string][]protocol.Diagnostic{}
	for _, f := range all {
		for _, d := range f.list {
			path := f.pathOf(d)
			k := key{path, d.Span.Start, d.Code, d.Message}
			if n := count[k]; n > 0 && (d.Severity == diag.Error || n >= models[path]) {
				out[path] = append(out[path], f.diagnostic(d))
			}
			count[k] = 0
		}
		if f.dropped.Total() > 0 {
			out[f.root] = append(out[f.root], protocol.Diagnostic{Severity: protocol.SeverityInformation, Source: "sextant", Message: f.dropped.String()})
		}
	}
	return out
}

// pathOf returns the file in which a diagnostic is shown: the main file if it has no position.
func (f *findings) pathOf(d diag.Diagnostic) string {
	if d.Span.File == nil {
		return f.root
	}
	return filepath.Clean(d.Span.File.Name)
}

var severities = [...]int{diag.Error: protocol.SeverityError, diag.Warning: protocol.SeverityWarning, diag.Note: protocol.SeverityInformation}

// diagnostic converts a finding to a diagnostic of the protocol.
func (a *analysis) diagnostic(d diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{Severity: severities[d.Severity], Code: string(d.Code), Source: "sextant", Message: d.Message,
		CodeDescription: &protocol.CodeDescription{Href: codesPage + string(d.Code)}}
	if d.Hint != "" {
		out.Message += "\nhint: " + d.Hint
	}
	if d.Code == diag.CodeUnused {
		out.Tags = []int{protocol.TagUnnecessary}
	}
	if d.Span.File != nil {
		out.Range = a.location(d.Span).Range
	}
	for _, r := range d.Related {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: a.location(r.Span), Message: r.Message})
	}
	return out
}

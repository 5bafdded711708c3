package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// prepareRename returns the name at a place, if it can be renamed.
func (s *Server) prepareRename(_ context.Context, at *snapshot, p protocol.TextDocumentPositionParams) (*protocol.PrepareRenameResult, error) {
	here, err := at.find(p)
	if err != nil {
		return nil, err
	}
	a, err := at.of(here.path)
	if err != nil {
		return nil, err
	}
	use, ok := a.useAt(here.path, here.offset)
	if !ok {
		return nil, nil
	}
	return &protocol.PrepareRenameResult{Range: a.location(use.At).Range, Placeholder: use.At.Text()}, nil
}

// rename renames the name at a place, in all files. It returns an error if the new name is invalid, or if a name would refer to
// something else afterwards.
func (s *Server) rename(_ context.Context, at *snapshot, p protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	here, err := at.find(p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	found, err := at.occurrences(here)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no name here that can be renamed")
	}
	if p.NewName == "_" || syntax.Declarable(p.NewName) != p.NewName {
		return nil, fmt.Errorf("%q cannot be a name: a name has letters, digits and _, does not begin with a digit, and is neither reserved nor built in", p.NewName)
	}
	edits := replacements(found, p.NewName)
	if err := at.checkRename(found[0].Symbol, edits, p.NewName); err != nil {
		return nil, err
	}
	return at.workspaceEdit(edits), nil
}

// replacement replaces a text by another one.
type replacement struct {
	start, end int
	text       string
}

// replacements has the replacements of a renaming, by file, from the end to the beginning.
func replacements(found []occurrence, name string) map[*diag.File][]replacement {
	byPath := map[string]*diag.File{}
	out := map[*diag.File][]replacement{}
	for _, o := range found {
		path := filepath.Clean(o.At.FileName())
		if byPath[path] == nil {
			byPath[path] = o.At.File
		}
		text := name
		switch {
		case !o.Short:
		case o.Symbol.Kind == compile.SymbolField:
			text = name + ": " + o.At.Text()
		default:
			text = o.At.Text() + ": " + name
		}
		out[byPath[path]] = append(out[byPath[path]], replacement{o.At.Start, o.At.End, text})
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b replacement) int { return b.start - a.start })
	}
	return out
}

func apply(text string, list []replacement) string {
	for _, r := range list {
		text = text[:r.start] + r.text + text[r.end:]
	}
	return text
}

func (s *snapshot) workspaceEdit(edits map[*diag.File][]replacement) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{Changes: map[protocol.DocumentURI][]protocol.TextEdit{}}
	for file, list := range edits {
		text := buffer.New(file.Text)
		for _, r := range list {
			uri := s.uriOf(file.Name)
			out.Changes[uri] = append(out.Changes[uri], protocol.TextEdit{Range: text.Range(r.start, r.end), NewText: r.text})
		}
	}
	return out
}

// checkRename compiles all models with one of the changed files, and checks that every name refers to the same declaration as before.
func (s *snapshot) checkRename(symbol compile.Symbol, edits map[*diag.File][]replacement, name string) error {
	open := maps.Clone(s.open)
	roots := map[string]bool{}
	for file, list := range edits {
		path := filepath.Clean(file.Name)
		open[path] = document{buffer.New(apply(file.Text, list)), s.uriOf(path), 0}
		for _, root := range s.roots(path) {
			roots[root] = true
		}
	}
	renamed := newSnapshot(open, s.disk)
	defer renamed.cancel()
	for root := range roots {
		before, err := s.analyse(root)
		if err != nil {
			return err
		}
		after, err := renamed.analyse(root)
		if err != nil {
			return err
		}
		if clash := clash(before, after, symbol, edits); clash != "" {
			return fmt.Errorf("%q cannot be renamed to %q, because of %s: %s", symbol.Name, name, filepath.Base(root), clash)
		}
	}
	return nil
}

// clash returns the reason why a model differs after a renaming; empty if it does not.
func clash(before, after *analysis, symbol compile.Symbol, edits map[*diag.File][]replacement) string {
	if n, m := countErrors(before.found), countErrors(after.found); m > n {
		for _, d := range after.found {
			if d.Severity == diag.Error {
				return d.Message
			}
		}
	}
	m := newMoves(edits)
	want := map[spot]spot{}
	for _, u := range before.uses {
		if u.Short {
			want[m.base(u.At)] = m.base(u.Symbol.Declared)
		} else {
			want[m.moved(u.At)] = m.moved(u.Symbol.Declared)
		}
	}
	renamed := m.moved(symbol.Declared)
	for _, u := range after.uses {
		to := spotOf(u.Symbol.Declared)
		if expected, known := want[spotOf(u.At)]; known && expected != to || !known && to == renamed {
			return "this name is in use, so a name would refer to something else"
		}
	}
	return ""
}

// moves has the positions of names in files after replacements.
type moves map[string][]replacement

func newMoves(edits map[*diag.File][]replacement) moves {
	out := moves{}
	for file, list := range edits {
		out[filepath.Clean(file.Name)] = list
	}
	return out
}

// base returns the start of a span after the replacements.
func (m moves) base(span diag.Span) spot {
	at := spotOf(span)
	for _, r := range m[at.path] {
		if r.start < span.Start {
			at.start += len(r.text) - (r.end - r.start)
		}
	}
	return at
}

// moved is like base, except that for a new name in a pattern that became field: name, it returns the position of that name.
func (m moves) moved(span diag.Span) spot {
	at := m.base(span)
	for _, r := range m[at.path] {
		if field, _, short := strings.Cut(r.text, ": "); short && r.start == span.Start {
			at.start += len(field) + len(": ")
		}
	}
	return at
}

func countErrors(list []diag.Diagnostic) int {
	n := 0
	for _, d := range list {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

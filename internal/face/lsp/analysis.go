package lsp

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	checks "github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// analysis is a compiled model, whose main file and imports are read from a snapshot. It is computed once, when it is first needed.
type analysis struct {
	once   sync.Once
	err    error         // the main file cannot be read, or a text changed meanwhile
	loaded *model.Loaded // nil after an error
	found  []diag.Diagnostic
	uses   []compile.Use // by file and position

	at      *snapshot
	reading sync.Mutex
	buffers map[string]*buffer.Buffer // of its files, once they are needed
}

// analyse compiles the model of a main file.
func (s *snapshot) analyse(path string) (*analysis, error) {
	s.lock.Lock()
	a := s.analyses[path]
	if a == nil {
		a = &analysis{at: s, buffers: map[string]*buffer.Buffer{}}
		s.analyses[path] = a
	}
	s.lock.Unlock()
	a.once.Do(func() { a.load(path) })
	return a, a.err
}

func (a *analysis) load(path string) {
	uses := &compile.Uses{}
	a.loaded, a.err = model.LoadWithin(a.at.ctx, path, model.LoadOptions{ReadFile: a.at.read, Uses: uses})
	if a.err == nil && a.loaded.System != nil {
		a.checkTables()
	}
	if a.at.ctx.Err() != nil {
		a.err = &jsonrpc2.Error{Code: codeContentModified, Message: "the text was changed meanwhile"}
	}
	if a.err != nil {
		return
	}
	a.found, a.uses = a.loaded.List.Sorted(), uses.All()
	slices.SortFunc(a.uses, func(x, y compile.Use) int {
		return cmp.Or(cmp.Compare(x.At.FileName(), y.At.FileName()), x.At.Start-y.At.Start, y.At.End-x.At.End, x.Symbol.Declared.Start-y.Symbol.Declared.Start)
	})
}

// checkTables adds diagnostics about the tables of externs. It ignores tables that cannot be read, or that the user does not allow to read.
func (a *analysis) checkTables() {
	err := checks.CheckTables(a.loaded)
	var refused *consent.Refused
	switch {
	case errors.As(err, &refused):
		a.loaded.List.Warnf(diag.CodeNeedsConsent, diag.Span{}, "%v", err)
	case err != nil:
		a.loaded.List.Warnf(diag.CodeMissingFile, diag.Span{}, "%v", err)
	}
}

// of returns the model that a file belongs to; the first one if there are several.
func (s *snapshot) of(path string) (*analysis, error) { return s.analyse(s.roots(path)[0]) }

// models returns all models that a file belongs to. Those that cannot be read are left out, unless that is all of them.
func (s *snapshot) modelsOf(path string) (out []*analysis, err error) {
	for _, root := range s.roots(path) {
		var a *analysis
		if a, err = s.analyse(root); err == nil {
			out = append(out, a)
		}
	}
	if len(out) > 0 {
		err = nil
	}
	return out, err
}

// buffer returns the text of a file of the model.
func (a *analysis) buffer(file *diag.File) *buffer.Buffer {
	if d, ok := a.at.open[filepath.Clean(file.Name)]; ok && d.Text == file.Text {
		return d.Buffer
	}
	a.reading.Lock()
	defer a.reading.Unlock()
	if a.buffers[file.Name] == nil {
		a.buffers[file.Name] = buffer.New(file.Text)
	}
	return a.buffers[file.Name]
}

// location returns the position of a span in the editor's units.
func (a *analysis) location(span diag.Span) protocol.Location {
	return protocol.Location{URI: a.at.uriOf(span.File.Name), Range: a.buffer(span.File).Range(span.Start, span.End)}
}

// useAt finds the name at an offset of a file, or ending there.
func (a *analysis) useAt(path string, offset int) (compile.Use, bool) {
	var best compile.Use
	for _, u := range a.uses {
		if filepath.Clean(u.At.FileName()) != path || offset < u.At.Start || offset > u.At.End {
			continue
		}
		if best.At.File == nil || best.Short || best.At.End <= offset { // a new name of a pattern comes before its field, and a name before one that ends
			best = u
		}
	}
	return best, best.At.File != nil
}

// place is a document and an offset in it.
type place struct {
	path   string
	offset int
	document
}

// find returns the place of a position, or an error if the document is not open.
func (s *snapshot) find(p protocol.TextDocumentPositionParams) (place, error) {
	path := pathOf(p.TextDocument.URI)
	d, err := s.document(p.TextDocument)
	if err != nil {
		return place{}, err
	}
	return place{path, d.Offset(p.Position), d}, nil
}

// document is an open document.
func (s *snapshot) document(id protocol.TextDocumentIdentifier) (document, error) {
	d, ok := s.open[pathOf(id.URI)]
	if !ok {
		return d, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the document is not open: " + string(id.URI)}
	}
	return d, nil
}

// parse reads the declarations of a document.
func (d document) parse() (*syntax.File, *diag.List) {
	var list diag.List
	return syntax.Parse(diag.NewFile(pathOf(d.uri), d.Text), &list), &list
}

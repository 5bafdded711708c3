// Package modelfile reads the file of a model and the files that it imports.
package modelfile

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// MaxFiles is the maximum number of files of a model.
const MaxFiles = 200

const maxFileBytes = 16 << 20

// Options configures how files are read.
type Options struct {
	ReadFile  func(path string) ([]byte, error)
	MayImport func(path string, at diag.Span) bool // reports whether an import is allowed, or why not; nil allows all
}

// Load reads and parses a file and its imports. In files, a file follows those that it imports, so the named one is the last; in
// sources it is the first. An error is returned only if the named file cannot be read; everything else is reported to list.
func Load(path string, options Options, list *diag.List) (files []*syntax.File, sources []*diag.File, err error) {
	text, err := options.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	l := &loader{Options: options, list: list, complete: map[string]bool{}}
	l.file(path, string(text), diag.Span{})
	return l.files, l.sources, nil
}

// Read reads the file of a model; see file.Read.
func Read(path string) ([]byte, error) { return file.Read(path, maxFileBytes) }

// loader parses a file and its imports, depth first.
type loader struct {
	Options
	list     *diag.List
	complete map[string]bool // by path; false while the imports of the file are being loaded
	files    []*syntax.File
	sources  []*diag.File
}

func (l *loader) file(path, text string, from diag.Span) {
	key := filepath.Clean(path)
	complete, known := l.complete[key]
	switch {
	case complete:
		return
	case known:
		l.list.ErrorHint(diag.CodeImportCycle, from, "move what both files need into a third one", "%s imports itself, directly or by a chain", path)
		return
	case len(l.complete) >= MaxFiles:
		l.list.Errorf(diag.CodeTooLarge, from, "a model may have at most %d files", MaxFiles)
		return
	}
	l.complete[key] = false
	source := diag.NewFile(path, text)
	l.sources = append(l.sources, source)
	parsed := syntax.Parse(source, l.list)
	for _, d := range parsed.Decls {
		if im, ok := d.(*syntax.ImportDecl); ok {
			l.importFile(filepath.Join(filepath.Dir(path), im.Path), im)
		}
	}
	l.files = append(l.files, parsed)
	l.complete[key] = true
}

func (l *loader) importFile(path string, im *syntax.ImportDecl) {
	if l.MayImport != nil && !l.MayImport(path, im.PathSpan) {
		return
	}
	text, err := l.ReadFile(path)
	if err != nil {
		reason := err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "no such file: " + path
		}
		l.list.ErrorHint(diag.CodeImportMissing, im.PathSpan, "paths are relative to the importing file", "cannot import %q: %s", im.Path, reason)
		return
	}
	l.file(path, string(text), im.PathSpan)
}

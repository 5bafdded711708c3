// Package compile turns syntax trees into the core: it reads imported files, resolves names, checks types and lowers
// expressions to terms.
//
// The steps, each over all files of a model:
//
//	Load      reads and parses the file and what it imports
//	declare   enters every top-level name into one scope, whatever the order of declaration
//	resolve   constants, types and functions when they are first needed, with detection of cycles
//	lower     variables to slots, transitions to guards, updates and obligations over scalar terms
//	lint      unused names and locations that the graph does not reach
//
// Arrays and records are taken apart here: an operand is a type and a row of scalar terms, a symbolic index becomes a chain
// of if-then-else. Division by zero, an index out of bounds and a value out of range are not values but obligations next to
// the terms; "a and b" evaluates b under a, so "y != 0 and x / y > 2" has none left.
package compile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Limits against hostile input.
const (
	maxFiles     = 200
	maxFileBytes = 16 << 20
	maxSlots     = 20000
	maxArray     = 4096
	maxInlining  = 200000 // expressions lowered in one model
	termsPerStop = 200000 // terms between two calls of Options.Stop: some tenths of a second
)

// Options change how a model is compiled. The zero value is the default.
type Options struct {
	Consts   map[string]string                 // values that replace those of declared constants, as written in the language
	ReadFile func(path string) ([]byte, error) // the function ReadFile if nil
	Raw      bool                              // build terms without simplification, for tests
	Store    *term.Store                       // makes the terms, so that they can be compared with those of another model; a new one if nil
	Stop     func() error                      // called from time to time in a large model: an error ends the compilation; may be nil
}

// Model is a compiled model with the files it came from.
type Model struct {
	System *sts.System // nil if there were errors
	Files  []*diag.File
	Dir    string // folder of the main file; tables and runners are relative to it
}

// Load reads, parses and compiles the model in the named file. An error is returned only if that file cannot be read, or if
// Options.Stop gave one; everything else is reported to list.
func Load(path string, options Options, list *diag.List) (*Model, error) {
	if options.ReadFile == nil {
		options.ReadFile = ReadFile
	}
	l := loader{options: options, list: list, state: map[string]loadState{}}
	text, err := options.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l.file(path, string(text), diag.Span{})
	model := &Model{Files: l.sources, Dir: filepath.Dir(path)}
	if list.HasErrors() {
		return model, nil
	}
	model.System, err = build(l.files, options, list)
	if list.HasErrors() {
		model.System = nil
	}
	return model, err
}

// ReadFile reads a file of bounded size. A pipe may be given instead of a file; one without a writer is empty, and an
// endless device is too large.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, not a model", path)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // opening a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err == nil && len(data) > maxFileBytes {
		err = fmt.Errorf("%s is larger than %d MiB", path, maxFileBytes>>20)
	}
	return data, err
}

type loadState uint8

const (
	loading loadState = iota + 1
	loaded
)

// loader parses a file and its imports, depth first.
type loader struct {
	options Options
	list    *diag.List
	state   map[string]loadState
	sources []*diag.File
	files   []*syntax.File
}

func (l *loader) file(path, text string, from diag.Span) {
	key := filepath.Clean(path)
	if l.state[key] == loading {
		l.list.ErrorHint(diag.CodeImportCycle, from, "move what both files need into a third one", "%s imports itself, directly or by a chain", path)
		return
	}
	if l.state[key] == loaded {
		return
	}
	if len(l.sources) >= maxFiles {
		l.list.Errorf(diag.CodeTooLarge, from, "a model may have at most %d files", maxFiles)
		return
	}
	l.state[key] = loading
	source := diag.NewFile(path, text)
	l.sources = append(l.sources, source)
	file := syntax.Parse(source, l.list)
	for _, d := range file.Decls {
		if im, ok := d.(*syntax.ImportDecl); ok {
			l.importFile(filepath.Join(filepath.Dir(path), im.Path), im)
		}
	}
	l.files = append(l.files, file)
	l.state[key] = loaded
}

func (l *loader) importFile(path string, im *syntax.ImportDecl) {
	text, err := l.options.ReadFile(path)
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

// build compiles parsed files to a system. The error is that of Options.Stop.
func build(files []*syntax.File, options Options, list *diag.List) (*sts.System, error) {
	store := options.Store
	switch {
	case store != nil:
	case options.Raw:
		store = term.NewRawStore()
	default:
		store = term.NewStore()
	}
	c := &checker{list: list, store: store, objects: map[string]*object{}, overrides: options.Consts,
		stop: options.Stop, nextStop: store.Len() + termsPerStop, system: &sts.System{Store: store, Assume: store.True()}}
	main := files[len(files)-1]
	c.system.Name = main.System.Text
	for _, f := range files {
		c.declare(f.Decls)
	}
	c.checkOverrides(main)
	c.resolveAll()
	c.lowerAll(files)
	if list.HasErrors() {
		return nil, c.stopped
	}
	c.lint()
	c.system.Link()
	return c.system, nil
}

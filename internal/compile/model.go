// Package compile turns syntax trees into the core: it reads imported files, resolves names, checks types and lowers
// expressions to terms.
//
// The steps, each over all files of a model:
//
//	load      reads and parses the file and what it imports (package modelfile)
//	declare   enters every top-level name into one scope, whatever the order of declaration
//	resolve   constants, types and functions when they are first needed, with detection of cycles
//	lower     variables to slots, transitions to guards, updates and obligations over scalar terms
//	warn      unused names and what the graph of the system shows
//
// Arrays and records are taken apart here: an operand is a type and a row of scalar terms, a symbolic index becomes a chain
// of if-then-else. Division by zero, an index out of bounds and a value out of range are not values but obligations next to
// the terms; "a and b" evaluates b under a, so "y != 0 and x / y > 2" has none left.
package compile

import (
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/compile/warn"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Limits against hostile input.
const (
	maxSlots     = 20000
	maxArray     = 4096
	maxInlining  = 200000 // expressions lowered in one model
	termsPerStop = 200000 // terms between two calls of Options.Stop: some tenths of a second
)

// Options change how a model is compiled. The zero value is the default.
type Options struct {
	Consts    map[string]string                    // values that replace those of declared constants, as written in the language
	ReadFile  func(path string) ([]byte, error)    // modelfile.Read if nil
	MayImport func(path string, at diag.Span) bool // reports whether a file may be imported; nil allows all
	Store     *term.Store                          // makes the terms, so that they can be compared with those of another model; a new one if nil
	Uses      *Uses                                // collects what names refer to; may be nil
	Stop      func() error                         // called from time to time in a large model: an error ends the compilation; may be nil
}

// Model is a compiled model with the files it came from.
type Model struct {
	System *sts.System // nil if there were errors
	Files  []*diag.File
	Dir    string // folder of the main file; tables and runners are relative to it
}

// Load reads, parses and compiles the model in the named file. An error is returned only if that file cannot be read, or if
// Options.Stop returned one; everything else is reported to list.
func Load(path string, options Options, list *diag.List) (*Model, error) {
	if options.ReadFile == nil {
		options.ReadFile = modelfile.Read
	}
	files, sources, err := modelfile.Load(path, modelfile.Options{ReadFile: options.ReadFile, MayImport: options.MayImport}, list)
	if err != nil {
		return nil, err
	}
	model := &Model{Files: sources, Dir: filepath.Dir(path)}
	if list.HasErrors() {
		if options.Uses != nil && list.Dropped() == 0 {
			build(sound(files, list.Sorted()), options, &diag.List{})
		}
		return model, nil
	}
	model.System, err = build(files, options, list)
	if list.HasErrors() {
		model.System = nil
	}
	return model, err
}

// build compiles parsed files to a system. The error is that of Options.Stop.
func build(files []*syntax.File, options Options, list *diag.List) (*sts.System, error) {
	store := options.Store
	if store == nil {
		store = term.NewStore()
	}
	c := &checker{list: list, reports: list, store: store, objects: map[string]*object{}, env: []*term.Term{}, overrides: options.Consts,
		machines: map[string]*machineLowering{}, uses: options.Uses, stop: options.Stop, nextStop: store.Len() + termsPerStop, system: &sts.System{Store: store}}
	main := files[len(files)-1]
	c.system.Name = main.System.Text
	for _, f := range files {
		c.declare(f.Decls)
	}
	c.checkOverrides(main)
	c.resolveAll()
	c.lowerAll(files)
	if !list.HasErrors() {
		c.warnUnused()
		warn.Check(c.system, list)
	}
	if list.HasErrors() {
		return nil, c.stopped
	}
	c.system.Link()
	return c.system, nil
}

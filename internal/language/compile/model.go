// Package compile turns syntax trees into the core: it reads imported files, resolves names, checks types and lowers
// expressions to terms.
//
// The steps, each over all files of a model:
//
//	load      reads and parses the file and what it imports (package modelfile)
//	declare   enters every top-level name into one scope, whatever the order of declaration
//	resolve   constants, types and functions when they are first needed, with detection of cycles
//	lower     variables to slots, transitions to guards, updates and obligations over scalar terms
//	warn      unused names and problems that the graph of the system shows
//
// Package symbols handles names, and package expression types and expressions; this package handles declarations, machines and transitions.
package compile

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/compile/warn"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
)

// Options configures the compilation of a model. The zero value is the default.
type Options struct {
	Consts    map[string]string                    // values that replace those of declared constants, as written in the language
	Product   []string                             // the features that are on, all others being off; nil leaves the features open
	ReadFile  func(path string) ([]byte, error)    // modelfile.Read if nil
	MayImport func(path string, at diag.Span) bool // reports whether a file may be imported; nil allows all
	Store     *term.Store                          // makes the terms, so that they can be compared with those of another model; a new one if nil
	Uses      *Uses                                // collects the referents of names; may be nil
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
		if options.Uses != nil && list.Dropped()[diag.Error] == 0 {
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

// compiler holds the state of a compilation.
type compiler struct{ *expression.Checker }

func newCompiler(options Options, store *term.Store, list *diag.List) *compiler {
	maker := &operand.Maker{List: list, Reports: list, Store: store}
	table := &symbols.Table{Maker: maker, Objects: map[string]*symbols.Object{}, Uses: options.Uses, Reserved: expression.IsBuiltin}
	return &compiler{&expression.Checker{Table: table, System: &sts.System{Store: store}, Env: []*term.Term{}, Overrides: options.Consts,
		Stop: options.Stop, NextStop: store.Len() + expression.TermsPerStop, Machines: map[string]*expression.Machine{}}}
}

// build compiles parsed files to a system. The error is that of Options.Stop.
func build(files []*syntax.File, options Options, list *diag.List) (*sts.System, error) {
	store := options.Store
	if store == nil {
		store = term.NewStore()
	}
	c := newCompiler(options, store, list)
	main := files[len(files)-1]
	c.System.Name = main.System.Text
	for _, f := range files {
		c.Declare(f.Decls)
	}
	c.chooseProduct(options, main)
	c.checkOverrides(main)
	c.resolveAll()
	c.lowerAll(files, options)
	if !list.HasErrors() {
		c.warnUnused()
		warn.Check(c.System, list)
	}
	if list.HasErrors() {
		return nil, c.Stopped
	}
	c.System.Link()
	return c.System, nil
}

// checkOverrides reports --const names that the model does not have.
func (c *compiler) checkOverrides(main *syntax.File) {
	for _, n := range slices.Sorted(maps.Keys(c.Overrides)) {
		if o := c.Objects[n]; o == nil || o.Kind != symbols.KindConst {
			c.List.ErrorHint(diag.CodeUndefinedName, headOf(main), diag.DidYouMean(n, c.Globals(symbols.KindConst)), "--const %s: the model has no such constant", n)
		}
	}
}

// headOf returns the place of an error about a whole file: the name of the system, or the beginning.
func headOf(f *syntax.File) diag.Span { return cmp.Or(f.System.Span(), diag.Span{File: f.Source}) }

// resolveAll resolves declarations that do not depend on variables, in order: types and constants, then declarations that use them.
func (c *compiler) resolveAll() {
	for _, o := range slices.Clone(c.Order) { // members of enumerations are appended
		switch o.Kind {
		case symbols.KindType:
			c.ResolveType(o, o.Name.Span())
		case symbols.KindConst:
			c.ResolveConst(o)
		}
	}
	for _, o := range slices.Clone(c.Order) {
		switch o.Kind {
		case symbols.KindChannel:
			c.resolveChannel(o)
		case symbols.KindExtern:
			c.resolveExtern(o)
		}
	}
}

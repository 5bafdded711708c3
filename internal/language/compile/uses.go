package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// The referents of the names of a model, for editors; see package symbols.
type (
	Uses       = symbols.Uses
	Use        = symbols.Use
	Symbol     = symbols.Symbol
	SymbolKind = symbols.SymbolKind
)

// The kinds of symbols.
const (
	SymbolConst       = symbols.SymbolConst
	SymbolType        = symbols.SymbolType
	SymbolMember      = symbols.SymbolMember
	SymbolAlternative = symbols.SymbolAlternative
	SymbolChannel     = symbols.SymbolChannel
	SymbolExtern      = symbols.SymbolExtern
	SymbolFunction    = symbols.SymbolFunction
	SymbolVar         = symbols.SymbolVar
	SymbolMachine     = symbols.SymbolMachine
	SymbolInstance    = symbols.SymbolInstance
	SymbolLocal       = symbols.SymbolLocal
	SymbolField       = symbols.SymbolField
	SymbolLocation    = symbols.SymbolLocation
	SymbolTransition  = symbols.SymbolTransition
)

// Functions returns the names of the functions that need no declaration, without those of types, which convert.
func Functions() []string { return expression.Functions() }

// Types returns the names of the types that need no declaration.
func Types() []string { return expression.Types() }

// sound returns files without the declarations that have errors, which the parser corrected only to continue.
func sound(files []*syntax.File, errors []diag.Diagnostic) []*syntax.File {
	var out []*syntax.File
	for _, f := range files {
		kept := *f
		kept.Decls = soundDecls(f.Decls, errors)
		out = append(out, &kept)
	}
	return out
}

// soundDecls keeps the declarations without errors, and machines without those of their items that have some.
func soundDecls(decls []syntax.Decl, errors []diag.Diagnostic) []syntax.Decl {
	var out []syntax.Decl
	for _, d := range decls {
		if m, ok := d.(*syntax.MachineDecl); ok {
			kept := *m
			kept.Items = soundDecls(m.Items, errors)
			d = &kept
			if len(m.Params) > 0 && !isSound(diag.Span{File: m.At.File, Start: m.At.Start, End: headEnd(m)}, errors) {
				continue
			}
		} else if !isSound(d.Span(), errors) {
			continue
		}
		out = append(out, d)
	}
	return out
}

// headEnd is where the items of a machine begin.
func headEnd(m *syntax.MachineDecl) int {
	if len(m.Items) > 0 {
		return m.Items[0].Span().Start
	}
	return m.At.End
}

// isSound reports whether no error begins in a span.
func isSound(at diag.Span, errors []diag.Diagnostic) bool {
	return !slices.ContainsFunc(errors, func(d diag.Diagnostic) bool {
		return d.Span.File == at.File && at.Start <= d.Span.Start && d.Span.Start <= at.End
	})
}

package uppaal

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
)

// use is the kind of object that a name stands for.
type use uint8

const (
	isVariable use = iota // also a clock, a channel
	isConstant            // also a bound name
	isLocal               // of a function
	isType
	isFunction
	isTemplate
)

// symbol is a declared name.
type symbol struct {
	name     string
	at       diag.Span
	use      use
	kind     *kind
	value    value               // of variables, constants and locals
	function *source.Declaration // of functions
	home     *scope              // where the function is declared
}

// scope holds names within those of its parent.
type scope struct {
	parent  *scope
	symbols map[string]*symbol
}

func (s *scope) inner() *scope { return &scope{s, map[string]*symbol{}} }

func (s *scope) find(name string) *symbol {
	for ; s != nil; s = s.parent {
		if found := s.symbols[name]; found != nil {
			return found
		}
	}
	return nil
}

// names are all that can be seen.
func (s *scope) names() []string {
	var out []string
	for ; s != nil; s = s.parent {
		out = append(out, slices.Sorted(maps.Keys(s.symbols))...)
	}
	return out
}

// declare adds a symbol to a scope.
func (t *translation) declare(s *scope, sym *symbol) *symbol {
	if old := s.symbols[sym.name]; old != nil {
		t.list.Errorf(diag.CodeImportName, sym.at, "%s is declared twice", convert.Clip(sym.name)).WithRelated(old.at, "first declared here")
	}
	s.symbols[sym.name] = sym
	return sym
}

// undefined reports an undefined name, once.
func (t *translation) undefined(name string, at diag.Span, what string) {
	t.list.Errorf(diag.CodeImportName, at, "%q is not the name of a %s", text.Clip(name, 40), what)
}

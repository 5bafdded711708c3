package expression

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
)

// Translator converts predicates and expressions to those of the model.
type Translator struct {
	List       *diag.List
	Symbols    map[string]*Symbol // by name of the machine
	Names      *convert.Names     // of the model, outside of events
	Taken      *convert.Names     // names of the model that the current event or condition binds
	Order      []*Symbol          // as declared
	scopes     []*Scope
	missing    map[string]bool // names that were reported
	work       int
	copies     int
	quiet      bool // nothing is reported
	isTooLarge bool // that was reported
	Arrays     bool // total functions from ranges are arrays

	Pairs     map[string]string // names of the record types for pairs, by their types
	PairOrder []string
	Joins     map[string]string // names of the functions that join mappings, by the types of these
	JoinOrder []string
}

// NewTranslator returns a translator without names, which reports errors to list.
func NewTranslator(list *diag.List) *Translator {
	return &Translator{List: list, Symbols: map[string]*Symbol{}, Names: convert.NewNames("none"), Taken: convert.NewNames(),
		missing: map[string]bool{}, Pairs: map[string]string{}, Joins: map[string]string{}}
}

// Lookup finds the symbol of a name, in the innermost scope that has it.
func (t *Translator) Lookup(name string) *Symbol {
	for i := len(t.scopes) - 1; i >= 0; i-- {
		if s := t.scopes[i].Symbols[name]; s != nil {
			return s
		}
	}
	return t.Symbols[name]
}

// Introduce declares a name of the machine, once.
func (t *Translator) Introduce(name source.Token, u Use, k *Kind) *Symbol {
	if old := t.Symbols[name.Text]; old != nil {
		t.List.Errorf(diag.CodeImportName, name.At, "%s is declared twice", name).WithRelated(old.At, "first declared here")
		return old
	}
	s := &Symbol{Token: name, Use: u, Name: t.Names.Give(name.Text), Kind: k}
	t.Symbols[name.Text] = s
	t.Order = append(t.Order, s)
	return s
}

// SymbolsWith lists the symbols of some uses, as declared.
func (t *Translator) SymbolsWith(uses ...Use) []*Symbol {
	var out []*Symbol
	for _, s := range t.Order {
		if slices.Contains(uses, s.Use) {
			out = append(out, s)
		}
	}
	return out
}

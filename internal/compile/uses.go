package compile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Uses collects what the names in the text of a model refer to, for editors. A model with Options.Uses is compiled although it has
// syntax errors: without the declarations that could not be read.
type Uses struct {
	// Placeholder is a name that stands where a name is wanted, and that the model does not declare. The names that could stand
	// there instead are collected as Candidates, and their kinds as Wanted.
	Placeholder string
	Candidates  []Symbol
	Wanted      []SymbolKind

	found map[occurrence]target
}

// occurrence is a name in the text, and where what it refers to is declared.
type occurrence struct{ at, declared diag.Span }

// target is what a name refers to; short is that of Use.
type target struct {
	*object
	short bool
}

// SymbolKind is what a name stands for, in words.
type SymbolKind string

// The kinds of symbols.
const (
	SymbolConst       SymbolKind = "constant"
	SymbolType        SymbolKind = "type"
	SymbolMember      SymbolKind = "enumeration member"
	SymbolAlternative SymbolKind = "alternative of a union"
	SymbolChannel     SymbolKind = "channel"
	SymbolExtern      SymbolKind = "extern"
	SymbolFunction    SymbolKind = "function"
	SymbolVar         SymbolKind = "variable"
	SymbolMachine     SymbolKind = "machine"
	SymbolInstance    SymbolKind = "instance"
	SymbolLocal       SymbolKind = "parameter"
	SymbolField       SymbolKind = "field"
	SymbolLocation    SymbolKind = "location"
	SymbolTransition  SymbolKind = "transition"
)

// Symbol is a declared name.
type Symbol struct {
	Name     string
	Kind     SymbolKind
	Declared diag.Span   // the name in its declaration
	Decl     syntax.Decl // nil for what is a part of a declaration
	Type     *sts.Type   // nil if it has none, or it is in error
}

// Use is a name in the text of a model. Short is set for a field of a pattern that is a new name as well, as in ok{value}.
type Use struct {
	At     diag.Span
	Symbol Symbol
	Short  bool
}

// All returns every name with what it refers to, declarations included, in no particular order.
func (u *Uses) All() []Use {
	out := make([]Use, 0, len(u.found))
	for o, t := range u.found {
		out = append(out, Use{At: o.at, Symbol: t.symbol(), Short: t.short})
	}
	return out
}

func (o *object) symbol() Symbol {
	return Symbol{Name: o.name.Text, Kind: SymbolKind(kindNames[o.kind]), Declared: o.name.Span(), Decl: o.decl, Type: o.typ}
}

// add notes that the name at a place refers to o. What no text declares, such as the result of an extern, is left out.
func (u *Uses) add(at diag.Span, o *object) { u.addAs(at, o, false) }

func (u *Uses) addAs(at diag.Span, o *object, short bool) {
	if u == nil || o == nil || at.File == nil || o.name.At.File == nil {
		return
	}
	if u.found == nil {
		u.found = map[occurrence]target{}
	}
	key := occurrence{at, o.name.Span()}
	known := u.found[key]
	if known.object != nil && known.typ != nil {
		o = known.object
	}
	u.found[key] = target{o, short || known.short}
}

// place notes a use of a name that has no object: a location or a transition.
func (u *Uses) place(k kind, at, declared diag.Span) {
	if u != nil {
		u.add(at, &object{kind: k, name: syntax.Name{Place: syntax.Place{At: declared}, Text: declared.Text()}})
	}
}

// field notes a use of a field.
func (u *Uses) field(at diag.Span, f sts.Field, short bool) {
	if u != nil {
		u.addAs(at, fieldObject(f), short)
	}
}

func fieldObject(f sts.Field) *object {
	return &object{kind: kindField, name: syntax.Name{Place: syntax.Place{At: f.Span}, Text: f.Name}, typ: f.Type}
}

// fields keeps the fields that could stand at the place of a name that is none of them.
func (u *Uses) fields(name string, fields []sts.Field) {
	if u == nil || name != u.Placeholder {
		return
	}
	u.Wanted = []SymbolKind{SymbolField}
	for _, f := range fields {
		u.Candidates = append(u.Candidates, fieldObject(f).symbol())
	}
}

// visible keeps the names of the given kinds in scopes, inner ones first, if name is the placeholder. An inner name hides an outer one.
func (u *Uses) visible(name string, kinds []kind, scopes ...*scope) {
	if u == nil || name != u.Placeholder {
		return
	}
	for _, k := range kinds {
		u.Wanted = append(u.Wanted, SymbolKind(kindNames[k]))
	}
	seen := map[string]bool{}
	for _, s := range scopes {
		for ; s != nil; s = s.outer {
			for n, o := range s.names {
				if !seen[n] && slices.Contains(kinds, o.kind) {
					u.Candidates = append(u.Candidates, o.symbol())
				}
				seen[n] = true
			}
		}
	}
	slices.SortFunc(u.Candidates, func(a, b Symbol) int { return cmp.Compare(a.Name, b.Name) })
}

// alternative notes a use of an alternative of a union in a pattern; those of optional values are not declared.
func (u *Uses) alternative(name syntax.Name, o *object, typ *sts.Type) {
	if o != nil && o.kind == kindAlternative && typ.Form == sts.Union {
		u.add(name.Span(), o)
	}
}

// useQualified notes a use of a transition or location by its name, or by that of its instance, a dot, and its name.
func (c *checker) useQualified(n syntax.Name, k kind, declared diag.Span) {
	at := n.Span()
	last := diag.Span{File: at.File, Start: at.End - len(declared.Text()), End: at.End}
	if last.Text() != declared.Text() {
		return
	}
	c.uses.place(k, last, declared)
	if instance, _, qualified := strings.Cut(at.Text(), "."); qualified {
		c.uses.add(diag.Span{File: at.File, Start: at.Start, End: at.Start + len(instance)}, c.objects[strings.TrimSpace(instance)])
	}
}

// sound returns files without the declarations that have errors, which the parser corrected only to read on.
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

// Functions returns the names of the functions that need no declaration, without those of types, which convert.
func Functions() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(library)), maps.Keys(stringFunctions))
	names = slices.AppendSeq(names, maps.Keys(builtins))
	slices.Sort(names)
	return slices.Compact(names)
}

// Types returns the names of the types that need no declaration.
func Types() []string { return slices.Sorted(maps.Keys(scalarSorts)) }

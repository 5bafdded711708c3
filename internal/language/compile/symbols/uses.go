package symbols

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Uses collects the referents of the names in the text of a model, for editors. A model with Options.Uses is compiled although it has syntax
// errors: without the declarations that could not be read.
type Uses struct {
	// Placeholder is a name at a place where a name is required, and that the model does not declare. The names that could stand there instead
	// are collected as Candidates, and their kinds as Wanted.
	Placeholder string
	Candidates  []Symbol
	Wanted      []SymbolKind

	found map[occurrence]target
}

// occurrence is a name in the text, with the place where its referent is declared.
type occurrence struct{ at, declared diag.Span }

// bytesPerUse is about how many bytes of a text have one name.
const bytesPerUse = 8

// target is the referent of a name; short is that of Use.
type target struct {
	*Object
	short bool
}

// SymbolKind is the kind of a symbol, in words.
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
	Decl     syntax.Decl // nil for a part of a declaration
	Type     *sts.Type   // nil if it has none, or it is in error
}

// Use is a name in the text of a model. Short is set for a field of a pattern that is a new name as well, as in ok{value}.
type Use struct {
	At     diag.Span
	Symbol Symbol
	Short  bool
}

// All returns every name with its referent, declarations included, in no particular order.
func (u *Uses) All() []Use {
	out := make([]Use, 0, len(u.found))
	for o, t := range u.found {
		out = append(out, Use{At: o.at, Symbol: t.symbol(), Short: t.short})
	}
	return out
}

func (o *Object) symbol() Symbol {
	return Symbol{Name: o.Name.Text, Kind: SymbolKind(KindNames[o.Kind]), Declared: o.Name.Span(), Decl: o.Decl, Type: o.Type}
}

// Add notes that the name at a place refers to o. Objects without a declaration in the text, such as the result of an extern, are left out.
func (u *Uses) Add(at diag.Span, o *Object) { u.addAs(at, o, false) }

func (u *Uses) addAs(at diag.Span, o *Object, short bool) {
	if u == nil || o == nil || at.File == nil || o.Name.At.File == nil {
		return
	}
	if u.found == nil {
		u.found = make(map[occurrence]target, len(at.File.Text)/bytesPerUse)
	}
	key := occurrence{at, o.Name.Span()}
	known := u.found[key]
	if known.Object != nil && known.Type != nil {
		o = known.Object
	}
	u.found[key] = target{o, short || known.short}
}

// Place notes a use of a name that has no object: a location or a transition.
func (u *Uses) Place(k Kind, at, declared diag.Span) {
	if u != nil {
		u.Add(at, &Object{Kind: k, Name: syntax.Name{Place: syntax.Place{At: declared}, Text: declared.Text()}})
	}
}

// Field notes a use of a field.
func (u *Uses) Field(at diag.Span, f sts.Field, short bool) {
	if u != nil {
		u.addAs(at, fieldObject(f), short)
	}
}

func fieldObject(f sts.Field) *Object {
	return &Object{Kind: kindField, Name: syntax.Name{Place: syntax.Place{At: f.Span}, Text: f.Name}, Type: f.Type}
}

// Fields keeps the fields that could stand at the place of a name that is none of them.
func (u *Uses) Fields(name string, fields []sts.Field) {
	if u == nil || name != u.Placeholder {
		return
	}
	u.Wanted = []SymbolKind{SymbolField}
	for _, f := range fields {
		u.Candidates = append(u.Candidates, fieldObject(f).symbol())
	}
}

// Visible keeps the names of the given kinds in scopes, inner ones first, if name is the placeholder. An inner name hides an outer one.
func (u *Uses) Visible(name string, kinds []Kind, scopes ...*Scope) {
	if u == nil || name != u.Placeholder {
		return
	}
	for _, k := range kinds {
		u.Wanted = append(u.Wanted, SymbolKind(KindNames[k]))
	}
	seen := map[string]bool{}
	for _, s := range scopes {
		for ; s != nil; s = s.Outer {
			for n, o := range s.Names {
				if !seen[n] && slices.Contains(kinds, o.Kind) {
					u.Candidates = append(u.Candidates, o.symbol())
				}
				seen[n] = true
			}
		}
	}
	slices.SortFunc(u.Candidates, func(a, b Symbol) int { return cmp.Compare(a.Name, b.Name) })
}

// Alternative notes a use of an alternative of a union in a pattern; those of optional values are not declared.
func (u *Uses) Alternative(name syntax.Name, o *Object, typ *sts.Type) {
	if o != nil && o.Kind == KindAlternative && typ.Form == sts.Union {
		u.Add(name.Span(), o)
	}
}

// UseQualified notes a use of a transition or location by its name, or by that of its instance, a dot, and its name. The number of a branch
// may follow.
func (c *Table) UseQualified(n syntax.Name, k Kind, declared diag.Span) {
	at := n.Span()
	if whole, _, branch := strings.Cut(at.Text(), "/"); branch {
		at.End = at.Start + len(strings.TrimRight(whole, " \t\r\n"))
	}
	last := diag.Span{File: at.File, Start: at.End - len(declared.Text()), End: at.End}
	if last.Text() != declared.Text() {
		return
	}
	c.Uses.Place(k, last, declared)
	if instance, _, qualified := strings.Cut(at.Text(), "."); qualified {
		c.Uses.Add(diag.Span{File: at.File, Start: at.Start, End: at.Start + len(instance)}, c.Objects[strings.TrimSpace(instance)])
	}
}

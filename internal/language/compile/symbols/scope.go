// Package symbols resolves the names of a model: it enters declarations into one global scope, resolves names in local and global scopes with
// messages for those that are missing, and collects their uses for editors.
package symbols

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Kind is the kind of object that a name stands for.
type Kind uint8

// The kinds.
const (
	KindConst Kind = iota
	KindType
	KindMember      // of an enumeration
	KindAlternative // of a union
	KindChannel
	KindExtern
	KindFunction
	KindVar
	KindMachine
	KindInstance
	KindLocal // parameter, bound variable, machine parameter with a value

	// these have no object in a scope, and only Uses handles them
	kindField
	KindLocation
	KindTransition
)

// KindNames are the kinds in words.
var KindNames = [...]string{KindConst: "constant", KindType: "type", KindMember: "enumeration member", KindAlternative: "alternative of a union", KindChannel: "channel",
	KindExtern: "extern", KindFunction: "function", KindVar: "variable", KindMachine: "machine", KindInstance: "instance", KindLocal: "parameter",
	kindField: "field", KindLocation: "location", KindTransition: "transition"}

// Object is the object that a name resolves to. Which fields are set depends on kind and on how far it is resolved.
type Object struct {
	Kind     Kind
	Name     syntax.Name
	Decl     syntax.Decl
	Used     bool
	Resolved Progress

	Type    *sts.Type
	Value   operand.Operand // constants, members, locals
	Channel *sts.Channel    // nil for a channel parameter that is only checked
	Extern  *sts.Extern
	First   int  // first slot of a variable or frozen constant
	Chosen  bool // a local that any declares, not payload

	Variables *Scope // of an instance
}

// Progress is how far a declaration is resolved.
type Progress uint8

// The stages of resolving a declaration.
const (
	Untouched Progress = iota
	InProgress
	Done
)

// Table has the global names of a model.
type Table struct {
	*operand.Maker
	Objects  map[string]*Object     // the global scope
	Order    []*Object              // in order of declaration
	Uses     *Uses                  // collects the referents of names; may be nil
	Reserved func(name string) bool // reports whether a name is built in
}

// Declare enters the names of top-level declarations.
func (c *Table) Declare(decls []syntax.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.ConstDecl:
			c.Enter(KindConst, d.Name, d)
		case *syntax.TypeDecl:
			c.Enter(KindType, d.Name, d)
		case *syntax.ChannelDecl:
			c.Enter(KindChannel, d.Name, d)
		case *syntax.ExternDecl:
			c.Enter(KindExtern, d.Name, d)
		case *syntax.FunctionDecl:
			c.Enter(KindFunction, d.Name, d)
		case *syntax.VarDecl:
			c.Enter(KindVar, d.Name, d)
		case *syntax.MachineDecl:
			c.Enter(KindMachine, d.Name, d)
		case *syntax.InstanceDecl:
			c.Enter(KindInstance, d.Name, d)
		}
	}
}

// Enter adds a global name; a second declaration is an error that shows the first. A built-in name is an error too, and is entered, so that
// its uses are not errors.
func (c *Table) Enter(k Kind, name syntax.Name, d syntax.Decl) *Object {
	o := &Object{Kind: k, Name: name, Decl: d}
	if first, ok := c.Objects[name.Text]; ok {
		c.Duplicate(name, first.Name)
		return o
	}
	if c.Reserved(name.Text) {
		c.List.ErrorHint(diag.CodeDuplicateName, name.Span(), "choose another name, such as `"+name.Text+"_`", "%q is built in and cannot be declared", name.Text)
	}
	c.Uses.Add(name.Span(), o)
	c.Objects[name.Text] = o
	c.Order = append(c.Order, o)
	return o
}

// Duplicate reports a second declaration of a name, and shows the first.
func (c *Table) Duplicate(name, first syntax.Name) {
	c.List.Errorf(diag.CodeDuplicateName, name.Span(), "\"%s\" is declared twice", name.Text).WithRelated(first.Span(), "first declared here")
}

// Distinct reports the names of a list that occur twice; missing names are skipped.
func (c *Table) Distinct(names ...syntax.Name) {
	seen := map[string]syntax.Name{}
	for _, name := range names {
		if first, twice := seen[name.Text]; twice && name.Text != "" {
			c.Duplicate(name, first)
		}
		seen[name.Text] = name
	}
}

// DistinctParams reports parameters, fields or payload of the same name.
func (c *Table) DistinctParams(params []syntax.Param) {
	names := make([]syntax.Name, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	c.Distinct(names...)
}

// Scope is a chain of local names in front of the global scope.
type Scope struct {
	Outer *Scope
	Names map[string]*Object
}

// NewScope is an empty scope within another, which may be nil.
func NewScope(outer *Scope) *Scope { return &Scope{outer, map[string]*Object{}} }

// Find returns the object of a name in the scope or an outer one, or nil.
func (s *Scope) Find(name string) *Object {
	for ; s != nil; s = s.Outer {
		if o, ok := s.Names[name]; ok {
			return o
		}
	}
	return nil
}

// Bind gives a local name a value; the zero operand makes its uses silent.
func (s *Scope) Bind(name syntax.Name, value operand.Operand) {
	s.Names[name.Text] = &Object{Kind: KindLocal, Name: name, Type: value.Type, Value: value, Used: true}
}

// List returns the names of the given kinds.
func (s *Scope) List(kinds ...Kind) []string {
	var out []string
	for ; s != nil; s = s.Outer {
		for n, o := range s.Names {
			if slices.Contains(kinds, o.Kind) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Globals returns the global names of the given kinds.
func (c *Table) Globals(kinds ...Kind) []string { return (&Scope{Names: c.Objects}).List(kinds...) }

// Lookup resolves the name at a place, local names first.
func (c *Table) Lookup(local *Scope, name string, at diag.Span) *Object {
	o := local.Find(name)
	if o == nil {
		o = c.Objects[name]
	}
	if o != nil {
		o.Used = true
		c.Uses.Add(at, o)
	}
	return o
}

// LookupKind resolves a name that must be of one kind. It reports any other name, and returns nil.
func (c *Table) LookupKind(local *Scope, name string, span diag.Span, want Kind) *Object {
	o := c.Lookup(local, name, span)
	switch {
	case o == nil:
		c.Undefined(KindNames[want], name, span, local, want)
	case o.Kind != want:
		c.WrongKind(o, KindNames[want], span)
	default:
		return o
	}
	return nil
}

// Undefined reports an unknown name with the closest known one of a fitting kind.
func (c *Table) Undefined(what, name string, span diag.Span, local *Scope, kinds ...Kind) {
	c.Uses.Visible(name, kinds, local, &Scope{Names: c.Objects})
	hint := ""
	if !c.List.IsFull(diag.Error, diag.CodeUndefinedName) {
		hint = diag.DidYouMean(name, append(local.List(kinds...), c.Globals(kinds...)...))
	}
	c.List.ErrorHint(diag.CodeUndefinedName, span, hint, "no %s is called %q", what, name)
}

// WrongKind reports a name that exists but has another kind.
func (c *Table) WrongKind(o *Object, want string, span diag.Span) {
	c.List.Errorf(diag.CodeWrongKind, span, "\"%s\" is %s, not %s", o.Name.Text, WithArticle(KindNames[o.Kind]), WithArticle(want)).
		WithRelated(o.Name.Span(), "declared here")
}

// WithArticle is a noun with the indefinite article.
func WithArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// ScalarSorts are the names of built-in types. As functions they convert.
var ScalarSorts = map[string]*term.Sort{
	"bool": term.Bool, "int": term.Int, "nat": term.Nat, "real": term.Real, "string": term.String,
	"int8": term.Bits(8, true), "int16": term.Bits(16, true), "int32": term.Bits(32, true), "int64": term.Bits(64, true),
	"uint8": term.Bits(8, false), "uint16": term.Bits(16, false), "uint32": term.Bits(32, false), "uint64": term.Bits(64, false),
}

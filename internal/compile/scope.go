package compile

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// kind is what a name stands for.
type kind uint8

const (
	kindConst kind = iota
	kindType
	kindMember      // of an enumeration
	kindAlternative // of a union
	kindChannel
	kindExtern
	kindFunction
	kindVar
	kindMachine
	kindInstance
	kindLocal // parameter, bound variable, machine parameter with a value

	// these have no object in a scope, and are known to Uses only
	kindField
	kindLocation
	kindTransition
)

var kindNames = [...]string{kindConst: "constant", kindType: "type", kindMember: "enumeration member", kindAlternative: "alternative of a union", kindChannel: "channel",
	kindExtern: "extern", kindFunction: "function", kindVar: "variable", kindMachine: "machine", kindInstance: "instance", kindLocal: "parameter",
	kindField: "field", kindLocation: "location", kindTransition: "transition"}

// object is what a name resolves to. Which fields are set depends on kind and on how far it is resolved.
type object struct {
	kind     kind
	name     syntax.Name
	decl     syntax.Decl
	used     bool
	resolved progress

	typ     *sts.Type
	value   operand      // constants, members, locals
	channel *sts.Channel // nil for a channel parameter that is only checked
	extern  *sts.Extern
	first   int  // first slot of a variable or frozen constant
	chosen  bool // a local that any declares, not payload

	variables *scope // of an instance
}

type progress uint8

const (
	untouched progress = iota
	inProgress
	done
)

// checker holds the state of a compilation.
type checker struct {
	list       *diag.List
	reports    *diag.List // list, which is another one while an expression is lowered to see what type it has
	store      *term.Store
	objects    map[string]*object // the global scope
	order      []*object          // in order of declaration
	system     *sts.System
	env        []*term.Term // current value of each slot; outside of a transition, its variable
	overrides  map[string]string
	lowered    int // expressions lowered so far, bounded by maxInlining
	tooLarge   bool
	stop       func() error                // Options.Stop
	stopped    error                       // the error it returned
	nextStop   int                         // it is called again when the store has this many terms
	quantified int                         // bound variables made so far
	machines   map[string]*machineLowering // by the name of the instance; those whose locations are known

	clocks       []*term.Term
	anyArguments bool  // parameters of the current machine have no values: it is only checked
	uses         *Uses // Options.Uses
}

// declare enters the names of top-level declarations.
func (c *checker) declare(decls []syntax.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.ConstDecl:
			c.enter(kindConst, d.Name, d)
		case *syntax.TypeDecl:
			c.enter(kindType, d.Name, d)
		case *syntax.ChannelDecl:
			c.enter(kindChannel, d.Name, d)
		case *syntax.ExternDecl:
			c.enter(kindExtern, d.Name, d)
		case *syntax.FunctionDecl:
			c.enter(kindFunction, d.Name, d)
		case *syntax.VarDecl:
			c.enter(kindVar, d.Name, d)
		case *syntax.MachineDecl:
			c.enter(kindMachine, d.Name, d)
		case *syntax.InstanceDecl:
			c.enter(kindInstance, d.Name, d)
		}
	}
}

// enter adds a global name; a second declaration is an error that shows the first.
func (c *checker) enter(k kind, name syntax.Name, d syntax.Decl) *object {
	o := &object{kind: k, name: name, decl: d}
	if isBuiltin(name.Text) {
		c.list.ErrorHint(diag.CodeDuplicateName, name.Span(), "choose another name", "%q is built in and cannot be declared", name.Text)
		return o
	}
	if first, ok := c.objects[name.Text]; ok {
		c.duplicate(name, first.name)
		return o
	}
	c.uses.add(name.Span(), o)
	c.objects[name.Text] = o
	c.order = append(c.order, o)
	return o
}

func (c *checker) duplicate(name, first syntax.Name) {
	c.list.Errorf(diag.CodeDuplicateName, name.Span(), "\"%s\" is declared twice", name.Text).WithRelated(first.Span(), "first declared here")
}

// distinct reports the names of a list that occur twice; missing names are skipped.
func (c *checker) distinct(names ...syntax.Name) {
	seen := map[string]syntax.Name{}
	for _, name := range names {
		if first, twice := seen[name.Text]; twice && name.Text != "" {
			c.duplicate(name, first)
		}
		seen[name.Text] = name
	}
}

// distinctParams reports parameters, fields or payload of the same name.
func (c *checker) distinctParams(params []syntax.Param) {
	names := make([]syntax.Name, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	c.distinct(names...)
}

// scope is a chain of local names in front of the global scope.
type scope struct {
	outer *scope
	names map[string]*object
}

func newScope(outer *scope) *scope { return &scope{outer, map[string]*object{}} }

func (s *scope) find(name string) *object {
	for ; s != nil; s = s.outer {
		if o, ok := s.names[name]; ok {
			return o
		}
	}
	return nil
}

// bind gives a local name a value; the zero operand makes its uses silent.
func (s *scope) bind(name syntax.Name, value operand) {
	s.names[name.Text] = &object{kind: kindLocal, name: name, typ: value.typ, value: value, used: true}
}

// list returns the names of the given kinds.
func (s *scope) list(kinds ...kind) []string {
	var out []string
	for ; s != nil; s = s.outer {
		for n, o := range s.names {
			if slices.Contains(kinds, o.kind) {
				out = append(out, n)
			}
		}
	}
	return out
}

// globals returns the global names of the given kinds.
func (c *checker) globals(kinds ...kind) []string { return (&scope{names: c.objects}).list(kinds...) }

// lookup resolves the name at a place, local names first.
func (c *checker) lookup(local *scope, name string, at diag.Span) *object {
	o := local.find(name)
	if o == nil {
		o = c.objects[name]
	}
	if o != nil {
		o.used = true
		c.uses.add(at, o)
	}
	return o
}

// lookupKind resolves a name that must be of one kind. It reports any other name, and returns nil.
func (c *checker) lookupKind(local *scope, name string, span diag.Span, want kind) *object {
	o := c.lookup(local, name, span)
	switch {
	case o == nil:
		c.undefined(kindNames[want], name, span, local, want)
	case o.kind != want:
		c.wrongKind(o, kindNames[want], span)
	default:
		return o
	}
	return nil
}

// undefined reports an unknown name with the closest known one of a fitting kind.
func (c *checker) undefined(what, name string, span diag.Span, local *scope, kinds ...kind) {
	c.uses.visible(name, kinds, local, &scope{names: c.objects})
	hint := ""
	if !c.list.IsFull() {
		hint = diag.DidYouMean(name, append(local.list(kinds...), c.globals(kinds...)...))
	}
	c.list.ErrorHint(diag.CodeUndefinedName, span, hint, "no %s is called %q", what, name)
}

// wrongKind reports a name that exists but is something else.
func (c *checker) wrongKind(o *object, want string, span diag.Span) {
	c.list.Errorf(diag.CodeWrongKind, span, "\"%s\" is %s, not %s", o.name.Text, withArticle(kindNames[o.kind]), withArticle(want)).
		WithRelated(o.name.Span(), "declared here")
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

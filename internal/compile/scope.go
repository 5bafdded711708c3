package compile

import (
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
	kindMember // of an enumeration
	kindChannel
	kindExtern
	kindFunction
	kindVar
	kindMachine
	kindInstance
	kindLocal // parameter, bound variable, machine parameter with a value
)

var kindNames = map[kind]string{kindConst: "constant", kindType: "type", kindMember: "enumeration member",
	kindChannel: "channel", kindExtern: "extern", kindFunction: "function", kindVar: "variable", kindMachine: "machine",
	kindInstance: "instance", kindLocal: "parameter"}

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
	store      *term.Store
	objects    map[string]*object // the global scope
	order      []*object          // in order of declaration
	system     *sts.System
	overrides  map[string]string
	lowered    int // expressions lowered so far, bounded by maxInlining
	tooLarge   bool
	stop       func() error // Options.Stop
	stopped    error        // what it answered
	askAgain   int          // it is asked when the store has so many terms
	quantified int          // bound variables made so far

	anyArguments bool // parameters of the machine at hand have no values: it is only checked
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
	if name.Text == "" {
		return o // the parser reported it
	}
	if isBuiltin(name.Text) {
		c.list.ErrorHint(diag.CodeDuplicateName, name.Span(), "choose another name", "%q is built in and cannot be declared", name.Text)
		return o
	}
	if first, ok := c.objects[name.Text]; ok {
		c.duplicate(name, first.name)
		return o
	}
	c.objects[name.Text] = o
	c.order = append(c.order, o)
	return o
}

func (c *checker) duplicate(name, first syntax.Name) {
	c.list.Add(diag.Diagnostic{Code: diag.CodeDuplicateName, Severity: diag.Error, Span: name.Span(),
		Message: "\"" + name.Text + "\" is declared twice",
		Related: []diag.Related{{Span: first.Span(), Message: "first declared here"}}})
}

// scope is a chain of local names in front of the global scope.
type scope struct {
	outer *scope
	names map[string]*object
}

func (s *scope) find(name string) *object {
	for ; s != nil; s = s.outer {
		if o, ok := s.names[name]; ok {
			return o
		}
	}
	return nil
}

func (s *scope) nest() *scope { return &scope{outer: s, names: map[string]*object{}} }

// lookup resolves a name, local names first.
func (c *checker) lookup(local *scope, name string) *object {
	if o := local.find(name); o != nil {
		o.used = true
		return o
	}
	if o, ok := c.objects[name]; ok {
		o.used = true
		return o
	}
	return nil
}

// undefined reports an unknown name with the closest known one of a fitting kind.
func (c *checker) undefined(what, name string, span diag.Span, local *scope, kinds ...kind) {
	var candidates []string
	fits := func(o *object) bool {
		for _, k := range kinds {
			if o.kind == k {
				return true
			}
		}
		return false
	}
	for s := local; s != nil; s = s.outer {
		for n, o := range s.names {
			if fits(o) {
				candidates = append(candidates, n)
			}
		}
	}
	for n, o := range c.objects {
		if fits(o) {
			candidates = append(candidates, n)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, span, didYouMean(name, candidates), "no %s is called %q", what, name)
}

func didYouMean(name string, candidates []string) string {
	if best := diag.Closest(name, candidates); best != "" {
		return "did you mean \"" + best + "\"?"
	}
	return ""
}

// wrongKind reports a name that exists but is something else.
func (c *checker) wrongKind(o *object, want string, span diag.Span) {
	c.list.Add(diag.Diagnostic{Code: diag.CodeWrongKind, Severity: diag.Error, Span: span,
		Message: "\"" + o.name.Text + "\" is " + withArticle(kindNames[o.kind]) + ", not " + withArticle(want),
		Related: relatedTo(o)})
}

func withArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func relatedTo(o *object) []diag.Related {
	if o.name.Span().File == nil {
		return nil
	}
	return []diag.Related{{Span: o.name.Span(), Message: "declared here"}}
}

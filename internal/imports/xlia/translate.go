package xlia

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// use is the kind of declaration of a name.
type use uint8

const (
	isVariable use = iota
	isConstant     // with a value that is known
	isFrozen       // a constant without one
	isPort
	isType
	isMember
	isBound // by a quantifier
)

// symbol is a declared name.
type symbol struct {
	token
	use      use
	name     string // in the model
	typ      typ
	value    *node       // of a variable or a constant
	initial  syntax.Expr // of a variable or a constant, or nil
	members  []*symbol   // of an enumeration
	checked  bool        // a variable that is assigned values that its type may not have
	port     *port
	declared *declaration
}

// port is a port with its connection.
type port struct {
	direction string
	params    []typ
	names     []string
	channel   *channel // nil if it is not connected
}

// channel is a channel of the model.
type channel struct {
	word  string // input, output or channel
	name  string
	at    diag.Span
	size  string // of a queue
	ports []*symbol
}

// scope is a table of names, with the order in which they are declared.
type scope struct {
	symbols map[string]*symbol
	order   []*symbol
}

func newScope() *scope { return &scope{symbols: map[string]*symbol{}} }

// automaton is a machine in the words of the model.
type automaton struct {
	*machine
	scope           *scope
	model, template string // names of the instance and the machine in the model, if there are several
	assumed         []syntax.Expr
	states          map[string]string // names of the model
	initial         *state
	steps           []*effect
}

// environment has the values of variables that were assigned, in terms of those at the beginning of the step.
type environment map[*symbol]assigned

// assigned is a value with its size, which each use of it adds to the work of the translation.
type assigned struct {
	value syntax.Expr
	size  int
}

// translation turns a parsed system into the parts of a model.
type translation struct {
	list     *diag.List
	system   *machine
	names    *convert.Names // of the model, outside of transitions
	scopes   []*scope       // the outermost first
	global   *scope
	automata []*automaton
	channels []*channel
	env      environment // nil if expressions read the variables themselves
	work     int
	stopped  bool            // the work is too much
	missing  map[string]bool // names that were reported
}

// Convert turns a system into the text of a model. It reports errors of the system; the text is then empty.
func Convert(file *diag.File, list *diag.List) convert.Model {
	m := parse(file, list)
	if m == nil {
		return convert.Model{}
	}
	t := &translation{list: list, system: m, names: convert.NewNames(), global: newScope(), missing: map[string]bool{}}
	t.translate()
	if list.HasErrors() {
		return convert.Model{}
	}
	return convert.Model{Text: t.model(), Places: t.places()}
}

func (t *translation) translate() {
	t.scopes = []*scope{t.global}
	t.declare(t.system)
	if len(t.system.parts) == 0 {
		t.list.Errorf(diag.CodeImportSyntax, t.system.name.At, "the system has no statemachine")
		return
	}
	if len(t.system.parts) > 1 && !t.system.kind.Is("and") {
		t.list.ErrorHint(diag.CodeImportUnsupported, t.system.parts[1].name.At, "write system< and >", "several machines of a system without <and> cannot be imported")
	}
	for _, part := range t.system.parts {
		a := &automaton{machine: part, scope: newScope(), states: map[string]string{}}
		if len(t.system.parts) > 1 {
			a.model, a.template = t.names.Give(part.name.Text), t.names.Give(part.name.Text+"Machine")
		}
		t.automata = append(t.automata, a)
		t.within(a, func() { t.declare(part) })
	}
	t.connect()
	for _, a := range t.automata {
		t.within(a, func() { t.translateMachine(a) })
	}
}

// within calls a function with the names of a machine in scope.
func (t *translation) within(a *automaton, do func()) {
	t.scopes = append(t.scopes, a.scope)
	do()
	t.scopes = t.scopes[:len(t.scopes)-1]
}

func (t *translation) refuse(at diag.Span, what string) {
	t.list.Errorf(diag.CodeImportUnsupported, at, "%s cannot be imported", what)
}

// lookup finds the symbol of a name, in the innermost scope that has it.
func (t *translation) lookup(name string) *symbol {
	for i := len(t.scopes) - 1; i >= 0; i-- {
		if s := t.scopes[i].symbols[name]; s != nil {
			return s
		}
	}
	return nil
}

// undefined reports an undeclared name, once.
func (t *translation) undefined(at diag.Span, name string, more []string) {
	if t.missing[name] {
		return
	}
	t.missing[name] = true
	known := more
	for _, s := range t.scopes {
		for candidate := range s.symbols {
			known = append(known, candidate)
		}
	}
	t.list.ErrorHint(diag.CodeImportName, at, diag.DidYouMean(name, known), "%q is not defined", convert.Clip(name))
}

// inner is the innermost scope.
func (t *translation) inner() *scope { return t.scopes[len(t.scopes)-1] }

// introduce gives a name of the innermost scope a name of the model.
func (t *translation) introduce(name token, u use, is typ) *symbol {
	in := t.inner()
	if old := in.symbols[name.Text]; old != nil {
		t.list.Errorf(diag.CodeImportName, name.At, "%s is declared twice", name).WithRelated(old.At, "first declared here")
		return old
	}
	s := &symbol{token: name, use: u, typ: is, name: t.names.Give(name.Text)}
	in.symbols[name.Text] = s
	in.order = append(in.order, s)
	return s
}

// declare introduces the names of a machine. Ports get no names of the model: their channels do.
func (t *translation) declare(m *machine) {
	for i := range m.decls {
		switch d := &m.decls[i]; d.kind {
		case declareType:
			t.declareType(d)
		case declarePort:
			t.declarePort(d)
		default:
			t.declareValue(m, d)
		}
	}
}

func (t *translation) declareType(d *declaration) {
	if d.typ.members == nil {
		is := t.typeOf(d.typ)
		t.introduce(d.name, isType, is).declared = d
		return
	}
	s := t.introduce(d.name, isType, typ{})
	s.typ = typ{kind: kind{member, s}, model: s.name}
	for _, m := range d.typ.members {
		s.members = append(s.members, t.introduce(m, isMember, s.typ))
	}
}

func (t *translation) declarePort(d *declaration) {
	in := t.inner()
	if old := in.symbols[d.name.Text]; old != nil {
		t.list.Errorf(diag.CodeImportName, d.name.At, "%s is declared twice", d.name).WithRelated(old.At, "first declared here")
		return
	}
	s := &symbol{token: d.name, use: isPort, port: &port{direction: d.direction}}
	if d.direction == "" {
		t.list.ErrorHint(diag.CodeImportSyntax, d.name.At, "write port input or port output", "the port %s has no direction", d.name)
	}
	for _, p := range d.params {
		is := t.typeOf(p.typ)
		if is.clock {
			t.refuse(p.typ.at, "a clock as a parameter of a port")
		}
		s.port.params = append(s.port.params, is)
		s.port.names = append(s.port.names, p.name.Text)
	}
	in.symbols[d.name.Text] = s
	in.order = append(in.order, s)
}

func (t *translation) declareValue(m *machine, d *declaration) {
	is := t.typeOf(d.typ)
	if is.clock && d.kind == declareConstant {
		t.refuse(d.name.At, "a constant clock")
	}
	if is.clock && !m.timed {
		t.list.ErrorHint(diag.CodeImportUnsupported, d.name.At, "write timed system", "the clock %s of a system that is not timed cannot be imported", d.name)
	}
	s := t.introduce(d.name, isVariable, is)
	s.value, s.declared = d.value, d
	if d.kind == declareVariable || s.use != isVariable {
		return
	}
	s.use = isFrozen
	if d.value == nil {
		return
	}
	s.initial = t.value(d.value, is.kind)
	if !t.readsOnly(s.initial, isConstant, isFrozen, isMember) {
		t.list.Errorf(diag.CodeImportType, d.value.at, "the value of the constant %s reads a variable", d.name)
	}
	if t.constant(s.initial) {
		s.use = isConstant
	}
}

// constant reports whether an expression reads only constants with values.
func (t *translation) constant(e syntax.Expr) bool { return t.readsOnly(e, isConstant, isMember) }

// readsOnly reports whether all names in an expression have one of the uses.
func (t *translation) readsOnly(e syntax.Expr, uses ...use) bool {
	ok := true
	for _, s := range t.reads(e) {
		ok = ok && slices.Contains(uses, s.use)
	}
	return ok
}

// reads are the declared names that an expression mentions.
func (t *translation) reads(e syntax.Expr) []*symbol {
	names := map[string]bool{}
	syntax.Walk(e, func(e syntax.Expr) {
		if n, ok := e.(*syntax.NameExpr); ok {
			names[n.Name] = true
		}
	})
	var out []*symbol
	for _, scope := range t.scopes {
		for _, s := range scope.order {
			if s.name != "" && names[s.name] {
				out = append(out, s)
			}
		}
	}
	return out
}

// translateMachine finds the states, the initial values and the transitions of a machine.
func (t *translation) translateMachine(a *automaton) {
	names := convert.NewNames()
	for _, s := range a.machine.states {
		if a.states[s.name.Text] != "" {
			t.list.Errorf(diag.CodeImportName, s.name.At, "there are two states called %s", s.name)
		}
		a.states[s.name.Text] = names.Give(s.name.Text)
		t.begin(a, s)
	}
	if a.initial == nil {
		t.list.ErrorHint(diag.CodeImportState, a.machine.name.At, "write state< start >", "the statemachine %s has no start state", a.machine.name)
		return
	}
	t.translateInitial(a)
	t.translateTransitions(a)
	if len(a.steps) == 0 && !t.list.HasErrors() {
		t.list.Errorf(diag.CodeImportSyntax, a.machine.name.At, "the statemachine %s has no transition", a.machine.name)
	}
}

// begin notes the initial state of the machine, and reports parts that other states must not have.
func (t *translation) begin(a *automaton, s *state) {
	starts := s.kind == "start" || s.kind == "initial"
	switch {
	case starts && a.initial != nil:
		t.list.Errorf(diag.CodeImportState, s.name.At, "there are two start states").WithRelated(a.initial.name.At, "the first is here")
	case starts:
		a.initial = s
	case s.init != nil:
		t.refuse(s.name.At, "@init in a state that is not the start state")
	case (s.kind == "final" || s.kind == "terminal") && len(s.transitions) > 0:
		t.list.Errorf(diag.CodeImportState, s.transitions[0].at, "the %s state %s has a transition", s.kind, s.name)
	}
}

// transitionNames gives each transition of a machine a name: its own if no other has it, else with the name of its state.
func (t *translation) transitionNames(a *automaton) func(*state, *transition) string {
	count := map[string]int{}
	for _, s := range a.machine.states {
		for _, tr := range s.transitions {
			count[tr.name.Text]++
		}
	}
	names := convert.NewNames()
	return func(s *state, tr *transition) string {
		switch {
		case tr.name.Text == "":
			return names.Give(fmt.Sprintf("%s_%s", s.name.Text, tr.target.Text))
		case count[tr.name.Text] > 1:
			return names.Give(fmt.Sprintf("%s_%s", s.name.Text, tr.name.Text))
		}
		return names.Give(tr.name.Text)
	}
}

func (t *translation) translateTransitions(a *automaton) {
	name := t.transitionNames(a)
	for _, s := range a.machine.states {
		seen := map[string]bool{}
		for _, tr := range s.transitions {
			if tr.name.Text != "" && seen[tr.name.Text] {
				t.list.Errorf(diag.CodeImportName, tr.at, "there are two transitions called %s in the state %s", tr.name, s.name)
			}
			seen[tr.name.Text] = true
			if a.states[tr.target.Text] == "" {
				var known []string
				for _, other := range a.machine.states {
					known = append(known, other.name.Text)
				}
				t.list.ErrorHint(diag.CodeImportState, tr.target.At, diag.DidYouMean(tr.target.Text, known), "there is no state %s", tr.target)
				continue
			}
			e := t.effect(tr)
			e.name, e.from, e.to = name(s, tr), a.states[s.name.Text], a.states[tr.target.Text]
			a.steps = append(a.steps, e)
		}
	}
}

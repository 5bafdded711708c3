package source

import (
	"cmp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// parser reads a machine.
type parser struct {
	*scan.Cursor
	*definitions
}

// definitions are those of the machine, and how much was expanded.
type definitions struct {
	defined   map[string]*definition
	expansion int
}

// Parse reads a machine and reports errors.
func Parse(file *diag.File, list *diag.List) *Machine {
	p := &parser{scan.File(file, list, language), &definitions{}}
	if p.Failed() {
		return nil
	}
	p.findDefinitions()
	m := p.machine()
	if list.HasErrors() {
		return nil
	}
	return m
}

// names reads names with commas between them, which Event-B leaves out.
func (p *parser) names(what string) []Token {
	out := []Token{p.Name(what)}
	for p.Accept(",") || p.Now().Kind == scan.Word {
		out = append(out, p.Name(what))
	}
	return out
}

// clauses reads each clause of a machine by its keyword.
var clauses = map[string]func(*parser, *Machine){
	"SETS":           (*parser).sets,
	"CONSTANTS":      func(p *parser, m *Machine) { m.Constants = append(m.Constants, p.names("a constant")...) },
	"PROPERTIES":     func(p *parser, m *Machine) { m.Properties = append(m.Properties, p.predicates()...) },
	"VARIABLES":      func(p *parser, m *Machine) { m.Variables = append(m.Variables, p.names("a variable")...) },
	"INVARIANT":      func(p *parser, m *Machine) { m.Invariants = append(m.Invariants, p.predicates()...) },
	"INITIALISATION": func(p *parser, m *Machine) { p.initialisation(m, p.part()) },
	"OPERATIONS":     (*parser).events,
	"CONSTRAINTS":    func(p *parser, m *Machine) { m.Properties = append(m.Properties, p.predicates()...) },
	"ASSERTIONS":     (*parser).assertions,
	"DEFINITIONS":    func(p *parser, _ *Machine) { p.skipDefinitions() },
}

// sameClause are other words for clauses.
var sameClause = map[string]string{"CONCRETE_CONSTANTS": "CONSTANTS", "ABSTRACT_CONSTANTS": "CONSTANTS", "AXIOMS": "PROPERTIES",
	"CONCRETE_VARIABLES": "VARIABLES", "ABSTRACT_VARIABLES": "VARIABLES", "INVARIANTS": "INVARIANT", "EVENTS": "OPERATIONS",
	"INITIALIZATION": "INITIALISATION", "THEOREMS": "ASSERTIONS"}

// refusedClauses are those that cannot be imported.
var refusedClauses = scan.Words("SEES INCLUDES EXTENDS USES PROMOTES REFINES IMPORTS VALUES LOCAL_OPERATIONS VARIANT")

// isClause reports whether a keyword begins a clause.
func isClause(word string) bool {
	return clauseWords[word] || sameClause[word] != "" || refusedClauses[word]
}

var clauseWords = scan.Words("SETS CONSTANTS PROPERTIES VARIABLES INVARIANT INITIALISATION OPERATIONS CONSTRAINTS ASSERTIONS DEFINITIONS")

func (p *parser) machine() *Machine {
	m := &Machine{}
	if t := p.Now(); t.Is("REFINEMENT") || t.Is("IMPLEMENTATION") || t.Is("CONTEXT") {
		p.Refuse(t.At, t.Text, "write one self-contained MACHINE")
	}
	if !p.AcceptAny("MACHINE", "SYSTEM", "MODEL") {
		p.Unexpected("MACHINE or SYSTEM")
	}
	m.Name = p.Name("the name of the machine")
	p.machineParameters(m)
	for p.Now().Kind == scan.Keyword && !p.Now().Is("END") {
		p.clause(m)
	}
	p.Expect("END")
	p.ExpectEnd("the end of the file")
	m.Sizes = p.sizesOf(m.Sets)
	return m
}

// machineParameters reads M(SET, number): a parameter in capitals is a deferred set, others are constants.
func (p *parser) machineParameters(m *Machine) {
	if !p.Accept("(") {
		return
	}
	for _, name := range p.names("a parameter") {
		if name.Text == strings.ToUpper(name.Text) {
			m.Sets = append(m.Sets, Enumeration{Name: name})
		} else {
			m.Constants = append(m.Constants, name)
		}
	}
	p.Expect(")")
}

func (p *parser) clause(m *Machine) {
	t := p.Next()
	if read := clauses[cmp.Or(sameClause[t.Text], t.Text)]; read != nil {
		read(p, m)
		return
	}
	p.Refuse(t.At, "the clause "+t.Text, "")
}

// sets reads enumerated and deferred sets, with ; between them.
func (p *parser) sets(m *Machine) {
	for {
		s := Enumeration{Name: p.Name("the name of a set")}
		if p.Accept("=") {
			p.Expect("{")
			s.Members = p.names("a member")
			p.Expect("}")
		}
		m.Sets = append(m.Sets, s)
		if !p.AcceptAny(";", ",") || p.Now().Kind != scan.Word {
			return
		}
	}
}

// skipDefinitions passes over the clause, which was read before.
func (p *parser) skipDefinitions() {
	for !p.endsDefinitions(0) {
		p.Next()
	}
}

// assertions reads predicates with ; between them.
func (p *parser) assertions(m *Machine) {
	for more := true; more; more = p.Accept(";") {
		m.Assertions = append(m.Assertions, p.predicates()...)
	}
}

// predicates reads a predicate as a list of conjuncts, or several predicates with labels.
func (p *parser) predicates() []Labelled {
	var out []Labelled
	if p.Now().Kind != scan.Label {
		for _, c := range p.expression().Conjuncts() {
			out = append(out, Labelled{"", c})
		}
	}
	for p.Now().Kind == scan.Label {
		label := p.Next().Text
		out = append(out, Labelled{label, p.expression()})
	}
	return out
}

// events reads events or operations, with ; between them in classical B.
func (p *parser) events(m *Machine) {
	for {
		p.Accept("EVENT")
		if p.AcceptAny("INITIALISATION", "INITIALIZATION") {
			p.definition()
			p.initialisation(m, p.substitution())
		} else {
			m.Events = append(m.Events, p.event())
		}
		more := p.Accept(";")
		if !more && p.Now().Kind != scan.Word && !p.Now().Is("EVENT") && !p.Now().Is("INITIALISATION") {
			return
		}
	}
}

// definition passes over the sign between the name of an event and its body.
func (p *parser) definition() { p.AcceptAny("=", "==", ":") }

// Event reads results <-- name(parameters) = substitution.
func (p *parser) event() Event {
	e := Event{Name: p.Name("the name of an event")}
	if p.Now().Is(",") || p.Now().Is("<--") {
		p.Back()
		e.Results = p.names("a result")
		p.Expect("<--")
		e.Name = p.Name("the name of an operation")
	}
	var params []Token
	if p.Accept("(") {
		params = p.names("a parameter")
		p.Expect(")")
	}
	p.definition()
	e.Body = p.operation(params)
	return e
}

// operation reads the body of an operation. Its parameters are chosen like those of ANY, and its precondition is a guard: an
// operation is called only where it holds.
func (p *parser) operation(params []Token) *Substitution {
	at := p.Now().At
	if !p.Accept("PRE") {
		return withParameters(params, p.substitution())
	}
	s := &Substitution{Kind: DoSelect, At: at, Conditions: []*Node{conjunction(p.predicates())}}
	p.Expect("THEN")
	s.Parts = []*Substitution{p.body()}
	return withParameters(params, s)
}

// withParameters chooses the parameters of an operation before its body, whose conditions give their types.
func withParameters(params []Token, s *Substitution) *Substitution {
	switch {
	case len(params) == 0:
		return s
	case s.Kind == DoParallel && len(s.Parts) == 1:
		return withParameters(params, s.Parts[0])
	case s.Kind == DoSelect && len(s.Parts) == 1:
		inner := s.Parts[0]
		if inner.Kind == DoAny {
			where := append([]Labelled{{"", s.Conditions[0]}}, inner.Where...)
			return &Substitution{Kind: DoAny, At: s.At, Names: append(params, inner.Names...), Where: where, Parts: inner.Parts}
		}
		return &Substitution{Kind: DoAny, At: s.At, Names: params, Where: []Labelled{{"", s.Conditions[0]}}, Parts: s.Parts}
	case s.Kind == DoAny:
		return &Substitution{Kind: DoAny, At: s.At, Names: append(params, s.Names...), Where: s.Where, Parts: s.Parts}
	}
	return &Substitution{Kind: DoAny, At: s.At, Names: params, Parts: []*Substitution{s}}
}

func (p *parser) initialisation(m *Machine, s *Substitution) {
	if m.Initial != nil {
		p.Fail(diag.CodeImportName, s.At, "", "there are two initialisations")
	}
	m.Initial = s
}

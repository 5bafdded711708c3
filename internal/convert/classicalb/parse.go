package classicalb

import (
	"cmp"
	"strings"

	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
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

// parse reads a machine; what is wrong is reported.
func parse(file *diag.File, list *diag.List) *machine {
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
func (p *parser) names(what string) []token {
	out := []token{p.Name(what)}
	for p.Accept(",") || p.Now().Kind == scan.Word {
		out = append(out, p.Name(what))
	}
	return out
}

// clauses reads each clause of a machine by its keyword.
var clauses = map[string]func(*parser, *machine){
	"SETS":           (*parser).sets,
	"CONSTANTS":      func(p *parser, m *machine) { m.constants = append(m.constants, p.names("a constant")...) },
	"PROPERTIES":     func(p *parser, m *machine) { m.properties = append(m.properties, p.predicates()...) },
	"VARIABLES":      func(p *parser, m *machine) { m.variables = append(m.variables, p.names("a variable")...) },
	"INVARIANT":      func(p *parser, m *machine) { m.invariants = append(m.invariants, p.predicates()...) },
	"INITIALISATION": func(p *parser, m *machine) { p.initialisation(m, p.part()) },
	"OPERATIONS":     (*parser).events,
	"CONSTRAINTS":    func(p *parser, m *machine) { m.properties = append(m.properties, p.predicates()...) },
	"ASSERTIONS":     (*parser).assertions,
	"DEFINITIONS":    func(p *parser, _ *machine) { p.skipDefinitions() },
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

func (p *parser) machine() *machine {
	m := &machine{}
	if t := p.Now(); t.Is("REFINEMENT") || t.Is("IMPLEMENTATION") || t.Is("CONTEXT") {
		p.Refuse(t.At, t.Text, "write one self-contained MACHINE")
	}
	if !p.AcceptAny("MACHINE", "SYSTEM", "MODEL") {
		p.Unexpected("MACHINE or SYSTEM")
	}
	m.name = p.Name("the name of the machine")
	p.machineParameters(m)
	for p.Now().Kind == scan.Keyword && !p.Now().Is("END") {
		p.clause(m)
	}
	p.Expect("END")
	p.ExpectEnd("the end of the file")
	m.scopes = p.scopesOf(m.sets)
	return m
}

// machineParameters reads M(SET, number): a parameter in capitals is a deferred set, others are constants.
func (p *parser) machineParameters(m *machine) {
	if !p.Accept("(") {
		return
	}
	for _, name := range p.names("a parameter") {
		if name.Text == strings.ToUpper(name.Text) {
			m.sets = append(m.sets, enumeration{name: name})
		} else {
			m.constants = append(m.constants, name)
		}
	}
	p.Expect(")")
}

func (p *parser) clause(m *machine) {
	t := p.Next()
	if read := clauses[cmp.Or(sameClause[t.Text], t.Text)]; read != nil {
		read(p, m)
		return
	}
	p.Refuse(t.At, "the clause "+t.Text, "")
}

// sets reads enumerated and deferred sets, with ; between them.
func (p *parser) sets(m *machine) {
	for {
		s := enumeration{name: p.Name("the name of a set")}
		if p.Accept("=") {
			p.Expect("{")
			s.members = p.names("a member")
			p.Expect("}")
		}
		m.sets = append(m.sets, s)
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
func (p *parser) assertions(m *machine) {
	for more := true; more; more = p.Accept(";") {
		m.assertions = append(m.assertions, p.predicates()...)
	}
}

// predicates reads a predicate as a list of conjuncts, or several predicates with labels.
func (p *parser) predicates() []labelled {
	var out []labelled
	if p.Now().Kind != scan.Label {
		for _, c := range p.expression().conjuncts() {
			out = append(out, labelled{"", c})
		}
	}
	for p.Now().Kind == scan.Label {
		label := p.Next().Text
		out = append(out, labelled{label, p.expression()})
	}
	return out
}

// events reads events or operations, with ; between them in classical B.
func (p *parser) events(m *machine) {
	for {
		p.Accept("EVENT")
		if p.AcceptAny("INITIALISATION", "INITIALIZATION") {
			p.definition()
			p.initialisation(m, p.substitution())
		} else {
			m.events = append(m.events, p.event())
		}
		more := p.Accept(";")
		if !more && p.Now().Kind != scan.Word && !p.Now().Is("EVENT") && !p.Now().Is("INITIALISATION") {
			return
		}
	}
}

// definition passes over the sign between the name of an event and its body.
func (p *parser) definition() { p.AcceptAny("=", "==", ":") }

// event reads results <-- name(parameters) = substitution.
func (p *parser) event() event {
	e := event{name: p.Name("the name of an event")}
	if p.Now().Is(",") || p.Now().Is("<--") {
		p.Back()
		e.results = p.names("a result")
		p.Expect("<--")
		e.name = p.Name("the name of an operation")
	}
	var params []token
	if p.Accept("(") {
		params = p.names("a parameter")
		p.Expect(")")
	}
	p.definition()
	e.body = p.operation(params)
	return e
}

// operation reads the body of an operation. Its parameters are chosen like those of ANY, and its precondition is a guard: an
// operation is called only where it holds.
func (p *parser) operation(params []token) *substitution {
	at := p.Now().At
	if !p.Accept("PRE") {
		return withParameters(params, p.substitution())
	}
	s := &substitution{kind: doSelect, at: at, conds: []*node{conjunction(p.predicates())}}
	p.Expect("THEN")
	s.parts = []*substitution{p.body()}
	return withParameters(params, s)
}

// withParameters chooses the parameters of an operation before its body, whose conditions give their types.
func withParameters(params []token, s *substitution) *substitution {
	switch {
	case len(params) == 0:
		return s
	case s.kind == doParallel && len(s.parts) == 1:
		return withParameters(params, s.parts[0])
	case s.kind == doSelect && len(s.parts) == 1:
		inner := s.parts[0]
		if inner.kind == doAny {
			where := append([]labelled{{"", s.conds[0]}}, inner.where...)
			return &substitution{kind: doAny, at: s.at, names: append(params, inner.names...), where: where, parts: inner.parts}
		}
		return &substitution{kind: doAny, at: s.at, names: params, where: []labelled{{"", s.conds[0]}}, parts: s.parts}
	case s.kind == doAny:
		return &substitution{kind: doAny, at: s.at, names: append(params, s.names...), where: s.where, parts: s.parts}
	}
	return &substitution{kind: doAny, at: s.at, names: params, parts: []*substitution{s}}
}

func (p *parser) initialisation(m *machine, s *substitution) {
	if m.initial != nil {
		p.Fail(diag.CodeImportName, s.at, "", "there are two initialisations")
	}
	m.initial = s
}

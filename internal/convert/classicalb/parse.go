package classicalb

import (
	"cmp"

	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// parser reads a machine.
type parser struct{ *scan.Cursor }

// parse reads a machine; what is wrong is reported.
func parse(file *diag.File, list *diag.List) *machine {
	p := &parser{scan.File(file, list, language)}
	if p.Failed() {
		return nil
	}
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
	"INITIALISATION": func(p *parser, m *machine) { p.initialisation(m, p.substitution()) },
	"OPERATIONS":     (*parser).events,
}

// sameClause are other words for clauses.
var sameClause = map[string]string{"CONCRETE_CONSTANTS": "CONSTANTS", "ABSTRACT_CONSTANTS": "CONSTANTS", "AXIOMS": "PROPERTIES",
	"CONCRETE_VARIABLES": "VARIABLES", "ABSTRACT_VARIABLES": "VARIABLES", "INVARIANTS": "INVARIANT", "EVENTS": "OPERATIONS"}

func (p *parser) machine() *machine {
	m := &machine{}
	if t := p.Now(); t.Is("REFINEMENT") || t.Is("IMPLEMENTATION") || t.Is("CONTEXT") {
		p.Refuse(t.At, t.Text, "write one self-contained MACHINE")
	}
	if !p.AcceptAny("MACHINE", "SYSTEM", "MODEL") {
		p.Unexpected("MACHINE or SYSTEM")
	}
	m.name = p.Name("the name of the machine")
	if p.Now().Is("(") {
		p.Refuse(p.Now().At, "a machine with parameters", "write CONSTANTS and PROPERTIES")
	}
	for p.Now().Kind == scan.Keyword && !p.Now().Is("END") {
		p.clause(m)
	}
	p.Expect("END")
	p.ExpectEnd("the end of the file")
	return m
}

func (p *parser) clause(m *machine) {
	t := p.Next()
	if read := clauses[cmp.Or(sameClause[t.Text], t.Text)]; read != nil {
		read(p, m)
		return
	}
	p.Refuse(t.At, "the clause "+t.Text, "")
}

// sets reads enumerated sets, with ; between them.
func (p *parser) sets(m *machine) {
	for {
		s := enumeration{name: p.Name("the name of a set")}
		if !p.Now().Is("=") {
			p.Refuse(s.name.At, "the set "+s.name.Text+", which is not enumerated,", "list its members: "+s.name.Text+" = {a, b}")
		}
		p.Expect("=")
		p.Expect("{")
		s.members = p.names("a member")
		p.Expect("}")
		m.sets = append(m.sets, s)
		if !p.AcceptAny(";", ",") {
			return
		}
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
		if p.Accept("INITIALISATION") {
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

func (p *parser) event() event {
	e := event{name: p.Name("the name of an event")}
	switch t := p.Now(); {
	case t.Is("("):
		p.Refuse(t.At, "an operation with parameters", "choose them with ANY ... WHERE ... THEN")
	case t.Is("<--") || t.Is(","):
		p.Refuse(t.At, "an operation with results", "store them in variables")
	}
	p.definition()
	e.body = p.substitution()
	return e
}

func (p *parser) initialisation(m *machine, s *substitution) {
	if m.initial != nil {
		p.Fail(diag.CodeImportName, s.at, "", "there are two initialisations")
	}
	m.initial = s
}

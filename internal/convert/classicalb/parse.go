package classicalb

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// parser reads a machine. After the first error it goes to the end of the file, so that it stops soon and reports nothing else.
type parser struct {
	list   *diag.List
	tokens []token
	at     int
	depth  int
}

// parse reads a machine; what is wrong is reported.
func parse(file *diag.File, list *diag.List) *machine {
	tokens, ok := scan(file, list)
	if !ok {
		return nil
	}
	p := &parser{list: list, tokens: tokens}
	m := p.machine()
	if list.HasErrors() {
		return nil
	}
	return m
}

func (p *parser) now() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// fail reports the first error, and goes to the end.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if !p.list.HasErrors() {
		p.list.ErrorHint(code, at, hint, format, args...)
	}
	p.at = len(p.tokens) - 1
}

// refuse reports a construct that cannot be imported.
func (p *parser) refuse(at diag.Span, what, hint string) {
	p.fail(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
}

// unexpected reports the next token where something else is expected.
func (p *parser) unexpected(want string) {
	t := p.now()
	found := fmt.Sprintf("%q", t.String())
	if t.kind == tokenEnd {
		found = "the end of the file"
	}
	p.fail(diag.CodeImportSyntax, t.at, "", "%s is expected here, not %s", want, found)
}

// accept takes a sign or keyword if it is the next.
func (p *parser) accept(text string) bool {
	if !p.now().is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(text)
	}
}

// acceptAny takes one of several signs or keywords.
func (p *parser) acceptAny(texts ...string) bool {
	return slices.ContainsFunc(texts, p.accept)
}

func (p *parser) name(what string) token {
	if p.now().kind != tokenWord {
		p.unexpected(what)
		return token{}
	}
	return p.next()
}

// names reads names with commas between them, which Event-B leaves out.
func (p *parser) names(what string) []token {
	out := []token{p.name(what)}
	for p.accept(",") || p.now().kind == tokenWord {
		out = append(out, p.name(what))
	}
	return out
}

// maxDepth is how deep predicates and substitutions may nest.
const maxDepth = 100

// enter goes one level deeper; false if that is too deep. Each call is followed by one of leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(diag.CodeImportTooLarge, p.now().at, "", "this is nested more than %d levels deep", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

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
	if t := p.now(); t.is("REFINEMENT") || t.is("IMPLEMENTATION") || t.is("CONTEXT") {
		p.refuse(t.at, t.text, "write one self-contained MACHINE")
	}
	if !p.acceptAny("MACHINE", "SYSTEM", "MODEL") {
		p.unexpected("MACHINE or SYSTEM")
	}
	m.name = p.name("the name of the machine")
	if p.now().is("(") {
		p.refuse(p.now().at, "a machine with parameters", "write CONSTANTS and PROPERTIES")
	}
	for p.now().kind == tokenKeyword && !p.now().is("END") {
		p.clause(m)
	}
	p.expect("END")
	if p.now().kind != tokenEnd {
		p.unexpected("the end of the file")
	}
	return m
}

func (p *parser) clause(m *machine) {
	t := p.next()
	if read := clauses[cmp.Or(sameClause[t.text], t.text)]; read != nil {
		read(p, m)
		return
	}
	p.refuse(t.at, "the clause "+t.text, "")
}

// sets reads enumerated sets, with ; between them.
func (p *parser) sets(m *machine) {
	for {
		s := enumeration{name: p.name("the name of a set")}
		if !p.now().is("=") && s.name.kind == tokenWord {
			p.refuse(s.name.at, "the set "+s.name.text+", which is not enumerated,", "list its members: "+s.name.text+" = {a, b}")
		}
		p.expect("=")
		p.expect("{")
		s.members = p.names("a member")
		p.expect("}")
		m.sets = append(m.sets, s)
		if !p.acceptAny(";", ",") {
			return
		}
	}
}

// predicates reads a predicate as a list of conjuncts, or several predicates with labels.
func (p *parser) predicates() []labelled {
	var out []labelled
	if p.now().kind != tokenLabel {
		for _, c := range p.expression().conjuncts() {
			out = append(out, labelled{"", c})
		}
	}
	for p.now().kind == tokenLabel {
		label := p.next().text
		out = append(out, labelled{label, p.expression()})
	}
	return out
}

// events reads events or operations, with ; between them in classical B.
func (p *parser) events(m *machine) {
	for {
		p.accept("EVENT")
		if p.accept("INITIALISATION") {
			p.definition()
			p.initialisation(m, p.substitution())
		} else {
			m.events = append(m.events, p.event())
		}
		more := p.accept(";")
		if !more && p.now().kind != tokenWord && !p.now().is("EVENT") && !p.now().is("INITIALISATION") {
			return
		}
	}
}

// definition passes over the sign between the name of an event and its body.
func (p *parser) definition() { p.acceptAny("=", "==", ":") }

func (p *parser) event() event {
	e := event{name: p.name("the name of an event")}
	switch t := p.now(); {
	case t.is("("):
		p.refuse(t.at, "an operation with parameters", "choose them with ANY ... WHERE ... THEN")
	case t.is("<--") || t.is(","):
		p.refuse(t.at, "an operation with results", "store them in variables")
	}
	p.definition()
	e.body = p.substitution()
	return e
}

func (p *parser) initialisation(m *machine, s *substitution) {
	if m.initial != nil {
		p.fail(diag.CodeImportName, s.at, "", "there are two initialisations")
	}
	m.initial = s
}

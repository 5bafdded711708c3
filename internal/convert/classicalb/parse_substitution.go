package classicalb

import "github.com/sextant-mbt/sextant/internal/diag"

// substitution reads substitutions that are made at once: S || T, or actions of Event-B with a label each.
func (p *parser) substitution() *substitution {
	defer p.leave()
	if !p.enter() {
		return &substitution{}
	}
	labelled := p.acceptLabel()
	parts := []*substitution{p.simple()}
	for p.accept("||") || labelled && p.now().kind == tokenLabel {
		p.acceptLabel()
		parts = append(parts, p.simple())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &substitution{kind: doParallel, at: parts[0].at, parts: parts}
}

func (p *parser) acceptLabel() bool {
	labelled := p.now().kind == tokenLabel
	if labelled {
		p.next()
	}
	return labelled
}

// structureHints are what to write instead of structures that cannot be imported.
var structureHints = map[string]string{"PRE": "a precondition is not a guard: write SELECT ... THEN ... END", "LET": "write the value in its place",
	"VAR": "write ANY ... WHERE ... THEN", "WHILE": "", "CASE": "write IF ... ELSIF ... END", "ASSERT": "write SELECT"}

// simple reads one substitution.
func (p *parser) simple() *substitution {
	t := p.now()
	out := &substitution{at: t.at}
	if hint, ok := structureHints[t.text]; ok && t.kind == tokenKeyword {
		p.refuse(t.at, t.text, hint)
		return out
	}
	switch {
	case p.accept("BEGIN"), p.accept("THEN"): // THEN alone begins an event of Event-B without guard
		out.kind, out.parts = doParallel, []*substitution{p.body()}
	case p.accept("IF"):
		out.kind = doIf
		p.branches(out, "ELSIF")
	case p.accept("SELECT"), p.accept("WHEN"):
		out.kind = doSelect
		p.branches(out, "WHEN")
	case p.accept("CHOICE"):
		out.kind, out.parts = doChoice, []*substitution{p.part()}
		for p.accept("OR") {
			out.parts = append(out.parts, p.part())
		}
		p.expect("END")
	case p.accept("ANY"):
		p.any(out)
	case t.kind == tokenWord && t.text == "skip":
		p.next()
	default:
		p.assignment(out)
	}
	return out
}

// part reads a substitution that ends with a keyword.
func (p *parser) part() *substitution {
	s := p.substitution()
	if p.now().is(";") {
		p.refuse(p.now().at, "a sequence of substitutions (;)", "write || if they can be made at once")
	}
	return s
}

// body reads a substitution up to END.
func (p *parser) body() *substitution {
	defer p.expect("END")
	return p.part()
}

// branches reads P THEN S, then more of them after a keyword, and an ELSE.
func (p *parser) branches(s *substitution, more string) {
	for first := true; first || p.accept(more); first = false {
		s.conds = append(s.conds, conjunction(p.predicates()))
		p.expect("THEN")
		s.parts = append(s.parts, p.part())
	}
	if p.accept("ELSE") {
		s.conds = append(s.conds, nil)
		s.parts = append(s.parts, p.part())
	}
	p.expect("END")
}

// conjunction puts conjuncts together again.
func conjunction(list []labelled) *node {
	if len(list) == 1 {
		return list[0].pred
	}
	out := &node{op: "&", at: list[0].pred.at, closed: true}
	for _, c := range list {
		out.args = append(out.args, c.pred)
	}
	return out
}

func (p *parser) any(s *substitution) {
	s.kind = doAny
	s.names = p.names("a name")
	if !p.acceptAny("WHERE", "WHEN") {
		p.unexpected("WHERE")
	}
	s.where = p.predicates()
	p.expect("THEN")
	s.parts = []*substitution{p.body()}
}

// assignment reads x := e, x, y := e, f and x :: SET.
func (p *parser) assignment(s *substitution) {
	operand := func() *node { return p.above(levelTight) } // a target is read like any expression
	s.targets = p.series(operand)
	switch t := p.now(); {
	case p.accept(":="):
		s.kind, s.values = doAssign, p.series(operand)
		if len(s.values) != len(s.targets) {
			p.fail(diag.CodeImportType, t.at, "", "there are %d variables on the left, but %d values on the right", len(s.targets), len(s.values))
		}
	case p.accept("::"):
		s.kind, s.values = doMember, []*node{p.expression()}
		if len(s.targets) != 1 {
			p.refuse(t.at, ":: for several variables", "write one for each, with || between them")
		}
	case t.is(":"):
		p.refuse(t.at, "a substitution x : (P)", "write ANY ... WHERE P THEN")
	case t.is("<--") || t.is("("):
		p.refuse(t.at, "a call of an operation", "")
	default:
		p.unexpected(":= or ::")
	}
}

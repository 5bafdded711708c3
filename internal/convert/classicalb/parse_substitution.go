package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
)

// substitution reads substitutions that are made at once: S || T, or actions of Event-B with a label each.
func (p *parser) substitution() *substitution {
	defer p.Leave()
	if !p.Enter() {
		return &substitution{}
	}
	labelled := p.acceptLabel()
	parts := []*substitution{p.simple()}
	for p.Accept("||") || labelled && p.Now().Kind == scan.Label {
		p.acceptLabel()
		parts = append(parts, p.simple())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &substitution{kind: doParallel, at: parts[0].at, parts: parts}
}

func (p *parser) acceptLabel() bool {
	labelled := p.Now().Kind == scan.Label
	if labelled {
		p.Next()
	}
	return labelled
}

// structureHints are what to write instead of structures that cannot be imported.
var structureHints = map[string]string{"PRE": "a precondition inside of an operation is not a guard: write SELECT ... THEN ... END", "VAR": "write ANY ... WHERE ... THEN", "WHILE": "", "ASSERT": "write SELECT"}

// simple reads one substitution.
func (p *parser) simple() *substitution {
	t := p.Now()
	out := &substitution{at: t.At}
	if hint, ok := structureHints[t.Text]; ok && t.Kind == scan.Keyword {
		p.Refuse(t.At, t.Text, hint)
		return out
	}
	switch d := p.definitionHere(); {
	case d != nil && d.isSubstitution():
		p.expanded(d, func(inner *parser) { out.kind, out.parts = doParallel, []*substitution{inner.substitution()} })
	case p.Accept("BEGIN"), p.Accept("THEN"): // THEN alone begins an event of Event-B without guard
		out.kind, out.parts = doParallel, []*substitution{p.body()}
	case p.Accept("IF"):
		out.kind = doIf
		p.branches(out, "ELSIF")
	case p.Accept("SELECT"), p.Accept("WHEN"):
		out.kind = doSelect
		p.branches(out, "WHEN")
	case p.Accept("CHOICE"):
		out.kind, out.parts = doChoice, []*substitution{p.part()}
		for p.Accept("OR") {
			out.parts = append(out.parts, p.part())
		}
		p.Expect("END")
	case p.Accept("ANY"):
		p.any(out)
	case p.Accept("LET"):
		p.let(out)
	case p.Accept("CASE"):
		p.cases(out)
	case t.Kind == scan.Word && t.Text == "skip":
		p.Next()
	default:
		p.assignment(out)
	}
	return out
}

// part reads substitutions that end with a keyword; they are made one after another if there is ; between them.
func (p *parser) part() *substitution {
	s := p.substitution()
	if !p.Now().Is(";") {
		return s
	}
	out := &substitution{kind: doSequence, at: s.at, parts: []*substitution{s}}
	for p.Accept(";") && !p.Now().Is("END") {
		out.parts = append(out.parts, p.substitution())
	}
	return out
}

// body reads a substitution up to END.
func (p *parser) body() *substitution {
	defer p.Expect("END")
	return p.part()
}

// branches reads P THEN S, then more of them after a keyword, and an ELSE.
func (p *parser) branches(s *substitution, more string) {
	for first := true; first || p.Accept(more); first = false {
		s.conds = append(s.conds, conjunction(p.predicates()))
		p.Expect("THEN")
		s.parts = append(s.parts, p.part())
	}
	if p.Accept("ELSE") {
		s.conds = append(s.conds, nil)
		s.parts = append(s.parts, p.part())
	}
	p.Expect("END")
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
	if !p.AcceptAny("WHERE", "WHEN") {
		p.Unexpected("WHERE")
	}
	s.where = p.predicates()
	p.Expect("THEN")
	s.parts = []*substitution{p.body()}
}

// let reads LET x BE x = e IN S END, which is ANY x WHERE x = e THEN S END.
func (p *parser) let(s *substitution) {
	s.kind = doAny
	s.names = p.names("a name")
	p.Expect("BE")
	s.where = p.predicates()
	p.Expect("IN")
	s.parts = []*substitution{p.body()}
}

// cases reads CASE e OF EITHER a THEN S OR b, c THEN T ELSE U END END, which is IF e : {a} THEN S ELSIF ...
func (p *parser) cases(s *substitution) {
	s.kind = doIf
	x := p.expression()
	p.Expect("OF")
	p.Expect("EITHER")
	for first := true; first || p.Accept("OR"); first = false {
		at := p.Now()
		set := p.node(opSet, at, at.At, p.series(func() *node { return p.above(levelTight) })...)
		s.conds = append(s.conds, p.node(":", at, at.At, x, set))
		p.Expect("THEN")
		s.parts = append(s.parts, p.part())
	}
	if p.Accept("ELSE") {
		s.conds = append(s.conds, nil)
		s.parts = append(s.parts, p.part())
	}
	p.Expect("END")
	p.Expect("END")
}

// assignment reads x := e, x, y := e, f, x :: SET and x, y : (P).
func (p *parser) assignment(s *substitution) {
	operand := func() *node { return p.above(levelTight) } // a target is read like any expression
	s.targets = p.series(operand)
	switch t := p.Now(); {
	case p.Accept(":="):
		s.kind, s.values = doAssign, p.series(operand)
		if len(s.values) != len(s.targets) {
			p.Fail(diag.CodeImportType, t.At, "", "there are %d variables on the left, but %d values on the right", len(s.targets), len(s.values))
		}
	case p.Accept("::"):
		s.kind, s.values = doMember, []*node{p.expression()}
		if len(s.targets) != 1 {
			p.Refuse(t.At, ":: for several variables", "write one for each, with || between them")
		}
	case p.Accept(":"):
		s.kind = doSuch
		p.Expect("(")
		s.where = p.predicates()
		p.Expect(")")
	case t.Is("<--") || t.Is("("):
		p.Refuse(t.At, "a call of an operation", "")
	default:
		p.Unexpected(":= or ::")
	}
}

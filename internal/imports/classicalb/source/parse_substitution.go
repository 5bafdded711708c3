package source

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
)

// substitution reads substitutions that are made at once: S || T, or actions of Event-B with a label each.
func (p *parser) substitution() *Substitution {
	defer p.Leave()
	if !p.Enter() {
		return &Substitution{}
	}
	labelled := p.acceptLabel()
	parts := []*Substitution{p.simple()}
	for p.Accept("||") || labelled && p.Now().Kind == scan.Label {
		p.acceptLabel()
		parts = append(parts, p.simple())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &Substitution{Kind: DoParallel, At: parts[0].At, Parts: parts}
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
func (p *parser) simple() *Substitution {
	t := p.Now()
	out := &Substitution{At: t.At}
	if hint, ok := structureHints[t.Text]; ok && t.Kind == scan.Keyword {
		p.Refuse(t.At, t.Text, hint)
		return out
	}
	switch d := p.definitionHere(); {
	case d != nil && d.isSubstitution():
		p.expanded(d, func(inner *parser) { out.Kind, out.Parts = DoParallel, []*Substitution{inner.substitution()} })
	case p.Accept("BEGIN"), p.Accept("THEN"): // THEN alone begins an event of Event-B without guard
		out.Kind, out.Parts = DoParallel, []*Substitution{p.body()}
	case p.Accept("IF"):
		out.Kind = DoIf
		p.branches(out, "ELSIF")
	case p.Accept("SELECT"), p.Accept("WHEN"):
		out.Kind = DoSelect
		p.branches(out, "WHEN")
	case p.Accept("CHOICE"):
		out.Kind, out.Parts = DoChoice, []*Substitution{p.part()}
		for p.Accept("OR") {
			out.Parts = append(out.Parts, p.part())
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
func (p *parser) part() *Substitution {
	s := p.substitution()
	if !p.Now().Is(";") {
		return s
	}
	out := &Substitution{Kind: DoSequence, At: s.At, Parts: []*Substitution{s}}
	for p.Accept(";") && !p.Now().Is("END") {
		out.Parts = append(out.Parts, p.substitution())
	}
	return out
}

// body reads a substitution up to END.
func (p *parser) body() *Substitution {
	defer p.Expect("END")
	return p.part()
}

// branches reads P THEN S, then more of them after a keyword, and an ELSE.
func (p *parser) branches(s *Substitution, more string) {
	for first := true; first || p.Accept(more); first = false {
		s.Conditions = append(s.Conditions, conjunction(p.predicates()))
		p.Expect("THEN")
		s.Parts = append(s.Parts, p.part())
	}
	if p.Accept("ELSE") {
		s.Conditions = append(s.Conditions, nil)
		s.Parts = append(s.Parts, p.part())
	}
	p.Expect("END")
}

// conjunction puts conjuncts together again.
func conjunction(list []Labelled) *Node {
	if len(list) == 1 {
		return list[0].Predicate
	}
	out := &Node{Op: "&", At: list[0].Predicate.At, closed: true}
	for _, c := range list {
		out.Args = append(out.Args, c.Predicate)
	}
	return out
}

func (p *parser) any(s *Substitution) {
	s.Kind = DoAny
	s.Names = p.names("a name")
	if !p.AcceptAny("WHERE", "WHEN") {
		p.Unexpected("WHERE")
	}
	s.Where = p.predicates()
	p.Expect("THEN")
	s.Parts = []*Substitution{p.body()}
}

// let reads LET x BE x = e IN S END, which is ANY x WHERE x = e THEN S END.
func (p *parser) let(s *Substitution) {
	s.Kind = DoAny
	s.Names = p.names("a name")
	p.Expect("BE")
	s.Where = p.predicates()
	p.Expect("IN")
	s.Parts = []*Substitution{p.body()}
}

// cases reads CASE e OF EITHER a THEN S OR b, c THEN T ELSE U END END, which is IF e : {a} THEN S ELSIF ...
func (p *parser) cases(s *Substitution) {
	s.Kind = DoIf
	x := p.expression()
	p.Expect("OF")
	p.Expect("EITHER")
	for first := true; first || p.Accept("OR"); first = false {
		at := p.Now()
		set := p.node(OpSet, at, at.At, p.series(func() *Node { return p.above(levelTight) })...)
		s.Conditions = append(s.Conditions, p.node(":", at, at.At, x, set))
		p.Expect("THEN")
		s.Parts = append(s.Parts, p.part())
	}
	if p.Accept("ELSE") {
		s.Conditions = append(s.Conditions, nil)
		s.Parts = append(s.Parts, p.part())
	}
	p.Expect("END")
	p.Expect("END")
}

// assignment reads x := e, x, y := e, f, x :: SET and x, y : (P).
func (p *parser) assignment(s *Substitution) {
	operand := func() *Node { return p.above(levelTight) } // a target is read like any expression
	s.Targets = p.series(operand)
	switch t := p.Now(); {
	case p.Accept(":="):
		s.Kind, s.Values = DoAssign, p.series(operand)
		if len(s.Values) != len(s.Targets) {
			p.Fail(diag.CodeImportType, t.At, "", "there are %d variables on the left, but %d values on the right", len(s.Targets), len(s.Values))
		}
	case p.Accept("::"):
		s.Kind, s.Values = DoMember, []*Node{p.expression()}
		if len(s.Targets) != 1 {
			p.Refuse(t.At, ":: for several variables", "write one for each, with || between them")
		}
	case p.Accept(":"):
		s.Kind = DoSuch
		p.Expect("(")
		s.Where = p.predicates()
		p.Expect(")")
	case t.Is("<--") || t.Is("("):
		p.Refuse(t.At, "a call of an operation", "")
	default:
		p.Unexpected(":= or ::")
	}
}

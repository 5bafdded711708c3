package syntax

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// noDeclaration reports that no declaration begins here, and why that may be.
func (p *parser) noDeclaration() {
	t := p.peek()
	switch {
	case t.Kind == token.CloseBrace && p.unclosed > 0:
		p.unclosed--
		p.advance()
	case t.Kind == token.System:
		p.noDeclarationHere("`system` is allowed only once, at the beginning of the file")
	case t.Kind.StartsClause():
		p.noDeclarationHere(fmt.Sprintf("`%s` is a clause of a transition: `name: from -> to %[1]s ...`", t.Kind.String()))
	case t.Kind == token.Name:
		p.misspelt(t)
	default:
		p.noDeclarationHere("")
	}
}

// misspelt reports a name where a declaration or clause should begin.
func (p *parser) misspelt(t token.Token) {
	hint := diag.DidYouMean(t.Text(p.src), token.FirstWords())
	if hint == "" && p.ahead(1) == token.Arrow {
		hint = "a transition has a name: `name: from -> to`"
	}
	if hint == "" && p.ahead(1) == token.Assign {
		hint = "assignments follow each other with `;` after one `do`"
	}
	p.noDeclarationHere(hint)
}

// variable = NAME ":" type [ "=" expr ]. The first one of a list does not span the word var.
func (p *parser) variable() Decl {
	start := p.here()
	d := &VarDecl{Name: p.expectName("the name of a variable")}
	p.expectColon(d.Name)
	d.Type = p.typ()
	if p.acceptEquals() {
		d.Init = p.expr()
	}
	d.Place = p.place(start)
	return d
}

// clock = NAME. It is a variable of type real that begins with 0.
func (p *parser) clock() Decl {
	d := &VarDecl{Clock: true, Name: p.expectName("the name of a clock")}
	d.Place, d.Type, d.Init = d.Name.Place, &NamedType{d.Name.Place, "real"}, &NumberExpr{Place: d.Name.Place, Text: "0"}
	return d
}

// locations = "initial" NAME | "final" NAME { "," NAME } | "location" location { "," location }.
func (p *parser) locations() Decl {
	d := &LocationDecl{Kind: locationKinds[p.last.Kind]}
	d.Locations = list(p, func() Location { return p.location(d.Kind) })
	if d.Kind == InitialLocation && len(d.Locations) > 1 {
		p.fail(diag.CodeUnexpectedToken, d.Locations[1].Name.At, "declare one `initial` location", "there can be only one initial location")
	}
	return d
}

// location = NAME [ "while" expr ] [ "urgent" | "committed" ].
func (p *parser) location(kind LocationKind) Location {
	l := Location{Name: p.expectName("the name of a location")}
	if kind != PlainLocation {
		return l
	}
	if p.acceptSoft("while") {
		l.While = p.expr()
	}
	switch {
	case p.acceptSoft("urgent"):
		l.Urgency = UrgentLocation
	case p.acceptSoft("committed"):
		l.Urgency = CommittedLocation
	}
	return l
}

var locationKinds = map[token.Kind]LocationKind{token.Initial: InitialLocation, token.Final: FinalLocation, token.Location: PlainLocation}

// transition = NAME ":" NAME "->" ( NAME | branches ) { clause }.
func (p *parser) transition() Decl {
	if !p.at(token.Name) {
		p.reportReserved(p.peek())
	}
	at := p.advance()
	d := &TransitionDecl{Name: Name{Place{at}, at.Text()}}
	p.expect(token.Colon)
	d.From = p.expectName("the location where the transition begins")
	if !p.accept(token.Arrow) {
		p.unexpectedAs(diag.CodeMissingArrow, "`->` and the location where the transition ends", p.arrowHint(d))
	}
	if p.at(token.OpenBrace) {
		d.Branches, d.To.Place = p.branches()
	} else {
		d.To = p.expectName("the location where the transition ends")
	}
	d.Clauses = p.clauses()
	return d
}

// arrowHint guesses what was meant by NAME ":" NAME without an arrow.
func (p *parser) arrowHint(d *TransitionDecl) string {
	name, from := clip(d.Name.Text), clip(d.From.Text)
	switch kind := p.kind(); {
	case kind == token.Equals || kind == token.OpenBracket || isTypeName(d.From.Text):
		return fmt.Sprintf("a variable is declared with `var %s: %s`", name, from)
	case kind == token.Name:
		return fmt.Sprintf("write `%s: %s -> %s`", name, from, clip(p.here().Text()))
	case kind.StartsClause():
		return fmt.Sprintf("write `%s: %s -> %s`, or `event %s:` in a system without locations", name, from, from, name)
	}
	return fmt.Sprintf("write `%s: %s -> to`", name, from)
}

// event = "event" NAME ":" { clause }.
func (p *parser) event() Decl {
	d := &TransitionDecl{IsEvent: true, Name: p.expectName("the name of the event")}
	p.expectAnd(token.Colon, "the clauses of the event", "write `event "+clip(d.Name.Text)+": when ... do ...`")
	d.Clauses = p.clauses()
	return d
}

var clauseRules = [token.Count]func(*parser) Clause{token.Any: (*parser).anyClause, token.When: (*parser).whenClause,
	token.In: (*parser).inClause, token.Do: (*parser).doClause, token.Out: (*parser).outClause}

// clauses reads clauses as long as the next word begins one.
func (p *parser) clauses() []Clause {
	var clauses []Clause
	received := false
	for p.kind().StartsClause() && !p.namesTransition() || p.atSoft(rateWord) || p.atSoft(forWord) {
		received = received || p.at(token.In)
		rule, start := p.clauseRule()
		p.awaitsIn = !received && (p.last.Kind == token.Any || p.last.Kind == token.When || start.Text() == forWord)
		c := rule(p)
		p.awaitsIn = false
		c.setSpan(p.place(start).At)
		clauses = append(clauses, c)
	}
	return clauses
}

// clauseRule consumes the word of a clause and returns how to read the rest.
func (p *parser) clauseRule() (func(*parser) Clause, diag.Span) {
	if p.atSoft(forWord) {
		return (*parser).forClause, p.advanceAs(token.Soft)
	}
	if p.atSoft(rateWord) {
		return (*parser).rateClause, p.advanceAs(token.Soft)
	}
	return clauseRules[p.kind()], p.advance()
}

// anyClause = "any" NAME ":" type { "," NAME ":" type } [ "where" expr ].
func (p *parser) anyClause() Clause {
	c := &AnyClause{Params: list(p, p.typed("the name of a parameter"))}
	if p.accept(token.Where) {
		c.Where = p.expr()
	}
	return c
}

// whenClause = "when" ( expr | "else" ).
func (p *parser) whenClause() Clause {
	if p.accept(token.Else) {
		return &WhenClause{Else: true}
	}
	return &WhenClause{Cond: p.expr()}
}

// inClause = "in" NAME [ "(" [ target { "," target } ] ")" ].
func (p *parser) inClause() Clause {
	if !p.at(token.Name) && !p.kind().IsWord() {
		p.unexpected("the channel to receive from", hintGuard)
	}
	c := &InClause{Channel: p.expectName("the channel to receive from")}
	if p.at(token.OpenParen) {
		c.Targets = parenthesized(p, func() Expr { return p.target("a variable, a new name or `_`") })
	}
	if p.at(token.OpenBracket) || p.at(token.Dot) || !p.at(token.In) && p.operatorLevel() > 0 {
		p.unexpected("a clause or a new declaration", hintGuard)
	}
	return c
}

// target = NAME { "[" expr "]" | "." NAME }; the scanner reads "_" as a name.
func (p *parser) target(what string) Expr {
	name := p.expectName(what)
	p.height = 1
	e := p.suffixes(name.At, &NameExpr{name.Place, name.Text})
	p.checkTarget(e)
	return e
}

// checkTarget reports a slice in a target.
func (p *parser) checkTarget(e Expr) {
	for {
		switch x := e.(type) {
		case *IndexExpr:
			e = x.X
		case *FieldExpr:
			e = x.X
		case *SliceExpr:
			p.fail(diag.CodeUnexpectedToken, x.At, "assign the whole sequence: `s := s[:2] + t + s[4:]`", "a slice cannot be assigned to")
			return
		default:
			return
		}
	}
}

// doClause = "do" assignment { ";" assignment } [ ";" ].
func (p *parser) doClause() Clause {
	c := &DoClause{Assigns: []Assign{p.assignment()}}
	for p.accept(token.Semicolon) && (p.at(token.Name) || p.assigned()) && p.ahead(1) != token.Colon && !p.atBranch() {
		c.Assigns = append(c.Assigns, p.assignment())
	}
	return c
}

// assignment = lvalue { "," lvalue } ":=" expr { "," expr }.
func (p *parser) assignment() Assign {
	start := p.here()
	a := Assign{Targets: list(p, func() Expr { return p.target("the variable to assign to") })}
	p.expectAssign()
	a.Values = list(p, p.expr)
	a.Place = p.place(start)
	return a
}

// expectAssign requires ":=", and corrects "=" and "==" in its place.
func (p *parser) expectAssign() {
	switch {
	case p.accept(token.Assign):
	case p.at(token.Equals) || p.at(token.Equal):
		p.report(diag.CodeEqualsSign, p.here(), "write `:=` to assign", "an assignment has `:=`, not `%s`", p.kind().String())
		p.advance()
	case p.at(token.OpenParen):
		p.unexpected("`:=` and the new value", "functions do not change variables: write `s := append(s, x)`")
	case p.kind().Level() > 0 && !p.at(token.In):
		p.unexpected("`:=`", "write the whole assignment: `x := x + 1`")
	default:
		p.unexpected("`:=` and the new value", "")
	}
}

// outClause = "out" message { "," message }.
func (p *parser) outClause() Clause { return &OutClause{Messages: list(p, p.message)} }

// message = NAME [ "(" [ expr { "," expr } ] ")" ].
func (p *parser) message() Message {
	m := Message{Channel: p.expectName("the channel to send to")}
	if p.at(token.OpenParen) {
		m.Args = p.arguments()
	}
	m.Place = p.place(m.Channel.At)
	return m
}

package syntax

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// noDeclaration reports that no declaration begins here, and why that may be.
func (p *parser) noDeclaration() {
	t := p.peek()
	switch {
	case t.kind == signCloseBrace && p.unclosed > 0:
		p.unclosed--
		p.advance()
	case t.kind == wordSystem:
		p.noDeclarationHere("`system` is allowed only once, at the beginning of the file")
	case t.kind.startsClause():
		p.noDeclarationHere(fmt.Sprintf("`%s` is a clause of a transition: `name: from -> to %[1]s ...`", kindText[t.kind]))
	case t.kind == tokenName:
		p.misspelt(t)
	default:
		p.noDeclarationHere("")
	}
}

// misspelt reports a name where a declaration or clause should begin.
func (p *parser) misspelt(t token) {
	hint := diag.DidYouMean(t.text(p.src), kindText[wordImport:wordEnsures+1])
	if hint == "" && p.ahead(1) == signArrow {
		hint = "a transition has a name: `name: from -> to`"
	}
	if hint == "" && p.ahead(1) == signAssign {
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
	d := &LocationDecl{Kind: locationKinds[p.last.kind]}
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

var locationKinds = map[tokenKind]LocationKind{wordInitial: InitialLocation, wordFinal: FinalLocation, wordLocation: PlainLocation}

// transition = NAME ":" NAME "->" NAME { clause }.
func (p *parser) transition() Decl {
	if !p.at(tokenName) {
		p.reportReserved(p.peek())
	}
	at := p.advance()
	d := &TransitionDecl{Name: Name{Place{at}, at.Text()}}
	p.expect(signColon)
	d.From = p.expectName("the location where the transition begins")
	if !p.accept(signArrow) {
		p.unexpectedAs(diag.CodeMissingArrow, "`->` and the location where the transition ends", p.arrowHint(d))
	}
	d.To = p.expectName("the location where the transition ends")
	d.Clauses = p.clauses()
	return d
}

// arrowHint guesses what was meant by NAME ":" NAME without an arrow.
func (p *parser) arrowHint(d *TransitionDecl) string {
	name, from := clip(d.Name.Text), clip(d.From.Text)
	switch kind := p.kind(); {
	case kind == signEquals || kind == signOpenBracket || isTypeName(d.From.Text):
		return fmt.Sprintf("a variable is declared with `var %s: %s`", name, from)
	case kind == tokenName:
		return fmt.Sprintf("write `%s: %s -> %s`", name, from, clip(p.here().Text()))
	case kind.startsClause():
		return fmt.Sprintf("write `%s: %s -> %s`, or `event %s:` in a system without locations", name, from, from, name)
	}
	return fmt.Sprintf("write `%s: %s -> to`", name, from)
}

// event = "event" NAME ":" { clause }.
func (p *parser) event() Decl {
	d := &TransitionDecl{IsEvent: true, Name: p.expectName("the name of the event")}
	p.expectAnd(signColon, "the clauses of the event", "write `event "+clip(d.Name.Text)+": when ... do ...`")
	d.Clauses = p.clauses()
	return d
}

var clauseRules = [kindCount]func(*parser) Clause{wordAny: (*parser).anyClause, wordWhen: (*parser).whenClause,
	wordIn: (*parser).inClause, wordDo: (*parser).doClause, wordOut: (*parser).outClause}

// clauses reads clauses as long as a word of one comes.
func (p *parser) clauses() []Clause {
	var clauses []Clause
	received := false
	for p.kind().startsClause() {
		received = received || p.at(wordIn)
		rule, start := clauseRules[p.kind()], p.advance()
		p.awaitsIn = !received && (p.last.kind == wordAny || p.last.kind == wordWhen)
		c := rule(p)
		p.awaitsIn = false
		c.setSpan(p.place(start).At)
		clauses = append(clauses, c)
	}
	return clauses
}

// anyClause = "any" NAME ":" type { "," NAME ":" type } [ "where" expr ].
func (p *parser) anyClause() Clause {
	c := &AnyClause{Params: list(p, p.typed("the name of a parameter"))}
	if p.accept(wordWhere) {
		c.Where = p.expr()
	}
	return c
}

// whenClause = "when" ( expr | "else" ).
func (p *parser) whenClause() Clause {
	if p.accept(wordElse) {
		return &WhenClause{Else: true}
	}
	return &WhenClause{Cond: p.expr()}
}

// inClause = "in" NAME [ "(" [ target { "," target } ] ")" ].
func (p *parser) inClause() Clause {
	if !p.at(tokenName) && !p.kind().isWord() {
		p.unexpected("the channel to receive from", hintGuard)
	}
	c := &InClause{Channel: p.expectName("the channel to receive from")}
	if p.at(signOpenParen) {
		c.Targets = parenthesized(p, func() Expr { return p.target("a variable, a new name or `_`") })
	}
	if p.at(signOpenBracket) || p.at(signDot) || !p.at(wordIn) && p.operatorLevel() > 0 {
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
	for p.accept(signSemicolon) && p.at(tokenName) && p.ahead(1) != signColon {
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

// expectAssign demands ":=", and corrects "=" and "==" in its place.
func (p *parser) expectAssign() {
	switch {
	case p.accept(signAssign):
	case p.at(signEquals) || p.at(signEqual):
		p.report(diag.CodeEqualsSign, p.here(), "write `:=` to assign", "an assignment has `:=`, not `%s`", kindText[p.kind()])
		p.advance()
	case p.at(signOpenParen):
		p.unexpected("`:=` and the new value", "functions do not change variables: write `s := append(s, x)`")
	case binaryLevel[p.kind()] > 0 && !p.at(wordIn):
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
	if p.at(signOpenParen) {
		m.Args = p.arguments()
	}
	m.Place = p.place(m.Channel.At)
	return m
}

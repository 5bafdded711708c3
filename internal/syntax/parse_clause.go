package syntax

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/text"
)

// machineItem = variables | initial | final | location | transition | event.
func (p *parser) machineItem() []Decl {
	switch p.kind() {
	case wordVar:
		return p.variables()
	case wordInitial, wordFinal, wordLocation:
		return []Decl{p.locations()}
	case wordEvent:
		return []Decl{p.event()}
	}
	if (p.at(tokenName) || p.kind().isWord()) && p.ahead(1) == signColon {
		return []Decl{p.transition()}
	}
	return p.noDeclaration()
}

// noDeclaration reports that no declaration begins here, and why that may be.
func (p *parser) noDeclaration() []Decl {
	t := p.peek()
	switch {
	case t.kind == signCloseBrace && p.unclosed > 0:
		p.unclosed--
		p.advance()
		return nil
	case t.kind == wordSystem:
		p.noDeclarationHere("`system` stands once, at the beginning of the file")
	case t.kind.startsClause():
		p.noDeclarationHere(fmt.Sprintf("`%s` is a clause of a transition: `name: from -> to %s ...`",
			kindText[t.kind], kindText[t.kind]))
	case t.kind == tokenName:
		p.misspelt(t)
	default:
		p.noDeclarationHere("")
	}
	return nil
}

// misspelt reports a name where a declaration or clause should begin.
func (p *parser) misspelt(t token) {
	var words []string
	for kind := wordImport; kind <= wordEnsures; kind++ {
		words = append(words, kindText[kind])
	}
	hint := didYouMean(t.text(p.src), words)
	if hint == "" && p.ahead(1) == signArrow {
		hint = "a transition has a name: `name: from -> to`"
	}
	if hint == "" && p.ahead(1) == signAssign {
		hint = "assignments follow each other with `;` after one `do`"
	}
	p.noDeclarationHere(hint)
}

// didYouMean is a hint with the closest candidate, or empty.
func didYouMean(name string, candidates []string) string {
	if best := diag.Closest(name, candidates); best != "" {
		return "did you mean `" + best + "`?"
	}
	return ""
}

// variables = "var" variable { "," variable }. The first declaration does not span the word var.
func (p *parser) variables() []Decl {
	p.advance()
	var decls []Decl
	for more := true; more; more = p.accept(signComma) {
		start := p.here()
		d := &VarDecl{Name: p.expectName("the name of a variable")}
		p.expectColon(d.Name)
		d.Type = p.typ()
		if p.acceptEquals() {
			d.Init = p.expr()
		}
		d.Place = p.place(start)
		decls = append(decls, d)
	}
	return decls
}

// locations = "initial" NAME | "final" NAME { "," NAME } | "location" NAME { "," NAME }.
func (p *parser) locations() Decl {
	d := &LocationDecl{}
	switch p.kind() {
	case wordInitial:
		d.Kind = InitialLocation
	case wordFinal:
		d.Kind = FinalLocation
	}
	start := p.advance()
	d.Names = p.names("the name of a location")
	if d.Kind == InitialLocation && len(d.Names) > 1 {
		p.fail(diag.CodeUnexpectedToken, d.Names[1].At, "declare one `initial` location", "there is one initial location only")
	}
	d.Place = p.place(start)
	return d
}

// transition = NAME ":" NAME "->" NAME { clause }.
func (p *parser) transition() Decl {
	if !p.at(tokenName) {
		p.reportReserved(p.peek())
	}
	start := p.advance()
	d := &TransitionDecl{Name: Name{Place{start}, start.Text()}}
	p.expect(signColon)
	d.From = p.expectName("the location where the transition begins")
	if !p.accept(signArrow) {
		p.unexpectedAs(diag.CodeMissingArrow, "`->` and the location where the transition ends", p.arrowHint(d))
	}
	d.To = p.expectName("the location where the transition ends")
	d.Clauses = p.clauses()
	d.Place = p.place(start)
	return d
}

// arrowHint guesses what was meant by NAME ":" NAME without an arrow.
func (p *parser) arrowHint(d *TransitionDecl) string {
	name, from := text.Clip(d.Name.Text, 40), text.Clip(d.From.Text, 40)
	switch kind := p.kind(); {
	case kind == signEquals || kind == signOpenBracket || isTypeName(d.From.Text):
		return fmt.Sprintf("a variable is declared with `var %s: %s`", name, from)
	case kind == tokenName:
		return fmt.Sprintf("write `%s: %s -> %s`", name, from, text.Clip(p.here().Text(), 40))
	case kind.startsClause():
		return fmt.Sprintf("write `%s: %s -> %s`, or `event %s:` in a system without locations", name, from, from, name)
	}
	return fmt.Sprintf("write `%s: %s -> to`", name, from)
}

// event = "event" NAME ":" { clause }.
func (p *parser) event() Decl {
	start := p.advance()
	d := &TransitionDecl{IsEvent: true, Name: p.expectName("the name of the event")}
	if !p.accept(signColon) {
		p.unexpected("`:` and the clauses of the event", "write `event "+text.Clip(d.Name.Text, 40)+": when ... do ...`")
	}
	d.Clauses = p.clauses()
	d.Place = p.place(start)
	return d
}

// clauses reads clauses as long as a word of one comes.
func (p *parser) clauses() []Clause {
	var clauses []Clause
	for p.kind().startsClause() {
		clauses = append(clauses, p.clause())
	}
	return clauses
}

// clause chooses by the word.
func (p *parser) clause() Clause {
	kind := p.kind()
	start := p.advance()
	switch kind {
	case wordAny:
		return p.anyClause(start)
	case wordWhen:
		return p.whenClause(start)
	case wordIn:
		return p.inClause(start)
	case wordDo:
		return p.doClause(start)
	}
	return p.outClause(start)
}

// anyClause = "any" NAME ":" type { "," NAME ":" type } [ "where" expr ].
func (p *parser) anyClause(start diag.Span) Clause {
	c := &AnyClause{}
	c.Params, _ = p.measured("the name of a parameter")
	if p.accept(wordWhere) {
		c.Where = p.expr()
	}
	c.Place = p.place(start)
	return c
}

// whenClause = "when" ( expr | "else" ).
func (p *parser) whenClause(start diag.Span) Clause {
	if p.accept(wordElse) {
		return &WhenClause{Place: p.place(start), Else: true}
	}
	cond := p.expr()
	return &WhenClause{Place: p.place(start), Cond: cond}
}

// inClause = "in" NAME [ "(" [ target { "," target } ] ")" ].
func (p *parser) inClause(start diag.Span) Clause {
	c := &InClause{Channel: p.expectName("the channel to receive from")}
	if p.accept(signOpenParen) && !p.accept(signCloseParen) {
		c.Targets = p.targets("a variable, a new name or `_`")
		p.expect(signCloseParen)
	}
	c.Place = p.place(start)
	return c
}

// targets = lvalue { "," lvalue }; the scanner reads "_" as a name.
func (p *parser) targets(what string) []Expr {
	targets := []Expr{p.target(what)}
	for p.accept(signComma) {
		targets = append(targets, p.target(what))
	}
	return targets
}

// target = NAME { "[" expr "]" | "." NAME }.
func (p *parser) target(what string) Expr {
	name := p.expectName(what)
	var e Expr = &NameExpr{name.Place, name.Text}
	for p.height = 1; ; {
		switch {
		case p.at(signOpenBracket):
			e = p.index(name.At, e)
		case p.at(signDot):
			e = p.field(name.At, e)
		default:
			return e
		}
	}
}

// doClause = "do" assignment { ";" assignment } [ ";" ].
func (p *parser) doClause(start diag.Span) Clause {
	c := &DoClause{Assigns: []Assign{p.assignment()}}
	for p.accept(signSemicolon) && p.at(tokenName) && p.ahead(1) != signColon {
		c.Assigns = append(c.Assigns, p.assignment())
	}
	c.Place = p.place(start)
	return c
}

// assignment = lvalue { "," lvalue } ":=" expr { "," expr }.
func (p *parser) assignment() Assign {
	start := p.here()
	a := Assign{Targets: p.targets("the variable to assign to")}
	p.expectAssign()
	a.Values = p.exprs()
	a.Place = p.place(start)
	return a
}

// expectAssign demands ":=", and mends "=" and "==" in its place.
func (p *parser) expectAssign() {
	switch {
	case p.accept(signAssign):
	case p.at(signEquals) || p.at(signEqual):
		p.report(diag.CodeEqualsSign, p.here(), "write `:=` to assign", "an assignment has `:=`, not `%s`", kindText[p.kind()])
		p.advance()
	case binaryLevel[p.kind()] > 0:
		p.unexpected("`:=`", "write the whole assignment: `x := x + 1`")
	default:
		p.unexpected("`:=` and the new value", "")
	}
}

// outClause = "out" message { "," message }.
func (p *parser) outClause(start diag.Span) Clause {
	c := &OutClause{}
	for more := true; more; more = p.accept(signComma) {
		m := Message{Channel: p.expectName("the channel to send to")}
		if p.at(signOpenParen) {
			m.Args = p.arguments()
		}
		m.Place = p.place(m.Channel.At)
		c.Messages = append(c.Messages, m)
	}
	c.Place = p.place(start)
	return c
}

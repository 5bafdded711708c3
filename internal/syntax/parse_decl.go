package syntax

import (
	"github.com/sextant-mbt/sextant/internal/diag"

	"github.com/sextant-mbt/sextant/internal/text"
)

// externDecl = "extern" NAME "(" [ payload ] ")" "->" type { externClause }.
func (p *parser) externDecl() Decl {
	start := p.advance()
	d := &ExternDecl{Name: p.expectName("the name of the extern function")}
	p.expect(signOpenParen)
	d.Params = p.payload()
	p.expect(signCloseParen)
	p.expectArrow("the result type", "write `extern f(x: int) -> int`")
	d.Result = p.typ()
	for p.externClause(d) {
	}
	d.Place = p.place(start)
	return d
}

// externClause reads one clause into d and tells whether there was one.
func (p *parser) externClause(d *ExternDecl) bool {
	switch p.kind() {
	case wordTable:
		start := p.advance()
		path, _ := p.expectString("the file of the table, in quotes")
		d.Tables = append(d.Tables, PathRef{p.place(start), path})
	case wordRun:
		start := p.advance()
		kind := p.expectName("the kind of runner, such as starlark")
		spec, _ := p.expectString("the file to run, in quotes")
		d.Runners = append(d.Runners, Runner{p.place(start), kind, spec})
	case wordContract:
		d.Contracts = append(d.Contracts, p.contract())
	default:
		return false
	}
	return true
}

// contract = "contract" [ NAME ] "{" { behavior } "}".
func (p *parser) contract() Contract {
	start := p.advance()
	var c Contract
	if !p.at(signOpenBrace) {
		c.Name = p.expectName("the name of the contract or `{`")
	}
	p.expect(signOpenBrace)
	for p.at(wordBehavior) {
		c.Behaviors = append(c.Behaviors, p.behavior())
	}
	if !p.accept(signCloseBrace) {
		p.unexpected("`behavior` or `}`", "write `behavior name: requires pre ensures post`")
	}
	c.Place = p.place(start)
	return c
}

// behavior = "behavior" [ NAME ] ":" [ "requires" expr ] [ "ensures" expr ].
func (p *parser) behavior() Behavior {
	start := p.advance()
	var b Behavior
	if !p.at(signColon) {
		b.Name = p.expectName("the name of the behavior or `:`")
	}
	p.expect(signColon)
	if p.accept(wordRequires) {
		b.Requires = p.expr()
	}
	if p.accept(wordEnsures) {
		b.Ensures = p.expr()
	}
	b.Place = p.place(start)
	return b
}

// functionDecl = "function" NAME "(" [ params ] ")" "->" type "=" expr.
func (p *parser) functionDecl() Decl {
	start := p.advance()
	d := &FunctionDecl{Name: p.expectName("the name of the function")}
	p.expect(signOpenParen)
	d.Params = p.params()
	p.expect(signCloseParen)
	p.expectArrow("the result type", "write `function f(x: int) -> int = x + 1`")
	d.Result = p.typ()
	p.expectEquals("the body of the function")
	d.Body = p.expr()
	d.Place = p.place(start)
	return d
}

// conditionDecl = "assume" expr | "invariant" NAME ":" expr | "predicates" NAME "=" "{" expr { "," expr } "}".
func (p *parser) conditionDecl() Decl {
	kind := p.kind()
	start := p.advance()
	switch kind {
	case wordAssume:
		cond := p.expr()
		return &AssumeDecl{p.place(start), cond}
	case wordInvariant:
		name := p.expectName("the name of the invariant")
		if !p.accept(signColon) {
			p.unexpected("`:` and the condition", "write `invariant name: condition`")
		}
		cond := p.expr()
		return &InvariantDecl{p.place(start), name, cond}
	}
	name := p.expectName("the name of the set of predicates")
	p.expectEquals("the predicates in braces")
	p.expect(signOpenBrace)
	conds := p.exprs()
	p.expect(signCloseBrace)
	return &PredicatesDecl{p.place(start), name, conds}
}

// purposeDecl = "purpose" NAME "=" ( "transitions" names | "location" name [ "when" expr ] | "sequence" steps ).
func (p *parser) purposeDecl() Decl {
	start := p.advance()
	d := &PurposeDecl{Name: p.expectName("the name of the purpose")}
	p.expectEquals("transitions, location or sequence")
	word := p.here().Text()
	switch {
	case p.at(wordLocation):
		p.advance()
		d.Kind = PurposeLocation
		d.Names = []Name{p.dottedName("the location to reach")}
		if p.accept(wordWhen) {
			d.Cond = p.expr()
		}
	case p.at(tokenName) && word == "transitions":
		p.advance()
		d.Names = p.dottedNames(p.dottedName)
	case p.at(tokenName) && word == "sequence":
		p.advance()
		d.Kind = PurposeSequence
		d.Names = p.dottedNames(p.step)
	default:
		p.unexpected("`transitions`, `location` or `sequence`",
			didYouMean(word, []string{"transitions", "location", "sequence"}))
	}
	d.Place = p.place(start)
	return d
}

// dottedNames reads a list of what one reads.
func (p *parser) dottedNames(one func(string) Name) []Name {
	names := []Name{one("the name of a transition")}
	for p.accept(signComma) {
		names = append(names, one("the name of a transition"))
	}
	return names
}

// step = NAME or "*".
func (p *parser) step(what string) Name {
	if p.at(signStar) {
		return Name{Place{p.advance()}, "*"}
	}
	return p.dottedName(what + " or `*`")
}

// dottedName reads NAME { "." NAME } as one name.
func (p *parser) dottedName(what string) Name {
	name := p.expectName(what)
	start, text := name.At, []byte(name.Text)
	for p.accept(signDot) {
		text = append(append(text, '.'), p.expectName("a name").Text...)
	}
	return Name{p.place(start), string(text)}
}

// machineDecl = "machine" NAME [ "(" [ params ] ")" ] "{" { machineItem } "}".
func (p *parser) machineDecl() Decl {
	start := p.advance()
	d := &MachineDecl{Name: p.expectName("the name of the machine")}
	if p.accept(signOpenParen) {
		d.Params = p.params()
		p.expect(signCloseParen)
	}
	p.expect(signOpenBrace)
	if p.stuck {
		p.unclosed++
		return d
	}
	for !p.ended() && !p.at(signCloseBrace) && !p.foreignToMachine() {
		d.Items = append(d.Items, p.item()...)
	}
	p.closeMachine(d)
	d.Place = p.place(start)
	return d
}

// foreignToMachine tells whether a declaration begins here that a machine cannot hold.
func (p *parser) foreignToMachine() bool {
	return p.startsDeclaration() && !p.kind().startsItem() && !p.at(tokenName)
}

// item reads one item of a machine, or skips to the next if it is wrong.
func (p *parser) item() []Decl {
	start := p.begin()
	items := p.machineItem()
	if p.recoverFrom(start) {
		return nil
	}
	return items
}

// closeMachine demands the closing brace of d. If another declaration stands in its place, the machine ends there,
// and a brace that comes later is forgiven.
func (p *parser) closeMachine(d *MachineDecl) {
	p.begin()
	if p.accept(signCloseBrace) {
		return
	}
	p.unclosed++
	p.braces = 0
	hint := "close the machine with `}`"
	if p.kind().isWord() {
		hint += "; `" + kindText[p.kind()] + "` cannot stand inside a machine"
	}
	if p.errors <= diag.MaxShown {
		p.report(diag.CodeMissingBrace, d.Name.At, hint, "the machine %s is not closed before %s", text.Clip(d.Name.Text, 40),
			p.describe(p.peek()))
	}
}

// instanceDecl = "instance" NAME "=" NAME [ "(" [ expr { "," expr } ] ")" ].
func (p *parser) instanceDecl() Decl {
	start := p.advance()
	d := &InstanceDecl{Name: p.expectName("the name of the instance")}
	p.expectEquals("the name of a machine")
	d.Machine = p.expectName("the name of a machine")
	if p.at(signOpenParen) {
		d.Args = p.arguments()
	}
	d.Place = p.place(start)
	return d
}

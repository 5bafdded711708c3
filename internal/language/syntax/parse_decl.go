package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// externDecl = "extern" NAME "(" [ payload ] ")" "->" type { externClause }.
func (p *parser) externDecl() Decl {
	d := &ExternDecl{Name: p.expectName("the name of the extern function")}
	d.Params = parenthesized(p, p.payloadItem)
	p.expectAnd(token.Arrow, "the result type", "write `extern f(x: int) -> int`")
	d.Result = p.typ()
	for p.externClause(d) {
	}
	return d
}

// externClause reads one clause into d and reports whether there was one.
func (p *parser) externClause(d *ExternDecl) bool {
	switch kind := p.kind(); {
	case p.namesTransition():
		return false
	case kind == token.Table:
		start := p.advance()
		path, _ := p.expectString("the file of the table, in quotes")
		d.Tables = append(d.Tables, PathRef{p.place(start), path})
	case kind == token.Run:
		start := p.advance()
		kind := p.expectName("the kind of runner, such as starlark")
		spec, _ := p.expectString("the file to run, in quotes")
		d.Runners = append(d.Runners, Runner{p.place(start), kind, spec})
	case kind == token.Contract:
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
	if !p.at(token.OpenBrace) {
		c.Name = p.expectName("the name of the contract or `{`")
	}
	p.expect(token.OpenBrace)
	for p.at(token.Behavior) {
		c.Behaviors = append(c.Behaviors, p.behavior())
	}
	if !p.accept(token.CloseBrace) {
		p.unexpected("`behavior` or `}`", "write `behavior name: requires pre ensures post`")
	}
	c.Place = p.place(start)
	return c
}

// behavior = "behavior" [ NAME ] ":" [ "requires" expr ] [ "ensures" expr ].
func (p *parser) behavior() Behavior {
	start := p.advance()
	var b Behavior
	if !p.at(token.Colon) {
		b.Name = p.expectName("the name of the behavior or `:`")
	}
	p.expect(token.Colon)
	if p.accept(token.Requires) {
		b.Requires = p.expr()
	}
	if p.accept(token.Ensures) {
		b.Ensures = p.expr()
	}
	b.Place = p.place(start)
	return b
}

// functionDecl = "function" NAME "(" [ params ] ")" "->" type "=" expr.
func (p *parser) functionDecl() Decl {
	d := &FunctionDecl{Name: p.expectName("the name of the function")}
	d.Params = parenthesized(p, p.param)
	p.expectAnd(token.Arrow, "the result type", "write `function f(x: int) -> int = x + 1`")
	d.Result = p.typ()
	p.expectEquals("the body of the function")
	d.Body = p.expr()
	return d
}

// assumeDecl = "assume" expr.
func (p *parser) assumeDecl() Decl { return &AssumeDecl{Cond: p.expr()} }

// invariantDecl = "invariant" NAME ":" expr.
func (p *parser) invariantDecl() Decl {
	d := &InvariantDecl{Name: p.expectName("the name of the invariant")}
	p.expectAnd(token.Colon, "the condition", "write `invariant name: condition`")
	d.Cond = p.expr()
	return d
}

// predicatesDecl = "predicates" NAME "=" "{" expr { "," expr } "}".
func (p *parser) predicatesDecl() Decl {
	d := &PredicatesDecl{Name: p.expectName("the name of the set of predicates")}
	p.expectEquals("the predicates in braces")
	p.expect(token.OpenBrace)
	d.Conds = list(p, p.expr)
	p.expect(token.CloseBrace)
	return d
}

// purposeDecl = "purpose" NAME "=" ( "transitions" names | "location" name [ "when" expr ] | "sequence" steps ).
func (p *parser) purposeDecl() Decl {
	d := &PurposeDecl{Name: p.expectName("the name of the purpose")}
	p.expectEquals("transitions, location or sequence")
	word := p.here().Text()
	switch {
	case p.accept(token.Location):
		d.Kind = PurposeLocation
		d.Names = []Name{p.dottedName("the location to reach")}
		if p.accept(token.When) {
			d.Cond = p.expr()
		}
	case p.at(token.Name) && word == "transitions":
		p.advance()
		d.Names = list(p, func() Name { return p.branchName("the name of a transition") })
	case p.at(token.Name) && word == "sequence":
		p.advance()
		d.Kind = PurposeSequence
		d.Names = list(p, p.step)
	default:
		p.unexpected("`transitions`, `location` or `sequence`", diag.DidYouMean(word, []string{"transitions", "location", "sequence"}))
	}
	return d
}

// step = NAME or "*".
func (p *parser) step() Name {
	if p.at(token.Star) {
		return Name{Place{p.advance()}, "*"}
	}
	return p.branchName("the name of a transition or `*`")
}

// dottedName reads NAME { "." NAME } as one name.
func (p *parser) dottedName(what string) Name {
	name := p.expectName(what)
	start, text := name.At, []byte(name.Text)
	for p.accept(token.Dot) {
		text = append(append(text, '.'), p.expectName("a name").Text...)
	}
	return Name{p.place(start), string(text)}
}

// machineDecl = "machine" NAME [ "(" [ params ] ")" ] "{" { machineItem } "}".
func (p *parser) machineDecl() Decl {
	d := &MachineDecl{Name: p.expectName("the name of the machine")}
	if p.at(token.OpenParen) {
		d.Params = parenthesized(p, p.param)
	}
	p.expect(token.OpenBrace)
	if p.stuck {
		p.unclosed++
		return d
	}
	foreign := func() bool {
		return p.startsDeclaration() && !p.kind().StartsItem() && !p.at(token.Name) && !p.namesTransition()
	} // a machine cannot hold it
	for !p.ended() && !p.at(token.CloseBrace) && !foreign() {
		d.Items = append(d.Items, p.declaration(&itemRules)...)
	}
	p.closeMachine(d)
	return d
}

// closeMachine demands the closing brace of d. If there is another declaration in its place, the machine ends there,
// and a later brace is accepted.
func (p *parser) closeMachine(d *MachineDecl) {
	p.begin()
	if p.accept(token.CloseBrace) {
		return
	}
	p.unclosed++
	p.braces = 0
	hint := "close the machine with `}`"
	if p.kind().IsWord() {
		hint += "; `" + p.kind().String() + "` is not allowed inside a machine"
	}
	if p.errors <= diag.MaxShown {
		p.report(diag.CodeMissingBrace, d.Name.At, hint, "the machine %s is not closed before %s", clip(d.Name.Text),
			p.describe(p.peek()))
	}
}

// instanceDecl = "instance" NAME "=" NAME [ "(" [ expr { "," expr } ] ")" ].
func (p *parser) instanceDecl() Decl {
	d := &InstanceDecl{Name: p.expectName("the name of the instance")}
	p.expectEquals("the name of a machine")
	d.Machine = p.expectName("the name of a machine")
	if p.at(token.OpenParen) {
		d.Args = p.arguments()
	}
	return d
}

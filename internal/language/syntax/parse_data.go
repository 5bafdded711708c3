package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// A collection is an expression in brackets. Its place is set when the closing bracket is read.
type collection interface {
	Expr
	setSpan(diag.Span)
}

// bracketed reads a collection: its opening bracket, what is inside, and the closing one.
func (p *parser) bracketed(inside func() collection, closing token.Kind) Expr {
	start := p.advance()
	p.height = 0
	e := inside()
	p.expectClosing(closing)
	p.grow(p.height)
	e.setSpan(p.place(start).At)
	return e
}

// inSequence = [ expr { "," expr } | expr ";" expr | comprehension ].
func (p *parser) inSequence() collection {
	if p.at(token.CloseBracket) {
		return &ArrayExpr{}
	}
	start := p.here()
	first := p.expr()
	if c := p.comprehension(SequenceComprehension, start, first); c != nil {
		return c
	}
	if p.at(token.Semicolon) {
		height := p.height
		p.advance()
		count := p.expr()
		p.height = max(height, p.height)
		return &FillExpr{Value: first, Count: count}
	}
	return &ArrayExpr{Elems: listFrom(p, first, p.expr)}
}

// inBraces = [ expr { "," expr } | entry { "," entry } | comprehension | entry generator ].
func (p *parser) inBraces() collection {
	if p.at(token.CloseBrace) {
		return &SetExpr{}
	}
	start := p.here()
	first := p.expr()
	if c := p.comprehension(SetComprehension, start, first); c != nil {
		return c
	}
	if !p.at(token.Colon) {
		p.checkSetBuilder(first)
		return &SetExpr{Elems: listFrom(p, first, p.expr)}
	}
	entry := p.entryOf(first)
	if p.acceptSoft("for") {
		return p.generator(&ComprehensionExpr{Kind: MapComprehension, Key: entry.Key, Element: entry.Value})
	}
	return &MapExpr{Entries: listFrom(p, entry, func() Entry { return p.entryOf(p.expr()) })}
}

// entryOf reads ":" expr after the key of an entry.
func (p *parser) entryOf(key Expr) Entry {
	height := p.height
	p.expectAnd(token.Colon, "the value of the key", "write `{\"a\": 1, \"b\": 2}`")
	value := p.expr()
	p.height = max(height, p.height)
	return Entry{key, value}
}

// callArguments = "(" [ expr { "," expr } | comprehension ] ")".
func (p *parser) callArguments() []Expr {
	if p.ahead(1) == token.CloseParen {
		return p.arguments()
	}
	p.advance()
	start := p.here()
	first := p.expr()
	var args []Expr
	if c := p.comprehension(BareComprehension, start, first); c != nil {
		c.setSpan(p.place(start).At)
		p.grow(p.height)
		args = []Expr{c}
	} else {
		args = listFrom(p, first, p.expr)
	}
	p.expectClosing(token.CloseParen)
	p.grow(p.height)
	return args
}

// comprehension reads the rest of x "in" collection ":" expr, or of expr "for" NAME "in" collection [ ":" expr ]. What comes before
// the colon or the "for" is read; it began at start. It returns nil if there is no comprehension.
func (p *parser) comprehension(kind ComprehensionKind, start diag.Span, first Expr) *ComprehensionExpr {
	if p.acceptSoft("for") {
		return p.generator(&ComprehensionExpr{Kind: kind, Element: first})
	}
	variable, over := membership(start, first)
	if variable == nil || !p.at(token.Colon) {
		return nil
	}
	c := &ComprehensionExpr{Kind: kind, Variable: Name{variable.Place, variable.Name}, Over: over}
	p.condition(c)
	return c
}

// membership returns the parts of x in s, unless it is in parentheses: start is where the expression begins.
func membership(start diag.Span, e Expr) (variable *NameExpr, over Expr) {
	b, ok := e.(*BinaryExpr)
	if !ok || b.Op != token.In.String() || b.At.Start != start.Start {
		return nil, nil
	}
	variable, ok = b.X.(*NameExpr)
	if !ok || variable.At.Start != start.Start {
		return nil, nil
	}
	return variable, b.Y
}

// generator = NAME "in" collection [ ":" expr ]; what comes before it is in c.
func (p *parser) generator(c *ComprehensionExpr) *ComprehensionExpr {
	height := p.height
	c.Variable = p.expectName("the name of a variable")
	c.Over = p.over()
	p.height = max(height, p.height)
	if p.at(token.Colon) {
		p.condition(c)
	}
	return c
}

// condition reads ":" expr into c.
func (p *parser) condition(c *ComprehensionExpr) {
	height := p.height
	p.advanceAs(token.Condition)
	c.Cond = p.expr()
	p.height = max(height, p.height)
}

// over = "in" bitor. It is what a variable ranges over.
func (p *parser) over() Expr {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	p.expectAnd(token.In, "a collection", "write `x in s`")
	outer := p.bounds
	p.bounds = false
	e := p.binary(token.LevelComparison + 1)
	p.bounds = outer
	if p.at(token.DotDot) {
		p.unexpected("the end of the collection", hintRange)
	}
	return e
}

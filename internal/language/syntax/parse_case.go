package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// isExpr reads "is" NAME after x.
func (p *parser) isExpr(start diag.Span, x Expr) Expr {
	height := p.height
	p.advanceAs(token.Soft)
	name := p.expectName("the name of an alternative")
	if p.at(token.OpenBrace) {
		p.unexpected("the end of the comparison", "a `case` gives the fields names: `case r of { ok{value}: value, else: 0 }`")
	}
	p.grow(height)
	return &IsExpr{p.place(start), x, name}
}

// caseExpr = "case" expr "of" "{" arm { "," arm } "}".
func (p *parser) caseExpr() Expr {
	start := p.advance()
	x := p.expr()
	height := p.height
	p.expect(token.Of)
	p.expect(token.OpenBrace)
	arms := list(p, p.arm)
	if !p.accept(token.CloseBrace) {
		p.unexpected("`,` or `}`", "commas separate the cases; "+hintCase)
	}
	p.grow(max(height, p.height))
	return &CaseExpr{p.place(start), x, arms}
}

// arm = ( NAME [ "{" [ binding { "," binding } ] "}" ] | "else" ) ":" expr.
func (p *parser) arm() Arm {
	var a Arm
	start := p.here()
	if !p.accept(token.Else) {
		a.Alternative = p.alternativeName()
		a.Bindings = p.bindings()
	}
	p.expectAnd(token.Colon, "the value of the case", hintCase)
	a.Value = p.expr()
	a.Place = p.place(start)
	return a
}

// alternativeName reads the name before the bindings of an arm.
func (p *parser) alternativeName() Name {
	switch {
	case !p.at(token.Name) && !p.kind().IsWord():
		p.unexpected("the name of an alternative or `else`", "a case distinguishes alternatives of a union, `none` and `some{value}`; "+
			"other values are compared with `if`")
	case p.here().Text() == "_":
		p.unexpected("the name of an alternative or `else`", "write `else` for all other cases")
	}
	return p.expectName("the name of an alternative or `else`")
}

// bindings = [ "{" [ binding { "," binding } ] "}" ].
func (p *parser) bindings() []Binding {
	if !p.accept(token.OpenBrace) || p.accept(token.CloseBrace) {
		return nil
	}
	bindings := list(p, p.binding)
	p.expect(token.CloseBrace)
	return bindings
}

// binding = NAME [ ":" NAME ].
func (p *parser) binding() Binding {
	field := p.expectName("the name of a field")
	if !p.accept(token.Colon) {
		return Binding{field, field}
	}
	return Binding{field, p.expectName("the name of the variable for the field")}
}

// atFold reports whether a fold begins here: "fold" NAME "=" is nothing else.
func (p *parser) atFold() bool {
	return p.ahead(1) == token.Name && p.ahead(2) == token.Equals && p.atSoft("fold")
}

// fold = "fold" NAME "=" expr "for" NAME "in" collection "::" expr.
func (p *parser) fold() Expr {
	start := p.advanceAs(token.Soft)
	f := &FoldExpr{Accumulator: p.expectName("the name of the result")}
	p.expect(token.Equals)
	f.Init = p.expr()
	height := p.height
	if !p.acceptSoft("for") {
		p.unexpected("`for` and a variable", hintFold)
	}
	f.Variable = p.expectName("the name of a variable")
	f.Over = p.over()
	height = max(height, p.height)
	p.expectAnd(token.DoubleColon, "the next value of "+clip(f.Accumulator.Text), hintFold)
	f.Body = p.expr()
	p.grow(max(height, p.height))
	f.Place = p.place(start)
	return f
}

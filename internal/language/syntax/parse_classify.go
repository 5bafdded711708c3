package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Terms that classify runs.

// classifyDecl = "classify" NAME ":" expr [ "by" bucket { "," bucket } ].
func (p *parser) classifyDecl() Decl {
	d := &ClassifyDecl{Name: p.expectName("the name of the term")}
	p.expectAnd(token.Colon, "the term", "write `classify name: term`")
	d.Term = p.expr()
	if p.acceptSoft("by") {
		d.Buckets = list(p, p.bucket)
	}
	return d
}

// bucket = sum [ ".." sum ].
func (p *parser) bucket() Bucket {
	start := p.here()
	b := Bucket{Low: p.binary(token.LevelSum)}
	if p.accept(token.DotDot) {
		b.High = p.binary(token.LevelSum)
	}
	b.Place = p.place(start)
	return b
}

// atStep reads "@" ( NUMBER | NAME | "(" expr ")" ) after x.
func (p *parser) atStep(start diag.Span, x Expr) Expr {
	height := p.height
	p.advance()
	var step Expr
	switch {
	case p.at(token.Number), p.at(token.Name), p.at(token.OpenParen):
		step = p.primary()
	default:
		p.unexpected("the number of a step", "write `x@0`, `x@i` or `x@(i + 1)`")
		return x
	}
	p.grow(max(height, p.height))
	return &AtExpr{p.place(start), x, step}
}

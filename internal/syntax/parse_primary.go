package syntax

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/text"
)

// primary reads what needs no operator: a number, a string, a truth value, a name, a call, an array, a record, or an
// expression in parentheses.
func (p *parser) primary() Expr {
	p.height = 1
	switch kind := p.kind(); kind {
	case tokenNumber, tokenDecimal:
		at := p.advance()
		return &NumberExpr{Place{at}, strings.ReplaceAll(at.Text(), "_", ""), kind == tokenDecimal}
	case tokenString:
		at := p.advance()
		return &StringExpr{Place{at}, unquote(at.Text())}
	case wordTrue, wordFalse:
		return &BoolExpr{Place{p.advance()}, kind == wordTrue}
	case tokenName:
		if !p.startsDeclaration() {
			return p.named()
		}
	case signOpenParen:
		return p.parenthesized()
	case signOpenBracket:
		return p.array()
	}
	if p.kind().isWord() && p.usedAsOperand() {
		p.reportReserved(p.peek())
		return p.named()
	}
	p.noPrimary()
	return nil
}

// noPrimary reports that no expression begins here.
func (p *parser) noPrimary() {
	switch kind := p.kind(); {
	case kind.isWord() && !kind.startsDeclaration() && !kind.startsClause():
		p.unexpected("an expression", "`"+kindText[kind]+"` is a reserved word and cannot be a name")
	case kind == signDot && p.ahead(1) == tokenNumber:
		p.unexpected("an expression", "a decimal number has digits before its point: 0.5")
	case kind == signGreater && p.last.kind == signLess:
		p.unexpected("an expression", "write `!=` for different")
	case kind == signEquals:
		p.unexpected("an expression", "write `==`, `<=` or `>=` to compare")
	case kind == signPlus:
		p.unexpected("an expression", "there is no unary plus and no `++`")
	default:
		p.unexpected("an expression", "")
	}
}

// usedAsOperand tells whether the reserved word that comes next stands where a name in an expression would: it is
// followed by something that goes on with an expression.
func (p *parser) usedAsOperand() bool {
	next := p.ahead(1)
	return binaryLevel[next] > 0 || next == signCloseParen || next == signCloseBracket || next == signComma
}

// named reads what begins with a name: NAME, NAME "(" arguments ")" or NAME "{" fields "}".
func (p *parser) named() Expr {
	at := p.advance()
	name := Name{Place{at}, at.Text()}
	switch p.kind() {
	case signOpenParen:
		args := p.arguments()
		return &CallExpr{p.place(at), name, args}
	case signOpenBrace:
		return p.record(name)
	}
	return &NameExpr{Place{at}, name.Text}
}

// arguments = "(" [ expr { "," expr } ] ")".
func (p *parser) arguments() []Expr {
	p.expect(signOpenParen)
	if p.accept(signCloseParen) {
		p.height = 1
		return nil
	}
	args := p.exprs()
	p.expect(signCloseParen)
	p.grow(p.height)
	return args
}

// exprs = expr { "," expr }. The height is that of the highest.
func (p *parser) exprs() []Expr {
	list, height := []Expr{p.expr()}, p.height
	for p.accept(signComma) {
		list = append(list, p.expr())
		height = max(height, p.height)
	}
	p.height = height
	return list
}

// parenthesized = "(" expr ")"; the parentheses leave no trace in the tree.
func (p *parser) parenthesized() Expr {
	p.advance()
	e := p.expr()
	if p.at(signComma) {
		p.unexpected("`)`", "there are no tuples; an array is written [a, b]")
	}
	p.expect(signCloseParen)
	return e
}

// array = "[" expr { "," expr } "]".
func (p *parser) array() Expr {
	start := p.advance()
	if p.at(signCloseBracket) {
		p.unexpected("an expression", "an array has at least one element")
		return nil
	}
	elems := p.exprs()
	p.expect(signCloseBracket)
	p.grow(p.height)
	return &ArrayExpr{p.place(start), elems}
}

// record = NAME "{" NAME ":" expr { "," NAME ":" expr } "}"; the name is read.
func (p *parser) record(name Name) Expr {
	p.advance()
	e := &RecordExpr{Type: name}
	height := 0
	for more := true; more; more = p.accept(signComma) {
		field := FieldValue{Name: p.expectName("the name of a field")}
		if !p.accept(signColon) {
			p.unexpected("`:` and the value of the field", "write `"+text.Clip(name.Text, 40)+"{x: 1, y: 2}`")
		}
		field.Value = p.expr()
		height = max(height, p.height)
		e.Fields = append(e.Fields, field)
	}
	p.expect(signCloseBrace)
	p.grow(height)
	e.Place = p.place(name.At)
	return e
}

package syntax

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// primary reads an expression without operators: a number, a string, a Boolean, a name, a call, a collection, a record, a case, or an
// expression in parentheses.
func (p *parser) primary() Expr {
	p.height = 1
	switch kind := p.kind(); kind {
	case token.Number, token.Decimal:
		at := p.advance()
		return &NumberExpr{Place{at}, strings.ReplaceAll(at.Text(), "_", ""), kind == token.Decimal}
	case token.String:
		at := p.advance()
		return &StringExpr{Place{at}, token.Unquote(at.Text())}
	case token.True, token.False:
		return &BoolExpr{Place{p.advance()}, kind == token.True}
	case token.Name:
		if !p.startsDeclaration() {
			return p.named()
		}
	case token.OpenParen:
		return p.inParentheses()
	case token.OpenBracket:
		return p.bracketed(p.inSequence, token.CloseBracket)
	case token.OpenBrace:
		return p.bracketed(p.inBraces, token.CloseBrace)
	case token.Case:
		return p.caseExpr()
	}
	if p.usedAsOperand() {
		p.reportReserved(p.peek())
		return p.named()
	}
	p.noPrimary()
	return nil
}

// noPrimary reports that no expression begins here.
func (p *parser) noPrimary() {
	switch kind := p.kind(); {
	case kind.IsWord() && !kind.StartsDeclaration() && !kind.StartsClause():
		p.unexpected("an expression", "`"+kind.String()+"` is a reserved word and cannot be a name")
	case kind == token.Dot && p.ahead(1) == token.Number:
		p.unexpected("an expression", "a decimal number has digits before its point: 0.5")
	case kind == token.Greater && p.last.Kind == token.Less:
		p.unexpected("an expression", "write `!=` for different")
	case kind == token.Equals:
		p.unexpected("an expression", "write `==`, `<=` or `>=` to compare")
	case p.last.Kind == token.Comma && (kind == token.CloseBracket || kind == token.CloseBrace || kind == token.CloseParen):
		p.unexpected("an expression", "there is no comma after the last element")
	case kind == token.Plus:
		p.unexpected("an expression", "there is no unary plus and no `++`")
	default:
		p.unexpected("an expression", "")
	}
}

// named reads an expression that begins with a name: NAME, NAME "(" arguments ")" or NAME "{" fields "}".
func (p *parser) named() Expr {
	at := p.advance()
	name := Name{Place{at}, at.Text()}
	switch p.kind() {
	case token.OpenParen:
		args := p.callArguments()
		return &CallExpr{p.place(at), name, args}
	case token.OpenBrace:
		return p.record(name)
	}
	p.checkSoftWord(name)
	return &NameExpr{Place{at}, name.Text}
}

// arguments = "(" [ expr { "," expr } ] ")".
func (p *parser) arguments() []Expr {
	args := parenthesized(p, p.expr)
	p.grow(p.height)
	return args
}

// inParentheses = "(" expr ")"; the parentheses leave no trace in the tree.
func (p *parser) inParentheses() Expr {
	p.advance()
	e := p.expr()
	if p.at(token.Comma) {
		p.unexpected("`)`", "there are no tuples; an array is written [a, b]")
	}
	p.expect(token.CloseParen)
	return e
}

// record = NAME "{" [ field { "," field } ] "}"; the name is read.
func (p *parser) record(name Name) Expr {
	p.advance()
	if p.accept(token.CloseBrace) {
		return &RecordExpr{Place: p.place(name.At), Type: name}
	}
	fields := list(p, func() FieldValue {
		field := FieldValue{Name: p.expectName("the name of a field")}
		p.expectAnd(token.Colon, "the value of the field", "write `"+clip(name.Text)+"{x: 1, y: 2}`")
		field.Value = p.expr()
		return field
	})
	p.expect(token.CloseBrace)
	p.grow(p.height)
	return &RecordExpr{p.place(name.At), name, fields}
}

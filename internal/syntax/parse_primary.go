package syntax

import "strings"

// primary reads what needs no operator: a number, a string, a Boolean, a name, a call, a collection, a record, a case, or an
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
		return p.inParentheses()
	case signOpenBracket:
		return p.bracketed(p.inSequence, signCloseBracket)
	case signOpenBrace:
		return p.bracketed(p.inBraces, signCloseBrace)
	case wordCase:
		return p.caseExpr()
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
	case p.last.kind == signComma && (kind == signCloseBracket || kind == signCloseBrace || kind == signCloseParen):
		p.unexpected("an expression", "there is no comma after the last element")
	case kind == signPlus:
		p.unexpected("an expression", "there is no unary plus and no `++`")
	default:
		p.unexpected("an expression", "")
	}
}

// usedAsOperand reports whether the next reserved word is where a name in an expression would be: something follows that goes
// on with an expression.
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
		args := p.callArguments()
		return &CallExpr{p.place(at), name, args}
	case signOpenBrace:
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
	if p.at(signComma) {
		p.unexpected("`)`", "there are no tuples; an array is written [a, b]")
	}
	p.expect(signCloseParen)
	return e
}

// record = NAME "{" [ field { "," field } ] "}"; the name is read.
func (p *parser) record(name Name) Expr {
	p.advance()
	if p.accept(signCloseBrace) {
		return &RecordExpr{Place: p.place(name.At), Type: name}
	}
	fields := list(p, func() FieldValue {
		field := FieldValue{Name: p.expectName("the name of a field")}
		p.expectAnd(signColon, "the value of the field", "write `"+clip(name.Text)+"{x: 1, y: 2}`")
		field.Value = p.expr()
		return field
	})
	p.expect(signCloseBrace)
	p.grow(p.height)
	return &RecordExpr{p.place(name.At), name, fields}
}

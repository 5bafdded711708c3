package syntax

import "github.com/sextant-mbt/sextant/internal/language/syntax/token"

// typ = "set" type | "map" type "->" type | baseType { "[" "]" | "[" ".." expr "]" | "[" expr "]" | "?" }.
func (p *parser) typ() Type {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	switch {
	case p.beginsPrefixed("set"):
		return p.setType()
	case p.beginsPrefixed("map"):
		return p.mapType()
	}
	start := p.here()
	t := p.baseType()
	for {
		switch p.kind() {
		case token.OpenBracket:
			t = p.repeated(start, t)
		case token.Question:
			p.advance()
			p.grow(p.height)
			t = &OptionalType{p.place(start), t}
		default:
			p.checkTypeEnd(start)
			return t
		}
	}
}

// baseType = NAME | enum | record | range | "(" type ")". Anything else is the low bound of a range.
func (p *parser) baseType() Type {
	switch p.kind() {
	case token.Name:
		if p.beginsBound() {
			return p.rangeType()
		}
		at := p.advance()
		p.height = 1
		return &NamedType{Place{at}, at.Text()}
	case token.Enum:
		return p.enumType()
	case token.Record:
		return p.recordType()
	case token.OpenParen:
		if p.groupsType() {
			return p.groupedType()
		}
		return p.rangeType()
	case token.Number, token.Decimal, token.Minus, token.Tilde:
		return p.rangeType()
	}
	if p.meantAsName() && (!p.at(token.Channel) || p.misused[token.Channel]) {
		p.reportReserved(p.peek())
		at := p.advance()
		return &NamedType{Place{at}, at.Text()}
	}
	p.unexpected("a type", p.typeHint())
	return nil
}

// beginsBound reports whether the next name begins the low bound of a range, rather than being the name of a type.
func (p *parser) beginsBound() bool {
	return goesOnBound(p.ahead(1)) || p.ahead(1) == token.OpenParen
}

// goesOnBound reports whether an operand before a token of this kind is in the low bound of a range.
func goesOnBound(kind token.Kind) bool {
	switch kind {
	case token.DotDot, token.Dot, token.Plus, token.Minus, token.Star, token.Slash, token.Percent:
		return true
	}
	return false
}

// rangeType = sum ".." sum. In its bounds a bracket belongs to the type: 0..7[4] is an array of four ranges.
func (p *parser) rangeType() Type {
	start := p.here()
	low := p.bound()
	height := p.height
	p.expectAnd(token.DotDot, "the high bound of the range", "")
	high := p.bound()
	p.grow(max(height, p.height))
	return &RangeType{p.place(start), low, high}
}

// bound reads one bound of a range.
func (p *parser) bound() Expr {
	outer := p.bounds
	p.bounds = true
	e := p.binary(token.LevelSum)
	p.bounds = outer
	return e
}

// enumType = "enum" "{" NAME { "," NAME } "}".
func (p *parser) enumType() Type {
	start := p.advance()
	p.expect(token.OpenBrace)
	members := p.names("a member of the enum")
	if p.at(token.OpenBrace) {
		p.unexpected("`}`", hintUnion)
	}
	p.expect(token.CloseBrace)
	p.height = 1
	return &EnumType{p.place(start), members}
}

// recordType = "record" "{" NAME ":" type { "," NAME ":" type } "}".
func (p *parser) recordType() Type {
	start := p.advance()
	p.expect(token.OpenBrace)
	fields := list(p, p.typed("the name of a field"))
	p.expect(token.CloseBrace)
	p.grow(p.height)
	return &RecordType{p.place(start), fields}
}

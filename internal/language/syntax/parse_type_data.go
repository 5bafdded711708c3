package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// beginsPrefixed reports whether the next token is the word, and a type follows it. Elsewhere the word is a name.
func (p *parser) beginsPrefixed(word string) bool {
	if !p.atSoft(word) {
		return false
	}
	switch p.ahead(1) {
	case token.Name:
		return !token.BeginsDeclaration(p.tokens, p.next+1)
	case token.Number, token.Decimal, token.Minus, token.Tilde, token.OpenParen, token.Enum, token.Record:
		return true
	}
	return false
}

// setType = "set" type.
func (p *parser) setType() Type {
	start := p.advanceAs(token.Soft)
	elem := p.typ()
	p.grow(p.height)
	return &SetType{p.place(start), elem}
}

// mapType = "map" type "->" type.
func (p *parser) mapType() Type {
	start := p.advanceAs(token.Soft)
	key := p.typ()
	height := p.height
	p.expectAnd(token.Arrow, "the type of the values", "write `map string -> int`")
	value := p.typ()
	p.grow(max(height, p.height))
	return &MapType{p.place(start), key, value}
}

// repeated reads "[" "]", "[" ".." expr "]" or "[" expr "]" after the type of the elements.
func (p *parser) repeated(start diag.Span, elem Type) Type {
	height := p.height
	p.advance()
	if p.accept(token.CloseBracket) {
		p.grow(height)
		return &SequenceType{p.place(start), elem, nil}
	}
	p.checkCollectionBrackets(start)
	most := p.accept(token.DotDot)
	length := p.inBrackets()
	p.expect(token.CloseBracket)
	p.grow(max(height, p.height))
	if most {
		return &SequenceType{p.place(start), elem, length}
	}
	return &ArrayType{p.place(start), elem, length}
}

// groupedType = "(" type ")"; the parentheses leave no trace in the tree.
func (p *parser) groupedType() Type {
	p.advance()
	t := p.typ()
	if p.at(token.Comma) {
		p.unexpected("`)`", hintCollections)
	}
	p.expect(token.CloseParen)
	return t
}

// groupsType reports whether the next parenthesis groups a type, rather than beginning the low bound of a range.
func (p *parser) groupsType() bool {
	if p.closing == nil {
		p.closing = closingParens(p.tokens)
	}
	return !goesOnBound(p.ahead(int(p.closing[p.next]) + 1))
}

// closingParens is the distance from each opening parenthesis to the closing one, or to the end of the file if there is none.
func closingParens(tokens []token.Token) []int32 {
	distances := make([]int32, len(tokens))
	var open []int
	for i, t := range tokens {
		switch {
		case t.Kind == token.OpenParen:
			distances[i] = int32(len(tokens) - i)
			open = append(open, i)
		case t.Kind == token.CloseParen && len(open) > 0:
			last := open[len(open)-1]
			distances[last] = int32(i - last)
			open = open[:len(open)-1]
		}
	}
	return distances
}

// beginsUnion reports whether a union follows: a name with fields or with another alternative.
func (p *parser) beginsUnion() bool {
	return (p.at(token.Name) || !p.at(token.Enum) && !p.at(token.Record) && p.meantAsName()) && (p.ahead(1) == token.OpenBrace || p.ahead(1) == token.Bar)
}

// union = alternative { "|" alternative }.
func (p *parser) union() Type {
	start := p.here()
	t, height := &UnionType{}, 0
	for more := true; more; more = p.accept(token.Bar) {
		t.Alternatives = append(t.Alternatives, p.alternative())
		height = max(height, p.height)
	}
	p.grow(height)
	t.Place = p.place(start)
	return t
}

// alternative = NAME [ "{" [ NAME ":" type { "," NAME ":" type } ] "}" ].
func (p *parser) alternative() Alternative {
	a := Alternative{Name: p.expectName("the name of an alternative")}
	p.height = 0
	if !p.accept(token.OpenBrace) || p.accept(token.CloseBrace) {
		return a
	}
	a.Fields = list(p, p.typed("the name of a field"))
	p.expect(token.CloseBrace)
	return a
}

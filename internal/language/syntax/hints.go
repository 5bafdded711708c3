package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Hints for constructs that other languages write differently. The functions that begin with check fail if they recognize a mistake.

// The hints that several rules give.
const (
	hintCase        = "write `case r of { ok{value}: value, else: 0 }`"
	hintFold        = "write `fold total = 0 for x in s :: total + x`"
	hintFilter      = "a condition follows a colon: `{x in s : x > 3}`, `[f(x) for x in s : x > 3]`"
	hintUnion       = "a union is declared: `type Reply = ok{value: int} | busy`"
	hintRange       = "a range is a type: write `x: 0..3`"
	hintGuard       = "`in` begins a clause here; a condition is written in parentheses: `when (k in m)`"
	hintCollections = "collections are written `int[]`, `set int` and `map string -> int`"
)

// checkExprEnd reports tokens that are often mistaken for operators.
func (p *parser) checkExprEnd() {
	switch p.kind() {
	case token.Equals:
		p.fail(diag.CodeEqualsSign, p.here(), "write `==` to compare", "`=` is not an operator")
	case token.Assign:
		p.fail(diag.CodeEqualsSign, p.here(), "write `==` to compare; assignments come after `do`, separated by `;`",
			"`:=` is not an operator")
	case token.Question:
		p.fail(diag.CodeUnexpectedToken, p.here(),
			"a choice is written `if c then a else b`; `value(x)` and `get(x, 0)` read an optional value", "`?` is not an operator")
	case token.Arrow:
		p.fail(diag.CodeUnexpectedToken, p.here(), "write `=>` for implication, `{k: v}` for an entry of a map", "`->` is not an operator")
	case token.Not:
		if p.ahead(1) == token.In {
			p.fail(diag.CodeUnexpectedToken, p.here(), "write `not x in s`", "`not` is not allowed before `in`")
		}
	case token.Name:
		if p.atSoft("is") && !p.newLine() {
			p.fail(diag.CodeUnexpectedToken, p.here(), "write `r is ok` or `not r is ok`", "the name of an alternative must follow `is`")
		}
	}
}

// chainHint describes how to join two comparisons, the first of which is given.
func chainHint(first Expr) string {
	if b, ok := first.(*BinaryExpr); ok && b.Op == token.In.String() {
		return "write `x in s and x > 3`; " + hintFilter
	}
	return "write `a < b and b < c`"
}

// wordHints are for names that are words only in a longer context, or in other languages.
var wordHints = map[string]string{"case": hintCase, "match": hintCase, "switch": hintCase, "fold": hintFold}

// checkSoftWord reports a name that is meant as a word: another name follows it, which cannot continue an expression.
func (p *parser) checkSoftWord(name Name) {
	if !p.at(token.Name) || p.newLine() || p.startsDeclaration() || goesOn[p.here().Text()] {
		return
	}
	hint := wordHints[name.Text]
	if hint == "" {
		return
	}
	p.unexpected("an operator after the name `"+name.Text+"`", hint)
}

// goesOn are the words that may follow an operand.
var goesOn = map[string]bool{"is": true, "for": true, "by": true, "urgent": true, "committed": true, rateWord: true}

// checkSetBuilder reports the notation {x | x in s}.
func (p *parser) checkSetBuilder(e Expr) {
	b, ok := e.(*BinaryExpr)
	if !ok || b.Op != token.In.String() {
		return
	}
	if x, ok := b.X.(*BinaryExpr); ok && x.Op == token.Bar.String() && x.At.Start == b.At.Start {
		p.fail(diag.CodeUnexpectedToken, x.OpSpan, hintFilter, "`|` does not make a set of what follows")
	}
}

// expectClosing demands the closing bracket of a collection.
func (p *parser) expectClosing(closing token.Kind) {
	if !p.accept(closing) {
		p.unexpected("`"+closing.String()+"`", p.closingHint())
	}
}

// closingHint explains why a collection does not end here.
func (p *parser) closingHint() string {
	switch p.kind() {
	case token.Where, token.When, token.If, token.Bar:
		return hintFilter
	case token.DotDot:
		return hintRange
	case token.Colon:
		return "all entries of a map have a key, the elements of a set have none"
	case token.Comma:
		return "a comprehension has one variable and stands alone in its brackets"
	case token.Name:
		if p.last.Text(p.src) == "for" {
			return "what is collected comes before `for`: `[x for x in s]`"
		}
	}
	return ""
}

// checkTypeEnd reports a token that cannot continue a type. The type began at start.
func (p *parser) checkTypeEnd(start diag.Span) {
	const expected = "the end of the type"
	word := start.Text()
	switch kind := p.kind(); {
	case kind == token.Less, kind == token.Name && !p.startsDeclaration() && (isTypeName(p.here().Text()) || word == "of"),
		kind == token.OpenBrace && (word == "set" || word == "map"):
		p.unexpected(expected, hintCollections)
	case kind == token.OpenBrace || kind == token.Bar:
		p.unexpected(expected, hintUnion+"; an optional value is written `int?`")
	}
}

// checkCollectionBrackets reports set[int] and map[string, int]; the word began at start.
func (p *parser) checkCollectionBrackets(start diag.Span) {
	word := start.Text()
	if (word == "set" || word == "map" && p.ahead(1) == token.Comma) && p.at(token.Name) && isTypeName(p.here().Text()) {
		p.unexpected("the length of an array", hintCollections)
	}
}

// typeHint explains the most common wrong types.
func (p *parser) typeHint() string {
	switch kind := p.kind(); {
	case kind == token.Channel:
		return "only a parameter of a machine may be a `channel`"
	case kind == token.OpenBracket:
		return "an array type has its length behind: `int[4]`; a sequence is `int[]`"
	case kind == token.Question:
		return "an optional value is written `int?`"
	case kind == token.OpenBrace:
		return "write `enum { ... }` or `record { ... }`; " + hintCollections
	case kind == token.Bar:
		return hintUnion
	}
	return "types are bool, int, nat, real, string, ranges such as 0..7, enum { ... }, record { ... }, int[4], int[], set int, " +
		"map string -> int, int? and declared names"
}

package syntax

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Reserved words that are used as names. Each is reported once in a file, where it is found first. From then on it is read as a name without
// an error wherever it can be one, and other errors next to it on its line are not reported.

// meantAsName reports whether the next token, at a place where a name or an operand is required, is a reserved word that is meant as a name,
// not as the beginning of the next declaration or clause: those continue with a name or a string on the same line.
func (p *parser) meantAsName() bool {
	if !p.kind().IsWord() {
		return false
	}
	next := p.ahead(1)
	switch {
	case p.newLine():
		return followsName[next] || next.Level() > 0 && !next.IsWord()
	case p.lineEndsAfter(p.next):
		return true
	case next == token.Name || next == token.String || next == token.Number:
		return !p.kind().StartsDeclaration() && !p.kind().StartsClause()
	}
	return true
}

// usedAsOperand reports whether the next token is a reserved word that is meant as a name in an expression. A word that no operator follows
// is one only if it is known to be misused: otherwise the operand is missing.
func (p *parser) usedAsOperand() bool {
	kind, next := p.kind(), p.ahead(1)
	switch {
	case !kind.IsWord():
		return false
	case p.misused[kind] && !kind.StartsDeclaration() && !kind.StartsClause():
		return true
	case next == token.Name || next == token.String || next == token.Number:
		return false
	case goesOnBehind[kind] && !p.misused[kind]:
		return next.Level() > 0 || next == token.CloseParen || next == token.CloseBracket || next == token.Comma
	}
	return p.meantAsName()
}

// goesOnBehind are the words that follow an expression.
var goesOnBehind = [token.Count]bool{token.Then: true, token.Else: true, token.And: true, token.Or: true, token.Where: true, token.Ensures: true,
	token.Contract: true, token.Behavior: true}

// followsName are the signs that can follow a name, but never the first word of a declaration or clause.
var followsName = [token.Count]bool{token.Colon: true, token.Comma: true, token.CloseBrace: true, token.CloseParen: true, token.CloseBracket: true,
	token.Arrow: true, token.Assign: true, token.Dot: true, token.Semicolon: true}

// lineEndsAfter reports whether the token of the given index is the last of its line.
func (p *parser) lineEndsAfter(index int) bool {
	if index+1 >= len(p.tokens) {
		return true
	}
	t, next := p.tokens[index], p.tokens[index+1]
	return next.Kind == token.End || strings.Contains(p.src.Text[t.End:max(t.End, next.Start)], "\n")
}

// reportReserved reports that a reserved word is used as a name, unless that is known, or the declaration has another error.
func (p *parser) reportReserved(t token.Token) {
	if p.stuck || p.reported && !p.renamed {
		return
	}
	p.reported, p.renamed = true, true
	if p.misused[t.Kind] || p.misused[p.last.Kind] && !p.newLine() {
		return
	}
	p.misused[t.Kind] = true
	p.errors++
	word := t.Kind.String()
	p.list.ErrorHint(diag.CodeReservedWord, t.Span(p.src), fmt.Sprintf("choose another name, such as `%s_` or `my_%s`", word, word),
		"`%s` is a reserved word and cannot be a name", word)
}

// nextToMisused reports whether a misused word is the token before the next one, or the next one on the same line.
func (p *parser) nextToMisused() bool {
	return p.misused[p.last.Kind] || p.misused[p.tokens[p.next].Kind] && !p.newLine()
}

// assigned reports whether the next token is a reserved word that is assigned to, as no clause begins.
func (p *parser) assigned() bool {
	return p.kind().IsWord() && (p.ahead(1) == token.Assign || p.ahead(1) == token.Comma || p.ahead(1) == token.Dot)
}

// namesTransition reports whether the next token is a reserved word before a colon: the name of a transition, since neither declarations nor
// clauses nor operators continue like that.
func (p *parser) namesTransition() bool { return p.kind().IsWord() && p.ahead(1) == token.Colon }

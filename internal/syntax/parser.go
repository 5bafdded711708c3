package syntax

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/text"
)

// The limits of nesting. They keep the parser and every later recursive pass far from the end of the stack.
const (
	maxDepth  = 500  // of brackets and other rules that contain themselves
	maxHeight = 1000 // of the tree of one expression or type; a + a + a has height 3
)

// parser is the state of Parse: its position in the tokens, and the state of the current declaration.
type parser struct {
	src      *diag.File
	list     *diag.List
	tokens   []token
	next     int       // index of the next token
	last     token     // the token before it
	closing  []int32   // the distances to closing parentheses, once they are needed
	problems []problem // of the scanner, not reported yet
	errors   int

	braces   int  // open braces before the next token
	unclosed int  // machines whose closing brace was missing where it was expected
	depth    int  // of nested rules
	height   int  // of the expression or type that was read last
	bounds   bool // in the bounds of a range, where [ begins the length of an array
	brackets int  // open brackets of all kinds since the beginning of the declaration
	awaitsIn bool // in a guard that an "in" clause may follow
	reported bool // the current declaration has an error
	stuck    bool // and cannot be read further
}

func newParser(src *diag.File, list *diag.List) *parser {
	p := &parser{src: src, list: list}
	p.tokens, p.problems = scan(src, false)
	return p
}

// peek is the next token, or tokenStop at the same place if the parser is stuck.
func (p *parser) peek() token {
	t := p.tokens[p.next]
	if p.stuck {
		t.kind = tokenStop
	}
	return t
}

func (p *parser) kind() tokenKind { return p.peek().kind }

func (p *parser) at(kind tokenKind) bool { return p.kind() == kind }

// ahead is the kind of the token at the given distance from the next one.
func (p *parser) ahead(distance int) tokenKind {
	if p.stuck || p.next+distance >= len(p.tokens) {
		return tokenStop
	}
	return p.tokens[p.next+distance].kind
}

// ended reports whether nothing is left to read, or too many errors were reported to go on.
func (p *parser) ended() bool { return p.tokens[p.next].kind == tokenEnd || p.errors > diag.MaxShown }

// advance consumes the next token and returns its place.
func (p *parser) advance() diag.Span {
	t := p.peek()
	if t.kind == tokenStop || t.kind == tokenEnd {
		return t.span(p.src)
	}
	p.flush(int(t.end))
	p.last = t
	p.next++
	switch t.kind {
	case signOpenBrace:
		p.braces++
		p.brackets++
	case signCloseBrace:
		p.braces = max(0, p.braces-1)
		p.brackets--
	case signOpenParen, signOpenBracket:
		p.brackets++
	case signCloseParen, signCloseBracket:
		p.brackets--
	}
	return t.span(p.src)
}

// accept consumes the next token if it has the given kind.
func (p *parser) accept(kind tokenKind) bool {
	if !p.at(kind) {
		return false
	}
	p.advance()
	return true
}

// expect demands a sign or word.
func (p *parser) expect(kind tokenKind) {
	if !p.accept(kind) {
		p.unexpected("`"+kindText[kind]+"`", "")
	}
}

// place is from start to the last token read.
func (p *parser) place(start diag.Span) Place { return Place{start.To(p.last.span(p.src))} }

// here is the place of the next token.
func (p *parser) here() diag.Span { return p.peek().span(p.src) }

// expectName demands a name. A reserved word that can only be meant as a name is reported and taken for one.
func (p *parser) expectName(what string) Name {
	t := p.peek()
	switch {
	case t.kind == tokenName && !p.startsDeclaration():
	case t.kind.isWord() && p.meantAsName():
		p.reportReserved(t)
	default:
		hint := ""
		if t.kind.isWord() {
			hint = fmt.Sprintf("`%s` is a reserved word", kindText[t.kind])
		}
		p.unexpected(what, hint)
		return Name{Place: Place{t.span(p.src)}}
	}
	at := p.advance()
	return Name{Place{at}, at.Text()}
}

// meantAsName reports whether the next reserved word is meant as a name, not as the beginning of the next declaration or clause:
// those go on with a name or a string.
func (p *parser) meantAsName() bool {
	next := p.ahead(1)
	return next != tokenName && next != tokenString && next != tokenNumber && (!p.newLine() || followsName[next])
}

// followsName are the signs that follow a name, and never the first word of a declaration or clause.
var followsName = [kindCount]bool{signColon: true, signComma: true, signCloseBrace: true, signArrow: true}

func (p *parser) reportReserved(t token) {
	word := kindText[t.kind]
	p.report(diag.CodeReservedWord, t.span(p.src), fmt.Sprintf("choose another name, such as `%s_` or `my_%s`", word, word),
		"`%s` is a reserved word and cannot be a name", word)
}

// acceptSoft consumes the next token if it is the given word, which is a name elsewhere. The name of a transition is not taken for it.
func (p *parser) acceptSoft(word string) bool {
	if !p.atSoft(word) {
		return false
	}
	p.advanceAs(tokenSoft)
	return true
}

// atSoft reports whether acceptSoft would consume the next token.
func (p *parser) atSoft(word string) bool {
	return p.at(tokenName) && p.here().Text() == word && !p.startsDeclaration() && p.ahead(1) != signColon
}

// advanceAs consumes the next token and marks it for the formatter.
func (p *parser) advanceAs(kind tokenKind) diag.Span {
	p.tokens[p.next].kind = kind
	return p.advance()
}

// expectString demands a string and returns its value.
func (p *parser) expectString(what string) (string, diag.Span) {
	if !p.at(tokenString) {
		p.unexpected(what, "")
		return "", p.here()
	}
	at := p.advance()
	return unquote(at.Text()), at
}

// begin starts a new declaration, with no error yet. What the scanner found between the declarations is reported
// here, each for itself. It returns the state that recoverFrom needs.
func (p *parser) begin() mark {
	p.stuck, p.bounds, p.awaitsIn, p.depth, p.brackets = false, false, false, 0, 0
	next := p.peek()
	for len(p.problems) > 0 && (next.kind == tokenEnd || p.problems[0].at.Start < int(next.start)) {
		p.reported = false
		p.flush(p.problems[0].at.Start + 1)
	}
	p.reported = false
	return mark{p.next, p.braces, p.column(p.next)}
}

// mark is where a declaration begins: the index of its first token, the braces open before it, and its column.
type mark struct{ next, braces, column int }

// column is the number of characters before the token of the given index, if it is the first of its line, else -1.
func (p *parser) column(index int) int {
	start := int(p.tokens[index].start)
	blank := strings.TrimRight(p.src.Text[:start], " \t")
	if blank == "" || strings.HasSuffix(blank, "\n") {
		return start - len(blank)
	}
	return -1
}

// recoverFrom reports whether the declaration that began at start failed. If so, it skips to the next declaration, or
// to the brace that closes the machine around both. A declaration with a corrected error that does not end where its
// line ends has failed too: what follows on that line is the consequence.
func (p *parser) recoverFrom(start mark) bool {
	p.flush(p.lineEnd())
	failed := p.stuck || p.reported && !p.newLine()
	p.stuck = false
	if failed {
		if p.next == start.next {
			p.advance()
		}
		for !p.ended() && !p.resumesAt(start) {
			p.advance()
		}
		p.braces = start.braces
	}
	p.flush(p.lineEnd())
	return failed
}

// resumesAt reports whether the declaration that began at start certainly ends before the next token.
func (p *parser) resumesAt(start mark) bool {
	outside := p.braces <= start.braces
	switch {
	case p.startsDeclaration():
		return true
	case p.at(signCloseBrace):
		return outside && p.braces > 0
	case p.at(tokenName) && outside && start.column >= 0:
		column := p.column(p.next)
		return column >= 0 && column <= start.column
	}
	return false
}

// lineEnd is the offset where the line of the last token ends, or the next token begins.
func (p *parser) lineEnd() int {
	line, _, _ := strings.Cut(p.gap(), "\n")
	return int(p.last.end) + len(line)
}

// startsDeclaration reports whether a declaration begins with the next token.
func (p *parser) startsDeclaration() bool { return beginsDeclaration(p.tokens, p.next) }

// beginsDeclaration reports whether a declaration begins with the token of index i: with its word, or with the name of
// a transition. The last token is tokenEnd.
func beginsDeclaration(tokens []token, i int) bool {
	before := tokenStop
	if i > 0 {
		before = tokens[i-1].kind
	}
	switch kind := tokens[i].kind; kind {
	case wordChannel:
		return before != signColon
	case wordLocation:
		return before != signEquals
	case tokenName:
		return i+3 < len(tokens) && tokens[i+1].kind == signColon && tokens[i+2].kind == tokenName &&
			tokens[i+3].kind == signArrow
	default:
		return kind.startsDeclaration()
	}
}

// flush reports the problems of the scanner before the given offset.
func (p *parser) flush(offset int) {
	for len(p.problems) > 0 && p.problems[0].at.Start < offset {
		f := p.problems[0]
		p.problems = p.problems[1:]
		p.report(f.code, f.at, f.hint, "%s", f.text)
	}
}

// report adds an error, unless the declaration has one already.
func (p *parser) report(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if p.reported || p.stuck {
		return
	}
	p.reported = true
	p.errors++
	p.list.ErrorHint(code, at, hint, format, args...)
}

// fail reports an error and makes the parser stuck until the next declaration.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if p.stuck {
		return
	}
	p.flush(int(p.peek().end))
	p.report(code, at, hint, format, args...)
	p.stuck = true
}

// unexpected fails at the next token. If that is on a later line, the error is at the end of the line before,
// because that is where something is missing.
func (p *parser) unexpected(expected, hint string) {
	p.unexpectedAs(diag.CodeUnexpectedToken, expected, hint)
}

// unexpectedAs is unexpected with another code.
func (p *parser) unexpectedAs(code diag.Code, expected, hint string) {
	t := p.peek()
	at := t.span(p.src)
	if p.next > 0 && (p.newLine() || t.kind == tokenEnd) {
		at = diag.Span{File: p.src, Start: int(p.last.end), End: int(p.last.end)}
	}
	p.fail(code, at, hint, "unexpected %s, expected %s", p.describe(t), expected)
}

// noDeclarationHere fails at the next token itself, which begins no declaration.
func (p *parser) noDeclarationHere(hint string) {
	expected := "an operator, a clause or a new declaration"
	if p.next == 0 || p.newLine() {
		expected = "a declaration"
	}
	p.fail(diag.CodeUnexpectedToken, p.here(), hint, "unexpected %s, expected %s", p.describe(p.peek()), expected)
}

// gap is the text between the last token and the next.
func (p *parser) gap() string { return p.src.Text[p.last.end:max(p.tokens[p.next].start, p.last.end)] }

// newLine reports whether the next token is on a later line than the last one.
func (p *parser) newLine() bool { return strings.Contains(p.gap(), "\n") }

// describe names a token in a message.
func (p *parser) describe(t token) string {
	switch t.kind {
	case tokenStop, tokenEnd:
		return "end of the file"
	case tokenName:
		return "name `" + clip(t.text(p.src)) + "`"
	case tokenNumber, tokenDecimal:
		return "number " + clip(t.text(p.src))
	case tokenString:
		return "string " + clip(t.text(p.src))
	}
	return "`" + kindText[t.kind] + "`"
}

// clip shortens a text for a message.
func clip(s string) string { return text.Clip(s, 40) }

// enter counts one level of nesting; the caller decreases depth when it leaves. It fails if the level is too deep.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(diag.CodeTooDeep, p.here(), "name a part of it with `const` or `function`",
			"the nesting is deeper than %d levels", maxDepth)
	}
	return !p.stuck
}

func (p *parser) leave() { p.depth-- }

// grow notes that a node was built over children of the given height.
func (p *parser) grow(children int) {
	p.height = children + 1
	if p.height > maxHeight {
		p.fail(diag.CodeTooDeep, p.last.span(p.src), "name a part of it with `const` or `function`",
			"the expression or type is higher than %d levels", maxHeight)
	}
}

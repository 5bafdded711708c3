package syntax

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
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
	tokens   []token.Token
	next     int             // index of the next token
	last     token.Token     // the token before it
	closing  []int32         // the distances to closing parentheses, once they are needed
	problems []token.Problem // of the scanner, not reported yet
	errors   int
	misused  [token.Count]bool // the reserved words that were taken for names

	braces    int  // open braces before the next token
	unclosed  int  // machines whose closing brace was missing where it was expected
	depth     int  // of nested rules
	height    int  // of the expression or type that was read last
	bounds    bool // in the bounds of a range, where [ begins the length of an array
	brackets  int  // open brackets of all kinds since the beginning of the declaration
	branching bool // in the branches of a transition
	awaitsIn  bool // in a guard that an "in" clause may follow
	reported  bool // the current declaration has an error
	renamed   bool // the error is a reserved word that was read as a name
	stuck     bool // and the rest of it cannot be read
}

func newParser(src *diag.File, list *diag.List) *parser {
	p := &parser{src: src, list: list}
	p.tokens, p.problems = token.Scan(src, false)
	return p
}

// peek is the next token, or token.Stop at the same place if the parser is stuck.
func (p *parser) peek() token.Token {
	t := p.tokens[p.next]
	if p.stuck {
		t.Kind = token.Stop
	}
	return t
}

func (p *parser) kind() token.Kind { return p.peek().Kind }

func (p *parser) at(kind token.Kind) bool { return p.kind() == kind }

// ahead is the kind of the token at the given distance from the next one.
func (p *parser) ahead(distance int) token.Kind {
	if p.stuck || p.next+distance >= len(p.tokens) {
		return token.Stop
	}
	return p.tokens[p.next+distance].Kind
}

// ended reports whether nothing is left to read, or too many errors were reported to continue.
func (p *parser) ended() bool { return p.tokens[p.next].Kind == token.End || p.errors > diag.MaxShown }

// advance consumes the next token and returns its place.
func (p *parser) advance() diag.Span {
	t := p.peek()
	if t.Kind == token.Stop || t.Kind == token.End {
		return t.Span(p.src)
	}
	p.flush(int(t.End))
	p.last = t
	p.next++
	switch t.Kind {
	case token.OpenBrace:
		p.braces++
		p.brackets++
	case token.CloseBrace:
		p.braces = max(0, p.braces-1)
		p.brackets--
	case token.OpenParen, token.OpenBracket:
		p.brackets++
	case token.CloseParen, token.CloseBracket:
		p.brackets--
	}
	return t.Span(p.src)
}

// accept consumes the next token if it has the given kind.
func (p *parser) accept(kind token.Kind) bool {
	if !p.at(kind) {
		return false
	}
	p.advance()
	return true
}

// expect requires a sign or word.
func (p *parser) expect(kind token.Kind) {
	if !p.accept(kind) {
		p.unexpected("`"+kind.String()+"`", "")
	}
}

// place is from start to the last token read.
func (p *parser) place(start diag.Span) Place { return Place{start.To(p.last.Span(p.src))} }

// here is the place of the next token.
func (p *parser) here() diag.Span { return p.peek().Span(p.src) }

// expectName requires a name. A reserved word that can only be meant as a name is reported and taken for one.
func (p *parser) expectName(what string) Name {
	t := p.peek()
	switch {
	case t.Kind == token.Name && !p.startsDeclaration():
	case p.meantAsName():
		p.reportReserved(t)
	default:
		hint := ""
		if t.Kind.IsWord() {
			hint = fmt.Sprintf("`%s` is a reserved word", t.Kind.String())
		}
		p.unexpected(what, hint)
		return Name{Place: Place{t.Span(p.src)}}
	}
	at := p.advance()
	return Name{Place{at}, at.Text()}
}

// acceptSoft consumes the next token if it is the given word, which is a name elsewhere. The name of a transition is not taken for it.
func (p *parser) acceptSoft(word string) bool {
	if !p.atSoft(word) {
		return false
	}
	p.advanceAs(token.Soft)
	return true
}

// atSoft reports whether acceptSoft would consume the next token.
func (p *parser) atSoft(word string) bool {
	return p.at(token.Name) && p.here().Text() == word && !p.startsDeclaration() && p.ahead(1) != token.Colon
}

// advanceAs consumes the next token and marks it for the formatter.
func (p *parser) advanceAs(kind token.Kind) diag.Span {
	p.tokens[p.next].Kind = kind
	return p.advance()
}

// expectString demands a string and returns its value.
func (p *parser) expectString(what string) (string, diag.Span) {
	if !p.at(token.String) {
		p.unexpected(what, "")
		return "", p.here()
	}
	at := p.advance()
	return token.Unquote(at.Text()), at
}

// begin starts a new declaration, with no error yet. Lexical problems between the declarations are reported here, each separately. It returns
// the state that recoverFrom needs.
func (p *parser) begin() mark {
	p.stuck, p.bounds, p.awaitsIn, p.branching, p.depth, p.brackets = false, false, false, false, 0, 0
	next := p.peek()
	for len(p.problems) > 0 && (next.Kind == token.End || p.problems[0].At.Start < int(next.Start)) {
		p.reported = false
		p.flush(p.problems[0].At.Start + 1)
	}
	p.reported, p.renamed = false, false
	return mark{p.next, p.braces, p.column(p.next)}
}

// mark is where a declaration begins: the index of its first token, the braces open before it, and its column.
type mark struct{ next, braces, column int }

// column is the number of characters before the token of the given index, if it is the first of its line, else -1.
func (p *parser) column(index int) int {
	start := int(p.tokens[index].Start)
	blank := strings.TrimRight(p.src.Text[:start], " \t")
	if blank == "" || strings.HasSuffix(blank, "\n") {
		return start - len(blank)
	}
	return -1
}

// recoverFrom reports whether the declaration that began at start failed. If so, it skips to the next declaration, or to the brace that
// closes the machine around both. A declaration with a corrected error that does not end at the end of its line has failed too: the rest of
// that line is a consequence of the error.
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
	case p.at(token.CloseBrace):
		return outside && p.braces > 0
	case p.at(token.Name) && outside && start.column >= 0:
		column := p.column(p.next)
		return column >= 0 && column <= start.column
	}
	return false
}

// lineEnd is the offset where the line of the last token ends, or the next token begins.
func (p *parser) lineEnd() int {
	line, _, _ := strings.Cut(p.gap(), "\n")
	return int(p.last.End) + len(line)
}

// startsDeclaration reports whether a declaration begins with the next token.
func (p *parser) startsDeclaration() bool { return token.BeginsDeclaration(p.tokens, p.next) }

// flush reports the problems of the scanner before the given offset.
func (p *parser) flush(offset int) {
	for len(p.problems) > 0 && p.problems[0].At.Start < offset {
		f := p.problems[0]
		p.problems = p.problems[1:]
		p.report(f.Code, f.At, f.Hint, "%s", f.Text)
	}
}

// report adds an error, unless the declaration has one already, or the error is the consequence of a misused word.
func (p *parser) report(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if p.reported || p.stuck {
		return
	}
	p.reported = true
	if p.nextToMisused() {
		return
	}
	p.errors++
	p.list.ErrorHint(code, at, hint, format, args...)
}

// fail reports an error and makes the parser stuck until the next declaration.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if p.stuck {
		return
	}
	p.flush(int(p.peek().End))
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
	at := t.Span(p.src)
	if p.next > 0 && (p.newLine() || t.Kind == token.End) {
		at = diag.Span{File: p.src, Start: int(p.last.End), End: int(p.last.End)}
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
func (p *parser) gap() string { return p.src.Text[p.last.End:max(p.tokens[p.next].Start, p.last.End)] }

// newLine reports whether the next token is on a later line than the last one.
func (p *parser) newLine() bool { return strings.Contains(p.gap(), "\n") }

// describe names a token in a message.
func (p *parser) describe(t token.Token) string {
	switch t.Kind {
	case token.Stop, token.End:
		return "end of the file"
	case token.Name:
		return "name `" + clip(t.Text(p.src)) + "`"
	case token.Number, token.Decimal:
		return "number " + clip(t.Text(p.src))
	case token.String:
		return "string " + clip(t.Text(p.src))
	}
	return "`" + t.Kind.String() + "`"
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
		p.fail(diag.CodeTooDeep, p.last.Span(p.src), "name a part of it with `const` or `function`",
			"the expression or type is higher than %d levels", maxHeight)
	}
}

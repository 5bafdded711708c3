// Package print writes models in canonical form: Format a file with its comments, Expr and Type parts of a tree.
package print

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Format returns src in canonical form: the same tokens and comments with canonical white space. The writer keeps
// the choice of line breaks inside a declaration; each declaration begins a line of its own.
//
//   - Declarations are indented by two blanks for each open machine or contract; the other lines of a declaration
//     by two more, or by two more than the line of the innermost open brace.
//   - There is at most one blank line between lines, and none at the ends of the file or of a block.
//   - Consecutive transitions of one line each are aligned: the names, and then the locations.
//
// A file with syntax errors is returned as it is, and the errors are reported to list.
func Format(src *diag.File, list *diag.List) string {
	plain, ok := syntax.Tokens(src, list)
	if !ok {
		return src.Text
	}
	f := &formatter{src: src, plain: plain}
	f.tokens, _ = token.Scan(src, true)
	for f.next = range f.tokens {
		f.token()
	}
	return join(f.lines)
}

// formatter lays the tokens of a file out in lines.
type formatter struct {
	src      *diag.File
	tokens   []token.Token // with comments, ended by token.End
	plain    []token.Token // without comments, as the parser has marked them
	next     int           // index in tokens of the token to write
	nextWord int           // index in plain of the same token, or of the one after the comment to write
	last     token.Kind
	unary    bool    // the last token is a unary sign
	braces   []brace // the open braces
	block    bool    // the next brace outside parentheses opens the block of a machine or contract
	parens   int     // open parentheses since block was set
	lines    []line
}

// brace is an open brace: what it encloses, and the indentation of its line.
type brace struct {
	kind   braceKind
	indent int
}

// braceKind is the kind of text that a brace encloses.
type braceKind uint8

const (
	blockBrace  braceKind = iota // of a machine or a contract: the contents are on lines of their own
	spacedBrace                  // of enum, record, predicates, case and branches: { a, b }
	tightBrace                   // of other types and of expressions: P{x: 1}, {1, 2}
)

// line is one line of the output.
type line struct {
	blank     bool // a blank line before it
	indent    int
	text      []byte
	comment   string // at the end of the line
	continues bool   // the declaration of the line before goes on
	path      [2]int // of a transition: where in text its name and its locations end
}

// token writes the next token, or the comment.
func (f *formatter) token() {
	t := f.tokens[f.next]
	switch t.Kind {
	case token.End:
	case token.Comment:
		f.comment(strings.TrimRight(t.Text(f.src), " \t\r"))
	default:
		f.write(f.plain[f.nextWord])
		f.nextWord++
	}
}

// comment writes a comment, at the end of the line if it was there, else on a line of its own.
func (f *formatter) comment(text string) {
	if f.next > 0 && f.breaks() == 0 {
		f.current().comment = text
		return
	}
	f.newLine().add(text)
}

// breaks counts the line ends between the token to write and the one before it.
func (f *formatter) breaks() int {
	if f.next == 0 {
		return 0
	}
	return strings.Count(f.src.Text[f.tokens[f.next-1].End:f.tokens[f.next].Start], "\n")
}

// newLine begins a line for the token to write. Its indentation is that of the next token other than a comment.
func (f *formatter) newLine() *line {
	starts := f.startsLine()
	l := line{indent: f.indentation(f.plain[f.nextWord].Kind, starts), continues: !starts}
	opened := f.last == token.OpenBrace && f.inBlock() && f.tokens[f.next-1].Kind != token.Comment
	closes := f.tokens[f.next].Kind == token.CloseBrace && f.inBlock()
	l.blank = len(f.lines) > 0 && f.breaks() > 1 && !opened && !closes
	f.lines = append(f.lines, l)
	return f.current()
}

// inBlock reports whether the innermost open brace is that of a machine or contract.
func (f *formatter) inBlock() bool {
	return len(f.braces) > 0 && f.innermost() == blockBrace
}

// startsLine reports whether the next token other than a comment is the first of a declaration or behavior, the
// closing brace of a block, or the end of the file.
func (f *formatter) startsLine() bool {
	switch f.plain[f.nextWord].Kind {
	case token.Behavior, token.End:
		return true
	case token.CloseBrace:
		return f.inBlock()
	}
	return token.BeginsDeclaration(f.plain, f.nextWord)
}

// indentation is that of a line whose first token, other than a comment, is of the given kind.
func (f *formatter) indentation(kind token.Kind, starts bool) int {
	outer := -2 // the indentation of the line of the innermost brace
	if len(f.braces) > 0 {
		outer = f.braces[len(f.braces)-1].indent
	}
	inside := len(f.braces) > 0 && !f.inBlock()
	switch {
	case kind == token.CloseBrace && f.tokens[f.next].Kind != token.Comment:
		return outer
	case starts || inside:
		return outer + 2
	}
	return outer + 4
}

// write writes a token that is not a comment, on a new line if it must begin one or did in the source.
func (f *formatter) write(t token.Token) {
	if f.wantsLine(t.Kind) {
		f.newLine()
	} else if f.spaced(t.Kind) {
		f.current().add(" ")
	}
	f.current().add(t.Text(f.src))
	f.notePath(t)
	f.track(t.Kind)
}

// current is the line that is being written.
func (f *formatter) current() *line { return &f.lines[len(f.lines)-1] }

// add appends to the text of the line.
func (l *line) add(text string) { l.text = append(l.text, text...) }

// wantsLine reports whether the token begins a line.
func (f *formatter) wantsLine(kind token.Kind) bool {
	afterComment := f.next > 0 && f.tokens[f.next-1].Kind == token.Comment
	if f.next == 0 || afterComment {
		return true
	}
	if f.last == token.OpenBrace && f.inBlock() {
		return kind != token.CloseBrace
	}
	return f.startsLine() || f.breaks() > 0
}

// notePath remembers where the name and the locations of a transition end, if they are on one line.
func (f *formatter) notePath(t token.Token) {
	l := f.current()
	begins := func(back int) bool {
		i := f.nextWord - back
		return i >= 0 && f.plain[i].Kind == token.Name && token.BeginsDeclaration(f.plain, i)
	}
	switch {
	case t.Kind == token.Colon && begins(1):
		l.path[0] = len(l.text)
	case t.Kind == token.Name && begins(4) && l.path[0] > 0:
		l.path[1] = len(l.text)
	}
}

// track updates the state after a token.
func (f *formatter) track(kind token.Kind) {
	f.unary = (kind == token.Minus || kind == token.Tilde) && !f.last.EndsOperand()
	switch kind {
	case token.Machine, token.Contract:
		f.block, f.parens = true, 0
	case token.OpenParen:
		f.parens++
	case token.CloseParen:
		f.parens--
	case token.OpenBrace:
		f.braces = append(f.braces, brace{f.opened(), f.current().indent})
	case token.CloseBrace:
		f.braces = f.braces[:len(f.braces)-1]
	}
	f.last = kind
}

// opened is the kind of the brace that was just written.
func (f *formatter) opened() braceKind {
	switch {
	case f.block && f.parens == 0:
		f.block = false
		return blockBrace
	case f.last == token.Enum, f.last == token.Record, f.last == token.Of, f.last == token.Arrow, f.inPredicates():
		return spacedBrace
	}
	return tightBrace
}

// inPredicates reports whether the brace that was just written is that of predicates P = {.
func (f *formatter) inPredicates() bool {
	return f.nextWord >= 3 && f.plain[f.nextWord-3].Kind == token.Predicates
}

// spaced reports whether there is a blank between the last token and one of the given kind on the same line.
func (f *formatter) spaced(kind token.Kind) bool {
	switch {
	case f.unary, tightAfter[f.last], tightBefore[kind]:
		return false
	case f.last == token.OpenBrace:
		return f.innermost() == spacedBrace
	case kind == token.OpenParen:
		return f.last != token.Name
	case kind == token.OpenBracket:
		return !f.last.EndsOperand()
	case kind == token.OpenBrace:
		return f.block && f.parens == 0 || f.last != token.Name // all but the brace of a record expression
	case kind == token.CloseBrace:
		return f.innermost() == spacedBrace
	}
	return true
}

// tightAfter are the signs with no blank after them.
var tightAfter = [token.Count]bool{token.OpenParen: true, token.OpenBracket: true, token.Dot: true, token.DotDot: true, token.Slice: true, token.At: true}

// tightBefore are the signs with no blank before them.
var tightBefore = [token.Count]bool{token.CloseParen: true, token.CloseBracket: true, token.Comma: true, token.Semicolon: true,
	token.Dot: true, token.DotDot: true, token.Colon: true, token.Slice: true, token.Question: true, token.At: true}

// innermost is the kind of the innermost open brace.
func (f *formatter) innermost() braceKind { return f.braces[len(f.braces)-1].kind }

// join writes the lines, with the transitions aligned.
func join(lines []line) string {
	align(lines)
	var out strings.Builder
	for i := range lines {
		l := &lines[i]
		if l.blank {
			out.WriteByte('\n')
		}
		out.WriteString(strings.Repeat(" ", l.indent))
		out.Write(l.text)
		if l.comment != "" {
			out.WriteString("  " + l.comment)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// align pads the names and the locations in each run of one-line transitions.
func align(lines []line) {
	for start := 0; start < len(lines); {
		end := start
		for end < len(lines) && aligned(lines, end) && (end == start || !lines[end].blank) {
			end++
		}
		alignRun(lines[start:end])
		start = max(end, start+1)
	}
}

// aligned reports whether line i is a whole transition.
func aligned(lines []line, i int) bool {
	whole := i+1 == len(lines) || !lines[i+1].continues
	return lines[i].path[1] > 0 && whole
}

func alignRun(run []line) {
	names, paths := 0, 0
	for i := range run {
		name, path, _ := run[i].cells()
		names = max(names, utf8.RuneCountInString(name))
		paths = max(paths, utf8.RuneCountInString(path))
	}
	for i := range run {
		name, path, clauses := run[i].cells()
		run[i].text = []byte(strings.TrimRight(fmt.Sprintf("%-*s %-*s %s", names, name, paths, path, clauses), " "))
	}
}

// cells cuts the line of a transition into its name with the colon, its locations, and its clauses.
func (l *line) cells() (name, path, clauses string) {
	text := string(l.text)
	return text[:l.path[0]], strings.TrimSpace(text[l.path[0]:l.path[1]]), strings.TrimSpace(text[l.path[1]:])
}

package scan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// MaxDepth is how deep a text may nest.
const MaxDepth = 100

// Cursor iterates over tokens. After the first error it is at the end, so that a parser stops soon, and reports no further errors.
type Cursor struct {
	language *Language
	list     *diag.List
	tokens   []Token
	pos      int
	depth    int
	failed   bool
}

// File is a cursor over the tokens of a file. Other text in it is reported, and the cursor has failed.
func File(file *diag.File, list *diag.List, language *Language) *Cursor {
	s := &scanner{Language: language, list: list, text: file.Text}
	s.span = func(from, to int) diag.Span { return diag.Span{File: file, Start: from, End: to} }
	if !utf8.ValidString(file.Text) {
		list.Errorf(diag.CodeNotUTF8, diag.Span{File: file}, "the file is not UTF-8 text")
		return s.cursor(false)
	}
	s.at = len(file.Text) - len(strings.TrimPrefix(file.Text, "\ufeff"))
	return s.cursor(s.tokens())
}

// Passage is a cursor over the tokens of a text, like File; span makes the place of a part of it.
func Passage(text string, span func(from, to int) diag.Span, list *diag.List, language *Language) *Cursor {
	s := &scanner{Language: language, list: list, text: text, span: span}
	return s.cursor(s.tokens())
}

func (s *scanner) cursor(ok bool) *Cursor {
	if !ok {
		s.out = []Token{{End, "", s.span(0, 0)}}
	}
	return &Cursor{language: s.Language, list: s.list, tokens: s.out, failed: !ok}
}

// Nested is a cursor over other tokens of the same text, which is as deep as c. The last token stands for the end.
func (c *Cursor) Nested(tokens []Token, end diag.Span) *Cursor {
	tokens = append(tokens[:len(tokens):len(tokens)], Token{End, "", end})
	return &Cursor{language: c.language, list: c.list, tokens: tokens, depth: c.depth, failed: c.failed}
}

// Adopt takes over the failure of a nested cursor.
func (c *Cursor) Adopt(nested *Cursor) {
	if nested.failed {
		c.failed, c.pos = true, len(c.tokens)-1
	}
}

// Failed reports whether there was an error.
func (c *Cursor) Failed() bool { return c.failed }

// Now is the next token.
func (c *Cursor) Now() Token { return c.tokens[c.pos] }

// Peek is the token n places after the next, or before it if n is negative.
func (c *Cursor) Peek(n int) Token { return c.tokens[max(0, min(c.pos+n, len(c.tokens)-1))] }

// Next takes the next token.
func (c *Cursor) Next() Token {
	t := c.Now()
	c.pos = min(c.pos+1, len(c.tokens)-1)
	return t
}

// Back goes one token back.
func (c *Cursor) Back() { c.pos = max(0, c.pos-1) }

// AtEnd reports whether no token is left.
func (c *Cursor) AtEnd() bool { return c.Now().Kind == End }

// ExpectEnd requires that no token is left.
func (c *Cursor) ExpectEnd(want string) {
	if !c.AtEnd() {
		c.Unexpected(want)
	}
}

// Accept takes a sign, keyword or word if it is the next.
func (c *Cursor) Accept(text string) bool {
	found := c.Now().Is(text)
	if found {
		c.Next()
	}
	return found
}

// AcceptAny takes one of several signs, keywords or words.
func (c *Cursor) AcceptAny(texts ...string) bool { return slices.ContainsFunc(texts, c.Accept) }

// Expect requires a sign, keyword or word, and returns the token that is there.
func (c *Cursor) Expect(text string) Token {
	t := c.Now()
	if !c.Accept(text) {
		c.Unexpected(text)
	}
	return t
}

// Name requires a word; it returns one without text if it is missing.
func (c *Cursor) Name(want string) Token {
	if t := c.Now(); t.Kind != Word {
		c.Unexpected(want)
		return Token{Word, "", t.At}
	}
	return c.Next()
}

// Fail reports the first error, and goes to the end.
func (c *Cursor) Fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if !c.failed {
		c.list.ErrorHint(code, at, hint, format, args...)
	}
	c.failed, c.pos = true, len(c.tokens)-1
}

// Refuse reports a construct that cannot be imported.
func (c *Cursor) Refuse(at diag.Span, what, hint string) {
	c.Fail(diag.CodeImportUnsupported, at, hint, "%s cannot be imported", what)
}

// Unexpected reports that the next token is not the expected one.
func (c *Cursor) Unexpected(want string) {
	message := unexpected
	if c.language.Unexpected != nil {
		message = c.language.Unexpected
	}
	c.Fail(diag.CodeImportSyntax, c.Now().At, "", "%s", message(c.Now(), want))
}

func unexpected(found Token, want string) string {
	if found.Kind == End {
		return want + " is expected here, not the end of the file"
	}
	return fmt.Sprintf("%s is expected here, not %q", want, found.String())
}

// Enter goes deeper; false if that is too deep. Each call is followed by one of Leave.
func (c *Cursor) Enter() bool {
	c.depth++
	if c.depth > MaxDepth*c.language.Calls {
		c.Fail(diag.CodeImportTooLarge, c.Now().At, "", "this is nested more than %d levels deep", MaxDepth)
		return false
	}
	return true
}

// Leave goes back after Enter.
func (c *Cursor) Leave() { c.depth-- }

package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Parse reads src and reports all its errors to list, at most one for each declaration, so that no error is the consequence of another. It
// returns the declarations that it could read; a tree with errors can be displayed, but not checked.
//
// The parser is a recursive descent over the grammar: one method for each rule. Errors need no special control flow. After the first error of
// a declaration that it cannot correct the parser is stuck: it sees only token.Stop, so that every rule ends at once, until the loop over the
// declarations calls recoverFrom.
func Parse(src *diag.File, list *diag.List) *File {
	return newParser(src, list).file()
}

// Tokens reads src like Parse and returns its tokens without comments. Names that are words in their context, and colons with their own
// spacing, are marked with the kind that the parser gave them. It returns false if there are errors.
func Tokens(src *diag.File, list *diag.List) ([]token.Token, bool) {
	p := newParser(src, list)
	p.file()
	return p.tokens, p.errors == 0
}

// file = [ "system" NAME ] { declaration }.
func (p *parser) file() *File {
	file := &File{Source: p.src}
	start := p.begin()
	if p.accept(token.System) {
		file.System = p.expectName("the name of the system")
	}
	p.recoverFrom(start)
	for !p.ended() {
		file.Decls = append(file.Decls, p.declaration(&fileRules)...)
	}
	p.begin()
	return file
}

// rules are the methods that read declarations, by their first word. The word is read before.
type rules [token.Count]func(*parser) Decl

var itemRules = rules{token.Initial: (*parser).locations, token.Final: (*parser).locations, token.Location: (*parser).locations,
	token.Event: (*parser).event}

var fileRules = rules{
	token.Import: (*parser).importDecl, token.Const: (*parser).constDecl, token.Type: (*parser).typeDecl,
	token.Input: (*parser).channelDecl, token.Output: (*parser).channelDecl, token.Channel: (*parser).channelDecl,
	token.Extern: (*parser).externDecl, token.Function: (*parser).functionDecl, token.Assume: (*parser).assumeDecl,
	token.Invariant: (*parser).invariantDecl, token.Predicates: (*parser).predicatesDecl, token.Purpose: (*parser).purposeDecl,
	token.Classify: (*parser).classifyDecl,
	token.Machine:  (*parser).machineDecl, token.Instance: (*parser).instanceDecl, token.Features: (*parser).featuresDecl,
	token.Initial: (*parser).locations, token.Final: (*parser).locations, token.Location: (*parser).locations, token.Event: (*parser).event,
}

// declaration reads one declaration, or skips to the next if it is wrong. A list of variables is several.
func (p *parser) declaration(rules *rules) []Decl {
	start := p.begin()
	decls := p.oneDeclaration(rules)
	if p.recoverFrom(start) {
		return nil
	}
	return decls
}

// oneDeclaration chooses by the first word.
func (p *parser) oneDeclaration(rules *rules) []Decl {
	kind, start := p.kind(), p.here()
	var d Decl
	switch rule := rules[kind]; {
	case p.namesTransition():
		d = p.transition()
	case rule != nil:
		p.advance()
		d = rule(p)
	case kind == token.Var:
		p.advance()
		return list(p, p.variable)
	case kind == token.Clock:
		p.advance()
		return list(p, p.clock)
	case kind == token.Feature && rules[token.Features] != nil: // not in a machine
		p.advance()
		return list(p, p.feature)
	case kind == token.Name && p.ahead(1) == token.Colon:
		d = p.transition()
	default:
		p.noDeclaration()
		return nil
	}
	d.setSpan(p.place(start).At)
	return []Decl{d}
}

// list = item { "," item }. The height is that of the highest item.
func list[T any](p *parser, item func() T) []T {
	return listFrom(p, item(), item)
}

// listFrom reads { "," item } after the first item.
func listFrom[T any](p *parser, first T, item func() T) []T {
	items, height := []T{first}, p.height
	for p.accept(token.Comma) {
		items = append(items, item())
		height = max(height, p.height)
	}
	p.height = height
	return items
}

// parenthesized = "(" [ item { "," item } ] ")".
func parenthesized[T any](p *parser, item func() T) []T {
	p.expect(token.OpenParen)
	if p.accept(token.CloseParen) {
		p.height = 0
		return nil
	}
	items := list(p, item)
	p.expect(token.CloseParen)
	return items
}

// importDecl = "import" STRING.
func (p *parser) importDecl() Decl {
	path, at := p.expectString("the file to import, in quotes")
	return &ImportDecl{Path: path, PathSpan: at}
}

// constDecl = "const" NAME [ ":" type ] [ "=" expr ].
func (p *parser) constDecl() Decl {
	d := &ConstDecl{Name: p.expectName("the name of the constant")}
	if p.accept(token.Colon) {
		d.Type = p.typ()
	}
	if p.acceptEquals() {
		d.Value = p.expr()
	}
	if name := clip(d.Name.Text); d.Type == nil && d.Value == nil {
		p.fail(diag.CodeEmptyConst, d.Name.At, "write `const "+name+": int` or `const "+name+" = 2`",
			"the constant %s has neither a type nor a value", name)
	}
	return d
}

// acceptEquals consumes an optional "=", and corrects ":=" and "==" in its place.
func (p *parser) acceptEquals() bool {
	if p.at(token.Assign) || p.at(token.Equal) {
		p.report(diag.CodeEqualsSign, p.here(), "write `=`", "a declaration gives a value with `=`, not `%s`", p.kind().String())
		p.advance()
		return true
	}
	return p.accept(token.Equals)
}

// expectEquals requires "=" before what.
func (p *parser) expectEquals(what string) {
	if !p.acceptEquals() {
		p.unexpected("`=` and "+what, "")
	}
}

// typeDecl = "type" NAME "=" ( type | union ).
func (p *parser) typeDecl() Decl {
	d := &TypeDecl{Name: p.expectName("the name of the type")}
	p.expectEquals("a type")
	if p.beginsUnion() {
		d.Type = p.union()
		return d
	}
	d.Type = p.typ()
	return d
}

// channelDecl = ( "input" | "output" | "channel" ) NAME [ "(" [ payload ] ")" ] [ "fifo" expr | { "urgent" | "broadcast" } ].
func (p *parser) channelDecl() Decl {
	d := &ChannelDecl{Direction: directions[p.last.Kind]}
	d.Name = p.expectName("the name of the channel")
	if p.at(token.OpenParen) {
		d.Payload = parenthesized(p, p.payloadItem)
	}
	if p.at(token.Fifo) && d.Direction != Internal {
		p.unexpected("a declaration", "only a `channel` between machines has a `fifo`")
	}
	if p.accept(token.Fifo) {
		d.Fifo = p.expr()
		return d
	}
	for more := d.Direction == Internal; more; {
		urgent, broadcast := p.acceptSoft("urgent"), p.acceptSoft("broadcast")
		d.Urgent, d.Broadcast = d.Urgent || urgent, d.Broadcast || broadcast
		more = urgent || broadcast
	}
	return d
}

var directions = map[token.Kind]Direction{token.Input: Input, token.Output: Output, token.Channel: Internal}

// payloadItem = [ NAME ":" ] type.
func (p *parser) payloadItem() Param {
	var item Param
	if p.ahead(1) == token.Colon {
		item.Name = p.expectName("the name of a value")
		p.expect(token.Colon)
	}
	item.Type = p.typ()
	return item
}

// param = NAME ":" ( type | "channel" ).
func (p *parser) param() Param {
	param := Param{Name: p.expectName("the name of a parameter")}
	p.expectColon(param.Name)
	if p.accept(token.Channel) {
		param.Channel = true
		return param
	}
	param.Type = p.typ()
	return param
}

// typed reads NAME ":" type.
func (p *parser) typed(what string) func() Param {
	return func() Param {
		name := p.expectName(what)
		p.expectColon(name)
		return Param{Name: name, Type: p.typ()}
	}
}

// names = NAME { "," NAME }.
func (p *parser) names(what string) []Name {
	return list(p, func() Name { return p.expectName(what) })
}

// expectColon requires the ":" between a name and its type.
func (p *parser) expectColon(name Name) {
	if !p.accept(token.Colon) {
		p.unexpected("`:` and the type of "+clip(name.Text), "write `"+clip(name.Text)+": int`, for instance")
	}
}

// expectAnd requires a sign before what.
func (p *parser) expectAnd(kind token.Kind, what, hint string) {
	if p.accept(kind) {
		return
	}
	code := diag.CodeUnexpectedToken
	if kind == token.Arrow {
		code = diag.CodeMissingArrow
	}
	p.unexpectedAs(code, "`"+kind.String()+"` and "+what, hint)
}

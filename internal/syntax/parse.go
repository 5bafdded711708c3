package syntax

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Parse reads src and reports all its errors to list, at most one for each declaration, so that no error is the
// consequence of another. It returns the declarations that it could read; a tree with errors is good for showing,
// not for checking.
//
// The parser is a recursive descent over the grammar: one method for each rule. Errors need no special control
// flow. After the first error of a declaration that it cannot mend the parser is stuck: it sees nothing but
// tokenStop, so that every rule ends at once, until the loop over the declarations calls recover.
func Parse(src *diag.File, list *diag.List) *File {
	return newParser(src, list).file()
}

// file = [ "system" NAME ] { declaration }.
func (p *parser) file() *File {
	file := &File{Source: p.src}
	p.system(file)
	for !p.ended() {
		file.Decls = append(file.Decls, p.declaration()...)
	}
	p.begin()
	return file
}

// system = [ "system" NAME ].
func (p *parser) system(file *File) {
	start := p.begin()
	if p.at(wordSystem) {
		p.advance()
		file.System = p.expectName("the name of the system")
	}
	p.recoverFrom(start)
}

// declaration reads one declaration, or skips to the next if it is wrong. A list of variables is several.
func (p *parser) declaration() []Decl {
	start := p.begin()
	decls := p.oneDeclaration()
	if p.recoverFrom(start) {
		return nil
	}
	return decls
}

// oneDeclaration chooses by the first word.
func (p *parser) oneDeclaration() []Decl {
	switch p.kind() {
	case wordImport:
		return []Decl{p.importDecl()}
	case wordConst:
		return []Decl{p.constDecl()}
	case wordType:
		return []Decl{p.typeDecl()}
	case wordInput, wordOutput, wordChannel:
		return []Decl{p.channelDecl()}
	case wordExtern:
		return []Decl{p.externDecl()}
	case wordFunction:
		return []Decl{p.functionDecl()}
	case wordAssume, wordInvariant, wordPredicates:
		return []Decl{p.conditionDecl()}
	case wordPurpose:
		return []Decl{p.purposeDecl()}
	case wordMachine:
		return []Decl{p.machineDecl()}
	case wordInstance:
		return []Decl{p.instanceDecl()}
	}
	return p.machineItem()
}

// importDecl = "import" STRING.
func (p *parser) importDecl() Decl {
	start := p.advance()
	path, at := p.expectString("the file to import, in quotes")
	return &ImportDecl{p.place(start), path, at}
}

// constDecl = "const" NAME [ ":" type ] [ "=" expr ].
func (p *parser) constDecl() Decl {
	start := p.advance()
	d := &ConstDecl{Name: p.expectName("the name of the constant")}
	if p.accept(signColon) {
		d.Type = p.typ()
	}
	if p.acceptEquals() {
		d.Value = p.expr()
	}
	if d.Type == nil && d.Value == nil {
		p.fail(diag.CodeEmptyConst, d.Name.At, "write `const "+text.Clip(d.Name.Text, 40)+": int` or `const "+text.Clip(d.Name.Text, 40)+" = 2`",
			"the constant %s has neither a type nor a value", text.Clip(d.Name.Text, 40))
	}
	d.Place = p.place(start)
	return d
}

// acceptEquals goes over an optional "=", and mends ":=" and "==" in its place.
func (p *parser) acceptEquals() bool {
	if p.at(signAssign) || p.at(signEqual) {
		p.report(diag.CodeEqualsSign, p.peek().span(p.src), "write `=`", "a declaration gives a value with `=`, not `%s`",
			kindText[p.kind()])
		p.advance()
		return true
	}
	return p.accept(signEquals)
}

// expectEquals demands "=" before what.
func (p *parser) expectEquals(what string) {
	if !p.acceptEquals() {
		p.unexpected("`=` and "+what, "")
	}
}

// typeDecl = "type" NAME "=" type.
func (p *parser) typeDecl() Decl {
	start := p.advance()
	d := &TypeDecl{Name: p.expectName("the name of the type")}
	p.expectEquals("a type")
	d.Type = p.typ()
	d.Place = p.place(start)
	return d
}

// channelDecl = ( "input" | "output" | "channel" ) NAME [ "(" [ payload ] ")" ] [ "fifo" expr ].
func (p *parser) channelDecl() Decl {
	d := &ChannelDecl{Direction: directionOf(p.kind())}
	start := p.advance()
	d.Name = p.expectName("the name of the channel")
	if p.accept(signOpenParen) {
		d.Payload = p.payload()
		p.expect(signCloseParen)
	}
	if p.at(wordFifo) && d.Direction != Internal {
		p.unexpected("a declaration", "only a `channel` between machines has a `fifo`")
	}
	if p.accept(wordFifo) {
		d.Fifo = p.expr()
	}
	d.Place = p.place(start)
	return d
}

func directionOf(kind tokenKind) Direction {
	switch kind {
	case wordInput:
		return Input
	case wordOutput:
		return Output
	}
	return Internal
}

// payload = payloadItem { "," payloadItem }, or nothing before the closing parenthesis.
func (p *parser) payload() []Param {
	if p.at(signCloseParen) {
		return nil
	}
	items := []Param{p.payloadItem()}
	for p.accept(signComma) {
		items = append(items, p.payloadItem())
	}
	return items
}

// payloadItem = [ NAME ":" ] type.
func (p *parser) payloadItem() Param {
	var item Param
	if p.ahead(1) == signColon {
		item.Name = p.expectName("the name of a value")
		p.expect(signColon)
	}
	item.Type = p.typ()
	return item
}

// params = NAME ":" ( type | "channel" ) { "," ... }, or nothing before the closing parenthesis.
func (p *parser) params() []Param {
	if p.at(signCloseParen) {
		return nil
	}
	params := []Param{p.param()}
	for p.accept(signComma) {
		params = append(params, p.param())
	}
	return params
}

func (p *parser) param() Param {
	param := Param{Name: p.expectName("the name of a parameter")}
	p.expectColon(param.Name)
	if p.accept(wordChannel) {
		param.Channel = true
		return param
	}
	param.Type = p.typ()
	return param
}

// expectColon demands the ":" between a name and its type.
func (p *parser) expectColon(name Name) {
	if !p.accept(signColon) {
		p.unexpected("`:` and the type of "+text.Clip(name.Text, 40), "write `"+text.Clip(name.Text, 40)+": int`, for instance")
	}
}

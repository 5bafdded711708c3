package source

import (
	"github.com/sextant-mbt/sextant/internal/diag"
)

// The limits of passages.
const (
	maxNesting = 100 // of brackets and statements
	maxDepth   = 400 // of operators
)

// parser reads one passage. After an error it is at the end.
type parser struct {
	tokens  []Token
	pos     int
	list    *diag.List
	nesting int
	sync    bool // a ? or ! at the end is that of a synchronisation
	failed  bool
}

// newParser is a parser of a passage; one without tokens reports nothing more.
func newParser(p *passage, list *diag.List) *parser {
	tokens, ok := scan(p, list)
	if !ok {
		tokens = []Token{{tokenEnd, "", p.span(0, 0)}}
	}
	return &parser{tokens: tokens, list: list, failed: !ok}
}

func (p *parser) now() Token { return p.tokens[p.pos] }

// before is the token that was read last.
func (p *parser) before() Token { return p.tokens[max(0, p.pos-1)] }

// peek is the token some places ahead.
func (p *parser) peek(n int) Token { return p.tokens[min(p.pos+n, len(p.tokens)-1)] }

func (p *parser) next() Token {
	t := p.now()
	if p.pos < len(p.tokens)-1 {
		p.pos++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if !p.now().is(text) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) Token {
	t := p.now()
	if !p.accept(text) {
		p.unexpected(text)
	}
	return t
}

func (p *parser) word(what string) Token {
	if p.now().kind != tokenWord {
		p.unexpected(what)
		return Token{tokenWord, "", p.now().At}
	}
	return p.next()
}

func (p *parser) unexpected(wanted string) {
	p.fail(diag.CodeImportSyntax, p.now().At, "", "unexpected %s, expected %s", p.now(), wanted)
}

// fail reports an error, unless there was one before, and goes to the end.
func (p *parser) fail(code diag.Code, at diag.Span, hint, format string, args ...any) {
	if !p.failed {
		p.list.ErrorHint(code, at, hint, format, args...)
	}
	p.failed = true
	p.pos = len(p.tokens) - 1
}

// enter counts a level of nesting.
func (p *parser) enter() bool {
	p.nesting++
	if p.nesting > maxNesting*4 {
		p.fail(diag.CodeImportTooLarge, p.now().At, "", "this is nested more than %d levels deep", maxNesting)
		return false
	}
	return true
}

func (p *parser) leave() { p.nesting-- }

func (p *parser) atEnd() bool { return p.now().kind == tokenEnd }

// endsSync reports whether the next token is the sign of a synchronisation.
func (p *parser) endsSync() bool { return p.sync && p.peek(1).kind == tokenEnd }

// end demands that nothing follows.
func (p *parser) end() {
	if !p.atEnd() {
		p.unexpected("the end")
	}
}

// refused are the beginnings of declarations that cannot be imported.
var refused = map[string]string{
	"double": "double numbers", "string": "strings", "hybrid": "hybrid clocks", "dynamic": "dynamic templates", "import": "external functions",
	"before_update": "before_update", "after_update": "after_update", "progress": "progress measures", "gantt": "Gantt charts", "process": "processes in the text form",
}

// refuse reports a construct of which nothing is imported.
func (p *parser) refuse() bool {
	t := p.now()
	what := refused[t.Text]
	if t.kind != tokenKeyword || what == "" {
		return false
	}
	p.fail(diag.CodeImportUnsupported, t.At, "", "%s cannot be imported", what)
	return true
}

// declarations reads up to the end, or to something that is no declaration.
func (p *parser) declarations() []*Declaration {
	var out []*Declaration
	for !p.atEnd() && !p.refuse() && p.declares() {
		out = append(out, p.declared()...)
	}
	return out
}

// declares reports whether a declaration begins here.
func (p *parser) declares() bool {
	t := p.now()
	switch t.kind {
	case tokenKeyword:
		return typeWords[t.Text] || prefixes[t.Text] || t.Text == "typedef" || t.Text == "void"
	case tokenWord:
		return p.peek(1).kind == tokenWord || p.peek(1).is("&") && p.peek(2).kind == tokenWord
	}
	return false
}

var (
	typeWords = words("int bool clock chan struct scalar double string")
	prefixes  = words("const urgent broadcast meta hybrid")
)

// declared reads one declaration with all its names.
func (p *parser) declared() []*Declaration {
	isType := p.accept("typedef")
	if p.now().is("chan") && p.peek(1).is("priority") {
		p.fail(diag.CodeImportUnsupported, p.now().At.To(p.peek(1).At), "", "priorities of channels cannot be imported")
	}
	typ := p.typ()
	var out []*Declaration
	for more := true; more && !p.failed; more = p.accept(",") {
		d := p.declarator(typ)
		d.IsType = isType
		out = append(out, d)
		if p.now().is("(") && len(out) == 1 && !isType {
			return []*Declaration{p.function(d)}
		}
		if p.accept("=") {
			d.Initial = p.initialiser()
		}
	}
	p.expect(";")
	return out
}

// declarator reads a name with dimensions.
func (p *parser) declarator(typ *Type) *Declaration {
	d := &Declaration{Type: typ, Reference: p.accept("&")}
	d.Name = p.word("a name")
	for p.accept("[") {
		d.Dimensions = append(d.Dimensions, p.dimension())
		p.expect("]")
	}
	return d
}

func (p *parser) dimension() Dimension {
	if t := p.now(); t.kind == tokenKeyword && typeWords[t.Text] {
		return Dimension{Type: p.typ()}
	}
	return Dimension{Size: p.expression()}
}

// typ reads a type with its prefixes.
func (p *parser) typ() *Type {
	out := &Type{At: p.now().At}
	for t := p.now(); prefixes[t.Text] && t.kind == tokenKeyword; t = p.now() {
		if p.refuse() {
			return out
		}
		p.next()
		out.Constant = out.Constant || t.Text == "const"
		out.Urgent = out.Urgent || t.Text == "urgent"
		out.Broadcast = out.Broadcast || t.Text == "broadcast"
	}
	if p.refuse() {
		return out
	}
	out.Name = p.next()
	switch {
	case out.Name.is("int") && p.accept("["):
		out.Low = p.expression()
		p.expect(",")
		out.High = p.expression()
		p.expect("]")
	case out.Name.is("scalar"):
		p.expect("[")
		out.Low = p.expression()
		p.expect("]")
	case out.Name.is("struct"):
		out.Fields = p.fields()
	case out.Name.kind != tokenWord && !typeWords[out.Name.Text] && out.Name.Text != "void":
		p.pos = max(0, p.pos-1)
		p.unexpected("a type")
	}
	out.At = out.At.To(p.before().At)
	return out
}

// fields reads those of a struct.
func (p *parser) fields() []*Declaration {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	p.expect("{")
	var out []*Declaration
	for !p.now().is("}") && !p.failed {
		typ := p.typ()
		for more := true; more; more = p.accept(",") {
			out = append(out, p.declarator(typ))
		}
		p.expect(";")
	}
	p.expect("}")
	return out
}

// parameters reads those of a template or a function, without the parentheses.
func (p *parser) parameters(end string) []*Declaration {
	var out []*Declaration
	if p.atEnd() || p.now().is(end) {
		return nil
	}
	for more := true; more && !p.failed; more = p.accept(",") {
		out = append(out, p.declarator(p.typ()))
	}
	return out
}
